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
func (r *run) rename() bool {
	files := map[string][]edit.Rename{}
	for _, finding := range r.generated.Findings {
		name := finding.Position.Filename
		declared := declaredAt(contentOf(r, name), finding.Position.Offset)
		if finding.Code != "name-collision" || !token.IsExported(declared[strings.LastIndexByte(declared, '.')+1:]) {
			continue
		}
		files[name] = append(files[name], edit.Rename{Start: finding.Position.Offset, End: finding.End.Offset})
		if r.Flags == packageOf(r.theirs.Type)+"."+declared { // an earlier run has replaced it by markers
			r.own = r.own || replaceable(r)
		}
		r.replaced = append(r.replaced, Replaced{finding.Position, declared})
	}
	for name, list := range files {
		r.overlay[name] = edit.Renamed(contentOf(r, name), list)
	}
	return len(files) > 0
}

// contentOf is the content of a file, with the planned markers.
func contentOf(r *run, name string) []byte {
	content, changed := r.overlay[name]
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
