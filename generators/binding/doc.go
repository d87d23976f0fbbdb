// Package binding generates the binding of a root to the runtime library,
// github.com/configgen/configgen/componentconfig. With it, the main function of a component has a dozen lines.
//
// Generated code then imports the runtime library. Therefore a group opts in:
//
//	// +configgen:output(loader: true)
//	package config
//
// # Functions
//
// For a root Relay it writes RelayRoot() to zz_generated.load.go in the flags package: a binding.Root with the
// functions of the other generators. If feature gates guard values of enums, ValidateRelayGatedValues is part of it,
// and the loader calls it with the gates of the same configuration. A field with +thirdPartyFlag gets a function that
// returns its value in the form of the flag.
//
// # Facts
//
// The loader needs some facts about fields at each start: file paths, secrets, how lists and maps merge, reload
// classes, operating systems, feature gates, and the fields of flags. The binding has them as literals of
// descriptor.Field and descriptor.Flag, so that a start does not decode the descriptor. The struct tag start in package
// descriptor selects the facts; one function prints them all (facts.go). A fact that covers everything in a struct,
// such as a secret, is printed with the struct alone. The loader reads all other facts from the descriptor, when
// somebody asks for them.
//
// # Versions
//
// The binding lists the versions whose fields have their Go names in the component's type, because conversion-gen
// converts them, with the structs that are converted by hand, and the fields that +moved declares.
package binding
