package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
)

// Variable is a variable that holds an object whose fields flags are bound to.
type Variable struct {
	Name string
	// At is where a statement can be inserted that knows it, and Package the package of this place.
	At      token.Position
	Package *Package
	// Global is set if it is a variable of the package.
	Global bool
	Type   types.Type
}

// Variables are the variables of functions and packages whose fields flags are bound to. They are what a command
// has for options if it does not return them.
func (m *Module) Variables(facts *Facts) []Variable {
	var found []Variable
	var seen []types.Object
	note := func(e Expression, in string) {
		root := e.root
		if root == nil || e.Path == "" || slices.Contains(seen, root) {
			return
		}
		seen = append(seen, root)
		for _, f := range facts.Functions {
			if f.Package.Published { // it cannot be changed
				continue
			}
			if root.Parent() == root.Pkg().Scope() {
				if f.Name == in {
					found = append(found, Variable{root.Name(), m.Fset.Position(f.Decl.Body.Lbrace + 1), f.Package, true, root.Type()})
				}
				continue
			}
			if at, ok := declared(f, root); ok {
				found = append(found, Variable{root.Name(), m.Fset.Position(at), f.Package, false, root.Type()})
			}
		}
	}
	for _, r := range facts.Registrations {
		note(r.Value, r.Function)
	}
	for _, d := range facts.Delegations {
		note(d.Receiver, d.Function)
		for _, argument := range d.Arguments {
			note(argument, d.Function)
		}
	}
	return found
}

// declared is the end of the statement in a block that declares a variable.
func declared(f Function, object types.Object) (token.Pos, bool) {
	end := token.NoPos
	ast.Inspect(f.Decl.Body, func(n ast.Node) bool {
		block, ok := n.(*ast.BlockStmt)
		if !ok {
			return true
		}
		for _, statement := range block.List {
			switch s := statement.(type) {
			case *ast.AssignStmt:
				for _, left := range s.Lhs {
					if name, ok := left.(*ast.Ident); ok && f.Package.Info.Defs[name] == object {
						end = s.End()
					}
				}
			case *ast.DeclStmt:
				if s.Pos() <= object.Pos() && object.Pos() < s.End() {
					end = s.End()
				}
			}
		}
		return true
	})
	return end, end != token.NoPos
}
