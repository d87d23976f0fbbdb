// Package probe observes the registration of flags of a component: it compiles a program in the component's module that
// runs the registration, and reads the journal of the program. No file is written to the module: the files of the
// program are an overlay of the go command.
//
// # Input and output
//
// [Observe] takes a [Program]: the constructor of the options, the functions or methods that register flags, and an
// overlay, such as generated code that is not written. It returns a [Result] with the observation, or with findings if
// a function cannot be called, does not compile, or fails. The result also has the source of the packages and its
// facts. Observe returns an error if the go command cannot work.
//
// # The way of the data
//
//  1. probe.go loads the packages of all functions with package source. It omits files of the overlay that differ from
//     the disk in comments only, so that the go command compiles fewer packages.
//  2. emitter.go writes the statements that call the functions, with the object or one of its fields, a flag set, or a
//     zero value for each parameter. plan.go finds the functions, and records a finding about a function that no
//     program can call. The doc comment of package observer has an example of the statements.
//  3. files.go chooses a directory from which all packages can be imported: an internal package is visible only below
//     its parent. It puts the main function into the directory, and copies of packages observe and observer below it.
//  4. run.go compiles the program and runs it with its input: the command lines to try, which come from the observation
//     in Program.Like, and the environment variables that the component reads. The last line of the journal has the
//     observation or a failure. A failure becomes a finding; a panic is reported at the innermost line of the user's
//     code.
//
// # Programs that end
//
// Setting a flag can end the process, as a version flag does, or never return. The journal names the flag that is being
// set. run.go starts the program again without setting the flag, and the observation records that the flag ended the
// program. run.go ends a program that writes no line to its journal for a minute.
//
// # Limits
//
// The program runs on this system, with the environment of configgen, in a temporary directory. Package observer
// chooses the values that flags are set to if Program.Like is nil. This package does not judge the observation: it only
// adds the observed flags to the delegations in the facts, and replaces relative names of source files by names on
// disk. Package proof compares two observations.
package probe
