// Package binding is what generated code tells the runtime library about a configuration. Only generated code uses it:
// its names may change with the generator, so the generated code of a component is written by the release of configgen
// that the component requires of the library. Hand-written code passes a Root from RelayConfigurationRoot() to
// componentconfig.New, and does not look into it.
//
// In all paths, [*] is each item of a list and each value of a map.
package binding

import (
	"flag"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	cliflag "k8s.io/component-base/cli/flag"

	"github.com/configgen/configgen/descriptor"
)

// Root is the generated code of the root type T of a configuration group. The generator binding writes it as a function
// in the options package:
//
//	func RelayConfigurationRoot() binding.Root[relay.RelayConfiguration]
//
// Functions that a root does not need are nil.
type Root[T any] struct {
	// Group and Kind are the API group and the kind of the files: apiVersion without the version, and kind.
	Group, Kind string
	// API returns the descriptor of the API group in JSON. It is decoded when somebody asks what is known of a field.
	API func() string
	// HeaderOptional is true for +config(typeMeta: optional): files may lack apiVersion and kind. Those without apiVersion
	// are of the newest version.
	HeaderOptional bool
	// AddToScheme registers the types, defaults and conversions of the internal package and of each version. A root
	// without metav1.TypeMeta has none: its files never have apiVersion and kind.
	AddToScheme []func(*runtime.Scheme) error
	// Default sets the defaults of a root without metav1.TypeMeta. Other roots have the defaults of the scheme.
	Default func(*T)
	// New returns the configuration of a command line without files: versioned defaults, converted, then legacy defaults.
	New func() (*T, error)
	// AddFlags registers the flags over the fields of a configuration. A root with sections has AddFlagSets instead.
	AddFlags    func(*pflag.FlagSet, *T)
	AddFlagSets func(*cliflag.NamedFlagSets, *T)
	// Reparse applies a command line to a configuration. The functions register flags that it must know but not set.
	Reparse func(*T, []string, ...func(*pflag.FlagSet)) error
	// ResolvePaths replaces every file path of a configuration by the result of resolve. Validate validates it; several
	// loads may call it at the same time.
	ResolvePaths func(c *T, resolve func(path string) string)
	Validate     func(*T) field.ErrorList
	// Warn returns the errors of constraints that are not enforced yet. The loader makes warnings of them.
	Warn func(*T) field.ErrorList
	// GatedValues returns an error for every enum value with a feature that is disabled. A loader of a root with
	// GatedValues needs the option WithFeatureGates. The loader itself checks fields (Field.FeatureGates).
	GatedValues func(config *T, enabled func(gate string) bool) field.ErrorList
	// GateTexts are what generated texts, such as the usage of flags, say of the newest stage of a gate, by its name:
	// Stale (ALPHA - default=false).
	GateTexts map[string]string
	// ZerosKept is true for +config(zeros: kept): a zero in a file is a value, and defaults do not replace it.
	ZerosKept bool
	// ThirdPartyFlags are the fields with +thirdPartyFlag.
	ThirdPartyFlags []ThirdPartyFlag[T]
	// Compared are the versions whose fields configgen has compared with the fields of the component's type: a field has
	// the same Go path in both, unless Moves or Opaque has the field. All fields of other versions are opaque.
	Compared []string
	// Moves are the fields that a version has in another place (+moved). A Move of a field overrides an Opaque that covers
	// the field.
	Moves []Move
	// Opaque are the fields that hand-written conversions set and that no marker declares.
	Opaque []Opaque
	// Removed is what releases of the component have removed (+tombstone).
	Removed []descriptor.Tombstone
	// Fields are the fields with a fact that the loader needs at a start, in the order of the types. A fact that covers
	// all fields in a struct is listed with the struct alone. Flags are the flags that set a field (+flag), on any
	// operating system; the loader finds the flags of delegated registrations (+flagsFrom) when they are registered. The
	// other facts of both, without the struct tag start, are in the API.
	Fields []descriptor.Field
	Flags  []descriptor.Flag
}

// Move is a field that a version has in another place, or whose value a hand-written conversion takes from there.
type Move struct {
	// Version has the field at the JSON path From in its files, the component's type at the Go path Field.
	Version, From, Field string
	// When is the JSON path of a string in files of the version. With a When, the value is moved if the string is one of
	// the Values; without, if no other Move to the same Field applies.
	When   string
	Values []string
}

// Opaque are the fields of one struct that a hand-written conversion sets: the values of the fields are known, but not
// which field of a file has which value.
type Opaque struct {
	// Version is the name of the version that the fields are converted from.
	Version string
	// Fields are the Go paths of the fields, in the version, in the component's type, or in both. The path of a struct
	// covers all fields in the struct: Zones[*] covers each item of a list, Zones the list. The empty path is the root.
	Fields []string
	// Reads are the Go paths of the other fields of the version that the conversion reads to set the Fields.
	Reads []string
}

// ThirdPartyFlag passes the value of a field to a library that can be configured only by a flag.
type ThirdPartyFlag[T any] struct {
	// Field is the Go path of the field, Flag the name of the library's flag.
	Field, Flag string
	// Register registers the library's flags, such as FromGoFlags(klog.InitFlags). If the library registers them in
	// flag.CommandLine or pflag.CommandLine itself, Register copies them from there.
	Register func(*pflag.FlagSet)
	// Value returns the value of the field in the form of the flag, and false if the field is not set.
	Value func(*T) (string, bool)
}

// FromGoFlags adapts a function that registers flags with package flag, such as klog.InitFlags, for ThirdPartyFlag.
func FromGoFlags(register func(*flag.FlagSet)) func(*pflag.FlagSet) {
	return func(fs *pflag.FlagSet) {
		local := flag.NewFlagSet("", flag.ContinueOnError)
		register(local)
		fs.AddGoFlagSet(local)
	}
}
