// Package commandline gives a component that has flags, and no type for its configuration, a versioned configuration
// file. The component keeps its flags, its variables, and the call that parses its command line. One line before that
// call lets files set the flags:
//
//	flag.StringVar(&address, "address", ":8080", "The address to listen on.")
//	options.CommandLine(flag.CommandLine, os.Args[1:])
//	flag.Parse()
//
// configgen init --from-flags writes the configuration group, with a field for each flag, and the function CommandLine,
// which calls [Load].
//
// # What the component decides
//
// A flag that a file sets, and that the command line does not have, gets the value of the file as if the command line
// began with --name=value: the component determines defaults, Changed, flag.Visit, and the rules for required and
// exclusive flags. It also determines the syntax of the command line, its help, its errors and its exit status. The
// flags of the loader, such as --config, are registered beside the flags of the component.
//
// # The way of a command line
//
//  1. Load makes a loader of package componentconfig for the root. It registers the flags of the loader with the
//     component, and the flags of the component that are not fields with the loader, both without effect there
//     (commandline.go). Any other flag that both have is an error.
//  2. The loader asks for the command line in its own form. The flags are parsed with a copy of the component's flag
//     set, which follows the rules of package flag (flagset.go), pflag, or cobra with its subcommands (pflagset.go).
//  3. The loader loads and validates the files and the command line. If the command line only shows the configuration,
//     the process ends.
//  4. If that fails, and the component refuses its command line as well, Load returns the defaults and leaves the error
//     to the component. Otherwise Load prints the mistakes with their positions and exits.
//  5. Each flag that files set is set by the component's own value. A value that it refuses is a mistake of the file.
//  6. The component parses its command line, in which flags override the files.
//
// If the first argument is a command of the loader, such as config, and the component has no such command, that command
// runs instead of these steps, and the process ends. The command config refuses values that the flags of the component
// refuse: it sets the flags.
//
// # Moving to a type
//
// A flag is moved into code when the component no longer registers it, and reads the field of the loaded configuration
// instead: Load then registers it.
//
// # Limits
//
// Files are read once, at the start. A value that a flag cannot take, such as an empty list for a flag with a default
// that cannot be cleared, is a mistake. A component that loads its configuration without these flags, with
// componentconfig alone, does not link this package.
package commandline
