// Package commandline gives a component that has flags, and no type for its configuration, a versioned configuration
// file. The component keeps its flags, its variables, and the call that parses its command line. One line before that
// call lets files set the flags:
//
//	flag.StringVar(&address, "address", ":8080", "The address to listen on.")
//	options.CommandLine(flag.CommandLine, os.Args[1:])
//	flag.Parse()
//
// configgen init --from-flags writes the configuration group, with a field for each flag, and the function CommandLine,
// which calls [Load]. A flag that a file sets, and that the command line does not have, gets the value of the file as
// if the command line began with --name=value: the component determines defaults, Changed, flag.Visit, and the rules
// for required and exclusive flags. It also determines the syntax of the command line, its help, its errors and its
// exit status. The flags of the loader, such as --config, are registered beside the flags of the component. The command
// config refuses values that the flags of the component refuse: it sets the flags, and the process ends afterwards.
//
// A flag is moved into code when the component no longer registers it, and reads the field of the loaded configuration
// instead: Load then registers it.
//
// Files are read once, at the start. A component that loads its configuration without these flags, with
// componentconfig alone, does not link this package.
package commandline
