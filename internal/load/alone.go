package load

import (
	"os"
	"path"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/markers"
)

// Family is an internal package and the versions that convert to it, without a root: what Kubernetes' generators are
// asked for together. A package that neither converts to another one of the user's nor has versions is one by itself.
type Family struct {
	// Internal is nil if it does not ask for a generator.
	Internal *Package
	// Versions ask for one, sorted by path.
	Versions []*Package
}

// alone reads the packages that ask for Kubernetes' generators and belong to no group, with their families.
func (l *loader) alone(want *wanted) {
	for _, pkg := range slices.Clone(l.Packages) {
		for _, member := range l.family(pkg) {
			if !slices.Contains(l.Session.alone, member.Path) {
				l.Session.alone = append(l.Session.alone, member.Path)
				want.typed = append(want.typed, member.Path, member.TypesPath())
			}
		}
	}
}

// family reads the family of a package that asks for Kubernetes' generators and belongs to no group; nil for any other.
func (l *loader) family(pkg *Package) []*Package {
	internal := l.read(pkg.VersionOf())
	l.read(path.Dir(pkg.Path))
	if !pkg.AsksAlone(l.ours) || l.Grouped(pkg) {
		return nil
	}
	if internal == nil {
		internal = pkg
	}
	l.below(internal)
	return l.familyOf(pkg)
}

// familyOf is the family of a package, once all of it has been read.
func (s *Session) familyOf(pkg *Package) []*Package {
	internal := s.known(pkg.VersionOf())
	if internal == nil {
		internal = pkg
	}
	return slices.DeleteFunc(append(s.VersionsOf(internal), internal, pkg), func(member *Package) bool {
		return !member.AsksAlone(s.ours)
	})
}

// below reads the packages in the directories right below a package.
func (l *loader) below(pkg *Package) {
	entries, _ := os.ReadDir(pkg.Dir) // if it cannot be read, nothing of the package could
	for _, entry := range entries {
		name := entry.Name()
		if entry.IsDir() && !strings.HasPrefix(name, ".") && !strings.HasPrefix(name, "_") && name != "testdata" {
			l.read(pkg.Path + "/" + name)
		}
	}
}

// Grouped reports whether a package belongs to a group by its markers: it has roots, or is the version of a package
// that has.
func (s *Session) Grouped(pkg *Package) bool {
	if pkg.Has("config") || pkg.Has("flags") {
		return true
	}
	above := []string{path.Dir(pkg.Path)}
	for _, peer := range markers.All[markers.ConversionGen](pkg.Markers) {
		above = append(above, peer.Package)
	}
	return slices.ContainsFunc(above, func(path string) bool {
		internal := s.known(path)
		return internal.Has("config") && slices.Contains(s.VersionsOf(internal), pkg)
	})
}

// HoldsVersion reports whether a package has the types of a version of a group, and another package the conversions.
func (s *Session) HoldsVersion(importPath string) bool {
	return slices.ContainsFunc(s.Known(), func(pkg *Package) bool {
		return pkg.Path != importPath && pkg.TypesPath() == importPath && s.Grouped(pkg)
	})
}

// Families returns the packages that request Kubernetes' generators and belong to no group, sorted by path: the
// packages that the patterns name, and the given packages, whose types groups use.
func (s *Session) Families(shared []string) []Family {
	var families []Family
	where := map[string]int{}
	paths := slices.Clone(s.alone)
	for _, path := range shared {
		if pkg := s.Source(path); pkg.AsksAlone(s.ours) && !s.Grouped(pkg) {
			for _, member := range s.familyOf(pkg) {
				paths = append(paths, member.Path)
			}
		}
	}
	slices.Sort(paths)
	for _, importPath := range slices.Compact(paths) {
		pkg := s.Source(importPath)
		if !pkg.AsksAlone(s.ours) || s.Grouped(pkg) {
			continue
		}
		key := pkg.VersionOf()
		if s.Source(key) == nil {
			key = importPath
		}
		at, known := where[key]
		if !known {
			at = len(families)
			where[key] = at
			families = append(families, Family{})
		}
		if key == importPath {
			families[at].Internal = pkg
		} else {
			families[at].Versions = append(families[at].Versions, pkg)
		}
	}
	return families
}
