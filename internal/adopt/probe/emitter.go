package probe

import (
	"fmt"
	"go/types"
	"strconv"
	"strings"
)

// emitter writes the function of one variant.
type emitter struct {
	*planner
	variant Variant
	out     strings.Builder
	// object is the type of the variable object, nil without one.
	object types.Type
	// flags, sections and command are set if there are variables with these names.
	flags, sections, command bool
	// captured is set if object is taken out of a command, and has the type any.
	captured bool
	// functions are the constructor and the registrations.
	functions []*types.Func
	pathRefs  *types.Func
}

// The variables of a variant. Package main of the user can declare anything else.
const (
	objectVar   = "configgenObject"
	flagsVar    = "configgenFlags"
	sectionsVar = "configgenSections"
	commandVar  = "configgenCommand0"
)

// write is the Variant of the program.
func (s *emitter) write() string {
	constructor := s.function(s.variant.Constructor)
	if constructor == nil {
		return ""
	}
	s.functions = append(s.functions, constructor)
	s.construct(constructor)
	if s.object == nil && !s.capture(constructor) && s.hook() {
		text := s.out.String()
		s.out.Reset()
		s.line("configgenhook.Variable = s.Object\n%s", text)
	}
	for _, name := range s.registrations(constructor) {
		s.register(name)
	}
	if s.command {
		s.line("configgenCommand(s, %s)", commandVar)
	}
	if s.sections {
		s.line("s.Sections(%s.Order, %[1]s.FlagSets)", sectionsVar)
	}
	if s.variant.PathRefs != "" {
		s.paths()
	}
	return fmt.Sprintf("%s.Variant{Modules: %#v, Run: func(s *%[1]s.Subject) error {\n%[3]sreturn nil\n}},\n",
		observerPkg, s.module.Modules, s.out.String())
}

func (s *emitter) line(format string, args ...any) { fmt.Fprintf(&s.out, format+"\n", args...) }

// construct calls the constructor.
func (s *emitter) construct(f *types.Func) {
	call := s.call(f)
	results := f.Signature().Results()
	names := make([]string, results.Len())
	var after []string
	made := false
	for i := range names {
		names[i] = "_"
		switch t := results.At(i).Type(); {
		case isError(t):
			names[i] = resultVar(i)
			after = append([]string{returnError(names[i])}, after...)
		case isNamed(t, command) && isPointer(t) && !s.command:
			names[i], s.command = commandVar, true
		case isNamed(t, flagSets) && !s.sections:
			names[i], s.sections = sectionsVar, true
		case isNamed(t, flagSet) && isPointer(t):
			names[i], made = resultVar(i), true
			after = append(after, fmt.Sprintf("s.Set(%s)", names[i]))
		case structOf(t) != nil && s.object == nil:
			names[i], s.object = objectVar, t
			if isPointer(t) {
				after = append(after, fmt.Sprintf("if %s == nil {\nreturn s.Missing(%q)\n}", objectVar, f.Name()))
			}
			after = append(after, fmt.Sprintf("s.Object(&%s)", objectVar))
		}
	}
	switch {
	case s.object == nil && !s.command && !s.sections && !made:
		s.finding(s.module.Fset.Position(f.Pos()), f.Name()+" does not return a struct, a command or flag sets",
			"name the function that makes the options")
		return
	case s.object != nil && structOf(s.object).TypeArgs().Len() > 0:
		s.finding(s.module.Fset.Position(f.Pos()), f.Name()+" returns "+structOf(s.object).Obj().Name()+
			", which has type parameters: markers are the same for all of its instances",
			"declare a struct without them, and return that")
	}
	s.line("%s := %s", strings.Join(names, ", "), call)
	for _, line := range after {
		s.line("%s", line)
	}
}

// resultVar is the variable of a result of a function.
func resultVar(i int) string { return "configgenResult" + strconv.Itoa(i) }

// returnError is the statement that ends a variant if a variable holds an error.
func returnError(name string) string {
	return fmt.Sprintf("if %s != nil {\nreturn %[1]s\n}", name)
}

// registrations are the names of the registrations: given, or the first method that is usual.
func (s *emitter) registrations(constructor *types.Func) []string {
	if s.variant.Registrations != nil || s.object == nil {
		return s.variant.Registrations
	}
	for _, name := range []string{"AddFlags", "AddFlagSet", "Flags", "NamedFlagSets"} {
		if f := s.method(name); f != nil && f.Exported() && registers(f) {
			return []string{name}
		}
	}
	if s.command || s.sections || s.flags {
		return nil
	}
	if len(s.module.Facts(constructor).Registrations) > 0 {
		madeItself(s.planner, constructor)
		return nil
	}
	s.finding(s.module.Fset.Position(constructor.Pos()),
		structOf(s.object).Obj().Name()+" does not have a method AddFlags, AddFlagSet, Flags or NamedFlagSets",
		"name the function that registers the flags, as in --add-flags=AddServerFlags")
	return nil
}

// registers reports whether a function takes or returns something that flags are registered on.
func registers(f *types.Func) bool {
	for _, list := range []*types.Tuple{f.Signature().Params(), f.Signature().Results()} {
		for v := range list.Variables() {
			if t := v.Type(); isNamed(t, flagSet) || isNamed(t, flagSets) || isNamed(t, command) || isNamed(t, goFlagSet) {
				return true
			}
		}
	}
	return false
}

// method is a method of the object.
func (s *emitter) method(name string) *types.Func {
	if s.object == nil {
		return nil
	}
	named := structOf(s.object)
	found, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), true, named.Obj().Pkg(), name)
	f, _ := found.(*types.Func)
	return f
}

// register calls a registration.
func (s *emitter) register(name string) {
	f, call := s.method(name), ""
	switch pkg, _ := split(name); {
	case pkg != "":
		if f = s.function(name); f == nil {
			return
		}
		call = s.call(f)
	case f == nil:
		of := "what " + s.functions[0].Name() + " returns"
		if s.object != nil {
			of = structOf(s.object).Obj().Name()
		}
		s.finding(s.module.Fset.Position(s.functions[0].Pos()), of+" does not have a method "+name,
			"write the name of a method, or of a function with its import path, as in example.com/relay/options.AddFlags")
		return
	case !s.callable(f):
		return
	default:
		call = s.asserted(f) + "." + f.Name() + s.arguments(f)
	}
	if f == s.functions[0] {
		madeItself(s.planner, f)
		return
	}
	s.functions = append(s.functions, f)
	results := f.Signature().Results()
	names := make([]string, results.Len())
	var after []string
	for i := range names {
		names[i] = resultVar(i)
		switch t := results.At(i).Type(); {
		case isNamed(t, flagSets):
			after = append(after, fmt.Sprintf("s.Sections(%s.Order, %[1]s.FlagSets)", names[i]))
		case isNamed(t, flagSet) && isPointer(t):
			after = append(after, fmt.Sprintf("s.Set(%s)", names[i]))
		case isError(t):
			after = append([]string{returnError(names[i])}, after...)
		default:
			names[i] = "_"
		}
	}
	if len(after) == 0 {
		s.line("%s", call)
		return
	}
	s.line("{\n%s := %s\n%s\n}", strings.Join(names, ", "), call, strings.Join(after, "\n"))
}

// paths calls the function that returns pointers to paths.
func (s *emitter) paths() {
	f := s.function(s.variant.PathRefs)
	if s.pathRefs = f; f == nil {
		return
	}
	results := f.Signature().Results()
	withError := results.Len() == 2 && isError(results.At(1).Type())
	switch {
	case results.Len() == 0 || results.Len() > 1 && !withError || !isPointers(results.At(0).Type()):
		s.finding(s.module.Fset.Position(f.Pos()), f.Name()+" does not return []*string",
			"name a function that returns pointers to the fields that are file paths")
		return
	case !withError:
		s.line("s.Paths(%s)", s.call(f))
		return
	}
	s.line("%s, %s := %s", resultVar(0), resultVar(1), s.call(f))
	s.line("%s", returnError(resultVar(1)))
	s.line("s.Paths(%s)", resultVar(0))
}

// isPointers reports whether a type is []*string, or defined as it.
func isPointers(t types.Type) bool {
	return types.AssignableTo(t, types.NewSlice(types.NewPointer(types.Typ[types.String])))
}

// call is a call of a function of a package.
func (s *emitter) call(f *types.Func) string {
	args := s.arguments(f)
	return s.name(f.Pkg(), f.Name()) + args
}

// arguments are what a function is called with: the object, flag sets, or values that mean nothing.
func (s *emitter) arguments(f *types.Func) string {
	var args []string
	signature := f.Signature()
	for i := range signature.Params().Len() {
		if signature.Variadic() && i == signature.Params().Len()-1 {
			break
		}
		args = append(args, s.argument(f, signature.Params().At(i)))
	}
	return "(" + strings.Join(args, ", ") + ")"
}

func (s *emitter) argument(f *types.Func, param *types.Var) string {
	t := param.Type()
	switch {
	case isNamed(t, flagSet) && isPointer(t):
		if !s.flags {
			s.flags = true
			s.line("%s := s.FlagSet()", flagsVar)
		}
		return flagsVar
	case isNamed(t, flagSets) && isPointer(t):
		if !s.sections {
			s.sections = true
			s.line("%s := &%s{}", sectionsVar, s.typeText(types.Unalias(t).(*types.Pointer).Elem()))
		}
		return sectionsVar
	case isNamed(t, command) && isPointer(t):
		if !s.command {
			s.command = true
			s.line("%s := &%s{}", commandVar, s.typeText(types.Unalias(t).(*types.Pointer).Elem()))
			s.line("%s.SetGlobalNormalizationFunc(s.Name)", commandVar)
		}
		return commandVar
	case isNamed(t, goFlagSet):
		s.finding(s.module.Fset.Position(param.Pos()), f.Name()+" registers flags of package flag",
			"take a *pflag.FlagSet, which generated code registers flags on, too")
		return "nil"
	}
	if at, found := s.within(t); found {
		return at
	}
	return s.zero(f, param)
}

// within is the object, or the first of its fields, that has a type, as an expression.
func (s *emitter) within(t types.Type) (string, bool) {
	if s.object == nil {
		return "", false
	}
	if abstract, ok := t.Underlying().(*types.Interface); ok {
		serves := !s.captured && abstract.NumMethods() > 0 && !isError(t) && types.Implements(s.object, abstract)
		return objectVar, serves
	}
	if structOf(t) == nil {
		return "", false
	}
	type candidate struct {
		expression string
		t          types.Type
	}
	level, seen := []candidate{{objectVar, s.object}}, map[*types.Named]bool{}
	for len(level) > 0 {
		var below []candidate
		for _, c := range level {
			named := structOf(c.t)
			switch {
			case s.captured: // a function can be called that takes just this type
				return objectVar + ".(" + s.typeText(t) + ")", types.Identical(c.t, t)
			case types.Identical(c.t, t):
				return c.expression, true
			case isPointer(t) && types.Identical(types.Unalias(t).(*types.Pointer).Elem(), c.t):
				return "&" + c.expression, true
			case isPointer(c.t) && types.Identical(types.Unalias(c.t).(*types.Pointer).Elem(), t):
				return "*" + c.expression, true
			case seen[named]:
				continue
			}
			seen[named] = true
			fields := named.Underlying().(*types.Struct)
			for i := range fields.NumFields() {
				field := fields.Field(i)
				if structOf(field.Type()) != nil && (field.Exported() || named.Obj().Pkg().Path() == s.inside) {
					below = append(below, candidate{c.expression + "." + field.Name(), field.Type()})
				}
			}
		}
		level = below
	}
	return "", false
}

// zero is a value that means nothing.
func (s *emitter) zero(f *types.Func, param *types.Var) string {
	t := param.Type()
	switch {
	case isNamed(t, "context.Context"):
		return s.imported("context") + ".Background()"
	case isNamed(t, "io.Writer"):
		return s.imported("io") + ".Discard"
	case isNamed(t, "io.Reader"):
		return s.imported("strings") + `.NewReader("")`
	}
	switch u := t.Underlying().(type) {
	case *types.Pointer, *types.Slice, *types.Map, *types.Chan, *types.Signature, *types.Interface:
		return "nil"
	case *types.Basic:
		switch {
		case u.Info()&types.IsString != 0:
			return `""`
		case u.Info()&types.IsBoolean != 0:
			return "false"
		}
		return "0"
	}
	named, ok := types.Unalias(t).(*types.Named)
	if !ok || named.Obj().Exported() || named.Obj().Pkg().Path() == s.inside {
		return s.typeText(t) + "{}"
	}
	s.finding(s.module.Fset.Position(param.Pos()), fmt.Sprintf(
		"the parameter %s of %s has a type that a program outside of the package cannot name", param.Name(), f.Name(),
	), "name a function without it")
	return "nil"
}
