package flagvalue

import (
	"embed"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
)

// The other files of this package are a copy of package componentconfig/flagvalue, which belongs to another module: the
// generators check values by it, and write its declarations into packages that do not import it. Edit the files there,
// then run go test ./internal/flagvalue -update.

//go:embed zz_generated.*.go
var source embed.FS

// files in the order of their declarations in generated code.
var files = []string{
	"value.go", "list.go", "map.go", "optional.go",
	"delegate.go", "codecs.go", "address.go", "formats.go",
}

// Declaration is a declaration of this package as generated code has it, where no name is exported.
type Declaration struct {
	// Name of the declaration, or of a method's type.
	Name string
	// Code is the declaration with its comment.
	Code *jen.Statement

	uses map[string]bool // all identifiers, as they are in this package
	own  string          // the name in this package
}

// Local is the name that generated code has for a declaration of this package.
func Local(name string) string {
	for _, d := range declarations() {
		if d.own == name {
			return d.Name
		}
	}
	panic("flagvalue: " + name + " is not declared") // cannot happen: the generators' tests use every name
}

// Declarations returns the declarations with the given names in this package, and all that these use, in the order of
// generated code.
func Declarations(names ...string) []Declaration { return needed(declarations(), names) }

// Checks is like Declarations for functions that check a text, under names that may be in one package with the others:
// isHostPort instead of isHostPortText.
func Checks(names ...string) []Declaration { return needed(checks(), names) }

func needed(all []Declaration, names []string) []Declaration {
	needed := map[string]bool{}
	for len(names) > 0 {
		name := names[0]
		names = names[1:]
		if needed[name] {
			continue
		}
		needed[name] = true
		for _, d := range all {
			if d.own != name {
				continue
			}
			for _, other := range all {
				if d.uses[other.own] {
					names = append(names, other.own)
				}
			}
		}
	}
	return slices.DeleteFunc(slices.Clone(all), func(d Declaration) bool { return !needed[d.own] })
}

var (
	// declarations and checks are all declarations under their two names, read when the first is needed.
	declarations = sync.OnceValue(func() []Declaration { return readDeclarations(local) })
	checks       = sync.OnceValue(func() []Declaration {
		return readDeclarations(func(own string, _ ast.Decl) string { return strings.TrimSuffix(own, "Text") })
	})
)

// readDeclarations reads all declarations. Rename returns the name that generated code has for one.
func readDeclarations(rename func(own string, decl ast.Decl) string) []Declaration {
	var parsed []*reader
	locals := map[string]string{}
	for _, name := range files {
		r := newReader(name)
		parsed = append(parsed, r)
		for _, decl := range r.file.Decls {
			if own := declared(decl); own != "" {
				locals[own] = rename(own, decl)
			}
		}
	}
	var all []Declaration
	for _, r := range parsed {
		for _, decl := range r.file.Decls {
			if own := declared(decl); own != "" {
				all = append(all, r.declaration(decl, own, locals))
			}
		}
	}
	return all
}

// declared is the name of a declaration, or of a method's type; empty for imports.
func declared(decl ast.Decl) string {
	switch typed := decl.(type) {
	case *ast.FuncDecl:
		if typed.Recv != nil {
			return receiver(typed.Recv.List[0].Type)
		}
		return typed.Name.Name
	case *ast.GenDecl:
		switch spec := typed.Specs[0].(type) {
		case *ast.TypeSpec:
			return spec.Name.Name
		case *ast.ValueSpec:
			return spec.Names[0].Name
		}
	}
	return ""
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
	panic(fmt.Sprintf("flagvalue: a receiver of the form %T", expr)) // cannot happen: Go has no other
}

// local returns the name of a declaration as copied into a component's package: newValue, ipCodec, listVar.
func local(own string, decl ast.Decl) string {
	lower := emit.Lower(own)
	function, isFunction := decl.(*ast.FuncDecl)
	switch {
	case !token.IsExported(own):
		return own
	case own == "Delegate":
		return "delegateFlags"
	case own == "Keep":
		return "keepValue"
	case strings.HasPrefix(own, "New"):
		return lower + "Value"
	case isFunction && returnsCodec(function):
		return lower + "Codec"
	}
	return lower
}

func returnsCodec(function *ast.FuncDecl) bool {
	if function.Type.Results == nil {
		return false
	}
	index, ok := function.Type.Results.List[0].Type.(*ast.IndexExpr)
	return ok && receiver(index.X) == "Codec"
}

// reader reads one file.
type reader struct {
	text    []byte
	fset    *token.FileSet
	file    *ast.File
	imports map[string]string
}

func newReader(name string) *reader {
	content, err := source.ReadFile("zz_generated." + name)
	if err != nil {
		panic(err) // cannot happen: the file is embedded
	}
	r := &reader{text: content, fset: token.NewFileSet(), imports: map[string]string{}}
	r.file, err = parser.ParseFile(r.fset, name, content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		panic(err) // cannot happen: the file compiles
	}
	for _, spec := range r.file.Imports {
		importPath, _ := strconv.Unquote(spec.Path.Value)
		name := path.Base(importPath)
		if spec.Name != nil {
			name = spec.Name.Name
		}
		r.imports[name] = importPath
	}
	return r
}

// edit is a part of the text that generated code has otherwise.
type edit struct {
	from, to int
	code     jen.Code
}

// declaration makes the code of a declaration: its text, with imports of the generated file and without exported names.
func (r *reader) declaration(decl ast.Decl, own string, locals map[string]string) Declaration {
	d := Declaration{Name: locals[own], own: own, uses: map[string]bool{}, Code: &jen.Statement{}}
	if doc := docOf(decl); doc != nil {
		d.Code.Op(localComment(string(r.text[r.offset(doc.Pos()):r.offset(doc.End())]), locals)).Line()
	}
	at := r.offset(decl.Pos())
	for _, e := range r.edits(decl, d.uses, locals) {
		d.Code.Op(string(r.text[at:e.from])).Add(e.code)
		at = e.to
	}
	d.Code.Op(string(r.text[at:r.offset(decl.End())]))
	return d
}

func (r *reader) offset(pos token.Pos) int { return r.fset.Position(pos).Offset }

// edits are the names in a declaration that generated code has otherwise, in order. Uses takes the names of this
// package.
func (r *reader) edits(decl ast.Decl, uses map[string]bool, locals map[string]string) []edit {
	var edits []edit
	foreign := map[*ast.Ident]bool{}
	ast.Inspect(decl, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.SelectorExpr:
			foreign[n.Sel] = true
			if pkg, ok := n.X.(*ast.Ident); ok && r.imports[pkg.Name] != "" {
				foreign[pkg] = true
				edits = append(edits, edit{r.offset(n.Pos()), r.offset(n.End()), jen.Qual(r.imports[pkg.Name], n.Sel.Name)})
			}
		case *ast.Ident:
			if !foreign[n] {
				uses[n.Name] = true
				if name := locals[n.Name]; name != "" && name != n.Name {
					edits = append(edits, edit{r.offset(n.Pos()), r.offset(n.End()), jen.Id(name)})
				}
			}
		}
		return true
	})
	slices.SortFunc(edits, func(a, b edit) int { return a.from - b.from })
	return edits
}

func docOf(decl ast.Decl) *ast.CommentGroup {
	switch typed := decl.(type) {
	case *ast.FuncDecl:
		return typed.Doc
	case *ast.GenDecl:
		return typed.Doc
	}
	return nil
}

// exportedNames matches the words of a comment that can name a declaration: the first word, and words that begin with
// New.
var exportedNames = regexp.MustCompile(`^// \w+|\bNew\w*`)

func localComment(comment string, locals map[string]string) string {
	return exportedNames.ReplaceAllStringFunc(comment, func(match string) string {
		slashes, name := "", match
		if rest, first := strings.CutPrefix(match, "// "); first {
			slashes, name = "// ", rest
		}
		if locals[name] == "" {
			return match
		}
		return slashes + locals[name]
	})
}
