package componentconfig

import (
	"context"
	"time"

	"github.com/configgen/configgen/componentconfig/internal/filewatch"
)

// ForOS reads +os markers for a value of GOOS instead of the operating system of the process.
func ForOS(goos string) Option { return func(s *settings) { s.goos = goos } }

// WithTiming replaces the timing of a watch, and the first pause after Prepare has refused a configuration.
func WithTiming(timing filewatch.Timing, retry time.Duration) Option {
	return func(s *settings) { s.timing, s.retry = timing, retry }
}

// Watched reports whether Watch has begun.
func Watched[T any](l *Loader[T]) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.reloads != nil
}

// Reloads returns a function that loads the files again as a watch does after an event. It returns what is reported,
// nil for nothing; commit gets what is in use from then on.
func Reloads[T any](l *Loader[T], args []string, current *Loaded[T], commit func(*Loaded[T])) func() *ReloadResult {
	var last *ReloadResult
	a := Activation[T]{
		Prepare: func(_ context.Context, next *Loaded[T]) (func(), error) { return func() { commit(next) }, nil },
		Report:  func(result ReloadResult) { last = &result },
	}
	r := newReloader(l, args, current, a)
	return func() *ReloadResult {
		last = nil
		r.reload(context.Background())
		return last
	}
}
