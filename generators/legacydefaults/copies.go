package legacydefaults

import (
	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// copied returns an expression for a copy of a variable that shares nothing with it.
func (w *writer) copied(object *group.Object) *jen.Statement {
	switch how := object.Copy; {
	case how == nil:
		return w.code(object)
	case how.Kind == "slice" && how.Elem == nil:
		return jen.Qual("slices", "Clone").Call(w.code(object))
	case how.Kind == "map" && how.Elem == nil:
		return jen.Qual("maps", "Clone").Call(w.code(object))
	}
	return jen.Id(w.copyFunc(object)).Call()
}

// copyFunc returns the name of the function that copies a variable, one for each variable.
func (w *writer) copyFunc(object *group.Object) string {
	name := "copyOf" + emit.Upper(object.Name)
	if object.Package != w.home {
		name = "copyOf" + emit.Upper(object.PackageName) + emit.Upper(object.Name)
	}
	for number := 0; ; number++ {
		numbered := emit.Numbered(name, number)
		known := w.copies[numbered]
		if known == nil || known.Package == object.Package && known.Name == object.Name {
			w.copies[numbered] = object
			return numbered
		}
	}
}

// copyFunction writes the function that copies a variable.
func copyFunction(f *emit.File, name string, object *group.Object) {
	f.Import(object.Package, object.PackageName)
	f.Doc("%s returns a copy of %s that shares nothing with it.", name, object.Name)
	value := jen.Id("value")
	f.Func().Id(name).Params().Add(f.Type(object.Type)).BlockFunc(func(body *jen.Group) {
		body.Add(value).Op(":=").Qual(object.Package, object.Name)
		for _, statement := range unshare(value, object.Copy, 1) {
			body.Add(statement)
		}
		body.Return(value)
	})
	f.Line()
}

// unshare replaces what a variable shares with the value that it was assigned by copies. Depth counts the pointers,
// lists and maps around it.
func unshare(at *jen.Statement, how *group.Copy, depth int) []jen.Code {
	if how == nil {
		return nil
	}
	value := jen.Id(emit.Numbered("value", depth))
	assign := func(code jen.Code) jen.Code { return jen.Add(at).Op("=").Add(code) }
	switch how.Kind {
	case "method":
		copied := jen.Add(at).Dot("DeepCopy").Call()
		if how.ToPointer {
			copied = jen.Op("*").Add(copied)
		}
		return []jen.Code{assign(copied)}
	case "pointer":
		inner := append([]jen.Code{jen.Add(value).Op(":=").Op("*").Add(at)}, unshare(value, how.Elem, depth+1)...)
		return []jen.Code{jen.If(jen.Add(at).Op("!=").Nil()).Block(append(inner, assign(jen.Op("&").Add(value)))...)}
	case "slice", "array":
		var code []jen.Code
		if how.Kind == "slice" {
			code = append(code, assign(jen.Qual("slices", "Clone").Call(at)))
		}
		index := jen.Id(emit.Index(depth - 1))
		if inner := unshare(jen.Add(at).Index(index), how.Elem, depth+1); len(inner) > 0 {
			code = append(code, jen.For(jen.Add(index).Op(":=").Range().Add(at)).Block(inner...))
		}
		return code
	case "map":
		code := []jen.Code{assign(jen.Qual("maps", "Clone").Call(at))}
		key := jen.Id(emit.Numbered("key", depth-1))
		if inner := unshare(value, how.Elem, depth+1); len(inner) > 0 {
			inner = append(inner, jen.Add(at).Index(key).Op("=").Add(value))
			code = append(code, jen.For(jen.List(key, value).Op(":=").Range().Add(at)).Block(inner...))
		}
		return code
	}
	var code []jen.Code
	for _, field := range how.Fields {
		code = append(code, unshare(jen.Add(at).Dot(field.Name), field.Copy, depth)...)
	}
	return code
}
