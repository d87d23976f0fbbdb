package published_test

import (
	"bytes"
	"encoding/csv"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/breaking"
	"github.com/configgen/configgen/internal/breaking/published"
	"github.com/configgen/configgen/internal/configapi"
)

var update = flag.Bool("update", false, "record what the rules say of the published types")

// TestPublishedTypes compares the published types of each minor version with those of the one before. The table has a
// row for each change of a field, a type or a tag, and what the rules say of it. README.md beside it says how it was
// checked.
func TestPublishedTypes(t *testing.T) {
	var got bytes.Buffer
	table := csv.NewWriter(&got)
	row := func(cells ...string) {
		if err := table.Write(cells); err != nil {
			t.Fatal(err)
		}
	}
	row("component", "from", "to", "level", "rule", "change")
	for _, component := range published.Components() {
		var old configapi.Snapshot
		text, err := os.ReadFile(filepath.Join("testdata", component+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		for i, minor := range published.Minors() {
			s, err := published.Decode(text, minor)
			if err != nil {
				t.Fatal(err)
			}
			if i > 0 {
				for _, change := range breaking.Compare(old, s) {
					if change.Level != breaking.Wording && change.Key != (configapi.Key{}) {
						from := published.Minors()[i-1]
						row(component, "v0."+from, "v0."+minor, string(change.Level), change.Rule, change.Message)
					}
				}
			}
			old = s
		}
	}
	table.Flush()
	const name = "testdata/changes.csv"
	if *update {
		if err := os.WriteFile(name, got.Bytes(), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	want, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("-want +got: %s", diff)
	}
}

// TestEncode expects the snapshots of all minor versions in the text of a component.
func TestEncode(t *testing.T) {
	text, err := os.ReadFile("testdata/kube-proxy.txt")
	if err != nil {
		t.Fatal(err)
	}
	snapshots := map[string]configapi.Snapshot{}
	for _, minor := range published.Minors() {
		if snapshots[minor], err = published.Decode(text, minor); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(string(text), string(published.Encode(snapshots))); diff != "" {
		t.Errorf("-want +got: %s", diff)
	}
}
