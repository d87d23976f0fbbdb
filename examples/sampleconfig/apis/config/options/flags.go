// Package options is the relay's command line: the flags that are not configuration, declared here, and those of the
// configuration, generated from package config.
package options

import "time"

// RelayFlags are the flags that belong to one process, and so cannot be part of the configuration.
// +flags
type RelayFlags struct {
	// PIDFile takes the process number while the relay runs.
	// +flag(deprecated: "use the service manager's own means")=pid-file
	PIDFile string
	// ShutdownTimeout is how long queries in flight may take to finish when the relay is stopped.
	// +flag
	// +legacyDefault=5s
	ShutdownTimeout time.Duration
}
