// Package binding generates the binding of a root to the runtime library,
// github.com/configgen/configgen/componentconfig.
//
// For a root Relay it writes RelayRoot() into the flags package (zz_generated.load.go): a componentconfig.Root that
// holds the functions which the other generators write, and a table of what the markers say of each field that the
// loader has to know: its flags, whether it is a file path, how lists and maps merge, when a change takes effect, on
// which systems it exists, which feature gates guard it. Where values of enums are behind feature gates,
// ValidateRelayGatedValues is bound too, and the loader asks it with the gates that the configuration itself sets. With
// all this a component's main is a dozen lines.
//
// Since generated code then imports the runtime library, a group asks for it:
//
//	// +configgen:output(loader: true)
//	package config
package binding
