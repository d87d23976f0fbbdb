package markers

// Output says where generated packages go when they do not stand at <internal>/options and <internal>/validation, whether the
// component loads its files through the runtime library, and whether conversions may use package unsafe.
//
//	// +configgen:output(flags: "example.com/relay/cmd/relay/options")
//	package config
type Output struct {
	// Flags is the import path of the package of flags, legacy defaults and precedence.
	Flags string `arg:"flags"`
	// Validation is the import path of the package of validation.
	Validation string `arg:"validation"`
	// Features is the import path of the package that declares the features which +featureGate names. Without it they are
	// looked for in the package itself, in its flags package, and in the nearest folder features, internal/features or
	// pkg/features beside it or above it.
	Features string `arg:"features"`
	// Loader true generates the binding for the runtime library github.com/configgen/configgen/componentconfig as well, which the
	// module must then require.
	Loader bool `arg:"loader"`
	// SkipUnsafe true keeps package unsafe out of the conversion code of Kubernetes' generator, as the option --skip-unsafe of
	// conversion-gen does: types of the same layout are copied instead of being cast.
	SkipUnsafe bool `arg:"skipUnsafe"`
}

// Features says how far the history of the features that a package declares is set. What has been released is never
// rewritten: neither by generate nor unseen by verify.
//
//	// +configgen:features(released: "1.3", keep: "3")
//	package features
type Features struct {
	// Released is the newest version of the component that has been released, as in "1.3". Stages of later versions may still
	// change. Without it every stage that was generated once counts as released.
	Released string `arg:"released"`
	// Keep is the number of releases for which a feature stays after it became GA or deprecated; 3 if not given.
	Keep string `arg:"keep"`
}
