package markers

// Output says where generated packages go when they do not stand at <internal>/options and <internal>/validation, and whether
// the component loads its files through the runtime library.
//
//	// +configgen:output(flags: "example.com/relay/cmd/relay/options")
//	package config
type Output struct {
	// Flags is the import path of the package of flags, legacy defaults and precedence.
	Flags string `arg:"flags"`
	// Validation is the import path of the package of validation.
	Validation string `arg:"validation"`
	// Bootstrap true generates the binding for the runtime library github.com/configgen/configgen/bootstrap as well, which the
	// module must then require.
	Bootstrap bool `arg:"bootstrap"`
}
