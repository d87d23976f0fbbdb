package dynamic

import "time"

// Clock tells the time. The two readings are kept apart on purpose: wall time is written into records for people to read and decides nothing;
// whether a configuration graduates is decided by Elapsed alone, which no step of the wall clock moves.
type Clock interface {
	// Now is the wall clock.
	Now() time.Time
	// Elapsed is the monotonic time since some fixed moment in the life of this process.
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
