package dynamic

import (
	"context"
	"sync"
	"time"
)

// fakeClock does not advance by itself; a wait ends at once.
type fakeClock struct {
	mu   sync.Mutex
	wall time.Time
	mono time.Duration
}

func (c *fakeClock) Now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.wall
}

func (c *fakeClock) Elapsed() time.Duration {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.mono
}

func (c *fakeClock) After(d time.Duration) <-chan time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.mono += d
	done := make(chan time.Time, 1)
	done <- c.wall
	return done
}

// fakeSource returns the values of its fields.
type fakeSource struct {
	payload Payload
	digest  Digest
	origin  string
	err     error
	changes chan struct{}
	report  func(Status) error
}

func (f *fakeSource) Fetch(context.Context) (Assignment, error) {
	return Assignment{Payload: f.payload, Digest: f.digest, Origin: f.origin}, f.err
}

func (f *fakeSource) Changes(context.Context) <-chan struct{} { return f.changes }

func (f *fakeSource) Report(_ context.Context, s Status) error {
	if f.report == nil {
		return nil
	}
	return f.report(s)
}
