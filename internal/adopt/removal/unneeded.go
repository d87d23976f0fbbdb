package removal

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"
)

// unneeded are statements that deleted ones alone needed: fs = fss.FlagSet("cache"), if no flag is registered in that
// flag set any more before the variable gets another one. The first assignment that stays declares the variable.
func unneeded(r *rewriter, f *function, gone map[ast.Stmt]bool, w *walk) []cut {
	sets := map[types.Object][]int{} // the assignments of each variable, as indexes of statements
	for i, statement := range f.decl.Body.List {
		if object := assignedSet(f, statement); object != nil {
			sets[object] = append(sets[object], i)
		}
	}
	var cuts []cut
	for object, all := range sets {
		if !isOwn(f, object, all) {
			continue
		}
		declared := true // by an assignment that stays, or elsewhere
		for n, i := range all {
			end := len(f.decl.Body.List)
			if n+1 < len(all) {
				end = all[n+1]
			}
			assign := f.decl.Body.List[i].(*ast.AssignStmt)
			if wasUsed(f, object, f.decl.Body.List[i+1:end]) && !isUsedBy(f, object, i, end, gone, w) &&
				(reader{p: r.p, in: f}).isPure(assign.Rhs[0]) {
				gone[assign] = true
				declared = declared && assign.Tok != token.DEFINE
				continue
			}
			if !declared && assign.Tok == token.ASSIGN {
				at := r.page(fileOf(f.pkg, f.decl)).offset(assign.TokPos)
				cuts = append(cuts, cut{at, at, ":"})
			}
			declared = true
		}
	}
	return cuts
}

// assignedSet is the variable that a statement assigns a flag set to; nil if it does not.
func assignedSet(f *function, statement ast.Stmt) types.Object {
	assign, ok := statement.(*ast.AssignStmt)
	if !ok || len(assign.Lhs) != 1 || len(assign.Rhs) != 1 || assign.Tok != token.ASSIGN && assign.Tok != token.DEFINE {
		return nil
	}
	name, ok := assign.Lhs[0].(*ast.Ident)
	if !ok {
		return nil
	}
	object := f.pkg.Info.ObjectOf(name)
	if object == nil || typeName(object.Type()) != flagSetType {
		return nil
	}
	return object
}

// isOwn reports whether a variable is declared by the first of some statements of a function, is assigned by these
// alone, and is not used by function literals, which may run later.
func isOwn(f *function, object types.Object, all []int) bool {
	first, _ := f.decl.Body.List[all[0]].(*ast.AssignStmt)
	if first.Tok != token.DEFINE {
		return false
	}
	own := true
	ast.Inspect(f.decl.Body, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncLit:
			own = own && !mentionsObject(f, object, n)
		case *ast.UnaryExpr:
			own = own && (n.Op != token.AND || !mentionsObject(f, object, n.X))
		case *ast.AssignStmt:
			for _, left := range n.Lhs {
				name, ok := left.(*ast.Ident)
				if ok && f.pkg.Info.ObjectOf(name) == object {
					listed := slices.ContainsFunc(all, func(i int) bool { return f.decl.Body.List[i] == n })
					own = own && listed && !mentionsObject(f, object, n.Rhs[0])
				}
			}
		}
		return own
	})
	return own
}

// mentionsObject reports whether a node of a function has the name of a variable.
func mentionsObject(f *function, object types.Object, node ast.Node) bool {
	found := false
	ast.Inspect(node, func(node ast.Node) bool {
		name, ok := node.(*ast.Ident)
		found = found || ok && f.pkg.Info.ObjectOf(name) == object
		return !found
	})
	return found
}

// wasUsed reports whether statements use a variable.
func wasUsed(f *function, object types.Object, statements []ast.Stmt) bool {
	return slices.ContainsFunc(statements, func(s ast.Stmt) bool { return mentionsObject(f, object, s) })
}

// isUsedBy reports whether a variable is used between two statements of a function: by what is not gone, or by a call
// that is added.
func isUsedBy(f *function, object types.Object, from, to int, gone map[ast.Stmt]bool, w *walk) bool {
	for i := from + 1; i < to; i++ {
		statement := f.decl.Body.List[i]
		used := false
		ast.Inspect(statement, func(node ast.Node) bool {
			if s, ok := node.(ast.Stmt); ok && gone[s] {
				return false
			}
			name, ok := node.(*ast.Ident)
			used = used || ok && f.pkg.Info.ObjectOf(name) == object
			return !used
		})
		if used || slices.ContainsFunc(w.places, func(at place) bool {
			return at.in == f && at.at == statement && usesWord(at, object.Name())
		}) {
			return true
		}
	}
	return false
}

// usesWord reports whether the call of a generated function has a name in its arguments.
func usesWord(at place, name string) bool {
	return slices.ContainsFunc([]string{at.set, at.object}, func(text string) bool {
		text = strings.TrimPrefix(text, "&")
		if end := strings.IndexAny(text, ".("); end >= 0 {
			text = text[:end]
		}
		return text == name
	})
}
