//go:build unix

package dynamic

import (
	"context"
	"io"
	"os"
	"os/signal"
	"syscall"
	"testing"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
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

// TestAskedToEndBeforeTheComponentRunsE13: a supervisor may end a process when it has just decided, and while it still
// checks the configuration. Nothing of the configuration has run, so this start is not taken for a crash. A check that
// always lasts until the supervisor loses its patience is still found out.
func TestAskedToEndBeforeTheComponentRunsE13(t *testing.T) {
	r := newRig(t)
	r.assign("a", accepted)
	r.uses(r.next(), LayerAssigned, "a")
	(&session{controller: r.controller}).end()
	check := r.opts.Check
	for returned := 1; ; returned++ {
		r.disk.Reap()
		r.opts.Check = check
		trial := r.open().Status().Trial
		if trial == nil || trial.Used != 0 || trial.Returned != returned {
			t.Fatalf("the attempt was not returned: %+v, want %d", trial, returned)
		}
		if returned == protocol.MaxReturned {
			break
		}
		r.opts.Check = func(p Payload) error {
			if p.Digest() != "" {
				(&session{controller: r.controller}).end()
			}
			return nil
		}
		r.next()
	}
	r.uses(r.next(), LayerLocal, "")
}
