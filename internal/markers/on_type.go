package markers

// onType are the markers on types, in the order of the manual.
func onType() []Spec {
	return []Spec{
		own("config", Config{}, OnType),
		own("customResource", CustomResource{}, OnType),
		own("flags", Flags{}, OnType),
		own("flagDefaults", FlagDefaults{}, OnType, OnField),
		several(own("ignoredFlag", IgnoredFlag{}, OnType)),
		several(own("tombstone", Tombstone{}, OnType)),
		several(own("configgen:allow", Allow{}, OnField, OnType, OnPackage)),
	}
}

// Config marks the root of the configuration of a component: the object in a configuration file.
//
//	// +config
//	type RelayConfiguration struct {
type Config struct {
	// With instance, the type is the root of the instance-specific file, for values such as a host name or a node IP.
	// The runtime library reads it as a layer of its own. By default, all instances share the root.
	Scope string `arg:"scope" oneof:"instance"`
	// With kept, the zeros in a file are values: false, 0, "" and []. By default, a zero in a field that is not a pointer
	// means that the field is not set, and the defaulting functions of the version decide, as everywhere in Kubernetes:
	// declare a field as a pointer if zero is one of its values. It needs the runtime library.
	Zeros string `arg:"zeros" oneof:"kept"`
	// With optional, files need neither apiVersion nor kind; without apiVersion, a file is one of the preferred version. A
	// root without metav1.TypeMeta needs it. Such a root has no versions, and its files never have apiVersion and kind. A
	// function SetDefaults_<Type> in its package sets its defaults.
	TypeMeta string `arg:"typeMeta" oneof:"optional"`
}

// CustomResource serves the configuration also as a custom resource: an object in the API of a cluster, with the fields
// of a file in its spec. The generator docs writes its definition beside the documentation, for which the package needs
// +configgen:output(docs:). The version is the preferred one, and the definition refuses what the component refuses, as
// far as a schema and rules in CEL can tell.
//
//	// +config
//	// +customResource
//	type RelayConfiguration struct {
type CustomResource struct {
	// Scope says whether an object is in a namespace. The default is Cluster.
	Scope string `arg:"scope" oneof:"Cluster,Namespaced"`
	// Plural is the name of the resource. By default, it is the plural of the kind in lower case.
	Plural string `arg:"plural"`
	// ShortNames are other names for kubectl, separated by commas.
	ShortNames []string `arg:"shortNames"`
	// Approved is the address of the pull request that approved the API, or "unapproved, " and a reason. The API server
	// requires it for groups that end in k8s.io or kubernetes.io.
	Approved string `arg:"approved"`
}

// Flags marks a struct of flags that are not part of the configuration, such as the path of a PID file. configgen
// generates a constructor New<Type>, which applies the legacy defaults, a method AddFlags, and a function
// Validate<Type> with a stub.
//
//	// +flags
//	type RelayFlags struct {
type Flags struct {
	// Defaults names an existing func() *T that returns the struct with its defaults, for a struct that a library
	// declares or that has a constructor already. New<Type> calls it, then applies the legacy defaults; a function with
	// this name is the constructor itself, and can return an error, too.
	Defaults Ref `arg:"defaults"`
	// Method is the name of the generated method, for a struct that has a method AddFlags already. The default is
	// AddFlags.
	Method string `arg:"method" is:"method"`
}

// FlagDefaults applies to every flag of the type and of the types inside it, including the flags that +flagsFrom
// registers. On a field it applies to every flag below the field, and overrides the marker of the field's type. The
// arguments of a flag override both.
//
//	// +flagDefaults(deprecated: "set it in the file given by --config")
//	// +flagDefaults(prefix: "upstream-", section: "upstream")
type FlagDefaults struct {
	// Deprecated is the message that is printed when one of the flags is used. The flags stay visible in help. In double
	// quotes, \n is a line break.
	Deprecated string `arg:"deprecated" lines:"true"`
	// Section is the section of the flags in help, as in k8s.io/component-base/cli/flag.NamedFlagSets.
	Section string `arg:"section"`
	// Prefix is prepended to the name of every flag, without a separator: the prefix "kube-api-" turns qps into
	// kube-api-qps. The prefixes of several markers are joined, the outermost first.
	Prefix string `arg:"prefix"`
	// Hidden omits the flags from help.
	Hidden bool `arg:"hidden"`
}

// IgnoredFlag registers a flag that is accepted and has no effect, so that command lines which still have it go on to
// work. Nothing is set, and a value that the type refuses is an error. The marker is on a type with +config or +flags.
// For a flag that is refused, see +tombstone.
//
//	// +ignoredFlag(type: duration, deprecated: "has no effect")=sync
type IgnoredFlag struct {
	// Name of the flag, without leading dashes.
	Name string `arg:"="`
	// Type is the type of the flag in help: bool, string, int, int8 to int64, uint, uint8 to uint64, float32, float64,
	// duration, ip, quantity, count, stringSlice, stringArray, intSlice, stringToString or mapStringBool.
	Type string `arg:"type" required:"true"`
	// Default is the default in help, in the form that the flag accepts. Commas separate the items
	// of a stringArray.
	Default string `arg:"default"`
	// Shorthand is the one-letter form of the flag.
	Shorthand string `arg:"shorthand"`
	// ShorthandDeprecated is a message that is printed when the shorthand is used. Help does not show the shorthand.
	ShorthandDeprecated string `arg:"shorthandDeprecated"`
	// Usage is the help text. It defaults to "Has no effect." In double quotes, \n is a line break.
	Usage string `arg:"usage" lines:"true"`
	// Deprecated is a message that is printed when the flag is used. The flag stays visible in help. In double quotes,
	// \n is a line break.
	Deprecated string `arg:"deprecated" lines:"true"`
	// Hidden omits the flag from help.
	Hidden bool `arg:"hidden"`
	// Section is the section of the flag in help, as in k8s.io/component-base/cli/flag.NamedFlagSets.
	Section string `arg:"section"`
	// NoOptDefVal is the value of the flag if it is given without one.
	NoOptDefVal string `arg:"noOptDefVal"`
	// OS are the values of GOOS on which the flag exists. To exclude systems, put an exclamation mark before each of them.
	OS []string `arg:"os"`
	// Since is the release of the component that deprecates the flag, for example "1.4". If deprecated has no message, the
	// message is made of removal and use.
	Since string `arg:"since"`
	// Removal is the release that no longer has the flag.
	Removal string `arg:"removal"`
	// Use is what users set instead: the path of a field in a file, a flag with its dashes, or a sentence.
	Use string `arg:"use"`
}

// Tombstone keeps the name of something that has been removed: of a field, a value of a field, a version, a flag or a
// feature gate. The name cannot be used again, and a component that loads its files through the runtime library says
// what to write instead. The marker is on the type that had the field; on a root, it can name everything.
//
//	// +tombstone(path: "cache.size", removed: "1.6", use: "cache.maxSize")
//	// +tombstone(path: "mode", value: "Fast", removed: "1.6", use: "Quick")
//	// +tombstone(flag: "cache-size", removed: "1.6", use: "--cache-max-size")
//	// +tombstone(gate: "FastCache", removed: "1.6")
//	// +tombstone(version: "v1alpha1", removed: "1.6", use: "v1beta1")
type Tombstone struct {
	// Path is the path that the field had in files, from the type with the marker, such as cache.size or zones[*].name.
	Path string `arg:"path"`
	// Value is a value that the field of the path accepted.
	Value string `arg:"value"`
	// Version is a version of the kind. With a path, the field is gone from this version alone.
	Version string `arg:"version"`
	// Flag is the name of the flag, without dashes.
	Flag string `arg:"flag"`
	// Gate is the name of the feature gate.
	Gate string `arg:"gate"`
	// Removed is the release of the component that no longer has it, for example "1.6".
	Removed string `arg:"removed" required:"true"`
	// Use is what users write instead: the path of a field in a file, a flag with its dashes, or a sentence.
	Use string `arg:"use"`
	// Allow are rules of `configgen breaking`, separated by commas, that the removal is an exception to, such as CB001. It
	// needs a reason and a release, as +configgen:allow does.
	Allow []string `arg:"allow"`
	// Reason says why.
	Reason string `arg:"reason"`
	// Until is the release in which the exception ends.
	Until string `arg:"until"`
}

// Allow is an exception to a rule of `configgen breaking`, or to a finding that can have exceptions. On a field it
// applies to the field, its flags, and the fields in it; on the type of a field, to those fields; on a root, to the
// whole kind; on a package, to the group. For what has been removed, see the argument allow of +tombstone.
//
//	// +configgen:allow(rule: CB005, reason: "wrong in 1.3", until: "1.5")
type Allow struct {
	// Rule is the code of the rule, such as CB005 or feature-alpha-field.
	Rule string `arg:"rule" required:"true"`
	// Reason says why.
	Reason string `arg:"reason" required:"true"`
	// Until is the release of the component in which the exception ends, for example "1.5". A rule of `configgen breaking`
	// needs it.
	Until string `arg:"until"`
}
