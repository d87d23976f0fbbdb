// Package options is the relay's command line: the flags that are not configuration, declared here, and those of the
// configuration, generated from package config.
package options

import "time"

// RelayFlags are the flags that say where configuration comes from and what to do with it, and so cannot be part of it.
// +flags
// +flagDefaults(section: "files")
type RelayFlags struct {
	// ConfigFile is the file with the configuration that all relays of a site share. Empty: defaults and flags alone.
	// +flag(shorthand: "c")=config
	ConfigFile string
	// InstanceConfigFile is the file with what is different for this relay. Empty: defaults and flags alone.
	// +flag=instance-config
	InstanceConfigFile string
	// PrintConfig prints the resulting configuration, yaml or json, in its newest version, and exits.
	// +flag(noOptDefVal: "yaml")=print-config
	PrintConfig string
	// PIDFile takes the process number while the relay runs.
	// +flag(deprecated: "use the service manager's own means")=pid-file
	PIDFile string
	// ShutdownTimeout is how long queries in flight may take to finish when the relay is stopped.
	// +flag(section: "process")
	// +legacyDefault=5s
	ShutdownTimeout time.Duration
}
