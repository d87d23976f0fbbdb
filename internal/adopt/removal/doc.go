// Package removal deletes registrations of flags that are written by hand, once generated code has replaced them.
//
// # Input and output
//
// [Remove] takes a [Request]: the source of the module with markers and generated files, the facts about the
// registration from package source, and the generated functions with their flags. It returns a [Result]: the new
// contents of files, the removed flags, the reasons why other registrations stay, and places to check. It writes
// nothing. The method
//
//	func (o *Options) AddFlags(fs *pflag.FlagSet) {
//		fs.Int32Var(&o.Config.Port, "port", o.Config.Port, "The port to listen on.")
//		fs.BoolVar(&o.Once, "once", o.Once, "Exit after the first run.")
//	}
//
// becomes, if a generated function has --port and --once stays:
//
//	func (o *Options) AddFlags(fs *pflag.FlagSet) {
//		options.AddRelayConfigurationFlags(fs, &o.Config)
//		fs.BoolVar(&o.Once, "once", o.Once, "Exit after the first run.")
//	}
//
// # Deleted statements
//
// Remove deletes plain statements only: one call of a flag set that registers a flag or changes one, one call of a
// function of another module that registers flags, and blocks, loops and if statements with nothing else in them. All
// other code stays, and the result has the position of the statement with advice.
//
// A generated function replaces all of its flags or none, because a flag that is registered twice stops the program. If
// some flags stay, Result.Stay has the reasons and the result has no edits: the caller generates the function without
// these flags and calls Remove again.
//
// # The way of the data
//
//  1. entries.go lists the calls in code written by hand that register or change a flag.
//  2. deletion.go finds the plain statements of the wanted flags. A flag stays if its statement does more, if the
//     source does not show its statement, or if a change of the flag has a condition.
//  3. callers.go keeps the flags of a function that other code calls, such as a test.
//  4. place.go puts the call of the generated function before the first statement that leads to one of its flags, on
//     the same flag set. A flag of another flag set stays. Remove repeats steps 1 to 4 without the flags that stay.
//  5. edits.go makes the new contents, with the imports. locals.go deletes local variables that only deleted statements
//     used; a value with side effects stays, without a name. Imports that only deleted statements used are deleted,
//     too.
//
// # Limits
//
// Remove does not prove anything: package adopt passes proven flags, and observes the result once more. Functions of
// other modules are not changed. A function that is empty afterwards is a note in the result, and is not deleted.
package removal
