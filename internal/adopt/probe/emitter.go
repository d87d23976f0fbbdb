package probe

import (
	"cmp"
	"fmt"
	"go/types"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// text returns the statements that make the object and register its flags. The findings say why they are not complete.
func (p *planner) text() string {
	constructor := p.function(p.program.Constructor)
	if constructor == nil {
		return ""
	}
	p.functions = append(p.functions, constructor)
	if p.construct(constructor) {
		for _, name := range p.registrations(constructor) {
			p.register(name)
		}
	}
	if p.command {
		p.returnError("s.Command(command.PersistentFlags(), command.Flags(), len(command.Commands()))")
	}
	if p.sections {
		p.line("s.Sections(sections.Order, sections.FlagSets)")
	}
	if p.program.PathRefs != "" {
		p.paths()
	}
	p.facts = p.module.Facts(p.functions...)
	return p.out.String()
}

func (p *planner) line(format string, args ...any) { fmt.Fprintf(&p.out, format+"\n", args...) }

// returnError ends the function if an expression is an error.
func (p *planner) returnError(expression string) {
	p.line("if err := %s; err != nil {\nreturn err\n}", expression)
}

// construct calls the constructor, and reports whether it returns an object.
func (p *planner) construct(f *types.Func) bool {
	call := p.call(f)
	results := f.Signature().Results()
	names := make([]string, results.Len())
	failed, other := "", ""
	for i := range names {
		names[i] = "_"
		switch t := results.At(i).Type(); {
		case isError(t):
			names[i], failed = resultVar(i), resultVar(i)
		case isNamed(t, command), isNamed(t, flagSets), isNamed(t, flagSet):
			other = " that its flags set"
		case structOf(t) != nil && p.object == nil:
			names[i], p.object = "object", t
		}
	}
	switch {
	case p.object == nil:
		p.finding(p.at(f), f.Name()+" does not return a struct"+other, "move the struct of the options, or the "+
			"configuration, and its defaults to a function that returns it, and name that")
		return false
	case structOf(p.object).TypeArgs().Len() > 0:
		p.finding(p.at(f), f.Name()+" returns "+structOf(p.object).Obj().Name()+
			", which has type parameters: markers are the same for all of its instances",
			"declare a struct without them, and return that")
	}
	p.line("%s := %s", strings.Join(names, ", "), call)
	if failed != "" {
		p.returnError(failed)
	}
	for _, name := range p.program.Parts {
		if part := p.function(name); part != nil {
			p.line("{\nmade, err := %s\nif err != nil {\nreturn err\n}", p.call(part))
			p.line("*%s = *made\n}", p.part(part, part.Signature().Results().At(0).Type()))
		}
	}
	p.returnError(fmt.Sprintf("s.Object(%q, &object)", f.Name()))
	return true
}

// part returns a pointer to the part of the object that a function takes or returns; empty if none is known.
func (p *planner) part(f *types.Func, t types.Type) string {
	at := p.program.At[f.Pkg().Path()+"."+f.Name()]
	if at == "" || structOf(t) == nil {
		return ""
	}
	return fmt.Sprintf("(%s)(observer.At(&object, %q))", p.typeText(t), at)
}

// resultVar returns the variable of a result of a function.
func resultVar(i int) string { return "result" + strconv.Itoa(i) }

// registrations returns the names of the registrations: given, or the first method that is usual. One with sections
// comes before others, which lose them.
func (p *planner) registrations(constructor *types.Func) []string {
	if p.program.Registrations != nil {
		return p.program.Registrations
	}
	for _, types := range [][]string{{flagSets}, {flagSet, command, goFlagSet}} {
		for _, name := range []string{"AddFlags", "AddFlagSet", "Flags", "NamedFlagSets"} {
			if f := p.method(name); f != nil && f.Exported() && registers(f, types) {
				p.program.Registrations = []string{name}
				return p.program.Registrations
			}
		}
	}
	switch {
	case p.command || p.sections || p.flags:
	case len(p.module.Facts(constructor).Registrations) > 0:
		p.madeItself(constructor)
	default:
		p.finding(p.at(constructor),
			structOf(p.object).Obj().Name()+" does not have a method AddFlags, AddFlagSet, Flags or NamedFlagSets",
			"name the function that registers the flags, as in --add-flags=AddServerFlags")
	}
	return nil
}

// registers reports whether a function takes or returns one of the types that flags are registered on.
func registers(f *types.Func, on []string) bool {
	for _, list := range []*types.Tuple{f.Signature().Params(), f.Signature().Results()} {
		for v := range list.Variables() {
			for _, name := range on {
				if isNamed(v.Type(), name) {
					return true
				}
			}
		}
	}
	return false
}

// method returns a method of the object.
func (p *planner) method(name string) *types.Func {
	named := structOf(p.object)
	found, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, named.Obj().Pkg(), name)
	f, _ := found.(*types.Func)
	return f
}

// register calls a registration.
func (p *planner) register(name string) {
	f := p.method(name)
	pkg, _ := split(name)
	switch {
	case pkg != "":
		f = p.function(name)
	case f == nil:
		p.finding(p.at(p.functions[0]), structOf(p.object).Obj().Name()+" does not have a method "+name,
			"specify the name of a method, or of a function with its import path, as in example.com/relay/options.AddFlags")
	case !p.callable(f):
		f = nil
	}
	if f == nil {
		return
	}
	if f == p.functions[0] || pkg != "" && p.makes(f.Signature().Results()) && !p.makes(f.Signature().Params()) {
		p.madeItself(f)
		return
	}
	p.functions = append(p.functions, f)
	results := f.Signature().Results()
	names := make([]string, results.Len())
	after, failed := "", ""
	for i := range names {
		names[i] = resultVar(i)
		switch t := results.At(i).Type(); {
		case isNamed(t, flagSets):
			after += fmt.Sprintf("s.Sections(%s.Order, %[1]s.FlagSets)\n", names[i])
		case isNamed(t, flagSet) && source.IsPointer(t):
			after += fmt.Sprintf("s.Set(%s)\n", names[i])
		case isError(t):
			failed = fmt.Sprintf("if %s != nil {\nreturn %[1]s\n}\n", names[i])
		default:
			names[i] = "_"
		}
	}
	call := p.call(f)
	if pkg == "" {
		call = "object." + f.Name() + p.arguments(f)
	}
	if after = failed + after; after != "" {
		call = fmt.Sprintf("{\n%s := %s\n%s}", strings.Join(names, ", "), call, after)
	}
	p.line("%s", call)
}

// makes reports whether the object is among parameters or results.
func (p *planner) makes(list *types.Tuple) bool {
	for v := range list.Variables() {
		if named := structOf(v.Type()); named != nil && named.Obj() == structOf(p.object).Obj() {
			return true
		}
	}
	return false
}

// madeItself is the finding about a function that makes the options whose flags it registers.
func (p *planner) madeItself(f *types.Func) {
	p.finding(p.at(f), f.Name()+" makes the options and registers their flags in one call, where no generated function "+
		"can take the place of the registration",
		"split it into a constructor, which --flags names, and a method AddFlags(fs *pflag.FlagSet)")
}

// paths calls the function that returns pointers to paths.
func (p *planner) paths() {
	f := p.function(p.program.PathRefs)
	if f == nil || p.object == nil {
		return
	}
	results := f.Signature().Results()
	pointers := types.NewSlice(types.NewPointer(types.Typ[types.String]))
	withError := results.Len() == 2 && isError(results.At(1).Type())
	if results.Len() != 1 && !withError || !types.AssignableTo(results.At(0).Type(), pointers) {
		p.finding(p.at(f), f.Name()+" does not return []*string",
			"name a function that returns pointers to the fields that are file paths")
		return
	}
	if !withError {
		p.line("s.Paths(%s)", p.call(f))
		return
	}
	p.line("paths, err := %s\nif err != nil {\nreturn err\n}\ns.Paths(paths)", p.call(f))
}

// call returns a call of a function of a package.
func (p *planner) call(f *types.Func) string {
	arguments := p.arguments(f)
	return p.imported(f.Pkg().Path()) + "." + f.Name() + arguments
}

// arguments returns the arguments of a call of a function: the object, flag sets, or values without a meaning.
func (p *planner) arguments(f *types.Func) string {
	var args []string
	signature := f.Signature()
	for i := range signature.Params().Len() {
		if signature.Variadic() && i == signature.Params().Len()-1 {
			break
		}
		args = append(args, p.argument(f, signature.Params().At(i)))
	}
	return "(" + strings.Join(args, ", ") + ")"
}

func (p *planner) argument(f *types.Func, param *types.Var) string {
	t := param.Type()
	made := func(done *bool, name, format string) string {
		if !*done {
			*done = true
			p.line(format, name, p.typeText(types.Unalias(t).(*types.Pointer).Elem()))
		}
		return name
	}
	switch {
	case isNamed(t, flagSet) && source.IsPointer(t):
		return made(&p.flags, "flags", "var %s *%s = s.FlagSet()")
	case isNamed(t, flagSets) && source.IsPointer(t):
		return made(&p.sections, "sections", "%s := &%s{}")
	case isNamed(t, command) && source.IsPointer(t):
		return made(&p.command, "command", "%s := &%s{}\ncommand.SetGlobalNormalizationFunc(s.Name)")
	case isNamed(t, goFlagSet):
		p.finding(p.at(param), f.Name()+" registers flags of package flag",
			"take a *pflag.FlagSet, which generated code registers flags on, too")
		return "nil"
	}
	if at := cmp.Or(p.part(f, t), p.within(t)); at != "" {
		return at
	}
	return p.zero(f, param)
}

// within returns the expression of the object, or of the first of its fields, that has a type; empty if there is none.
func (p *planner) within(t types.Type) string {
	if p.object == nil {
		return ""
	}
	if abstract, ok := t.Underlying().(*types.Interface); ok {
		if abstract.NumMethods() > 0 && !isError(t) && types.Implements(p.object, abstract) {
			return "object"
		}
		return ""
	}
	type candidate struct {
		expression string
		t          types.Type
	}
	seen := map[*types.Named]bool{}
	for level := []candidate{{"object", p.object}}; len(level) > 0 && structOf(t) != nil; level = level[1:] {
		c := level[0]
		switch named := structOf(c.t); {
		case types.Identical(c.t, t):
			return c.expression
		case source.IsPointer(t) && types.Identical(types.Unalias(t).(*types.Pointer).Elem(), c.t):
			return "&" + c.expression
		case source.IsPointer(c.t) && types.Identical(types.Unalias(c.t).(*types.Pointer).Elem(), t):
			return "*" + c.expression
		case !seen[named]:
			seen[named] = true
			for field := range named.Underlying().(*types.Struct).Fields() {
				if structOf(field.Type()) != nil && field.Exported() {
					level = append(level, candidate{c.expression + "." + field.Name(), field.Type()})
				}
			}
		}
	}
	return ""
}

// zero returns a value that means nothing.
func (p *planner) zero(f *types.Func, param *types.Var) string {
	t := param.Type()
	switch {
	case isNamed(t, "context.Context"):
		return p.imported("context") + ".Background()"
	case isNamed(t, "io.Writer"):
		return p.imported("io") + ".Discard"
	case isNamed(t, "io.Reader"):
		return p.imported("strings") + `.NewReader("")`
	}
	switch t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return "nil"
	}
	if named, ok := types.Unalias(t).(*types.Named); ok && !named.Obj().Exported() && named.Obj().Pkg() != nil {
		p.finding(p.at(param), fmt.Sprintf("the parameter %s of %s has a type that a program outside of the package cannot "+
			"name", param.Name(), f.Name()), "name a function without it")
		return "nil"
	}
	return "*new(" + p.typeText(t) + ")"
}
