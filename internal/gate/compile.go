package gate

import (
	"bytes"
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

// Check judges the files that all generators made for a group. The directories are those with generated files of other
// groups, which may be written at the same time.
func Check(
	session *load.Session, g *group.Group, files []generators.File, others map[string]bool,
) []diag.Diagnostic {
	c := &checker{
		session: session, group: g, others: others,
		generated: map[string][]*ast.File{}, made: map[string]madeFile{},
		checked: map[string]*types.Package{}, running: map[string]bool{}, outdated: map[string]bool{},
	}
	for _, file := range files {
		c.parse(file)
	}
	for _, path := range g.Paths() {
		pkg := session.Source(path)
		if pkg != nil && c.generated[path] == nil && !pkg.AsksTools() { // otherwise another group has its generated code
			c.generated[path] = nil
		}
	}
	inputs := slices.Sorted(maps.Keys(c.generated))
	for _, path := range inputs {
		c.parseOthers(path)
	}
	for _, path := range inputs {
		_, _ = c.Import(path) // what is wrong has been noted
	}
	findings := slices.Concat(c.cycles(), c.uncompiled())
	if len(findings) == 0 { // otherwise these follow from it
		findings = slices.Concat(c.conversions(), c.uncalled(inputs))
	}
	for _, file := range c.made { // to free their lines
		if f := session.Fset.File(file.syntax.FileStart); f != nil {
			session.Fset.RemoveFile(f)
		}
	}
	return findings
}

// checker type-checks generated code, function bodies included, with the declarations of its packages.
type checker struct {
	session *load.Session
	group   *group.Group
	others  map[string]bool
	// generated code by import path, and of that what was made just now by the names of files.
	generated map[string][]*ast.File
	made      map[string]madeFile
	checked   map[string]*types.Package
	running   map[string]bool
	// outdated are the packages whose methods for copies another tool writes, which may not have run yet.
	outdated map[string]bool
	errors   []types.Error
}

// madeFile is a file that a generator made for a package.
type madeFile struct {
	path   string
	syntax *ast.File
}

var (
	errCycle      = errors.New("import cycle")
	errUnfinished = errors.New("its generated code is yet to be written")
)

// parse adds a file that a generator made, if it is Go code for the reference platform.
func (c *checker) parse(file generators.File) {
	path := c.session.PathOf(file.Dir)
	if path == "" || !strings.HasSuffix(file.Name, ".go") {
		return
	}
	name := filepath.Join(file.Dir, file.Name)
	context := reference(file.Content)
	if match, err := context.MatchFile(file.Dir, file.Name); err != nil || !match {
		return
	}
	syntax, err := parser.ParseFile(
		c.session.Fset, name, file.Content, parser.ParseComments|parser.SkipObjectResolution)
	if _, missing := os.Stat(name); err != nil || file.Once && missing == nil { // of the user since then
		return
	}
	c.made[name] = madeFile{path, syntax}
	c.generated[path] = append(c.generated[path], syntax)
}

// parseOthers reads the generated files on the disk that configgen does not write.
func (c *checker) parseOthers(path string) {
	for _, name := range generatedIn(c.session.Directory(path)) {
		content, err := os.ReadFile(name)
		if _, replaced := c.made[name]; replaced || err != nil || emit.IsOurs(content) {
			continue
		}
		c.outdated[path] = c.outdated[path] || filepath.Base(name) == "zz_generated.deepcopy.go"
		c.parseOther(path, name, content)
	}
}

// parseOther adds a generated file on the disk to a package, if it parses.
func (c *checker) parseOther(path, name string, content []byte) {
	file, err := parser.ParseFile(c.session.Fset, name, content, parser.SkipObjectResolution)
	if err == nil {
		c.generated[path] = append(c.generated[path], file)
	}
}

// reference returns the build context of the reference platform. Content is the content of a file that is not on the
// disk; nil for files on the disk.
func reference(content []byte) build.Context {
	context := build.Default
	context.GOOS, context.GOARCH, context.CgoEnabled = "linux", "amd64", false
	if content != nil {
		context.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(content)), nil }
	}
	return context
}

// generatedIn lists the generated Go files in a directory that belong to the reference platform.
func generatedIn(dir string) []string {
	context := reference(nil)
	return slices.DeleteFunc(load.GeneratedIn(dir), func(name string) bool {
		base := filepath.Base(name)
		match, err := context.MatchFile(dir, base)
		return !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") || err != nil || !match
	})
}

// Import implements types.Importer. Of a package that is refused nothing is known, so that no use of it is a mistake.
func (c *checker) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg := c.checked[path]; pkg != nil {
		return pkg, nil
	}
	source := c.session.Source(path)
	generated, input := c.generated[path]
	if source == nil && !input {
		pkg, _, err := c.session.Types(path)
		return pkg, err
	}
	if c.running[path] {
		return nil, errCycle
	}
	var declarations []*ast.File
	if source != nil {
		declarations = source.Declarations()
	}
	if !input {
		if c.unfinished(source) {
			return nil, errUnfinished
		}
		for _, name := range generatedIn(source.Dir) {
			if content, err := os.ReadFile(name); err == nil {
				c.parseOther(path, name, content)
			}
		}
		generated = c.generated[path]
		delete(c.generated, path) // which has the inputs alone
	}
	c.running[path] = true
	defer delete(c.running, path)
	config := types.Config{FakeImportC: true, Importer: c, Error: c.note, IgnoreFuncBodies: !input}
	c.checked[path], _ = config.Check(path, c.session.Fset, slices.Concat(declarations, generated), nil) // noted
	return c.checked[path], nil
}

// unfinished reports whether generated code of a package that is not an input is yet to be written, in this call or in
// another.
func (c *checker) unfinished(source *load.Package) bool {
	if c.others[source.Dir] {
		return true
	}
	_, err := os.Stat(filepath.Join(source.Dir, "zz_generated.deepcopy.go"))
	return err != nil && source.AsksTools()
}

// note keeps an error in a file that was made just now.
func (c *checker) note(err error) {
	var found types.Error
	if !errors.As(err, &found) || strings.HasPrefix(found.Msg, "\t") { // the rest of what was said before
		return
	}
	file, ours := c.made[c.session.Fset.Position(found.Pos).Filename]
	if ours && !(c.outdated[file.path] && strings.Contains(found.Msg, "missing method DeepCopyObject")) &&
		!c.guessed(file.syntax, found) {
		c.errors = append(c.errors, found)
	}
}

// guessed reports whether an error is about the name of a package that has not been loaded, so that only its path
// is known: klog of k8s.io/klog/v2. It is not used either, then.
func (c *checker) guessed(file *ast.File, found types.Error) bool {
	return strings.HasSuffix(found.Msg, " and not used") && inImport(file, found.Pos) ||
		slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
			return spec.Name == nil && found.Msg == "undefined: "+load.LocalName(spec)
		})
}

// position is a place for a finding about a package without a better one: its clause, or the first root of the group.
func (c *checker) position(path string) span {
	if pkg := c.session.Source(path); pkg != nil && pkg.Clause.Pos != token.NoPos {
		return c.at(pkg.Clause)
	}
	for _, root := range c.group.AllRoots() {
		return span{root.Position, root.End}
	}
	for _, path := range c.group.Paths() {
		if pkg := c.session.Source(path); pkg != nil {
			return c.at(pkg.Clause)
		}
	}
	return span{}
}

// span is a place in the source.
type span struct{ pos, end token.Position }

func (c *checker) at(piece load.Span) span {
	pos, end := c.session.Position(piece)
	return span{pos, end}
}

// sorted are the files that were made, in the order of their names.
func (c *checker) sorted() []madeFile {
	var files []madeFile
	for _, name := range slices.Sorted(maps.Keys(c.made)) {
		files = append(files, c.made[name])
	}
	return files
}

// typeOf is the declaration of a type of the user's.
func (c *checker) typeOf(path, name string) *load.Type {
	if pkg := c.session.Source(path); pkg != nil {
		return pkg.Types[name]
	}
	return nil
}
