package dynamic

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/identity"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// ErrNoTrial is returned by Confirm and Fail if no configuration is on trial.
var ErrNoTrial = errors.New("no configuration is on trial")

// Controller decides which configuration a component uses, from the state directory of that component. Its methods may
// be called from several goroutines.
type Controller struct {
	opts Options

	mu      sync.Mutex
	journal *journal
	owning  *ownership
	// decision is what Start decided; since is when.
	decision decision
	since    time.Time
	// repaired is the digest with a lost checkpoint that this process has written again.
	repaired Digest
	desired  desired
	counters counters

	// news wakes Run up when the application or an operator has changed the state.
	news chan struct{}
}

// Open opens the state directory dir, and creates it if it does not exist. It takes the lock of the directory. While
// another process holds the lock, or the disk cannot be written, the controller only reads, as Status reports. It
// returns an error for invalid options, never for the state of the disk.
func Open(dir string, opts Options) (*Controller, error) {
	c, err := newController(dir, opts)
	if err != nil {
		return nil, err
	}
	c.journal.readOnly = c.owning.acquire(c.journal, c.opts.system)
	c.journal.read()
	return c, nil
}

// inspect opens the state directory to look at it and for Clear, without owning it.
func inspect(dir string, opts Options) (*Controller, error) {
	c, err := newController(dir, opts)
	if err != nil {
		return nil, err
	}
	c.journal.readOnly = c.owning.look(c.journal)
	c.journal.read()
	return c, nil
}

func newController(dir string, opts Options) (*Controller, error) {
	if dir == "" {
		return nil, errors.New("dynamic: the name of the state directory is empty")
	}
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	j := &journal{
		dir: store.New(opts.system.files, dir), clock: opts.system.clock, overlaid: opts.Overlay,
		state: protocol.State{
			Build: opts.Build, Boot: identity.Text(opts.system.boot()), Allowed: opts.TrialParameters.allowed(), Keep: opts.Keep,
		},
	}
	return &Controller{opts: opts, journal: j, owning: &ownership{}, news: make(chan struct{}, 1)}, nil
}

// Close releases the state directory. It returns no attempt; see Release.
func (c *Controller) Close() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	held, err := c.owning.release()
	if held {
		c.journal.readOnly = fmt.Errorf("%w: it was closed", errReadOnly)
	}
	return err
}

// OnTrial reports whether this process runs a configuration that is not confirmed yet.
func (c *Controller) OnTrial() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.journal.state.Trial != ""
}

// check calls Options.Check. A panic is an error.
func (c *Controller) check(p Payload) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("the check panicked: %v", r)
		}
	}()
	return c.opts.Check(p)
}

var errCrashLoop = errors.New("crash loop")

// attempt counts a start with an unconfirmed configuration, or returns why it may not be made.
func (c *Controller) attempt(d Digest) error {
	j := c.journal
	if j.readOnly != nil {
		return j.readOnly
	}
	if j.judge(d) != protocol.Exhausted {
		return j.begin(d)
	}
	e, _ := j.state.Entry(d)
	err := fmt.Errorf("%w: %d starts ended before the configuration was confirmed (threshold %d)",
		errCrashLoop, e.Used, c.opts.TrialParameters.CrashLoopThreshold)
	c.fail(d, "", err.Error())
	return err
}

// refuse records that Check refused a configuration with the layers that overlay identifies. The process survived the
// check, so its attempt, if there was one, is over and not counted: what is checked again when the layers have changed
// must not exhaust its attempts by that.
func (c *Controller) refuse(d Digest, overlay string, counted bool, err error) {
	if counted {
		c.journal.state = c.journal.state.Survive(d)
	}
	c.fail(d, overlay, err.Error())
}

// fail records that a configuration does not work with this build. If that cannot be written, its attempt stays
// counted.
func (c *Controller) fail(d Digest, overlay, reason string) {
	mark := store.Mark{Time: c.journal.now(), Reason: store.Clip(reason), Overlay: overlay}
	c.counters.failed++
	c.counters.last = &Failure{Digest: d, Build: c.opts.Build, Time: mark.Time, Reason: mark.Reason}
	c.journal.mark(d, mark)
}

// note tells other processes who owns the directory, what it uses, and its condition.
func (c *Controller) note() {
	if !c.journal.state.Started {
		return
	}
	v := c.view()
	c.owning.note(owner{
		Since: c.since, Active: c.decision.Digest, Layer: v.layer(), Desired: v.wanted(), Condition: v.condition(),
	})
}

// tell wakes Run up.
func (c *Controller) tell() {
	select {
	case c.news <- struct{}{}:
	default: // It has not looked since the last time.
	}
}
