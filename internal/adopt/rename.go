package adopt

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"strings"

	"github.com/configgen/configgen/internal/adopt/edit"
	"github.com/configgen/configgen/internal/load"
)

// rename gives declarations that are written by hand another name, in the overlay, where a generated declaration has
// theirs. It reports whether there are any. One that is not exported is what its package alone uses: the generated one
// does not take its place, and the user has to rename it.
func rename(c *component, d *decisions, w *draft) bool {
	files := map[string][]edit.Rename{}
	for _, finding := range w.generated.Findings {
		name := finding.Position.Filename
		declared := declaredAt(contentOf(w, name), finding.Position.Offset)
		if finding.Code != "name-collision" || !token.IsExported(declared[strings.LastIndexByte(declared, '.')+1:]) {
			continue
		}
		files[name] = append(files[name], edit.Rename{Start: finding.Position.Offset, End: finding.End.Offset})
		if c.Flags == packageOf(c.theirs.Type)+"."+declared { // an earlier run has replaced it by markers
			d.own = d.own || replaceable(c, d)
		}
		w.Replaced = append(w.Replaced, Replaced{finding.Position, declared})
	}
	for name, list := range files {
		w.overlay[name] = edit.Renamed(contentOf(w, name), list)
	}
	return len(files) > 0
}

// contentOf is the content of a file, with the planned markers.
func contentOf(w *draft, name string) []byte {
	content, changed := w.overlay[name]
	if !changed {
		content, _ = os.ReadFile(name) // it has been read before
	}
	return content
}

// declaredAt is the name of the declaration at an offset of a file, with the type of a method; empty if there is none.
func declaredAt(content []byte, offset int) string {
	fset := token.NewFileSet()
	file, _ := parser.ParseFile(fset, "", content, parser.SkipObjectResolution)
	found := ""
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.FuncDecl:
			if found == "" && fset.Position(n.Name.Pos()).Offset == offset && n.Recv != nil {
				found = load.TypeName(n.Recv.List[0].Type) + "." + n.Name.Name
			}
		case *ast.Ident:
			if found == "" && fset.Position(n.Pos()).Offset == offset {
				found = n.Name
			}
		}
		return found == ""
	})
	return found
}
