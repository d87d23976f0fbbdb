package protocol

import (
	"context"
	"time"
)

// Clock tells the time. The two readings are separate on purpose: wall time is written into records for people to read
// and decides nothing. Whether a configuration is confirmed is decided by Elapsed alone, which no step of the wall
// clock changes.
type Clock interface {
	// Now is the wall clock.
	Now() time.Time
	// Elapsed is the monotonic time since a fixed moment in the life of this process.
	Elapsed() time.Duration
	// After sends once when d has passed on the monotonic clock.
	After(d time.Duration) <-chan time.Time
}

// SystemClock returns the clock of the operating system.
func SystemClock() Clock { return systemClock{started: time.Now()} }

type systemClock struct{ started time.Time }

func (systemClock) Now() time.Time                         { return time.Now() }
func (c systemClock) Elapsed() time.Duration               { return time.Since(c.started) }
func (systemClock) After(d time.Duration) <-chan time.Time { return time.After(d) }

type clockKey struct{}

// WithClock returns a context with another clock, for tests that follow a source.
func WithClock(ctx context.Context, c Clock) context.Context {
	return context.WithValue(ctx, clockKey{}, c)
}

// ClockFrom returns the clock of the context, or c if it has none.
func ClockFrom(ctx context.Context, c Clock) Clock {
	if other, ok := ctx.Value(clockKey{}).(Clock); ok {
		return other
	}
	return c
}
