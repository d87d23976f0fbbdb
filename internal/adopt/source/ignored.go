package source

import (
	"bytes"
	"go/ast"
	"go/scanner"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/load"
)

// Ignored reports whether the source shows that nothing reads what a flag is set to: the value is in the flag set
// alone, and no other code of the module names the flag.
func (f *Facts) Ignored(m *Module, r *Registration) bool {
	isStatement := r.Statement == Span{r.Start, r.End} // nothing gets what the call returns
	return r.Flag != "" && !r.Elsewhere && isStatement && r.isUnread() && !isNamed(m, f, r.Flag)
}

// isUnread reports whether nothing but the flag set has the value of a flag: a method makes it, or a literal.
func (r *Registration) isUnread() bool {
	if r.value == nil {
		return true
	}
	if strings.HasPrefix(r.Method, "Var") && !isQuantityValue(r.pkg.Info.Types[r.value].Type) ||
		strings.HasPrefix(r.Method, "TextVar") {
		return false // what it does when it is set is not known
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

// isNamed reports whether code of the user's modules, other than tests, names a flag elsewhere than where it is
// registered and marked. Packages that are not read here count, too: those that import the registration.
func isNamed(m *Module, facts *Facts, flag string) bool {
	known := func(at token.Position) bool {
		within := func(p Place) bool {
			return p.Start.Filename == at.Filename && p.Start.Offset <= at.Offset && at.Offset < p.End.Offset
		}
		registers := func(r Registration) bool { return r.Flag == flag && within(r.Place) }
		marks := func(m Mark) bool { return m.Flag == flag && within(m.Place) }
		return slices.ContainsFunc(facts.Registrations, registers) || slices.ContainsFunc(facts.Marks, marks)
	}
	named := false
	err := EachFile(m, func(name string) {
		isGenerated := strings.HasPrefix(filepath.Base(name), load.GeneratedPrefix) // and registers it, if it has a marker
		named = named || !isGenerated && !strings.HasSuffix(name, "_test.go") && namesFlag(name, flag, known)
	})
	return named || err != nil
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

// namesFlag reports whether a file has the name of a flag as a string, in a place that is not known. One that cannot be
// read may have it.
func namesFlag(file, flag string, known func(token.Position) bool) bool {
	content, err := os.ReadFile(file)
	if err != nil {
		return true
	}
	if !bytes.Contains(content, []byte(flag)) {
		return false
	}
	set := token.NewFileSet()
	var s scanner.Scanner
	s.Init(set.AddFile(file, -1, len(content)), content, nil, 0)
	for {
		pos, kind, text := s.Scan()
		switch {
		case kind == token.EOF:
			return false
		case kind != token.STRING:
			continue
		}
		if value, err := strconv.Unquote(text); err == nil && value == flag && !known(set.Position(pos)) {
			return true
		}
	}
}
