package source

import (
	"go/ast"
	"maps"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

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
