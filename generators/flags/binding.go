package flags

import (
	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/format"
	"github.com/configgen/configgen/internal/group"
)

// binding is how a flag is registered over a type.
type binding struct {
	// native is the part of a pflag function's name between its receiver and Var, as in Int32; then goType is the type
	// that the function takes. Empty where pflag has none.
	native, goType string
	named          bool // the type has a name of its own and needs a conversion
	// list are the target and the codec of a list, which ListVar registers with the default that help shows.
	list func(f *emit.File, at emit.Operand) []jen.Code
	// isBool lets the flag stand without a value.
	isBool bool
	// inner are the fields around the value, for wrappers.
	inner []string
	// value makes the pflag.Value over an operand.
	value func(f *emit.File, at emit.Operand) *jen.Statement
}

// natives are the kinds that pflag registers itself.
var natives = map[string]string{
	"bool": "Bool", "string": "String", "int": "Int", "int8": "Int8", "int16": "Int16", "int32": "Int32",
	"int64": "Int64", "uint": "Uint",
	"uint8": "Uint8", "uint16": "Uint16", "uint32": "Uint32", "uint64": "Uint64", "float32": "Float32",
	"float64": "Float64",
}

// style is how markers want a flag to read its values.
type style struct {
	format string // of +format, or empty
	merge  bool   // of +precedence
	array  bool   // a list whose items are not separated by commas
}

// bind finds the binding of a type. It answers false for a type that has none.
func (o *output) bind(t *group.Type, as style) (binding, bool) {
	switch {
	case t.Kind == "pointer" && t.Name == "":
		return o.bindPointer(t.Elem, as)
	case as.array:
		return o.bindArray(t)
	case t.FlagValue:
		return o.bindFlagValue(t, as.merge), true
	case t.Wraps != nil && !t.Is("k8s.io/apimachinery/pkg/api/resource", "Quantity"):
		b, ok := o.bind(t.Wraps, as)
		b.inner = append([]string{t.WrapsField}, b.inner...)
		return b, ok
	case t.Kind == "map" && t.Key.Kind == "string":
		return o.bindMap(t, as.merge)
	}
	if codec, ok := o.codec(t, as.format); ok {
		b := binding{isBool: t.Kind == "bool", value: func(f *emit.File, at emit.Operand) *jen.Statement {
			return o.use("New").Call(at.Address(), codec(f))
		}}
		if native := natives[t.Kind]; native != "" && !isChecked(as.format) && t.Package != "net/netip" {
			b.native, b.goType, b.named = native, t.Kind, t.Package != ""
		}
		if t.Is("time", "Duration") {
			b.native, b.goType, b.named = "Duration", "", false
		}
		return b, true
	}
	if t.Kind == "slice" && t.Elem.Kind != "uint8" { // bytes are base64 in a file, and no list of numbers
		return o.bindList(t)
	}
	return binding{}, false
}

// bindPointer binds what a pointer points to, and leaves the pointer nil until the flag is set.
func (o *output) bindPointer(elem *group.Type, as style) (binding, bool) {
	b, ok := o.bind(elem, as)
	return binding{isBool: b.isBool, value: func(f *emit.File, at emit.Operand) *jen.Statement {
		return o.use("NewPointer").Call(at.Address(), o.bindFunc(f, b, elem))
	}}, ok
}

// bindFunc is the function literal func(p *T) pflag.Value for a binding.
func (o *output) bindFunc(f *emit.File, b binding, t *group.Type) *jen.Statement {
	return jen.Func().Params(jen.Id("p").Op("*").Add(f.Type(t))).Qual(emit.Pflag, "Value").Block(
		jen.Return(b.over(f, emit.Operand{Expr: jen.Id("p"), Pointer: true})))
}

// over makes the pflag.Value over an operand, inside the wrappers around it.
func (b binding) over(f *emit.File, at emit.Operand) *jen.Statement {
	for _, name := range b.inner {
		at = at.Field(name)
	}
	return b.value(f, at)
}

// bindFlagValue binds a type that is a value of its own. With merge, it decides what stays of a map.
func (o *output) bindFlagValue(t *group.Type, merge bool) binding {
	return binding{value: func(f *emit.File, at emit.Operand) *jen.Statement {
		if t.Kind == "slice" || t.Kind == "map" && !merge {
			return o.use("NewReplacing").Call(at.Address(), at.Address())
		}
		return at.Address()
	}}
}

func (o *output) bindList(t *group.Type) (binding, bool) {
	codec, ok := o.codec(t.Elem, "")
	list := func(f *emit.File, at emit.Operand) []jen.Code {
		target := at.Address()
		if t.Name != "" {
			target = jen.Parens(jen.Op("*").Index().Add(f.Type(t.Elem))).Parens(target)
		}
		return []jen.Code{target, codec(f)}
	}
	return binding{list: list, value: func(f *emit.File, at emit.Operand) *jen.Statement {
		return o.use("NewList").Call(list(f, at)...)
	}}, ok
}

// bindArray binds a list of strings whose items are whole.
func (o *output) bindArray(t *group.Type) (binding, bool) {
	const goType = "[]string"
	isTexts := t.Kind == "slice" && !t.Leaf && t.Elem.Kind == "string" && t.Elem.Package == ""
	named := t.Package != ""
	return binding{native: "StringArray", goType: goType, named: named,
		value: func(_ *emit.File, at emit.Operand) *jen.Statement {
			target := at.Address()
			if named {
				target = jen.Parens(jen.Op("*").Id(goType)).Parens(target)
			}
			return o.use("NewArray").Call(target)
		}}, isTexts
}

func (o *output) bindMap(t *group.Type, merge bool) (binding, bool) {
	target := func(f *emit.File, at emit.Operand) *jen.Statement {
		if t.Name == "" {
			return at.Address()
		}
		return jen.Parens(jen.Op("*").Map(f.Type(t.Key)).Add(f.Type(t.Elem))).Parens(at.Address())
	}
	if t.Elem.Kind == "slice" && t.Elem.Name == "" && t.Elem.Elem.Kind == "string" && t.Elem.Elem.Package == "" {
		return binding{value: func(f *emit.File, at emit.Operand) *jen.Statement {
			return o.use("NewMultimap").Call(target(f, at))
		}}, true
	}
	codec, ok := o.codec(t.Elem, "")
	constructor := "NewMap"
	if merge {
		constructor = "NewMergedMap"
	}
	return binding{value: func(f *emit.File, at emit.Operand) *jen.Statement {
		return o.use(constructor).Call(target(f, at), codec(f))
	}}, ok
}

// isChecked reports whether a flag of the given +format refuses other texts.
func isChecked(name string) bool {
	known, ok := format.Named(name)
	return ok && known.Codec != ""
}

// codec finds the codec of a type that is a single value, as an expression.
func (o *output) codec(t *group.Type, formatName string) (func(*emit.File) *jen.Statement, bool) {
	plain := func(name string) func(*emit.File) *jen.Statement {
		return func(*emit.File) *jen.Statement { return o.use(name).Call() }
	}
	of := func(name string, arguments ...jen.Code) func(*emit.File) *jen.Statement {
		return func(f *emit.File) *jen.Statement { return o.use(name).Types(f.Type(t)).Call(arguments...) }
	}
	switch {
	case t.Is("time", "Duration"):
		return of("Duration"), true
	case t.Is("net", "IP"):
		return plain("IP"), true
	case t.Is("net/netip", "Addr"):
		return plain("Addr"), true
	case t.Is("net/netip", "AddrPort"):
		return plain("AddrPort"), true
	case t.Is("net/netip", "Prefix"):
		return plain("Prefix"), true
	case t.Is("k8s.io/apimachinery/pkg/api/resource", "Quantity"):
		return plain("Quantity"), true
	case t.Is("k8s.io/apimachinery/pkg/util/intstr", "IntOrString"):
		return plain("IntOrString"), true
	case t.Wraps != nil && !t.FlagValue:
		return o.wrappedCodec(t, formatName)
	case t.Leaf && t.Kind != "string" && natives[t.Kind] == "":
		return nil, false
	}
	switch t.Kind {
	case "string":
		if known, ok := format.Named(formatName); ok && known.Codec != "" {
			return of(known.Codec), true
		}
		return of("Text"), true
	case "bool":
		return of("Bool"), true
	case "int", "int8", "int16", "int32", "int64":
		return of("Int", jen.Lit(t.Kind), jen.Lit(bits(t.Kind))), true
	case "uint", "uint8", "uint16", "uint32", "uint64":
		return of("Uint", jen.Lit(t.Kind), jen.Lit(bits(t.Kind))), true
	case "float32", "float64":
		return of("Float", jen.Lit(t.Kind), jen.Lit(bits(t.Kind))), true
	}
	return nil, false
}

// wrappedCodec is the codec of a type that wraps a single value, as an element of a list or map.
func (o *output) wrappedCodec(t *group.Type, formatName string) (func(*emit.File) *jen.Statement, bool) {
	inner, ok := o.codec(t.Wraps, formatName)
	return func(f *emit.File) *jen.Statement {
		wrap := jen.Func().Params(jen.Id("value").Add(f.Type(t.Wraps))).Add(f.Type(t)).Block(
			jen.Return(f.Type(t).Values(jen.Id(t.WrapsField).Op(":").Id("value"))))
		unwrap := jen.Func().Params(jen.Id("value").Add(f.Type(t))).Add(f.Type(t.Wraps)).Block(
			jen.Return(jen.Id("value").Dot(t.WrapsField)))
		return o.use("Wrapped").Call(inner(f), wrap, unwrap)
	}, ok
}

// bits is the size of a numeric kind; int and uint have the largest size.
func bits(kind string) int {
	switch kind {
	case "int8", "uint8":
		return 8
	case "int16", "uint16":
		return 16
	case "int32", "uint32", "float32":
		return 32
	}
	return 64
}
