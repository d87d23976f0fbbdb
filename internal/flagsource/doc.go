// Package flagsource reads from the source of a function the flags that it registers. The function is in a library,
// such as logs.AddFlags of k8s.io/component-base, which is neither built nor run.
//
// # Input and output
//
// [Flags] takes the directory of a package, the type of the receiver for a method, and the name of the function. It
// returns the flags in the order of their names, and reports whether these are all. [Receiver] returns the type name
// for a method that is known to go/types. For
//
//	func AddFlags(c *Configuration, fs *pflag.FlagSet) {
//		fs.Int32Var(&c.Port, "port", 8080, "The port to listen on.")
//	}
//
// the flag has the Name port, the Field Port, the Default 8080 and the Usage of the call, and the list is complete.
// Field and Default are empty unless both are known: the flag must be bound to a field of a parameter and have a
// literal as its default.
//
// # The way of the data
//
//  1. flagsource.go parses the package without its tests, and collects its functions and constants. It reads the files
//     that a build for linux/amd64 includes, on every machine, so that generated files are the same everywhere.
//  2. reader.go reads the calls in the function that use one of its flag sets. A method such as BoolVarP registers a
//     flag. The positions of the name, the shorthand and the help follow from the name of the method.
//  3. A call with the flag set as an argument leads to a function of the package, which is read in the same way. A call
//     of VisitAll on another flag set of the package adds all flags that the package registers on it.
//
// # Incomplete lists
//
// The list is not complete if the name of a flag is computed, if the package has no function, or several methods, with
// the name of a called function, or if all flags of another flag set are added by AddFlagSet. Callers then use the
// names as a hint only.
//
// # Users
//
// Package model records the flags of a +flagsFrom in the descriptor if the list is complete. Package adopt/source
// attributes flags to the call of a library. Both know types; this package reads syntax, and does not follow imports.
package flagsource
