package extension

import "time"

// Observer learns what happens to the configuration of a process. Package reloadmetrics implements it.
type Observer interface {
	// Loaded is called when a configuration is in use.
	Loaded(InUse) error
	// Reloaded is called after each change of the files. Pending are the fields that take effect after a restart.
	Reloaded(result ReloadResult, pending []Pending, at time.Time)
}

// InUse is what is known of the configuration in use: the version that its files were merged in, and their digest.
type InUse struct {
	Version, Digest string
	// Deprecated is what is set and will be removed.
	Deprecated []Deprecated
}

// Deprecated is a field or flag that is set and will be removed, in a release if that is known.
type Deprecated struct {
	// Path is the JSON path of the field, with [] for items. Flag is the flag that sets it, or a flag without a field.
	Path, Flag, Removal string
}

// String returns the path, or the flag.
func (d Deprecated) String() string {
	text := d.Path
	if d.Flag != "" {
		text = "--" + d.Flag
	}
	if d.Removal != "" {
		text += " (until " + d.Removal + ")"
	}
	return text
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
