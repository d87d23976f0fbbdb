package build

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/markers"
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
		b.report(root.Position, root.End, "no-type-meta",
			fmt.Sprintf("%s does not embed metav1.TypeMeta, which names the kind and the version in a file", root.Name),
			"embed it as the first field: metav1.TypeMeta `json:\",inline\"`")
	}
	at := place{
		builder: b, group: g, scope: s, root: root, home: root.Package.Path, goType: goType, declared: declared,
		outer: []types.Type{object.Type()},
	}
	if defaults, ok := markers.Get[markers.FlagDefaults](declared.Markers); ok {
		at.defaults = *defaults
	}
	if declared.Markers.Has("config") {
		at.external = externalRoot(b, g, root)
		if root.Version != nil && g.Internal() {
			at.twin, at.twinHome = b.typeSource(root.Version.Types.Path, root.Name), root.Version.Types.Path
		}
	}
	if flags, ok := markers.Get[markers.Flags](declared.Markers); ok && !flags.Defaults.IsZero() {
		want := fmt.Sprintf("func() *%s", root.Type)
		root.Defaults = function(at, declared.Markers.Named("flags")[0], flags.Defaults, "flags-defaults", want,
			func(s *types.Signature) bool {
				return s.Params().Len() == 0 && s.Results().Len() == 1 && isPointerTo(s.Results().At(0).Type(), object.Type())
			})
	}
	b.reached[declared] = true
	root.Structs = structsBelow(object, root.Package)
	root.Fields = fields(at)
	secrets(b, g, root)
}

func embedsTypeMeta(s *types.Struct) bool {
	for i := range s.NumFields() {
		if s.Field(i).Embedded() && isTypeMeta(s.Field(i).Type()) {
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
	b.report(root.Position, root.End, "no-version", fmt.Sprintf("no version of the group has a struct %s", root.Name),
		fmt.Sprintf("declare it in a package marked +k8s:conversion-gen=%s, right below this one or among the packages "+
			"of the run", root.Package.Path))
	return nil
}
