package features

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/emit"
)

// Generator writes the tables of feature gates, their reference and their history.
var Generator = generators.Generator{
	Name: "features",
	Run:  run,
}

// Names of the generated files beside group.FeatureHistoryFile.
const (
	codeFile      = "zz_generated.features.go"
	referenceFile = "zz_generated.features.md"
)

func run(g *group.Group) ([]generators.File, []diag.Diagnostic) {
	if g.FeaturesPackage.Path == "" {
		return nil, nil
	}
	t := newTable(g)
	if len(g.Features) == 0 {
		return nil, t.abandoned(g.FeatureHistory)
	}
	t.names()
	for _, f := range t.features {
		t.stages(f)
	}
	if !diag.Failed(t.findings) {
		t.dependencies()
		t.cycles()
		t.history(g.FeatureHistory)
	}
	if diag.Failed(t.findings) {
		return nil, diag.Sort(t.findings)
	}
	dir := g.FeaturesPackage.Dir
	return []generators.File{
		{Dir: dir, Name: codeFile, Content: t.code()},
		{Dir: dir, Name: referenceFile, Content: t.reference()},
		{Dir: dir, Name: group.FeatureHistoryFile, Content: t.yaml()},
	}, diag.Sort(t.findings)
}

// table is what a package declares.
type table struct {
	pkg      group.Package
	features []*feature // in the order of the source
	byName   map[string]*feature
	findings []diag.Diagnostic
}

// feature is a feature with its stages as component-base sees them.
type feature struct {
	*group.Feature
	specs []spec
}

func newTable(g *group.Group) *table {
	t := &table{pkg: g.FeaturesPackage, byName: map[string]*feature{}}
	for _, declared := range g.Features {
		f := &feature{Feature: declared}
		t.features = append(t.features, f)
		if t.byName[f.Name] == nil {
			t.byName[f.Name] = f
		}
	}
	return t
}

// sorted lists the features by name, without regard to case: the order of Kubernetes' own lists.
func (t *table) sorted() []*feature {
	return slices.SortedFunc(slices.Values(t.features), func(a, b *feature) int {
		return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
	})
}

// validName is the form of a feature's name. Component-base takes any; but = and commas separate names in
// --feature-gates, and whatever else is special there, in YAML or in Markdown is not worth its trouble.
var validName = regexp.MustCompile(`^[A-Za-z0-9][A-Za-z0-9._-]*$`)

// names refuses names that are taken: of features by other features, and of generated functions by the user's.
func (t *table) names() {
	for _, f := range t.features {
		switch first := t.byName[f.Name]; {
		case f.Name == "AllAlpha" || f.Name == "AllBeta":
			t.report(
				f.Position,
				f.End,
				"feature-duplicate",
				fmt.Sprintf("the feature gate %s exists in every component: it sets all features of a stage", f.Name),
				"give the feature another name",
			)
		case !validName.MatchString(f.Name):
			t.report(
				f.Position,
				f.End,
				"feature-name",
				fmt.Sprintf("%q is not a valid feature gate name", f.Name),
				"use letters and digits",
			)
		case first != f:
			t.report(
				f.Position,
				f.End,
				"feature-duplicate",
				fmt.Sprintf("the feature %s is declared twice, first at %s", f.Name, short(first.Position)),
				"keep one constant, with all stages",
			)
		}
	}
	names := []string{"VersionedFeatures", "FeatureDependencies", "NewFeatureGate"}
	t.findings = append(t.findings, emit.Collisions(t.pkg, names)...)
}
