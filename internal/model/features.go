package model

import (
	"fmt"
	"go/constant"
	"go/types"
	"maps"
	"path/filepath"
	"slices"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
)

// declareFeatures builds the features of all packages that declare any: the requested packages, and the packages whose
// features the fields of groups may name.
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

// scopes returns the packages that may declare features: the packages read so far, and the packages whose features the
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
			feature.Stages = append(feature.Stages, &group.Stage{Feature: *stage, Marker: m, Position: m.Position, End: m.End})
		}
	}
	if len(feature.Stages) == 0 {
		b.reportMarker(feature.Required, "feature-stage", c.Name+" requires features and has no stage of its own",
			`add +feature(stage: alpha, since: "1.0")`, diag.Mark(feature.Position, `+feature(stage: alpha, since: "1.0")`))
		return nil
	}
	featureAge(b, feature, c, object)
	return feature
}

// featureAge reports features for which the component-base of the module is too old: the generated table would not
// compile.
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
	require := diag.Run("go", "get", "k8s.io/component-base@v0.35.0")
	if len(feature.Requires) > 0 {
		b.reportMarker(feature.Required, "feature-component-base",
			"the component-base of this module does not know dependencies between features", fix, require,
			feature.Required.Remove())
	}
	for i, m := range c.Markers.Named("feature") {
		if i < len(feature.Stages) && feature.Stages[i].MinCompatibility != "" {
			b.reportMarker(m, "feature-component-base", "the component-base of this module does not know minCompatibility", fix,
				require, m.Without("minCompatibility"))
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
	fix, advice := "declare it by a constant with +feature", diag.Advice{}
	if near, distance := diag.Nearest(name, names); distance >= 0 && distance <= 2 {
		fix, advice = "did you mean "+near+"?", m.Correct(name, near)
	} else if elsewhere := declaring(b, name); elsewhere != "" {
		fix = "it is declared in " + elsewhere + `: name that package by +configgen:output(features: "` + elsewhere + `")`
		if m.Name == "featureRequires" {
			fix = "it is declared in " + elsewhere + ": declare both in one package"
		}
	}
	b.reportMarker(m, "feature-unknown", fmt.Sprintf("there is no feature %s", name), fix, advice)
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

// scope are the features that the fields of a group may name.
type scope struct {
	features []*group.Feature
	// elsewhere reports that another module declares them, so that they are not known.
	elsewhere bool
}

// scopeOf returns the features that the fields of a group may name.
func scopeOf(b *builder, g *group.Group) scope {
	pkg := b.source(g.Package.Path)
	var s scope
	for _, importPath := range b.session.FeatureScope(pkg, g.FlagsPackage.Path) {
		s.features = append(s.features, b.features[importPath]...)
		s.elsewhere = b.session.Directory(importPath) == ""
	}
	output, ok := markers.Get[markers.Output](pkg.Markers)
	if ok && output.Features != "" && !s.elsewhere && !b.source(output.Features).DeclaresFeatures() {
		b.reportMarker(pkg.Markers.Named("configgen:output")[0], "feature-package",
			output.Features+" does not declare features", "name the package whose constants have +feature")
	}
	return s
}

// gates are the features that the markers of a set name.
func gates(b *builder, s scope, set markers.Set) []*group.Gate {
	var found []*group.Gate
	for _, m := range set.Named("featureGate") {
		guard, ok := m.Value.(*markers.FeatureGate)
		if !ok {
			continue
		}
		for _, name := range guard.Gates {
			found = append(found, gateNamed(b, s, m, name))
		}
	}
	return found
}

// gateNamed is the feature that a marker names.
func gateNamed(b *builder, s scope, m markers.Marker, name string) *group.Gate {
	gate := &group.Gate{Name: name}
	if at := slices.IndexFunc(s.features, func(f *group.Feature) bool { return f.Name == name }); at >= 0 {
		gate.Feature = s.features[at]
	} else if !s.elsewhere {
		unknownFeature(b, m, name, s.features)
	}
	return gate
}

// options are the features that the constraints of a set, and those inside of other tags, depend on.
func options(b *builder, s scope, set markers.Set) []*group.Gate {
	var found []*group.Gate
	for _, m := range set {
		for inner := &m; inner != nil; inner = inner.Inner() {
			if guard, ok := inner.Value.(*markers.IfGate); ok {
				found = append(found, gateNamed(b, s, m, guard.Gate))
			}
		}
	}
	return found
}

// fieldGates gives a field the gates of its marker and of its type, and adds them to the help of its flags.
func fieldGates(at place, field *group.Field) {
	field.Gates = gates(at.builder, at.scope, field.Markers)
	for _, gate := range gates(at.builder, at.scope, field.Type.Base().Markers) {
		if !slices.ContainsFunc(field.Gates, func(g *group.Gate) bool { return g.Name == gate.Name }) {
			field.Gates = append(field.Gates, gate)
		}
	}
	inFile := slices.Contains(at.group.Roots, at.root) // no gates are set when the flags are read
	if inFile {
		field.Options = options(at.builder, at.scope, field.Markers)
	}
	for t := field.Type; t != nil && inFile; t = t.Elem {
		field.Options = append(field.Options, options(at.builder, at.scope, t.Markers)...)
	}
	needs := group.Needs(field.AllGates())
	for _, flag := range field.Flags {
		if (flag.Usage != "" || flag.UsageFrom != nil) && needs != "" {
			flag.Usage += " N" + needs[1:] + "."
		}
	}
}

// constantGates are the gates of a constant of a string type: by +featureGate, and by an +k8s:enumExclude.
func constantGates(at place, importPath, name string) []*group.Gate {
	pkg := at.source(importPath)
	if pkg == nil {
		return nil
	}
	for _, c := range pkg.Constants {
		if c.Name != name {
			continue
		}
		guards := gates(at.builder, at.scope, c.Markers)
		if len(guards) > 0 {
			at.reached[c] = true
		}
		for _, m := range c.Markers.Named("k8s:ifDisabled") { // which excludes the value as long as the gate is off
			if inner := m.Inner(); inner != nil && inner.Name == "k8s:enumExclude" {
				guards = append(guards, options(at.builder, at.scope, markers.Set{m})...)
			}
		}
		for _, m := range c.Markers.Named("k8s:ifEnabled") {
			at.reportMarker(m, "constraint-gate",
				"a value that is excluded only while a feature gate is enabled is not generated",
				"use +k8s:enumExclude, or check the value in a validation function", m.Write("+k8s:enumExclude"))
		}
		return guards
	}
	return nil
}

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
			continue // its declarations are unknown
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

// featureHistory is the history of features on the disk, and the history in the markers of the package.
func featureHistory(b *builder, dir string, set markers.Set) *group.FeatureHistory {
	history := &group.FeatureHistory{File: filepath.Join(dir, group.FeatureHistoryFile)}
	if asked, ok := markers.Get[markers.Features](set); ok {
		history.Released, history.Keep, history.Marker = asked.Released, asked.Keep, set.Named("configgen:features")[0]
	}
	if content, exists := b.session.Histories[history.File]; exists {
		history.Content = append([]byte{}, content...)
	}
	return history
}

// forgetHistory ignores the history of a package with unknown features. Their mistakes are findings of their own; a
// finding that they are gone would be wrong.
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
