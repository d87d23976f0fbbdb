package reads

import (
	"bytes"
	"encoding/csv"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/testfiles"
)

// TestUnread compares the unread fields of a module with the fields that have the comment "unread".
func TestUnread(t *testing.T) {
	dir := t.TempDir()
	archive := testfiles.Archive(t, "testdata/relay.txtar")
	var want []string
	for _, file := range archive.Files {
		testfiles.Write(t, filepath.Join(dir, file.Name), file.Data)
		for line := range strings.Lines(string(file.Data)) {
			if before, unread := strings.CutSuffix(strings.TrimSpace(line), "// unread"); unread {
				want = append(want, strings.Fields(before)[0])
			}
		}
	}
	fields := unread(t, dir)
	slices.Sort(want)
	slices.Sort(fields)
	if diff := cmp.Diff(want, fields); diff != "" {
		t.Errorf("unread fields (-want +got): %s", diff)
	}
}

// unread returns the first words of the lines with the unread fields of package config in a module.
func unread(t *testing.T, dir string) []string {
	t.Helper()
	session, _, err := load.Load(t.Context(), load.Request{Dir: dir, Patterns: []string{"./config"}})
	if err != nil {
		t.Fatal(err)
	}
	of := &group.Field{Package: "example.com/relay/config"}
	fields, err := Load(session, []*group.Group{{Roots: []*group.Root{{Fields: []*group.Field{of}}}}})
	if err != nil {
		t.Fatal(err)
	}
	var places []place
	for at, unread := range fields.unread {
		if unread {
			places = append(places, at)
		}
	}
	slices.SortFunc(places, func(a, b place) int { return a.line - b.line })
	var names []string
	for _, at := range places {
		content, err := os.ReadFile(at.file)
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, strings.Fields(strings.Split(string(content), "\n")[at.line-1][at.column-1:])[0])
	}
	return names
}

// TestComponents checks the record of the findings about the sample and ten other components: each component has a
// planted field that was found, and at least 95 of 100 findings are right. A row of components.csv is a component, its
// source, the configuration, the field, the verdict (true, disputed, planted, or unknown for a planted field that was
// not found), and the reason.
func TestComponents(t *testing.T) {
	rows, err := csv.NewReader(bytes.NewReader(testfiles.Read(t, "testdata/components.csv"))).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	planted := map[string]bool{}
	right, judged := 0, 0
	for _, row := range rows[1:] {
		switch row[4] {
		case "planted":
			planted[row[0]] = true
		case "true":
			right, judged = right+1, judged+1
		case "disputed":
			judged++
		case "unknown":
		default:
			t.Errorf("%s of %s has the verdict %q", row[3], row[0], row[4])
		}
	}
	if len(planted) < 11 || right*100 < judged*95 {
		t.Errorf("planted fields in %d components, %d of %d findings are right", len(planted), right, judged)
	}
}
