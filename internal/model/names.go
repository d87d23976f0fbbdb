package model

import (
	"cmp"
	"go/constant"
	"go/types"
	"reflect"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/flagtext"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// jsonNames sets the field's JSON name and path, from its own tag or from its counterpart in the preferred version.
func jsonNames(at place, field *group.Field, variable *types.Var) {
	if at.external == nil {
		if at.root.Version != nil {
			field.JSONName, field.JSONPath = flagtext.JSON(field.Name), joinJSON(at.parent, flagtext.JSON(field.Name))
		}
		return
	}
	counterpartTag, found := "", false
	for i := range at.external.NumFields() {
		if counterpart := at.external.Field(i); counterpart.Name() == field.Name {
			counterpartTag, found = at.external.Tag(i), true
			setCounterpart(at, field, counterpart)
		}
	}
	name, options := jsonName(counterpartTag)
	switch {
	case !found:
		field.JSONName = flagtext.JSON(field.Name)
	case name == "" && !variable.Embedded():
		field.JSONName = field.Name // as encoding/json has it
	case name == "" && (variable.Embedded() || strings.Contains(options, "inline")):
	default:
		field.JSONName = name
	}
	field.JSONPath = joinJSON(at.parent, field.JSONName)
}

// jsonName is the name in a struct tag for JSON, and the options that follow it.
func jsonName(tag string) (name, options string) {
	name, options, _ = strings.Cut(reflect.StructTag(tag).Get("json"), ",")
	return name, options
}

// setCounterpart records the preferred version's declaration of a field.
func setCounterpart(at place, field *group.Field, variable *types.Var) {
	if at.counterpart == nil {
		return
	}
	field.Counterpart = &group.Counterpart{Type: typeOf(variable.Type()), Package: at.counterpartHome}
	declarations(at, field, field.Counterpart.Type)
	if source := at.counterpart.Field(field.Name); source != nil {
		field.Counterpart.Markers, field.Counterpart.Doc = source.Markers, source.Doc()
		field.Counterpart.Position, field.Counterpart.End = at.session.Position(source.Span)
	}
}

func joinPath(parent *group.Field, name string) string {
	if parent == nil {
		return name
	}
	return parent.Path + parent.Type.Elements() + "." + name
}

func joinJSON(parent *group.Field, name string) string {
	switch {
	case parent == nil:
		return name
	case name == "":
		return parent.JSONPath + parent.Type.Elements()
	case parent.JSONPath == "":
		return name
	}
	return parent.JSONPath + parent.Type.Elements() + "." + name
}

// declarations adds to a type the markers on the declarations of its names, and the constants of string types.
func declarations(at place, field *group.Field, t *group.Type) {
	for _, inner := range []*group.Type{t.Elem, t.Key} {
		if inner != nil {
			declarations(at, field, inner)
		}
	}
	if t.Package == "" {
		return
	}
	if declared := at.typeSource(t.Package, t.Name); declared != nil {
		t.Own, t.Markers = true, declared.Markers
	} else {
		t.Markers = published(at, field, at.session.PublishedType(t.Package, t.Name))
	}
	if t.Kind == "string" {
		t.Constants = constants(at, t)
	}
}

// constants are the exported constants of a named string type that the type's own package declares.
func constants(at place, t *group.Type) []group.Constant {
	pkg, _, err := at.session.Types(t.Package)
	if err != nil {
		return nil // a package that is only reached through others, so its constants are not needed
	}
	var list []group.Constant
	for _, c := range stringConstants(at.builder, pkg)[t.Name] {
		if excluded(at, t.Package, c.Name()) {
			continue
		}
		list = append(list, group.Constant{
			Name: c.Name(), Value: constant.StringVal(c.Val()), Gates: constantGates(at, t.Package, c.Name()),
		})
	}
	return list
}

// stringConstants are the exported string constants of a package that are of a type of its own, in the order of the
// source, by the name of the type.
func stringConstants(b *builder, pkg *types.Package) map[string][]*types.Const {
	b.packages.Lock()
	defer b.packages.Unlock()
	if known := b.constants[pkg.Path()]; known != nil {
		return known
	}
	found := map[string][]*types.Const{}
	for _, name := range pkg.Scope().Names() {
		c, ok := pkg.Scope().Lookup(name).(*types.Const)
		if !ok || !c.Exported() || c.Val().Kind() != constant.String {
			continue
		}
		if named, ok := types.Unalias(c.Type()).(*types.Named); ok && named.Obj().Pkg() != nil &&
			named.Obj().Pkg().Path() == pkg.Path() {
			found[named.Obj().Name()] = append(found[named.Obj().Name()], c)
		}
	}
	for _, constants := range found {
		slices.SortFunc(constants, func(x, y *types.Const) int {
			p, q := b.position(x.Pos()), b.position(y.Pos())
			return cmp.Or(cmp.Compare(p.Filename, q.Filename), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
		})
	}
	b.constants[pkg.Path()] = found
	return found
}

// excluded reports whether a constant is not a value of its type, by +k8s:enumExclude.
func excluded(at place, importPath, name string) bool {
	pkg := at.source(importPath)
	return pkg != nil && slices.ContainsFunc(pkg.Constants, func(c *load.Constant) bool {
		return c.Name == name && c.Markers.Has("k8s:enumExclude")
	})
}
