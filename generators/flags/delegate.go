package flags

import (
	"maps"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// delegate writes the statement that lets another function register a field's flags. Where a pointer or an interface is
// nil, there is nothing to register.
func (r *registration) delegate(f *emit.File, body *jen.Group, e *entry) {
	field := emit.Select(r.variable(), e.field)
	var missing []jen.Code
	for _, parent := range emit.PointerParents(e.field) {
		missing = append(missing, emit.Select(r.variable(), parent).Op("!=").Nil())
	}
	target := jen.Op("&").Add(field.Clone())
	switch e.field.Type.Kind {
	case "pointer":
		target = field.Clone()
		missing = append(missing, field.Clone().Op("!=").Nil())
	case "interface":
		missing = append(missing, field.Clone().Op("!=").Nil())
	}
	register := r.delegated(f, e)
	if prefix := e.delegation.Prefix; prefix != "" {
		register = r.out.use("Prefixed").Call(jen.Lit(prefix), register)
	}
	arguments := []jen.Code{jen.Id("fs"), target, register}
	if bridge := e.delegation.Bridge; bridge != nil {
		arguments = []jen.Code{jen.Id("fs"), reads(f, field, bridge), writes(f, field, bridge), register}
	} else if direct, ok := r.keepDirectly(field, e.delegation.Keep); ok {
		arguments = append(arguments, direct...)
	} else {
		arguments = append(arguments, jen.Id(r.keepFunction(e)).Call(target.Clone()).Op("..."))
	}
	helper := "Delegate"
	if e.delegation.Bridge != nil {
		helper = "Bridge"
	}
	call := r.out.use(helper).Call(arguments...)
	if visit := marks(e.delegation); len(visit) > 0 {
		call = call.Dot("VisitAll").Call(jen.Func().Params(jen.Id("f").Op("*").Qual(emit.Pflag, "Flag")).Block(visit...))
	}
	if len(missing) == 0 {
		body.Add(call)
		return
	}
	condition := jen.Add(missing[0])
	for _, more := range missing[1:] {
		condition.Op("&&").Add(more)
	}
	body.If(condition).Block(call)
}

// reads is the function that makes the struct that a delegated function takes from the field at an expression.
func reads(f *emit.File, at *jen.Statement, bridge *group.Bridge) jen.Code {
	value := jen.Id("value")
	return jen.Func().Params().Add(f.Type(bridge.Type)).BlockFunc(func(body *jen.Group) {
		body.Var().Add(value).Add(f.Type(bridge.Type))
		for _, field := range bridge.Fields {
			from, to := at.Clone().Dot(field.Name), jen.Add(value).Dot(field.Name)
			if field.Pointer {
				body.If(from.Clone().Op("!=").Nil()).Block(to.Op("=").Op("*").Add(from))
			} else {
				body.Add(to).Op("=").Add(from)
			}
		}
		body.Return(value)
	})
}

// writes is the function that takes over what a flag changed in that struct.
func writes(f *emit.File, at *jen.Statement, bridge *group.Bridge) jen.Code {
	before, after := jen.Id("before"), jen.Id("after")
	return jen.Func().Params(jen.List(before, after).Add(f.Type(bridge.Type))).BlockFunc(func(body *jen.Group) {
		for _, field := range bridge.Fields {
			value := jen.Add(after).Dot(field.Name)
			assigned := value.Clone()
			if field.Pointer {
				assigned = jen.Op("&").Add(value)
			}
			body.If(value.Clone().Op("!=").Add(before).Dot(field.Name)).Block(
				at.Clone().Dot(field.Name).Op("=").Add(assigned))
		}
	})
}

// marks are the statements that make a delegated flag f deprecated or hidden.
func marks(d *group.Delegation) []jen.Code {
	var statements []jen.Code
	if d.Hidden {
		statements = append(statements, jen.Id("f").Dot("Hidden").Op("=").True())
	}
	if d.Deprecated == "" {
		return statements
	}
	mark := jen.Id("f").Dot("Deprecated").Op("=").Lit(d.Deprecated)
	if len(d.Exempt) == 0 {
		return append(statements, mark)
	}
	var exempt []jen.Code
	for _, name := range d.Exempt {
		exempt = append(exempt, jen.Lit(d.Prefix+name))
	}
	return append(statements, jen.Switch(jen.Id("f").Dot("Name")).Block(jen.Case(exempt...), jen.Default().Block(mark)))
}

// delegated is the function to delegate to, as func(*T, *pflag.FlagSet).
func (r *registration) delegated(f *emit.File, e *entry) *jen.Statement {
	function := e.delegation.Func
	t := e.field.Type.Deref()
	if e.delegation.Bridge != nil {
		t = e.delegation.Bridge.Type
	}
	target := jen.Op("*").Add(f.Type(t))
	switch {
	case t.Kind == "interface":
		return jen.Func().Params(jen.Id("target").Add(target), flagSetParam()).Block(
			jen.Parens(jen.Op("*").Id("target")).Dot(function.Name).Call(jen.Id("fs")))
	case function.Package == "":
		return jen.Parens(target).Dot(function.Name)
	case function.FlagSetFirst:
		return jen.Func().
			Params(jen.Id("target").Add(target), flagSetParam()).
			Block(f.Object(function).Call(jen.Id("fs"), jen.Id("target")))
	}
	return f.Object(function)
}

// keepers are the functions that remember a pointer, a list or a map.
var keepers = map[string]string{"pointer": "Keep", "slice": "KeepList", "map": "KeepMap"}

// keepDirectly returns what remembers the pointers, lists and maps in a value. It reports false if some of them are
// inside others, which may be nil or empty.
func (r *registration) keepDirectly(at *jen.Statement, how *group.Copy) ([]jen.Code, bool) {
	switch {
	case how == nil:
		return nil, true
	case keepers[how.Kind] != "" && how.Elem == nil:
		return []jen.Code{r.out.use(keepers[how.Kind]).Call(at)}, true
	case how.Kind != "struct":
		return nil, false
	}
	var all []jen.Code
	for _, field := range how.Fields {
		inner, ok := r.keepDirectly(at.Clone().Dot(field.Name), field.Copy)
		if !ok {
			return nil, false
		}
		all = append(all, inner...)
	}
	return all, true
}

// keepFunction adds the function that remembers everything that a delegated function could write to, and returns its
// name.
func (r *registration) keepFunction(e *entry) string {
	name := "keep" + r.root.Name + strings.ReplaceAll(e.field.Path, ".", "")
	if r.out.keeps[name] == nil {
		r.out.keeps[name] = e
	}
	return name
}

// keepFunctions writes the functions that remember values.
func (o *output) keepFunctions(f *emit.File) {
	for _, name := range slices.Sorted(maps.Keys(o.keeps)) {
		e := o.keeps[name]
		f.Line()
		f.Doc("%s returns functions that restore what the pointers, lists and maps in a value lead to.", name)
		in, restore := jen.Id("in").Op("*").Add(f.Type(e.field.Type.Deref())), jen.Id("restore").Index().Func().Params()
		f.Func().Id(name).Params(in).Params(restore).BlockFunc(func(body *jen.Group) {
			k, value := keeper{output: o}, jen.Id("in")
			if e.delegation.Keep.Kind != "struct" {
				value = jen.Parens(jen.Op("*").Id("in"))
			}
			for _, statement := range k.statements(value, e.delegation.Keep, 0) {
				body.Add(statement)
			}
			body.Return(jen.Id("restore"))
		})
	}
}

// keeper writes the body of a function that remembers values.
type keeper struct {
	*output
	copies int // the values that are remembered by a method
}

// statements remembers what is in the value at an expression, that many lists and maps further in.
func (k *keeper) statements(at *jen.Statement, how *group.Copy, depth int) []jen.Code {
	if how == nil {
		return nil
	}
	remember := func(code jen.Code) jen.Code { return jen.Id("restore").Op("=").Append(jen.Id("restore"), code) }
	var code []jen.Code
	if keepers[how.Kind] != "" {
		code = append(code, remember(k.use(keepers[how.Kind]).Call(at)))
	}
	switch how.Kind {
	case "pointer":
		inner := at
		if how.Elem != nil && how.Elem.Kind != "struct" {
			inner = jen.Parens(jen.Op("*").Add(at))
		}
		if inside := k.statements(inner, how.Elem, depth); len(inside) > 0 {
			code = append(code, jen.If(jen.Add(at).Op("!=").Nil()).Block(inside...))
		}
	case "slice", "array":
		index := jen.Id(emit.Index(depth))
		if inside := k.statements(jen.Add(at).Index(index), how.Elem, depth+1); len(inside) > 0 {
			code = append(code, jen.For(jen.Add(index).Op(":=").Range().Add(at)).Block(inside...))
		}
	case "map":
		value := jen.Id(emit.Numbered("value", depth))
		if inside := k.statements(value, how.Elem, depth+1); len(inside) > 0 {
			code = append(code, jen.For(jen.List(jen.Id("_"), value).Op(":=").Range().Add(at)).Block(inside...))
		}
	case "method":
		copied := jen.Id(emit.Numbered("copied", k.copies))
		k.copies++
		restored := jen.Add(copied)
		if how.ToPointer {
			restored = jen.Op("*").Add(copied)
		}
		code = append(code, jen.Add(copied).Op(":=").Add(at).Dot("DeepCopy").Call(),
			remember(jen.Func().Params().Block(jen.Add(at).Op("=").Add(restored))))
	case "struct":
		for _, field := range how.Fields {
			code = append(code, k.statements(at.Clone().Dot(field.Name), field.Copy, depth)...)
		}
	}
	return code
}
