//go:build unix

package dynamic

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"testing"
)

// TestAComponentWithASignalHandlerOfItsOwn: a component may learn of SIGTERM before its context ends. The end of the
// process was asked for all the same, so this start is not taken for a crash.
func TestAComponentWithASignalHandlerOfItsOwn(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.opts.Source = &fakeSource{payload: payload(t, "a")}
	r.uses(r.next(), LayerAssigned, "a")
	s := &session{controller: r.controller, restart: func(reason string) { t.Errorf("restarted: %s", reason) }}
	own := make(chan os.Signal, 1)
	err := s.Run(t.Context(), io.Discard, func(context.Context) error {
		signal.Notify(own, syscall.SIGTERM)
		defer signal.Stop(own)
		if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
			return err
		}
		<-own
		return nil
	})
	if err != nil || !r.controller.steady {
		t.Errorf("error %v; a clean end: %v", err, r.controller.steady)
	}
}

// TestAskedToEndBeforeTheComponentRunsE13: a supervisor may end a process just after it has decided. Nothing of the
// configuration has run, so this start is not taken for a crash.
func TestAskedToEndBeforeTheComponentRunsE13(t *testing.T) {
	r := newRig(t)
	r.assign("a", accepted)
	s := &session{}
	ended := make(chan int)
	r.opts.decided = func() { s.catch(func(status int) { ended <- status }) }
	r.disk.Reap()
	s.controller = r.open()
	d, err := start(s.controller)
	if err != nil {
		t.Fatal(err)
	}
	r.uses(d, LayerAssigned, "a")
	if err := syscall.Kill(os.Getpid(), syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	if status := <-ended; status != 0 {
		t.Errorf("status %d", status)
	}
	r.opts.decided = nil
	if trial := r.open().Status().Trial; trial == nil || trial.Used != 0 || trial.Returned != 1 {
		t.Errorf("the attempt was not returned: %+v", trial)
	}
}
