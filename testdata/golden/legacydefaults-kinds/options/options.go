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

// ProcessFlags have fields that are not exported. The generated code is in their package.
// +flags
type ProcessFlags struct {
	// verbose says more.
	// +flag
	// +legacyDefault=true
	verbose bool
	// limits are limits of clients.
	limits clientLimits
	// cache has nothing to do with flags.
	cache map[string]any
}

type clientLimits struct {
	// burst is how many queries are allowed at once.
	// +flag=client-burst
	burst int
	Rate  float64
}

// HostFlags lead to types that other systems declare in another way.
// +flags
type HostFlags struct {
	// Quiet says less.
	// +flag
	Quiet bool
	// host is what the system alone knows.
	host   host
	others map[string]*hosts
	// tool does not exist on every system, and nothing is generated for it.
	// +configgen:skip
	tool *tool
	// Extra is the same on all systems.
	Extra ExtraFlags
}

type tool struct{ Path string }
