package house

import (
	"flag"
	"fmt"
	"go/ast"
	"go/parser"
	"go/printer"
	"go/token"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write the api.txt of each public package")

// TestAPI compares the exported names of each public package with its api.txt, so that a change of the public surface
// is seen in review. Run it with -update to record a change that is meant.
func TestAPI(t *testing.T) {
	recorded := map[string]string{}
	for _, s := range sources(t, func(file string) bool { return path.Base(file) == "api.txt" }) {
		recorded[path.Dir(s.path)] = s.text
	}
	current := publicPackages(t)
	if len(current) == 0 {
		t.Fatal("no public package found")
	}
	for _, directory := range slices.Sorted(maps.Keys(current)) {
		names := current[directory].text()
		if names == recorded[directory] {
			continue
		}
		if *update {
			record(t, directory, names)
			continue
		}
		t.Errorf("the exported names of %s differ from its api.txt; if that is intended, run\n"+
			"go test ./internal/house -run API -update\n%s", directory, cmp.Diff(recorded[directory], names))
	}
	for directory := range recorded {
		if _, public := current[directory]; public {
			continue
		}
		if !*update {
			t.Errorf("%s/api.txt belongs to no public package; delete it", directory)
		} else if err := os.Remove(filepath.Join(root, directory, "api.txt")); err != nil {
			t.Error(err)
		}
	}
}

func record(t *testing.T, directory, names string) {
	t.Helper()
	if err := os.WriteFile(filepath.Join(root, directory, "api.txt"), []byte(names), 0o644); err != nil {
		t.Error(err)
	}
}

// surface is the set of lines that describe the exported names of a package. The names of files for other systems are
// in it, too: a name that several files declare alike is one line.
type surface map[string]bool

func (s surface) text() string {
	var text strings.Builder
	for _, line := range slices.Sorted(maps.Keys(s)) {
		text.WriteString(line + "\n")
	}
	return text.String()
}

// publicPackages returns the exported names of each package that other modules can import, by directory.
func publicPackages(t *testing.T) map[string]surface {
	t.Helper()
	packages := map[string]surface{}
	for _, s := range sources(t, publicSource) {
		file, err := parser.ParseFile(token.NewFileSet(), s.path, s.text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		if file.Name.Name == "main" {
			continue
		}
		directory := path.Dir(s.path)
		if packages[directory] == nil {
			packages[directory] = surface{}
		}
		for _, declaration := range file.Decls {
			packages[directory].add(declaration)
		}
	}
	return packages
}

// publicSource reports whether the file belongs to a package that another module may import for good: not to an
// internal package, and not to a module of examples or tests.
func publicSource(file string) bool {
	if path.Ext(file) != ".go" || strings.HasSuffix(file, "_test.go") {
		return false
	}
	first, _, _ := strings.Cut(file, "/")
	forUs := slices.Contains([]string{"examples", "tools", "hack"}, first)
	return !forUs && !within(file, "internal") && !within(file, "testdata")
}

func (s surface) add(declaration ast.Decl) {
	switch declaration := declaration.(type) {
	case *ast.FuncDecl:
		s.addFunction(declaration)
	case *ast.GenDecl:
		var kind ast.Expr // The type of the constants above, which constants without a type and a value repeat.
		for _, spec := range declaration.Specs {
			switch spec := spec.(type) {
			case *ast.TypeSpec:
				s.addType(spec)
			case *ast.ValueSpec:
				if spec.Type != nil || len(spec.Values) > 0 {
					kind = spec.Type
				}
				s.addValue(declaration.Tok, spec, kind)
			}
		}
	}
}

func (s surface) addFunction(function *ast.FuncDecl) {
	if !function.Name.IsExported() {
		return
	}
	name := function.Name.Name + signature(function.Type)
	if function.Recv == nil {
		s["func "+name] = true
		return
	}
	receiver := function.Recv.List[0].Type
	if ast.IsExported(typeName(receiver)) {
		s[fmt.Sprintf("method (%s) %s", oneLine(receiver), name)] = true
	}
}

// typeName returns the name of a receiver's type.
func typeName(receiver ast.Expr) string {
	switch receiver := receiver.(type) {
	case *ast.StarExpr:
		return typeName(receiver.X)
	case *ast.IndexExpr:
		return typeName(receiver.X)
	case *ast.IndexListExpr:
		return typeName(receiver.X)
	case *ast.Ident:
		return receiver.Name
	}
	return ""
}

// addValue adds constants and variables: their types where the source states them, and the values of constants that
// are literals.
func (s surface) addValue(kind token.Token, spec *ast.ValueSpec, stated ast.Expr) {
	for i, name := range spec.Names {
		if !name.IsExported() {
			continue
		}
		line := kind.String() + " " + name.Name
		if stated != nil {
			line += " " + oneLine(stated)
		}
		if i < len(spec.Values) {
			switch value := spec.Values[i].(type) {
			case *ast.BasicLit:
				line += " = " + value.Value
			case *ast.CompositeLit:
				line += " " + oneLine(value.Type)
			}
		}
		s[line] = true
	}
}

func (s surface) addType(spec *ast.TypeSpec) {
	if !spec.Name.IsExported() {
		return
	}
	name := "type " + spec.Name.Name
	if spec.TypeParams != nil {
		parameters := signature(&ast.FuncType{TypeParams: spec.TypeParams, Params: &ast.FieldList{}})
		name += strings.TrimSuffix(parameters, "()")
	}
	if spec.Assign.IsValid() {
		name += " ="
	}
	switch definition := spec.Type.(type) {
	case *ast.StructType:
		s[name+" struct"] = true
		s.addMembers(name+" struct, ", definition.Fields)
	case *ast.InterfaceType:
		s[name+" interface"] = true
		s.addMembers(name+" interface, ", definition.Methods)
	default:
		s[name+" "+oneLine(definition)] = true
	}
}

// addMembers adds the exported fields of a struct or the methods of an interface. An unexported method is named: it
// says that others cannot implement the interface.
func (s surface) addMembers(prefix string, members *ast.FieldList) {
	for _, member := range members.List {
		kind := oneLine(member.Type)
		if len(member.Names) == 0 {
			s[prefix+"embedded "+kind] = true
		}
		for _, name := range member.Names {
			switch function, method := member.Type.(*ast.FuncType); {
			case method && strings.HasSuffix(prefix, " interface, "):
				s[prefix+name.Name+signature(function)] = true
			case name.IsExported():
				s[prefix+name.Name+" "+kind] = true
			}
		}
	}
}

// signature prints the parameters and results of a function.
func signature(function *ast.FuncType) string { return strings.TrimPrefix(oneLine(function), "func") }

// oneLine prints a piece of syntax on one line.
func oneLine(node ast.Node) string {
	var text strings.Builder
	if err := printer.Fprint(&text, token.NewFileSet(), node); err != nil {
		return err.Error()
	}
	return strings.Join(strings.Fields(text.String()), " ")
}
