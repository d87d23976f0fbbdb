package breaking_test

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/breaking"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/lint/rules"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/testfiles"
)

var (
	first = flag.Uint64("seed", 0, "the seed of the first random group")
	pairs = flag.Uint64("pairs", 30, "the number of random groups that grow and are corrected")
)

// TestGrowthIsNotBreaking adds to random groups what files and command lines cannot notice: optional fields with any
// settings, flags, comments, and versions with fields in other places. None of it is an error or a warning.
func TestGrowthIsNotBreaking(t *testing.T) {
	before, after, edited := map[string]string{}, map[string]string{}, map[string]string{}
	for seed := *first; seed < *first+*pairs; seed++ {
		dir := fmt.Sprintf("g%d", seed)
		a := newAPI(rand.New(rand.NewPCG(seed, 1)))
		maps.Copy(before, a.write(dir))
		for range 1 + a.IntN(3) {
			edited[dir] += a.grow() + "; "
		}
		maps.Copy(after, a.write(dir))
	}
	old, new := described(t, write(t, before)), described(t, write(t, after))
	if len(old) != len(edited) {
		t.Errorf("%d groups of %d", len(old), len(edited))
	}
	for name, api := range old {
		for _, change := range findings(breaking.Compare(api.Descriptor, new[name].Descriptor)) {
			dir, _, _ := strings.Cut(name, ".")
			t.Errorf("-seed %s -pairs 1: %s%s: %s (%s)", dir[1:], edited[dir], change.Level, change.Message, change.Rule)
		}
	}
}

// TestCorrectionsOfLintAreNotBreaking applies what lint corrects in random groups.
func TestCorrectionsOfLintAreNotBreaking(t *testing.T) {
	files := map[string]string{}
	for seed := *first; seed < *first+*pairs; seed++ {
		maps.Copy(files, newAPI(rand.New(rand.NewPCG(seed, 2))).write(fmt.Sprintf("g%d", seed)))
	}
	dir := write(t, files)
	groups := groupsIn(t, dir)
	corrected, codes := 0, map[string]bool{}
	before := named(groups)
	for range 3 { // one correction can ask for another
		edits := map[string][]diag.Edit{}
		for _, d := range lint.Run(groups, rules.All(), lint.Choice{}) {
			for _, edit := range d.Edits() {
				codes[d.Code] = true
				if !slices.Contains(edits[edit.Filename], edit) {
					edits[edit.Filename] = append(edits[edit.Filename], edit)
				}
			}
		}
		corrected += len(edits)
		correct(t, edits)
		groups = groupsIn(t, dir)
	}
	after := named(groups)
	for name, api := range before {
		for _, change := range findings(breaking.Compare(api.Descriptor, after[name].Descriptor)) {
			dir, _, _ := strings.Cut(name, ".")
			t.Errorf("-seed %s -pairs 1: %s: %s (%s)", dir[1:], change.Level, change.Message, change.Rule)
		}
	}
	for _, rule := range rules.All() {
		if rule.NoFix == "" && !codes[rule.Code] && *pairs >= 30 {
			t.Errorf("nothing was corrected by %s", rule.Code)
		}
	}
	if corrected == 0 {
		t.Error("nothing was corrected")
	}
}

// TestNoMarkerIsSilent removes a marker from each random group, and expects a change.
func TestNoMarkerIsSilent(t *testing.T) {
	before, after, edited := map[string]string{}, map[string]string{}, map[string]string{}
	for seed := *first; seed < *first+*pairs; seed++ {
		dir := fmt.Sprintf("g%d", seed)
		a := newAPI(rand.New(rand.NewPCG(seed, 3)))
		maps.Copy(before, a.write(dir))
		edited[dir] = a.drop()
		maps.Copy(after, a.write(dir))
	}
	old, new := described(t, write(t, before)), described(t, write(t, after))
	for name, api := range old {
		if len(breaking.Compare(api.Descriptor, new[name].Descriptor)) == 0 {
			dir, _, _ := strings.Cut(name, ".")
			t.Errorf("-seed %s -pairs 1: without %s, the API is the same", dir[1:], edited[dir])
		}
	}
}

// correct applies edits to files.
func correct(t *testing.T, edits map[string][]diag.Edit) {
	t.Helper()
	for name, list := range edits {
		content := testfiles.Read(t, name)
		slices.SortStableFunc(list, func(a, b diag.Edit) int { return b.Start - a.Start })
		for _, edit := range list {
			content = slices.Concat(content[:edit.Start], []byte(edit.New), content[edit.End:])
		}
		testfiles.Write(t, name, content)
	}
}

// write makes a module of files, with the requirements of the golden one.
func write(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	testfiles.Requirements(t, "../../testdata/golden", dir)
	for name, content := range files {
		testfiles.Write(t, filepath.Join(dir, name), content)
	}
	return dir
}

// groupsIn are the groups of a module.
func groupsIn(t *testing.T, dir string) []*group.Group {
	t.Helper()
	session, found, err := load.Load(t.Context(), load.Request{
		Dir: dir, Patterns: []string{"./..."}, Wanted: markers.Mentions,
	})
	if err != nil {
		t.Fatal(err)
	}
	groups, more := model.Groups(session)
	for _, d := range slices.Concat(found, more) {
		if d.Severity == diag.Error && d.Code != "feature-unknown" {
			t.Errorf("the types have a mistake: %s", d)
		}
	}
	return groups
}

// described are the groups of a module, by their names.
func described(t *testing.T, dir string) map[string]*group.Group {
	t.Helper()
	return named(groupsIn(t, dir))
}

func named(groups []*group.Group) map[string]*group.Group {
	all := map[string]*group.Group{}
	for _, g := range groups {
		all[g.Name] = g
	}
	return all
}
