package legacydefaults

import (
	"slices"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// apply writes ApplyRLegacyDefaults.
func (o *output) apply(f *emit.File, root *group.Root) {
	fields := defaults(root)
	if len(fields) == 0 {
		f.Doc("%s does nothing: the fields of %s have no legacy defaults.", applyFunc(root), root.Name)
		f.Func().Id(applyFunc(root)).Params(jen.Op("*").Add(f.Type(root.Type))).Block()
		f.Line()
		return
	}
	f.Doc(
		"%s sets the defaults that the flags had before the versioned API existed. They apply if no configuration file "+
			"is given.", applyFunc(root))
	f.Func().Id(applyFunc(root)).Params(jen.Id("c").Op("*").Add(f.Type(root.Type))).BlockFunc(func(body *jen.Group) {
		o.everySystem(f, body, "c", root)
	})
	f.Line()
}

// everySystem writes the defaults of all systems, and the call for the defaults of single systems.
func (o *output) everySystem(f *emit.File, body *jen.Group, variable string, root *group.Root) {
	everywhere := slices.DeleteFunc(defaults(root), func(field *group.Field) bool { return len(field.OS) > 0 })
	o.statements(f, body, variable, everywhere)
	if hasSystems(root) {
		body.Id(systemFunc(root)).Call(jen.Id(variable))
	}
}

// schemeName is the variable of the scheme that versions are defaulted and converted by.
const schemeName = "defaultingScheme"

// scheme writes the scheme of all versions that roots of the package are constructed from.
func (o *output) scheme(f *emit.File) {
	var packages []group.Package
	add := func(pkg group.Package) {
		if !slices.ContainsFunc(packages, func(known group.Package) bool { return known.Path == pkg.Path }) {
			packages = append(packages, pkg)
		}
	}
	for _, root := range o.roots {
		if root.Version == nil || root.Plain {
			continue
		}
		if _, declared := o.internal.Declared["AddToScheme"]; o.converts && declared {
			add(o.internal)
		}
		add(root.Version.Package)
	}
	if len(packages) == 0 {
		return
	}
	f.Doc("%s returns the scheme that versions are defaulted and converted by. It is built once.", schemeName)
	f.Var().Id(schemeName).Op("=").Add(emit.Scheme(f, packages))
	f.Line()
}

// constructPlain writes NewR of a root that is not an object of the API machinery.
func (o *output) constructPlain(f *emit.File, root *group.Root) {
	what := "with nothing set"
	if root.Setter() != "" {
		what = "with its defaults"
	}
	legacy := len(defaults(root)) > 0
	if legacy {
		what += ", then the legacy defaults of its flags"
	}
	f.Doc("%s returns %s as it is without a configuration file: %s. The error is always nil.", newFunc(root),
		emit.A(root.Name), what)
	f.Func().Id(newFunc(root)).Params().Params(jen.Op("*").Add(f.Type(root.Type)), jen.Error()).BlockFunc(
		func(body *jen.Group) {
			body.Id("c").Op(":=").Op("&").Add(f.Type(root.Type)).Values()
			if setter := root.Setter(); setter != "" {
				body.Qual(root.Package.Path, setter).Call(jen.Id("c"))
			}
			if legacy {
				body.Id(applyFunc(root)).Call(jen.Id("c"))
			}
			body.Return(jen.Id("c"), jen.Nil())
		})
	f.Line()
}

// construct writes NewR.
func (o *output) construct(f *emit.File, root *group.Root) {
	if root.Plain {
		o.constructPlain(f, root)
		return
	}
	c := jen.Id("c").Op(":=").Op("&").Add(f.Type(root.Type)).Values()
	versioned := group.Type{
		Kind:        "struct",
		Package:     root.Version.Types.Path,
		PackageName: root.Version.Types.Name,
		Name:        root.Name,
	}
	legacy := len(defaults(root)) > 0
	what := "the defaults of version " + root.Version.Name
	if legacy {
		what += ", then the legacy defaults of its flags"
	}
	f.Doc("%s returns %s as it is without a configuration file: %s.", newFunc(root), emit.A(root.Name), what)
	f.Func().
		Id(newFunc(root)).
		Params().
		Params(jen.Op("*").Add(f.Type(root.Type)), jen.Error()).
		BlockFunc(func(body *jen.Group) {
			body.List(jen.Id("scheme"), jen.Err()).Op(":=").Id(schemeName).Call()
			body.If(jen.Err().Op("!=").Nil()).Block(jen.Return(jen.Nil(), jen.Err()))
			if !o.converts {
				body.Add(c)
				body.Id("scheme").Dot("Default").Call(jen.Id("c"))
			} else {
				body.Id("versioned").Op(":=").Op("&").Add(f.Type(&versioned)).Values()
				body.Id("scheme").Dot("Default").Call(jen.Id("versioned"))
				body.Add(c)
				body.If(jen.Err().Op(":=").Id("scheme").Dot("Convert").Call(jen.Id("versioned"), jen.Id("c"), jen.Nil()),
					jen.Err().Op("!=").Nil()).Block(
					jen.Return(jen.Nil(), jen.Qual("fmt", "Errorf").
						Call(jen.Lit("converting the defaults of version "+root.Version.Name+": %w"), jen.Err())))
			}
			if legacy {
				body.Id(applyFunc(root)).Call(jen.Id("c"))
			}
			body.Return(jen.Id("c"), jen.Nil())
		})
	f.Line()
}

// flagsConstructor writes NewF of a flags struct.
func (o *output) flagsConstructor(f *emit.File, root *group.Root) {
	f.Doc("%s returns %s with the defaults of its flags.", newFunc(root), root.Name)
	f.Func().Id(newFunc(root)).Params().Op("*").Add(f.Type(root.Type)).BlockFunc(func(body *jen.Group) {
		start := jen.Op("&").Add(f.Type(root.Type)).Values()
		if root.Defaults != nil {
			start = f.Object(root.Defaults).Call()
		}
		if len(defaults(root)) == 0 {
			body.Return(start)
			return
		}
		body.Id("f").Op(":=").Add(start)
		o.everySystem(f, body, "f", root)
		body.Return(jen.Id("f"))
	})
	f.Line()
}

// statements sets the fields. A pointer on the way to one is given a struct where it has none, once.
func (o *output) statements(f *emit.File, body *jen.Group, variable string, fields []*group.Field) {
	allocated := map[*group.Field]bool{}
	for _, field := range fields {
		w := &writer{file: f, home: o.pkg.Path, copies: o.copies}
		value, err := w.value(field)
		for _, parent := range emit.PointerParents(field) {
			if !allocated[parent] {
				target := emit.Select(variable, parent)
				body.If(target.Clone().Op("==").Nil()).
					Block(target.Clone().Op("=").Op("&").Add(w.typeName(parent.Type.Elem)).Values())
				allocated[parent] = true
			}
		}
		if err == nil {
			err = w.problem
		}
		if err != nil {
			o.report(field, err)
			continue
		}
		body.Add(emit.Select(variable, field)).Op("=").Add(value)
		o.needsPointer = o.needsPointer || w.needsPointer
	}
}

// report adds a finding at the field's marker.
func (o *output) report(field *group.Field, err *misfit) {
	o.findings = append(o.findings, diag.At(field.LegacyDefault.Position, field.LegacyDefault.End, "legacy-default",
		"the legacy default of "+field.Path+": "+err.what, err.fix).About(field.Path).
		With(field.LegacyDefault.Marker.Correct(err.wrong, err.right)))
}

// pointerFunction writes pointerTo.
func pointerFunction(f *emit.File) {
	f.Doc("pointerTo returns a pointer to a copy of value.")
	f.Func().Id("pointerTo").Types(jen.Id("T").Any()).Params(jen.Id("value").Id("T")).Op("*").Id("T").Block(
		jen.Return(jen.Op("&").Id("value")))
	f.Line()
}
