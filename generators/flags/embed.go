package flags

import (
	"embed"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"path"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/emit"
)

//go:embed values/value.go values/list.go values/map.go values/optional.go values/codecs.go
var embedded embed.FS

// valueFiles in the order in which their declarations appear in the output.
var valueFiles = []string{"value.go", "list.go", "map.go", "optional.go", "codecs.go"}

// declaration is a package-level declaration of package values, as text.
type declaration struct {
	name    string // of a method: that of its type
	text    string
	idents  map[string]bool   // all names in it
	imports map[string]string // name -> path, of the imports that it uses
}

// selectValues writes a file of package pkg with the wanted declarations of package values and all that these need.
func selectValues(pkg string, wanted map[string]bool) (string, error) {
	all, err := readValues()
	if err != nil {
		return "", err
	}
	needed := map[string]bool{}
	for more := true; more; {
		more = false
		for _, d := range all {
			if !wanted[d.name] && !needed[d.name] {
				continue
			}
			for _, other := range all {
				if d.idents[other.name] && !needed[other.name] {
					needed[other.name], more = true, true
				}
			}
		}
	}
	imports := map[string]string{}
	var body strings.Builder
	for _, d := range all {
		if wanted[d.name] || needed[d.name] {
			body.WriteString(d.text + "\n\n")
			for name, importPath := range d.imports {
				imports[name] = importPath
			}
		}
	}
	content, err := format.Source([]byte(emit.Header + "\n\npackage " + pkg + "\n\n" + importBlock(imports) + body.String()))
	return string(content), err
}

func importBlock(imports map[string]string) string {
	var standard, other []string
	for _, importPath := range imports {
		if strings.Contains(importPath, ".") {
			other = append(other, "\t"+strconv.Quote(importPath)+"\n")
		} else {
			standard = append(standard, "\t"+strconv.Quote(importPath)+"\n")
		}
	}
	slices.Sort(standard)
	slices.Sort(other)
	if len(standard) > 0 && len(other) > 0 {
		standard = append(standard, "\n")
	}
	if len(standard)+len(other) == 0 {
		return ""
	}
	return "import (\n" + strings.Join(standard, "") + strings.Join(other, "") + ")\n\n"
}

func readValues() ([]declaration, error) {
	var all []declaration
	for _, name := range valueFiles {
		source, err := embedded.ReadFile("values/" + name)
		if err != nil {
			return nil, err
		}
		fset := token.NewFileSet()
		file, err := parser.ParseFile(fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		imports := map[string]string{}
		for _, spec := range file.Imports {
			importPath, _ := strconv.Unquote(spec.Path.Value)
			imports[path.Base(importPath)] = importPath
		}
		for _, decl := range file.Decls {
			d := declaration{idents: map[string]bool{}, imports: map[string]string{}}
			start := decl.Pos()
			switch typed := decl.(type) {
			case *ast.FuncDecl:
				d.name = typed.Name.Name
				if typed.Recv != nil {
					d.name = receiver(typed.Recv.List[0].Type)
				}
				if typed.Doc != nil {
					start = typed.Doc.Pos()
				}
			case *ast.GenDecl:
				spec, ok := typed.Specs[0].(*ast.TypeSpec)
				if !ok {
					continue
				}
				d.name = spec.Name.Name
				if typed.Doc != nil {
					start = typed.Doc.Pos()
				}
			}
			ast.Inspect(decl, func(node ast.Node) bool {
				if ident, ok := node.(*ast.Ident); ok {
					d.idents[ident.Name] = true
					if importPath, imported := imports[ident.Name]; imported {
						d.imports[ident.Name] = importPath
					}
				}
				return true
			})
			d.text = string(source[fset.Position(start).Offset:fset.Position(decl.End()).Offset])
			all = append(all, d)
		}
	}
	return all, nil
}

// receiver is the name of a method's type, without pointer and type parameters.
func receiver(expr ast.Expr) string {
	switch e := expr.(type) {
	case *ast.StarExpr:
		return receiver(e.X)
	case *ast.IndexExpr:
		return receiver(e.X)
	case *ast.IndexListExpr:
		return receiver(e.X)
	case *ast.Ident:
		return e.Name
	}
	panic(fmt.Sprintf("flags: a receiver of the form %T", expr)) // cannot happen: Go has no other
}
