// Package options holds the command line.
package options

// KindsFlags are flags that are not configuration.
// +flags
type KindsFlags struct {
	// RootDirectory is a path.
	// +flag
	// +legacyDefault=/var/lib/kinds
	RootDirectory string
	// Retries is a pointer.
	// +legacyDefault=3
	Retries *int
	// RunAsService exists on one system.
	// +os=windows
	// +legacyDefault=true
	RunAsService bool
	// Extra has no default.
	Extra ExtraFlags
}

// ExtraFlags stand inside.
type ExtraFlags struct {
	// Name is a text.
	Name string
}

// PlainFlags have no defaults.
// +flags
type PlainFlags struct {
	// Name is a text.
	Name string
}
