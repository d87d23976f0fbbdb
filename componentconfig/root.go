package componentconfig

import (
	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation/field"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Root binds the root type T of a configuration group to the code that configgen generated for it. It is what the
// generator binding emits, as a function in the options package:
//
//	func RelayConfigurationRoot() componentconfig.Root[relay.RelayConfiguration]
//
// Functions that a root has no use for are nil.
type Root[T any] struct {
	// Group and Kind are what files say in apiVersion (without the version) and kind.
	Group, Kind string
	// AddToScheme registers the types, defaults and conversions: of the internal package and of each version.
	AddToScheme []func(*runtime.Scheme) error
	// New returns versioned defaults, converted, then legacy defaults: NewR.
	New func() (*T, error)
	// AddFlags (AddRFlags) or, where sections are used, AddFlagSets (AddRFlagSets).
	AddFlags    func(*pflag.FlagSet, *T)
	AddFlagSets func(*cliflag.NamedFlagSets, *T)
	// Reparse is ReparseRFlags.
	Reparse func(*T, []string, ...func(*pflag.FlagSet)) error
	// ResolvePaths is ResolveRPaths, which reaches the values of maps too, Validate is ValidateR.
	ResolvePaths func(c *T, resolve func(path string) string)
	Validate     func(*T) field.ErrorList
	// GatedValues is ValidateRGatedValues: an error for every value that needs a feature which is off. A loader of a root that has
	// it needs the option WithFeatureGates; fields behind a gate are the loader's own business (Field.FeatureGates).
	GatedValues func(config *T, enabled func(featuregate.Feature) bool) field.ErrorList
	// ThirdPartyFlags are the fields with +thirdPartyFlag.
	ThirdPartyFlags []ThirdPartyFlag[T]
	// Fields are the fields of which a marker says something that is needed at run time, in the order of the types.
	Fields []Field
}

// Field is what the markers of one field say. A marker on a struct holds for everything below it, so the entry of the
// struct is enough.
type Field struct {
	// Path is the Go path from the root; [] stands for the items of a list and the values of a map: Zones[].File.
	Path string
	// Flags are the names of the field's own flags (+flag), of any operating system. What a delegated registration
	// (+flagsFrom) binds is found out at run time.
	Flags []string
	// LegacyDefault says that the field has +legacyDefault.
	LegacyDefault bool
	// FilePath is +path, on a string, a list of strings or a map of strings.
	FilePath bool
	// Merge is +precedence=merge.
	Merge bool
	// Reload is +reload.
	Reload ReloadClass
	// OS is +os as it was written, split at the commas: linux, !windows. Nothing means all.
	OS []string
	// FeatureGates is +featureGate: all of these must be on.
	FeatureGates []string
	// ListType is +listType, ListMapKeys are the JSON names of +listMapKey.
	ListType    ListType
	ListMapKeys []string
}

// ListType says how a list of an upper layer meets the list below it.
type ListType uint8

// The values of the marker +listType: a list is replaced as a whole, or items are added to a set, or items with equal keys
// merge.
const (
	ListTypeAtomic ListType = ListType(layers.Atomic)
	ListTypeSet    ListType = ListType(layers.SetList)
	ListTypeMap    ListType = ListType(layers.MapList)
)

// ReloadClass says what has to happen for a changed field to take effect.
type ReloadClass uint8

// The values of the marker +reload. A field without the marker follows the struct that it is in; ReloadRestart holds where
// no struct has one either.
const (
	reloadInherited ReloadClass = iota
	ReloadHot
	ReloadRestart
	ReloadReboot
	ReloadImmutable
)

// String is the word of the marker.
func (r ReloadClass) String() string {
	return [...]string{"", "hot", "restart", "reboot", "immutable"}[r]
}

// ThirdPartyFlag plumbs a field through a flag of a library that can be configured in no other way.
type ThirdPartyFlag[T any] struct {
	// Field is the Go path of the field, Flag the name of the library's flag.
	Field, Flag string
	// Register registers the library's flags: FromGoFlags(klog.InitFlags). Where the library registers them by
	// itself in flag.CommandLine or pflag.CommandLine, it copies them from there.
	Register func(*pflag.FlagSet)
	// Value is the field's value as the flag takes it; false when the field is not set.
	Value func(*T) (string, bool)
}

// Gate is one feature gate as the merged layers set it.
type Gate struct {
	Name    string
	Enabled bool
	// Origins are who set it, the winner first.
	Origins []Origin
}

// Gates is the answer to a list of gates.
type Gates struct {
	// Enabled says whether a gate is on, with these settings and the gates' defaults.
	Enabled func(name string) bool
	// Commit makes the settings those of the process. It is called once the whole configuration is known to be valid.
	Commit func()
	// Problems are what is wrong with the settings. Warnings are what an operator should know of settings that work today and
	// will not always; they become Loaded.Warnings.
	Problems, Warnings []GateProblem
}

// GateProblem is one thing that is to be said of a gate. Name is empty where it is about no gate in particular.
type GateProblem struct {
	Name, Message string
}
