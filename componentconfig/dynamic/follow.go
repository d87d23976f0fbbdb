package dynamic

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// Backoff of everything that is retried: it doubles from the first to the last.
const (
	firstBackoff = time.Second
	lastBackoff  = time.Minute
)

// callTime limits each call of a source by Run. A call that hangs, for example on a connection that is half open, must
// not delay the next repair.
const callTime = 30 * time.Second

// resync is how often Run reads the source and operators' requests without being told of a change.
const resync = time.Minute

// Sync reads the source once and assigns what it wants, without a restart. A component calls it before Start, with a
// deadline, so that a repair takes effect even if the active configuration kills every process that loads it. Its error
// is for the log: the start goes on with what is stored.
func (c *Controller) Sync(ctx context.Context) (AssignResult, error) {
	if c.opts.Source == nil {
		return AssignResult{}, errNoSource
	}
	return syncOnce(ctx, c, c.opts.Source)
}

var errNoSource = errors.New("dynamic: Options.Source is required")

func syncOnce(ctx context.Context, c *Controller, src Source) (AssignResult, error) {
	a, err := src.Fetch(ctx)
	if err != nil {
		syncFailed(c, err, &c.desired.unread)
		return AssignResult{}, fmt.Errorf("the source cannot be read: %w", err)
	}
	var out AssignResult
	if a.Payload.Digest() == "" {
		out, err = c.Unassign()
	} else {
		out, err = c.Assign(a.Payload, a.Origin)
	}
	if err != nil {
		syncFailed(c, err, &c.desired.unstored)
	}
	return out, err
}

// syncFailed remembers why, as one of the two things that may fail.
func syncFailed(c *Controller, err error, what *string) {
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
	return run(ctx, c, c.opts.Source, c.opts.Policy)
}

func run(ctx context.Context, c *Controller, src Source, policy Policy) error {
	wait := sleeper{protocol.ClockFrom(ctx, c.opts.system.clock)}
	inner, stop := context.WithCancel(ctx)
	graduated := make(chan struct{})
	go func() {
		defer close(graduated)
		graduate(inner, c, policy, wait)
	}()
	reason, err := follow(inner, c, src, wait)
	stop()
	<-graduated
	if rerr := c.Release(); rerr != nil {
		err = errors.Join(err, fmt.Errorf("the attempt could not be returned: %w", rerr))
	}
	if reason != "" {
		c.opts.Restart(reason)
	}
	return err
}

// graduate ends when the trial has ended, one way or the other.
func graduate(ctx context.Context, c *Controller, policy Policy, wait sleeper) {
	unwell := func(err error) {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.journal.state.Unwell = err != nil
	}
	if !c.OnTrial() || policy.await(ctx, wait, c.opts.TrialParameters.TrialPeriod, unwell) != nil {
		return
	}
	for pause := firstBackoff; ; pause = min(2*pause, lastBackoff) {
		err := c.Confirm()
		if err == nil || errors.Is(err, ErrNoTrial) || errors.Is(err, errReadOnly) || wait.sleep(ctx, pause) != nil {
			return
		}
	}
}

// follow returns why the process is to be restarted, or an empty reason when the context has ended.
func follow(ctx context.Context, c *Controller, src Source, wait sleeper) (string, error) {
	changes := src.Changes(ctx)
	backoff := firstBackoff
	for {
		late := housekeeping(c)
		out, err := syncWithin(ctx, c, src)
		if ctx.Err() != nil {
			return "", nil
		}
		st := c.Status()
		failed := err != nil && !errors.Is(err, ErrInvalidSource) && !errors.Is(err, errReadOnly)
		if report(ctx, src, st) != nil {
			failed = true
		}
		if out.Restart || late && st.Condition.Reason == ReasonRestartPending {
			return fmt.Sprintf("configuration %s is assigned", short(st.Assigned)), nil
		}
		pause := resync
		if failed {
			pause, backoff = backoff, min(2*backoff, lastBackoff)
		} else {
			backoff = firstBackoff
		}
		select {
		case <-ctx.Done():
			return "", nil
		case <-changes:
		case <-c.news:
		case <-wait.clock.After(pause):
		}
	}
}

func syncWithin(ctx context.Context, c *Controller, src Source) (AssignResult, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return syncOnce(ctx, c, src)
}

func report(ctx context.Context, src Source, st Status) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return src.Report(ctx, st)
}

func short(r *Reference) string {
	if r == nil {
		return "local"
	}
	return r.Digest.Short()
}

// housekeeping does what an operator requested, and what a full disk or another process did not allow before. It
// reports whether this process owns the directory only from now on.
func housekeeping(c *Controller) (late bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.note()
	late = c.owning.takeOver(c.journal)
	c.takeRequests()
	if err := c.journal.flush(); err != nil {
		c.journal.warn("%v", err)
	}
	return late
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
