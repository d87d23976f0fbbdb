package extension

import "time"

// Observer learns what happens to the configuration of a process. Package reloadmetrics implements it.
type Observer interface {
	// Loaded is called when a configuration is in use: the version that its files were merged in, and their digest.
	Loaded(version, digest string) error
	// Reloaded is called after each change of the files. Pending are the fields that take effect after a restart.
	Reloaded(result ReloadResult, pending []Pending, at time.Time)
}

// ReloadResult is the result of a change of the files.
type ReloadResult string

// The results of a change.
const (
	Committed ReloadResult = "committed"
	Recovered ReloadResult = "recovered"
	Invalid   ReloadResult = "invalid"
	Refused   ReloadResult = "refused"
	Restart   ReloadResult = "restart"
	Immutable ReloadResult = "immutable"
)

// Pending is a field that takes effect after a restart or reboot.
type Pending struct{ Path, Class string }
