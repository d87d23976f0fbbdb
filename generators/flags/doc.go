// Package flags generates the registration of command line flags.
//
// For a root Relay in package relay it writes AddRelayFlags(fs, c), which registers every +flag below the root over the fields
// of c, into the flags package (zz_generated.flags.go). Registering changes nothing in c: the values that c holds become the
// defaults that help shows. Where sections are used there is AddRelayFlagSets(fss, c) as well. For a struct marked +flags it
// writes the method AddFlags into the struct's own package.
//
// Flags of fields with +os go into zz_generated.flags_<os>.go for every system that a marker mentions, and those of the
// remaining systems into zz_generated.flags_others.go, each with its build constraint.
//
// What pflag has a function for is registered by that function. For all else zz_generated.flagvalues.go holds flag values, of
// which a package gets only those that it uses; they are ordinary Go, and tested, in the folder values.
//
// What a flag can be registered over: bool, string, integers, floats, time.Duration, lists and maps of these, maps of string
// lists, net.IP, netip.Addr, AddrPort and Prefix (as strings with +format, too), resource.Quantity, types that are named after
// these, wrap one of them (metav1.Duration), or implement pflag.Value, and pointers to any of them. The argument value: of
// +flag brings a value of the user's own.
package flags
