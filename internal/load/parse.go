package load

import (
	"bytes"
	"errors"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/scanner"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
)

// read returns the package with the given import path if it belongs to a module that the user edits, parsing it at the
// first call; otherwise nil.
func (l *loader) read(path string) *Package {
	if pkg, known := l.sources[path]; known {
		return pkg
	}
	l.sources[path] = nil
	pkg := l.others[path]
	if pkg == nil {
		pkg = l.parseAt(path)
	}
	if pkg != nil {
		l.findings = append(l.findings, pkg.syntax...)
		if len(pkg.Files) > 0 {
			keep(l.Session, pkg)
		} else {
			l.unbuilt[path] = pkg
		}
	}
	return l.sources[path]
}

// parseAt parses the package with the given import path; nil if no module that the user edits has the directory.
func (l *loader) parseAt(path string) *Package {
	dir := l.modules.directory(path)
	if dir == "" {
		return nil
	}
	names, err := l.request.goFiles(dir)
	if err != nil {
		return nil // no directory, no package: the import says so, with a position
	}
	reference := l.request.reference()
	var files, excluded []string
	for _, name := range names {
		if match, err := reference.MatchFile(dir, filepath.Base(name)); err == nil && !match {
			excluded = append(excluded, name)
		} else {
			files = append(files, name)
		}
	}
	return l.parse(path, files, excluded)
}

// reference is what decides which files belong to the reference platform.
func (r Request) reference() build.Context {
	reference := build.Default
	reference.GOOS, reference.GOARCH, reference.CgoEnabled = "linux", "amd64", false
	reference.OpenFile = func(name string) (io.ReadCloser, error) {
		if content, ok := r.Overlay[name]; ok {
			return io.NopCloser(bytes.NewReader(content)), nil
		}
		return os.Open(name)
	}
	return reference
}

// goFiles returns the Go files in a directory, including files of the overlay, sorted.
func (r Request) goFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var names []string
	for _, entry := range entries {
		if !entry.IsDir() && strings.HasSuffix(entry.Name(), ".go") {
			names = append(names, filepath.Join(dir, entry.Name()))
		}
	}
	for name := range r.Overlay {
		if filepath.Dir(name) == dir && strings.HasSuffix(name, ".go") {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return slices.Compact(names), nil
}

// anyFile reports whether the request wants one of the files that people wrote.
func (r Request) anyFile(names []string) bool {
	wanted := r.Wanted
	return slices.ContainsFunc(names, func(name string) bool {
		if wanted == nil || !handwritten(filepath.Base(name)) {
			return wanted == nil
		}
		source, err := r.readFile(name)
		return err != nil || wanted(source) // parsing says what is wrong with an unreadable file
	})
}

// handwritten reports whether a file of the given name is read at all.
func handwritten(base string) bool {
	return strings.HasSuffix(base, ".go") && !strings.HasSuffix(base, "_test.go") &&
		!strings.HasPrefix(base, GeneratedPrefix)
}

// parse reads the given files of one package and indexes them. Several packages may be parsed at the same time.
func (l *loader) parse(path string, files, excluded []string) *Package {
	pkg := &Package{Path: path, fset: l.Fset}
	pkg.Files = l.parseFiles(pkg, files)
	pkg.Excluded = l.parseFiles(pkg, excluded)
	for _, name := range slices.Concat(files, excluded) {
		pkg.Dir = filepath.Clean(filepath.Dir(name))
	}
	for _, file := range pkg.Files {
		if file.Name == nil || file.Name.Name == "" {
			continue // a syntax error in the package clause, which is a finding already
		}
		if pkg.Name == "" {
			pkg.Name = file.Name.Name
		}
		if pkg.limitedTo(file, l.request) {
			pkg.limited = append(pkg.limited, file)
		}
		if file.Name.Name != pkg.Name {
			pos, end := l.Position(spanOf(file.Name))
			pkg.syntax = append(pkg.syntax, diag.At(pos, end, "package-name",
				fmt.Sprintf("package %s is in the directory of package %s", file.Name.Name, pkg.Name),
				"move the file, or give it the same package clause").With(diag.Replace(pos, end, pkg.Name)))
			pkg.Broken = true
		}
	}
	if pkg.Name == "" {
		pkg.Name = unbuiltName(slices.Concat(excluded, files))
	}
	pkg.copied = copiedElsewhere(files, l.ours)
	pkg.mentions, pkg.bare = map[string][]string{}, map[string][]string{}
	for _, file := range slices.Concat(pkg.Files, pkg.Excluded) {
		pkg.noteMentions(file)
	}
	for _, file := range pkg.Files {
		pkg.noteBare(file)
	}
	index(l.Fset, l.parser, pkg)
	for _, file := range slices.Concat(pkg.Files, pkg.Excluded) {
		if !setsDefaults(pkg) && !pkg.declares(ConverterPrefix) {
			dropBodies(file)
		}
	}
	return pkg
}

// unbuiltName is the name of a package without a file that people wrote for the reference platform: the name in an
// excluded file, else in a generated one.
func unbuiltName(names []string) string {
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
		if err == nil {
			return file.Name.Name
		}
	}
	return ""
}

// limitedTo reports whether a file of the reference platform is not built on another one.
func (p *Package) limitedTo(file *ast.File, request Request) bool {
	other := request.reference()
	other.GOOS, other.GOARCH = "windows", "arm64"
	path := p.fset.Position(file.FileStart).Filename
	constrained := strings.Contains(filepath.Base(path), "_") || slices.ContainsFunc(file.Comments,
		func(comment *ast.CommentGroup) bool {
			return comment.Pos() < file.Package && strings.Contains(comment.List[0].Text, "build ")
		})
	if !constrained {
		return false
	}
	match, err := other.MatchFile(filepath.Dir(path), filepath.Base(path))
	return err == nil && !match
}

// deepCopyObject matches the method that makes a type an object.
var deepCopyObject = regexp.MustCompile(`(?m)^func \(\w+ \*?(\w+)\) DeepCopyObject\(\)`)

// copiedElsewhere are the types that a tool which is not ours, such as controller-gen, makes objects in a generated
// file, which is not read otherwise.
func copiedElsewhere(files []string, ours func(content []byte) bool) map[string]bool {
	copied := map[string]bool{}
	for _, name := range files {
		if base := filepath.Base(name); !strings.HasPrefix(base, GeneratedPrefix) || !strings.Contains(base, "deepcopy") {
			continue
		}
		content, err := os.ReadFile(name)
		if err != nil || ours == nil || ours(content) {
			continue
		}
		for _, method := range deepCopyObject.FindAllSubmatch(content, -1) {
			copied[string(method[1])] = true
		}
	}
	return copied
}

// noteMentions remembers which functions and variables of a file use which names.
func (p *Package) noteMentions(file *ast.File) {
	for _, decl := range file.Decls {
		by := ""
		switch declared := decl.(type) {
		case *ast.FuncDecl:
			by = declared.Name.Name
		case *ast.GenDecl:
			if declared.Tok != token.VAR {
				continue
			}
		}
		ast.Inspect(decl, func(node ast.Node) bool {
			if name, ok := node.(*ast.Ident); ok && name.Name != by {
				if known := p.mentions[name.Name]; len(known) == 0 || known[len(known)-1] != by {
					p.mentions[name.Name] = append(known, by)
				}
			}
			return true
		})
	}
}

// noteBare remembers which names the functions and variables of a file use without a qualifier.
func (p *Package) noteBare(file *ast.File) {
	by := ""
	var visit func(node ast.Node) bool
	visit = func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.SelectorExpr:
			ast.Inspect(n.X, visit)
			return false
		case *ast.KeyValueExpr: // the key may be the name of a field
			ast.Inspect(n.Value, visit)
			return false
		case *ast.StructType, *ast.InterfaceType:
			return false
		case *ast.Ident:
			if n.Name != by {
				p.bare[n.Name] = append(p.bare[n.Name], by)
			}
		}
		return true
	}
	for _, decl := range file.Decls {
		by = ""
		if function, ok := decl.(*ast.FuncDecl); ok {
			by = function.Name.Name
		}
		if general, ok := decl.(*ast.GenDecl); !ok || general.Tok == token.VAR {
			ast.Inspect(decl, visit)
		}
	}
}

// DefaulterPrefix begins the names of functions that set defaults, ConverterPrefix the names of conversions. All bodies
// of a package with one of them are kept, since these functions call others.
const (
	DefaulterPrefix = "SetDefaults_"
	ConverterPrefix = "Convert_"
)

// setsDefaults reports whether a package has functions that set defaults.
func setsDefaults(pkg *Package) bool {
	return pkg.declares(DefaulterPrefix) || len(pkg.MentionedBy("AddTypeDefaultingFunc")) > 0
}

// declares reports whether the package declares a function with a prefix.
func (p *Package) declares(prefix string) bool {
	for name, declared := range p.Declared {
		if declared.Kind == "func" && strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return false
}

// dropBodies frees the function bodies of a file, which are most of its syntax. Mentions keeps the names in them.
func dropBodies(file *ast.File) {
	for _, decl := range file.Decls {
		if function, ok := decl.(*ast.FuncDecl); ok && function.Body != nil &&
			!strings.HasPrefix(function.Name.Name, ConverterPrefix) {
			function.Body = &ast.BlockStmt{Lbrace: function.Body.Lbrace, Rbrace: function.Body.Rbrace}
		}
	}
}

func (l *loader) parseFiles(pkg *Package, names []string) []*ast.File {
	var parsed []*ast.File
	slices.Sort(names)
	for _, name := range names {
		if !handwritten(filepath.Base(name)) {
			continue
		}
		var source any // the disk, unless the overlay has the file
		if content, ok := l.request.Overlay[name]; ok {
			source = content
		}
		file, err := parser.ParseFile(l.Fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
		if err != nil {
			pkg.syntax = append(pkg.syntax, syntaxFinding(name, err))
			pkg.Broken = true
		}
		if file != nil {
			parsed = append(parsed, file)
		}
	}
	return parsed
}

// syntaxFinding turns the parser's errors into a finding, the first of each file: most of the others follow from it.
func syntaxFinding(name string, err error) diag.Diagnostic {
	var list scanner.ErrorList
	if errors.As(err, &list) && len(list) > 0 {
		return diag.At(list[0].Pos, token.Position{}, "syntax", list[0].Msg, "")
	}
	message := err.Error()
	var pathError *os.PathError
	if errors.As(err, &pathError) {
		message = pathError.Err.Error()
	}
	return diag.At(token.Position{Filename: name}, token.Position{}, "syntax", "cannot read the file: "+message, "")
}
