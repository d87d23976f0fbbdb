package removal

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// place is where the call of a generated function goes.
type place struct {
	generated Generated
	in        *function
	// at is the statement that the call goes before, or after if that is set.
	at    ast.Stmt
	after bool
	// name is that of the function, set the expression of the flag set, and object that of the object.
	name, set, object string
	// moved are the assignments ahead of the call, and behind those after it.
	moved  []moved
	behind []string
	// missed are flags whose defaults are assigned where this function does not lead to.
	missed []string
}

// pos is where names have to be known.
func (at place) pos() token.Pos {
	if at.after {
		return at.at.End()
	}
	return at.at.Pos()
}

// place finds the place of a generated function: in the first function that loses a registration of its flags, and that
// has the object at hand; in a later one if fewer flags stay because of other callers.
func (w *walk) place(g Generated) {
	if w.replaced[g.full()] || g.Called {
		return
	}
	all := slices.DeleteFunc(leading(w, g), func(d deletion) bool { return w.p.isElsewhere(d.in) })
	var found *place
	var tried []*function
	least := 0
	for _, d := range all {
		if slices.Contains(tried, d.in) {
			continue
		}
		candidate := w.placeBy(g, d)
		if candidate == nil {
			continue
		}
		tried = append(tried, d.in)
		if stay := len(strayed(w, g, d.in)) + len(candidate.missed); found == nil || stay < least {
			found, least = candidate, stay
		}
	}
	if found == nil {
		w.nowhere(g)
		return
	}
	for _, flag := range found.missed {
		w.stuck[Note{w.p.position(found.at.Pos()), flag, "its default is assigned in another function; " +
			"set it in the function of --flags, and register the flag with the value of the field"}] = true
	}
	var functions []*function
	for _, d := range all {
		host := found.in == d.in || !leadsToHelp(w, d.in, g)
		if len(d.flags) > 0 && host && !slices.Contains(functions, d.in) {
			functions = append(functions, d.in)
		}
	}
	w.places = append(w.places, *found)
	if len(functions) > 1 {
		names := make([]string, len(functions))
		for i, f := range functions {
			names[i] = f.title()
		}
		w.notes[Note{Position: w.p.position(found.at.Pos()), Text: "the flags of " + g.Name + " were registered in " +
			strings.Join(names, ", ") + "; all of them are registered here now"}] = true
	}
}

// leading are the deletions of flags of a generated function, in the order of a run, and between them the calls, as
// deletions without flags, of functions that stay only for assignments of help.
func leading(w *walk, g Generated) []deletion {
	var all []deletion
	for _, f := range w.p.order {
		if w.absorbed[f.name] || w.orphaned[f.name] || w.replaced[f.name] {
			continue
		}
		for _, statement := range f.decl.Body.List {
			before := len(all)
			for _, d := range w.deletions {
				if d.in == f && d.outer == statement &&
					slices.ContainsFunc(d.flags, func(name string) bool { return slices.Contains(g.Flags, name) }) {
					all = append(all, d)
				}
			}
			ast.Inspect(statement, func(node ast.Node) bool {
				if call, ok := node.(*ast.CallExpr); ok && len(all) == before {
					if slices.ContainsFunc(w.p.called(f.pkg, call), func(called *function) bool {
						return !w.hosts(called) && leadsToHelp(w, called, g)
					}) {
						all = append(all, deletion{in: f, outer: statement, from: statement})
					}
				}
				return true
			})
		}
	}
	return all
}

// leadsToHelp reports whether an assignment of help stays in a function, or in one that it calls.
func leadsToHelp(w *walk, f *function, g Generated) bool {
	return w.reaches(f, f.decl.Body, func(node ast.Node) bool {
		statement, ok := node.(ast.Stmt)
		return ok && w.kept[statement].help && w.kept[statement].of == g.full()
	}, []*function{f})
}

// placeBy is the place of a generated function by a deletion: ahead of it, or behind the last assignment that stays. It
// is nil if that function does not have the object at hand.
func (w *walk) placeBy(g Generated, d deletion) *place {
	last, missed := lastKept(w, d.in, g)
	found := &place{generated: g, in: d.in, at: d.outer, moved: w.moved[g.full()], missed: missed}
	if last != nil && d.outer.Pos() <= last.Pos() {
		found.at, found.after = last, true
		for _, other := range w.deletions {
			if other.in == d.in && other.outer.Pos() > last.Pos() && (found.after || other.outer.Pos() < found.at.Pos()) {
				found.at, found.after = other.outer, false
			}
		}
	}
	var ok bool
	if found.object, ok = w.p.object(d.in, g.Type, found.pos()); !ok {
		return nil
	}
	if found.name, found.set = w.flagSet(g, d, found.pos()); found.set == "" {
		return nil
	}
	for _, h := range w.helps[g.full()] {
		if w.p.behind[h.flags[0]] {
			found.behind = append(found.behind, h.text)
		}
	}
	return found
}

// nowhere notes that there is no place for the call of a generated function.
func (w *walk) nowhere(g Generated) {
	for _, name := range g.Flags {
		if w.found[name] {
			w.stuck[Note{Flag: name, Text: "no function that registers flags has a value of type " + g.Type +
				" to call " + g.Name + " with"}] = true
		}
	}
}

// isElsewhere reports whether this system does not have a function.
func (p *program) isElsewhere(f *function) bool { return p.module.Package(f.pkg.Path) != f.pkg }

// flagSet is the generated function to call in the place of a deletion, and the expression for the flag set.
func (w *walk) flagSet(g Generated, d deletion, at token.Pos) (name, set string) {
	if g.Sets != "" {
		if sections, ok := w.p.object(d.in, sectionsType, at); ok {
			return g.Sets, sections
		}
	}
	scope := d.in.pkg.Types.Scope().Innermost(at)
	ast.Inspect(d.from, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok || set != "" {
			return set == ""
		}
		candidates := slices.Clone(call.Args)
		if selector, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			candidates = append([]ast.Expr{selector.X}, candidates...)
		}
		for _, candidate := range candidates {
			tv := d.in.pkg.Info.Types[candidate]
			if !tv.IsValue() || !visible(d.in, scope, candidate, at) {
				continue
			}
			switch typeName(tv.Type) {
			case flagSetType:
				set = types.ExprString(candidate)
			case commandType:
				set = types.ExprString(candidate) + ".Flags()"
			}
			if set != "" {
				return false
			}
		}
		return true
	})
	if set == "" {
		set, _ = w.p.object(d.in, flagSetType, at)
	}
	return g.Name, set
}

// visible reports whether all names in an expression are declared before a position.
func visible(f *function, scope *types.Scope, expr ast.Expr, at token.Pos) bool {
	all := true
	ast.Inspect(expr, func(node ast.Node) bool {
		if name, ok := node.(*ast.Ident); ok {
			object := f.pkg.Info.Uses[name]
			if local, isVar := object.(*types.Var); isVar && !local.IsField() && scope != nil {
				_, seen := scope.LookupParent(name.Name, at)
				all = all && seen == object
			}
		}
		return all
	})
	return all
}

// deepest is how many fields the object is looked for below a variable.
const deepest = 3

// object finds an expression of the type *T in a function before a position: a parameter, a variable, or a field of
// one.
func (p *program) object(f *function, name string, at token.Pos) (string, bool) {
	type candidate struct {
		expr string
		t    types.Type
	}
	var level []candidate
	for _, v := range variables(f, at) {
		level = append(level, candidate{v.Name(), v.Type()})
	}
	for range deepest {
		var next []candidate
		for _, c := range level {
			if typeName(c.t) == name {
				if _, isPointer := types.Unalias(c.t).(*types.Pointer); isPointer {
					return c.expr, true
				}
				return "&" + c.expr, true
			}
			structure, ok := structOf(c.t)
			if !ok {
				continue
			}
			for field := range structure.Fields() {
				if field.Exported() || field.Pkg() == f.pkg.Types {
					next = append(next, candidate{c.expr + "." + field.Name(), field.Type()})
				}
			}
		}
		level = next
	}
	return "", false
}

// variables are the receiver, the parameters and the results of a function, and the variables of its body that are
// declared before a position.
func variables(f *function, at token.Pos) []*types.Var {
	var all []*types.Var
	add := func(name *ast.Ident) {
		if v, ok := f.pkg.Info.Defs[name].(*types.Var); ok && name.Name != "_" {
			all = append(all, v)
		}
	}
	for _, list := range []*ast.FieldList{f.decl.Recv, f.decl.Type.Params, f.decl.Type.Results} {
		if list != nil {
			for _, field := range list.List {
				for _, name := range field.Names {
					add(name)
				}
			}
		}
	}
	for _, statement := range f.decl.Body.List {
		if statement.End() > at {
			break
		}
		switch s := statement.(type) {
		case *ast.AssignStmt:
			for _, left := range s.Lhs {
				if name, ok := left.(*ast.Ident); ok {
					add(name)
				}
			}
		case *ast.DeclStmt:
			ast.Inspect(s, func(node ast.Node) bool {
				if spec, ok := node.(*ast.ValueSpec); ok {
					for _, name := range spec.Names {
						add(name)
					}
				}
				return true
			})
		}
	}
	return all
}

// structOf is the struct that a type is, or points to.
func structOf(t types.Type) (*types.Struct, bool) {
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		t = pointer.Elem()
	}
	structure, ok := t.Underlying().(*types.Struct)
	return structure, ok
}
