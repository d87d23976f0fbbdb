package source

import (
	"go/ast"
	"go/token"
	"go/types"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/configgen/configgen/internal/load"
)

// Ignored reports whether the source shows that nothing reads the value of a flag: only the flag set holds the value,
// and no other code of the module names the flag.
func (f *Facts) Ignored(m *Module, r *Registration) bool {
	isStatement := r.Statement == Span{r.Start, r.End} // the result of the call is not used
	return r.Flag != "" && !r.Elsewhere && isStatement && r.isUnread() && !isNamed(m, f, r.Flag)
}

// isUnread reports whether nothing but the flag set has the value of a flag: a method makes it, or a literal.
func (r *Registration) isUnread() bool {
	if r.value == nil {
		return true
	}
	if strings.HasPrefix(r.Method, "Var") && !isQuantityValue(r.pkg.Info.Types[r.value].Type) ||
		strings.HasPrefix(r.Method, "TextVar") {
		return false // the effect of setting it is unknown
	}
	switch e := r.value.(type) {
	case *ast.CallExpr:
		name, ok := e.Fun.(*ast.Ident)
		return ok && r.pkg.Info.Uses[name] == types.Universe.Lookup("new")
	case *ast.UnaryExpr:
		_, isLiteral := ast.Unparen(e.X).(*ast.CompositeLit)
		return isLiteral && e.Op == token.AND
	}
	return false
}

// isQuantityValue reports whether a type is the pflag.Value for quantities, which does nothing but to hold one.
func isQuantityValue(t types.Type) bool {
	return t != nil && types.TypeString(t, nil) == "*k8s.io/apimachinery/pkg/api/resource.QuantityValue"
}

// isNamed reports whether code of the edited modules, other than tests, has the name of a flag as a string outside of
// its registrations and marks. Packages that m did not read are searched, too: packages that import the registration.
func isNamed(m *Module, facts *Facts, flag string) bool {
	name := regexp.MustCompile("[^:][\"`]" + regexp.QuoteMeta(flag) + "[\"`]") // not a struct tag
	known := map[token.Position]bool{}
	note := func(of string, at Place) {
		if of == flag && name.Match(m.contents[at.Start.Filename][at.Start.Offset:at.End.Offset]) {
			known[at.Start] = true
		}
	}
	for _, r := range facts.Registrations {
		note(r.Flag, r.Place)
	}
	for _, mark := range facts.Marks {
		note(mark.Flag, mark.Place)
	}
	count := 0
	err := EachFile(m, func(file string) {
		if !isSource(file) || strings.HasPrefix(filepath.Base(file), load.GeneratedPrefix) {
			return
		}
		content, err := os.ReadFile(file)
		if count += len(name.FindAll(content, -1)); err != nil {
			count = math.MaxInt // it may have it
		}
	})
	return err != nil || count > len(known)
}

// EachFile visits the Go files of the modules that the user edits. It returns an error if a directory cannot be read.
func EachFile(m *Module, visit func(name string)) error {
	for _, dir := range m.Directories {
		err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case entry.IsDir() && name != dir && isLeftOut(filepath.Base(name)):
				return filepath.SkipDir
			case !entry.IsDir() && filepath.Ext(name) == ".go":
				visit(name)
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	return nil
}

// isLeftOut reports whether a directory has no packages of the module.
func isLeftOut(base string) bool {
	return base == "vendor" || base == "testdata" || strings.ContainsAny(base[:1], "._")
}
