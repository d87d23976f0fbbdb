// Package options holds the command line.
package options

// RelayFlags are flags that are not configuration.
// +flags
type RelayFlags struct {
	// Config is the configuration file.
	// +flag(shorthand: "c")
	Config string
	// Hosts are names.
	// +flag
	Hosts []string
}
