package dynamic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"time"

	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig/internal/running"
)

// session implements extension.Session.
type session struct {
	controller *Controller
	loaded     any
	warnings   []string
	// restart ends the process.
	restart func(reason string)
}

// Loaded returns the configuration to use.
func (s *session) Loaded() any { return s.loaded }

// Warnings returns what the operator should see at once.
func (s *session) Warnings() []string { return s.warnings }

func (s *session) warn(format string, args ...any) {
	text := "dynamic configuration: " + fmt.Sprintf(format, args...)
	if !slices.Contains(s.warnings, text) {
		s.warnings = append(s.warnings, text)
	}
}

// Choice returns which configuration is in use.
func (s *session) Choice() *running.Dynamic {
	now := s.controller.Status()
	digest := func(r *Reference) string {
		if r == nil {
			return ""
		}
		return string(r.Digest)
	}
	return &running.Dynamic{Layer: string(now.ActiveLayer), Digest: digest(now.Active), Assigned: digest(now.Assigned),
		LastKnownGood: digest(now.LastKnownGood), ConfigOK: string(now.Condition.Status),
		Reason: string(now.Condition.Reason), Message: now.Condition.Message}
}

// Log logs which configuration is in use.
func (s *session) Log(logger klog.Logger) {
	logger.Info("Dynamic configuration", "decision", s.controller.decision.String())
}

// stopTime is how long a component has to return once it is to be restarted. Without a limit, a configuration that
// makes the component hang could not be replaced.
const stopTime = 30 * time.Second

// end returns the attempt of a process that is asked to end before Run: nothing of the configuration has run.
func (s *session) end() {
	if err := errors.Join(s.controller.Release(), s.controller.Close()); err != nil {
		fmt.Fprintln(os.Stderr, "the attempt could not be returned:", err) //nolint:errcheck // It is the end.
	}
}

// Run runs a component, and follows the source at the same time. The attempt is returned only if the process was asked
// to end: a component that returns by itself has used it.
func (s *session) Run(ctx context.Context, stderr io.Writer, component func(context.Context) error) error {
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	notified, release := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	defer release()
	asked, ask := context.WithCancel(notified)
	defer ask()
	// The controller is closed before the contexts end: that ends what follows, which would return the attempt.
	defer s.controller.Close() //nolint:errcheck // the process ends
	inner, stop := context.WithCancel(asked)
	defer stop()
	restarting := make(chan struct{})
	end := s.restart
	var overdue *time.Timer
	s.restart = func(reason string) {
		fmt.Fprintln(stderr, restartText(reason)) //nolint:errcheck // there is nowhere else to report it
		overdue = time.AfterFunc(stopTime, func() { end(reason + ", and the component does not stop") })
		close(restarting)
		stop()
	}
	// What the component does with the configuration may be the end of it.
	first, done := context.WithTimeout(asked, fetchTime)
	s.controller.Report(first) //nolint:errcheck // It is logged, and repeated by Run.
	done()
	followed := make(chan error, 1)
	go func() {
		err := s.controller.Run(asked)
		if err != nil {
			klog.ErrorS(err, "Dynamic configuration is no longer followed")
		}
		followed <- err
	}()
	err := component(inner)
	// A component that listens to signals itself may have returned before the context has ended. Stop returns once every
	// signal that has arrived is in the channel.
	signal.Stop(signals)
	if len(signals) > 0 {
		ask()
	}
	select {
	case <-restarting:
		overdue.Stop()
		// The attempt was returned before; whether the component stopped well is for its log.
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

func exitForRestart(reason string) {
	fmt.Fprintln(os.Stderr, restartText(reason)) //nolint:errcheck // there is nowhere else to report it
	os.Exit(0)
}

func restartText(reason string) string {
	return reason + ": exiting with status 0 to be restarted with it"
}

// logged is a source that logs each new condition and warning, however often its report has to be repeated.
type logged struct {
	Source
	last     Condition
	warnings []string
}

// Report implements Source.
func (l *logged) Report(ctx context.Context, s Status) error {
	if c := s.Condition; c != l.last {
		l.last = c
		klog.InfoS("Dynamic configuration", ConditionType, c.Status, "reason", c.Reason, "message", c.Message)
	}
	for _, text := range s.Warnings {
		if !slices.Contains(l.warnings, text) {
			klog.InfoS("Dynamic configuration", "warning", text)
		}
	}
	l.warnings = s.Warnings
	err := l.Source.Report(ctx, s)
	if err != nil {
		klog.ErrorS(err, "The status of dynamic configuration could not be reported, and is reported again")
	}
	return err
}
