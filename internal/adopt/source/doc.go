// Package source reads the user's packages with types and with the bodies of functions, which internal/load omits.
// configgen adopt and configgen init --from-flags use the facts about flags that a running registration does not show:
// the place of each call, its conditions, and the expressions of its arguments.
//
// # Input and output
//
// [Load] takes a directory, packages and an overlay, and returns a [Module]. Packages of the modules that the user
// edits are parsed and type-checked; other packages come from the export data of the go command. Mistakes in the source
// are in Package.Mistakes, and packages that cannot be loaded are in Module.Unavailable. Load returns an error if the
// go command cannot list the packages.
//
// [Module.Facts] takes functions and returns [Facts]: the calls that register flags ([Registration]), the calls of
// functions of other modules that get a flag set ([Delegation]), the calls and assignments that change a flag ([Mark]),
// and the functions that were read ([Function]). For
//
//	if runtime.GOOS == "linux" {
//		fs.StringVar(&o.Cgroup, "cgroup", o.Cgroup, "The cgroup to use.")
//	}
//
// it returns a Registration with the Flag cgroup, the Method StringVar, a Value of the kind [Field] with the Path
// Cgroup, and the OS linux.
//
// # The way through a function
//
//   - walker.go reads statements, and records the conditions and systems around them. The condition of an if statement
//     that leaves the function or ends the turn of a loop holds negated for the statements after it. ranges.go reads
//     the body of a loop over a literal once for each element.
//   - calls.go recognizes registrations, marks and delegations. It follows calls of functions that can register flags,
//     with the arguments bound to the parameters. Package flagsource returns the flags of a delegation.
//   - expression.go describes arguments: constants, fields of the object, and calls. help.go decides whether a help
//     text is known before the program runs. set.go describes the flag set.
//   - systems.go and elsewhere.go read the files that this system does not build, as another system builds them.
//     variants.go compares the registrations of one flag for different systems.
//
// # Other questions
//
// [Facts.Ignored] reports that nothing reads the value of a flag. [Facts.MachineFields] finds fields with values that
// depend on the host, user, or time. [Environment] lists the environment variables that the packages read. [EachFile]
// visits the Go files of the edited modules. [Module.Everywhere] finds all registrations of the module, in any
// function, with the variables that they set.
//
// # Limits
//
// Nothing is executed. The text of an expression is known if the expression is a constant, a concatenation, a field of
// a literal, or a parameter or local variable with a known text; otherwise, the fact is empty. Calls are followed to a
// limited depth, and recursion ends. A package of another module is read from source only if the request names it.
// Package adopt combines the facts with an observation of the running registration.
package source
