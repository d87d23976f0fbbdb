package model

import (
	"fmt"
	"go/ast"
	"go/types"
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/nearname"
)

// buildRoots builds the field trees of a group.
func buildRoots(b *builder, g *group.Group) {
	s := scopeOf(b, g)
	for _, root := range g.AllRoots() {
		buildRoot(b, g, s, root)
	}
	unusable := func(root *group.Root) bool { return root.Type == nil }
	g.Roots = slices.DeleteFunc(g.Roots, unusable)
	g.FlagStructs = slices.DeleteFunc(g.FlagStructs, unusable)
}

func buildRoot(b *builder, g *group.Group, s scope, root *group.Root) {
	pkg, _, err := b.session.Types(root.Package.Path)
	if err != nil || pkg.Scope().Lookup(root.Name) == nil {
		return // the package cannot be parsed: that is a finding already
	}
	object, isType := pkg.Scope().Lookup(root.Name).(*types.TypeName)
	if !isType {
		b.report(root.Position, root.End, "root-type",
			fmt.Sprintf("%s is declared a second time in this package, and not as a type", root.Name),
			"give one of the two another name")
		return
	}
	declared := b.typeSource(root.Package.Path, root.Name)
	goType, ok := object.Type().Underlying().(*types.Struct)
	if !ok || declared.Generic {
		what := "is not a struct"
		if ok {
			what = "is generic"
		}
		b.report(root.Position, root.End, "root-type", fmt.Sprintf("%s is marked as a root and %s", root.Name, what),
			"mark a struct type without type parameters")
		return
	}
	root.Type = typeOf(object.Type())
	if declared.Markers.Has("config") && !embedsTypeMeta(goType) {
		withoutTypeMeta(b, g, root)
	}
	if object.IsAlias() && !aliasFits(b, root, declared, object) {
		return
	}
	at := place{
		builder: b, group: g, scope: s, root: root, home: root.Package.Path, goType: goType,
		declared: fieldsOf(b, root.Package.Path, declared), outer: []types.Type{types.Unalias(object.Type())},
	}
	at.pending = subfields(declared.Markers)
	if defaults, ok := markers.Get[markers.FlagDefaults](declared.Markers); ok {
		at.defaults = *defaults
	}
	if declared.Markers.Has("config") {
		at.external = externalRoot(b, g, root)
		if root.Version != nil && g.Internal() {
			at.counterpart, at.counterpartHome = b.typeSource(root.Version.Types.Path, root.Name), root.Version.Types.Path
		}
	}
	flags, ok := markers.Get[markers.Flags](declared.Markers)
	if ok {
		root.Method = flags.Method
	}
	if ok && !flags.Defaults.IsZero() {
		flagsDefaults(at, declared.Markers.Named("flags")[0], flags.Defaults, object.Type())
	}
	b.reached[declared] = true
	root.Exceptions = exceptions(declared.Markers)
	tombstones(root, nil, declared.Markers)
	root.Ignored = ignoredFlags(declared.Markers)
	root.Structs = structsBelow(b, object, root.Package)
	root.Fields = fields(at)
	secrets(b, g, root)
}

// flagsDefaults finds the function that makes a flags struct. Generated code calls it, unless it has the name of the
// generated one, which is then not needed: such a function can have an error, too.
func flagsDefaults(at place, m markers.Marker, ref markers.Ref, object types.Type) {
	want := fmt.Sprintf("func() *%s", at.root.Type)
	replaced := ref.Name == "New"+at.root.Name && (ref.Package == "" || ref.Package == at.root.Package.Path)
	at.root.Defaults = function(at, m, ref, "flags-defaults", want, func(s *types.Signature) bool {
		results := s.Results()
		withError := replaced && results.Len() == 2 &&
			types.Identical(results.At(1).Type(), types.Universe.Lookup("error").Type())
		return s.Params().Len() == 0 && (results.Len() == 1 || withError) && isPointerTo(results.At(0).Type(), object)
	})
}

// withoutTypeMeta makes a root plain if its files need no header.
func withoutTypeMeta(b *builder, g *group.Group, root *group.Root) {
	const embed = "embed it as the first field: metav1.TypeMeta `json:\",inline\"`"
	optional := diag.Advice{}
	if config := root.Markers.Named("config"); len(config) > 0 {
		optional = config[0].Argument("typeMeta", "optional")
	}
	switch root.Plain = true; {
	case g.Internal():
		b.report(root.Position, root.End, "no-type-meta",
			fmt.Sprintf("%s does not embed metav1.TypeMeta, and only objects are converted to versions", root.Name), embed)
	case !root.HeaderOptional:
		b.report(root.Position, root.End, "no-type-meta",
			fmt.Sprintf("%s does not embed metav1.TypeMeta, which names the kind and the version in a file", root.Name),
			embed+", or use +config(typeMeta: optional)", optional)
	}
	plainDefaults(b, root)
}

// plainDefaults finds uncalled functions of a plain root's structs that look like defaulting functions.
func plainDefaults(b *builder, root *group.Root) {
	pkg, structs := b.source(root.Package.Path), structsOfPackage(b, root)
	for _, f := range pkg.NotBuilt() {
		if suffix, is := strings.CutPrefix(f.Name, load.DefaulterPrefix); is && slices.Contains(structs, suffix) {
			b.findings = append(b.findings, f.Finding())
		}
	}
	for _, name := range slices.Sorted(maps.Keys(pkg.Declared)) {
		declared := pkg.Declared[name]
		suffix, prefixed := strings.CutPrefix(name, "SetDefaults_")
		of := slices.IndexFunc(structs, func(s string) bool {
			return len(declared.Params) == 1 && declared.Params[0] == "*"+root.Package.Path+"."+s
		})
		report := func(code, message, fix string) {
			if !b.session.CalledElsewhere(pkg.Path, name) {
				b.report(declared.Position, declared.End, code, message, fix)
			}
		}
		switch {
		case declared.Kind != "func" || name == root.Setter() || len(pkg.MentionedBy(name)) > 0:
		case prefixed && suffix == root.Name:
			report("defaulter-name", name+" does not have the signature of a function that sets defaults, so it is not called",
				fmt.Sprintf("write func %s(obj *%s)", name, root.Name))
		case prefixed && slices.Contains(structs, suffix):
			report("uncalled-defaults",
				fmt.Sprintf("%s is not called: %s is not an object of the API machinery", name, root.Name),
				"call it in SetDefaults_"+root.Name)
		case of >= 0 && nearname.Meant(name, load.DefaulterPrefix+structs[of]):
			report("defaulter-name",
				fmt.Sprintf("%s has a *%s and not the name of its defaults, so it is not called", name, structs[of]),
				"rename it to SetDefaults_"+structs[of])
		}
	}
}

// structsOfPackage are the names of the structs that a root leads to in its package.
func structsOfPackage(b *builder, root *group.Root) []string {
	pkg, _, err := b.session.Types(root.Package.Path)
	if err != nil {
		return nil
	}
	object, ok := pkg.Scope().Lookup(root.Name).(*types.TypeName)
	if !ok {
		return nil
	}
	var names []string
	for _, s := range structsBelow(b, object, root.Package) {
		names = append(names, s.Name)
	}
	return names
}

// fieldsOf returns the declaration of the fields of a struct: of the struct itself, or of the type in its package that
// it is an alias of or defined by. It is nil for the struct of another package.
func fieldsOf(b *builder, path string, declared *load.Type) *load.Type {
	switch syntax := declared.Spec.Type.(type) {
	case *ast.StructType:
		return declared
	case *ast.Ident:
		if other := b.typeSource(path, syntax.Name); other != nil && other != declared {
			b.reached[other] = true
			return fieldsOf(b, path, other)
		}
	}
	return nil
}

// aliasFits checks a root that is another name of a struct, which is then the type of the configuration.
func aliasFits(b *builder, root *group.Root, declared *load.Type, object *types.TypeName) bool {
	if declared.Markers.Has("flags") {
		b.report(root.Position, root.End, "root-type",
			fmt.Sprintf("%s is another name of a type, and methods are generated for a +flags struct", root.Name),
			"define a type: remove the equals sign")
		return false
	}
	named, ok := types.Unalias(object.Type()).(*types.Named)
	if ok && types.NewMethodSet(types.NewPointer(named)).Lookup(nil, "DeepCopyObject") != nil {
		declaration := root.Package.Declared[root.Name]
		declaration.Object = true                                 // the published type is one
		root.Package.Declared = maps.Clone(root.Package.Declared) // other groups may read it at the same time
		root.Package.Declared[root.Name] = declaration
	}
	return true
}

// embedsTypeMeta reports whether a struct embeds metav1.TypeMeta, itself or in another struct that it embeds. It takes
// any TypeMeta from a package that cannot be loaded for it: the finding about the package is enough.
func embedsTypeMeta(s *types.Struct) bool {
	for field := range s.Fields() {
		if !field.Embedded() {
			continue
		}
		if field.Name() == "TypeMeta" && field.Type() == types.Typ[types.Invalid] {
			return true
		}
		if inner, ok := field.Type().Underlying().(*types.Struct); isTypeMeta(field.Type()) || ok && embedsTypeMeta(inner) {
			return true
		}
	}
	return false
}

func isTypeMeta(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && named.Obj().Name() == "TypeMeta" && named.Obj().Pkg() != nil &&
		named.Obj().Pkg().Path() == "k8s.io/apimachinery/pkg/apis/meta/v1"
}

// externalRoot finds the struct of the root's name in the preferred version that has one.
func externalRoot(b *builder, g *group.Group, root *group.Root) *types.Struct {
	for i := range g.Versions {
		pkg, _, err := b.session.Types(g.Versions[i].Types.Path)
		if err != nil {
			continue
		}
		g.Versions[i].Types.Name = pkg.Name()
		if object := pkg.Scope().Lookup(root.Name); object != nil && root.Version == nil {
			if external, ok := object.Type().Underlying().(*types.Struct); ok {
				root.Version = &g.Versions[i]
				return external
			}
		}
	}
	for _, version := range g.Versions {
		if pkg := b.source(version.Types.Path); pkg != nil {
			if declared, ok := pkg.Unbuilt(root.Name); ok {
				b.unbuilt(declared)
				return nil
			}
		}
	}
	b.report(root.Position, root.End, "no-version", fmt.Sprintf("no version of the group has a struct %s", root.Name),
		fmt.Sprintf("declare it in a package marked +k8s:conversion-gen=%s, right below this one or among the packages "+
			"of the run", root.Package.Path))
	return nil
}
