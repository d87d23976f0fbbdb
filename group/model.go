package group

import (
	"go/token"
	"slices"
	"strings"

	"github.com/configgen/configgen/markers"
)

// Group is one configuration group: the package whose types carry the markers, and the versions that convert to it. Where a
// project has no internal types, that package is itself the only version.
type Group struct {
	// Name is the API group, as in relay.config.example.io; empty where no package says +groupName.
	Name string `json:"name"`
	// Package is where the marked types stand.
	Package Package `json:"package"`
	// Versions are the external versions, the preferred one first (GA before beta before alpha, then the higher number).
	Versions []Version `json:"versions"`
	// Shared are packages of the user's that types of the group come from and that belong to no group, sorted by path.
	Shared []Package `json:"shared,omitempty"`
	// Roots are the +config structs in the order of the source.
	Roots []*Root `json:"roots"`
	// FlagStructs are the +flags structs in the order of the source.
	FlagStructs []*Root `json:"flagStructs"`
	// Features are the constants with +feature in the order of the source, which FeaturesPackage declares. A package that
	// declares features and nothing else is a group of its own; so is one that has declared some and does so no more, as long as
	// it holds their history.
	Features        []*Feature `json:"features,omitempty"`
	FeaturesPackage Package    `json:"featuresPackage,omitzero"`
	// FeatureHistory is the generated file of the features' history as it was before this run.
	FeatureHistory *FeatureHistory `json:"-"`
	// Loader says that the component loads its files through the runtime library.
	Loader bool `json:"loader,omitempty"`
	// SkipUnsafe says that conversions must not use package unsafe.
	SkipUnsafe bool `json:"skipUnsafe,omitempty"`
	// FlagsPackage takes flags, legacy defaults and precedence, ValidationPackage validation.
	FlagsPackage      Package `json:"flagsPackage"`
	ValidationPackage Package `json:"validationPackage"`
	// Declarative are the results of validation-gen by the import path of the package; none for a package that does not ask
	// for the tool.
	Declarative map[string]*Declarative `json:"declarative,omitempty"`
}

// Internal reports whether the marked types are internal ones, to which external versions convert.
func (g *Group) Internal() bool {
	return len(g.Versions) == 0 || g.Versions[0].Package.Path != g.Package.Path
}

// Paths are the import paths of the packages whose types make up the group, sorted.
func (g *Group) Paths() []string {
	paths := []string{g.Package.Path}
	for _, version := range g.Versions {
		paths = append(paths, version.Package.Path, version.Types.Path)
	}
	for _, flags := range g.FlagStructs {
		paths = append(paths, flags.Package.Path)
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// Package is a package that is read or written.
type Package struct {
	// Path is the import path, Name the name in the package clause, Dir the absolute folder; it need not exist yet.
	Path string `json:"path"`
	Name string `json:"name"`
	Dir  string `json:"-"`
	// Files are the names of the files that somebody wrote by hand, those for other systems included.
	Files []string `json:"-"`
	// Declared maps what the package declares by hand to where it does.
	Declared map[string]Declaration `json:"-"`
	// Installs says that register-gen writes what puts the types into a scheme.
	Installs bool `json:"-"`
}

// Registration is the name of the function that puts the package's types into a scheme. People write AddToScheme; register-gen writes
// both names, and deprecates this one.
func (p Package) Registration() string {
	if p.Installs {
		return "Install"
	}
	return "AddToScheme"
}

// Declaration is a package-level declaration that somebody wrote by hand.
type Declaration struct {
	// Kind is func, method, type, var or const. A method is listed as Type.Method.
	Kind string
	// Params and Results are the types of a function's parameters and results, with import paths in place of package names, as in
	// *example.com/relay.Upstream. What is not a type name, or a pointer to one, is as it is in the source.
	Params, Results []string

	Position token.Position
	End      token.Position
}

// Version is one external version of a group.
type Version struct {
	// Name as in v1beta1.
	Name string `json:"name"`
	// Package registers defaults and conversions; Types declares the types, mostly the same package.
	Package Package `json:"package"`
	Types   Package `json:"types"`
}

// Root is a struct marked +config or +flags, with the tree of its fields.
type Root struct {
	// Name of the struct.
	Name string `json:"name"`
	// Instance says that the root holds instance-specific values.
	Instance bool `json:"instance,omitempty"`
	// Package declares the struct.
	Package Package `json:"package"`
	// Type of the struct itself.
	Type *Type  `json:"type"`
	Doc  string `json:"doc,omitempty"`
	// Fields without metav1.TypeMeta.
	Fields []*Field `json:"fields"`
	// Version is the preferred version that has a struct of this name; nil in a +flags struct.
	Version *Version `json:"-"`
	// Structs are the struct and those of its package that it leads to, as they are declared.
	Structs  []*Struct      `json:"-"`
	Position token.Position `json:"-"`
	End      token.Position `json:"-"`
}

// Field is one field in its place below a root: the same struct in two places gives two sets of Fields.
type Field struct {
	Name string `json:"name"`
	// Path is the Go path from the root, with [*] for each element of a list or map: Listeners[*].TLS.CertFile.
	Path string `json:"path"`
	// JSONPath is the same in the preferred version's JSON names; in a +flags struct it is empty.
	JSONPath string `json:"jsonPath,omitempty"`
	// JSONName is the last part of JSONPath; empty for an embedded struct, whose fields stand among their neighbours.
	JSONName string `json:"jsonName,omitempty"`
	Type     *Type  `json:"type"`
	Doc      string `json:"doc,omitempty"`
	// Markers are the field's own and those that a +subfield further up puts here.
	Markers markers.Set `json:"-"`
	// Flags and Delegations are what the field registers.
	Flags       []*Flag       `json:"flags,omitempty"`
	Delegations []*Delegation `json:"delegations,omitempty"`
	// ThirdPartyFlags are flags of libraries that get the field's value.
	ThirdPartyFlags []*ThirdPartyFlag `json:"thirdPartyFlags,omitempty"`
	// LegacyDefault is nil where there is none.
	LegacyDefault *LegacyDefault `json:"legacyDefault,omitempty"`
	// OS are the systems on which the field exists, its parents' systems included; nil for all.
	OS Systems `json:"os,omitempty"`
	// IsPath says that the field's strings are file paths.
	IsPath bool `json:"isPath,omitempty"`
	// Gates guard the field: all of them must be on. Those of its parents are not repeated.
	Gates []*Gate `json:"gates,omitempty"`
	// Secret says that a datapolicy tag covers the field.
	Secret bool `json:"secret,omitempty"`
	// Embedded fields have the name of their type and no JSON name.
	Embedded bool `json:"embedded,omitempty"`
	// Twin is the field of the same name in the preferred version; nil where there is none, or where the marked types are that
	// version.
	Twin *Twin `json:"-"`
	// Parent is nil right below the root. Fields are those of the struct that the field holds, points to, or lists.
	Parent *Field   `json:"-"`
	Fields []*Field `json:"fields,omitempty"`

	Position token.Position `json:"-"`
	End      token.Position `json:"-"`
}

// Twin is what a version declares of a field of an internal type.
type Twin struct {
	Type    *Type
	Markers markers.Set
}

// Flag is one command line flag, with all that its surroundings add to its marker.
type Flag struct {
	Name        string  `json:"name"`
	Shorthand   string  `json:"shorthand,omitempty"`
	Usage       string  `json:"usage,omitempty"`
	UsageFrom   *Object `json:"usageFrom,omitempty"`
	Deprecated  string  `json:"deprecated,omitempty"`
	Hidden      bool    `json:"hidden,omitempty"`
	Section     string  `json:"section,omitempty"`
	Value       *Object `json:"value,omitempty"`
	NoOptDefVal string  `json:"noOptDefVal,omitempty"`

	Position token.Position `json:"-"`
	End      token.Position `json:"-"`
}

// Delegation registers the flags of a field by a function that exists.
type Delegation struct {
	Func *Object `json:"func"`
	// Deprecated applies to the flags that Func registers, except those named in Exempt.
	Deprecated string   `json:"deprecated,omitempty"`
	Exempt     []string `json:"exempt,omitempty"`
	Section    string   `json:"section,omitempty"`

	Position token.Position `json:"-"`
	End      token.Position `json:"-"`
}

// ThirdPartyFlag is a flag of a library's own.
type ThirdPartyFlag struct {
	Name string  `json:"name"`
	From *Object `json:"from"`
	// GoFlagSet says that From takes a flag set of the standard library, not one of pflag.
	GoFlagSet bool `json:"goFlagSet,omitempty"`

	Position token.Position `json:"-"`
	End      token.Position `json:"-"`
}

// LegacyDefault is the text of a +legacyDefault and, where it is a ref, what that names.
type LegacyDefault struct {
	Text string  `json:"text"`
	Ref  *Object `json:"ref,omitempty"`

	Position token.Position `json:"-"`
	End      token.Position `json:"-"`
}

// Object is a Go declaration that a marker names.
type Object struct {
	// Package and PackageName are empty for a method of the field's type.
	Package     string `json:"package,omitempty"`
	PackageName string `json:"packageName,omitempty"`
	Name        string `json:"name"`
	// Type of a constant or variable.
	Type *Type `json:"type,omitempty"`
	// Constant is the exact value of a constant without a type; a string stands in quotes.
	Constant string `json:"constant,omitempty"`
	// FlagSetFirst says that a delegated function takes the flag set before the field.
	FlagSetFirst bool `json:"flagSetFirst,omitempty"`
}

// Feature is a feature gate declared by a constant.
type Feature struct {
	// Name is the constant's value, Constant its identifier in Package.
	Name     string  `json:"name"`
	Constant string  `json:"constant"`
	Package  Package `json:"-"`
	Doc      string  `json:"doc,omitempty"`
	// Stages in the order of the source, at least one.
	Stages []*Stage `json:"stages"`
	// Requires are names of features of the same package; Required is where the marker stands.
	Requires []string       `json:"requires,omitempty"`
	Required markers.Marker `json:"-"`

	Position token.Position `json:"-"`
	End      token.Position `json:"-"`
}

// Stage is one +feature line of a feature.
type Stage struct {
	markers.Feature
	Position token.Position `json:"-"`
	End      token.Position `json:"-"`
}

// Latest is the stage that the feature has reached.
func (f *Feature) Latest() *Stage { return f.Stages[len(f.Stages)-1] }

// FeatureHistory is the history of features that was generated and committed.
type FeatureHistory struct {
	// File is the absolute name of the file, Content its bytes; nil where there is no file.
	File    string
	Content []byte
	// Released is the newest version of the component that has been released, Keep the number of releases for which a
	// feature stays when it is GA or deprecated; empty where nobody says so.
	Released, Keep string
	// Marker is where these are said.
	Marker markers.Marker
	// Elsewhere are the features that other packages declare, with the import path of each.
	Elsewhere map[string]string
}

// Gate is a feature that guards a field or a value.
type Gate struct {
	Name string `json:"name"`
	// Feature is nil where another module declares it, of which no more than the name is known.
	Feature *Feature `json:"-"`

	Position token.Position `json:"-"`
	End      token.Position `json:"-"`
}

// Declarative is the result of validation-gen for one package.
type Declarative struct {
	// Functions are the functions that the generated files declare, sorted.
	Functions []string `json:"functions,omitempty"`
	// Tags are the tags that this version of the tool knows, sorted, without plus signs.
	Tags []string `json:"tags,omitempty"`
	// Alpha reports that a +k8s:alpha constraint is among them: its errors are reported and not enforced.
	Alpha bool `json:"alpha,omitempty"`
	// Failed reports that the tool did not generate, for a reason that is a finding.
	Failed bool `json:"failed,omitempty"`
}

// Validates reports whether the package gets a function Validate_name. A type without a constraint and a type that the
// package's tag excludes have none. If the tool failed, it is assumed.
func (d *Declarative) Validates(name string) bool {
	return d != nil && (d.Failed || slices.Contains(d.Functions, "Validate_"+name))
}

// Serves reports whether the tool knows a marker and all that the marker applies to inner values. Tags are added by minor
// versions of Kubernetes, and the tool ignores those that it does not know. If the tool failed, it is assumed to know every
// +k8s: tag, so that one mistake is one finding.
func (d *Declarative) Serves(m markers.Marker) bool {
	if d == nil || !strings.HasPrefix(m.Name, "k8s:") || !d.Failed && !slices.Contains(d.Tags, m.Name) {
		return false
	}
	constraint, ok := m.Value.(*markers.Constraint)
	return !ok || constraint.Inner == nil || d.Serves(*constraint.Inner)
}
