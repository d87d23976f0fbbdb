package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Variable is a variable that holds an object whose fields flags are bound to.
type Variable struct {
	// Expression is what the variable is called at At: with its package, if it is of another one.
	Expression string
	// At is where a statement can be inserted that knows it, and Package the package of this place.
	At      token.Position
	Package *Package
	// First is set if the statement is the first of a function.
	First bool
	Type  types.Type
}

// Variables are the variables of functions and packages whose fields flags are bound to. They are what a command
// has for options if it does not return them.
func (m *Module) Variables(facts *Facts) []Variable {
	var found []Variable
	var seen []types.Object
	note := func(e Expression) {
		root := e.root
		if root == nil || e.Path == "" || slices.Contains(seen, root) {
			return
		}
		seen = append(seen, root)
		for _, f := range facts.Functions {
			if f.Package.Published { // it cannot be changed
				continue
			}
			if at, expression, ok := known(f, root); ok {
				found = append(found, Variable{
					expression, m.Fset.Position(at), f.Package, at == f.Decl.Body.Lbrace+1, root.Type(),
				})
				return
			}
		}
	}
	for _, r := range facts.Registrations {
		note(r.Value)
	}
	for _, d := range facts.Delegations {
		note(d.Receiver)
		for _, argument := range d.Arguments {
			note(argument)
		}
	}
	return found
}

// known is the place in a function from which on it knows a variable of its own, or one of a package that it names, and
// how it names it there.
func known(f Function, object types.Object) (at token.Pos, expression string, ok bool) {
	at, declared := declared(f, object)
	if object.Parent() != object.Pkg().Scope() {
		return at, object.Name(), declared
	}
	uses := false
	ast.Inspect(f.Decl.Body, func(n ast.Node) bool {
		name, isName := n.(*ast.Ident)
		uses = uses || isName && f.Package.Info.Uses[name] == object
		return !uses
	})
	if !uses {
		return at, "", false
	}
	if !declared {
		at = f.Decl.Body.Lbrace + 1
	}
	expression, ok = named(f, object, at)
	return at, expression, ok
}

// named is a variable of a package as a function calls it, unless something else has the name there.
func named(f Function, object types.Object, at token.Pos) (expression string, ok bool) {
	scope := f.Package.Types.Scope().Innermost(at)
	if scope == nil {
		return "", false
	}
	if _, found := scope.LookupParent(object.Name(), at); found == object {
		return object.Name(), true
	}
	for ; scope != nil; scope = scope.Parent() {
		for _, name := range scope.Names() {
			imported, isPackage := scope.Lookup(name).(*types.PkgName)
			if !isPackage || imported.Imported() != object.Pkg() {
				continue
			}
			_, found := f.Package.Types.Scope().Innermost(at).LookupParent(name, at)
			return name + "." + object.Name(), found == types.Object(imported)
		}
	}
	return "", false
}

// declared is the end of the statement in a block that declares a variable, or that gives a pointer its first value if
// the declaration does not.
func declared(f Function, object types.Object) (token.Pos, bool) {
	end := token.NoPos
	_, isPointer := object.Type().Underlying().(*types.Pointer)
	ast.Inspect(f.Decl.Body, func(n ast.Node) bool {
		block, ok := n.(*ast.BlockStmt)
		if !ok || end != token.NoPos {
			return end == token.NoPos
		}
		pending := isPointer && block == f.Decl.Body && object.Parent() == object.Pkg().Scope()
		for _, statement := range block.List {
			switch s := statement.(type) {
			case *ast.AssignStmt:
				for _, left := range s.Lhs {
					if selector, ok := left.(*ast.SelectorExpr); ok { // of a package
						left = selector.Sel
					}
					name, ok := left.(*ast.Ident)
					if ok && (f.Package.Info.Defs[name] == object || pending && f.Package.Info.Uses[name] == object) {
						end, pending = s.End(), false
					}
				}
			case *ast.DeclStmt:
				if s.Pos() <= object.Pos() && object.Pos() < s.End() {
					end, pending = s.End(), isPointer && !hasValue(s, object)
				}
			}
		}
		return true
	})
	return end, end != token.NoPos
}

// hasValue reports whether a declaration of a variable gives it a value.
func hasValue(s *ast.DeclStmt, object types.Object) bool {
	found := false
	ast.Inspect(s, func(n ast.Node) bool {
		if spec, ok := n.(*ast.ValueSpec); ok && spec.Pos() <= object.Pos() && object.Pos() < spec.End() {
			found = len(spec.Values) > 0
		}
		return true
	})
	return found
}
