// Package extension is the contract between the loader of package componentconfig and the options that other packages
// below componentconfig implement. A component without such an option does not link its package.
//
// # Who implements what
//
// One side implements each interface, and the other side calls it:
//
//	Extension, Load, Session   package dynamic implements them, and the loader calls them
//	Subcommand                 package configcommand implements it, and the loader calls it
//	Inspector                  the loader implements it for packages configcommand and configtest
//	Running                    the loader implements it for package componentconfig/running
//
// Package commandline sets the functions Parse and Check of [Options]: a component that parses its command line itself
// is loaded through them.
//
// # Access
//
// A loader and its settings are a [Host]: they hold [Options]. [Of] returns the Options, and [Option] makes an option
// of a loader from a function that changes them. Host.Plugs takes an [Access], which only packages below
// componentconfig can name, so that no other package can call it (options.go):
//
//	func WithCommand() componentconfig.Option {
//		return extension.Option[componentconfig.Option](func(o *extension.Options) {
//			o.Subcommands = append(o.Subcommands, subcommand{})
//		})
//	}
//
// # The way of a load with an extension
//
//  1. [Extension].Register adds the flags of the extension to the flags of the load and returns a [Load]
//     (extension.go).
//  2. The loader loads and validates the local configuration, and passes it to Load.Start as a [Local].
//  3. Start chooses: the local configuration, or other files in place of the main file, which Local.LoadWith loads. It
//     returns a [Session], or nil if the flags do not ask for the extension.
//  4. The loader uses Session.Loaded and adds Session.Warnings to its own warnings. Session.Run runs the component, and
//     the extension at the same time.
//
// # The way of a question
//
// An [Inspector] answers questions about a component that does not run: its roots, flags, fields and defaults, and the
// configuration of a command line. [Inspection] says how the start is imitated, and [Inspected], [Shown] and [Leaf]
// hold the answer, in which secrets are masked (inspect.go). [Running] answers for the process itself (running.go).
// [FlagValue] is the value that files or the command line give to a flag (flagvalue.go).
//
// The package neither loads, chooses nor prints a configuration: the packages on both sides do.
package extension
