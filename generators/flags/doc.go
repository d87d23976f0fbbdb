// Package flags generates the registration of command-line flags.
//
// # Output
//
// For a root Relay in package relay it writes AddRelayFlags(fs, c) into the flags package (zz_generated.flags.go),
// which registers every +flag below the root for the fields of c. The current values in c become the flag defaults; c
// is not modified. If sections are used, there is AddRelayFlagSets(fss, c), too. A struct marked +flags gets the method
// AddFlags in its own package, or the method that the marker names.
//
//	// The port to listen on.
//	// +flag
//	Port int32 `json:"port"`
//
// becomes
//
//	fs.Int32Var(&c.Port, "port", c.Port, "The port to listen on.")
//
// Flags of fields with +os are in zz_generated.flags_<os>.go for each system that a marker mentions, and in
// zz_generated.flags_others.go for all other systems, with build constraints.
//
// # The way of a flag
//
//  1. A registration has an entry for each +flag and +flagsFrom of a root, in the order of the source, and then for
//     each +ignoredFlag (register.go).
//  2. Each flag gets a binding to the type of its field (binding.go). A type without a binding is a finding, and so is
//     a value of noOptDefVal that the flag would refuse.
//  3. One statement registers the flag (emit.go). It calls the function of pflag if there is one for the type. A
//     pointer stays nil, and a struct behind a pointer is not created, until the flag is set.
//  4. Statements about several flags follow: deprecations, which leave a flag in help as the kubelet does, deprecated
//     shorthands, and hidden flags.
//  5. +flagsFrom delegates to a function of a library (delegate.go). The generated code restores the fields that the
//     function changes, so that its literal defaults have no effect, and adds the prefix and the deprecation of the
//     marker. If the function takes a struct of another version, the values are passed field by field.
//  6. +ignoredFlag registers a flag without effect (ignored.go). Its default and noOptDefVal are checked by the flag
//     itself.
//
// # Types
//
// A flag can be registered for a bool, a string, integers, floats and time.Duration, for lists and maps of these, for
// maps of lists of strings, for net.IP, netip.Addr, AddrPort and Prefix (also as strings, with +format), for
// resource.Quantity and intstr.IntOrString, for types that are defined as one of these, wrap one of them
// (metav1.Duration) or implement pflag.Value, and for pointers to any of them. For other types, the argument value: of
// +flag names a function that returns a pflag.Value.
//
// Flags that pflag has no function for use the values of package componentconfig/flagvalue: groups with
// +configgen:output(loader: true) import it, and other groups get a copy of the used values in
// zz_generated.flagvalues.go (values.go).
//
// # Limits
//
// Package model reads the markers, and package check checks the names of flags. The generated code parses no command
// line: package precedence generates the function that applies the command line above the files, and package
// legacydefaults the constructors with the defaults of flags.
package flags
