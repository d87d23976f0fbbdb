package load

import (
	"go/ast"
	"os"
	"path"
	"path/filepath"
	"slices"
	"sync"

	"golang.org/x/tools/go/packages"

	"github.com/configgen/configgen/internal/markers"
)

// Converting returns a package with the bodies of its conversion functions, from source: a package of the user's, or a
// package of another module that the types of the user's lead to. It returns nil for other packages.
func (s *Session) Converting(path string) *Package {
	if pkg := s.known(path); pkg != nil {
		return pkg
	}
	if s.Directory(path) != "" || inStandardLibrary(path) {
		return nil
	}
	read, _ := s.converting.LoadOrStore(path, sync.OnceValue(func() *Package {
		dir := s.directories[path]
		if pkg := s.reached(path); dir == "" && pkg != nil {
			dir = s.directoryOf(pkg)
		}
		return s.parseOther(path, dir)
	}))
	return read.(func() *Package)()
}

// parseOther parses a package of another module; nil without its source.
func (s *Session) parseOther(path, dir string) *Package {
	if dir == "" {
		return nil
	}
	names, err := s.request.goFiles(dir)
	if err != nil {
		return nil
	}
	reference := s.request.reference()
	names = slices.DeleteFunc(names, func(name string) bool {
		built, err := reference.MatchFile(dir, filepath.Base(name))
		return err != nil || !built
	})
	pkg := (&loader{Session: s, parser: markers.NewParser(s.Fset)}).parse(path, names, nil)
	if len(pkg.Files) == 0 {
		return nil
	}
	return pkg
}

// PublishedVersions returns the import paths of the versions of an internal package that a root is an alias of a type
// of: the packages right below it that are called as versions are, and that convert to it.
func (s *Session) PublishedVersions(internal string) []string { return s.publishedVersions[internal] }

// aliasedPackages returns the import paths of other packages that roots of a package are aliases of types of.
func aliasedPackages(pkg *Package) []string {
	var paths []string
	for _, file := range pkg.Files {
		imports := importsOf(file)
		for _, decl := range file.Decls {
			general, ok := decl.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range general.Specs {
				declared, ok := spec.(*ast.TypeSpec)
				if !ok || !declared.Assign.IsValid() || !pkg.Types[declared.Name.Name].Markers.Has("config") {
					continue
				}
				of, ok := declared.Type.(*ast.SelectorExpr)
				if !ok {
					continue
				}
				if name, ok := of.X.(*ast.Ident); ok && imports[name.Name] != "" {
					paths = append(paths, imports[name.Name])
				}
			}
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// findPublishedVersions finds the versions of an internal package.
func (l *loader) findPublishedVersions(internal string) []string {
	if found, known := l.publishedVersions[internal]; known {
		return found
	}
	var found []string
	for _, version := range l.directlyBelow(internal) {
		if pkg := l.Converting(version); pkg != nil && pkg.ConvertsTo(internal) {
			found = append(found, version)
		}
	}
	l.publishedVersions[internal] = found
	return found
}

// directlyBelow returns the import paths of the packages right below one that are called as versions are.
func (l *loader) directlyBelow(above string) []string {
	dir := l.Directory(above)
	ours := dir != ""
	if !ours {
		dir = l.otherDirectory(above)
	}
	var found []string
	entries, _ := os.ReadDir(dir) // an import of a package that is not there is a finding
	for _, entry := range entries {
		below := path.Join(above, entry.Name())
		if !versionName.MatchString(entry.Name()) || ours && l.read(below) == nil {
			continue
		}
		if found = append(found, below); !ours {
			l.directories[below] = filepath.Join(dir, entry.Name())
		}
	}
	return found
}

// otherDirectory returns the directory of a package of another module, which the go command is asked for once; the
// empty string if it does not know the package.
func (l *loader) otherDirectory(path string) string {
	dir := l.request.Known.Directories[path]
	if _, err := os.Stat(dir); err == nil {
		return dir
	}
	listed, err := l.list(packages.NeedName|packages.NeedFiles, []string{path})
	if err != nil || len(listed) != 1 || len(listed[0].GoFiles) == 0 {
		return "" // the go command says so again when it is asked for types
	}
	dir = filepath.Dir(listed[0].GoFiles[0])
	if l.learned.Directories == nil {
		l.learned.Directories = map[string]string{}
	}
	l.learned.Directories[path] = dir
	return dir
}
