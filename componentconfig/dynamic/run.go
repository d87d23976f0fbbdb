package dynamic

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Backoff of everything that is retried: it doubles from the first to the last.
const (
	firstBackoff = time.Second
	lastBackoff  = time.Minute
)

// callTime bounds each call of a source by Run. One that hangs, say on a connection that is half open, must not keep the next repair out.
const callTime = 30 * time.Second

// resync is how often a source is read and operators' requests are looked for without being told of a change.
const resync = time.Minute

// Sync reads the source once and assigns what it says, without restarting anything. A component calls it before Start, with a deadline, so that a
// repair takes effect even if the configuration that is active kills every process that loads it. Its error is for the log: the start goes on
// with what is stored.
func (s *Store) Sync(ctx context.Context, src Source) (Outcome, error) {
	a, err := src.Fetch(ctx)
	if err != nil {
		s.syncFailed(err, &s.desired.unread)
		return Outcome{}, fmt.Errorf("the source cannot be read: %w", err)
	}
	var out Outcome
	if a.Payload.Digest() == "" {
		out, err = s.Unassign()
	} else {
		out, err = s.Assign(a.Payload, a.Origin)
	}
	if err != nil {
		s.syncFailed(err, &s.desired.unstored)
	}
	return out, err
}

// syncFailed remembers why, as one of the two things that may fail.
func (s *Store) syncFailed(err error, what *string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	*what = clip(err.Error(), maxReason)
	s.failures.syncErrors++
	s.note()
}

// Run follows the source, reports the status to it, and confirms what is on trial as the policy says, until the context ends; it then releases the
// attempt, so the context must be the one that SIGTERM ends and nothing else. When a new assignment asks for it, Run calls Options.Restart and
// returns. It is called in a goroutine of its own after Start and before the component is configured, so that it keeps running whatever
// becomes of the component.
func (s *Store) Run(ctx context.Context, src Source, policy Policy) error {
	inner, stop := context.WithCancel(ctx)
	graduated := make(chan struct{})
	go func() {
		defer close(graduated)
		s.graduate(inner, policy)
	}()
	reason, err := s.follow(inner, src)
	stop()
	<-graduated
	if rerr := s.Release(); rerr != nil {
		err = errors.Join(err, fmt.Errorf("the attempt could not be given back: %w", rerr))
	}
	if reason != "" {
		s.opts.Restart(reason)
	}
	return err
}

// graduate ends when the trial has ended, one way or the other.
func (s *Store) graduate(ctx context.Context, policy Policy) {
	if !s.OnTrial() || policy.await(ctx, s) != nil {
		return
	}
	for wait := firstBackoff; ; wait = min(2*wait, lastBackoff) {
		err := s.Confirm()
		if err == nil || errors.Is(err, ErrNoTrial) || errors.Is(err, ErrReadOnly) || s.sleep(ctx, wait) != nil {
			return
		}
	}
}

// follow returns why the process is to be restarted, or an empty reason when the context has ended.
func (s *Store) follow(ctx context.Context, src Source) (string, error) {
	changes := src.Changes(ctx)
	backoff := firstBackoff
	for {
		late := s.housekeeping()
		out, err := s.syncWithin(ctx, src)
		if ctx.Err() != nil {
			return "", nil
		}
		st := s.Status()
		failed := err != nil && !errors.Is(err, ErrInvalidSource) && !errors.Is(err, ErrReadOnly)
		if report(ctx, src, st) != nil {
			failed = true
		}
		if out.Restart || late && st.Condition.Reason == ReasonRestartPending {
			return fmt.Sprintf("configuration %s is assigned", st.Assigned.short()), nil
		}
		wait := resync
		if failed {
			wait, backoff = backoff, min(2*backoff, lastBackoff)
		} else {
			backoff = firstBackoff
		}
		select {
		case <-ctx.Done():
			return "", nil
		case <-changes:
		case <-s.news:
		case <-s.opts.Clock.After(wait):
		}
	}
}

func (s *Store) syncWithin(ctx context.Context, src Source) (Outcome, error) {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return s.Sync(ctx, src)
}

func report(ctx context.Context, src Source, st Status) error {
	ctx, cancel := context.WithTimeout(ctx, callTime)
	defer cancel()
	return src.Report(ctx, st)
}

func (r *Reference) short() string {
	if r == nil {
		return "local"
	}
	return r.Digest.Short()
}

// housekeeping does what an operator asked for, and what a full disk or another process did not allow before. It says whether this process owns the folder
// only from now on.
func (s *Store) housekeeping() (late bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.note()
	late = s.takeOver()
	s.takeRequests()
	if err := s.flush(); err != nil {
		s.warn("%v", err)
	}
	return late
}
