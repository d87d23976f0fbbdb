package removal

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// keepCalled keeps the flags of functions that other code calls, too, such as a test, or code that parses the command
// line once more: it would lose the flags.
func (d *deletion) keepCalled() {
	loses := map[*function][]string{}
	var losing []*function
	for _, s := range d.plain {
		if !s.in.root {
			if len(loses[s.in]) == 0 {
				losing = append(losing, s.in)
			}
			loses[s.in] = append(loses[s.in], s.flags...)
		}
	}
	if len(losing) == 0 {
		return
	}
	stick := func(f *function, caller Note) {
		for _, flag := range loses[f] {
			if caller.Position.IsValid() {
				d.stick(flag, caller)
			}
		}
	}
	read := map[string]bool{}
	for _, pkg := range d.module.Packages() {
		for _, file := range pkg.Files {
			read[d.position(file.Package).Filename] = true
			for _, f := range losing {
				stick(f, d.callerIn(file, f, func(call *ast.CallExpr) bool { return slices.Contains(d.called(pkg, call), f) }))
			}
		}
	}
	_ = source.EachFile(d.module, func(name string) { // tests, and packages whose types are not known
		content, err := os.ReadFile(name)
		if err != nil || read[name] || isGenerated(name) {
			return
		}
		for _, f := range losing {
			if bytes.Contains(content, []byte(f.decl.Name.Name+"(")) {
				stick(f, d.callerByName(name, content, f))
			}
		}
	})
}

// callerByName says which function of a file calls another one by its name.
func (d *deletion) callerByName(name string, content []byte, f *function) Note {
	file, err := parser.ParseFile(d.module.Fset, name, content, parser.SkipObjectResolution)
	if err != nil {
		return Note{}
	}
	imports := slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
		return strings.Trim(spec.Path.Value, "`\"") == f.pkg.Path
	})
	if !imports && filepath.Dir(name) != f.pkg.Dir {
		return Note{}
	}
	return d.callerIn(file, f, func(call *ast.CallExpr) bool {
		switch fun := ast.Unparen(call.Fun).(type) {
		case *ast.Ident:
			return fun.Name == f.decl.Name.Name && f.decl.Recv == nil
		case *ast.SelectorExpr:
			return fun.Sel.Name == f.decl.Name.Name && (f.decl.Recv != nil || imports)
		}
		return false
	})
}

// callerIn says which function of a file calls another one, and is none of those that register flags.
func (d *deletion) callerIn(file *ast.File, f *function, calls func(*ast.CallExpr) bool) Note {
	for _, declared := range file.Decls {
		decl, ok := declared.(*ast.FuncDecl)
		known := func(f *function) bool { return f.decl == decl }
		if !ok || ast.IsGenerated(file) || slices.ContainsFunc(d.order, known) {
			continue
		}
		called := false
		ast.Inspect(decl, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			called = called || ok && calls(call)
			return !called
		})
		if called {
			return Note{
				Position: d.position(decl.Name.Pos()),
				Why: fmt.Sprintf("%s calls %s, too, which would not register the flag any more", decl.Name.Name,
					f.decl.Name.Name),
				Do: "call one of the functions of --add-flags there, and run the command again",
			}
		}
	}
	return Note{}
}
