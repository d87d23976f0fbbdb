// Package options is the relay's command line.
package options

// RelayFlags are flags that are not configuration.
// +flags
type RelayFlags struct {
	// PidFile is where the process writes its number.
	// +flag=pid-file
	PidFile string
}
