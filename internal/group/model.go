package group

import (
	"go/token"
	"regexp"
	"slices"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/markers"
)

// Access opens the model of a group to the packages of this module, which alone can name the type.
type Access struct{}

// Group is one configuration group: the package whose types carry the markers, and the versions that convert to it. If
// a project does not have internal types, that package is itself the only version.
type Group struct {
	// Name is the API group, as in relay.config.example.io; empty if no package has +groupName. Named is the marker.
	Name  string
	Named markers.Marker
	// Package declares the marked types.
	Package Package
	// Versions are the external versions, the preferred one first (GA before beta before alpha, then the higher number).
	Versions []Version
	// Shared are packages of the user's that types of the group come from and that do not belong to a group, sorted by
	// path.
	Shared []Package
	// SharedValidation are the packages validation below Shared, and below packages of other groups that types come from,
	// if they exist or this run writes them.
	SharedValidation []Package
	// SharedTypes are the structs of those packages, and of the packages that they lead to, whose validation is generated
	// once for all groups; sorted by path.
	SharedTypes []*SharedPackage
	// Alone reports that the group has neither roots nor features: its packages ask for Kubernetes' own generators, and
	// nothing else is generated for them.
	Alone bool
	// Roots are the +config structs in the order of the source.
	Roots []*Root
	// FlagStructs are the +flags structs in the order of the source.
	FlagStructs []*Root
	// Features are the constants with +feature in the order of the source, which FeaturesPackage declares. A package that
	// declares features and nothing else is a group of its own; so is one that has declared features and no longer does,
	// as long as it holds their history.
	Features        []*Feature
	FeaturesPackage Package
	// FeatureHistory is the generated file of the features' history as it was before this run.
	FeatureHistory *FeatureHistory
	// Loader reports that the component loads its files through the runtime library.
	Loader bool
	// Generators limits the generators that run for the group, by their names; empty for all. Chosen is the marker that
	// names them.
	Generators []string
	Chosen     markers.Marker
	// Awaited are the structs of Package, by name, whose hooks this run adds to ValidationPackage for other groups, which
	// call them. Those have the packages that declare such hooks in Awaits, by import path.
	Awaited, Awaits []string
	// Stubs asks for the hooks that a validation package which exists already does not have.
	Stubs bool
	// SkipUnsafe reports that conversions must not use package unsafe.
	SkipUnsafe bool
	// FlagsPackage takes flags, legacy defaults and precedence, ValidationPackage validation.
	FlagsPackage, ValidationPackage Package
	// DocsPackage takes the reference documentation; its path is empty if none is asked for.
	DocsPackage Package
	// API is set if the group asks for a snapshot of its API. Exceptions apply to the group as a whole.
	API        *API
	Exceptions []Exception
	// Lint is set if the group enables or disables rules of lint.
	Lint *Lint
	// Conversions are the structs with fields in other places than in a version, in the order of the versions.
	Conversions []*Conversion
	// Descriptor is the descriptor of the group, Places is where its objects are declared. The model fills them last.
	Descriptor *descriptor.Descriptor
	Places     map[descriptor.Identity]Place
	// Declarative are the results of validation-gen by the import path of the package; none for a package that does not
	// ask for the tool.
	Declarative map[string]*Declarative
}

// Place is where something is declared.
type Place struct {
	Position, End token.Position
	// Code is where a function sets the default of a field of a version that is not known.
	Code token.Position
}

// Internal reports whether the marked types are internal ones, to which external versions convert.
func (g *Group) Internal() bool {
	return len(g.Versions) == 0 || g.Versions[0].Package.Path != g.Package.Path
}

// AllRoots are the roots and the flag structs.
func (g *Group) AllRoots() []*Root { return slices.Concat(g.Roots, g.FlagStructs) }

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

// Version is one external version of a group.
type Version struct {
	// Name as in v1beta1.
	Name string
	// Package registers defaults and conversions; Types declares the types, mostly the same package.
	Package, Types Package
}

// versionPattern matches the names that Kubernetes gives to versions.
var versionPattern = regexp.MustCompile(`^v[1-9][0-9]*((alpha|beta)[1-9][0-9]*)?$`)

// IsVersion reports whether a name is one that Kubernetes gives to versions, such as v1beta1.
func IsVersion(name string) bool { return versionPattern.MatchString(name) }

// NameFor returns the name of the version in files of a root: the name of the version or, for a root that another
// module publishes in a package named like a version, the name of that package.
func (v Version) NameFor(root *Root) string {
	if !IsVersion(v.Name) && IsVersion(root.Type.PackageName) {
		return root.Type.PackageName
	}
	return v.Name
}

// Package is a package that is read or written.
type Package struct {
	// Path is the import path, Name the name in the package clause, Dir the absolute directory; it need not exist yet.
	Path, Name, Dir string
	// Files are the names of the files that are written by hand, those for other systems included.
	Files []string
	// Declared maps the hand-written declarations of the package to their places. A method is listed as Type.Method.
	Declared map[string]Declaration
	// Elsewhere has what only tests and files for other systems declare.
	Elsewhere map[string]Declaration
	// Callers are the functions written by hand that use a name which begins with validate, declared here or elsewhere, or
	// which is a function of the package.
	Callers map[string][]string
	// Mentions are the names that functions written by hand use, with these functions.
	Mentions map[string][]string
	// OwnCallers use the names of functions of the package itself, including generated functions.
	OwnCallers map[string][]string
	// Registered reports that register-gen writes what registers the types with a scheme.
	Registered bool
	// Own reports that the package has been read: it exists, and in a module that the user edits.
	Own bool
	// Broken reports that a file of the package could not be parsed.
	Broken bool
	// Position and End span the name in a package clause.
	Position, End token.Position
}

// Registration is the name of the function that registers the package's types with a scheme. People write AddToScheme;
// register-gen writes both names, and deprecates this one.
func (p Package) Registration() string {
	if _, byHand := p.Declared["AddToScheme"]; p.Registered && !byHand {
		return "Install"
	}
	return "AddToScheme"
}

// SharedPackage is a package of the user's with types that groups share. What it says does not depend on a group.
type SharedPackage struct {
	// Package declares the types, and Validation takes their validation.
	Package, Validation Package
	// Structs are the exported structs in the order of the source, with the trees of their fields.
	Structs []*Root
}

// Declaration is a package-level declaration that is written by hand.
type Declaration struct {
	// Kind is func, method, type, var or const.
	Kind string
	// Params and Results are the types of a function's parameters and results, with import paths in place of package
	// names, as in *example.com/relay.Upstream. What is not a type name, or a pointer to one, is as it is in the source.
	Params, Results []string
	// Alias is the type that an alias names, if both are in one package; empty for other declarations.
	Alias string
	// Object reports that a type implements runtime.Object, by hand or by deepcopy-gen.
	Object bool
	// Unregistered reports that the package registers other types with a scheme by hand, and not this one.
	Unregistered bool
	// Group is the API group of a variable that is a literal schema.GroupVersion, if it is a string or a constant of the
	// package.
	Group string
	// Version is the version of such a variable.
	Version string

	Position, End token.Position
}

// Root is a struct marked +config or +flags, with the tree of its fields.
type Root struct {
	// Name of the struct.
	Name string
	// Instance reports that the root holds instance-specific values.
	Instance bool
	// ZerosKept reports that zeros in a file are values, not fields that are not set.
	ZerosKept bool
	// HeaderOptional reports that files need neither apiVersion nor kind. Plain reports that the struct does not embed
	// metav1.TypeMeta: it is not an object of the API machinery, and its files have no header.
	HeaderOptional, Plain bool
	// Package declares the struct.
	Package Package
	// Type of the struct itself.
	Type *Type
	Doc  string
	// Markers are those on the struct, Foreign those whose names +configgen:foreign declares, in the order of the source.
	Markers markers.Set
	Foreign markers.Set
	// Fields without metav1.TypeMeta.
	Fields []*Field
	// Defaults is the function that returns a +flags struct with its defaults; nil if that is empty.
	Defaults *Object
	// Method is the name of the method of a +flags struct that registers its flags; empty for AddFlags.
	Method string
	// Version is the preferred version that has a struct of this name; nil in a +flags struct.
	Version *Version
	// External are the root as each version declares it, in the order of the group's versions. It is empty for a root that
	// no version has.
	External []*External
	// Comparisons are the versions whose fields have been compared with the fields of the root, the versions of the group
	// first.
	Comparisons []*Comparison
	// Moves are the fields that versions have in another place, in the order of the versions.
	Moves []*Move
	// Ignored are flags without a field, which are accepted and have no effect.
	Ignored []*Flag
	// Tombstones are what has been removed from the root, sorted by What. Exceptions apply to the root as a whole.
	Tombstones []*Tombstone
	Exceptions []Exception
	// Resource is set if the root is also served as a custom resource.
	Resource *Resource
	// Structs are the struct and the structs of its package inside it, in the order of their declarations. Structs with
	// the marker configgen:skip, and structs that are declared once more for other systems, are left out.
	Structs []*Struct

	Position, End token.Position
}

// Resource is how a root is served as a custom resource.
type Resource struct {
	// Plural and ShortNames are names of the resource.
	Plural     string
	ShortNames []string
	// Scope is Cluster or Namespaced.
	Scope string
	// Approved is the annotation for groups of Kubernetes itself.
	Approved string
	// Marker asks for it.
	Marker markers.Marker
}

// Walk visits the fields below a root in the order of the source, each before those inside it.
func (r *Root) Walk(visit func(*Field)) { walk(r.Fields, visit) }

func walk(fields []*Field, visit func(*Field)) {
	for _, field := range fields {
		visit(field)
		walk(field.Fields, visit)
	}
}

// HasFlags reports whether the root registers flags.
func (r *Root) HasFlags() bool {
	found := len(r.Ignored) > 0
	r.Walk(func(field *Field) { found = found || len(field.Flags)+len(field.Delegations) > 0 })
	return found
}

// Setter is the function SetDefaults_ of a plain root, written by hand; empty if there is none.
func (r *Root) Setter() string {
	name := "SetDefaults_" + r.Name
	declared := r.Package.Declared[name]
	of := func(pkg string) bool { return slices.Equal(declared.Params, []string{"*" + pkg + "." + r.Name}) }
	if !r.Plain || declared.Kind != "func" || len(declared.Results) > 0 || !of(r.Package.Path) && !of(r.Package.Name) {
		return ""
	}
	return name
}

// Struct is a struct as its package declares it, with the fields that a file cannot set: what generated code compares
// with the source when it is compiled.
type Struct struct {
	Package Package
	Name    string
	Fields  []StructField
}

// StructField is one field of a Struct.
type StructField struct {
	Name     string
	Embedded bool
	// Type is the type in Go, in pieces.
	Type []TypePiece
}

// TypePiece is a piece of a type: the name of a declaration in another package, or any text.
type TypePiece struct {
	// Package and PackageName are empty if Text is not the name of a declaration.
	Package, PackageName, Text string
}
