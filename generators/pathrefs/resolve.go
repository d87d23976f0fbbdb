package pathrefs

import (
	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
)

// resolve writes ResolveRPaths.
func (p *paths) resolve(f *emit.File) {
	name := resolveFunc(p.root)
	function := jen.Func().Params(jen.Id("path").String()).String()
	if len(p.nodes)+len(p.assignments) == 0 {
		f.Doc("%s does nothing: %s has no file paths.", name, p.root.Name)
		f.Func().Id(name).Params(jen.Op("*").Add(f.Type(p.root.Type)), function).Block()
		return
	}
	f.Doc("%s replaces every non-empty file path in c by the result of resolve.", name)
	f.Func().
		Id(name).
		Params(jen.Id("c").Op("*").Add(f.Type(p.root.Type)), jen.Id("resolve").Add(function)).
		BlockFunc(func(body *jen.Group) {
			if len(p.nodes) > 0 {
				ref := jen.Op("*").Id("ref")
				body.For(jen.List(jen.Id("_"), jen.Id("ref")).Op(":=").Range().Id(refsFunc(p.root)).Call(jen.Id("c"))).Block(
					jen.If(ref.Clone().Op("!=").Lit("")).Block(ref.Clone().Op("=").Id("resolve").Call(ref.Clone())))
			}
			for _, assignment := range p.assignments {
				body.Add(assignment)
			}
		})
}

// assign builds the statements for the strings in a spot that Go cannot point at. It reports whether one of them
// changes the spot itself, so that who holds a copy has to write it back.
func (p *paths) assign(at spot) ([]jen.Code, bool) {
	switch {
	case at.isPath():
		if at.addressable {
			return nil, false
		}
		return []jen.Code{jen.If(at.expr.Clone().Op("!=").Lit("")).Block(at.expr.Clone().Op("=").Add(resolved(at)))}, true
	case at.of.Kind == "pointer" && at.of.Elem.Kind != "string":
		inner, _ := p.assign(at.behind())
		return emit.Block(jen.If(at.expr.Clone().Op("!=").Nil()), inner), false
	case at.of.Kind == "slice":
		inner, _ := p.assign(at.element())
		return emit.Block(jen.For(jen.Id(at.index()).Op(":=").Range().Add(at.expr.Clone())), inner), false
	case at.of.Kind == "map":
		return p.assignValues(at), false
	case at.of.Kind == "struct":
		var all []jen.Code
		changed := false
		for _, field := range at.field.Fields {
			inner, written := p.assign(at.below(field))
			all, changed = append(all, inner...), changed || written
		}
		return all, changed
	}
	return nil, false
}

// assignValues goes through a map, and writes changed values back.
func (p *paths) assignValues(at spot) []jen.Code {
	key, value := jen.Id(emit.Numbered("key", at.values)), at.value()
	back := at.expr.Clone().Index(key.Clone()).Op("=")
	if value.isPath() {
		each := jen.If(value.expr.Clone().Op("!=").Lit("")).Block(back.Add(resolved(value)))
		return []jen.Code{jen.For(jen.List(key, value.expr).Op(":=").Range().Add(at.expr.Clone())).Block(each)}
	}
	inner, written := p.assign(value)
	if written {
		inner = append(inner, back.Add(value.expr.Clone()))
	} else {
		key = jen.Id("_")
	}
	return emit.Block(jen.For(jen.List(key, value.expr.Clone()).Op(":=").Range().Add(at.expr.Clone())), inner)
}

// resolved is what resolve makes of the string in a spot, in the spot's type.
func resolved(at spot) *jen.Statement {
	if at.of.Package == "" {
		return jen.Id("resolve").Call(at.expr.Clone())
	}
	return jen.Qual(at.of.Package, at.of.Name).Call(jen.Id("resolve").Call(jen.String().Call(at.expr.Clone())))
}
