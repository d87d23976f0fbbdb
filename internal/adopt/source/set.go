package source

import (
	"go/ast"
	"go/token"
	"go/types"
)

// Set is the flag set that a flag is registered on, as the outermost function knows it that is read.
type Set struct {
	// Root is the variable or the package that the expression Text begins with. For a flag set of sections, Root and Text
	// are the variable and the expression of the sections, and Type is their type.
	Root     types.Object
	Text     string
	Type     types.Type
	Sections bool
}

// Same reports whether two expressions are the same flag set, or sections.
func (s Set) Same(other Set) bool {
	return s.Root != nil && other.Root != nil && s.Root.Pos() == other.Root.Pos() && s.Text == other.Text &&
		s.Sections == other.Sections
}

// Name returns the expression, or for an unknown flag set, words for a message.
func (s Set) Name() string {
	if s.Root == nil {
		return "a flag set that the source does not tell"
	}
	return s.Text
}

// set describes the expression of a flag set; without a root if it is not known.
func (s *scope) set(e ast.Expr) Set {
	switch e := ast.Unparen(e).(type) {
	case *ast.Ident:
		object := s.pkg.Info.Uses[e]
		from, found := s.locals[object]
		if found && from == nil { // it is one flag set after another
			return Set{}
		}
		if given, found := s.params[object]; found && given.below == "" {
			return given.scope.set(given.expr)
		}
		if set := s.set(from); found && from != ast.Expr(e) && set.Root != nil {
			return set
		}
		return Set{Root: object, Text: e.Name, Type: s.pkg.Info.Types[e].Type}
	case *ast.UnaryExpr:
		return s.set(e.X)
	case *ast.SelectorExpr:
		set := s.set(e.X)
		set.Text, set.Type = set.Text+"."+e.Sel.Name, s.pkg.Info.Types[e].Type
		return set
	case *ast.CallExpr:
		selector, ok := ast.Unparen(e.Fun).(*ast.SelectorExpr)
		if !ok {
			break
		}
		set := s.set(selector.X)
		if IsSection(s.pkg, e) {
			set.Sections = true
			return set
		}
		if set.Text += "." + selector.Sel.Name + "()"; len(e.Args) == 0 {
			return set
		}
	}
	return Set{}
}

// setOf returns the flag set that a function of pflag registers a flag on.
func (s *scope) setOf(call *ast.CallExpr, f *types.Func) Set {
	selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return Set{}
	}
	set := s.set(selector.X)
	if f.Signature().Recv() == nil {
		set.Text += ".CommandLine"
	}
	return set
}

// IsSection reports whether a call makes or finds the flag set of a section, which has no other effect.
func IsSection(pkg *Package, call *ast.CallExpr) bool {
	selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok {
		return false
	}
	f, ok := pkg.Info.Uses[selector.Sel].(*types.Func)
	return ok && f.FullName() == "(*k8s.io/component-base/cli/flag.NamedFlagSets).FlagSet"
}

func isSection(pkg *Package, e ast.Expr) bool {
	call, ok := e.(*ast.CallExpr)
	return ok && IsSection(pkg, call)
}

// Has reports whether a position is in the function.
func (f Function) Has(at token.Position) bool {
	return f.Start.Filename == at.Filename && f.Start.Offset <= at.Offset && at.Offset < f.End.Offset
}
