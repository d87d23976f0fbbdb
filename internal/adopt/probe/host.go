package probe

import (
	"go/scanner"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"

	"github.com/configgen/configgen/internal/adopt/source"
)

// recompiled are the packages with functions of the program that the overlay changes, so that they are compiled in any
// case. What is in one of them does not make the compiler read its types once more, for the main function: that takes a
// second where the types lead to those of client-go.
func recompiled(p *planner) []string {
	return slices.DeleteFunc(p.program.packages(), func(path string) bool {
		pkg := p.module.Package(path)
		if pkg == nil || pkg.Published || pkg.Name == "main" || pkg.Types == nil {
			return true
		}
		for name := range p.program.Overlay {
			if filepath.Dir(name) == pkg.Dir && filepath.Ext(name) == ".go" {
				return hides(pkg.Types.Scope())
			}
		}
		return true
	})
}

// hides reports whether a package declares a name that the functions of the sides use for something else.
func hides(scope *types.Scope) bool {
	return slices.ContainsFunc([]string{"any", "error", "false", "nil", "true"}, func(name string) bool {
		return scope.Lookup(name) != nil
	})
}

// hosted reports whether the package with the functions of the sides can import what they need: it sees all of it, and
// nothing of it leads back.
func hosted(p *planner) bool {
	return !slices.ContainsFunc(p.imports, func(imported string) bool {
		return !visible(imported, p.local) || source.LeadsTo(p.module, imported, p.local)
	})
}

// withCode is an overlay without the files whose code is that on disk: markers are comments, and what imports their
// packages is compiled already. Directives are not among what adopt changes.
func withCode(overlay map[string][]byte) map[string][]byte {
	all := map[string][]byte{}
	for name, content := range overlay {
		if old, err := os.ReadFile(name); err != nil || !slices.Equal(code(old), code(content)) {
			all[name] = content
		}
	}
	return all
}

// code are the tokens of a file without comments.
func code(content []byte) []string {
	var all []string
	var tokens scanner.Scanner
	fset := token.NewFileSet()
	tokens.Init(fset.AddFile("", -1, len(content)), content, nil, 0)
	for {
		_, kind, text := tokens.Scan()
		if kind == token.EOF {
			return all
		}
		all = append(all, kind.String()+" "+text)
	}
}
