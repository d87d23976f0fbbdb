package source

import (
	"bytes"
	"go/ast"
	"go/build"
	"go/types"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// systems returns the operating systems that +os can name, the usual ones first.
func systems() []string {
	return []string{
		"linux", "windows", "darwin", "freebsd", "netbsd", "openbsd", "dragonfly", "solaris", "illumos", "aix", "plan9",
	}
}

// matches reports whether a system has a file.
func (m *Module) matches(system, name string) bool {
	c := build.Default
	c.GOOS, c.GOARCH, c.CgoEnabled = system, "amd64", true
	c.OpenFile = func(path string) (io.ReadCloser, error) {
		if content, known := m.contents[path]; known {
			return io.NopCloser(bytes.NewReader(content)), nil
		}
		return os.Open(path)
	}
	match, err := c.MatchFile(filepath.Dir(name), filepath.Base(name))
	return err == nil && match
}

// Systems returns the operating systems known to +os whose build includes a file.
func (m *Module) Systems(name string) []string {
	var have []string
	for _, system := range systems() {
		if m.matches(system, name) {
			have = append(have, system)
		}
	}
	return have
}

// constraint returns the systems of the file of a function, empty for all.
func constraint(m *Module, decl *ast.FuncDecl) []string {
	if text := osText(m.Systems(m.Fset.Position(decl.Pos()).Filename)); text != "" {
		return []string{text}
	}
	return nil
}

// osText returns a set of systems in the notation of +os: its systems or, if this is shorter, the other systems with !.
func osText(have []string) string {
	var out []string
	for _, system := range systems() {
		if !slices.Contains(have, system) {
			out = append(out, "!"+system)
		}
	}
	if len(out) == 0 {
		return ""
	}
	if len(out) < len(have) {
		return strings.Join(out, ",")
	}
	return strings.Join(have, ",")
}

// both returns the systems that all constraints allow.
func both(constraints []string) string {
	if len(constraints) == 0 {
		return ""
	}
	var have []string
	for _, system := range systems() {
		if !slices.ContainsFunc(constraints, func(c string) bool { return !allows(c, system) }) {
			have = append(have, system)
		}
	}
	return osText(have)
}

// allows reports whether a constraint allows a system. An empty one allows all.
func allows(constraint, system string) bool {
	if constraint == "" {
		return true
	}
	names := strings.Split(constraint, ",")
	if strings.HasPrefix(constraint, "!") {
		return !slices.Contains(names, "!"+system)
	}
	return slices.Contains(names, system)
}

// elsewhere reads the files of the packages of functions that this system does not have, as another one has them.
func (w *walker) elsewhere(functions []*types.Func) {
	packages := map[string]*Package{}
	for _, f := range w.facts.Functions {
		packages[f.Package.Path] = f.Package
	}
	covered := map[string]bool{}
	for _, system := range systems() {
		versions, others := map[string]*Package{}, map[string]bool{}
		for path, pkg := range packages {
			for _, name := range pkg.Ignored {
				if !covered[name] && isSource(name) && w.matches(system, name) {
					covered[name], others[name] = true, true
					versions[path] = pkg
				}
			}
		}
		if len(versions) == 0 {
			continue
		}
		there := w.on(system)
		for path := range versions {
			if versions[path] = there.packages[path]; versions[path] == nil { // of another module
				delete(versions, path)
				continue
			}
			there.checked(versions[path])
		}
		maps.Copy(w.contents, there.contents)
		other := &walker{
			Module: w.Module, facts: w.facts, os: system, system: versions, others: others,
		}
		read(other, functions)
	}
}

// isOther reports whether something is in a file that this system does not have.
func isOther(w *walker, n ast.Node) bool { return w.others[w.Fset.Position(n.Pos()).Filename] }

// reads reports whether a node is recorded: when the files of another system are read, nodes in files of this system
// are not.
func (w *walker) reads(n ast.Node) bool { return w.os == "" || isOther(w, n) }
