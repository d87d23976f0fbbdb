package descriptor

import (
	"cmp"
	"encoding/json"
	"strings"
)

// Descriptor is what is known of one API group.
type Descriptor struct {
	// Group is the name of the API group, as in relay.config.example.io; empty if no package has one.
	Group string `json:"group,omitempty"`
	// Loader is true if the component loads its files by the module componentconfig.
	Loader bool `json:"loader,omitempty"`
	// Release is the release of the component in development, as in 1.4; empty if it is not specified.
	Release string `json:"release,omitempty"`
	// Support is the time that deprecated things stay; nil if the group has no policy.
	Support *Support `json:"support,omitempty"`
	// Exceptions apply to the whole group.
	Exceptions []Exception `json:"exceptions,omitempty"`
	// Gates are the feature gates that the fields and values of the group need, sorted by name.
	Gates []Gate `json:"-"`
	// Kinds are in the order of the source, structs of flags last.
	Kinds []Kind `json:"-"`
	// Tombstones are what has been removed.
	Tombstones []Tombstone `json:"-"`
}

// Support is the number of releases that something stays after its deprecation. Source: the deprecation policy of
// Kubernetes.
type Support struct {
	GA    int `json:"ga"`
	Beta  int `json:"beta"`
	Alpha int `json:"alpha"`
	Flags int `json:"flags"`
}

// Gate is a feature gate. Of a gate that another module declares, only the name is known.
type Gate struct {
	Name string `json:"-"`
	Doc  string `json:"doc,omitempty"`
	// Stages are in the order of the releases.
	Stages []Stage `json:"stages,omitempty"`
}

// Stage is what a feature gate is since a release.
type Stage struct {
	// Stage is alpha, beta, ga or deprecated.
	Stage   string `json:"stage"`
	Since   string `json:"since"`
	Default bool   `json:"default,omitempty"`
	Locked  bool   `json:"locked,omitempty"`
}

// Kind is the root of a configuration, or a struct of flags that are not configuration.
type Kind struct {
	// Name is the name of the Go type and the kind in files.
	Name  string `json:"-"`
	Scope Scope  `json:"scope,omitempty"`
	// HeaderOptional is true if files need neither apiVersion nor kind, Plain if they have none.
	HeaderOptional bool `json:"headerOptional,omitempty"`
	Plain          bool `json:"plain,omitempty"`
	// ZerosKept is true if a zero in a file is a value. Otherwise it is a field that is not set.
	ZerosKept  bool        `json:"zerosKept,omitempty"`
	Doc        string      `json:"doc,omitempty"`
	Resource   *Resource   `json:"resource,omitempty"`
	Exceptions []Exception `json:"exceptions,omitempty"`
	// Fields are the fields of the type that the component works with, each before the fields inside it.
	Fields []Field `json:"-"`
	// Flags are in the order of their fields, those without a field last. A name occurs several times if it is registered
	// for different systems.
	Flags []Flag `json:"-"`
	// Registrations are functions that register flags for a field, in the order of the fields.
	Registrations []Registration `json:"-"`
	// Versions begin with the preferred one. A struct of flags has none.
	Versions []Version `json:"-"`
}

// Scope says what shares a configuration.
type Scope string

// The scopes: all instances of a component share a file, each has its own, or there is no file.
const (
	Shared   Scope = "shared"
	Instance Scope = "instance"
	FlagsOf  Scope = "flags"
)

// Resource is how a kind is served as a custom resource.
type Resource struct {
	Plural     string   `json:"plural"`
	ShortNames []string `json:"shortNames,omitempty"`
	// Scope is Cluster or Namespaced.
	Scope string `json:"scope"`
	// Approved is the annotation for groups of Kubernetes itself.
	Approved string `json:"approved,omitempty"`
	// Version is the name of the version that is served.
	Version string `json:"version,omitempty"`
}

// Version is a kind as one version declares it.
type Version struct {
	// Name is the name of the version, as in v1beta1.
	Name string `json:"-"`
	// Group and Kind are the group and kind with which the version registers the type; empty if they are the Descriptor's
	// Group and the Kind's Name.
	Group string `json:"group,omitempty"`
	Kind  string `json:"kind,omitempty"`
	Doc   string `json:"doc,omitempty"`
	// Aliases maps each exported alias in the package of the version to the type that it names. A renamed type keeps its
	// former name as an alias.
	Aliases map[string]string `json:"aliases,omitempty"`
	// Fields are the fields that files can have, each before the fields inside it, in the order of the source.
	Fields []VersionField `json:"-"`
}

// Place is where a field is in a file.
type Place struct {
	// Parent is the index of the field that it is in, an element of a list or a value of a map included; -1 at the top.
	Parent int
	// Name is the key in the file, which may have dots.
	Name string
}

// Places returns the places of the Fields of the version, in their order.
func (v *Version) Places() []Place {
	places := make([]Place, len(v.Fields))
	above := -1
	for i := range v.Fields {
		place := Place{Parent: -1, Name: v.Fields[i].Path}
		for ; above >= 0; above = places[above].Parent {
			if rest, ok := strings.CutPrefix(v.Fields[i].Path, v.Fields[above].Path); ok {
				for strings.HasPrefix(rest, "[*]") {
					rest = rest[len("[*]"):]
				}
				if name, below := strings.CutPrefix(rest, "."); below {
					place = Place{above, name}
					break
				}
			}
		}
		places[i], above = place, i
	}
	return places
}

// VersionField is a field of the files of one version.
type VersionField struct {
	// Path is the JSON path, with [*] for each item of a list and each value of a map: forwarding.zones[*].name.
	Path string `json:"-"`
	// Go is the Go path below the type of the version: Forwarding.Zones[*].Name.
	Go string `json:"go"`
	// Of is the Go path of the Field of the kind that has the value; empty if it is the same as Go. Lost is true if no
	// field has it.
	Of   string `json:"of,omitempty"`
	Lost bool   `json:"lost,omitempty"`
	// GoType is the type in Go; types of the package itself have no qualifier. It is empty if no other module can import
	// the package.
	GoType string `json:"goType,omitempty"`
	// Pointer is true if the field is a pointer, so that a zero is a value.
	Pointer bool `json:"pointer,omitempty"`
	// JSON are the options of the struct tag, such as omitempty.
	JSON string `json:"json,omitempty"`
	// Type has the values of enumerations and, if the component works with another type than the version's, the limits
	// that the version's own type adds to the limits of the Field.
	Type Type `json:"type"`
	// Default is the default in JSON; nil if there is none. Computed is true if a function sets a default that its source
	// does not tell, and for a default that has the value of a secret. Code decides about a default that is not known; it
	// is nil if the code is not known.
	Default  json.RawMessage `json:"default,omitempty"`
	Computed bool            `json:"computed,omitempty"`
	Code     *Code           `json:"code,omitempty"`
	// DependsOn are the JSON paths of the fields that the default depends on. A flag that sets one of these fields is
	// applied after defaults, and does not change the default.
	DependsOn []string `json:"dependsOn,omitempty"`
	// Secret is true for a value that is not shown, if only this version has the field.
	Secret bool `json:"secret,omitempty" added:"compatible"`
	// Doc is the comment as help has it: without the name of the field at its beginning.
	Doc string `json:"doc,omitempty"`
	// Exceptions are the exceptions in the version's own declaration.
	Exceptions []Exception `json:"exceptions,omitempty"`
}

// Code is code that decides about a default.
type Code struct {
	// Digest is another one if the code changes. Its format, comments and the names of local variables do not matter.
	Digest string `json:"digest"`
	// Functions are those with the code, with their import paths, in the order of their calls.
	Functions []string `json:"functions"`
}

// Field returns the Path of the Field of the kind that has the value; empty if no field has it.
func (f *VersionField) Field() string {
	if f.Lost {
		return ""
	}
	return cmp.Or(f.Of, f.Go)
}

// Field is a field of the type that the component works with: what applies to it in all versions. An embedded struct
// that files do not have is none: what applies to it is told of the fields in it.
//
// The struct tag start marks a fact that a loader needs at each start, or names the needed facts in a struct. Generated
// code has these facts as Go literals, so that a start does not decode the descriptor.
type Field struct {
	// Path is the Go path, with [*] for each item of a list and each value of a map.
	Path string `json:"-" start:"true"`
	// JSON is the JSON path in the preferred version; empty if that does not have the field.
	JSON string `json:"json,omitempty"`
	// GoType is the type in Go. Types of the package itself have no qualifier.
	GoType string `json:"goType,omitempty"`
	// Pointer is true if the field is a pointer, so that a zero is a value.
	Pointer bool `json:"pointer,omitempty"`
	// Type has the limits that the validation of the component checks. In a file of a version, the limits of the version's
	// own type apply in addition.
	Type Type `json:"type" start:"List,Keys"`
	// KeyRequired is true if a file must have the key of a required field, once it has the struct around the field:
	// validation cannot tell from the value, such as a bool, that nothing sets the field. The JSON form does not have it.
	KeyRequired bool `json:"-" start:"true"`
	// Doc is the comment as help has it: without the name of the field at its beginning.
	Doc string `json:"doc,omitempty"`
	// Reload says when a change of the field takes effect; empty for what applies to the field that it is in, and at the
	// top for Restart.
	Reload Reload `json:"reload,omitempty" start:"true"`
	// Precedence says how a flag and files are combined.
	Precedence Precedence `json:"precedence,omitempty" start:"true"`
	// ZeroUnset is true for a field whose zero in a file means on purpose that it is not set, and for all that is in it.
	ZeroUnset bool `json:"zeroUnset,omitempty" added:"compatible" start:"true"`
	// Instance is true for what differs from instance to instance.
	Instance bool `json:"instance,omitempty"`
	// Secret is true for a value that is not shown, and everything in it. SecretFile is the Go path of the field that can
	// name a file with it.
	Secret     bool   `json:"secret,omitempty" added:"compatible" start:"true"`
	SecretFile string `json:"secretFile,omitempty" added:"compatible" start:"true"`
	// File is set if the strings of the field are file paths, Port if they are ports that must be free.
	File *File `json:"file,omitempty" start:"true"`
	Port *Port `json:"port,omitempty" start:"true"`
	// Gates are the names of the feature gates that must be enabled, in addition to the gates of the fields around it.
	Gates []string `json:"gates,omitempty" start:"true"`
	// OS are the systems that have the field, its parents' included: linux, or !windows for all others; nil for all.
	OS []string `json:"os,omitempty" start:"true"`
	// LegacyDefault is the default of a command line without files, as the marker has it or, of a constant that it names,
	// the value. It is Masked for one that has the value of a secret.
	LegacyDefault string `json:"legacyDefault,omitempty" start:"true"`
	// Libraries are flags of libraries that get the value.
	Libraries []LibraryFlag `json:"libraries,omitempty"`
	// Since is the release of the component that brought the field.
	Since string `json:"since,omitempty" start:"true"`
	// Deprecated is the deprecation of the field itself.
	Deprecated *Deprecation `json:"deprecated,omitempty" start:"true"`
	// Moves are the places of the field in versions that have it elsewhere.
	Moves      []Move      `json:"moves,omitempty"`
	Exceptions []Exception `json:"exceptions,omitempty"`
}

// Masked is in the place of a value that is a secret.
const Masked = "***"

// Reload says when a change takes effect.
type Reload string

// The values of Reload.
const (
	Hot       Reload = "hot"
	Restart   Reload = "restart"
	Reboot    Reload = "reboot"
	Immutable Reload = "immutable"
)

// Precedence says how a flag and files are combined.
type Precedence string

// The values of Precedence: the flag replaces what files set, the keys of the flag are merged into the keys of files,
// the items of the flag precede the items of files, or the files win. A field without a value has the precedence of the
// struct that it is in, and at the top the precedence of the loader, which is mostly Replace.
const (
	Replace Precedence = "replace"
	Merge   Precedence = "merge"
	Prepend Precedence = "prepend"
	Files   Precedence = "file"
)

// File is what a file path must lead to on the machine.
type File struct {
	// Kind is empty for any kind, Access for none.
	Kind   FileKind `json:"kind,omitempty"`
	Access Access   `json:"access,omitempty"`
	// MustExist is true for a path that must exist.
	MustExist bool `json:"mustExist,omitempty"`
	// Watch is true for a file whose content is input of the component: to replace it changes the configuration.
	Watch bool `json:"watch,omitempty" added:"compatible"`
}

// FileKind is what is at a path.
type FileKind string

// The kinds of files.
const (
	RegularFile FileKind = "file"
	Directory   FileKind = "dir"
	Socket      FileKind = "socket"
	Executable  FileKind = "executable"
)

// Access is what the component does with a file.
type Access string

// The kinds of access.
const (
	Read      Access = "r"
	Write     Access = "w"
	ReadWrite Access = "rw"
)

// Port is a port that must be free.
type Port struct {
	// Networks are tcp and udp; none are tcp. Address is the Go name of the field beside it with the IP address.
	Networks []string `json:"networks,omitempty"`
	Address  string   `json:"address,omitempty"`
}

// LibraryFlag is a flag of a library that gets the value of a field.
type LibraryFlag struct {
	Name string `json:"name"`
	// From is the function that registers it, with its import path. Missing is true if it does not.
	From    string `json:"from"`
	Missing bool   `json:"missing,omitempty"`
}

// Move is the place of a field in a version that has it elsewhere.
type Move struct {
	// Version has the field at the JSON path From. When is the condition of the marker; empty for none.
	Version string `json:"version"`
	From    string `json:"from"`
	When    string `json:"when,omitempty"`
}

// Flag is a flag of the command line.
type Flag struct {
	Name string `json:"-" start:"true"`
	// Sets is the Go path of the field that it sets; empty for a flag that is accepted and has no effect.
	Sets      string `json:"-" start:"true"`
	Shorthand string `json:"shorthand,omitempty" added:"compatible"`
	// ShorthandDeprecated is the message that is printed when the shorthand is used.
	ShorthandDeprecated string `json:"shorthandDeprecated,omitempty"`
	// Type is how its value is written; it is not known of a flag without a field. Syntax is the type that its help shows,
	// if it differs from the name for the Go type.
	Type   Type   `json:"type,omitzero"`
	Syntax string `json:"syntax,omitempty"`
	// Value is the function that makes its pflag.Value, with its import path; empty for the pflag.Value of the Go type.
	Value string `json:"value,omitempty"`
	// Completions are the values that a shell completes: the constants of the field's type. The JSON form does not have
	// them: it has the Values of the field.
	Completions []string `json:"-" start:"true"`
	// Default is the default of a flag without a field.
	Default string `json:"default,omitempty"`
	// Usage is its help. UsageFrom is a function that returns the beginning of its help.
	Usage     string `json:"usage,omitempty"`
	UsageFrom string `json:"usageFrom,omitempty"`
	Section   string `json:"section,omitempty"`
	Hidden    bool   `json:"hidden,omitempty"`
	// Warning is the message that is printed when a deprecated flag is used, Deprecated when it ends and what to use.
	Warning    string       `json:"warning,omitempty"`
	Deprecated *Deprecation `json:"deprecated,omitempty"`
	// NoValue is the value that the flag has without one (--verbose).
	NoValue string `json:"noValue,omitempty" added:"compatible"`
	// OS are the systems that have the flag, as in a Field.
	OS []string `json:"os,omitempty" start:"true"`
	// Approved says who agreed to the flag, or where.
	Approved   string      `json:"approved,omitempty"`
	Exceptions []Exception `json:"exceptions,omitempty"`
}

// Registration is a function that registers flags for a field.
type Registration struct {
	// Field is the Go path of the field, Func the function with its import path, or a method.
	Field string `json:"-"`
	Func  string `json:"-"`
	// Prefix is in front of the names of the flags.
	Prefix  string `json:"prefix,omitempty"`
	Section string `json:"section,omitempty"`
	Hidden  bool   `json:"hidden,omitempty"`
	// Warning is the message for those who use one of the flags, except for those in Exempt.
	Warning string   `json:"warning,omitempty"`
	Exempt  []string `json:"exempt,omitempty"`
	// Flags are the flags that the function registers, without the prefix, sorted by name; nil if its source does not show
	// them.
	Flags      []Registered `json:"flags,omitempty"`
	Approved   string       `json:"approved,omitempty"`
	Exceptions []Exception  `json:"exceptions,omitempty"`
}

// Registered is a flag that a function registers.
type Registered struct {
	Name string `json:"name"`
	// Field is the Go path below the field of the Registration of what the flag sets; empty if the source does not tell.
	Field string `json:"field,omitempty"`
	// Default is the default that the function has, in JSON; empty if it is the value of the field. Usage is the help.
	Default string `json:"default,omitempty"`
	Usage   string `json:"usage,omitempty"`
	// Overrides is the default of the field in the preferred version, in JSON, if the Default differs from it.
	Overrides string `json:"overrides,omitempty"`
}

// Deprecation announces the end of something.
type Deprecation struct {
	// Since and Removal are releases of the component; empty if they are not specified.
	Since   string `json:"since,omitempty"`
	Removal string `json:"removal,omitempty"`
	// Use is what users set instead: a JSON path, a flag with its dashes, or a sentence.
	Use string `json:"use,omitempty"`
}

// Tombstone is the name of something that has been removed: a field, a value of a field, a version, a flag, or a
// feature gate.
type Tombstone struct {
	// Of has the name of a flag or feature gate alone, the kind with a version, or the kind with the JSON path of a field,
	// and with the Value that the field accepted. A field that only one version no longer has is with the version.
	Of Identity `json:"-"`
	// Removed is the release that no longer has it, Use what users write instead, as in a Deprecation.
	Removed    string      `json:"removed"`
	Use        string      `json:"use,omitempty"`
	Exceptions []Exception `json:"exceptions,omitempty"`
}

// Exception is a declared exception to a rule.
type Exception struct {
	// Rule is the code of the rule, as in CB005.
	Rule   string `json:"rule"`
	Reason string `json:"reason"`
	// Until is the release in which the exception ends; empty if it does not.
	Until string `json:"until,omitempty"`
}
