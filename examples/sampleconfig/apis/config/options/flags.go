// Package options is the command line of the relay. The flags that are not configuration are declared here; the flags
// of the configuration are generated from package config.
package options

import "time"

// RelayFlags are the flags of one process, which cannot be part of the configuration.
// +flags
type RelayFlags struct {
	// PIDFile is the file that the process ID is written to while the relay runs.
	// +flag(deprecated: "use the service manager")=pid-file
	PIDFile string
	// ShutdownTimeout is the time that queries in flight have to finish when the relay stops.
	// +flag
	// +legacyDefault=5s
	// +configgen:allow(rule: flag-only, reason: "it is about the end of one process")
	ShutdownTimeout time.Duration
}
