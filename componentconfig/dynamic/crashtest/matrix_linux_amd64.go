package crashtest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"
)

// Scenario is a prepared directory, what the program does there, and what must hold afterwards.
type Scenario struct {
	Name string
	// Prepare fills a directory of its own, once; nil leaves it empty. Each run has a copy.
	Prepare func(dir string) error
	// Program is what runs on the copy.
	Program func(dir string) Program
	// Check looks at a copy after a run with a fault, and after the one without. It may run the program again, without a
	// fault. It is called from several goroutines.
	Check func(dir string, trace Trace) error
	// Every is which points are run: 0 for all, otherwise one of so many, beginning with number First.
	Every, First int
}

// everyFault lists the faults that every call meets, at number at: SIGKILL, and each error, once and from there on.
func everyFault(at int) []Fault {
	all := []Fault{{At: at}}
	for _, errno := range []syscall.Errno{syscall.EIO, syscall.ENOSPC, syscall.EACCES, syscall.EROFS, syscall.ENFILE,
		syscall.EINTR} {
		all = append(all, Fault{At: at, Errno: errno}, Fault{At: at, Errno: errno, Onward: true})
	}
	return all
}

// points are the faults that a scenario with that many calls runs.
func (s Scenario) points(calls int) []Fault {
	var all []Fault
	for at := range calls {
		all = append(all, everyFault(at+1)...)
	}
	if s.Every == 0 {
		return all
	}
	var some []Fault
	for i := s.First % s.Every; i < len(all); i += s.Every {
		some = append(some, all[i])
	}
	return some
}

// patience is how long one run may take before it is considered hanging. Several run at a time, on a machine that may
// be busy with others.
const patience = 5 * time.Minute

// onwardPatience is how long a program goes on with calls that fail from some moment on: it may wait until they succeed
// again, and is killed then. A run of all points gives it the time to try again twice.
func (s Scenario) onwardPatience() time.Duration {
	if s.Every == 0 {
		return 3 * time.Second
	}
	return 300 * time.Millisecond
}

// Run runs the scenarios, each as a subtest, and logs the number of points of each: pairs of a call and a fault. It
// returns their sum.
func Run(t *testing.T, scenarios ...Scenario) int {
	t.Helper()
	points := 0
	for _, s := range scenarios {
		t.Run(s.Name, func(t *testing.T) {
			changes, findings, err := s.explore(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range findings {
				t.Error(f)
			}
			t.Logf("%d points at %d calls", len(s.points(changes)), changes)
			points += len(s.points(changes))
		})
	}
	t.Logf("%d points", points)
	return points
}

// finding is a point with an outcome that Check refuses.
type finding struct {
	Fault Fault
	// Change is the call that was hit, Output what the program printed.
	Change, Output string
	Err            error
}

func (f finding) String() string {
	return fmt.Sprintf("%s (%s): %v\n%s", f.Fault, f.Change, f.Err, f.Output)
}

// explore runs the scenario without a fault and once for each point. It returns the number of changes and the findings,
// in the order of the points. It returns an error if the scenario cannot be run, or does not hold without a fault.
func (s Scenario) explore(ctx context.Context) (changes int, findings []finding, err error) {
	root, err := inMemory()
	if err != nil {
		return 0, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(root)) }()
	m := matrix{Scenario: s, root: root}
	prepared := filepath.Join(m.root, "prepared")
	if err := os.Mkdir(prepared, 0o700); err != nil {
		return 0, nil, err
	}
	if s.Prepare != nil {
		if err := s.Prepare(prepared); err != nil {
			return 0, nil, err
		}
	}
	whole, err := m.point(ctx, Fault{})
	if err != nil {
		return 0, nil, fmt.Errorf("without a fault: %w\n%s", err, whole.Output)
	}
	return len(whole.Changes), m.strikeAll(ctx, whole), nil
}

func (m matrix) strikeAll(ctx context.Context, whole Trace) []finding {
	faults := make(chan Fault)
	var mu sync.Mutex
	var findings []finding
	var wg sync.WaitGroup
	// A run may wait for the program to try again after a while.
	for range 4 * runtime.GOMAXPROCS(0) {
		wg.Add(1)
		go func() {
			defer wg.Done()
			for f := range faults {
				if trace, err := m.strike(ctx, whole, f); err != nil {
					mu.Lock()
					findings = append(findings, finding{f, whole.Changes[f.At-1], trace.Output, err})
					mu.Unlock()
				}
			}
		}()
	}
	for _, f := range m.points(len(whole.Changes)) {
		faults <- f
	}
	close(faults)
	wg.Wait()
	slices.SortFunc(findings, func(a, b finding) int {
		return cmp.Or(cmp.Compare(a.Fault.At, b.Fault.At), cmp.Compare(a.Fault.Errno, b.Fault.Errno),
			strings.Compare(a.Fault.String(), b.Fault.String()))
	})
	return findings
}

type matrix struct {
	Scenario
	root string
}

// inMemory creates a directory in memory, otherwise where temporary files are. The effect of a fault is the same: a
// process dies, not the machine, so nothing depends on what a sync has made durable, and a sync there takes no time.
func inMemory() (string, error) {
	if dir, err := os.MkdirTemp("/dev/shm", "crashtest"); err == nil {
		return dir, nil
	}
	return os.MkdirTemp("", "crashtest")
}

// strike runs one point. A run that differs from the one without a fault before the fault would miss a point. How often
// a program looks at the directory may depend on the time, so such a run is one point or another, or none.
func (m matrix) strike(ctx context.Context, whole Trace, f Fault) (Trace, error) {
	trace, err := m.point(ctx, f)
	if err != nil {
		return trace, err
	}
	if m.Program("").Looks {
		return trace, nil
	}
	if !trace.Struck || !slices.Equal(trace.Changes[:f.At], whole.Changes[:f.At]) {
		return trace, fmt.Errorf("the changes up to the fault are %q, and %q without it", trace.Changes, whole.Changes[:f.At])
	}
	return trace, nil
}

// point runs the program on a copy of the directory, and checks the result.
func (m matrix) point(ctx context.Context, f Fault) (trace Trace, err error) {
	running, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	dir, err := os.MkdirTemp(m.root, "run")
	if err != nil {
		return trace, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if err := os.CopyFS(dir, os.DirFS(filepath.Join(m.root, "prepared"))); err != nil {
		return trace, err
	}
	var limit time.Duration
	if f.Onward {
		limit = m.onwardPatience()
	}
	if trace, err = m.Program(dir).run(running, f, limit); err != nil {
		return trace, err
	}
	return trace, m.Check(dir, trace)
}
