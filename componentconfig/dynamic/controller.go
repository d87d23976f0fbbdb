package dynamic

import (
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/identity"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// ErrNoTrial is returned by Confirm and Fail if no configuration is on trial.
var ErrNoTrial = errors.New("no configuration is on trial")

// Controller decides which configuration a component uses, from the state directory of that component. Its methods may
// be called from several goroutines. It calls the functions of Options and the source without a lock: a step copies
// state under mu, works without mu, and commits under mu if the state that it rests on is still the same.
type Controller struct {
	opts Options

	mu      sync.Mutex
	journal *journal
	owning  *ownership
	// decision is what Start decided; since is when.
	decision decision
	since    time.Time
	// intact is the configuration with a checkpoint that an assignment has read or written just before Start.
	intact store.Payload
	// repaired is the digest with a lost checkpoint that this process has written again.
	repaired store.Digest
	desired  desired
	counters counters
	// parameters are the trial parameters of the configuration in use.
	parameters TrialParameters
	// unconfirmed is the reason why a confirmation could not be written; empty if no confirmation waits to be written.
	unconfirmed string
	// steady: this process has run for the trial period, or was asked to end.
	steady bool
	// removed: the state directory was removed, and could not be made again yet.
	removed bool
	// starting: Start is deciding. checking are the configurations that are being checked.
	starting bool
	checking map[store.Digest]*proposal
	// restart is why the process is to be restarted, if that is not a new assignment.
	restart string
	// fetched counts the readings of the source; applied is the number of the last reading that was assigned.
	fetched, applied int
	// fetches and reports are the calls of the source.
	fetches caller[Assignment]
	reports caller[struct{}]

	// news wakes Run up when the application or an operator has changed the state.
	news chan struct{}
}

// Open opens the state directory dir, and creates it if it does not exist. A relative name is resolved once, against
// the working directory at the call of Open. Open takes the lock of the directory. While another process holds the
// lock, or the disk cannot be written, the controller only reads, and Status reports the reason. It returns an error
// for invalid options, never for the state of the disk.
func Open(dir string, opts Options) (*Controller, error) {
	return open(dir, opts, func(c *Controller) { c.owning.begins(c.journal.now()) })
}

// open is Open. begin is called with the lock, before anything else.
func open(dir string, opts Options, begin func(*Controller)) (*Controller, error) {
	c, err := newController(dir, opts)
	if err != nil {
		return nil, err
	}
	c.journal.readOnly = c.owning.acquire(c.journal, c.opts.system)
	begin(c)
	c.journal.read()
	c.journal.state.Late = c.owning.late
	return c, nil
}

// inspect opens the state directory to look at it and for requests, without owning it. What operators have requested is
// taken into account, since the next start does that, too.
func inspect(dir string, opts Options) (*Controller, error) {
	c, err := newController(dir, opts)
	if err != nil {
		return nil, err
	}
	c.journal.readOnly = c.owning.look(c.journal)
	c.journal.read()
	c.journal.state.Late = c.owning.late
	requests, err := c.journal.dir.Requested()
	if err != nil {
		c.journal.warn("%v", err)
	}
	for _, r := range requests {
		c.journal.warn("the request to %s is waiting for the component", r)
		switch r.Verb {
		case store.Clear:
			c.journal.state = c.journal.state.Clear(r.Digest)
		case store.RollBack:
			c.journal.state, _ = c.journal.state.RollBack(r.Digest, c.journal.rolledBack(r.Digest))
		}
	}
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
	if dir, err = filepath.Abs(dir); err != nil {
		return nil, fmt.Errorf("dynamic: the state directory cannot be found: %w", err)
	}
	j := &journal{
		dir: store.New(opts.system.files, dir), clock: opts.system.clock,
		state: protocol.State{
			Build: opts.Build, Boot: sync.OnceValue(func() string { return identity.Text(opts.system.boot()) }),
			Allowed: opts.TrialParameters.allowed(), Keep: opts.Keep,
		},
	}
	return &Controller{
		opts: opts, journal: j, owning: &ownership{}, news: make(chan struct{}, 1), parameters: *opts.TrialParameters,
		checking: map[store.Digest]*proposal{},
	}, nil
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

// note writes a note for other processes: the owner of the directory, the configuration in use, and the condition.
func (c *Controller) note() {
	if !c.journal.state.Started {
		return
	}
	v := c.view()
	c.owning.note(owner{
		Since: c.since, Active: c.decision.Digest, Layer: v.layer(), Desired: v.wanted(), Condition: v.condition(),
		OnTrial: c.journal.state.Trial != "", Crashes: c.crashes(), Steady: c.steady,
	})
}

// crashes is how many processes before this one crashed soon after they began to use the same configuration.
func (c *Controller) crashes() int {
	if late := c.journal.state.Late; late.Digest == c.decision.Digest {
		return late.Starts
	}
	return 0
}

// settle notes that this process did not crash soon after it began.
func (c *Controller) settle() {
	c.steady, c.journal.state.Late = true, protocol.Late{}
	c.note()
}

// tell wakes Run up.
func (c *Controller) tell() {
	select {
	case c.news <- struct{}{}:
	default: // It has not looked since the last time.
	}
}
