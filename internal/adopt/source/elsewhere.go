package source

import (
	"maps"
	"path/filepath"
	"strings"
)

// on returns the module as it is on another system. Packages are checked on request. Their imports from other modules
// may have no types there, so that less is known.
func (m *Module) on(system string) *Module {
	other := *m
	other.packages, other.contents = map[string]*Package{}, maps.Clone(m.contents)
	for at, pkg := range m.packages {
		changed := *pkg
		changed.Types, changed.Info, changed.Files, changed.Mistakes = nil, nil, nil, nil
		changed.checking = false
		for _, name := range pkg.Ignored {
			if isSource(name) && m.matches(system, name) {
				if file, _ := other.parse(name, nil); file != nil { // its errors are reported on its system
					changed.Files = append(changed.Files, file)
				}
			}
		}
		for _, file := range pkg.Files {
			if m.matches(system, m.Fset.Position(file.Package).Filename) {
				changed.Files = append(changed.Files, file)
			}
		}
		other.packages[at] = &changed
	}
	return &other
}

// isSource reports whether a file is a Go file, except for tests.
func isSource(name string) bool {
	return filepath.Ext(name) == ".go" && !strings.HasSuffix(name, "_test.go")
}

// checked gives types to a package that has none. Packages that it imports come first, since Import calls it.
func (m *Module) checked(pkg *Package) {
	if pkg.Types == nil && !pkg.checking {
		pkg.checking = true
		m.Check(pkg)
	}
}
