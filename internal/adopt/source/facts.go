package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// Facts are the facts in the source of a registration about its flags. Much of it cannot be seen when the registration
// runs: where each flag is registered, on which conditions, and from which expressions its values come.
type Facts struct {
	// Registrations are the calls that register flags, in the order in which they are reached. A call that is reached
	// twice, with different arguments or in a loop over a literal, is here twice.
	Registrations []Registration
	// Delegations are calls of functions of other modules that register flags.
	Delegations []Delegation
	// Marks are calls such as MarkDeprecated.
	Marks []Mark
	// Functions are the functions of source packages that were read, in the order in which they are reached.
	Functions []Function
}

// Function is a function in the user's packages that registers flags, directly or through the functions that it calls.
type Function struct {
	// Name is the full name in package go/types: example.com/relay/options.AddFlags, or with a receiver in parentheses.
	Name string
	// Start and End span the declaration, from the func keyword to the last brace.
	Start, End token.Position
	Package    *Package
	Decl       *ast.FuncDecl
}

// Place is where something is in the source.
type Place struct {
	Start, End token.Position
	// Statement is the statement that it is, from its first byte to its last.
	Statement Span
	// Conditions are the conditions that hold there: of the if and switch statements around it, and of earlier if
	// statements that return.
	Conditions []Condition
	// Calls are the calls that lead there, the outermost first.
	Calls []token.Position
	// OS is the constraint on the operating system, of the file and of conditions on runtime.GOOS, as +os has it:
	// windows, linux,darwin or !windows.
	OS string
	// Elsewhere is set if it is not for this system, by its file or by a condition: the flag cannot be observed here.
	Elsewhere bool
}

// Span is a part of a file.
type Span struct{ Start, End token.Position }

// Registration is a call that registers a flag.
type Registration struct {
	Place
	// Flag is the name, empty if it is computed.
	Flag string
	// Method is the method of the flag set, as in StringVarP.
	Method string
	// Value is the first argument: a pointer to the field, or for Var the value. Default, Shorthand and Usage are the
	// other arguments, if the method has them.
	Value, Default, Shorthand, Usage Expression
	// Set is the flag set.
	Set          Set
	value, given ast.Expr // nil if the method has none
	pkg          *Package
}

// Delegation is a call of a function of another module that gets a flag set.
type Delegation struct {
	Place
	// Callee is the name of the function or method, in the form of Function.Name.
	Callee string
	// Path is the function as +flagsFrom has it: k8s.io/component-base/logs/api/v1.AddFlags. It is empty for a method.
	Path string
	// Method is the name of a method, and Receiver the receiver of its call; empty for a function.
	Method   string
	Receiver Expression
	// Arguments are the arguments of the call, and Set the flag set among them.
	Arguments []Expression
	Set       Set
	// Flags are the names of the registered flags that its source has as constants, and Complete reports whether these are
	// all.
	Flags    []string
	Complete bool
}

// Mark is a call that changes a flag: MarkDeprecated, MarkHidden, MarkShorthandDeprecated, SetAnnotation, or an
// assignment to a field of Lookup's result.
type Mark struct {
	Place
	// Method is the name of the method, or Lookup and the field for an assignment, as in Lookup.NoOptDefVal.
	Method string
	// Flag is the name, empty if it is computed, and Text the second argument.
	Flag string
	Text Expression
}

// Condition is a condition that must hold.
type Condition struct {
	// Text is the expression, with ! in front if it must not hold.
	Text string
	// System is set if it asks for the operating system alone, which is in the OS of the place, and Nil if it asks
	// whether something is nil.
	System, Nil bool
}

// Kind is the kind of an expression.
type Kind string

// The kinds of expressions. Others have none.
const (
	Constant Kind = "constant" // the value is Value
	Field    Kind = "field"    // of the object, at Path, or its address
	Call     Kind = "call"     // of the function Function
)

// Expression is an argument of a call.
type Expression struct {
	Kind Kind
	// Text is the source of it.
	Text  string
	Start token.Position
	// Type is the Go type with import paths.
	Type string
	// Value is the value of a constant: a string without quotes, other constants as Go prints them.
	Value string
	// Path is the Go path of the field, below the Variable, whose type is RootType. If the field is within a value, Path
	// is the path of the only field that the expression has the address of.
	Path, RootType string
	Variable       types.Object
	// Function is the called function, as example.com/options.Usage; NoArguments is set if it takes no arguments, and
	// Constructor if it takes only the address of a field and returns a pflag.Value.
	Function                 string
	NoArguments, Constructor bool
	// Varies is set for a help text that is known only when the program runs.
	Varies bool
}

// Flag returns the registrations of a flag with a name that the source tells.
func (f *Facts) Flag(name string) []Registration {
	return slices.DeleteFunc(slices.Clone(f.Registrations), func(r Registration) bool { return !r.Registers(name) })
}

// Registers reports whether the call registers a flag, by a name that the source tells.
func (r *Registration) Registers(name string) bool {
	return r.Flag != "" && normalized(r.Flag) == normalized(name)
}

// Delegated returns the delegation that registers a flag, nil if none is known to.
func (f *Facts) Delegated(name string) *Delegation {
	for i := range f.Delegations {
		if slices.ContainsFunc(f.Delegations[i].Flags, func(flag string) bool {
			return normalized(flag) == normalized(name)
		}) {
			return &f.Delegations[i]
		}
	}
	return nil
}

// helpMark is the method of a mark that sets the help of a flag.
const helpMark = "Lookup.Usage"

// AssignedHelp returns the help that an assignment gives a flag once it is registered, and whether there is one.
func (f *Facts) AssignedHelp(name string) (help Expression, assigned bool) {
	for _, m := range f.Marked(name) {
		if m.Method == helpMark && !m.Elsewhere {
			help, assigned = m.Text, true
		}
	}
	return help, assigned
}

// Attribute adds to the delegations the flags that were seen to be registered by them.
func (f *Facts) Attribute(flags []observe.Flag) {
	for i := range f.Delegations {
		d := &f.Delegations[i]
		for _, flag := range flags {
			if !slices.Contains(d.Flags, flag.Name) && slices.ContainsFunc(flag.Calls, d.Runs) {
				d.Flags = append(d.Flags, flag.Name)
			}
		}
	}
}

// Runs reports whether a call that runs is one at the place. A frame has the line of the call alone.
func (p *Place) Runs(call observe.Frame) bool {
	return call.File == p.Start.Filename && p.Start.Line <= call.Line && call.Line <= p.End.Line
}

// Marked returns the marks of a flag.
func (f *Facts) Marked(name string) []Mark {
	var all []Mark
	for _, m := range f.Marks {
		if m.Flag != "" && normalized(m.Flag) == normalized(name) {
			all = append(all, m)
		}
	}
	return all
}

// normalized returns a name as the functions of Kubernetes normalize it.
func normalized(name string) string { return strings.ReplaceAll(name, "_", "-") }

// Facts reads functions and all that they call in the user's modules. The first is where the object comes from, and the
// others register flags; methods of the object may be among them.
func (m *Module) Facts(functions ...*types.Func) *Facts {
	w := &walker{Module: m, facts: &Facts{}}
	read(w, functions)
	w.elsewhere(functions)
	return w.facts
}

// declaration finds the source of a function, in the files for the operating system that is read; nil if the source is
// not read.
func (w *walker) declaration(f *types.Func) (*Package, *ast.FuncDecl) {
	f = f.Origin()
	if f.Pkg() == nil {
		return nil, nil
	}
	pkg := w.system[f.Pkg().Path()]
	if pkg == nil {
		pkg = w.packages[f.Pkg().Path()]
	}
	if pkg == nil {
		pkg = w.publishedPackage(f.Pkg().Path())
	}
	if pkg == nil {
		return nil, nil
	}
	for _, file := range pkg.Files {
		for _, d := range file.Decls {
			decl, ok := d.(*ast.FuncDecl)
			if !ok || decl.Name.Name != f.Name() {
				continue
			}
			if found, ok := pkg.Info.Defs[decl.Name].(*types.Func); ok && found.FullName() == f.FullName() {
				return pkg, decl
			}
		}
	}
	return pkg, nil
}
