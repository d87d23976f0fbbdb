package build

import (
	"fmt"
	"go/constant"
	"go/types"
	"maps"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/markers"
)

// declareFeatures builds the features of all packages that declare any: of those that were asked for, and of those that
// their groups' fields may name.
func declareFeatures(b *builder) {
	for _, importPath := range scopes(b) {
		pkg := b.source(importPath)
		if !pkg.DeclaresFeatures() {
			continue
		}
		checked, _, err := b.session.Types(importPath)
		if err != nil {
			forgetHistory(b, importPath)
			continue
		}
		var features []*group.Feature
		for _, c := range pkg.Constants {
			if !c.Feature() {
				continue
			}
			if feature := newFeature(b, pkg, c, checked); feature != nil {
				features = append(features, feature)
			} else {
				forgetHistory(b, importPath)
			}
		}
		b.features[importPath] = features
		requiredFeatures(b, features)
	}
	for _, g := range b.groups {
		if g.FeatureHistory != nil {
			own := g.FeaturesPackage.Path
			g.Features, g.FeatureHistory.Elsewhere = b.features[own], featuresBeside(b, own)
		}
	}
}

// scopes are the packages that may declare features: those that have been looked at, and those whose features the
// fields of the groups may name.
func scopes(b *builder) []string {
	for _, g := range b.groups {
		if pkg := b.source(g.Package.Path); pkg != nil {
			for _, path := range b.session.FeatureScope(pkg, g.FlagsPackage.Path) {
				b.source(path)
			}
		}
	}
	return slices.Sorted(maps.Keys(b.sources))
}

// newFeature builds one feature; nil if its constant does not declare one.
func newFeature(b *builder, pkg *load.Package, c *load.Constant, checked *types.Package) *group.Feature {
	object, ok := checked.Scope().Lookup(c.Name).(*types.Const)
	if !ok || types.TypeString(object.Type(), (*types.Package).Path) != "k8s.io/component-base/featuregate.Feature" ||
		object.Val().Kind() != constant.String {
		b.reportMarker(c.Markers[0], "feature-type", fmt.Sprintf("%s is not a constant of type featuregate.Feature", c.Name),
			fmt.Sprintf("write %s featuregate.Feature = %q", c.Name, c.Name))
		return nil
	}
	feature := &group.Feature{
		Name: constant.StringVal(object.Val()), Constant: c.Name, Package: b.describe(pkg), Doc: c.Doc,
	}
	feature.Position, feature.End = b.session.Position(c.Span)
	if requires, ok := markers.Get[markers.FeatureRequires](c.Markers); ok {
		feature.Requires, feature.Required = requires.Features, c.Markers.Named("featureRequires")[0]
	}
	for _, m := range c.Markers.Named("feature") {
		if stage, ok := m.Value.(*markers.Feature); ok {
			feature.Stages = append(feature.Stages, &group.Stage{Feature: *stage, Position: m.Position, End: m.End})
		}
	}
	if len(feature.Stages) == 0 {
		b.reportMarker(feature.Required, "feature-stage", c.Name+" requires features and has no stage of its own",
			`add +feature(stage: alpha, since: "1.0")`)
		return nil
	}
	featureAge(b, feature, c, object)
	return feature
}

// featureAge reports what the component-base of the module is too old for: the generated table would not compile.
func featureAge(b *builder, feature *group.Feature, c *load.Constant, object *types.Const) {
	named, ok := object.Type().(*types.Named)
	if !ok {
		return
	}
	spec, ok := named.Obj().Pkg().Scope().Lookup("FeatureSpec").(*types.TypeName)
	if !ok {
		return
	}
	if field, _, _ := types.LookupFieldOrMethod(spec.Type(), false, spec.Pkg(), "MinCompatibilityVersion"); field != nil {
		return // was added together with dependencies
	}
	const fix = "require k8s.io/component-base v0.35.0 or newer in go.mod, or remove it"
	if len(feature.Requires) > 0 {
		b.reportMarker(feature.Required, "feature-component-base",
			"the component-base of this module does not know dependencies between features", fix)
	}
	for i, m := range c.Markers.Named("feature") {
		if i < len(feature.Stages) && feature.Stages[i].MinCompatibility != "" {
			b.reportMarker(m, "feature-component-base", "the component-base of this module does not know minCompatibility", fix)
		}
	}
}

// requiredFeatures checks that what features require is declared beside them.
func requiredFeatures(b *builder, features []*group.Feature) {
	for _, feature := range features {
		for _, name := range feature.Requires {
			if !slices.ContainsFunc(features, func(f *group.Feature) bool { return f.Name == name }) {
				unknownFeature(b, feature.Required, name, features)
			}
		}
	}
}

// unknownFeature reports a name that is not among the known features.
func unknownFeature(b *builder, m markers.Marker, name string, known []*group.Feature) {
	var names []string
	for _, feature := range known {
		names = append(names, feature.Name)
	}
	fix := "declare it by a constant with +feature"
	if near, distance := diag.Nearest(name, names); distance >= 0 && distance <= 2 {
		fix = "did you mean " + near + "?"
	} else if elsewhere := declaring(b, name); elsewhere != "" {
		fix = "it is declared in " + elsewhere + `: name that package by +configgen:output(features: "` + elsewhere + `")`
		if m.Name == "featureRequires" {
			fix = "it is declared in " + elsewhere + ": declare both in one package"
		}
	}
	b.reportMarker(m, "feature-unknown", fmt.Sprintf("there is no feature %s", name), fix)
}

// declaring is the package that declares a feature, or empty.
func declaring(b *builder, name string) string {
	for _, importPath := range slices.Sorted(maps.Keys(b.features)) {
		if slices.ContainsFunc(b.features[importPath], func(f *group.Feature) bool { return f.Name == name }) {
			return importPath
		}
	}
	return ""
}
