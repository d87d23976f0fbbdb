package componentconfig

import (
	"time"

	"github.com/configgen/configgen/componentconfig/internal/filewatch"
)

// ForOS reads +os markers for an operating system, as GOOS has it, instead of for that of the process.
func ForOS(goos string) Option { return func(s *settings) { s.goos = goos } }

// WithTiming replaces the timing of a watch, and the first pause after Prepare has refused a configuration.
func WithTiming(timing filewatch.Timing, retry time.Duration) Option {
	return func(s *settings) { s.timing, s.retry = timing, retry }
}
