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
	"strconv"

	"github.com/configgen/configgen/internal/adopt/source"
)

// keepCalled keeps the flags of functions that other code calls, too, such as a test, or code that parses the command
// line once more: it would lose the flags.
func (d *deletion) keepCalled() {
	losing := slices.DeleteFunc(slices.Clone(d.functions), func(f source.Function) bool {
		return d.isRoot(f) || len(d.lost[f.Name]) == 0
	})
	for _, pkg := range d.Module.Packages() {
		for name, used := range pkg.Info.Uses {
			for _, f := range losing {
				if used == f.Package.Info.Defs[f.Decl.Name] {
					d.keepFor(f, d.position(name.Pos()))
				}
			}
		}
	}
	_ = source.EachFile(d.Module, func(name string) { // tests, and packages that the functions do not lead to
		content, err := os.ReadFile(name)
		if err != nil || len(losing) == 0 || d.Module.Content(name) != nil {
			return
		}
		for _, f := range losing {
			if bytes.Contains(content, []byte(f.Decl.Name.Name+"(")) {
				d.keepForFile(f, name, content)
			}
		}
	})
}

// keepForFile keeps the flags of a function if a file whose types are not known calls one of its name.
func (d *deletion) keepForFile(f source.Function, name string, content []byte) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, content, parser.SkipObjectResolution)
	if err != nil {
		return
	}
	imports := slices.ContainsFunc(file.Imports, func(s *ast.ImportSpec) bool {
		imported, _ := strconv.Unquote(s.Path.Value) // the parser has seen to its form
		return imported == f.Package.Path
	})
	if filepath.Dir(name) != f.Package.Dir && !imports {
		return
	}
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch fun := ast.Unparen(call.Fun).(type) {
		case *ast.Ident:
			if fun.Name == f.Decl.Name.Name && f.Decl.Recv == nil {
				d.keepFor(f, fset.Position(fun.Pos()))
			}
		case *ast.SelectorExpr:
			if fun.Sel.Name == f.Decl.Name.Name {
				d.keepFor(f, fset.Position(fun.Sel.Pos()))
			}
		}
		return true
	})
}

// keepFor keeps the flags of a function that is called at a position, unless a function calls it that registers flags.
// Of several positions, the first is that of the note.
func (d *deletion) keepFor(f source.Function, at token.Position) {
	if isGenerated(at.Filename) ||
		slices.ContainsFunc(d.Facts.Functions, func(known source.Function) bool { return known.Has(at) }) {
		return
	}
	note := Note{Position: at, Why: fmt.Sprintf("%s is called here, too, and would not register the flag any more",
		f.Decl.Name.Name), Do: "call one of the functions of --add-flags here, and run the command again"}
	for _, flag := range d.lost[f.Name] {
		if known, stuck := d.stuck[flag]; stuck && known.Why == note.Why && compareNotes(note, known) < 0 {
			delete(d.stuck, flag)
		}
		d.stick(flag, note)
	}
}
