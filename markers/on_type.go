package markers

// Config makes a struct the root of a component's configuration: the object that a configuration file holds.
//
//	// +config
//	type RelayConfiguration struct {
type Config struct {
	// Scope instance makes it the root of the file of instance-specific values (host name, node IP), which the runtime
	// library reads as a layer of its own. Left out, the root is the one that all instances share.
	Scope string `arg:"scope" oneof:"instance"`
}

// Flags makes a struct one that holds flags which are not configuration, such as the paths of the configuration files. It gets
// a constructor New<Type>, which applies its legacy defaults, a method AddFlags, and a function Validate<Type> with a stub.
//
//	// +flags
//	type RelayFlags struct {
type Flags struct{}

// FlagDefaults applies to every flag below the type it stands on, and to those that +flagsFrom delegates. A flag's own
// argument wins.
//
//	// +flagDefaults(deprecated: "set it in the file given by --config")
type FlagDefaults struct {
	// Deprecated is the message of every flag below. The flags stay visible in help.
	Deprecated string `arg:"deprecated"`
	// Section is the section of every flag below, as in k8s.io/component-base/cli/flag.NamedFlagSets.
	Section string `arg:"section"`
	// Prefix stands in front of every flag name below, joined as it is: prefix "kube-api-" makes qps kube-api-qps.
	Prefix string `arg:"prefix"`
}
