package dynamic

import (
	"context"
	"time"
)

// Policy says what confirms a configuration on trial. No policy looks at the wall clock or at a file's time.
type Policy struct {
	uptime bool
	checks int
	every  time.Duration
	check  func(context.Context) error
}

// ByApplication leaves it to the application to call Confirm.
func ByApplication() Policy { return Policy{} }

// AfterUptime confirms when this process has run for the trial period on the monotonic clock. Uptimes of several processes do not add up.
func AfterUptime() Policy { return Policy{uptime: true} }

// AfterChecks confirms after n successful health checks in a row, at least one, the first of them one interval after the start. An interval that is not above
// zero stands for ten seconds. A process whose last check failed does not get its attempt back when it is asked to end.
func AfterChecks(n int, every time.Duration, check func(context.Context) error) Policy {
	if every <= 0 {
		every = 10 * time.Second
	}
	return Policy{checks: max(n, 1), every: every, check: check}
}

// await returns nil when the trial has been passed.
func (p Policy) await(ctx context.Context, s *Store) error {
	if p.uptime {
		return s.sleep(ctx, s.opts.Parameters.TrialPeriod)
	}
	if p.check == nil {
		<-ctx.Done()
		return ctx.Err()
	}
	for passed := 0; passed < p.checks; {
		if err := s.sleep(ctx, p.every); err != nil {
			return err
		}
		err := p.check(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if passed++; err != nil {
			passed = 0
		}
		s.setUnwell(err)
	}
	return nil
}

// sleep waits for d of monotonic time, whatever the timer thinks.
func (s *Store) sleep(ctx context.Context, d time.Duration) error {
	end := s.opts.Clock.Elapsed() + d
	for {
		rest := end - s.opts.Clock.Elapsed()
		if rest <= 0 {
			return ctx.Err()
		}
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-s.opts.Clock.After(rest):
		}
	}
}

func (s *Store) setUnwell(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.unwell = err != nil
}
