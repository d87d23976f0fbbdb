package markers

// onPackage are the markers on packages, in the order of the manual.
func onPackage() []Spec {
	return []Spec{
		own("configgen:output", Output{}, OnPackage),
		several(own("configgen:initialisms", Initialisms{}, OnPackage)),
		several(own("configgen:foreign", Foreign{}, OnPackage)),
		own("configgen:features", Features{}, OnPackage),
		several(own("configgen:peers", Peers{}, OnPackage)),
		own("configgen:api", API{}, OnPackage),
		own("configgen:lint", Lint{}, OnPackage),
	}
}

// Output specifies where generated code goes and how it is written: its packages, if they are not <internal>/options
// and <internal>/validation, the binding for the runtime library, and whether conversions may use package unsafe.
//
//	// +configgen:output(flags: "example.com/relay/cmd/relay/options")
//	package config
type Output struct {
	// Flags is the import path of the package for flags, legacy defaults and precedence.
	Flags string `arg:"flags"`
	// Validation is the import path of the package for validation.
	Validation string `arg:"validation"`
	// Features is the import path of the package that declares the features named by +featureGate. By default configgen
	// looks for them in the package itself, in its flags package, and in the nearest directory features, internal/features
	// or pkg/features, next to it or in one of its parent directories.
	Features string `arg:"features"`
	// Loader generates the binding for the runtime library github.com/configgen/configgen/componentconfig, and the
	// descriptor of the configuration, zz_generated.configapi.json, which the component embeds. The module must require
	// the library.
	Loader bool `arg:"loader"`
	// Docs is the directory for the reference documentation, relative to the directory of go.mod, such as docs/config. By
	// default no documentation is generated.
	Docs string `arg:"docs"`
	// Generators are the names of the generators that run for the group, separated by commas, such as flags and pathrefs.
	// By default all run. Generated code that is used by other generated code needs both. The generators of Kubernetes run
	// where their own tags ask for them.
	Generators []string `arg:"generators"`
	// SkipUnsafe generates conversions without package unsafe, like the option --skip-unsafe of conversion-gen:
	// values of types with the same memory layout are copied instead of cast.
	SkipUnsafe bool `arg:"skipUnsafe"`
}

// Initialisms adds initialisms to the built-in ones. An initialism is one word in the names of flags that are derived
// from fields: with ACME, the field TLSACMEServer gets the flag --tls-acme-server.
//
//	// +configgen:initialisms("ACME,eBPF")
//	package config
type Initialisms struct {
	// Words are the initialisms, separated by commas, as they are in the names of fields.
	Words []string `arg:"0"`
}

// Foreign names the markers of other tools that configgen does not know, and the markers of a project's own generators,
// which find them in their input. Any other unknown marker is an error, since it would have no effect.
//
//	// +configgen:foreign("mytool:,docs:hide")
//	package config
type Foreign struct {
	// Prefixes are the beginnings of the names of these markers, separated by commas.
	Prefixes []string `arg:"0"`
}

// Features specifies which part of the feature history of a package has been released. generate never rewrites the
// released part, and verify reports it if somebody else did.
//
//	// +configgen:features(released: "1.3", keep: "3")
//	package features
type Features struct {
	// Released is the newest released version of the component, for example "1.3". Stages of later versions may still
	// change. By default, every stage that was generated is considered released.
	Released string `arg:"released"`
	// Keep is the number of releases that a feature stays after it became GA or deprecated. The default is 3.
	Keep string `arg:"keep"`
}

// Peers names packages whose functions Kubernetes' generators call for the types of this package, in addition to the
// packages that +k8s:conversion-gen and +k8s:defaulter-gen-input name. It replaces the option --extra-peer-dirs of
// defaulter-gen and conversion-gen. Several packages are separated by commas.
//
//	// +configgen:peers(defaults: "example.com/relay/apis/shared/v1")
//	// +configgen:peers(conversions: "example.com/relay/apis/shared/v1")
//	package v1
type Peers struct {
	// Defaults are the import paths of packages with functions SetDefaults_.
	Defaults []string `arg:"defaults"`
	// Conversions are the import paths of packages with functions Convert_, or with types of the names to convert to.
	Conversions []string `arg:"conversions"`
}

// API asks for a descriptor of the configuration API, zz_generated.configapi.json, which generate keeps up to date and
// `configgen breaking` compares with the descriptor of an earlier release. The arguments are the release in
// development, and how many releases something stays after its deprecation.
//
//	// +configgen:api(release: "1.4", ga: 3, beta: 3, alpha: 0, flags: 2)
//	package config
type API struct {
	// Release is the release of the component in development, for example "1.4".
	Release string `arg:"release"`
	// GA is the number of releases that a GA version stays after its deprecation. The default is 3.
	GA *int `arg:"ga"`
	// Beta is the number of releases that a beta version stays after its deprecation. The default is 3.
	Beta *int `arg:"beta"`
	// Alpha is the number of releases that an alpha version stays after its deprecation. The default is 0.
	Alpha *int `arg:"alpha"`
	// Flags is the number of releases that a flag stays after its deprecation. The default is 2.
	Flags *int `arg:"flags"`
}

// Lint enables and disables rules of `configgen lint` for the group of the package. `configgen explain RULE` describes
// a rule. An exception for a single field is a +configgen:allow on that field.
//
//	// +configgen:lint(disable: "number-float,required-field")
//	package config
type Lint struct {
	// Enable are the rules to run that do not run by default, separated by commas.
	Enable []string `arg:"enable"`
	// Disable are the rules not to run, separated by commas.
	Disable []string `arg:"disable"`
}
