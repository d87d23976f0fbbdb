// Package precedence generates the function that applies the command line again, on top of configuration files.
//
// A component parses its command line once to learn which files to read. What the files say must not win over what the command
// line says, so that the command line is applied a second time, to the object that the files gave. For a root Relay in package
// relay this is
//
//	ReparseRelayFlags(c *relay.Relay, args []string, others ...func(*pflag.FlagSet)) error
//
// in the flags package (zz_generated.precedence.go). It registers AddRelayFlags over c on a flag set of its own and parses args,
// which are those of the first parse, without the program's name. Only what args set changes in c: the first occurrence of a
// list or map replaces what the files gave, later ones add to it, and a map with +precedence=merge keeps the keys that
// args do not mention.
//
// Args hold flags that are none of the root's: those of other roots, of +flags structs, of libraries. Each of others registers
// such flags, so that they are known and their values take up the right arguments. What these flags write to must be thrown away
// (a fresh struct), as it is written a second time; the flag set given to others is theirs to configure, too, for example by
// SetInterspersed(false) where the first parse had it. A flag that nobody registers is an error.
//
// Positional arguments and what follows -- are passed over. Underscores in the names of flags count as dashes, as in Kubernetes'
// own components. Nothing is printed: the first parse has already printed usage and warnings of deprecation. Errors are those of
// pflag and name the flag; pflag.ErrHelp is one of them, should args ask for help. After an error c holds the flags in front of
// the one that failed, and is of no further use.
package precedence
