// Package courier is a group that configgen init --from-flags would write for a component with flags of all kinds. Its
// fields have the types of the flags, with a pointer where the default of the flag is not zero.
//
// +configgen:output(loader: true)
package courier
