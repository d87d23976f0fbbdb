// Package interrupt determines what SIGTERM, SIGINT and SIGHUP do to a component. A process that does not catch them
// dies of them, which shells, supervisors and the next start take for a crash.
package interrupt

import (
	"context"
	"os"
	"os/signal"
	"sync"
	"syscall"
)

// Guard catches the signals from the first instructions of a program until its component runs.
type Guard struct {
	signals chan os.Signal
	// hangups has SIGHUP; nil if the process does not catch it.
	hangups chan os.Signal
	over    context.Context
	close   context.CancelFunc
	// exit ends the process.
	exit func(status int)

	mu sync.Mutex
	// last is done before the process ends. leaving is true from then on, and ended is closed afterwards.
	last    func()
	leaving bool
	ended   chan struct{}
}

// New catches the signals. What they do is up to the method that is called next; they wait until then.
func New() *Guard {
	g := &Guard{signals: make(chan os.Signal, 1), hangups: hangups(), exit: os.Exit, last: func() {},
		ended: make(chan struct{})}
	g.over, g.close = context.WithCancel(context.Background())
	signal.Notify(g.signals, os.Interrupt, syscall.SIGTERM)
	return g
}

// Close ends the work of the guard.
func (g *Guard) Close() {
	g.close()
	signal.Stop(g.signals)
}

// Over reports whether the guard was closed.
func (g *Guard) Over() bool { return g.over.Err() != nil }

// Die restores the default: the process dies of a signal, also of one that has arrived already. It is for commands that
// print something, since a script must not take half of it for the whole.
func (g *Guard) Die() {
	signal.Stop(g.signals)
	signal.Stop(g.hangups)
	select {
	case s := <-g.signals:
		g.dieOf(s)
	case s := <-g.hangups:
		g.dieOf(s)
	default:
	}
}

func (g *Guard) dieOf(s os.Signal) {
	if p, err := os.FindProcess(os.Getpid()); err != nil || p.Signal(s) != nil {
		g.exit(1)
	}
	select {} // The signal is on its way.
}

// Hangups calls reload for each SIGHUP, also for one that has arrived already, until the component has run.
func (g *Guard) Hangups(reload func()) (stop func()) {
	over := make(chan struct{})
	go func() {
		for {
			select {
			case <-g.hangups:
				reload()
			case <-over:
				return
			}
		}
	}()
	return func() {
		close(over)
		signal.Stop(g.hangups)
	}
}

// End ends the process with status 0 at a signal, also at one that has arrived already, until the component runs.
func (g *Guard) End() {
	go func() {
		select {
		case <-g.over.Done():
		case <-g.signals:
			g.mu.Lock()
			last := g.last
			g.leaving = true
			g.mu.Unlock()
			last()
			g.exit(0)
			close(g.ended)
		}
	}()
}

// Last sets the function to call before the process ends. It does not return while the process is exiting, because the
// caller must not go on without do.
func (g *Guard) Last(do func()) {
	g.mu.Lock()
	leaving := g.leaving
	if !leaving {
		g.last = do
	}
	g.mu.Unlock()
	if leaving {
		<-g.ended
	}
}

// Context returns the context of the component, which the first signal cancels. Once it has, another one has its
// default effect: it ends a component that does not stop.
func (g *Guard) Context(parent context.Context) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithCancel(parent)
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		defer cancel()
		defer signal.Stop(signals)
		select {
		case <-signals:
		case <-ctx.Done():
		}
	}()
	g.Close()
	return ctx, cancel
}
