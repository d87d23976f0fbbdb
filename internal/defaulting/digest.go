package defaulting

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"go/ast"
	"go/constant"
	"go/token"
	"hash"
	"slices"
	"strconv"
)

// code describes the code that decides about the field: the statements that set it, with the conditions around and
// before them, the declarations that they use, and the user's functions that they call.
func (r *run) code() *Code {
	sum := sha256.New()
	found := &Code{Position: r.position}
	w := &normalizer{sources: r.sources, sum: sum, listed: map[string]bool{}, written: map[*variable]bool{}}
	for _, f := range r.order {
		w.list(f)
		w.function(f, r.sites[f])
	}
	for len(w.called) > 0 {
		next := w.called[0]
		w.called = w.called[1:]
		w.function(next, nil)
	}
	found.Digest = hex.EncodeToString(sum.Sum(nil)[:8])
	found.Functions = w.names
	return found
}

// normalizer writes code without its format, its comments, and the names of local variables.
type normalizer struct {
	*sources
	sum    hash.Hash
	listed map[string]bool
	names  []string // of the listed functions
	called []*function
	// written has the variables whose values have been written.
	written map[*variable]bool
}

func (w *normalizer) list(f *function) {
	if name := f.full(); !w.listed[name] {
		w.listed[name], w.names = true, append(w.names, name)
	}
}

// function writes a function: the statements that matter, or all of them.
func (w *normalizer) function(f *function, matter map[ast.Stmt]bool) {
	fmt.Fprintf(w.sum, "func %s\n", f.name)
	body := &normalized{normalizer: w, function: f, locals: map[string]int{}}
	for _, list := range []*ast.FieldList{f.params, f.results} {
		if list != nil {
			for _, field := range list.List {
				for _, name := range field.Names {
					body.local(name.Name)
				}
			}
		}
	}
	if f.receiver != "" {
		body.local(f.receiver)
	}
	if matter != nil {
		body.kept = slice(f.body, matter)
	}
	body.write(f.body)
}

// slice returns the statements of a function that decide about the effect of some of them: the statements around these,
// earlier statements that end the function or a loop, and statements that set local variables that they use.
func slice(body *ast.BlockStmt, matter map[ast.Stmt]bool) map[ast.Node]bool {
	kept := map[ast.Node]bool{body: true}
	last := token.NoPos
	for statement := range matter {
		last = max(last, statement.End())
	}
	used := map[string]bool{}
	for changed := true; changed; {
		changed = false
		var around []ast.Node
		ast.Inspect(body, func(node ast.Node) bool {
			if node == nil {
				around = around[:len(around)-1]
				return true
			}
			around = append(around, node)
			statement, ok := node.(ast.Stmt)
			if !ok || kept[node] {
				return true
			}
			wanted := matter[statement]
			switch n := node.(type) {
			case *ast.ReturnStmt, *ast.BranchStmt:
				wanted = wanted || n.Pos() < last
			case *ast.AssignStmt:
				wanted = wanted || slices.ContainsFunc(n.Lhs, func(e ast.Expr) bool {
					name, ok := ast.Unparen(e).(*ast.Ident)
					return ok && used[name.Name]
				})
			case *ast.DeclStmt:
				ast.Inspect(n, func(node ast.Node) bool {
					if spec, ok := node.(*ast.ValueSpec); ok {
						for _, name := range spec.Names {
							wanted = wanted || used[name.Name]
						}
					}
					return true
				})
			case *ast.IncDecStmt:
				name, ok := ast.Unparen(n.X).(*ast.Ident)
				wanted = wanted || ok && used[name.Name]
			}
			if !wanted {
				return true
			}
			changed = true
			ast.Inspect(node, func(node ast.Node) bool { // such as the body of a function literal
				if inner, ok := node.(ast.Stmt); ok && inner != statement {
					kept[inner] = true
				}
				return true
			})
			for _, outer := range around {
				if kept[outer] {
					continue
				}
				kept[outer] = true
				for _, header := range headers(outer, outer == node) {
					ast.Inspect(header, func(node ast.Node) bool {
						if name, ok := node.(*ast.Ident); ok {
							used[name.Name] = true
						}
						return true
					})
				}
			}
			return true
		})
	}
	return kept
}

// headers are the parts of a statement that decide whether what is in it is executed; all of it for the innermost one.
func headers(node ast.Node, innermost bool) []ast.Node {
	var found []ast.Node
	add := func(e ast.Expr) {
		if e != nil {
			found = append(found, e)
		}
	}
	switch n := node.(type) {
	case *ast.IfStmt:
		add(n.Cond)
	case *ast.ForStmt:
		add(n.Cond)
	case *ast.RangeStmt:
		add(n.X)
	case *ast.SwitchStmt:
		add(n.Tag)
	case *ast.CaseClause:
		for _, e := range n.List {
			add(e)
		}
	default:
		if innermost {
			found = append(found, node)
		}
	}
	return found
}

// normalized is one function that is written.
type normalized struct {
	*normalizer
	function *function
	locals   map[string]int
	// kept are the statements that are written; nil for all.
	kept map[ast.Node]bool
}

func (n *normalized) local(name string) {
	if _, known := n.locals[name]; !known && name != "_" {
		n.locals[name] = len(n.locals)
	}
}

// write writes a part of the function, in the form of its syntax tree.
func (n *normalized) write(node ast.Node) {
	var selected []*ast.Ident // names of fields, and keys of literals
	ast.Inspect(node, func(node ast.Node) bool {
		if node == nil {
			fmt.Fprint(n.sum, ")")
			return true
		}
		if statement, ok := node.(ast.Stmt); ok && n.kept != nil && !n.kept[statement] {
			return false
		}
		if call, ok := node.(*ast.CallExpr); ok && n.pointerTo(call) {
			fmt.Fprint(n.sum, "(&")
			n.write(call.Args[0])
			fmt.Fprint(n.sum, ")")
			return false
		}
		fmt.Fprintf(n.sum, "(%T", node)
		switch x := node.(type) {
		case *ast.CommentGroup, *ast.Comment:
			return false
		case *ast.AssignStmt:
			fmt.Fprint(n.sum, x.Tok)
			for _, left := range x.Lhs {
				if name, ok := left.(*ast.Ident); ok && x.Tok == token.DEFINE {
					n.local(name.Name)
				}
			}
		case *ast.RangeStmt:
			for _, left := range []ast.Expr{x.Key, x.Value} {
				if name, ok := left.(*ast.Ident); ok && x.Tok == token.DEFINE {
					n.local(name.Name)
				}
			}
		case *ast.ValueSpec:
			for _, name := range x.Names {
				n.local(name.Name)
			}
		case *ast.Field: // of a function literal
			for _, name := range x.Names {
				n.local(name.Name)
			}
		case *ast.BinaryExpr:
			fmt.Fprint(n.sum, x.Op)
		case *ast.UnaryExpr:
			fmt.Fprint(n.sum, x.Op)
		case *ast.IncDecStmt:
			fmt.Fprint(n.sum, x.Tok)
		case *ast.BranchStmt:
			fmt.Fprint(n.sum, x.Tok)
		case *ast.BasicLit:
			fmt.Fprint(n.sum, literalOf(constant.MakeFromLiteral(x.Value, x.Kind, 0)).constant.ExactString())
		case *ast.KeyValueExpr:
			if name, ok := x.Key.(*ast.Ident); ok {
				selected = append(selected, name)
			}
		case *ast.SelectorExpr:
			selected = append(selected, x.Sel)
			if name, ok := x.X.(*ast.Ident); ok {
				if _, local := n.locals[name.Name]; !local {
					if imported := n.imported(n.function.scope, name); imported != "" {
						n.named(imported, x.Sel.Name)
						return false
					}
				}
			}
		case *ast.Ident:
			number, local := n.locals[x.Name]
			switch {
			case slices.Contains(selected, x):
				fmt.Fprint(n.sum, "."+x.Name)
			case local:
				fmt.Fprint(n.sum, strconv.Itoa(number))
			default:
				n.named(n.function.pkg, x.Name)
			}
		}
		return true
	})
}

// pointerTo reports whether a call returns a pointer to its argument: there are several ways to write that.
func (n *normalized) pointerTo(call *ast.CallExpr) bool {
	if len(call.Args) != 1 {
		return false
	}
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		return fun.Name == "new" && n.typeOf(n.function.scope, call.Args[0]) == nil
	case *ast.SelectorExpr:
		return isPointerTo(n.imported(n.function.scope, fun.X), fun.Sel.Name)
	}
	return false
}

// named writes a name of a package, or the value if it is a constant. The user's functions and variables are written
// with their code.
func (n *normalized) named(path, name string) {
	if c := n.constant(path, name); c.Kind() != constant.Unknown {
		fmt.Fprint(n.sum, c.ExactString())
		return
	}
	if path != n.function.pkg { // or else it would change with the directory
		fmt.Fprintf(n.sum, "%q", path)
	}
	fmt.Fprint(n.sum, "."+name)
	if !n.own(path) {
		return
	}
	if f := n.sources.function(path, name); f != nil && !n.listed[f.full()] {
		n.list(f)
		n.called = append(n.called, f)
	}
	if v := n.variable(path, name); v != nil && !n.written[v] {
		n.written[v] = true
		inner := &normalized{normalizer: n.normalizer, function: &function{scope: v.scope}, locals: map[string]int{}}
		inner.write(v.value)
	}
}
