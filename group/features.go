package group

import (
	"fmt"
	"go/constant"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/markers"
)

// FeatureHistoryFile is the name of the generated history of features, beside the constants that declare them.
const FeatureHistoryFile = "zz_generated.features.yaml"

// declaresFeatures reports whether a constant of the package carries a marker of features.
func (s *syntax) declaresFeatures() bool {
	return s != nil && slices.ContainsFunc(s.constants, (*constantSyntax).isFeature)
}

func (c *constantSyntax) isFeature() bool {
	return c.markers.Has("feature") || c.markers.Has("featureRequires")
}

// featureGroups gives each package that declares features to its group: the one that has its types or its flags there, or a
// group of its own.
func (b *builder) featureGroups() {
	for _, pkg := range b.world.Packages {
		s := b.syntaxOf(pkg.Path)
		if !s.declaresFeatures() {
			continue
		}
		owner := slices.IndexFunc(b.groups, func(g *Group) bool { return g.Package.Path == pkg.Path || g.FlagsPackage.Path == pkg.Path })
		if owner < 0 {
			b.groups = append(b.groups, &Group{Package: s.packageOf(), FlagsPackage: s.packageOf(), ValidationPackage: s.packageOf()})
			owner = len(b.groups) - 1
		}
		g := b.groups[owner]
		if other := g.FeaturesPackage; other.Path != "" {
			first := s.constants[slices.IndexFunc(s.constants, (*constantSyntax).isFeature)]
			b.report(b.world.Fset.Position(first.pos), b.world.Fset.Position(first.end), "feature-package",
				fmt.Sprintf("the features of one component are declared in two packages, here and in %s", other.Path), "declare them all in one")
			continue
		}
		g.FeaturesPackage, g.FeatureHistory = s.packageOf(), b.featureHistory(s)
	}
	slices.SortFunc(b.groups, func(x, y *Group) int { return strings.Compare(x.Package.Path, y.Package.Path) })
}

// featureHistory reads what was generated before.
func (b *builder) featureHistory(s *syntax) *FeatureHistory {
	history := &FeatureHistory{File: filepath.Join(s.pkg.Dir, FeatureHistoryFile)}
	if said, ok := markers.Get[markers.Features](s.markers); ok {
		history.Released, history.Keep, history.Marker = said.Released, said.Keep, s.markers.Named("configgen:features")[0]
	}
	content, err := os.ReadFile(history.File)
	if err == nil && content == nil {
		content = []byte{}
	}
	history.Content = content // without the file there is no history yet
	return history
}

// declareFeatures builds the features of all packages that declare any: of those that were asked for, and of those that
// their groups' fields may name.
func (b *builder) declareFeatures() {
	for _, importPath := range sortedKeys(b.syntaxes) {
		s := b.syntaxes[importPath]
		if !s.declaresFeatures() {
			continue
		}
		pkg, _, err := b.world.Types(importPath)
		if err != nil {
			continue
		}
		var features []*Feature
		for _, c := range s.constants {
			if !c.isFeature() {
				continue
			}
			if feature := b.feature(s, c, pkg); feature != nil {
				features = append(features, feature)
			}
		}
		b.features[importPath] = features
		b.requiredFeatures(features)
	}
	for _, g := range b.groups {
		g.Features = b.features[g.FeaturesPackage.Path]
	}
}

// feature builds one feature; nil where its constant is none.
func (b *builder) feature(s *syntax, c *constantSyntax, pkg *types.Package) *Feature {
	object, ok := pkg.Scope().Lookup(c.name).(*types.Const)
	if !ok || types.TypeString(object.Type(), (*types.Package).Path) != "k8s.io/component-base/featuregate.Feature" || object.Val().Kind() != constant.String {
		b.reportMarker(c.markers[0], "feature-type", fmt.Sprintf("%s is no constant of type featuregate.Feature", c.name),
			fmt.Sprintf("write %s featuregate.Feature = %q", c.name, c.name))
		return nil
	}
	feature := &Feature{
		Name: constant.StringVal(object.Val()), Constant: c.name, Package: s.packageOf(), Doc: c.doc,
		Position: b.world.Fset.Position(c.pos), End: b.world.Fset.Position(c.end),
	}
	if requires, ok := markers.Get[markers.FeatureRequires](c.markers); ok {
		feature.Requires, feature.Required = requires.Features, c.markers.Named("featureRequires")[0]
	}
	for _, m := range c.markers.Named("feature") {
		if stage, ok := m.Value.(*markers.Feature); ok {
			feature.Stages = append(feature.Stages, &Stage{*stage, m.Position, m.End})
		}
	}
	if len(feature.Stages) == 0 {
		b.reportMarker(feature.Required, "feature-stage", c.name+" requires features and has no stage of its own", `add +feature(stage: alpha, since: "1.0")`)
		return nil
	}
	return feature
}

// requiredFeatures checks that what features require stands beside them.
func (b *builder) requiredFeatures(features []*Feature) {
	for _, feature := range features {
		for _, name := range feature.Requires {
			if !slices.ContainsFunc(features, func(f *Feature) bool { return f.Name == name }) {
				b.unknownFeature(feature.Required, name, features)
			}
		}
	}
}

// unknownFeature reports a name that is not among the known features.
func (b *builder) unknownFeature(m markers.Marker, name string, known []*Feature) {
	var names []string
	for _, feature := range known {
		names = append(names, feature.Name)
	}
	fix := "declare it by a constant with +feature"
	if near, distance := diag.Nearest(name, names); distance >= 0 && distance <= 2 {
		fix = "did you mean " + near + "?"
	} else if elsewhere := b.declaring(name); elsewhere != "" {
		fix = "it is declared in " + elsewhere + `: name that package by +configgen:output(features: "` + elsewhere + `")`
		if m.Name == "featureRequires" {
			fix = "it is declared in " + elsewhere + ": declare both in one package"
		}
	}
	b.reportMarker(m, "feature-unknown", fmt.Sprintf("there is no feature %s", name), fix)
}

// declaring is the package that declares a feature; empty where none does.
func (b *builder) declaring(name string) string {
	for _, importPath := range sortedKeys(b.features) {
		if slices.ContainsFunc(b.features[importPath], func(f *Feature) bool { return f.Name == name }) {
			return importPath
		}
	}
	return ""
}
