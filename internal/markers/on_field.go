package markers

import (
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// onField are the markers on fields, in the order of the manual.
func onField() []Spec {
	return []Spec{
		several(own("flag", Flag{}, OnField)),
		several(own("flagsFrom", FlagsFrom{}, OnField)),
		tellsMore(own("legacyDefault", LegacyDefault{}, OnField), Own),
		tells(own("path", Path{}, OnField), Own, func(m *Path, to *descriptor.Field) {
			to.File = nil
			if m.Is {
				to.File = &descriptor.File{Kind: descriptor.FileKind(m.Kind), Access: descriptor.Access(m.Access),
					MustExist: m.MustExist, Watch: m.Watch}
			}
		}),
		tells(tellsMore(own("secret", Secret{}, OnField), Inside), Own, func(m *Secret, to *descriptor.Field) {
			if m.File != "" {
				to.SecretFile = to.Path[:strings.LastIndexByte(to.Path, '.')+1] + m.File
			}
		}),
		tellsMore(own("os", OS{}, OnField), Inside),
		tells(own("instance", Instance{}, OnField), Inlined, func(_ *Instance, to *descriptor.Field) { to.Instance = true }),
		tells(own("precedence", Precedence{}, OnField), Inlined, func(m *Precedence, to *descriptor.Field) {
			to.Precedence = descriptor.Precedence(m.Mode)
		}),
		tellsMore(own("featureGate", FeatureGate{}, OnField, OnType, OnConstant), Inlined),
		tells(own("reload", Reload{}, OnField), Inlined, func(m *Reload, to *descriptor.Field) {
			to.Reload = descriptor.Reload(m.Class)
		}),
		tellsMore(several(own("thirdPartyFlag", ThirdPartyFlag{}, OnField)), Own),
		several(own("subfield", Subfield{}, OnField, OnType)),
		own("format", Format{}, OnField),
		tells(own("check", Check{}, OnField), Own, func(m *Check, to *descriptor.Field) {
			to.Port = &descriptor.Port{Networks: m.Networks, Address: m.Address}
		}),
		tells(own("deprecated", Deprecated{}, OnField), Inlined, func(m *Deprecated, to *descriptor.Field) {
			to.Deprecated = &descriptor.Deprecation{Since: m.Since, Removal: m.Removal, Use: m.Use}
		}),
		tells(several(own("moved", Moved{}, OnField)), Own, func(m *Moved, to *descriptor.Field) {
			to.Moves = append(to.Moves, descriptor.Move{Version: m.In, From: m.From, When: m.When})
		}),
		tells(own("since", Since{}, OnField), Inlined, func(m *Since, to *descriptor.Field) { to.Since = m.Release }),
		tells(own("zero", Zero{}, OnField), Inlined, func(_ *Zero, to *descriptor.Field) { to.ZeroUnset = true }),
		own("configgen:skip", Skip{}, OnField),
	}
}

// Flag registers a command-line flag for the field. The name of the flag defaults to the name of the field in kebab
// case: KubeAPIQPS becomes kube-api-qps. The marker +configgen:initialisms adds words such as API. A field can have
// several flags, with one marker for each.
//
//	// +flag=bind-address
//	// +flag(shorthand: "p", deprecated: "set port in the file")=port
type Flag struct {
	// Name of the flag, without leading dashes.
	Name string `arg:"=" optional:"true"`
	// Shorthand is the one-letter form of the flag.
	Shorthand string `arg:"shorthand"`
	// ShorthandDeprecated is a message that is printed when the shorthand is used. Help does not show the shorthand.
	ShorthandDeprecated string `arg:"shorthandDeprecated"`
	// Usage is the help text. It defaults to the doc comment of the field, without markers and without the name of the
	// field at the beginning: "Port is the port of the server." becomes "The port of the server." In double quotes, \n
	// is a line break.
	Usage string `arg:"usage" lines:"true"`
	// UsageFrom names a func() string that returns the help text. It is called when the flag is registered.
	UsageFrom Ref `arg:"usageFrom"`
	// Deprecated is a message that is printed when the flag is used. The flag stays visible in help. The value false
	// exempts the flag from the +flagDefaults of its type. In double quotes, \n is a line break.
	Deprecated Deprecation `arg:"deprecated" lines:"true"`
	// Hidden omits the flag from help.
	Hidden bool `arg:"hidden"`
	// Section is the section of the flag in help, as in k8s.io/component-base/cli/flag.NamedFlagSets.
	Section string `arg:"section"`
	// Value names a func(*T) pflag.Value, where T is the type of the field. It is needed for a type that configgen cannot
	// bind to a flag, and overrides the binding of the others.
	Value Ref `arg:"value"`
	// Type is the type of the flag in help, if it is not that which the type of the field leads to. With stringArray, each
	// value of the flag is one item of a []string, and commas do not separate items, as with StringArrayVar of pflag.
	Type string `arg:"type" oneof:"stringArray"`
	// NoOptDefVal is the value of the flag if it is given without one.
	NoOptDefVal string `arg:"noOptDefVal"`
	// Since is the release of the component that deprecates the flag, for example "1.4". If deprecated has no message, the
	// message is made of removal and use.
	Since string `arg:"since"`
	// Removal is the release that no longer has the flag.
	Removal string `arg:"removal"`
	// Use is what users set instead: the path of a field in a file, a flag with its dashes, or a sentence.
	Use string `arg:"use"`
	// Approved says who agreed to a new flag, or where. Without it, `configgen breaking` warns of a flag that is new.
	Approved string `arg:"approved"`
}

// FlagsFrom calls an existing function that registers flags for this field. The function is a func(*T,
// *pflag.FlagSet), with the parameters in either order, or a method of the type of the field with one parameter
// *pflag.FlagSet. T may be the struct of another version with the same fields, as for the leader election of
// k8s.io/component-base. The literal defaults in that function do not change the field, nor what its pointers, lists
// and maps lead to; where this cannot be undone, the marker is an error. In a +flags struct, the field may be a
// pointer or an interface, which has no flags if it is nil, and defaults behind interfaces and in unexported fields
// remain.
//
//	// +flagsFrom=k8s.io/component-base/logs/api/v1.AddFlags
//	Logging logsapi.LoggingConfiguration
type FlagsFrom struct {
	// Func is the import path and name of the function, or the name of the method.
	Func Ref `arg:"="`
	// Deprecated is the message of every flag that the function registers. The value false exempts them from the
	// +flagDefaults of the type. In double quotes, \n is a line break.
	Deprecated Deprecation `arg:"deprecated" lines:"true"`
	// Exempt names flags, separated by commas, that the deprecation does not apply to.
	Exempt []string `arg:"exempt"`
	// Section is the section of these flags in help.
	Section string `arg:"section"`
	// Approved says who agreed to new flags, or where: to all that the function registers.
	Approved string `arg:"approved"`
}

// LegacyDefault is the default that the command line had before the component had a configuration file. It applies if
// no configuration file is given; otherwise the versioned defaults apply. On a field of a +flags struct it always
// applies.
//
//	// +legacyDefault=true
//	// +legacyDefault=5m
//	// +legacyDefault=ref(k8s.io/client-go/rest.DefaultQPS)
type LegacyDefault struct {
	// Value is a value that the flag accepts, a JSON literal, or ref(Ident) or ref(import/path.Ident), which refers to a
	// constant or a variable.
	Value string `arg:"="`
}

// Path marks a file path. A relative path is resolved against the directory of the configuration file that sets it, and
// on the command line against the working directory. The marker applies to a string, a pointer to a string, a list of
// strings and the values of a map of strings, also inside lists and maps of structs. A string field with a name that
// looks like a path needs this marker or +path=false.
//
// The arguments say what must be true of the path on the machine. The runtime library checks this only if it is asked
// to, by --preflight, because a file that is valid on one machine is valid on all others; without the library, they are
// reported. An unset path is not checked.
//
//	// +path
//	// +path(kind: file, access: r, mustExist: true)
//	// +path(kind: dir, access: rw)
type Path struct {
	// Is false for a field that looks like a path but is not one.
	Is bool `arg:"=" optional:"true" default:"true"`
	// Kind is one of file (anything but a directory and a socket), dir, socket and executable.
	Kind string `arg:"kind" oneof:"file,dir,socket,executable"`
	// Access is what the process must be permitted to do: r, w or rw. With w, a file that does not exist must be possible
	// to create, so its directory must exist and be writable.
	Access string `arg:"access" oneof:"r,w,rw"`
	// MustExist makes a missing file a mistake.
	MustExist bool `arg:"mustExist"`
	// Watch makes the content of the file input of the component, as for a certificate: a file that is replaced is a
	// change with the class of +reload, and a content that the component refuses is tried again. It needs kind: file.
	Watch bool `arg:"watch"`
}

// Check names a property that the value must have on the machine. The runtime library checks it only if it is asked to,
// by --preflight, because a file that is valid on one machine is valid on all others. The marker applies to a port: an
// integer, or a string with +format=port, host-port, ip-port or ip-or-ip-port.
//
//	// +check(address: Address, networks: "tcp,udp")=free
//	Port int32
type Check struct {
	// Property to check: free means that the component can listen on the port. The port 0, which selects a free one, is
	// not checked.
	Property string `arg:"=" oneof:"free"`
	// Address is the Go name of the field beside this one that has the IP address to listen on. By default, the port must
	// be free on all addresses.
	Address string `arg:"address"`
	// Networks are the protocols to listen with: tcp, udp or both, separated by a comma. The default is tcp.
	Networks []string `arg:"networks"`
}

// Secret marks a field with a secret value, like the struct tag datapolicy; a field can have both. The value is masked
// wherever configuration is shown: in errors, in logs and by --explain-config. The marker covers everything in the
// field, and all versions of it. A string field with a name such as Password or Token needs this marker or
// +secret=false. A flag on a secret is a warning, since everybody on the machine can read command lines.
//
// The argument file pairs the secret with a field that names the file of the secret. The runtime library refuses a
// configuration that sets both, reads the file when it loads the configuration, and reads it again when it changes.
//
//	// +secret
//	Token string
//	// +subfield(Auth.Password)=+secret
//	Client thirdparty.ClientConfiguration
//
//	// +secret(file: PasswordFile)
//	Password string
//	// +path
//	PasswordFile string
type Secret struct {
	// Is false for a field that looks like a secret but is not one.
	Is bool `arg:"=" optional:"true" default:"true"`
	// File is the Go name of the field beside this one that has the path of a file with the secret.
	File string `arg:"file"`
}

// OS limits the field to some operating systems. Its flags and legacy defaults are generated into files with a build
// constraint, and validation ignores the field on other systems.
//
//	// +os=windows
//	// +os=linux,darwin
//	// +os=!windows
type OS struct {
	// Systems are values of GOOS, separated by commas. To exclude systems, put an exclamation mark before each of them.
	Systems []string `arg:"="`
}

// Instance marks a field with values that differ between the instances of a component, such as a host name or a node
// IP. Such a field belongs in a root with scope instance; in a shared root it is reported. The marker has no other
// effect.
type Instance struct{}

// Precedence specifies how a value on the command line and a value in the configuration files are combined.
//
//	// +precedence=merge
//	FeatureGates map[string]bool
//	// +subfield(VModule)=+precedence=prepend
//	Logging logsapi.LoggingConfiguration
type Precedence struct {
	// Mode is one of replace, merge, prepend and file. With replace, the default, the command line replaces the value of
	// the files. With merge, which feature gates need, each key of a map that the command line sets overrides the same key
	// in the files, and the other keys stay. A pflag.Value of your own (the argument value of +flag, or the type of the
	// field) has to do that itself, and can also remove keys. With prepend, the items of a list on the command line come
	// before the items of the files, for lists in which the first match is used. With file, the flags of the field and of
	// the fields in it are ignored if there is a configuration file, with a warning for each; this needs the runtime
	// library. The other modes exempt a field in a struct with file, or in a loader with componentconfig.WithFileFirst.
	Mode string `arg:"=" oneof:"replace,merge,prepend,file"`
}

// Zero declares that a zero in a file means on purpose that the field is not set, and gets its default: false, 0, "",
// 0s, or an empty list in a field that is not a pointer. Without the marker, lint reports such a field if its zero
// could be meant, and the runtime library warns of a file with a zero that a default replaces. On a struct, the marker
// covers the fields in it. Where zero is a value, declare the field of the version as a pointer instead, or keep all
// zeros with +config(zeros: kept).
//
//	// +zero=unset
//	CacheTTL metav1.Duration
type Zero struct {
	// Means is unset.
	Means string `arg:"=" oneof:"unset"`
}

// FeatureGate guards a field, an enum value or a whole struct with feature gates: while they are disabled, it gets no
// default and setting it is an error. configgen generates the functions for this, which the runtime library calls. The
// features are constants with +feature in the nearest package features, or in the package that
// +configgen:output(features: "...") names. The help of a flag names the feature gates that it needs.
type FeatureGate struct {
	// Gates are the names of features, separated by commas. All of them must be enabled.
	Gates []string `arg:"="`
}

// Reload specifies when a change of the field takes effect. The runtime library reports it to the component; without
// the library, the marker has no effect.
type Reload struct {
	// Class is one of hot (while the component runs), restart (the default), reboot, and immutable (a change is rejected).
	Class string `arg:"=" oneof:"hot,restart,reboot,immutable"`
}

// ThirdPartyFlag passes the value of the field to a third-party library through a flag of that library. The runtime
// library sets the flag after the configuration is loaded; without the runtime library, the marker has no effect.
//
//	// +thirdPartyFlag(from: "k8s.io/klog/v2.InitFlags")=v
type ThirdPartyFlag struct {
	// From names the function that registers the flags of the library: func(*flag.FlagSet) or func(*pflag.FlagSet).
	From Ref `arg:"from" required:"true"`
	// Name is the name of the flag.
	Name string `arg:"="`
}

// Subfield applies a marker to a field inside the type of this field or, on a type, inside the type. It is meant for
// types of other modules, which cannot be edited, and for flags that differ where a type is used: a +flag with the name
// of a flag in the type replaces that flag.
//
//	// +subfield(Kubeconfig)=+flag=kubeconfig
//	// +subfield(Kubeconfig)=+path
//	ClientConnection componentbaseconfig.ClientConnectionConfiguration
type Subfield struct {
	// Path is the Go names on the way to the inner field, separated by dots.
	Path string `arg:"0"`
	// Marker is any marker that applies to a field, except +subfield.
	Marker Marker `arg:"="`
}

// Skip leaves a field out: it has no flag, path, validation or entry in the reference. It is for fields that are not
// configuration, and for fields that a component handles by itself.
//
//	// +configgen:skip
//	Recorder events.EventRecorder
type Skip struct{}

// Format is the format of a string, or of each string in a list or map. Generated validation checks it. The flag of a
// single string also rejects other values when it is parsed, for the formats of addresses. An empty string is valid;
// use the marker +required if a value is required.
type Format struct {
	// Name of the format. Addresses: ip, ip-sloppy (with leading zeros), cidr (10.0.0.0/8), host-port (host:80, :80,
	// :https), ip-port (10.0.0.1:80), ip-or-ip-port. Others: url (with a scheme), port (1 to 65535), percent (80%),
	// absolute-path, or regexp (as in Go's package regexp).
	Name string `arg:"=" oneof:"ip,ip-sloppy,cidr,host-port,ip-port,ip-or-ip-port,url,port,percent,absolute-path,regexp"`
}

// Deprecated announces the end of a field. The flags of the field, and of the fields in it, are deprecated, too, unless
// they say deprecated: false. The snapshot of the API has it, and `configgen breaking` counts the releases from the
// deprecation to the removal.
//
//	// +deprecated(since: "1.4", removal: "1.6", use: "cache.maxSize")
//	Size int32
type Deprecated struct {
	// Since is the release of the component that deprecates the field, for example "1.4".
	Since string `arg:"since"`
	// Removal is the release that no longer has the field.
	Removal string `arg:"removal"`
	// Use is what users set instead: the path of a field in a file, a flag with its dashes, or a sentence.
	Use string `arg:"use"`
}

// Moved says that a version of the API has the field in another place. It is on the field of the type that all versions
// are converted to, and configgen generates the conversion in both directions. Files of the version keep their form:
// their errors, warnings and origins name the place in the file, and `config migrate` moves the value with its
// comments.
//
//	// +moved(from: "iptables.syncPeriod", in: v1alpha1)
//	// +moved(from: "ipvs.syncPeriod", in: v1alpha1, when: "mode=ipvs")
//	SyncPeriod metav1.Duration
//
// Beside a conversion that is written by hand, the marker declares which field has the value, also if the path is the
// same in both: nothing is generated for the struct in the direction of the function. Several fields may then have
// parts of one value, such as an address and a port.
//
// Several markers for one version take the value from several places, by the value of another field. At most one of
// them is without when: it is used for all other values.
type Moved struct {
	// From is the path in the files of that version, with [*] after a list or map: zones[*].file. A field inside of a list
	// or map can only be moved inside of the same element.
	From string `arg:"from" required:"true"`
	// In is the name of the version, as in v1alpha1.
	In string `arg:"in" required:"true"`
	// When limits the marker to files in which another field has one of these values, as in mode=ipvs or
	// mode=iptables,nftables. It is a path in files of that version, of a string. An empty value means that the field is
	// not set: mode=,iptables.
	When string `arg:"when"`
	// Convert names a function that converts the value of that version: func(in *Old, out *New, s conversion.Scope) error.
	// It is needed if the types differ, together with back, unless both conversions of the struct are written by hand.
	Convert Ref `arg:"convert"`
	// Back names the function that converts in the other direction: func(in *New, out *Old, s conversion.Scope) error.
	Back Ref `arg:"back"`
}

// Since is the release of the component that brought the field. A version of the API that does not have a field with
// this marker loses it when a configuration is converted, so nothing is converted to it that sets the field. The
// reference shows the release.
//
//	// +since=1.4
type Since struct {
	// Release is a minor version, without v and patch.
	Release string `arg:"="`
}
