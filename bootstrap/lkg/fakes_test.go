package lkg

import "time"

// fakeClock stands still until it is told otherwise; whoever waits is served at once.
type fakeClock struct {
	wall time.Time
	mono time.Duration
}

func (c *fakeClock) Now() time.Time         { return c.wall }
func (c *fakeClock) Elapsed() time.Duration { return c.mono }

func (c *fakeClock) After(d time.Duration) <-chan time.Time {
	c.mono += d
	done := make(chan time.Time, 1)
	done <- c.wall
	return done
}
