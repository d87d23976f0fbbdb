package removal

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// spread deletes what is empty or unused without the deleted statements, until there is nothing more.
func (d *deletion) spread() {
	for before := -1; before < len(d.gone)+len(d.instead); {
		before = len(d.gone) + len(d.instead)
		for _, f := range d.order {
			ast.Inspect(f.decl.Body, func(node ast.Node) bool {
				if d.gone[node] {
					return false
				}
				if s, ok := node.(ast.Stmt); ok && d.isHollow(f, s) {
					d.gone[s] = true
				}
				return true
			})
			d.unused(f)
		}
		d.uncalled()
	}
}

// isHollow reports whether nothing is left in a statement that something is deleted from.
func (d *deletion) isHollow(f *function, statement ast.Stmt) bool {
	switch s := statement.(type) {
	case *ast.ExprStmt:
		call, ok := s.X.(*ast.CallExpr)
		if !ok {
			return false
		}
		functions := d.called(f.pkg, call)
		return len(functions) > 0 && d.isEmptied(functions)
	case *ast.IfStmt:
		return s.Init == nil && d.allGone(s.Body.List) && (s.Else == nil || d.gone[s.Else])
	case *ast.BlockStmt:
		return s != f.decl.Body && d.allGone(s.List)
	case *ast.ForStmt:
		return d.allGone(s.Body.List)
	case *ast.RangeStmt:
		return d.allGone(s.Body.List)
	case *ast.SwitchStmt:
		return s.Init == nil && d.allGone(s.Body.List)
	case *ast.CaseClause:
		return d.allGone(s.Body)
	}
	return false
}

// allGone reports whether all statements of a list are deleted, and there are any.
func (d *deletion) allGone(list []ast.Stmt) bool {
	return len(list) > 0 && !slices.ContainsFunc(list, func(s ast.Stmt) bool { return !d.gone[s] })
}

// isEmptied reports whether nothing is left in a function of any system, and something is deleted from it.
func (d *deletion) isEmptied(functions []*function) bool {
	lost := false
	for _, f := range functions {
		lost = lost || len(f.decl.Body.List) > 0
		called := slices.ContainsFunc(d.places, func(at place) bool { return at.in == f })
		if f.root || called || len(f.decl.Body.List) > 0 && !d.allGone(f.decl.Body.List) {
			return false
		}
	}
	return lost
}

// unused deletes the variables of a function that deleted statements used, and nothing else does. What makes their
// values stays if it may have an effect.
func (d *deletion) unused(f *function) {
	used, lost := map[types.Object]bool{}, map[types.Object]bool{}
	var assigns []*ast.AssignStmt
	var declares []*ast.DeclStmt
	var walk func(node ast.Node, gone bool)
	walk = func(node ast.Node, gone bool) {
		ast.Inspect(node, func(inner ast.Node) bool {
			switch n := inner.(type) {
			case *ast.AssignStmt:
				if inner == node || gone || d.gone[n] {
					break
				}
				assigns = append(assigns, n)
				for _, left := range n.Lhs {
					if _, name := left.(*ast.Ident); !name {
						walk(left, false)
					}
				}
				for _, right := range n.Rhs {
					walk(right, false)
				}
				return false
			case *ast.DeclStmt:
				if declared, ok := n.Decl.(*ast.GenDecl); ok && !gone && !d.gone[n] && declared.Tok == token.VAR {
					declares = append(declares, n)
				}
			case *ast.Ident:
				used[f.pkg.Info.Uses[n]] = used[f.pkg.Info.Uses[n]] || !gone
				lost[f.pkg.Info.Uses[n]] = lost[f.pkg.Info.Uses[n]] || gone
			}
			if s, ok := inner.(ast.Stmt); ok && inner != node && !gone && (d.gone[s] || d.instead[s] != "") {
				walk(s, true)
				for name := range strings.FieldsFuncSeq(d.instead[s], notWord) {
					d.use(f, used, s.Pos(), name)
				}
				return false
			}
			return true
		})
	}
	walk(f.decl.Body, false)
	for _, at := range d.places {
		if at.in == f {
			for name := range strings.FieldsFuncSeq(at.set+" "+at.object, notWord) {
				d.use(f, used, at.before.Pos(), name)
			}
		}
	}
	isUnused := func(name *ast.Ident) bool {
		v, isVar := f.pkg.Info.ObjectOf(name).(*types.Var)
		return isVar && lost[v] && !used[v] && v.Parent() != v.Pkg().Scope() && f.decl.Body.Pos() < v.Pos()
	}
	for _, s := range assigns {
		d.unassign(f, s, func(e ast.Expr) bool {
			name, ok := e.(*ast.Ident)
			return ok && isUnused(name)
		})
	}
	for _, s := range declares {
		specs := s.Decl.(*ast.GenDecl).Specs
		value, ok := specs[0].(*ast.ValueSpec)
		d.gone[s] = ok && len(specs) == 1 && len(value.Names) == 1 && isUnused(value.Names[0]) &&
			!slices.ContainsFunc(value.Values, func(e ast.Expr) bool { return d.mayAct(f, e) })
		if !d.gone[s] {
			delete(d.gone, s)
		}
	}
}

// use notes that a name in a text that is written at a place is used.
func (d *deletion) use(f *function, used map[types.Object]bool, at token.Pos, name string) {
	if scope := f.pkg.Types.Scope().Innermost(at); scope != nil {
		if _, object := scope.LookupParent(name, at); object != nil {
			used[object] = true
		}
	}
}

func notWord(r rune) bool { return !token.IsIdentifier("a" + string(r)) }

// unassign deletes an assignment to unused variables, or the names of those.
func (d *deletion) unassign(f *function, s *ast.AssignStmt, unused func(ast.Expr) bool) {
	some, all, effect := false, true, false
	for _, left := range s.Lhs {
		name, isName := left.(*ast.Ident)
		isUnused := isName && unused(left)
		if d.instead[left] != "" {
			return
		}
		some, all = some || isUnused, all && (isUnused || isName && name.Name == "_")
	}
	for _, right := range s.Rhs {
		effect = effect || d.mayAct(f, right)
	}
	if !some {
		return
	}
	if all && !effect {
		d.gone[s] = true
		return
	}
	for _, left := range s.Lhs {
		if unused(left) {
			d.instead[left] = "_"
		}
	}
	if all && s.Tok == token.DEFINE {
		d.instead[&ast.BadExpr{From: s.TokPos, To: s.TokPos + token.Pos(len(":="))}] = "="
	}
}

// quiet are packages whose functions only look at their arguments.
var quiet = []string{"strings", "strconv", "fmt", "path", "path/filepath", "slices", "maps", "sort", "errors"}

// mayAct reports whether the value of an expression may have an effect.
func (d *deletion) mayAct(f *function, e ast.Expr) bool {
	acts := false
	ast.Inspect(e, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncLit:
			return false
		case *ast.UnaryExpr:
			acts = acts || n.Op == token.ARROW
		case *ast.CallExpr:
			object := callee(f.pkg, n)
			tv := f.pkg.Info.Types[n.Fun]
			switch {
			case tv.IsType() || tv.IsBuiltin():
			case object != nil && object.Pkg() != nil && slices.Contains(quiet, object.Pkg().Path()) &&
				!strings.Contains(object.Name(), "rint"):
			case object != nil && object.FullName() == "(*"+sectionsType+").FlagSet": // the generated function makes it
			default:
				acts = true
			}
		}
		return !acts
	})
	return acts
}

// uncalled deletes the functions, variables and constants that deleted code used, and nothing else does.
func (d *deletion) uncalled() {
	for path := range d.paths() {
		used, lost := d.names(path)
		for _, file := range d.files(path) {
			for _, declared := range file.Decls {
				if name := d.soleName(declared); lost[name] && !used[name] && !ast.IsGenerated(file) {
					d.gone[declared] = true
				}
			}
		}
	}
}

// soleName is the name of the function, variable or constant, not exported, that a declaration is of, and nothing else;
// empty if there is none, or if its value may have an effect.
func (d *deletion) soleName(declared ast.Decl) string {
	name := ""
	switch n := declared.(type) {
	case *ast.FuncDecl:
		name = n.Name.Name
	case *ast.GenDecl:
		if len(n.Specs) != 1 {
			return ""
		}
		value, ok := n.Specs[0].(*ast.ValueSpec)
		if !ok || len(value.Names) != 1 || slices.ContainsFunc(value.Values, hasCall) {
			return ""
		}
		name = value.Names[0].Name
	}
	if token.IsExported(name) || name == "main" || name == "init" || name == "_" {
		return ""
	}
	return name
}

// hasCall reports whether something is called in an expression.
func hasCall(e ast.Expr) bool {
	found := false
	ast.Inspect(e, func(node ast.Node) bool {
		_, call := node.(*ast.CallExpr)
		found = found || call
		return !found
	})
	return found
}

// names are those that the files of a package, also those of tests and other systems, have where they stay, and those
// in what is deleted. The name that a declaration gives does not count.
func (d *deletion) names(path string) (used, lost map[string]bool) {
	used, lost = map[string]bool{}, map[string]bool{}
	read, dir := map[string]bool{}, ""
	for _, file := range d.files(path) {
		name := d.position(file.Package).Filename
		read[name], dir = true, filepath.Dir(name)
		d.namesIn(file, used, lost)
	}
	others, _ := filepath.Glob(filepath.Join(dir, "*.go")) // the pattern is right
	for _, name := range others {
		if read[name] {
			continue
		}
		if file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution); err == nil {
			d.namesIn(file, used, lost)
		}
	}
	return used, lost
}

// namesIn notes the names in a file.
func (d *deletion) namesIn(file *ast.File, used, lost map[string]bool) {
	given := map[*ast.Ident]bool{}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncDecl:
			given[n.Name] = true
		case *ast.ValueSpec:
			given[n.Names[0]] = len(n.Names) == 1
		case *ast.Ident:
			used[n.Name] = used[n.Name] || !given[n]
		}
		text := d.instead[node]
		if node == nil || !d.gone[node] && text == "" {
			return true
		}
		for name := range strings.FieldsFuncSeq(text, notWord) {
			used[name] = true
		}
		ast.Inspect(node, func(inner ast.Node) bool {
			if name, ok := inner.(*ast.Ident); ok {
				lost[name.Name] = true
			}
			return true
		})
		return false
	})
}

// paths are the import paths of the packages with functions that have to do with flags, or that change.
func (d *deletion) paths() map[string]bool {
	paths := map[string]bool{}
	for _, f := range d.order {
		paths[f.pkg.Path] = true
	}
	for _, replacement := range d.request.Replaced {
		path, _ := splitName(replacement.Function)
		paths[path] = true
	}
	for _, function := range d.request.Superseded {
		path, _ := splitName(function)
		paths[path] = true
	}
	return paths
}

// files are those of a package as this system and as others have it, as far as they have to do with flags.
func (d *deletion) files(path string) []*ast.File {
	var all []*ast.File
	add := func(pkg *source.Package) {
		for _, file := range pkg.Files {
			name := d.position(file.Package).Filename
			if !slices.ContainsFunc(all, func(f *ast.File) bool { return d.position(f.Package).Filename == name }) {
				all = append(all, file)
			}
		}
	}
	if pkg := d.module.Package(path); pkg != nil {
		add(pkg)
	}
	for _, f := range d.order {
		if f.pkg.Path == path {
			add(f.pkg)
		}
	}
	return all
}
