package features

import (
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/util/version"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
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

func run(in *generators.Input) ([]generators.File, []diag.Diagnostic) {
	g := in.Model(group.Access{})
	if g.FeaturesPackage.Path == "" {
		return nil, nil
	}
	t, found := newTable(g), &findings{}
	past := history{FeatureHistory: g.FeatureHistory, table: t, findings: found}
	if len(t.features) == 0 {
		if emit.IsOurs(g.FeatureHistory.Content) { // where all features may be removed, the generated files are orphaned
			past.check()
		}
		return nil, diag.Sort(*found)
	}
	present := checker{table: t, findings: found}
	present.names()
	present.stages()
	if !diag.Failed(*found) {
		present.dependencies()
		present.cycles()
		past.check()
	}
	if diag.Failed(*found) {
		return nil, diag.Sort(*found)
	}
	dir := g.FeaturesPackage.Dir
	return []generators.File{
		{Dir: dir, Name: codeFile, Content: t.code()},
		{Dir: dir, Name: referenceFile, Content: t.reference()},
		{Dir: dir, Name: group.FeatureHistoryFile, Content: t.yaml()},
	}, diag.Sort(*found)
}

// table is what a package declares. The generated files are its renderings.
type table struct {
	pkg      group.Package
	features []*feature // in the order of the source
	byName   map[string]*feature
	// released is the newest release that the package has ever named, nil if there is none.
	released *version.Version
	// removed are the features that the package had, in the order of the history.
	removed []entry
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
