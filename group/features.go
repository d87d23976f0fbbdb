package group

import (
	"fmt"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/version"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/markers"
)

// declareFeatures collects the constants with +feature of every package that was read. Those beside the types of a group, or
// in its flags package, belong to the group.
func (b *builder) declareFeatures() {
	for _, importPath := range sortedKeys(b.syntaxes) {
		s := b.syntaxes[importPath]
		if s == nil {
			continue
		}
		for _, c := range s.constants {
			if stages := markers.All[markers.Feature](c.markers); len(stages) > 0 || c.markers.Has("featureRequires") {
				b.feature(s, c, stages)
			}
		}
	}
	for _, importPath := range sortedKeys(b.syntaxes) {
		if s := b.syntaxes[importPath]; s != nil {
			b.featureNames(s)
		}
	}
}

func (b *builder) feature(s *syntax, c *constantSyntax, stages []*markers.Feature) {
	b.findings = append(b.findings, b.world.Check([]string{s.pkg.Path}, nil)...)
	pkg, _, err := b.world.Types(s.pkg.Path)
	if err != nil {
		return
	}
	object, ok := pkg.Scope().Lookup(c.name).(*types.Const)
	if !ok || types.TypeString(object.Type(), (*types.Package).Path) != "k8s.io/component-base/featuregate.Feature" || object.Val().Kind() != constant.String {
		b.reportMarker(c.markers[0], "feature-type", fmt.Sprintf("%s is no constant of type featuregate.Feature", c.name),
			fmt.Sprintf("write %s featuregate.Feature = %q", c.name, c.name))
		return
	}
	feature := &Feature{Name: constant.StringVal(object.Val()), Constant: c.name, Doc: c.doc, Stages: stages, Position: b.world.Fset.Position(c.pos)}
	if requires, ok := markers.Get[markers.FeatureRequires](c.markers); ok {
		feature.Requires = requires.Features
	}
	var previous *version.Version
	for i, m := range c.markers.Named("feature") {
		since, err := version.ParseMajorMinor(stages[i].Since)
		switch {
		case err != nil || strings.Count(stages[i].Since, ".") != 1:
			b.reportMarker(m, "feature-version", fmt.Sprintf("%q is no version", stages[i].Since), `write the component's own major and minor version, as in since: "1.2"`)
			continue
		case previous != nil && !previous.LessThan(since):
			b.reportMarker(m, "feature-version", fmt.Sprintf("stage %s since %s stands behind a stage since %s", stages[i].Stage, since, previous), "list the stages in the order of their versions")
		}
		previous = since
	}
	if len(stages) == 0 {
		b.reportMarker(c.markers.Named("featureRequires")[0], "feature-stage", c.name+" requires features and has no stage of its own", `add +feature(stage: alpha, since: "1.0")`)
	}
	b.features[feature.Name] = true
	for _, g := range b.groups {
		if g.Package.Path == s.pkg.Path || g.FlagsPackage.Path == s.pkg.Path {
			g.Features = append(g.Features, feature)
		}
	}
}

// featureNames checks the gates that markers name, where the program declares any.
func (b *builder) featureNames(s *syntax) {
	if len(b.features) == 0 {
		return
	}
	var sets []markers.Set
	for _, name := range s.typeNames {
		sets = append(sets, s.types[name].markers)
		for _, field := range sortedKeys(s.types[name].fields) {
			sets = append(sets, s.types[name].fields[field].markers)
		}
	}
	for _, c := range s.constants {
		sets = append(sets, c.markers)
	}
	known := sortedKeys(b.features)
	for _, set := range sets {
		for _, m := range set {
			var names []string
			switch value := m.Value.(type) {
			case *markers.FeatureGate:
				names = value.Gates
			case *markers.FeatureRequires:
				names = value.Features
			}
			for _, name := range names {
				if slices.Contains(known, name) {
					continue
				}
				fix := "declare it by a constant with +feature"
				if near, distance := diag.Nearest(name, known); distance <= 2 {
					fix = "did you mean " + near + "?"
				}
				b.reportMarker(m, "feature-unknown", fmt.Sprintf("there is no feature %s", name), fix)
			}
		}
	}
}
