package load

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"runtime"
	"slices"
	"strconv"

	"golang.org/x/tools/go/packages"

	"github.com/configgen/configgen/internal/parallel"
)

// dependencies makes types of other modules' packages from their source, for when the build cache lacks their export
// data: having the go command compile a Kubernetes dependency takes most of a minute, reading declarations about a
// second. Only what declarations need is read: imports that serve function bodies alone are not followed.
type dependencies struct {
	checker *checker
	known   map[string]*dependency // by import path
	slots   chan struct{}          // bounds the files that are parsed at a time
}

// dependency is one package of another module, or of the standard library.
type dependency struct {
	listed  *packages.Package
	files   []*ast.File // without function bodies; gone once there are types
	imports []string    // what the files' declarations need, as the import declarations spell it
	parsed  bool
	types   *types.Package
	failure error
}

func newDependencies(c *checker) *dependencies {
	return &dependencies{checker: c, known: map[string]*dependency{}, slots: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// has reports whether a package has been read.
func (d *dependencies) has(path string) bool {
	return d != nil && d.known[path] != nil && d.known[path].parsed
}

// add reads the packages with the given import paths and their dependencies. It returns an error if the go command
// fails.
func (d *dependencies) add(paths []string) error {
	listed, err := d.checker.sources()
	if err != nil {
		return err
	}
	packages.Visit(listed, nil, func(p *packages.Package) {
		if d.known[p.PkgPath] == nil {
			d.known[p.PkgPath] = &dependency{listed: p}
		}
	})
	for wave := paths; len(wave) > 0; {
		wave = d.parse(wave)
	}
	return nil
}

// parse reads packages concurrently and returns the packages that they import.
func (d *dependencies) parse(paths []string) []string {
	var reading []*dependency
	var group parallel.Group
	for _, path := range paths {
		p := d.known[path]
		if p == nil || p.parsed {
			continue
		}
		p.parsed = true
		if pkg := d.checker.loader.read(path); pkg != nil {
			for _, file := range pkg.Files { // the user's own, between two others
				needed, _ := typeImports(file)
				for _, spec := range needed {
					p.imports = append(p.imports, spec.path)
				}
			}
		} else {
			group.Go(func() { p.read(d.checker.loader.Fset, d.slots) })
		}
		reading = append(reading, p)
	}
	group.Wait()
	var next []string
	for _, p := range reading {
		for _, spelt := range p.imports {
			if imported := p.listed.Imports[spelt]; imported != nil && !slices.Contains(next, imported.PkgPath) {
				next = append(next, imported.PkgPath)
			}
		}
	}
	return next
}

// read parses the files of one package and forgets what no type depends on.
func (p *dependency) read(fset *token.FileSet, slots chan struct{}) {
	if len(p.listed.Errors) > 0 {
		p.failure = errors.New(wholeCommand(p.listed.Errors[0].Msg))
		return
	}
	if len(p.listed.GoFiles) == 0 {
		p.failure = errors.New("no Go files")
		return
	}
	slots <- struct{}{}
	defer func() { <-slots }()
	for _, name := range p.listed.GoFiles {
		file, err := parseDeclarations(fset, name, 0)
		if err != nil {
			p.failure = errors.New(firstLine(err.Error()))
			return
		}
		p.files = append(p.files, p.declarations(file))
	}
}

// parseDeclarations parses a file, mostly without the bodies of its functions, which are more than half of it.
func parseDeclarations(fset *token.FileSet, name string, mode parser.Mode) (*ast.File, error) {
	source, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	file, err := parser.ParseFile(fset, name, withoutBodies(source), mode|parser.SkipObjectResolution)
	if err != nil {
		file, err = parser.ParseFile(fset, name, source, mode|parser.SkipObjectResolution)
	}
	return file, err
}

// withoutBodies returns source with blanks in place of the bodies of those functions that look as gofmt writes them: a
// line that begins with func and ends with a brace, up to the next line that is a brace. The last brace of the line
// must not be the brace of a result that is an interface or a struct. A string or comment with such a line makes what
// remains a syntax error. What follows an odd number of backquotes may be the value of a constant and is kept.
// Positions stay as they are.
func withoutBodies(source []byte) []byte {
	blank := bytes.Clone(source)
	quotes := 0
	for at, counted := 0, 0; ; {
		begin := bytes.Index(source[at:], []byte("\nfunc "))
		if begin < 0 {
			return blank
		}
		begin += at
		quotes += bytes.Count(source[counted:begin], []byte("`"))
		counted = begin
		line := bytes.IndexByte(source[begin+1:], '\n')
		if line < 0 {
			return blank
		}
		at = begin + 1 + line
		end := bytes.Index(source[at:], []byte("\n}\n"))
		signature := source[begin:at]
		result := bytes.HasSuffix(signature, []byte(" interface {")) || bytes.HasSuffix(signature, []byte(" struct {"))
		if source[at-1] != '{' || result || end < 0 || quotes%2 == 1 {
			continue
		}
		for i := at; i < at+end; i++ {
			if blank[i] != '\n' {
				blank[i] = ' '
			}
		}
		at += end
	}
}

// declarations is the file without function bodies, without what composite literals hold, and without the imports that
// only these use.
func (p *dependency) declarations(file *ast.File) *ast.File {
	dropBodies(file)
	dropElements(file)
	used := qualifiers(file)
	slim := *file
	slim.Decls, slim.Imports = nil, nil
	for _, decl := range file.Decls {
		if decl, ok := decl.(*ast.GenDecl); ok && decl.Tok == token.IMPORT {
			decl.Specs = slices.DeleteFunc(decl.Specs, func(s ast.Spec) bool { return !p.needs(s.(*ast.ImportSpec), used) })
			if len(decl.Specs) == 0 {
				continue
			}
		}
		slim.Decls = append(slim.Decls, decl)
	}
	return &slim
}

// dropElements empties the composite literals that variables begin with: tables, mostly. The type of a literal does not
// depend on its elements, but for the length of an array that has none of its own.
func dropElements(file *ast.File) {
	for _, decl := range file.Decls {
		general, ok := decl.(*ast.GenDecl)
		if !ok || general.Tok != token.VAR {
			continue
		}
		for _, spec := range general.Specs {
			for _, value := range spec.(*ast.ValueSpec).Values {
				if address, ok := value.(*ast.UnaryExpr); ok {
					value = address.X
				}
				literal, ok := value.(*ast.CompositeLit)
				if !ok {
					continue
				}
				if array, ok := literal.Type.(*ast.ArrayType); ok {
					if _, counted := array.Len.(*ast.Ellipsis); counted {
						continue
					}
				}
				literal.Elts = nil
			}
		}
	}
}

// needs reports whether declarations use an import, and remembers it if so. Unlike in the user's files, which are read
// before anybody knows their imports, the name of each imported package is known here.
func (p *dependency) needs(spec *ast.ImportSpec, used map[string]bool) bool {
	path, _ := strconv.Unquote(spec.Path.Value) // the parser has seen to its form
	name := ""
	if imported := p.listed.Imports[path]; imported != nil {
		name = imported.Name
	}
	if spec.Name != nil {
		name = spec.Name.Name
	}
	if name != "." && !used[name] {
		return false
	}
	p.imports = append(p.imports, path)
	return true
}

// check returns the types of a package that add has read. It returns an error for the first mistake in the package or
// in its dependencies.
func (d *dependencies) check(path string) (*types.Package, error) {
	if !d.has(path) {
		return nil, errors.New("the go command does not know it")
	}
	p := d.known[path]
	if p.types != nil || p.failure != nil {
		return p.types, p.failure
	}
	config := types.Config{
		IgnoreFuncBodies: true,
		FakeImportC:      true,
		Sizes:            types.SizesFor("gc", "amd64"),
		Importer: importerFunc(func(spelt string) (*types.Package, error) {
			if imported := p.listed.Imports[spelt]; imported != nil {
				spelt = imported.PkgPath // the standard library has its own copies of some packages
			}
			return d.checker.Import(spelt)
		}),
		Error: func(err error) {
			if p.failure == nil {
				p.failure = fmt.Errorf("it does not compile: %s", firstLine(err.Error()))
			}
		},
	}
	checked, _ := config.Check(path, d.checker.loader.Fset, p.files, nil) // the first error went to config.Error
	p.files = nil
	if p.failure == nil {
		p.types = checked
	}
	return p.types, p.failure
}

// importerFunc is a function as a types.Importer.
type importerFunc func(path string) (*types.Package, error)

func (f importerFunc) Import(path string) (*types.Package, error) { return f(path) }
