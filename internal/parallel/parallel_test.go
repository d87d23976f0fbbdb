package parallel

import (
	"strings"
	"sync/atomic"
	"testing"
)

// TestPanic expects Wait to panic with the first panic and the stack of its function, after all other functions have
// returned.
func TestPanic(t *testing.T) {
	for name, group := range map[string]*Group{"limited": Limited(1), "unlimited": {}} {
		t.Run(name, func(t *testing.T) {
			var done atomic.Int32
			defer func() {
				failure, ok := recover().(*Panic)
				if !ok || failure.String() != "broken" || !strings.Contains(string(failure.Stack), "fails") {
					t.Errorf("got %v", failure)
				}
				if done.Load() != 3 {
					t.Errorf("%d functions ended", done.Load())
				}
			}()
			for i := range 4 {
				group.Go(func() {
					if i == 1 {
						fails()
					}
					done.Add(1)
				})
			}
			group.Wait()
		})
	}
}

func fails() { panic("broken") }

// TestWait is the neighbor: without a panic, there is none.
func TestWait(t *testing.T) {
	var group Group
	var done atomic.Int32
	group.Go(func() { group.Go(func() { done.Add(1) }) })
	group.Wait()
	if done.Load() != 1 {
		t.Error("Wait did not wait")
	}
}
