package dynamic

import (
	"context"
	"fmt"
	"time"
)

// Policy determines what confirms a configuration on trial. No policy looks at the wall clock or at a file time. The
// zero value is AfterUptime.
type Policy struct {
	application bool
	checks      int
	every       time.Duration
	check       func(context.Context) error
}

// ByApplication leaves it to the application to call Controller.Confirm.
func ByApplication() Policy { return Policy{application: true} }

// AfterUptime confirms when this process has run for the trial period on the monotonic clock. The uptimes of several
// processes are not added.
func AfterUptime() Policy { return Policy{} }

// AfterChecks confirms after n successful health checks in a row, at least one, the first of them one interval after
// the start. The default interval is ten seconds. A configuration that has not passed them by the end of the trial
// period, with a last check that failed, is a failure, and the process is restarted without it. The attempt of a
// process with a failed last check counts also if the process is asked to end. A check that does not return within its
// interval has failed.
func AfterChecks(n int, every time.Duration, check func(context.Context) error) Policy {
	if every <= 0 {
		every = 10 * time.Second
	}
	return Policy{checks: max(n, 1), every: every, check: check}
}

// unhealthy is why a configuration has not passed its health checks by the end of its trial period.
type unhealthy struct{ last error }

func (u unhealthy) Error() string {
	return fmt.Sprintf("health checks: the last one of the trial period failed: %v", u.last)
}

// await returns nil when the trial has been passed, and an unhealthy if it has not. result is told of each health
// check.
func (p Policy) await(ctx context.Context, s sleeper, trialPeriod time.Duration, result func(error)) error {
	if p.application {
		<-ctx.Done()
		return ctx.Err()
	}
	if p.check == nil {
		return s.sleep(ctx, trialPeriod)
	}
	end := s.clock.Elapsed() + trialPeriod
	for passed := 0; passed < p.checks; {
		if err := s.sleep(ctx, p.every); err != nil {
			return err
		}
		err := p.within(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if passed++; err != nil {
			passed = 0
		}
		result(err)
		if err != nil && s.clock.Elapsed() >= end {
			return unhealthy{err}
		}
	}
	return nil
}

// within makes one health check, and does not wait for it longer than its interval.
func (p Policy) within(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(ctx, p.every)
	defer cancel()
	done := make(chan error, 1)
	go func() { done <- p.check(ctx) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return fmt.Errorf("no answer within %v", p.every)
	}
}
