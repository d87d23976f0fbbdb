package source

import (
	"go/ast"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// With is the module with other contents of files, without a question to the go command: packages of the user's are
// checked again, with files and packages that are new. It reports false if a package of those asked for is not known.
// What new imports lead to has no types.
func (m *Module) With(overlay map[string][]byte, asked []string) (*Module, bool) {
	other := m.on(runtime.GOOS, overlay)
	keepTypes(m, other, overlay)
	for _, pkg := range other.Packages() {
		other.checked(pkg)
	}
	other.Asked = nil
	for _, name := range asked {
		if other.packages[name] == nil && m.published[name] == nil {
			return nil, false
		}
		other.Asked = append(other.Asked, name)
	}
	return other, true
}

// on is the module as a system has it, with other contents of files. Packages are checked once they are asked for: what
// they import of other modules may have no types there, which only makes less known.
func (m *Module) on(system string, overlay map[string][]byte) *Module {
	other := *m
	other.packages, other.contents = map[string]*Package{}, maps.Clone(m.contents)
	for at, pkg := range m.packages {
		changed := *pkg
		changed.Types, changed.Info, changed.Errors, changed.Files, changed.Syntax = nil, nil, nil, nil, nil
		changed.checking = false
		for _, name := range pkg.Ignored {
			if _, replaced := overlay[name]; !replaced && system != runtime.GOOS {
				other.add(name, system, overlay, &changed)
			}
		}
		for _, file := range pkg.Files {
			name := m.Fset.Position(file.Package).Filename
			if _, replaced := overlay[name]; !replaced && (system == runtime.GOOS || m.matches(system, name)) {
				changed.Files = append(changed.Files, file)
			}
		}
		other.packages[at] = &changed
	}
	for _, name := range slices.Sorted(maps.Keys(overlay)) {
		other.contents[name] = overlay[name]
		other.add(name, system, overlay, nil)
	}
	return &other
}

// keepTypes takes over packages that nothing of an overlay leads to, with their types.
func keepTypes(from, to *Module, overlay map[string][]byte) {
	var changed []string
	for name := range overlay {
		for at, pkg := range to.packages {
			if pkg.Dir == filepath.Dir(name) && !slices.Contains(changed, at) {
				changed = append(changed, at)
			}
		}
	}
	for at, pkg := range from.packages {
		if !slices.ContainsFunc(changed, func(path string) bool { return leadsTo(to, at, path) }) {
			to.packages[at] = pkg
		}
	}
}

// add adds a file that a system has to its package, which can be new.
func (m *Module) add(name, system string, overlay map[string][]byte, pkg *Package) {
	if filepath.Ext(name) != ".go" || strings.HasSuffix(name, "_test.go") || !m.matches(system, name) {
		return
	}
	file, err := m.parse(name, overlay)
	if file == nil || file.Name == nil {
		return
	}
	if pkg == nil {
		pkg = inDirectory(m, filepath.Dir(name), file)
	}
	if pkg == nil {
		return
	}
	if err != nil {
		pkg.Syntax = append(pkg.Syntax, err)
	}
	pkg.Files = append(pkg.Files, file)
}

// inDirectory is the package of a directory, made for the file if it is new; nil outside of the user's modules.
func inDirectory(m *Module, dir string, file *ast.File) *Package {
	for _, pkg := range m.packages {
		if pkg.Dir == dir {
			return pkg
		}
	}
	roots := []Root{m.Main}
	for i, root := range m.Directories {
		roots = append(roots, Root{m.Modules[i], root})
	}
	root, known := holding(dir, roots)
	below, err := filepath.Rel(root.Dir, dir)
	if !known || err != nil {
		return nil
	}
	at := strings.TrimSuffix(root.Path+"/"+filepath.ToSlash(below), "/.")
	m.packages[at] = &Package{Path: at, Name: file.Name.Name, Dir: dir, Module: root.Dir}
	return m.packages[at]
}

// checked gives types to a package that has none. Packages that it imports come first, since Import calls it.
func (m *Module) checked(pkg *Package) {
	if pkg.Types == nil && !pkg.checking {
		pkg.checking = true
		m.Check(pkg)
	}
}

// leadsTo reports whether a package imports another one, of the user's, or imports one that does.
func leadsTo(m *Module, from, to string) bool {
	seen := map[string]bool{}
	var leads func(path string) bool
	leads = func(path string) bool {
		if path == to || m.back[path] {
			return true
		}
		pkg := m.packages[path]
		if pkg == nil || seen[path] {
			return false
		}
		seen[path] = true
		for _, file := range pkg.Files {
			if slices.ContainsFunc(file.Imports, func(spec *ast.ImportSpec) bool {
				imported, _ := strconv.Unquote(spec.Path.Value) // the parser has seen to its form
				return leads(imported)
			}) {
				return true
			}
		}
		return false
	}
	return leads(from)
}
