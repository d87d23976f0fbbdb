package dynamic

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// Backoff of everything that is retried: it doubles from the first to the last. A source is asked at random up to half
// as much later, so that many processes that have lost a server do not return at once.
const (
	firstBackoff = time.Second
	lastBackoff  = time.Minute
)

// callTime limits each call of a source by Run. A call that hangs, for example on a connection that is half open, must
// not delay the next repair.
const callTime = 30 * time.Second

// resync is how often Run reads the source and operators' requests without being told of a change.
const resync = time.Minute

// Sync reads the source once and assigns the configuration that it wants, without a restart. A component calls it
// before Start, with a deadline, so that a repair takes effect even if the active configuration kills every process
// that loads it. Log its error: the start goes on with the stored configuration.
func (c *Controller) Sync(ctx context.Context) (AssignResult, error) {
	if c.opts.Source == nil {
		return AssignResult{}, errNoSource
	}
	return c.syncOnce(ctx, c.opts.Source)
}

var errNoSource = errors.New("dynamic: Options.Source is required")

func (c *Controller) syncOnce(ctx context.Context, src Source) (AssignResult, error) {
	number := 0
	a, err := c.fetches.call(ctx, func() (Assignment, error) {
		c.fetched++ // One call is made at a time.
		number = c.fetched
		return src.Fetch(context.WithValue(ctx, storedKey{}, c.stored))
	})
	if err != nil {
		if errors.Is(ctx.Err(), context.Canceled) { // This process ends, which says nothing about the source.
			return AssignResult{}, err
		}
		c.syncFailed(err, &c.desired.unread)
		if errors.Is(err, ErrInvalidSource) {
			c.invalidSource()
		}
		return AssignResult{}, fmt.Errorf("the source cannot be read: %w", err)
	}
	out, err := c.apply(number, a)
	if err != nil && !errors.Is(err, errSuperseded) && !errors.Is(err, errChecking) {
		c.syncFailed(err, &c.desired.unstored)
	}
	return out, err
}

// invalidSource records that the source is invalid: the configuration of its last reading is no longer wanted.
func (c *Controller) invalidSource() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.desired.invalid, c.desired.rejected = true, ""
	c.note()
}

// apply assigns what a reading of the source has found, unless a later reading was faster.
func (c *Controller) apply(number int, a Assignment) (AssignResult, error) {
	out, pending, err := c.receive(number, a)
	if pending == nil {
		return out, err
	}
	return c.accept(pending)
}

// receive is apply without the check that a new configuration needs.
func (c *Controller) receive(number int, a Assignment) (out AssignResult, pending *proposal, err error) {
	c.readLayers()
	c.mu.Lock()
	defer c.mu.Unlock()
	if number < c.applied {
		return out, nil, errSuperseded
	}
	c.applied, c.desired.warning = number, store.Clip(a.Warning)
	if actual := a.Payload.Digest(); a.Digest != "" && actual != a.Digest {
		return c.mismatched(a), nil, nil
	} else if actual == "" {
		out, err = c.unassign()
		return out, nil, err
	}
	return c.assign(a.Payload.stored, a.Origin)
}

// mismatched rejects content that is not what the source means.
func (c *Controller) mismatched(a Assignment) AssignResult {
	defer c.note()
	c.desired = desired{known: true, digest: store.Digest(a.Digest), origin: store.Clip(a.Origin),
		warning: c.desired.warning}
	if a.Payload.Digest() == "" {
		return c.reject(c.desired.origin + " is empty: write the configuration into it")
	}
	return c.reject(fmt.Sprintf("%s has the digest %s; assign that digest, or restore the content", c.desired.origin,
		a.Payload.Digest()))
}

// errExited is the result of a call that has ended its goroutine.
var errExited = errors.New("the call ended its goroutine")

// caller makes one call of a kind at a time, and does not wait for it longer than its context says: behind it may be a
// file system that does not answer.
type caller[T any] struct {
	mu      sync.Mutex
	pending *called[T]
}

// called is the result of a call once done is closed.
type called[T any] struct {
	done   chan struct{}
	result T
	err    error
}

func (f *caller[T]) call(ctx context.Context, do func() (T, error)) (T, error) {
	for {
		call, begun := f.begin(do)
		select {
		case <-call.done:
			if begun {
				return call.result, call.err
			}
			// What an earlier call was about may be older than the change that this one is for.
		case <-ctx.Done():
			var none T
			return none, fmt.Errorf("the source does not answer: %w", ctx.Err())
		}
	}
}

// begin begins a call, or returns the running call.
func (f *caller[T]) begin(do func() (T, error)) (call *called[T], begun bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.pending != nil {
		return f.pending, false
	}
	call = &called[T]{done: make(chan struct{}), err: errExited}
	f.pending = call
	go func() {
		defer close(call.done)
		defer f.end()
		call.result, call.err = do()
	}()
	return call, true
}

func (f *caller[T]) end() {
	f.mu.Lock()
	defer f.mu.Unlock()
	f.pending = nil
}

// syncFailed remembers why, as one of the two things that may fail.
func (c *Controller) syncFailed(err error, what *string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	*what = store.Clip(err.Error())
	c.counters.syncErrors++
	c.note()
}

// Run follows the source, reports the status to it, and confirms what is on trial as the policy demands, until the
// context ends. It then returns the attempt, so the context must be the one that SIGTERM ends and nothing else. When a
// new assignment needs it, Run calls Options.Restart and returns. Call it in a goroutine after Start and before the
// component is configured, so that it keeps running whatever happens to the component.
func (c *Controller) Run(ctx context.Context) error {
	if c.opts.Source == nil {
		return errNoSource
	}
	return c.run(ctx, c.opts.Source, c.opts.Policy)
}

func (c *Controller) run(ctx context.Context, src Source, policy Policy) error {
	wait := sleeper{protocol.ClockFrom(ctx, c.opts.system.clock)}
	inner, stop := context.WithCancel(ctx)
	graduated := make(chan struct{})
	go func() {
		defer close(graduated)
		c.graduate(inner, policy, wait)
	}()
	reason := c.follow(inner, src, wait)
	stop()
	<-graduated
	err := c.Release()
	if err != nil {
		err = fmt.Errorf("the attempt could not be returned: %w", err)
	}
	if reason != "" {
		c.opts.Restart(reason)
	}
	return err
}

// graduate ends when the trial has ended, one way or the other; without one, when this process has run as long.
func (c *Controller) graduate(ctx context.Context, policy Policy, wait sleeper) {
	if !c.OnTrial() {
		if wait.sleep(ctx, c.parameters.TrialPeriod) == nil {
			c.mu.Lock()
			defer c.mu.Unlock()
			c.settle()
		}
		return
	}
	err := policy.await(ctx, wait, c.parameters.TrialPeriod, c.checkedHealth)
	var unwell unhealthy
	if errors.As(err, &unwell) && c.Fail(unwell.Error()) == nil {
		c.mu.Lock()
		c.restart = fmt.Sprintf("configuration %s has failed", c.decision.Digest.Short())
		c.mu.Unlock()
		c.tell()
	}
	if err != nil {
		return
	}
	for pause := firstBackoff; ; pause = min(2*pause, lastBackoff) {
		err := c.Confirm()
		if err == nil || errors.Is(err, ErrNoTrial) || errors.Is(err, errReadOnly) || wait.sleep(ctx, pause) != nil {
			return
		}
	}
}

// most is how many syncs may be waiting, for a check or for the source.
const most = 4

// follower reads the source whenever it has changed, also while an earlier reading is being checked.
type follower struct {
	c       *Controller
	src     Source
	changes <-chan struct{}
	results chan synced
	running int
	// waiting is a result that has not been looked at.
	waiting *synced
}

type synced struct {
	result AssignResult
	err    error
}

// follow returns why the process is to be restarted, or an empty reason when the context has ended.
func (c *Controller) follow(ctx context.Context, src Source, wait sleeper) string {
	f := &follower{c: c, src: src, changes: src.Changes(ctx), results: make(chan synced, most)}
	backoff := firstBackoff
	for {
		late := c.housekeeping()
		r := f.sync(ctx)
		if ctx.Err() != nil {
			return ""
		}
		st := c.Status()
		failed := r.err != nil && !slices.ContainsFunc([]error{ErrInvalidSource, errReadOnly, errSuperseded, errChecking},
			func(known error) bool { return errors.Is(r.err, known) })
		if c.report(ctx, src, st) != nil {
			failed = true
		}
		if r.result.Restart || st.Condition.Reason == ReasonRestartPending && (late || c.resumes()) {
			return fmt.Sprintf("configuration %s is assigned", short(st.Assigned))
		}
		if reason := c.mustRestart(); reason != "" {
			return reason
		}
		pause := resync
		if failed {
			pause, backoff = backoff+rand.N(backoff/2), min(2*backoff, lastBackoff)
		} else {
			backoff = firstBackoff
		}
		f.pause(ctx, wait, pause)
	}
}

// sync reads the source, and again if it changes meanwhile. It returns the first result, also one of an earlier
// reading.
func (f *follower) sync(ctx context.Context) synced {
	if r := f.waiting; r != nil {
		f.waiting = nil
		return *r
	}
	f.begin(ctx)
	for {
		select {
		case <-ctx.Done():
			return synced{}
		case r := <-f.results:
			f.running--
			return r
		case _, open := <-f.changes:
			if f.changed(open) {
				f.begin(ctx)
			}
		}
	}
}

// changed reports whether the source tells of a change. One that has closed its channel tells of none, and is still
// read from time to time.
func (f *follower) changed(open bool) bool {
	if !open {
		f.changes = nil
	}
	return open
}

func (f *follower) begin(ctx context.Context) {
	if f.running == most {
		return
	}
	f.running++
	go func() {
		r := synced{err: errExited}
		defer func() { f.results <- r }() // Also if the check ends the goroutine.
		r.result, r.err = f.c.syncWithin(ctx, f.src)
	}()
}

// Glances at the directory between two readings of the source: for the lock that another process holds, and for the
// requests of operators.
const (
	lockGlance    = time.Second
	requestGlance = 5 * time.Second
)

// pause waits until there is something to do.
func (f *follower) pause(ctx context.Context, wait sleeper, d time.Duration) {
	for d > 0 {
		step := min(d, requestGlance)
		if !f.c.owns() {
			step = min(d, lockGlance)
		}
		select {
		case <-ctx.Done():
			return
		case _, open := <-f.changes:
			if f.changed(open) {
				return
			}
		case <-f.c.news:
			return
		case r := <-f.results:
			f.running--
			f.waiting = &r
			return
		case <-wait.clock.After(step):
			if d -= step; f.c.glance() {
				return
			}
		}
	}
}

func (c *Controller) owns() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.journal.readOnly == nil
}

// glance reports whether housekeeping has something to do.
func (c *Controller) glance() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.journal.readOnly != nil {
		return !c.owning.inspects && !c.owning.closed && !c.journal.dir.Held()
	}
	if c.owning.lock.Lost() {
		return true
	}
	requests, _ := c.journal.dir.Requested() //nolint:errcheck // Housekeeping reports it.
	return len(requests) > 0
}

// mustRestart returns why the process is to be restarted, apart from a new assignment.
func (c *Controller) mustRestart() string {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.restart
}

// resumes reports whether a start without its source has put off a trial, and this process has run for so long that a
// source that never answers in time does not make it restart again and again.
func (c *Controller) resumes() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.steady && slices.ContainsFunc(c.decision.PassedOver, func(p passedOver) bool {
		return p.Reason == ReasonSourceUnavailable
	})
}

func (c *Controller) syncWithin(ctx context.Context, src Source) (AssignResult, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return c.syncOnce(ctx, src)
}

// Report tells the source the status. A component calls it between Start and the configuration of the component, with a
// deadline: otherwise nobody learns why a component that always exits at once does so.
func (c *Controller) Report(ctx context.Context) error {
	if c.opts.Source == nil {
		return errNoSource
	}
	return c.report(ctx, c.opts.Source, c.Status())
}

func (c *Controller) report(ctx context.Context, src Source, st Status) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	_, err := c.reports.call(ctx, func() (struct{}, error) { return struct{}{}, src.Report(ctx, st) })
	return err
}

func short(r *Reference) string {
	if r == nil {
		return "local"
	}
	return r.Digest.Short()
}

// housekeeping does what an operator requested, and what a full disk or another process did not allow before. It
// reports whether this process owns the directory only from now on.
func (c *Controller) housekeeping() (late bool) {
	late = c.takeOver()
	c.readLayers()
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.note()
	c.takeRequests()
	if c.journal.readOnly != nil {
		return late
	}
	err := c.journal.usable()
	if err == nil {
		err = c.journal.flush()
	}
	if err != nil {
		c.journal.warn("%v", err)
	}
	return late
}

// takeOver reports whether this process owns the directory only from now on.
func (c *Controller) takeOver() (late bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.removed = c.owning.lose(c.journal) || c.removed
	before := c.journal.state
	if late = c.owning.takeOver(c.journal); late && c.removed {
		c.removed = false
		c.restore(before)
	}
	return late
}

// restore writes what this process uses to a state directory that was removed and is empty now. The source restores the
// rest. Where only the lock was removed, everything is as it was.
func (c *Controller) restore(before protocol.State) {
	j := c.journal
	j.warn("%s was removed while this process used it, and was made again", j.dir.Path(store.LockFile))
	if err := j.restore(c.decision.Payload, before); err != nil {
		j.warn("what is in use could not be written to it: %v", err)
	}
}

func (j *journal) restore(active store.Payload, before protocol.State) error {
	if before.Trial != "" {
		j.state = j.state.Resume()
		if err := j.saveLedger(); err != nil {
			return err
		}
	}
	if active.Digest() == "" || j.state.Assigned != nil || j.state.Good != nil {
		return nil
	}
	if err := j.dir.WriteCheckpoint(active); err != nil || !before.Confirmed(active.Digest()) {
		return err
	}
	good := &store.Good{Digest: active.Digest(), Build: before.Build, Time: j.now()}
	if err := j.dir.Save(store.GoodFile, good); err != nil {
		return err
	}
	j.state.Good = good
	return nil
}

// sleeper waits on the monotonic clock.
type sleeper struct{ clock protocol.Clock }

// sleep waits for d of monotonic time, whatever a timer measures.
func (s sleeper) sleep(ctx context.Context, d time.Duration) error {
	end := s.clock.Elapsed() + d
	for {
		rest := end - s.clock.Elapsed()
		if rest <= 0 {
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.clock.After(rest):
		}
	}
}
