package scaffold

import (
	"cmp"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/version"
)

// insertion is a text to put into a file, behind the bytes before offset.
type insertion struct {
	offset int
	text   string
}

// Register puts the next version into the source of a scheme, given its file name and content: it is imported, its AddToScheme stands
// behind the former version's, and SetVersionPriority lists it by its age. A source that does so already comes back as it is.
// The error is the parser's, or an *Unregistered.
func (s Step) Register(name string, content []byte) ([]byte, error) {
	fset := token.NewFileSet()
	file, err := parser.ParseFile(fset, name, content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	former, spec := importOf(file, s.FromImport)
	if spec == nil {
		return nil, &Unregistered{"import of " + s.FromImport}
	}
	if _, there := importOf(file, s.ToImport); there != nil {
		return content, nil
	}
	added := selector(file, former, "AddToScheme")
	if added == nil {
		return nil, &Unregistered{former + ".AddToScheme"}
	}
	after := func(node ast.Node) int { return fset.Position(node.End()).Offset }
	insertions := []insertion{
		{after(spec), "\n\t" + strconv.Quote(s.ToImport)},
		{after(added), ", " + s.To + ".AddToScheme"},
	}
	if priority := selector(file, former, "SchemeGroupVersion"); priority == nil {
		return nil, &Unregistered{former + ".SchemeGroupVersion"}
	} else if version.CompareKubeAwareVersionStrings(s.To, s.From) > 0 {
		insertions = append(insertions, insertion{fset.Position(priority.Pos()).Offset, s.To + ".SchemeGroupVersion, "})
	} else {
		insertions = append(insertions, insertion{after(priority), ", " + s.To + ".SchemeGroupVersion"})
	}
	slices.SortFunc(insertions, func(a, b insertion) int { return cmp.Compare(b.offset, a.offset) })
	for _, i := range insertions { // from the end, so that offsets stay
		content = slices.Insert(slices.Clone(content), i.offset, []byte(i.text)...)
	}
	return format.Source(content)
}

// importOf finds an import by its path, and the name that the file uses for it.
func importOf(file *ast.File, importPath string) (string, *ast.ImportSpec) {
	for _, spec := range file.Imports {
		if spec.Path.Value != strconv.Quote(importPath) {
			continue
		}
		if spec.Name != nil {
			return spec.Name.Name, spec
		}
		return path.Base(importPath), spec
	}
	return "", nil
}

// selector finds pkg.name where it is one of several: an element of a list, or an argument of SetVersionPriority.
func selector(file *ast.File, pkg, name string) ast.Expr {
	var found ast.Expr
	among := func(list []ast.Expr) {
		for _, e := range list {
			if s, ok := e.(*ast.SelectorExpr); ok && s.Sel.Name == name {
				if x, ok := s.X.(*ast.Ident); ok && x.Name == pkg {
					found = e
				}
			}
		}
	}
	ast.Inspect(file, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.CompositeLit:
			among(n.Elts)
		case *ast.CallExpr:
			if s, ok := n.Fun.(*ast.SelectorExpr); ok && s.Sel.Name == "SetVersionPriority" {
				among(n.Args)
			}
		}
		return found == nil
	})
	return found
}
