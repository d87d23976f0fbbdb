//go:build unix

package dynamic

import (
	"context"
	"io"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"testing"

	"github.com/go-logr/logr/funcr"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
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

// TestHangUpWithDynamicConfiguration: SIGHUP speaks of the source of what is in use.
func TestHangUpWithDynamicConfiguration(t *testing.T) {
	caught := make(chan os.Signal, 1)
	signal.Notify(caught, syscall.SIGHUP) // The component does not ignore it, even if the test process did at its start.
	defer signal.Stop(caught)
	m := newMachine(t)
	m.source.push(v1Header + "port: 2\n")
	hangUp := func() string {
		lines := make(chan string, 10)
		ctx := klog.NewContext(t.Context(), funcr.New(func(_, line string) { lines <- line }, funcr.Options{}))
		var logged string
		if _, err := m.command(ctx, func(context.Context, *componentconfig.Loaded[relay.RelayConfiguration]) error {
			if err := syscall.Kill(os.Getpid(), syscall.SIGHUP); err != nil {
				return err
			}
			logged = <-lines
			return nil
		}); err != nil {
			t.Fatal(err)
		}
		return logged
	}
	if got := hangUp(); !strings.Contains(got, "SIGHUP does not change dynamic configuration, which is in use in place "+
		"of the main file: assign another one in its source") || !strings.Contains(got, `"inUse"="using `) {
		t.Errorf("got %s", got)
	}
}
