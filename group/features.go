package group

import (
	"fmt"
	"go/constant"
	"go/types"
	"maps"
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
		g.FeaturesPackage, g.FeatureHistory = s.packageOf(), b.featureHistory(s.pkg.Dir, s.markers)
	}
	slices.SortFunc(b.groups, func(x, y *Group) int { return strings.Compare(x.Package.Path, y.Package.Path) })
}

// abandonedHistories makes a group of each folder that holds a history of features and declares none: its features may not have
// been free to go.
func (b *builder) abandonedHistories() {
	for _, file := range b.world.Generated {
		dir := filepath.Dir(file)
		if filepath.Base(file) != FeatureHistoryFile || slices.ContainsFunc(b.groups, func(g *Group) bool { return g.FeaturesPackage.Dir == dir }) {
			continue
		}
		pkg, set := Package{Path: b.world.PathOf(dir), Name: filepath.Base(dir), Dir: dir}, markers.Set(nil)
		s := b.syntaxOf(pkg.Path)
		if pkg.Path == "" || s != nil && s.pkg.Broken {
			continue // nobody can tell what it declares
		}
		if s != nil {
			pkg, set = s.packageOf(), s.markers
		}
		g := &Group{Package: pkg, FlagsPackage: pkg, ValidationPackage: pkg, FeaturesPackage: pkg, FeatureHistory: b.featureHistory(dir, set)}
		g.FeatureHistory.Elsewhere = b.featuresBeside(pkg.Path)
		b.groups = append(b.groups, g)
	}
	slices.SortStableFunc(b.groups, func(x, y *Group) int { return strings.Compare(x.Package.Path, y.Package.Path) })
}

// featureHistory reads what was generated before into a folder, and what the markers of its package say of releases.
func (b *builder) featureHistory(dir string, set markers.Set) *FeatureHistory {
	history := &FeatureHistory{File: filepath.Join(dir, FeatureHistoryFile)}
	if said, ok := markers.Get[markers.Features](set); ok {
		history.Released, history.Keep, history.Marker = said.Released, said.Keep, set.Named("configgen:features")[0]
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
	for _, importPath := range slices.Sorted(maps.Keys(b.syntaxes)) {
		s := b.syntaxes[importPath]
		if !s.declaresFeatures() {
			continue
		}
		pkg, _, err := b.world.Types(importPath)
		if err != nil {
			b.forgetHistory(importPath)
			continue
		}
		var features []*Feature
		for _, c := range s.constants {
			if !c.isFeature() {
				continue
			}
			if feature := b.feature(s, c, pkg); feature != nil {
				features = append(features, feature)
			} else {
				b.forgetHistory(importPath)
			}
		}
		b.features[importPath] = features
		b.requiredFeatures(features)
	}
	for _, g := range b.groups {
		if g.FeatureHistory != nil {
			g.Features, g.FeatureHistory.Elsewhere = b.features[g.FeaturesPackage.Path], b.featuresBeside(g.FeaturesPackage.Path)
		}
	}
}

// forgetHistory passes over the history of a package whose features are not all known: what is wrong with them is a finding of
// its own, and that they are gone would be a wrong one.
func (b *builder) forgetHistory(importPath string) {
	for _, g := range b.groups {
		if g.FeaturesPackage.Path == importPath {
			g.FeatureHistory.Content = nil
		}
	}
}

// featuresBeside are the features that other packages than own declare.
func (b *builder) featuresBeside(own string) map[string]string {
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
	b.featureAge(feature, c, object)
	return feature
}

// featureAge reports what the component-base of the module is too old for: the generated table would not compile.
func (b *builder) featureAge(feature *Feature, c *constantSyntax, object *types.Const) {
	named, ok := object.Type().(*types.Named)
	if !ok {
		return
	}
	spec, ok := named.Obj().Pkg().Scope().Lookup("FeatureSpec").(*types.TypeName)
	if !ok {
		return
	}
	if field, _, _ := types.LookupFieldOrMethod(spec.Type(), false, spec.Pkg(), "MinCompatibilityVersion"); field != nil {
		return // came together with dependencies
	}
	const fix = "require k8s.io/component-base v0.35.0 or newer in go.mod, or remove it"
	if len(feature.Requires) > 0 {
		b.reportMarker(feature.Required, "feature-component-base", "the component-base of this module knows no dependencies between features", fix)
	}
	for i, m := range c.markers.Named("feature") {
		if i < len(feature.Stages) && feature.Stages[i].MinCompatibility != "" {
			b.reportMarker(m, "feature-component-base", "the component-base of this module knows no minCompatibility", fix)
		}
	}
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
	for _, importPath := range slices.Sorted(maps.Keys(b.features)) {
		if slices.ContainsFunc(b.features[importPath], func(f *Feature) bool { return f.Name == name }) {
			return importPath
		}
	}
	return ""
}
