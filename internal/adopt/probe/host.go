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

// host is the package of the object, if the overlay changes it, so that it is compiled in any case; empty if it does
// not. What is in it does not make the compiler read its types once more, for the main function: that takes a second
// where the types lead to those of client-go.
func host(p *planner) string {
	path, _ := split(p.program.Sides[0].Constructor)
	pkg := p.module.Package(path)
	if pkg == nil || pkg.Published || pkg.Name == "main" || pkg.Types == nil || hides(pkg.Types.Scope()) {
		return ""
	}
	for name := range p.program.Overlay {
		if filepath.Dir(name) == pkg.Dir && filepath.Ext(name) == ".go" {
			return path
		}
	}
	return ""
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
