package load

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/parallel"
)

// decisive is in the files of packages that say which group they belong to, or that have defaults for the types of
// others.
var decisive = [][]byte{
	[]byte("+config"), []byte("+flags"), []byte("+k8s:conversion-gen="), []byte("\nfunc " + DefaulterPrefix),
}

// readOthers parses the packages of the user's modules that the patterns do not name and that may belong to the same
// groups: the output must not depend on the patterns.
func (l *loader) readOthers() {
	if l.request.Wanted == nil {
		return
	}
	found := map[string]bool{}
	EachFile(l.Session, func(path, name string) {
		if l.listed[path] || found[path] {
			return
		}
		content, _ := l.request.readFile(name) // what cannot be read says nothing
		found[path] = slices.ContainsFunc(decisive, func(text []byte) bool { return bytes.Contains(content, text) })
	})
	maps.DeleteFunc(found, func(_ string, is bool) bool { return !is })
	paths := slices.Sorted(maps.Keys(found))
	parsed := make([]*Package, len(paths))
	workers := parallel.Limited(runtime.GOMAXPROCS(0))
	for i, path := range paths {
		workers.Go(func() { parsed[i] = l.parseAt(path) })
	}
	workers.Wait()
	for i, path := range paths {
		if parsed[i] != nil && len(parsed[i].Files) > 0 {
			l.others[path] = parsed[i]
		}
	}
}

// Known returns the packages that the patterns name, and the packages of the user's modules that may belong to the same
// groups, sorted by path.
func (s *Session) Known() []*Package {
	all := slices.AppendSeq(slices.Clone(s.Packages), maps.Values(s.others))
	slices.SortFunc(all, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	return all
}

// known is Source, for packages that the run need not have to do with, too.
func (s *Session) known(path string) *Package {
	if pkg := s.sources[path]; pkg != nil {
		return pkg
	}
	return s.others[path]
}

// UsedElsewhere reports whether a package of the user's modules that has roots, and that neither the patterns match nor
// the run has read for another reason, imports the package with the given import path, or one that does.
func (s *Session) UsedElsewhere(path string) bool {
	imports := s.unread()
	seen := map[string]bool{}
	var leads func(from string) bool
	leads = func(from string) bool {
		if from == path {
			return true
		}
		if seen[from] {
			return false
		}
		seen[from] = true
		next := imports[from].paths
		if pkg := s.Source(from); pkg != nil {
			next = Imports(pkg.Files)
		}
		return slices.ContainsFunc(next, leads)
	}
	for from, pkg := range imports {
		if pkg.roots && from != path && leads(from) {
			return true
		}
	}
	return false
}

// CalledElsewhere reports whether another package of the user's modules uses a function of the package with the given
// import path, whether the patterns match it or not. The functions are given by the beginnings of their names.
func (s *Session) CalledElsewhere(path string, functions ...string) bool {
	return slices.ContainsFunc(s.importers()[path], func(name string) bool {
		source, err := os.ReadFile(name)
		return err == nil && slices.ContainsFunc(functions, func(function string) bool {
			return bytes.Contains(source, []byte("."+function))
		})
	})
}

// findImporters reads the import declarations of all files of the user's modules. It returns the files that import a
// package, by its import path.
func (s *Session) findImporters() map[string][]string {
	found := map[string][]string{}
	EachFile(s, func(_, name string) {
		// What is wrong in a file is said where it is generated for.
		if file, _ := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly); file != nil {
			for _, path := range Imports([]*ast.File{file}) {
				found[path] = append(found[path], name)
			}
		}
	})
	return found
}

// unreadPackage has the known facts about a package that the run has not read.
type unreadPackage struct {
	paths []string
	roots bool
}

// findUnread reads the import declarations of all packages of the user's modules that the run has not read, and whether
// they have markers. If the patterns match all packages, there is nothing to do.
func (s *Session) findUnread() map[string]unreadPackage {
	found := map[string]unreadPackage{}
	EachFile(s, func(path, name string) {
		if s.listed[path] || s.Source(path) != nil {
			return
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return
		}
		file, _ := parser.ParseFile(token.NewFileSet(), name, source, parser.ImportsOnly)
		if file != nil {
			pkg := found[path]
			pkg.paths = append(pkg.paths, Imports([]*ast.File{file})...)
			pkg.roots = pkg.roots || s.wanted != nil && s.wanted(source)
			found[path] = pkg
		}
	})
	return found
}

// EachFile visits all Go files of the user's modules that people wrote, without tests, with the import paths of their
// packages.
func EachFile(s *Session, visit func(path, name string)) {
	for _, m := range s.modules {
		_ = filepath.WalkDir(m.dir, func(name string, entry fs.DirEntry, err error) error {
			switch {
			case err != nil: // what cannot be read cannot be imported
			case entry.IsDir() && name != m.dir && passedOver(name, entry.Name()):
				return fs.SkipDir
			case !entry.IsDir() && handwritten(entry.Name()):
				visit(s.PathOf(filepath.Dir(name)), name)
			}
			return nil
		})
	}
}
