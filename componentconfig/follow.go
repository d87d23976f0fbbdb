package componentconfig

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"

	"k8s.io/klog/v2"
)

// stopTime is how long a component has to return once it is to be restarted. Without a bound, a configuration that makes
// the component hang could not be replaced.
const stopTime = 30 * time.Second

// beside runs a component, and dynamic configuration beside it. The attempt is given back only if the process was asked
// to end: a component that returns by itself has used it.
func (d *Dynamic) beside(ctx context.Context, stderr io.Writer, run func(context.Context) error) error {
	asked, release := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer release()
	// The store is closed before the signals are released: that ends what follows, which would give the attempt back.
	defer d.Store.Close() //nolint:errcheck // the process ends
	inner, stop := context.WithCancel(asked)
	defer stop()
	restarting := make(chan struct{})
	end := d.restart
	var overdue *time.Timer
	d.restart = func(reason string) {
		fmt.Fprintln(stderr, restartText(reason)) //nolint:errcheck // there is nowhere else to say it
		overdue = time.AfterFunc(stopTime, func() { end(reason + ", and the component does not stop") })
		close(restarting)
		stop()
	}
	followed := make(chan error, 1)
	go func() {
		err := d.Follow(asked)
		if err != nil {
			klog.ErrorS(err, "Dynamic configuration is not followed any more")
		}
		followed <- err
	}()
	err := run(inner)
	select {
	case <-restarting:
		overdue.Stop()
		// The attempt was given back before; whether the component stopped well is for its log.
		if errors.Is(err, context.Canceled) {
			return nil
		}
		return err
	case <-asked.Done():
		return errors.Join(err, <-followed)
	default:
		return err
	}
}
