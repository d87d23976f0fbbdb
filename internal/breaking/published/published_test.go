package published_test

import (
	"bytes"
	"encoding/csv"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/breaking"
	"github.com/configgen/configgen/internal/breaking/published"
	"github.com/configgen/configgen/internal/testfiles"
)

var update = flag.Bool("update", false, "record what the rules say of the published types")

// TestPublishedTypes compares the published types of each minor version with the types of the previous one. The table
// has a row for each change of a field, a type or a tag, the findings about it, and the verdict of a reader of the
// sources: known for a finding that the deprecation policy knows, and why. README.md beside it says how it was checked.
func TestPublishedTypes(t *testing.T) {
	const name = "testdata/changes.csv"
	verdicts := verdicts(t, name)
	rows := [][]string{{"component", "from", "to", "level", "rule", "change", "verdict", "why"}}
	for _, component := range published.Components() {
		text := testfiles.Read(t, filepath.Join("testdata", component.Name+".txt"))
		var old *descriptor.Descriptor
		for i, minor := range component.Minors {
			s, err := decode(text, minor)
			if err != nil {
				t.Fatal(err)
			}
			if i == 0 {
				old = s
			}
			for _, change := range breaking.Compare(old, s) {
				if change.Level == breaking.Wording || change.Of == (descriptor.Identity{}) {
					continue
				}
				row := []string{component.Name, component.Major + "." + component.Minors[i-1], component.Major + "." + minor,
					string(change.Level), change.Rule, change.Message}
				verdict := verdicts[strings.Join(row, "|")]
				if change.Rule != "" && (verdict[0] != "known" || verdict[1] == "") {
					t.Errorf("a finding is not known to the policy, or nobody has read it: %s", row)
				}
				rows = append(rows, append(row, verdict[:]...))
			}
			old = s
		}
	}
	var got bytes.Buffer
	if err := csv.NewWriter(&got).WriteAll(rows); err != nil {
		t.Fatal(err)
	}
	if *update {
		testfiles.Write(t, name, got.Bytes())
		return
	}
	want := testfiles.Read(t, name)
	if diff := cmp.Diff(string(want), got.String()); diff != "" {
		t.Errorf("-want +got: %s", diff)
	}
}

// verdicts are the last two cells of the rows of a table, by the others.
func verdicts(t *testing.T, name string) map[string][2]string {
	t.Helper()
	file, err := os.Open(name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	table := csv.NewReader(file)
	table.FieldsPerRecord = -1
	rows, err := table.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	found := map[string][2]string{}
	for _, row := range rows {
		if len(row) == 8 {
			found[strings.Join(row[:6], "|")] = [2]string{row[6], row[7]}
		}
	}
	return found
}

// TestEncode expects the snapshots of all minor versions in the text of a component.
func TestEncode(t *testing.T) {
	component := published.Component{Name: "kube-proxy"}
	for _, c := range published.Components() {
		if c.Name == component.Name {
			component = c
		}
	}
	text := testfiles.Read(t, "testdata/kube-proxy.txt")
	apis := map[string]*descriptor.Descriptor{}
	for _, minor := range component.Minors {
		api, err := decode(text, minor)
		if err != nil {
			t.Fatal(err)
		}
		apis[minor] = api
	}
	encoded, err := component.Encode(apis)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(text), string(encoded)); diff != "" {
		t.Errorf("-want +got: %s", diff)
	}
}

// decode returns the descriptor of a minor version in a text that Encode has made. Its lines are sorted, which has what
// is part of a kind or a version after it.
func decode(text []byte, minor string) (*descriptor.Descriptor, error) {
	var found []string
	for line := range strings.Lines(string(text)) {
		between, row, _ := strings.Cut(strings.TrimSpace(line), " ")
		if first, last, _ := strings.Cut(between, "-"); first <= minor && minor <= last {
			found = append(found, row)
		}
	}
	return descriptor.Decode([]byte(`{"$comment": "", "descriptor": 1, "rows": [` + strings.Join(found, ",\n") + "]}"))
}

// TestReleases counts the verdicts on the findings about pairs of releases, with their functions that set defaults.
// The page about breaking changes has the counts.
func TestReleases(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(testfiles.Read(t, "testdata/releases.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	pairs, counts := map[string]bool{}, map[string]int{}
	for _, row := range rows[1:] {
		pairs[strings.Join(row[:3], " ")] = true
		if row[3] != "" {
			counts[row[3]]++
		}
		counts[strings.TrimSpace(row[3]+" "+row[6])]++
	}
	want := fmt.Sprintf("%d pairs of releases: %d of %d errors and %d of %d warnings are right, and %d changes are missed",
		len(pairs), counts["error right"], counts["error"], counts["warning right"], counts["warning"], counts["missed"])
	page := strings.Join(strings.Fields(string(testfiles.Read(t, "../../../docs/breaking.md"))), " ")
	if !strings.Contains(page, want) {
		t.Errorf("docs/breaking.md does not say %q", want)
	}
}
