package scaffold

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"

	"k8s.io/apimachinery/pkg/version"

	"github.com/configgen/configgen/internal/lineends"
)

// insertion is a text to put into a file, behind the bytes before offset.
type insertion struct {
	offset int
	text   string
}

// Register puts the next version into the source of a scheme, given its file name and content: it is imported, its
// AddToScheme follows the former version's, and SetVersionPriority lists it where Kubernetes would: stable
// versions first, then beta ones, then alpha ones, the newer before the older. A source that does so already comes back
// as it is. The error is the parser's, or an *Unregistered.
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
	listed := priorities(file)
	if !slices.ContainsFunc(listed, func(p priority) bool { return p.version == s.From }) {
		return nil, &Unregistered{former + ".SchemeGroupVersion"}
	}
	if behind := slices.IndexFunc(
		listed, func(p priority) bool { return version.CompareKubeAwareVersionStrings(s.To, p.version) > 0 },
	); behind < 0 {
		insertions = append(insertions, insertion{after(listed[len(listed)-1].expr), ", " + s.To + ".SchemeGroupVersion"})
	} else {
		insertions = append(
			insertions, insertion{fset.Position(listed[behind].expr.Pos()).Offset, s.To + ".SchemeGroupVersion, "},
		)
	}
	slices.SortFunc(insertions, func(a, b insertion) int { return cmp.Compare(b.offset, a.offset) })
	before := content
	for _, i := range insertions { // from the end, so that offsets stay
		content = slices.Insert(slices.Clone(content), i.offset, []byte(i.text)...)
	}
	return lineends.Keep(before, content)
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

// selector finds pkg.name among the elements of a list.
func selector(file *ast.File, pkg, name string) ast.Expr {
	var found ast.Expr
	ast.Inspect(file, func(node ast.Node) bool {
		list, ok := node.(*ast.CompositeLit)
		if !ok {
			return found == nil
		}
		for _, e := range list.Elts {
			if x, selected := parts(e); x == pkg && selected == name {
				found = e
			}
		}
		return found == nil
	})
	return found
}

// parts are the two names of a qualified identifier, empty for any other expression.
func parts(e ast.Expr) (pkg, name string) {
	s, ok := e.(*ast.SelectorExpr)
	if !ok {
		return "", ""
	}
	x, ok := s.X.(*ast.Ident)
	if !ok {
		return "", ""
	}
	return x.Name, s.Sel.Name
}

// priority is one argument of SetVersionPriority.
type priority struct {
	expr    ast.Expr
	version string
}

// priorities are the arguments of SetVersionPriority, each with the version that its package is named by.
func priorities(file *ast.File) []priority {
	versions := map[string]string{}
	for _, spec := range file.Imports {
		if importPath, err := strconv.Unquote(spec.Path.Value); err == nil {
			name, _ := importOf(file, importPath)
			versions[name] = path.Base(importPath)
		}
	}
	var found []priority
	ast.Inspect(file, func(node ast.Node) bool {
		call, ok := node.(*ast.CallExpr)
		if !ok {
			return true
		}
		if s, ok := call.Fun.(*ast.SelectorExpr); !ok || s.Sel.Name != "SetVersionPriority" {
			return true
		}
		for _, e := range call.Args {
			if pkg, name := parts(e); name == "SchemeGroupVersion" && versions[pkg] != "" {
				found = append(found, priority{e, versions[pkg]})
			}
		}
		return true
	})
	return found
}
