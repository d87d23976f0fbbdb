package dynamic

import (
	"flag"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// A run of go test takes a share of the random sequences and of the planted faults, and logs how many. The whole run is
//
//	go test ./dynamic -run 'RandomSequences|PlantedFaults' -args -sequences=42000 -faults=100
var (
	sequences = flag.Int("sequences", 2100, "random sequences of TestRandomSequences")
	seed      = flag.Uint64("seed", 0, "first seed of TestRandomSequences; 0 derives it from the time")
	faults    = flag.Int("faults", 1, "faults that TestPlantedFaults plants, at most")
)

// stepsEach is how long one sequence is.
const stepsEach = 24

// TestRandomSequences drives controllers through random lives. Seeds are consecutive, so the line that it prints is
// enough to see one again: go test -run RandomSequences -args -seed=N -sequences=1
func TestRandomSequences(t *testing.T) {
	n, first := uint64(*sequences), *seed
	if first == 0 {
		first = uint64(time.Now().Unix()) * 1_000_000
	}
	defer debug.SetGCPercent(debug.SetGCPercent(800)) // Otherwise a tenth of the time is spent on garbage collection.
	t.Logf("%d sequences of %d steps, seeds from %d to %d", n, stepsEach, first, first+n-1)
	var next, found atomic.Uint64
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for i := next.Add(1) - 1; i < n && found.Load() == 0; i = next.Add(1) - 1 {
				s := newSimulation(first + i)
				if broken := s.run(stepsEach); broken != "" {
					found.Add(1)
					t.Errorf("seed %d: %s\n%s", first+i, broken, s.story())
				}
			}
		}()
	}
	wg.Wait()
}
