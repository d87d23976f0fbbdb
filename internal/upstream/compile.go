package upstream

import (
	"errors"
	"go/ast"
	"go/build"
	"go/parser"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/load"
)

// compiler type-checks what the tools wrote, function bodies included, with the declarations of the packages that it
// goes into: a tool may write code that does not build without saying a word.
type compiler struct {
	session *load.Session
	others  map[string]string // the inputs of all groups
	// generated code by import path, and of that what was made just now by the names of files.
	generated map[string][]*ast.File
	made      map[string]madeFile
	checked   map[string]*types.Package
	running   map[string]bool
	// outdated are the packages whose methods for copies another tool writes, which may not have run yet.
	outdated map[string]bool
	errors   []types.Error
}

// madeFile is a file that a tool made for a package.
type madeFile struct {
	path   string
	syntax *ast.File
}

var (
	errCycle      = errors.New("import cycle")
	errUnfinished = errors.New("its generated code is yet to be written")
)

// compile finds what would not compile in the files that the tools made for the inputs.
func (r *run) compile(inputs []string, files []writtenFile) []diag.Diagnostic {
	c := &compiler{
		session: r.session, others: r.owner, generated: map[string][]*ast.File{}, made: map[string]madeFile{},
		checked: map[string]*types.Package{}, running: map[string]bool{}, outdated: map[string]bool{},
	}
	for _, path := range inputs {
		pkg := r.session.Source(path)
		c.generated[path], c.outdated[path] = []*ast.File{}, r.ofAnotherTool(path, "zz_generated.deepcopy.go")
		for _, file := range files {
			if file.Dir == pkg.Dir {
				c.made[filepath.Join(file.Dir, file.Name)] = madeFile{path, file.syntax}
				c.generated[path] = append(c.generated[path], file.syntax)
			}
		}
		c.parseOthers(path, pkg)
	}
	for _, path := range inputs {
		_, _ = c.Import(path) // what is wrong has been noted
	}
	findings := c.findings(inputs)
	for _, file := range c.made { // to free their lines
		if f := r.session.Fset.File(file.syntax.FileStart); f != nil {
			r.session.Fset.RemoveFile(f)
		}
	}
	return findings
}

// parsed are files that a generator of ours has made, which always parse, with their syntax.
func parsed(session *load.Session, files []generators.File) []writtenFile {
	var written []writtenFile
	for _, file := range files {
		name := filepath.Join(file.Dir, file.Name)
		syntax, _ := parser.ParseFile(session.Fset, name, file.Content, parser.SkipObjectResolution)
		written = append(written, writtenFile{file, syntax})
	}
	return written
}

// parse adds a generated file on the disk to a package, if it parses.
func (c *compiler) parse(path, name string, content []byte) {
	file, err := parser.ParseFile(c.session.Fset, name, content, parser.SkipObjectResolution)
	if err == nil {
		c.generated[path] = append(c.generated[path], file)
	}
}

// parseOthers reads the generated files on the disk that configgen does not write.
func (c *compiler) parseOthers(path string, pkg *load.Package) {
	for _, name := range generatedIn(pkg.Dir) {
		if content, err := os.ReadFile(name); err == nil && !emit.IsOurs(content) {
			c.parse(path, name, content)
		}
	}
}

// generatedIn lists the generated Go files in a directory that belong to the reference platform.
func generatedIn(dir string) []string {
	reference := build.Default
	reference.GOOS, reference.GOARCH, reference.CgoEnabled = "linux", "amd64", false
	return slices.DeleteFunc(load.GeneratedIn(dir), func(name string) bool {
		base := filepath.Base(name)
		match, err := reference.MatchFile(dir, base)
		return !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") || err != nil || !match
	})
}

// Import implements types.Importer. Of a package that is refused nothing is known, so that no use of it is a mistake.
func (c *compiler) Import(path string) (*types.Package, error) {
	if path == "unsafe" {
		return types.Unsafe, nil
	}
	if pkg := c.checked[path]; pkg != nil {
		return pkg, nil
	}
	source := c.session.Source(path)
	if source == nil {
		pkg, _, err := c.session.Types(path)
		return pkg, err
	}
	if c.running[path] {
		return nil, errCycle
	}
	if _, input := c.generated[path]; !input {
		if c.unfinished(path, source) {
			return nil, errUnfinished
		}
		for _, name := range generatedIn(source.Dir) {
			if content, err := os.ReadFile(name); err == nil {
				c.parse(path, name, content)
			}
		}
	}
	c.running[path] = true
	defer delete(c.running, path)
	config := types.Config{FakeImportC: true, Importer: c, Error: c.note}
	c.checked[path], _ = config.Check(
		path, c.session.Fset, slices.Concat(source.Declarations(), c.generated[path]), nil,
	) // noted
	return c.checked[path], nil
}

// unfinished reports whether generated code of a package that is not an input is yet to be written, in this call or in
// another.
func (c *compiler) unfinished(path string, source *load.Package) bool {
	if c.others[path] != "" {
		return true
	}
	_, err := os.Stat(filepath.Join(source.Dir, "zz_generated.deepcopy.go"))
	return err != nil && source.AsksTools()
}

// note keeps an error in a file that was made just now.
func (c *compiler) note(err error) {
	var found types.Error
	if !errors.As(err, &found) || strings.HasPrefix(found.Msg, "\t") { // the rest of what was said before
		return
	}
	file, ours := c.made[c.session.Fset.Position(found.Pos).Filename]
	if ours && !(c.outdated[file.path] && strings.Contains(found.Msg, "missing method DeepCopyObject")) {
		c.errors = append(c.errors, found)
	}
}
