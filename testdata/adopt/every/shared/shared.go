// Package shared has options that several programs embed.
package shared

import (
	"time"

	"github.com/spf13/pflag"
)

// ProcessOptions are about the process.
type ProcessOptions struct {
	// PIDFile is the file that the process ID is written to.
	PIDFile string
	// Grace is the time that the process has to end.
	Grace time.Duration
}

// AddFlags registers the flags.
func (o *ProcessOptions) AddFlags(fs *pflag.FlagSet) {
	fs.StringVar(&o.PIDFile, "pid-file", o.PIDFile, "File that the process ID is written to.")
	fs.DurationVar(&o.Grace, "grace-period", o.Grace, "Time that the process has to end.")
}

// DebugOptions are about finding mistakes.
type DebugOptions struct {
	// Profiling serves profiles.
	Profiling bool
	// Address serves profiles and metrics.
	Address string
}

// AddDebugFlags registers the flags with a prefix.
func AddDebugFlags(o *DebugOptions, fs *pflag.FlagSet, prefix string) {
	fs.BoolVar(&o.Profiling, prefix+"profiling", true, "Serve profiles.")
	fs.StringVar(&o.Address, prefix+"address", "localhost:6060", "Host and port for profiles and metrics.")
}
