package build

import (
	"fmt"
	"maps"
	"path/filepath"
	"slices"

	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/markers"
)

// featureGroups gives each package that declares features to its group: the one that has its types or its flags there,
// or a group of its own.
func featureGroups(b *builder) {
	for _, pkg := range b.session.Packages {
		if !pkg.DeclaresFeatures() {
			continue
		}
		owner := slices.IndexFunc(b.groups, func(g *group.Group) bool {
			return g.Package.Path == pkg.Path || g.FlagsPackage.Path == pkg.Path
		})
		if owner < 0 {
			owner = b.lone(pkg)
		}
		g := b.groups[owner]
		if other := g.FeaturesPackage; other.Path != "" {
			first := pkg.Constants[slices.IndexFunc(pkg.Constants, (*load.Constant).Feature)]
			b.reportSpan(first.Span, "feature-package",
				fmt.Sprintf("the features of one component are declared in two packages, here and in %s", other.Path),
				"declare them all in one")
			continue
		}
		g.FeaturesPackage, g.FeatureHistory = b.describe(pkg), featureHistory(b, pkg.Dir, pkg.Markers)
	}
	b.sortGroups()
}

// abandonedHistories makes a group of each directory that holds a history of features and does not declare any: its
// features may still have had to stay.
func abandonedHistories(b *builder) {
	for _, file := range b.session.Generated {
		dir := filepath.Dir(file)
		known := slices.ContainsFunc(b.groups, func(g *group.Group) bool { return g.FeaturesPackage.Dir == dir })
		if known || filepath.Base(file) != group.FeatureHistoryFile {
			continue
		}
		described, set := group.Package{Path: b.session.PathOf(dir), Name: filepath.Base(dir), Dir: dir}, markers.Set(nil)
		pkg := b.source(described.Path)
		if described.Path == "" || pkg != nil && pkg.Broken {
			continue // what it declares is unknown
		}
		if pkg != nil {
			described, set = b.describe(pkg), pkg.Markers
		}
		g := &group.Group{
			Package: described, FlagsPackage: described, ValidationPackage: described,
			FeaturesPackage: described, FeatureHistory: featureHistory(b, dir, set),
		}
		g.FeatureHistory.Elsewhere = featuresBeside(b, described.Path)
		b.groups = append(b.groups, g)
	}
	b.sortGroups()
}

// featureHistory is what was generated before into a directory, and what the markers of its package say of releases.
func featureHistory(b *builder, dir string, set markers.Set) *group.FeatureHistory {
	history := &group.FeatureHistory{File: filepath.Join(dir, group.FeatureHistoryFile)}
	if said, ok := markers.Get[markers.Features](set); ok {
		history.Released, history.Keep, history.Marker = said.Released, said.Keep, set.Named("configgen:features")[0]
	}
	if content, exists := b.session.Histories[history.File]; exists {
		history.Content = append([]byte{}, content...)
	}
	return history
}

// forgetHistory ignores the history of a package whose features are not all known: what is wrong with them is a finding
// of its own, and that they are gone would be a false one.
func forgetHistory(b *builder, importPath string) {
	for _, g := range b.groups {
		if g.FeaturesPackage.Path == importPath {
			g.FeatureHistory.Content = nil
		}
	}
}

// featuresBeside are the features that other packages than own declare.
func featuresBeside(b *builder, own string) map[string]string {
	beside := map[string]string{}
	for _, importPath := range slices.Backward(slices.Sorted(maps.Keys(b.features))) {
		for _, feature := range b.features[importPath] {
			if importPath != own {
				beside[feature.Name] = importPath
			}
		}
	}
	return beside
}
