// Package legacydefaults generates the defaults that flags had before the versioned API existed, and the constructors
// of configurations and of +flags structs.
//
// # Output
//
// For a root Relay in package relay it writes into the flags package (zz_generated.legacydefaults.go):
//
//	ApplyRelayLegacyDefaults(c *relay.Relay)
//	NewRelay() (*relay.Relay, error)
//
// ApplyRelayLegacyDefaults sets each field with +legacyDefault, one statement for each, in the order of the types, and
// overrides the current values. Nil pointers to structs on the way are set. NewRelay returns the configuration of a
// component without a configuration file: the defaults of the preferred version, converted to the internal type if
// there is one, then the legacy defaults. With a configuration file, legacy defaults do not apply: the version alone
// defaults the fields that the file does not set. NewRelay returns an error that names the failed step, registering
// types or converting.
//
// For a struct marked +flags it writes NewRelayFlags() *RelayFlags into the package of the struct, unless that package
// declares the function; the values of +legacyDefault are its defaults. Guards in the same file fail to compile if the
// struct has changed. Fields with +os are set in zz_generated.legacydefaults_<os>.go for each system that a marker
// mentions, and in zz_generated.legacydefaults_others.go for all other systems.
//
// # Values
//
// The value of +legacyDefault is a value that the field's flag would accept, or a JSON literal, or a reference. It is
// checked against the type of the field and written as a Go literal.
//
//	bool                   true, false, and the other texts that strconv.ParseBool accepts
//	integers               42, 0x2a, 0644, within the range of the type; within 32 bits for int and uint
//	floats                 0.5, 1e3; neither infinite nor NaN
//	string                 any text that has the field's +format; in quotes it is a JSON string
//	time.Duration,         1h30m, with a unit
//	metav1.Duration
//	resource.Quantity      10Mi
//	intstr.IntOrString     80, 25%
//	net.IP, netip types    192.0.2.1, 192.0.2.1:53, 192.0.2.0/24
//	lists                  a,b,c with quotes around an item that has a comma, or a JSON array
//	maps                   a=1,b=2, or a JSON object; for lists in a map a:1,a:2
//	structs                a JSON object with the JSON or the Go names of the fields
//	pointers               the value that they point to, or null
//
// Types that are named after these, or wrap one of them in their only embedded field or a field Duration, take the same
// values. A type that implements pflag.Value, or reads itself from JSON or text in a way of its own, is set by
// reference: ref(Ident) names a constant or variable of the package of the marker, ref(import/path.Ident) one of
// another. Its type must be assignable to the type of the field, to the target of a pointer, or to the type that the
// field's type wraps. The value of a variable is copied deeply, by its method DeepCopy if it has one, so that
// configurations do not share it.
//
// # The way of a value
//
// The generator collects the roots and +flags structs of each package (legacydefaults.go), writes the functions
// (functions.go), and separates the fields of single systems (systems.go). A value is read as a text or as JSON
// (input.go) and written by its type (literal.go, and scalars.go, known.go, containers.go, structs.go for the kinds of
// types), or by reference (ref.go, copies.go). A value that does not fit is a finding at the marker. Package model
// reads the markers, and package flags generates the registration of flags.
package legacydefaults
