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
	for _, s := range d.plain {
		if !s.in.root {
			loses[s.in] = append(loses[s.in], s.flags...)
		}
	}
	if len(loses) == 0 {
		return
	}
	_ = source.EachFile(d.module, func(name string) { // as far as directories can be read
		content, err := os.ReadFile(name)
		if err != nil || isGenerated(name) {
			return
		}
		for f, flags := range loses {
			if !bytes.Contains(content, []byte(f.decl.Name.Name+"(")) {
				continue
			}
			if caller := d.callerIn(name, content, f); caller.Position.IsValid() {
				for _, flag := range flags {
					d.stick(flag, caller)
				}
			}
		}
	})
}

// callerIn says which function of a file calls another one by its name, and is none of those that register flags.
func (d *deletion) callerIn(name string, content []byte, f *function) Note {
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
	for _, declared := range file.Decls {
		decl, ok := declared.(*ast.FuncDecl)
		if !ok || decl.Body == nil || slices.ContainsFunc(d.order, func(known *function) bool {
			return d.position(known.decl.Pos()) == d.position(decl.Pos())
		}) {
			continue
		}
		called := false
		ast.Inspect(decl.Body, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return !called
			}
			switch fun := ast.Unparen(call.Fun).(type) {
			case *ast.Ident:
				called = called || fun.Name == f.decl.Name.Name && f.decl.Recv == nil
			case *ast.SelectorExpr:
				called = called || fun.Sel.Name == f.decl.Name.Name && (f.decl.Recv != nil || imports)
			}
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
