package model_test

import (
	"flag"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/modeltest"
	"github.com/configgen/configgen/internal/testfiles"
)

var update = flag.Bool("update", false, "record the descriptor of the types in testdata")

// TestDescriptor compares the descriptor of types with a field for each fact.
func TestDescriptor(t *testing.T) {
	const name = "testdata/api.txtar"
	archive := testfiles.Archive(t, name)
	dir := t.TempDir()
	testfiles.Requirements(t, "../../testdata/golden", dir)
	testfiles.Write(t, filepath.Join(dir, "types.go"), archive.Files[0].Data)
	session, found, err := load.Load(t.Context(), load.Request{
		Dir: dir, Patterns: []string{"."}, Wanted: markers.Mentions,
	})
	if err != nil || len(found) > 0 {
		t.Fatal(err, found)
	}
	groups, found := model.Groups(session)
	if len(groups) != 1 || len(found) > 0 {
		t.Fatal(found)
	}
	got := encoded(t, groups[0])
	if *update {
		archive.Files[1].Data = []byte(got)
		testfiles.Write(t, name, txtar.Format(archive))
	} else if diff := cmp.Diff(string(archive.Files[1].Data), got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// inJSON leaves out the facts that a loader alone needs, which the JSON form does not have.
var inJSON = cmp.Options{
	cmpopts.IgnoreFields(descriptor.Field{}, "KeyRequired"), cmpopts.IgnoreFields(descriptor.Flag{}, "Completions"),
}

// encoded is the text of the descriptor of a group, which is decoded once more. Each object has a place.
func encoded(t *testing.T, g *group.Group) string {
	t.Helper()
	content, err := g.Descriptor.Encode()
	if err != nil {
		t.Fatal(err)
	}
	back, err := descriptor.Decode(content)
	if err != nil {
		t.Errorf("%s: %v", g.Package.Path, err)
	} else if !cmp.Equal(g.Descriptor, back, inJSON) {
		t.Errorf("%s: it is another descriptor after that: %+v", g.Package.Path, descriptor.Compare(g.Descriptor, back))
	}
	for _, row := range g.Descriptor.Rows() {
		if _, known := g.Places[row.Identity]; !known && row.Gate == "" { // a gate can be of another module
			t.Errorf("%s: %+v has no place", g.Package.Path, row.Identity)
		}
	}
	return string(content)
}

// TestGoldenGroups describes the groups of the golden module.
func TestGoldenGroups(t *testing.T) {
	for _, g := range modeltest.Golden(t) {
		encoded(t, g)
	}
}
