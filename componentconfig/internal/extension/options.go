package extension

import "github.com/configgen/configgen/componentconfig/internal/layers"

// Options are the additions of other packages of this module to a loader, and the functions that it offers them.
type Options struct {
	// Extension is the one that a loader can have; nil for none.
	Extension   Extension
	Subcommands []Subcommand
	// Inspector is the inspector of the loader, which sets it.
	Inspector Inspector
	// Parse reads the command line of a component that parses it itself; nil for one of the loader.
	Parse func(args []string) (CommandLine, error)
	// Check returns what such a component would refuse of the values that files and the command line have for its flags,
	// and its warnings. The component does not run afterwards.
	Check func([]FlagValue) (problems, warnings layers.Problems)
}

// CommandLine is a command line in the form that the loader parses.
type CommandLine struct {
	// Command are the words of the subcommand, after the flags of commands around it. Rest are the other arguments.
	Command, Rest []string
	// Flags are --name=value.
	Flags []string
	// Unknown are the flags that the component does not have, or not yet: each as one argument, or two with the value.
	Unknown [][]string
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
