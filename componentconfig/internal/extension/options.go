package extension

// Options are what other packages of this module add to a loader, and what it offers them.
type Options struct {
	// Extension is the one that a loader can have; nil for none.
	Extension   Extension
	Subcommands []Subcommand
	// Inspector is that of the loader, which sets it.
	Inspector Inspector
}

// Access opens a loader to the packages of this module, which alone can name the type.
type Access struct{}

// Host is a loader, or the settings of one.
type Host interface{ Plugs(Access) *Options }

// Of returns the options in a loader.
func Of(host Host) *Options { return host.Plugs(Access{}) }

// Option returns an option O of a loader, which is a function of its settings.
func Option[O ~func(S), S Host](add func(*Options)) O {
	return func(settings S) { add(Of(settings)) }
}
