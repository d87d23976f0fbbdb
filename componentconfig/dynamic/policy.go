package dynamic

import (
	"context"
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
// the start. The default interval is ten seconds. The attempt of a process with a failed last check is not returned
// when the process is asked to end.
func AfterChecks(n int, every time.Duration, check func(context.Context) error) Policy {
	if every <= 0 {
		every = 10 * time.Second
	}
	return Policy{checks: max(n, 1), every: every, check: check}
}

// await returns nil when the trial has been passed. unwell is told the result of each health check.
func (p Policy) await(ctx context.Context, s sleeper, trialPeriod time.Duration, unwell func(error)) error {
	if p.application {
		<-ctx.Done()
		return ctx.Err()
	}
	if p.check == nil {
		return s.sleep(ctx, trialPeriod)
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
		unwell(err)
	}
	return nil
}
