// Package binding generates the binding of a root to the runtime library,
// github.com/configgen/configgen/componentconfig.
//
// For a root Relay it writes RelayRoot() to zz_generated.load.go in the flags package: a binding.Root with the
// functions of the other generators, and a table of the markers that the loader needs: the flags of each field,
// whether it is a file path, how lists and maps merge, which class of reload a change needs, on which operating
// systems the field exists, and which feature gates guard it. If feature gates guard values of enums,
// ValidateRelayGatedValues is part of it, and the loader calls it with the gates of the same configuration. It says in
// which versions fields have their Go names, because conversion-gen converts them, and in which structs not. With this
// binding, the main function of a component has a dozen lines.
//
// Generated code then imports the runtime library. Therefore a group opts in:
//
//	// +configgen:output(loader: true)
//	package config
package binding
