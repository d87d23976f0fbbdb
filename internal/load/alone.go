package load

import (
	"os"
	"path"
	"slices"
	"strings"

	"github.com/configgen/configgen/markers"
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
		internal := l.read(pkg.VersionOf())
		l.read(path.Dir(pkg.Path))
		if !pkg.AsksAlone(l.ours) || l.Grouped(pkg) {
			continue
		}
		if internal == nil {
			internal = pkg
		}
		l.below(internal)
		for _, member := range append(l.VersionsOf(internal), internal, pkg) {
			if !slices.Contains(l.Session.alone, member.Path) && member.AsksAlone(l.ours) {
				l.Session.alone = append(l.Session.alone, member.Path)
				want.typed = append(want.typed, member.Path, member.TypesPath())
			}
		}
	}
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
		internal := s.Source(path)
		return internal.Has("config") && slices.Contains(s.VersionsOf(internal), pkg)
	})
}

// Families are the packages that ask for Kubernetes' generators and belong to no group: those that the patterns name,
// and the given ones, which groups have types from. They are sorted by path.
func (s *Session) Families(shared []string) []Family {
	var families []Family
	where := map[string]int{}
	paths := slices.Concat(s.alone, shared)
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
