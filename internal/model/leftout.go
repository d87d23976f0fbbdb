package model

import (
	"fmt"
	"go/ast"
	"go/types"
	"path"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// leftOut finds conversions written by hand, between a type of the version and an internal one, that touch fields one
// by one and leave some out that both types have.
func (d *dropped) leftOut(external, internal *types.Named) {
	forward, back := conversionName(external, internal), conversionName(internal, external)
	for _, pkg := range d.converting(external.Obj()) {
		for _, file := range pkg.Files {
			for _, decl := range file.Decls {
				function, ok := decl.(*ast.FuncDecl)
				if !ok || function.Recv != nil || function.Name.Name != forward && function.Name.Name != back {
					continue
				}
				lost := "what a file sets there is lost"
				if function.Name.Name == back {
					lost = "what the component has there is lost"
				}
				if fields := d.untouched(pkg, function, external, internal); len(fields) > 0 {
					name := function.Name.Name
					d.reportSpan(load.Span{Pos: function.Name.Pos(), End: function.Name.End()}, "dropped-field",
						fmt.Sprintf("%s leaves out %s: %s", name, strings.Join(fields, ", "), lost),
						fmt.Sprintf("call auto%s in it, or write _ = in.%s where a field is left out on purpose", name, fields[0]))
				}
			}
		}
	}
}

// conversionName is the name of the function that converts one type to another.
func conversionName(from, to *types.Named) string {
	public := func(t *types.Named) string { return path.Base(t.Obj().Pkg().Path()) + "_" + t.Obj().Name() }
	return load.ConverterPrefix + public(from) + "_To_" + public(to)
}

// untouched are the fields that two types have in common and that a conversion from one to the other does not touch. It
// is empty for a conversion that treats a value as a whole, such as by a call of the generated function.
func (d *dropped) untouched(
	pkg *load.Package, function *ast.FuncDecl, external, internal *types.Named,
) []string {
	var params []string
	for _, list := range function.Type.Params.List {
		for _, name := range list.Names {
			params = append(params, name.Name)
		}
	}
	if len(params) != 3 || function.Body == nil {
		return nil
	}
	touched, whole := pkg.TouchedFields(function.Body, params[0], params[1])
	if whole {
		return nil
	}
	outer, _, _ := structBehind(external)
	inner, _, _ := structBehind(internal)
	var left []string
	for field := range outer.Fields() {
		counterpart := fieldOf(inner, field.Name())
		if !field.Exported() || counterpart == nil || isTypeMeta(field.Type()) || d.skipped(external.Obj(), field.Name()) ||
			d.skipped(internal.Obj(), field.Name()) || touched[field.Name()] {
			continue
		}
		promoted, _, _ := structBehind(field.Type())
		if field.Embedded() && promoted != nil && slices.ContainsFunc(slices.Collect(promoted.Fields()),
			func(below *types.Var) bool { return touched[below.Name()] }) {
			continue
		}
		left = append(left, field.Name())
	}
	return left
}

// namedConversions finds the versions whose roots conversion-gen converts, field by field of the same Go name, and the
// structs in them that functions written by hand convert.
func namedConversions(b *builder, g *group.Group) {
	internal, _, err := b.session.Types(g.Package.Path)
	if err != nil || !g.Internal() {
		return
	}
	for _, version := range g.Versions {
		pkg, external := b.source(version.Package.Path), versionTypes(b, version)
		if pkg == nil || pkg.Broken || external == nil || !convertsTo(pkg, g.Package.Path) ||
			registersConversions(pkg) || registersConversions(b.source(g.Package.Path)) {
			continue
		}
		for _, root := range g.Roots {
			outer, inner := external.Scope().Lookup(root.Name), internal.Scope().Lookup(root.Name)
			at := slices.IndexFunc(root.External, func(e *group.External) bool { return e.Version == version.Package.Path })
			if outer == nil || inner == nil || at < 0 {
				continue
			}
			n := &nameSearch{dropped: &dropped{builder: b, group: g, version: version, pkg: pkg, root: root}}
			n.compare(outer.Type(), inner.Type(), "", nil)
			root.External[at].ByName, root.External[at].ByHand = !slices.Contains(n.byHand, ""), n.byHand
		}
	}
}

// convertsTo reports whether a package asks for conversions to the internal package.
func convertsTo(pkg *load.Package, internal string) bool {
	return slices.ContainsFunc(markers.All[markers.ConversionGen](pkg.Markers), func(m *markers.ConversionGen) bool {
		return m.Package == internal
	})
}

// registersConversions reports whether code written by hand registers functions whose names say nothing.
func registersConversions(pkg *load.Package) bool {
	return pkg == nil || len(pkg.MentionedBy("AddConversionFunc"))+len(pkg.MentionedBy("AddGeneratedConversionFunc")) > 0
}

// nameSearch is the search in one root of a version.
type nameSearch struct {
	*dropped
	// byHand are the Go paths of what conversion-gen does not convert, or does not convert by names.
	byHand []string
}

// compare looks into the types of a field. outer are the structs that it is in.
func (n *nameSearch) compare(external, internal types.Type, path string, outer []types.Type) {
	from, holder, listed := structBehind(external)
	to, target, _ := structBehind(internal)
	switch {
	case types.Identical(external, internal), holder != nil && holder == target,
		holder != nil && slices.Contains(outer, types.Type(holder)):
		return
	case from == nil && to == nil: // A conversion of a single value moves nothing.
		return
	case holder == nil || target == nil, holder.Obj().Pkg().Path() != n.version.Types.Path,
		target.Obj().Pkg().Path() != n.group.Package.Path, n.called(holder.Obj(), holder, target),
		n.called(holder.Obj(), target, holder), n.called(holder.Obj(), external, internal),
		n.called(holder.Obj(), internal, external):
		n.byHand = append(n.byHand, path)
		return
	}
	if listed {
		path += "[*]"
	}
	for field := range from.Fields() {
		counterpart := fieldOf(to, field.Name())
		switch below := joined(path, field.Name()); {
		case counterpart == nil || !field.Exported() || isTypeMeta(field.Type()):
		case n.skipped(holder.Obj(), field.Name()) || n.skipped(target.Obj(), field.Name()):
			n.byHand = append(n.byHand, below)
		default:
			n.compare(field.Type(), counterpart.Type(), below, append(slices.Clone(outer), types.Type(holder)))
		}
	}
}
