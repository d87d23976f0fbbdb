package flags

import (
	"cmp"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
)

// defaultSection takes the flags without a section where others have one.
const defaultSection = "generic"

// variable is the name under which generated code knows the root.
func (r *registration) variable() string {
	if r.method {
		return "f"
	}
	return "c"
}

func (r *registration) flagsFunc() string {
	if r.method {
		return cmp.Or(r.root.Method, "AddFlags")
	}
	return "Add" + r.root.Name + "Flags"
}

func (r *registration) flagSetsFunc() string {
	if r.method {
		return strings.TrimSuffix(r.flagsFunc(), "s") + "Sets"
	}
	return "Add" + r.root.Name + "FlagSets"
}

// systemFunc registers the flags of fields with +os.
func (r *registration) systemFunc() string { return "add" + r.root.Name + "SystemFlags" }

// functionNames are the names that the root's registration declares; a method is listed as Type.Method.
func (r *registration) functionNames() []string {
	names := []string{r.flagsFunc()}
	if r.sectioned() {
		names = append(names, r.flagSetsFunc())
	}
	if r.method {
		for i, name := range names {
			names[i] = r.root.Name + "." + name
		}
	}
	if r.hasSystems() {
		names = append(names, r.systemFunc())
	}
	return names
}

func flagSetParam() *jen.Statement { return jen.Id("fs").Op("*").Qual(emit.Pflag, "FlagSet") }
func sectionsParam() *jen.Statement {
	return jen.Id("fss").Op("*").Qual(emit.CliFlag, "NamedFlagSets")
}

// function starts a function, or a method, of the root with one more parameter.
func (r *registration) function(f *emit.File, name string, param *jen.Statement, exported bool) *jen.Statement {
	root := jen.Id(r.variable()).Op("*").Add(f.Type(r.root.Type))
	if r.method && exported {
		return f.Func().Params(root).Id(name).Params(param)
	}
	return f.Func().Id(name).Params(param, root)
}

// addFlags writes the functions that register all flags except for flags of single systems.
func (r *registration) addFlags(f *emit.File) {
	common := slices.DeleteFunc(slices.Clone(r.entries), func(e *entry) bool { return e.isOnSome() })
	where := r.variable()
	f.Doc("%s registers the flags of %s. The current values in %s become the flag defaults; %s is not modified.",
		r.flagsFunc(), r.root.Name, where, where)
	if !r.sectioned() {
		r.function(f, r.flagsFunc(), flagSetParam(), true).BlockFunc(func(body *jen.Group) {
			r.statements(f, body, common)
			if r.hasSystems() {
				body.Id(r.systemFunc()).Call(jen.Id("fs"), jen.Id(where))
			}
		})
		return
	}
	r.function(f, r.flagsFunc(), flagSetParam(), true).BlockFunc(func(body *jen.Group) {
		body.Var().Id("fss").Qual(emit.CliFlag, "NamedFlagSets")
		if r.method {
			body.Id(where).Dot(r.flagSetsFunc()).Call(jen.Op("&").Id("fss"))
		} else {
			body.Id(r.flagSetsFunc()).Call(jen.Op("&").Id("fss"), jen.Id(where))
		}
		body.For(jen.List(jen.Id("_"), jen.Id("section")).Op(":=").Range().Id("fss").Dot("Order")).Block(
			jen.Id("fs").Dot("AddFlagSet").Call(jen.Id("fss").Dot("FlagSet").Call(jen.Id("section"))))
	})
	f.Line()
	f.Doc("%s registers the flags of %s in the flag sets of their sections. It is otherwise like %s.",
		r.flagSetsFunc(), r.root.Name, r.flagsFunc())
	r.function(f, r.flagSetsFunc(), sectionsParam(), true).BlockFunc(func(body *jen.Group) {
		r.sections(f, body, common)
		if r.hasSystems() {
			body.Id(r.systemFunc()).Call(jen.Id("fss"), jen.Id(where))
		}
	})
}

// addSystemFlags writes the function that registers the flags of one system.
func (r *registration) addSystemFlags(f *emit.File, system string) {
	var here []*entry
	for _, e := range r.entries {
		if on(e, system) {
			here = append(here, e)
		}
	}
	f.Doc("%s registers the flags of %s that exist on this system only, or not on all systems.", r.systemFunc(),
		r.root.Name)
	param := flagSetParam()
	if r.sectioned() {
		param = sectionsParam()
	}
	if len(here) == 0 {
		f.Func().Id(r.systemFunc()).Params(unnamed(r.sectioned()), jen.Op("*").Add(f.Type(r.root.Type))).Block()
		return
	}
	r.function(f, r.systemFunc(), param, false).BlockFunc(func(body *jen.Group) {
		if r.sectioned() {
			r.sections(f, body, here)
		} else {
			r.statements(f, body, here)
		}
	})
}

// unnamed is the type of a parameter of an empty function.
func unnamed(sectioned bool) *jen.Statement {
	if sectioned {
		return jen.Op("*").Qual(emit.CliFlag, "NamedFlagSets")
	}
	return jen.Op("*").Qual(emit.Pflag, "FlagSet")
}

// sections writes the statements of all entries, section by section in the order in which the source mentions them.
func (r *registration) sections(f *emit.File, body *jen.Group, entries []*entry) {
	var order []string
	bySection := map[string][]*entry{}
	for _, e := range entries {
		section := cmp.Or(e.section(), defaultSection)
		if bySection[section] == nil {
			order = append(order, section)
		}
		bySection[section] = append(bySection[section], e)
	}
	for i, section := range order {
		assign := ":="
		if i > 0 {
			body.Line()
			assign = "="
		}
		body.Id("fs").Op(assign).Id("fss").Dot("FlagSet").Call(jen.Lit(section))
		r.statements(f, body, bySection[section])
	}
}

// statements registers entries on the flag set fs: one statement each, and behind them what concerns several flags
// alike.
func (r *registration) statements(f *emit.File, body *jen.Group, entries []*entry) {
	var deprecations []string
	deprecated := map[string][]string{}
	for _, e := range entries {
		if e.delegation != nil {
			r.delegate(f, body, e)
			continue
		}
		if e.field == nil {
			ignore(body, e.flag)
		} else {
			r.register(f, body, e)
		}
		if message := e.flag.Deprecated; message != "" {
			if deprecated[message] == nil {
				deprecations = append(deprecations, message)
			}
			deprecated[message] = append(deprecated[message], e.flag.Name)
		}
	}
	for _, message := range deprecations {
		deprecate(body, deprecated[message], message)
	}
	for _, e := range entries {
		if e.flag == nil {
			continue
		}
		if e.flag.ShorthandDeprecated != "" {
			lookup(body, e.flag.Name).Dot("ShorthandDeprecated").Op("=").Lit(e.flag.ShorthandDeprecated)
		}
		if e.flag.Hidden {
			lookup(body, e.flag.Name).Dot("Hidden").Op("=").True()
		}
		if e.flag.NoOptDefVal != "" {
			lookup(body, e.flag.Name).Dot("NoOptDefVal").Op("=").Lit(e.flag.NoOptDefVal)
		}
	}
}

func lookup(body *jen.Group, name string) *jen.Statement {
	return body.Id("fs").Dot("Lookup").Call(jen.Lit(name))
}

// deprecate marks flags as deprecated and, as the kubelet does, leaves them in help.
func deprecate(body *jen.Group, names []string, message string) {
	if len(names) == 1 {
		lookup(body, names[0]).Dot("Deprecated").Op("=").Lit(message)
		return
	}
	body.For(jen.List(jen.Id("_"), jen.Id("name")).Op(":=").Range().Index().String().ValuesFunc(func(values *jen.Group) {
		for _, name := range names {
			values.Line().Lit(name)
		}
		values.Line()
	})).Block(jen.Id("fs").Dot("Lookup").Call(jen.Id("name")).Dot("Deprecated").Op("=").Lit(message))
}

// help is a text, with each of its lines on a line of its own.
func help(text string) *jen.Statement {
	literal := jen.Null()
	for i, line := range strings.SplitAfter(text, "\n") {
		switch {
		case i == 0:
			literal.Lit(line)
		case line != "":
			literal.Op("+").Line().Lit(line)
		}
	}
	return literal
}

// register writes the one statement that registers a flag.
func (r *registration) register(f *emit.File, body *jen.Group, e *entry) {
	usage := help(e.flag.Usage)
	if e.flag.UsageFrom != nil {
		usage = f.Object(e.flag.UsageFrom).Call()
		if e.flag.Usage != "" {
			usage.Op("+").Add(help(e.flag.Usage))
		}
	}
	name := []jen.Code{jen.Lit(e.flag.Name)}
	suffix := "Var"
	if e.flag.Shorthand != "" {
		name, suffix = append(name, jen.Lit(e.flag.Shorthand)), "VarP"
	}
	at := emit.Operand{Expr: emit.Select(r.variable(), e.field)}
	parents := emit.PointerParents(e.field)
	if e.binding.native != "" && len(parents) == 0 {
		for _, inner := range e.binding.inner {
			at = at.Field(inner)
		}
		address, value := at.Address(), at.Value()
		if e.binding.named {
			address, value = jen.Parens(jen.Op("*").Id(e.binding.goType)).Parens(address), jen.Id(e.binding.goType).Parens(value)
		}
		body.Id("fs").
			Dot(e.binding.native + suffix).
			Call(slices.Concat([]jen.Code{address}, name, []jen.Code{value, usage})...)
		return
	}
	value := e.binding.over(f, at)
	if len(parents) > 0 {
		value = r.behindPointers(f, e, parents)
	}
	switch {
	case e.binding.list != nil && len(parents) == 0:
		list := append([]jen.Code{jen.Id("fs")}, e.binding.list(f, at)...)
		body.Add(r.out.use("ListVar")).Call(append(list, jen.Lit(e.flag.Name), jen.Lit(e.flag.Shorthand), usage)...)
	case e.binding.isBool:
		body.Id("fs").
			Dot("VarPF").
			Call(value, jen.Lit(e.flag.Name), jen.Lit(e.flag.Shorthand), usage).
			Dot("NoOptDefVal").
			Op("=").
			Lit("true")
	default:
		body.Id("fs").Dot(suffix).Call(slices.Concat([]jen.Code{value}, name, []jen.Code{usage})...)
	}
}

// behindPointers is the value of a flag whose field is in structs behind pointers. They are created when the flag is
// set.
func (r *registration) behindPointers(f *emit.File, e *entry, parents []*group.Field) *jen.Statement {
	find := jen.Func().Params(jen.Id("create").Bool()).Op("*").Add(f.Type(e.field.Type)).BlockFunc(func(body *jen.Group) {
		var missing *jen.Statement
		for _, parent := range parents {
			isNil := emit.Select(r.variable(), parent).Op("==").Nil()
			if missing == nil {
				missing = isNil
			} else {
				missing = missing.Op("||").Add(isNil)
			}
		}
		if len(parents) > 1 {
			missing = jen.Parens(missing)
		}
		body.If(missing.Clone().Op("&&").Op("!").Id("create")).Block(jen.Return(jen.Nil()))
		for _, parent := range parents {
			body.If(emit.Select(r.variable(), parent).Op("==").Nil()).Block(
				emit.Select(r.variable(), parent).Op("=").New(f.Type(parent.Type.Elem)))
		}
		body.Return(jen.Op("&").Add(emit.Select(r.variable(), e.field)))
	})
	return r.out.use("NewOptional").Call(find, r.out.bindFunc(f, e.binding, e.field.Type))
}
