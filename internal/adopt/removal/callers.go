package removal

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// caller is a function that calls functions with registrations, and is none of them, such as one that parses the
// command line once more, or a test.
type caller struct {
	name  string
	at    token.Position
	calls []*function
}

// callersOf finds them, in the packages of the functions, and in all other code of the user's modules.
func callersOf(p *program) []caller {
	if p.outside != nil {
		return *p.outside
	}
	var all []caller
	seen := map[string]bool{}
	for _, f := range p.order {
		if seen[f.pkg.Path] {
			continue
		}
		seen[f.pkg.Path] = true
		for _, pkg := range p.versions(f.pkg.Path) {
			for _, file := range pkg.Files {
				called := func(call *ast.CallExpr) []*function { return p.called(pkg, call) }
				all = append(all, callersIn(p, file, called)...)
			}
		}
	}
	if slices.ContainsFunc(p.order, func(f *function) bool { return !f.root }) {
		_ = source.EachFile(p.module, func(name string) { // as far as directories can be read
			all = append(all, callersByName(p, name)...)
		})
	}
	p.outside = &all
	return all
}

// callersByName finds those in a test, or in a file of another package, whose types are not known.
func callersByName(p *program, name string) []caller {
	own := slices.IndexFunc(p.order, func(f *function) bool { return f.pkg.Dir == filepath.Dir(name) })
	if isGenerated(name) || own >= 0 && !strings.HasSuffix(name, "_test.go") {
		return nil
	}
	content, err := os.ReadFile(name)
	if err != nil || !slices.ContainsFunc(p.order, func(f *function) bool {
		return !f.root && bytes.Contains(content, []byte(f.decl.Name.Name+"("))
	}) {
		return nil
	}
	file, err := parser.ParseFile(p.module.Fset, name, content, parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	var paths []string
	for _, spec := range file.Imports {
		paths = append(paths, strings.Trim(spec.Path.Value, "`\""))
	}
	if own >= 0 {
		paths = append(paths, p.order[own].pkg.Path)
	}
	return callersIn(p, file, func(call *ast.CallExpr) []*function { return calledByName(p, paths, call) })
}

// callersIn finds those in a file.
func callersIn(p *program, file *ast.File, called func(*ast.CallExpr) []*function) []caller {
	var all []caller
	for _, d := range file.Decls {
		decl, ok := d.(*ast.FuncDecl)
		if !ok || decl.Body == nil || isGenerated(p.position(decl.Pos()).Filename) ||
			slices.ContainsFunc(p.order, func(known *function) bool { return known.decl == decl }) {
			continue
		}
		found := caller{name: decl.Name.Name, at: p.position(decl.Name.Pos())}
		ast.Inspect(decl.Body, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				for _, f := range called(call) {
					if !f.root && !slices.Contains(found.calls, f) {
						found.calls = append(found.calls, f)
					}
				}
			}
			return true
		})
		if len(found.calls) > 0 {
			all = append(all, found)
		}
	}
	return all
}

// calledByName are the functions of some packages that a call is of, by its name, if no other one of these has it.
func calledByName(p *program, paths []string, call *ast.CallExpr) []*function {
	name := ""
	switch fun := ast.Unparen(call.Fun).(type) {
	case *ast.Ident:
		name = fun.Name
	case *ast.SelectorExpr:
		name = fun.Sel.Name
	}
	var found []*function
	for _, f := range p.order {
		switch {
		case f.decl.Name.Name != name || !slices.Contains(paths, f.pkg.Path):
		case len(found) > 0 && found[0].name != f.name:
			return nil
		default:
			found = append(found, f)
		}
	}
	return found
}

// strayed are notes about the flags of a generated function that other callers would lose if it is called in a
// function, or get in addition, one for each flag. That function is nil if it is called already.
func strayed(w *walk, g Generated, host *function) []Note {
	var notes []Note
	for _, c := range callersOf(w.p) {
		for _, f := range c.calls {
			had := flagsFrom(w, f, g)
			led := leads(w, f, g, host, nil)
			for _, flag := range g.Flags {
				registered := slices.Contains(had, flag)
				if registered == led || noteOf(notes, flag) >= 0 || !w.found[flag] {
					continue
				}
				text := "%s calls %s, too, which would not register the flag any more; call %s there, or one of the functions " +
					"of --add-flags, and run the command again"
				if led {
					text = "%s calls %s, which would register this flag there, too; register the flag in %[2]s, and run the " +
						"command again"
				}
				notes = append(notes, Note{c.at, flag, fmt.Sprintf(text, c.name, f.decl.Name.Name, g.Name)})
			}
		}
	}
	return notes
}

// flagsFrom are the flags of a generated function that go from a function and from those that it calls.
func flagsFrom(w *walk, f *function, g Generated) []string {
	within := reachedFrom(w, f)
	var flags []string
	for _, d := range w.deletions {
		if slices.Contains(within, d.in) {
			for _, flag := range d.flags {
				if slices.Contains(g.Flags, flag) && !slices.Contains(flags, flag) {
					flags = append(flags, flag)
				}
			}
		}
	}
	return flags
}

// reachedFrom are a function and those that it calls, as far as they stay.
func reachedFrom(w *walk, f *function) []*function {
	all := []*function{f}
	for i := 0; i < len(all); i++ {
		ast.Inspect(all[i].decl.Body, func(node ast.Node) bool {
			if call, ok := node.(*ast.CallExpr); ok {
				for _, called := range w.p.called(all[i].pkg, call) {
					if !w.absorbed[called.name] && !w.orphaned[called.name] && !slices.Contains(all, called) {
						all = append(all, called)
					}
				}
			}
			return true
		})
	}
	return all
}

// leads reports whether a call of a function always leads to that of a generated one, which is called in the host.
func leads(w *walk, f *function, g Generated, host *function, through []*function) bool {
	if f == host || f.name == g.full() {
		return true
	}
	if slices.Contains(through, f) {
		return false
	}
	through = append(slices.Clone(through), f)
	return slices.ContainsFunc(f.decl.Body.List, func(statement ast.Stmt) bool {
		expr, ok := statement.(*ast.ExprStmt)
		if !ok {
			return false
		}
		call, ok := ast.Unparen(expr.X).(*ast.CallExpr)
		if !ok {
			return false
		}
		if made := callee(f.pkg, call); made != nil && g.is(made.FullName()) {
			return true
		}
		return slices.ContainsFunc(w.p.called(f.pkg, call), func(called *function) bool {
			return leads(w, called, g, host, through)
		})
	})
}
