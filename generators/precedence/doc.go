// Package precedence generates the function that applies the command line again, after configuration files.
//
// A component parses its command line once to learn which files to read. Flags override files, so that the command line
// is applied a second time, to the object that was read from the files. For a root Relay in package relay, the function
// in the flags package (zz_generated.precedence.go) is
//
//	ReparseRelayFlags(c *relay.Relay, args []string, others ...func(*pflag.FlagSet)) error
//
// It registers AddRelayFlags for c in a flag set of its own and parses args, the arguments of the first parse without
// the name of the program. It changes only the fields of c that args set: the first occurrence of a flag replaces a
// list or map, later ones add to it, a map with +precedence=merge keeps the keys that args do not mention, and a list
// with +precedence=prepend keeps its items after the items of args. +precedence=file is for the runtime library.
//
// Args also have flags of other roots, of +flags structs and of libraries. Each function in others registers such
// flags, so that they are known and consume their values. Discard what these flags set, for example by registering
// them for a new struct. The functions can also configure the flag set, for example with SetInterspersed(false) if
// the first parse had it. An unregistered flag is an error.
//
// Positional arguments and arguments after -- are ignored. Underscores in names of flags are read as dashes, as in
// the components of Kubernetes. Nothing is printed: usage and deprecations are printed by the first parse. It returns
// an error of pflag that names the flag, or pflag.ErrHelp. After an error, c has the values of the flags before the
// invalid one; do not use it.
package precedence
