// Package flags generates the registration of command-line flags.
//
// For a root Relay in package relay it writes AddRelayFlags(fs, c) into the flags package (zz_generated.flags.go),
// which registers every +flag below the root for the fields of c. The current values in c become the flag defaults; c
// is not modified. If sections are used, there is AddRelayFlagSets(fss, c), too. A struct marked +flags gets the
// method AddFlags in its own package, or the one that the marker names.
//
// Flags of fields with +os are in zz_generated.flags_<os>.go for each system that a marker mentions, and in
// zz_generated.flags_others.go for all other systems, with build constraints.
//
// Flags are registered by the functions of pflag if it has one for the type. Other flags use the values of package
// componentconfig/flagvalue: groups with +configgen:output(loader: true) import it, and other groups get a copy of the
// used values in zz_generated.flagvalues.go.
//
// A flag can be registered for a bool, a string, integers, floats and time.Duration, for lists and maps of these, for
// maps of lists of strings, for net.IP, netip.Addr, AddrPort and Prefix (also as strings, with +format), for
// resource.Quantity and intstr.IntOrString, for types that are defined as one of these, wrap one of them
// (metav1.Duration) or implement pflag.Value, and for pointers to any of them. For other types, the argument value: of
// +flag names a function that returns a pflag.Value.
package flags
