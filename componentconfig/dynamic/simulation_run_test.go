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

var (
	sequences = flag.Int("sequences", 100_000, "random sequences of TestRandomSequences; -short takes a tenth")
	seed      = flag.Uint64("seed", 0, "the first seed of TestRandomSequences; 0 is today's")
)

// stepsEach is how long one sequence is.
const stepsEach = 24

// TestRandomSequences drives stores through random lives. Seeds are consecutive, so the line that it prints is all that is needed to see one again:
// go test -run RandomSequences -seed N -sequences 1
func TestRandomSequences(t *testing.T) {
	n, first := uint64(*sequences), *seed
	if testing.Short() {
		n /= 10
	}
	if first == 0 {
		first = uint64(time.Now().Unix()) * 1_000_000
	}
	defer debug.SetGCPercent(debug.SetGCPercent(800)) // A tenth of the time is the collector's else.
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
