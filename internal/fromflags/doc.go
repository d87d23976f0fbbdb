// Package fromflags makes a configuration group from the flags of a component, for configgen init --from-flags. It
// observes the flags in the running component, proposes a field for each flag, makes the files of the group, and proves
// that files and the command line have the same effect.
//
// # Input and output
//
// [Observe] takes a [Request]: the package of the program, and the way to its flags. By default, the program
// initializes its packages and then runs only the first call in main that parses flags and needs no variable of main.
// With RunMain, the program runs main up to the call that parses the flags. With Function, the program calls a function
// that registers the flags, and main does not run. The result is a [Component] with a [Row] for each flag. [CSV] prints
// the rows as a table:
//
//	flag,field,type,default,note
//	bind-address,bindAddress,string,0.0.0.0,
//	kubeconfig,,string,,"about the process, not its configuration"
//
// Map names an edited table, which replaces the proposal. [Component.Make] returns a [Group]: new files, edited files
// (go.mod, go.sum and, with WriteMain, the file with the call that parses the flags), and the statement that the user
// must add otherwise. [Report] lists the flags that are equal, the flags without a field, and the reasons.
//
// # The way to the rows
//
//  1. source.go reads the packages with internal/adopt/source, and finds the calls of flag, pflag, cobra and
//     component-base that parse flags. It also finds managers of controller-runtime, calls that visit all flags, and
//     libraries for command lines that are not supported.
//  2. program.go compiles the component with an overlay: package observer becomes a package of the module, and takes
//     the place of the flags in each call. It also resolves the name in Function.
//  3. run.go runs a process, which records the flags before and after they are parsed. Each process has its own
//     directory and one of two environments, and ends with the call.
//  4. observe.go runs three processes. A default that differs between the processes varies.
//  5. row.go proposes fields and types. Flags of the process and of logging libraries, among others, get no field.
//     manager.go gives the flags of an operator the fields of componentconfig/manager. table.go applies an edited
//     table.
//  6. try.go sets each flag with a field to several values. A flag stays by hand if a file cannot express its effect:
//     the flag changes other flags, adds to its default, or accepts none of the values.
//
// # The way to the group
//
// write.go turns rows into the data of the templates of package scaffold, with markers and defaults. The generators run
// on the rendered files in a temporary module. gomod.go plans go.mod and go.sum with go mod tidy. A plan is refused if
// it changes the meaning of the module, or if the packages of the module do not compile with it.
//
// prove.go compares two programs, the component with and without the group: without a file, with a file that sets
// nothing, and with each accepted value in a file, alone and below a value on the command line. All flags are compared
// at once, and each flag by itself if the programs differ. The values of all flags, the set of changed flags and the
// remaining arguments must be equal. A file with a value that the command line refuses must be refused at its position.
// A flag that differs loses its field, and Make starts again. Last, writemain.go inserts the call of the loader before
// the call that parses the flags.
//
// # Limits
//
// The package itself writes to Tmp and to the caches of the go command only; package cli writes the group. It does not
// change the registrations of flags: package adopt replaces registrations by markers. Each subcommand needs a group of
// its own, and Command names the subcommand.
package fromflags
