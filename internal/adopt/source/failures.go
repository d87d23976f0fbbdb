package source

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/build"
	"go/parser"
	"go/token"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Failure is what does not compile on other systems.
type Failure struct {
	// Systems is one of each set of systems that have the same files.
	Systems  []string
	Message  string
	Position token.Position
}

// Failures are the first errors in files of an overlay, one for each, that other systems have once its files are
// written, and that they do not have now. Systems with the same files are one, and those with the files of this system
// are not looked at.
func Failures(m *Module, overlay map[string][]byte) []Failure {
	dirs := map[string]bool{}
	for name := range overlay {
		dirs[filepath.Dir(name)] = true
	}
	seen := map[string]bool{filesOf(overlay, dirs, runtime.GOOS): true}
	var all []Failure
	for _, system := range systems() {
		files := filesOf(overlay, dirs, system)
		if seen[files] {
			continue
		}
		seen[files] = true
		before := map[string]bool{}
		for _, e := range checkOn(m, system, nil, dirs) {
			before[e.Msg] = true
		}
		failed := map[string]bool{}
		for _, e := range checkOn(m, system, overlay, dirs) {
			at := e.Fset.Position(e.Pos)
			if _, ours := overlay[at.Filename]; !ours || before[e.Msg] || failed[at.Filename] || isImport(e.Msg) {
				continue
			}
			failed[at.Filename] = true
			same := slices.IndexFunc(all, func(f Failure) bool { return f.Message == e.Msg && f.Position == at })
			if same < 0 {
				all, same = append(all, Failure{Message: e.Msg, Position: at}), len(all)
			}
			all[same].Systems = append(all[same].Systems, system)
		}
	}
	slices.SortStableFunc(all, func(a, b Failure) int { return strings.Compare(a.Position.Filename, b.Position.Filename) })
	return all
}

// isImport reports whether an error is that a package has no types here: those of another system, and those that the
// module does not use yet.
func isImport(message string) bool { return strings.HasPrefix(message, "could not import ") }

// filesOf are the names of the files in directories that a system has, in one text.
func filesOf(overlay map[string][]byte, dirs map[string]bool, system string) string {
	var all []string
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		all = append(all, filesIn(overlay, dir, system)...)
	}
	return strings.Join(all, "\n")
}

// filesIn are the Go files in a directory that a system has, without tests.
func filesIn(overlay map[string][]byte, dir, system string) []string {
	c := build.Default
	c.GOOS, c.GOARCH, c.CgoEnabled = system, "amd64", false
	c.OpenFile = func(name string) (io.ReadCloser, error) {
		if content, known := overlay[name]; known {
			return io.NopCloser(bytes.NewReader(content)), nil
		}
		return os.Open(name)
	}
	entries, _ := os.ReadDir(dir) // an overlay can have a directory that is not there
	names := map[string]bool{}
	for _, entry := range entries {
		names[filepath.Join(dir, entry.Name())] = !entry.IsDir()
	}
	for name := range overlay {
		names[name] = names[name] || filepath.Dir(name) == dir
	}
	var files []string
	for _, name := range slices.Sorted(maps.Keys(names)) {
		match, err := c.MatchFile(dir, filepath.Base(name))
		if names[name] && strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go") && match && err == nil {
			files = append(files, name)
		}
	}
	return files
}

// checked are packages as another system has them.
type checked struct {
	module  *Module
	system  string
	overlay map[string][]byte
	dirs    map[string]bool
	fset    *token.FileSet
	known   map[string]*types.Package // nil for one that is being checked
	errors  []types.Error
}

// checkOn checks the packages in directories as a system has them, and returns what is wrong with them.
func checkOn(m *Module, system string, overlay map[string][]byte, dirs map[string]bool) []types.Error {
	c := &checked{
		module: m, system: system, overlay: overlay, dirs: dirs, fset: token.NewFileSet(),
		known: map[string]*types.Package{},
	}
	for _, dir := range slices.Sorted(maps.Keys(dirs)) {
		if imported := pathOf(m, dir); imported != "" {
			_, _ = c.Import(imported)
		}
	}
	return c.errors
}

// pathOf is the import path of a directory of the user's modules; empty for another one.
func pathOf(m *Module, dir string) string {
	roots := []Root{m.Main}
	for i, of := range m.Modules {
		roots = append(roots, Root{of, m.Directories[i]})
	}
	best, found := "", ""
	for _, root := range roots {
		below, err := filepath.Rel(root.Dir, dir)
		if err == nil && filepath.IsLocal(below) && len(root.Dir) > len(best) {
			best, found = root.Dir, strings.TrimSuffix(root.Path+"/"+filepath.ToSlash(below), "/.")
		}
	}
	return found
}

// Import implements types.Importer. A package is checked for the system if it is in one of the directories, or leads to
// one that is.
func (c *checked) Import(imported string) (*types.Package, error) {
	if pkg, known := c.known[imported]; pkg != nil {
		return pkg, nil
	} else if known {
		return nil, fmt.Errorf("import cycle through %s", imported)
	}
	dir := c.directory(imported)
	if dir == "" || !c.leads(imported, map[string]bool{}) {
		return c.module.Import(imported)
	}
	c.known[imported] = nil
	var files []*ast.File
	for _, name := range filesIn(c.overlay, dir, c.system) {
		var source any
		if content, known := c.overlay[name]; known {
			source = content
		}
		if file, _ := parser.ParseFile(c.fset, name, source, parser.SkipObjectResolution); file != nil {
			files = append(files, file)
		}
	}
	config := types.Config{Importer: c, FakeImportC: true, Error: func(err error) {
		if e, ok := err.(types.Error); ok {
			c.errors = append(c.errors, e)
		}
	}}
	c.known[imported], _ = config.Check(imported, c.fset, files, nil) // the errors are in c
	return c.known[imported], nil
}

// directory is that of a package of the user's, or of one of the directories; empty for other packages.
func (c *checked) directory(imported string) string {
	if pkg := c.module.packages[imported]; pkg != nil {
		return pkg.Dir
	}
	for dir := range c.dirs {
		if pathOf(c.module, dir) == imported {
			return dir
		}
	}
	return ""
}

// leads reports whether a package is in one of the directories, or imports one that is.
func (c *checked) leads(imported string, seen map[string]bool) bool {
	dir := c.directory(imported)
	if dir == "" || seen[imported] {
		return false
	}
	seen[imported] = true
	if c.dirs[dir] {
		return true
	}
	for _, file := range c.module.packages[imported].Files {
		for _, spec := range file.Imports {
			if next, err := strconv.Unquote(spec.Path.Value); err == nil && c.leads(next, seen) {
				return true
			}
		}
	}
	return false
}
