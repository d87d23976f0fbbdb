package flagsource

import (
	"go/ast"
	"go/build"
	"go/constant"
	"go/parser"
	"go/token"
	"go/types"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/gosource"
)

// Flag is a flag that a function registers.
type Flag struct {
	// Shorthand is empty for a flag without one, or one that is not a literal.
	Name, Shorthand string
	// Field is the Go path of the field that the flag is bound to, below the parameter of the function, and Default the
	// literal that the flag has as its default, if both can be told and the default is not the field itself.
	Field, Default string
	// Usage is the help of the flag if it is a literal.
	Usage string
}

// Flags returns the flags that a function in a directory registers on the flag set among its parameters, sorted by
// name, and whether these are all. For a method, receiver is the name of its type; otherwise it is empty.
func Flags(dir, receiver, function string) (found []Flag, all bool) {
	p := read(dir)
	r := &reader{source: p, all: true, seen: map[string]bool{}}
	declared := slices.DeleteFunc(slices.Clone(p.functions[function]), func(f *ast.FuncDecl) bool {
		return receiverOf(f) != receiver
	})
	if len(declared) == 0 {
		return nil, false
	}
	for _, f := range declared {
		for _, set := range flagSets(f) {
			r.function(f, set)
		}
	}
	slices.SortFunc(r.found, func(a, b Flag) int { return strings.Compare(a.Name, b.Name) })
	same := func(a, b Flag) bool { return a.Name == b.Name }
	return slices.CompactFunc(r.found, same), r.all && len(r.found) > 0
}

// receiverOf is the name of the type of a method; empty for a function.
func receiverOf(f *ast.FuncDecl) string {
	if f.Recv == nil || len(f.Recv.List) != 1 {
		return ""
	}
	t := f.Recv.List[0].Type
	if star, ok := t.(*ast.StarExpr); ok {
		t = star.X
	}
	if indexed, ok := t.(*ast.IndexExpr); ok {
		t = indexed.X
	}
	name, _ := t.(*ast.Ident)
	if name == nil {
		return ""
	}
	return name.Name
}

// Receiver is the name of the type of a method; empty for a function.
func Receiver(object types.Object) string {
	function, ok := object.(*types.Func)
	if !ok || function.Signature().Recv() == nil {
		return ""
	}
	t := function.Signature().Recv().Type()
	if pointer, ok := types.Unalias(t).(*types.Pointer); ok {
		t = pointer.Elem()
	}
	if named, ok := types.Unalias(t).(*types.Named); ok {
		return named.Obj().Name()
	}
	return ""
}

// source is a package without its tests, as a system with Linux has it: what is read must not depend on the machine.
type source struct {
	files     []*ast.File
	functions map[string][]*ast.FuncDecl // methods, too
	constants map[string]ast.Expr
	imports   map[string]bool // the names of imported packages
}

func read(dir string) source {
	p := source{functions: map[string][]*ast.FuncDecl{}, constants: map[string]ast.Expr{}, imports: map[string]bool{}}
	linux := build.Default
	linux.GOOS, linux.GOARCH, linux.CgoEnabled = "linux", "amd64", true
	names, _ := filepath.Glob(filepath.Join(dir, "*.go")) // the pattern is right
	fset := token.NewFileSet()
	for _, name := range names {
		match, err := linux.MatchFile(dir, filepath.Base(name))
		if err != nil || !match || strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
		if err != nil {
			continue
		}
		p.files = append(p.files, file)
		for _, spec := range file.Imports {
			p.imports[importName(spec)] = true
		}
		for _, declaration := range file.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				p.functions[d.Name.Name] = append(p.functions[d.Name.Name], d)
			case *ast.GenDecl:
				p.declare(d)
			}
		}
	}
	return p
}

// importName returns the name of an imported package: the name in the declaration or, without one, the last element of
// the path, most often the name of the package.
func importName(spec *ast.ImportSpec) string {
	if spec.Name != nil {
		return spec.Name.Name
	}
	text, _ := strconv.Unquote(spec.Path.Value) // it has been parsed
	return path.Base(text)
}

// declare notes the constants of a declaration.
func (p source) declare(d *ast.GenDecl) {
	for _, spec := range d.Specs {
		values, ok := spec.(*ast.ValueSpec)
		if d.Tok != token.CONST || !ok {
			continue
		}
		for i, name := range values.Names {
			if i < len(values.Values) {
				p.constants[name.Name] = values.Values[i]
			}
		}
	}
}

// named is the value of a constant of the package.
func (p source) named(pkg, name string) (constant.Value, bool) {
	if value := p.constants[name]; value != nil && pkg == "" {
		return p.reader().Constant(value)
	}
	return constant.MakeUnknown(), false
}

func (p source) reader() gosource.Reader { return gosource.Reader{Named: p.named} }

// text is the value of an expression for a string.
func (p source) text(e ast.Expr) (string, bool) {
	if value, _ := p.reader().Constant(e); value.Kind() == constant.String {
		return constant.StringVal(value), true
	}
	return "", false
}

// literal is a value in the notation of JSON, of a literal or a constant that is one.
func (p source) literal(e ast.Expr) (string, bool) {
	if name, ok := e.(*ast.Ident); ok && p.constants[name.Name] != nil {
		return p.literal(p.constants[name.Name])
	}
	text, isText := p.text(e)
	switch e := e.(type) {
	case *ast.BasicLit:
		if isText {
			return strconv.Quote(text), true
		}
		return e.Value, e.Kind == token.INT || e.Kind == token.FLOAT
	case *ast.Ident:
		return e.Name, e.Name == "true" || e.Name == "false"
	}
	return "", false
}

// flagSets are the names of the parameters of a function that are flag sets.
func flagSets(f *ast.FuncDecl) []string {
	var names []string
	for _, field := range f.Type.Params.List {
		t := field.Type
		if star, ok := t.(*ast.StarExpr); ok {
			t = star.X
		}
		selector, ok := t.(*ast.SelectorExpr)
		if !ok || selector.Sel.Name != "FlagSet" {
			continue
		}
		for _, name := range field.Names {
			names = append(names, name.Name)
		}
	}
	return names
}
