package load

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// NotBuilt is a function that generated code would call if its file were built.
type NotBuilt struct {
	Name string
	group.Declaration
	pkg  *Package
	file *ast.File
	// Test reports that the file is a test, Limited that the reference platform has it and others do not; otherwise its
	// name or a build constraint excludes it.
	Test, Limited bool
}

// byName matches the functions that generated code calls by their names. Tests have their own functions that validate.
var (
	byName        = regexp.MustCompile(`^(?:SetDefaults_|Convert_|[Vv]alidate)`)
	byNameInTests = regexp.MustCompile(`^(?:SetDefaults_|Convert_|ValidateCustom_)\w`)
)

// asksInTests matches the markers and tags for which files are generated.
var asksInTests = regexp.MustCompile(`(?m)^// ?\+(config|flags|k8s:(?:deepcopy|defaulter|conversion|register)-gen)\b`)

// askingTests finds markers and tags in the tests of a directory with generated files: a file of another name has most
// likely become a test, and what was generated for it would be removed.
func askingTests(fset *token.FileSet, dir string) []diag.Diagnostic {
	names, _ := filepath.Glob(filepath.Join(dir, "*_test.go")) // an error is one of the pattern
	if len(names) == 0 || len(GeneratedIn(dir)) == 0 {
		return nil
	}
	var findings []diag.Diagnostic
	for _, name := range names {
		source, err := os.ReadFile(name)
		if err != nil || !asksInTests.Match(source) {
			continue
		}
		file, _ := parser.ParseFile(fset, name, source, parser.ParseComments|parser.SkipObjectResolution)
		for _, line := range askingLines(file) {
			found := withoutEffect(fset, line, "in a test",
				"move the declaration into a file whose name does not end in _test.go")
			found.Transient = true // the content of tests is not in the key of the cache
			findings = append(findings, found)
		}
	}
	return findings
}

// excludedMarkers finds the first marker in a file that is not built for the reference platform. Further markers in the
// file have the same cause.
func excludedMarkers(parser *markers.Parser, file *ast.File) []diag.Diagnostic {
	for _, comment := range file.Comments {
		found := parser.Misplaced(comment, "in a file that its name or a build constraint excludes from linux/amd64")
		if len(found) > 0 {
			found[0].Fix = "move the declaration into a file for all systems"
			return found[:1]
		}
	}
	return nil
}

// limitedTypes finds the first type with a marker or tag in each file that is built for some systems only.
func (p *Package) limitedTypes() []diag.Diagnostic {
	var findings []diag.Diagnostic
	for _, file := range p.limited {
		for _, spec := range askingTypes(file) {
			if name := spec.Name.Name; !p.everywhere(name) {
				findings = append(findings, NotBuilt{Name: name, Declaration: p.Declared[name], Limited: true}.Finding())
				break
			}
		}
	}
	return findings
}

// askingTypes are the types of a file with markers or tags for which files are generated.
func askingTypes(file *ast.File) []*ast.TypeSpec {
	var asking []*ast.TypeSpec
	for _, decl := range file.Decls {
		general, ok := decl.(*ast.GenDecl)
		if !ok || general.Tok != token.TYPE {
			continue
		}
		for _, spec := range general.Specs {
			spec := spec.(*ast.TypeSpec)
			if slices.ContainsFunc(markers.Lines(docOf(general, spec.Doc)), func(line markers.Line) bool {
				return asksInTests.MatchString("// " + line.Text)
			}) {
				asking = append(asking, spec)
			}
		}
	}
	return asking
}

// askingLines are the markers and tags of a file for which files are generated.
func askingLines(file *ast.File) []markers.Line {
	var lines []markers.Line
	for _, doc := range docsOf(file) {
		for _, line := range markers.Lines(doc) {
			if asksInTests.MatchString("// " + line.Text) {
				lines = append(lines, line)
			}
		}
	}
	return lines
}

func withoutEffect(fset *token.FileSet, line markers.Line, where, fix string) diag.Diagnostic {
	return diag.At(fset.Position(line.Pos), fset.Position(line.Pos+token.Pos(len(line.Text))), "misplaced-marker",
		"+"+line.Name()+" has no effect "+where, fix)
}

// docsOf are the doc comments of the package clause of a file and of its types.
func docsOf(file *ast.File) []*ast.CommentGroup {
	if file == nil {
		return nil
	}
	docs := []*ast.CommentGroup{file.Doc}
	for _, decl := range file.Decls {
		if general, ok := decl.(*ast.GenDecl); ok && general.Tok == token.TYPE {
			for _, spec := range general.Specs {
				docs = append(docs, docOf(general, spec.(*ast.TypeSpec).Doc))
			}
		}
	}
	return docs
}

// NotBuilt returns the functions with a name by which generated code calls functions, and that only excluded files and
// tests of the package declare, in the order of the files.
func (p *Package) NotBuilt() []NotBuilt {
	found := p.namedIn(slices.DeleteFunc(slices.Clone(p.Excluded), func(file *ast.File) bool {
		return file.Name == nil || file.Name.Name != p.Name
	}))
	found = slices.DeleteFunc(found, func(function NotBuilt) bool { return p.Declared[function.Name].Kind != "" })
	for _, function := range p.namedIn(p.tests()) {
		function.Test = p.Declared[function.Name].Kind == ""
		if function.Test && byNameInTests.MatchString(function.Name) && p.aboutOwn(function) {
			found = append(found, function)
		}
	}
	for _, function := range p.namedIn(p.limited) {
		if function.Limited = !p.everywhere(function.Name); function.Limited {
			found = append(found, function)
		}
	}
	return found
}

// everywhere reports whether a file that the reference platform does not have declares a function or type, too.
func (p *Package) everywhere(name string) bool {
	return slices.ContainsFunc(p.Excluded, func(file *ast.File) bool {
		return slices.ContainsFunc(file.Decls, func(decl ast.Decl) bool {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				return d.Recv == nil && d.Name.Name == name
			case *ast.GenDecl:
				return slices.ContainsFunc(d.Specs, func(spec ast.Spec) bool {
					declared, ok := spec.(*ast.TypeSpec)
					return ok && declared.Name.Name == name
				})
			}
			return false
		})
	})
}

// parseTests reads the tests in the package itself.
func (p *Package) parseTests() []*ast.File {
	var files []*ast.File
	names, _ := filepath.Glob(filepath.Join(p.Dir, "*_test.go")) // an error is one of the pattern
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.PackageClauseOnly)
		if err != nil || file.Name.Name != p.Name {
			continue
		}
		file, err = parseDeclarations(p.fset, name, parser.ParseComments)
		if err == nil {
			dropBodies(file)
			files = append(files, file)
		}
	}
	return files
}

// DeclaredElsewhere has what only tests and files for other systems declare: generated code can have none of these
// names. A file that no build has, such as a program that go run starts, is not of the package.
func (p *Package) DeclaredElsewhere() map[string]group.Declaration {
	return p.declaredIn(slices.Concat(p.Excluded, p.tests()))
}

// Unbuilt returns the declaration of a name that only excluded files have. Files for other systems come before tests.
func (p *Package) Unbuilt(name string) (found NotBuilt, ok bool) {
	for _, file := range p.Excluded {
		if declared, ok := p.declaredIn([]*ast.File{file})[name]; ok {
			return NotBuilt{Name: name, Declaration: declared, pkg: p, file: file}, true
		}
	}
	declared, ok := p.declaredIn(p.tests())[name]
	return NotBuilt{Name: name, Declaration: declared, Test: true}, ok
}

// declaredIn has what files declare, and the package does not.
func (p *Package) declaredIn(files []*ast.File) map[string]group.Declaration {
	found := map[string]group.Declaration{}
	note := func(ident *ast.Ident, name, kind string) {
		if _, known := p.Declared[name]; !known {
			found[name] = group.Declaration{
				Kind: kind, Position: p.fset.Position(ident.Pos()), End: p.fset.Position(ident.End()),
			}
		}
	}
	for _, file := range files {
		if file.Name == nil || file.Name.Name != p.Name || isIgnored(file) {
			continue
		}
		for _, decl := range file.Decls {
			switch d := decl.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					note(d.Name, d.Name.Name, "func")
				} else {
					note(d.Name, TypeName(d.Recv.List[0].Type)+"."+d.Name.Name, "method")
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					switch s := spec.(type) {
					case *ast.TypeSpec:
						note(s.Name, s.Name.Name, "type")
					case *ast.ValueSpec:
						for _, name := range s.Names {
							note(name, name.Name, d.Tok.String())
						}
					}
				}
			}
		}
	}
	return found
}

// namedIn returns the functions that files of the package declare.
func (p *Package) namedIn(files []*ast.File) []NotBuilt {
	var found []NotBuilt
	for _, file := range files {
		x := &indexer{pkg: p, imports: importsOf(file)}
		for _, decl := range file.Decls {
			function, ok := decl.(*ast.FuncDecl)
			if !ok || function.Recv != nil || !byName.MatchString(function.Name.Name) {
				continue
			}
			found = append(found, NotBuilt{Name: function.Name.Name, pkg: p, file: file, Declaration: group.Declaration{
				Kind: "func", Params: x.typesOf(function.Type.Params), Results: x.typesOf(function.Type.Results),
				Position: p.fset.Position(function.Name.Pos()), End: p.fset.Position(function.Name.End()),
			}})
		}
	}
	return found
}

// aboutOwn reports whether the first parameter of a function is not of a type that only tests declare.
func (p *Package) aboutOwn(function NotBuilt) bool {
	if len(function.Params) == 0 {
		return false
	}
	name, ours := strings.CutPrefix(strings.TrimPrefix(function.Params[0], "*"), p.Path+".")
	return strings.Contains(function.Params[0], ".") && (!ours || p.Types[name] != nil)
}

// Finding says that generated code does not have the declaration. The declarations of an excluded file share one.
func (f NotBuilt) Finding() diag.Diagnostic {
	where, fix := "a test", "move it into a file whose name does not end in _test.go"
	code, missed := "excluded-function", "does not call it"
	if f.Kind != "func" {
		code, missed = "excluded-type", "does not have it"
	}
	switch {
	case f.Limited:
		where = "a file that its name or a build constraint limits to some systems"
		fix = "move it into a file for all systems"
		missed = "does not build on others"
	case !f.Test:
		return f.pkg.excludedFile(f.file)
	}
	found := diag.At(f.Position, f.End, code, f.Name+" is in "+where+", so generated code "+missed, fix)
	found.Transient = f.Test // a test can change without another run: its content is not in the key of the cache
	return found
}
