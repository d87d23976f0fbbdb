package markers

// Flag registers a command line flag for the field. A bare +flag takes the field's name in kebab case: TLSCertFile becomes
// tls-cert-file. The marker may stand more than once: several flags, one field.
//
//	// +flag=bind-address
//	// +flag(shorthand: "p", deprecated: "set port in the file given by --config")=port
type Flag struct {
	// Name of the flag, without dashes in front.
	Name string `arg:"=" optional:"true"`
	// Shorthand is the flag's one-letter form.
	Shorthand string `arg:"shorthand"`
	// Usage is the help text. Left out, it is the field's doc comment without markers.
	Usage string `arg:"usage"`
	// UsageFrom names a func() string that is called when the flag is registered, for help that is computed.
	UsageFrom Ref `arg:"usageFrom"`
	// Deprecated is printed when the flag is used; the flag stays visible in help. The value false exempts the flag from the
	// +flagDefaults of its type.
	Deprecated Deprecation `arg:"deprecated"`
	// Hidden true keeps the flag out of help.
	Hidden bool `arg:"hidden"`
	// Section is the flag's section in help, as in k8s.io/component-base/cli/flag.NamedFlagSets.
	Section string `arg:"section"`
	// Value names a func(*T) pflag.Value, T being the field's type, for a type that has no binding of its own or needs
	// another one.
	Value Ref `arg:"value"`
	// NoOptDefVal is what the flag means when it is given without a value.
	NoOptDefVal string `arg:"noOptDefVal"`
}

// FlagsFrom delegates to a function that registers flags over this field: func(*T, *pflag.FlagSet), in either order, or a
// method of the field's type with the one parameter *pflag.FlagSet. Literal defaults in that function do not reach the field.
//
//	// +flagsFrom=k8s.io/component-base/logs/api/v1.AddFlags
//	Logging logsapi.LoggingConfiguration
type FlagsFrom struct {
	// Func names the function by import path, or the method by its name alone.
	Func Ref `arg:"="`
	// Deprecated is the message of every flag that the function registers. The value false exempts them from the
	// +flagDefaults of the type.
	Deprecated Deprecation `arg:"deprecated"`
	// Exempt names delegated flags, separated by commas, to which no deprecation applies.
	Exempt []string `arg:"exempt"`
	// Section is the section of the delegated flags in help.
	Section string `arg:"section"`
}

// LegacyDefault is the default that the command line had before there was a versioned API. It holds where no configuration
// file is given, and gives way to versioned defaults where one is. On a field of a +flags struct it is the default.
//
//	// +legacyDefault=true
//	// +legacyDefault=5m
//	// +legacyDefault=ref(k8s.io/component-base/logs/api/v1.LogFlushFreqDefault)
type LegacyDefault struct {
	// Value is what the flag would accept, a JSON literal, or ref(Ident) or ref(import/path.Ident) of a constant or variable.
	Value string `arg:"="`
}

// Path says that the field holds a file path, which is relative to the file that sets it; on the command line, to the working
// directory. It serves strings, pointers to them, lists of them and the values of maps of them, inside lists and maps of
// structs, too. A string field whose name looks like a path needs this marker or +path=false.
type Path struct {
	// Is false for a field that looks like a path and is none.
	Is bool `arg:"=" optional:"true" default:"true"`
}

// OS says that the field exists on some systems only. Its flags and legacy defaults go into files with a build constraint, and
// validation passes over the field elsewhere.
//
//	// +os=windows
//	// +os=linux,darwin
//	// +os=!windows
type OS struct {
	// Systems are GOOS values, separated by commas; all of them or none with an exclamation mark in front.
	Systems []string `arg:"="`
}

// Instance says that the field differs from instance to instance of the component (host name, node IP). Such a field belongs
// in a root of scope instance; in a shared root it is a finding. The marker has no other effect.
type Instance struct{}

// Precedence says how the command line and a file combine in a map.
type Precedence struct {
	// Mode merge keeps the keys of both, the command line winning key by key, as feature gates need it. The default, replace,
	// lets the command line's map stand alone.
	Mode string `arg:"=" oneof:"merge,replace"`
}

// FeatureGate guards a field, an enum value or a whole struct by feature gates: setting it while they are off is an error, and
// it gets no default. The functions that see to it are generated; the runtime library acts by itself. The features are constants
// with +feature in the nearest package features, or in the one that +configgen:output(features: "...") names. The help of flags
// says what they need.
type FeatureGate struct {
	// Gates are names of features, separated by commas; all of them must be on.
	Gates []string `arg:"="`
}

// Reload says when a change of the field takes effect. The runtime library tells the component of it; without the library the
// marker has no effect.
type Reload struct {
	// Class is hot (while running), restart (the default), reboot, or immutable (a change is refused).
	Class string `arg:"=" oneof:"hot,restart,reboot,immutable"`
}

// ThirdPartyFlag says that the value reaches a third-party library through a flag of that library's own. The runtime library
// sets that flag once the configuration is loaded; without the library the marker has no effect.
//
//	// +thirdPartyFlag(from: "k8s.io/klog/v2.InitFlags")=v
type ThirdPartyFlag struct {
	// From names the function that registers the library's flags, func(*flag.FlagSet) or func(*pflag.FlagSet).
	From Ref `arg:"from" required:"true"`
	// Name is the library's flag.
	Name string `arg:"="`
}

// Subfield puts a marker on a field inside this field's type, for types that cannot be edited: those of another module.
//
//	// +subfield(Kubeconfig)=+flag=kubeconfig
//	// +subfield(Kubeconfig)=+path
//	ClientConnection componentbaseconfig.ClientConnectionConfiguration
type Subfield struct {
	// Path is the Go path of the inner field, with dots between its parts.
	Path string `arg:"0"`
	// Marker is any marker that may stand on a field, except another +subfield.
	Marker Marker `arg:"="`
}

// Format says what a string holds, or each string of a list or map. The validation generator checks it; a flag over a single
// string of the formats ip, cidr and host-port also refuses other values while it is parsed. An empty string passes: whether a
// value is needed is said by +required.
type Format struct {
	// Name of the format: ip, cidr (10.0.0.0/8), host-port (host:80, :80), url (with a scheme), port (1 to 65535), percent
	// (80%), absolute-path, or regexp (of Go's package regexp).
	Name string `arg:"=" oneof:"ip,cidr,host-port,url,port,percent,absolute-path,regexp"`
}
