package markers

// Config marks the root of the configuration of a component: the object in a configuration file.
//
//	// +config
//	type RelayConfiguration struct {
type Config struct {
	// Scope instance marks the root of the instance-specific file, for values such as a host name or a node IP. The
	// runtime library reads it as a layer of its own. By default, all instances share the root.
	Scope string `arg:"scope" oneof:"instance"`
	// Zeros kept keeps the zeros that a file has: false, 0, "" and [] are values. By default, a zero in a field that is
	// not a pointer means that the field is not set, and the defaulting functions of the version decide, as everywhere in
	// Kubernetes: declare a field as a pointer if zero is one of its values. It needs the runtime library.
	Zeros string `arg:"zeros" oneof:"kept"`
	// TypeMeta optional is for a root with files that need neither apiVersion nor kind; without them, a file is one of the
	// preferred version. A root without metav1.TypeMeta needs it. Such a root has no versions, and its files never have
	// apiVersion and kind. Its defaults are those of a function SetDefaults_<Type> in its package.
	TypeMeta string `arg:"typeMeta" oneof:"optional"`
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
	// this name is the constructor itself.
	Defaults Ref `arg:"defaults"`
}

// FlagDefaults applies to every flag of the type and of the types inside it, including the flags that +flagsFrom
// registers. On a field it applies to every flag below the field, and overrides that of the field's type. The arguments
// of a flag override both.
//
//	// +flagDefaults(deprecated: "set it in the file given by --config")
//	// +flagDefaults(prefix: "upstream-", section: "upstream")
type FlagDefaults struct {
	// Deprecated is the message that is printed when one of the flags is used. The flags stay visible in help.
	Deprecated string `arg:"deprecated"`
	// Section is the section of the flags in help, as in k8s.io/component-base/cli/flag.NamedFlagSets.
	Section string `arg:"section"`
	// Prefix is prepended to the name of every flag, without a separator: the prefix "kube-api-" turns qps into
	// kube-api-qps. The prefixes of several markers are joined, the outermost first.
	Prefix string `arg:"prefix"`
	// Hidden omits the flags from help.
	Hidden bool `arg:"hidden"`
}
