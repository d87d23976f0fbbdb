package extension

// Options are what other packages of this module add to a loader, and what it offers them. The loader embeds them in
// the type that its options set, which has no name for others.
type Options struct {
	// Extension is the one that a loader can have; nil for none.
	Extension   Extension
	Subcommands []Subcommand
	// Inspector is that of the loader, which sets it.
	Inspector Inspector
}

// Plugs returns the options of what embeds them.
func (o *Options) Plugs() *Options { return o }

// Option returns an option O of a loader, which is a function of S.
func Option[O ~func(S), S interface{ Plugs() *Options }](add func(*Options)) O {
	return func(settings S) { add(settings.Plugs()) }
}

// Part is embedded in a configuration that was loaded.
type Part struct {
	// Session is the part of the extension in this process; nil if the flags do not enable it.
	Session Session
}
