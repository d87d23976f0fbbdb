package plan

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/diff"
	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/adopt/edit"
	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/testfiles"
)

var update = flag.Bool("update", false, "record what is planned")

// TestMake makes the plans of testdata: each file has a module, its observation (observed.json), and the plan.
func TestMake(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(names) == 0 {
		t.Fatal(err, names)
	}
	for _, name := range names {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			t.Parallel()
			archive := testfiles.Archive(t, name)
			got := planned(t, archive)
			at := slices.IndexFunc(archive.Files, func(f txtar.File) bool { return f.Name == "plan" })
			if *update {
				archive.Files[at].Data = got
				testfiles.Write(t, name, txtar.Format(archive))
			}
			if want := archive.Files[at].Data; !bytes.Equal(got, want) {
				t.Errorf("%s", diff.Diff("want", want, "got", got))
			}
		})
	}
}

// observed is the part of a request that a test gives.
type observed struct {
	observe.Observation
	Sources     map[string]Source
	Roots       []markers.Ref
	Defaults    markers.Ref
	Skipped     map[string]Skipped
	Replace     bool
	Legacy      map[string]string
	Packages    []string
	Delegations []Delegation
	Elsewhere   []Elsewhere
	Adopted     map[string][]string
	Decided     map[string]string
}

// planned prints the plan of an archive: the changes of files, and the facts that markers cannot express. It makes the
// plan a second time on the changed files, which must not change them again.
func planned(t *testing.T, archive *txtar.Archive) []byte {
	t.Helper()
	dir := t.TempDir()
	var given observed
	for _, file := range archive.Files {
		testfiles.Write(t, filepath.Join(dir, file.Name), file.Data)
		if file.Name == "observed.json" {
			if err := json.Unmarshal(file.Data, &given); err != nil {
				t.Fatal(err)
			}
		}
	}
	plan, overlay := once(t, dir, given, nil)
	var out bytes.Buffer
	for _, name := range slices.Sorted(maps.Keys(overlay)) {
		old := testfiles.Read(t, name)
		short := strings.TrimPrefix(name, dir+string(filepath.Separator))
		out.Write(diff.Diff(short, old, short, overlay[name]))
	}
	for _, u := range slices.Concat(plan.Unmarked, plan.Notes) {
		fmt.Fprintf(&out, "%s (%s): %s; %s\n", u.Flag, u.Kind, u.Why, u.Do)
	}
	again, second := once(t, dir, given, overlay)
	for name, content := range second {
		if !bytes.Equal(content, overlay[name]) || again.Markers > 0 {
			t.Errorf("the second plan has %d markers: %s", again.Markers, diff.Diff("first", overlay[name], "second", content))
		}
	}
	return out.Bytes()
}

// once makes a plan and returns it with the files that it changes.
func once(t *testing.T, dir string, given observed, overlay map[string][]byte) (*Plan, map[string][]byte) {
	t.Helper()
	session, findings, err := load.Load(t.Context(), load.Request{Dir: dir, Patterns: []string{"./..."}, Overlay: overlay})
	if err != nil || len(findings) > 0 {
		t.Fatal(err, findings)
	}
	plan, err := Make(Request{
		Session: session, Observed: &given.Observation, Sources: given.Sources, Roots: given.Roots,
		Defaults: given.Defaults, Skipped: given.Skipped, Legacy: given.Legacy,
		Packages: given.Packages, Delegations: given.Delegations, Elsewhere: given.Elsewhere, Adopted: given.Adopted,
		Replace: given.Replace, Decided: given.Decided,
	})
	if err != nil {
		t.Fatal(err)
	}
	files := map[string][]byte{}
	for name, list := range plan.Files {
		source, ok := overlay[name]
		if !ok {
			if source, err = os.ReadFile(name); err != nil {
				t.Fatal(err)
			}
		}
		if files[name], err = edit.Apply(name, source, list); err != nil {
			t.Fatal(err)
		}
	}
	return plan, files
}
