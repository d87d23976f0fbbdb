package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"runtime"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/flagsource"
)

// calls reads the calls in a statement or an expression.
func (w *walker) calls(s *scope, n ast.Node, at around) {
	ast.Inspect(n, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.FuncLit:
			w.block(s, n.Body.List, at)
			return false
		case *ast.CallExpr:
			return w.call(s, n, at)
		case *ast.AssignStmt:
			w.assignment(s, n, at)
		}
		return true
	})
}

// call reads a call, and reports whether its parts have to be looked at.
func (w *walker) call(s *scope, call *ast.CallExpr, at around) bool {
	f := s.callee(call)
	selector, _ := call.Fun.(*ast.SelectorExpr)
	if f != nil && isFlagSet(f) {
		if strings.HasPrefix(f.Name(), "Mark") || f.Name() == "SetAnnotation" {
			w.mark(s, call, f, at)
			return true
		}
		if w.registration(s, call, f, at) {
			return true
		}
	}
	if f == nil {
		return true
	}
	if pkg, decl := w.declaration(f); decl != nil {
		if w.standalone(s, f) {
			w.delegate(s, call, f, selector, at)
		} else if s.concerns(call, f) {
			w.through = append(w.through, w.Fset.Position(call.Pos()))
			w.enter(f, s.bind(pkg, call, decl), at)
			w.through = w.through[:len(w.through)-1]
		}
		return true
	}
	if !isFlagSet(f) && s.passesFlagSet(call) || isFlagSet(f) && adds(f.Name()) {
		w.delegate(s, call, f, selector, at)
	}
	return true
}

// adds reports whether a method of flag sets adds flags of another one.
func adds(method string) bool {
	return method == "AddGoFlagSet" || method == "AddFlagSet" || method == "AddGoFlag" || method == "AddFlag"
}

// isFlagSet reports whether a function is a method of a flag set, or a function of pflag or flag for the flag set of
// the process.
func isFlagSet(f *types.Func) bool {
	if f.Pkg() == nil || f.Pkg().Path() != "github.com/spf13/pflag" && f.Pkg().Path() != "flag" {
		return false
	}
	recv := f.Signature().Recv()
	return recv == nil || strings.HasSuffix(types.TypeString(recv.Type(), nil), ".FlagSet")
}

// standalone reports whether a function of a source package fits +flagsFrom: it is in another package, and registers
// the flags of a type of another module, which cannot be marked.
func (w *walker) standalone(s *scope, f *types.Func) bool {
	params := f.Signature().Params()
	if !f.Exported() || f.Signature().Recv() != nil || f.Pkg().Path() == s.pkg.Path || params.Len() != 2 {
		return false
	}
	foreign := func(t types.Type) bool {
		named := Named(t)
		return named != nil && named.Obj().Pkg() != nil && w.Package(named.Obj().Pkg().Path()) == nil && !carries(t)
	}
	first, second := params.At(0).Type(), params.At(1).Type()
	return carries(first) && foreign(second) || carries(second) && foreign(first)
}

// carries reports whether a value of a type leads to a flag set.
func carries(t types.Type) bool {
	if t == nil {
		return false
	}
	name := types.TypeString(types.Unalias(t), nil)
	for _, carrier := range []string{"pflag.FlagSet", "flag.FlagSet", ".NamedFlagSets", "cobra.Command"} {
		if strings.HasSuffix(name, carrier) {
			return true
		}
	}
	return false
}

// passesFlagSet reports whether a call has a flag set among its arguments.
func (s *scope) passesFlagSet(call *ast.CallExpr) bool {
	for _, arg := range call.Args {
		if t := s.pkg.Info.Types[arg].Type; t != nil && carries(t) &&
			!strings.HasSuffix(types.TypeString(t, nil), "cobra.Command") {
			return true
		}
	}
	return false
}

// concerns reports whether a function of a source package can register flags.
func (s *scope) concerns(call *ast.CallExpr, f *types.Func) bool {
	if strings.Contains(strings.ToLower(f.Name()), "flag") {
		return true
	}
	for _, arg := range call.Args {
		if carries(s.pkg.Info.Types[arg].Type) {
			return true
		}
	}
	results := f.Signature().Results()
	for i := range results.Len() {
		if carries(results.At(i).Type()) {
			return true
		}
	}
	return false
}

// bind returns the arguments of a call, by the parameters and the receiver of the function.
func (s *scope) bind(pkg *Package, call *ast.CallExpr, decl *ast.FuncDecl) map[types.Object]argument {
	bound := map[types.Object]argument{}
	if selector, ok := call.Fun.(*ast.SelectorExpr); ok && decl.Recv != nil && len(decl.Recv.List[0].Names) > 0 {
		bound[pkg.Info.Defs[decl.Recv.List[0].Names[0]]] = s.receiver(selector)
	}
	i := 0
	for _, field := range decl.Type.Params.List {
		for _, name := range field.Names {
			if i < len(call.Args) {
				bound[pkg.Info.Defs[name]] = argument{expr: call.Args[i], scope: s}
			}
			i++
		}
		i += max(0, 1-len(field.Names))
	}
	return bound
}

// receiver returns the receiver of a method call; for a method of an embedded field, that field.
func (s *scope) receiver(selector *ast.SelectorExpr) argument {
	selection := s.pkg.Info.Selections[selector]
	if selection == nil || len(selection.Index()) < 2 {
		return argument{expr: selector.X, scope: s}
	}
	embedded := selection.Index()[:len(selection.Index())-1]
	return argument{expr: selector.X, scope: s, below: path(selection.Recv(), embedded)}
}

// place is where a call is.
func (w *walker) place(n ast.Node, at around) Place {
	return Place{
		Start: w.Fset.Position(n.Pos()), End: w.Fset.Position(n.End()), Statement: at.statement,
		Conditions: at.conditions, Calls: slices.Clone(w.through), OS: both(at.os),
		Elsewhere: isOther(w, n) || slices.ContainsFunc(at.os, func(c string) bool { return !allows(c, runtime.GOOS) }),
	}
}

// registration notes a call such as fs.StringVarP, and reports whether it is one.
func (w *walker) registration(s *scope, call *ast.CallExpr, f *types.Func, at around) bool {
	params := f.Signature().Params()
	name, value, given, shorthand, usage := -1, -1, -1, -1, -1
	for i := range params.Len() {
		switch params.At(i).Name() {
		case "name":
			name = i
		case "shorthand":
			shorthand = i
		case "usage":
			usage = i
		case "p":
			value = i
		case "value":
			given = i
		case "fn":
			value = i
		}
	}
	if name < 0 || usage < 0 || len(call.Args) != params.Len() {
		return false
	}
	if value < 0 && (f.Name() == "Var" || strings.HasPrefix(f.Name(), "VarP")) {
		value, given = given, -1
	}
	r := Registration{Place: w.place(call, at), Method: f.Name(), pkg: s.pkg}
	if value >= 0 {
		r.value = ast.Unparen(call.Args[value])
	}
	if given >= 0 {
		r.given = call.Args[given]
	}
	argument := func(i int) Expression {
		if i < 0 {
			return Expression{}
		}
		return s.expression(call.Args[i])
	}
	r.Value, r.Default, r.Shorthand = argument(value), argument(given), argument(shorthand)
	r.Usage, r.Set = helpOf(s, call.Args[usage]), s.setOf(call, f)
	r.Flag, _ = s.text(call.Args[name])
	again := func(known Registration) bool { // by another way
		return known.Start == r.Start && known.Flag == r.Flag && known.Value.Path == r.Value.Path
	}
	if w.reads(call) && !slices.ContainsFunc(w.facts.Registrations, again) {
		w.facts.Registrations = append(w.facts.Registrations, r)
	}
	return true
}

// mark notes a call such as fs.MarkDeprecated.
func (w *walker) mark(s *scope, call *ast.CallExpr, f *types.Func, at around) {
	m := Mark{Place: w.place(call, at), Method: f.Name()}
	if len(call.Args) == 0 || !w.reads(call) {
		return
	}
	m.Flag, _ = s.text(call.Args[0])
	if len(call.Args) > 1 {
		m.Text = s.expression(call.Args[1])
	}
	w.facts.Marks = append(w.facts.Marks, m)
}

// assignment notes one to a field of a flag: fs.Lookup("v").NoOptDefVal = "4".
func (w *walker) assignment(s *scope, n *ast.AssignStmt, at around) {
	for i, left := range n.Lhs {
		selector, ok := left.(*ast.SelectorExpr)
		if !ok || len(n.Rhs) != len(n.Lhs) {
			continue
		}
		from := selector.X
		if name, ok := from.(*ast.Ident); ok && s.locals[s.pkg.Info.Uses[name]] != nil {
			from = s.locals[s.pkg.Info.Uses[name]]
		}
		call, ok := ast.Unparen(from).(*ast.CallExpr)
		if !ok || n.Tok != token.ASSIGN {
			continue
		}
		f := s.callee(call)
		if f == nil || !isFlagSet(f) || len(call.Args) == 0 {
			continue
		}
		m := Mark{Place: w.place(n, at), Method: f.Name() + "." + selector.Sel.Name, Text: s.expression(n.Rhs[i])}
		argument := call.Args[0]
		if f.Name() != "Lookup" { // VarPF
			m.Method = "Lookup." + selector.Sel.Name
			for i := range f.Signature().Params().Len() {
				if f.Signature().Params().At(i).Name() == "name" {
					argument = call.Args[i]
				}
			}
		}
		if m.Method == helpMark {
			m.Text = helpOf(s, n.Rhs[i])
		}
		m.Flag, _ = s.text(argument)
		if w.reads(n) {
			w.facts.Marks = append(w.facts.Marks, m)
		}
	}
}

// delegate notes a call of a function of another module.
func (w *walker) delegate(s *scope, call *ast.CallExpr, f *types.Func, selector *ast.SelectorExpr, at around) {
	d := Delegation{Place: w.place(call, at), Callee: f.FullName()}
	if !w.reads(call) {
		return
	}
	if f.Signature().Recv() == nil {
		d.Path = f.Pkg().Path() + "." + f.Name()
	} else if selector != nil {
		d.Method, d.Receiver = f.Name(), s.expression(selector.X)
	}
	for _, arg := range call.Args {
		d.Arguments = append(d.Arguments, s.expression(arg))
		if carries(s.pkg.Info.Types[arg].Type) {
			d.Set = s.set(arg)
		}
	}
	if dir := w.dirs[f.Pkg().Path()]; dir != "" && !isFlagSet(f) {
		flags, all := flagsource.Flags(dir, flagsource.Receiver(f), f.Name())
		d.Complete = all
		for _, flag := range flags {
			d.Flags = append(d.Flags, flag.Name)
		}
	}
	w.facts.Delegations = append(w.facts.Delegations, d)
}
