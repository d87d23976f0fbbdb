package breaking_test

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/breaking"
	"github.com/configgen/configgen/internal/configapi"
	"github.com/configgen/configgen/internal/group"
)

var (
	update = flag.Bool("update", false, "record what the rules say of the pairs in testdata")
	edits  = flag.Int("edits", 1000, "the number of random edits")
)

// TestPairs compares the pairs of snapshots in testdata in a version of each track. What the repaired twin changes is
// neither an error nor a warning.
func TestPairs(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatal(files, err)
	}
	levels := map[string]bool{}
	for _, name := range files {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		section := map[string]string{}
		for _, file := range archive.Files {
			section[file.Name] = string(file.Data)
		}
		var got strings.Builder
		for _, version := range []string{"v1alpha1", "v1beta1", "v1"} {
			old, new := snapshot(t, section["old"], version), snapshot(t, section["new"], version)
			for _, change := range findings(breaking.Compare(old, new)) {
				fmt.Fprintf(&got, "%s: %s: %s; %s (%s)\n", version, change.Level, change.Message, change.Fix, change.Rule)
				levels[fmt.Sprint(change.Rule, " ", version, " ", change.Level)] = true
			}
			twin := snapshot(t, section["repaired"], version)
			if found := findings(breaking.Compare(old, twin)); len(found) > 0 {
				t.Errorf("%s in %s: the repaired twin has findings: %v", name, version, found)
			}
		}
		if *update {
			archive.Files[len(archive.Files)-1].Data = []byte(got.String())
			if err := os.WriteFile(name, txtar.Format(archive), 0o666); err != nil {
				t.Fatal(err)
			}
		} else if diff := cmp.Diff(section["want"], got.String()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	for _, rule := range breaking.Rules() {
		for version, level := range map[string]breaking.Level{
			"v1alpha1": rule.Alpha, "v1beta1": rule.Beta, "v1": rule.GA,
		} {
			if rule.Code != "" && levels[fmt.Sprint(rule.Code, " ", version, " ", level)] != (level != breaking.Compatible) {
				t.Errorf("pairs for %s in %s with the level %s: %t", rule.Code, version, level, level == breaking.Compatible)
			}
		}
	}
}

func findings(changes []breaking.Change) []breaking.Change {
	return slices.DeleteFunc(changes, func(c breaking.Change) bool { return c.Rule == "" })
}

func snapshot(t *testing.T, objects, version string) configapi.Snapshot {
	t.Helper()
	lines := strings.Split(strings.TrimSpace(strings.ReplaceAll(objects, "VERSION", version)), "\n")
	s, err := configapi.Decode([]byte(`{"$comment": "", "format": 2, "api": [` + strings.Join(lines, ",\n") + `]}`))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// sample is the snapshot of the sample.
func sample(t testing.TB) configapi.Snapshot {
	t.Helper()
	content, err := os.ReadFile(filepath.Join("../../examples/sampleconfig/apis/config", group.APISnapshotFile))
	if err != nil {
		t.Fatal(err)
	}
	s, err := configapi.Decode(content)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestSameAPI(t *testing.T) {
	if changes := breaking.Compare(sample(t), sample(t)); len(changes) > 0 {
		t.Errorf("got %v", changes)
	}
}

// TestNoEditIsSilent removes, adds and changes objects and facts of the sample's API at random. Each edit is a change
// in both directions.
func TestNoEditIsSilent(t *testing.T) {
	base := sample(t)
	for seed := range *edits {
		random := rand.New(rand.NewPCG(uint64(seed), 17))
		edited, what := edit(random, base)
		there, back := breaking.Compare(base, edited), breaking.Compare(edited, base)
		if len(there) == 0 || len(back) == 0 {
			t.Errorf("edit %d is silent: %s", seed, what)
		}
	}
}

// edit returns a copy of a snapshot with one edit.
func edit(random *rand.Rand, base configapi.Snapshot) (configapi.Snapshot, string) {
	edited := slices.Clone(base)
	at := 1 + random.IntN(len(edited)-1)
	object := edited[at]
	facts := map[string]string{}
	var names []string
	for name, value := range object.Facts {
		facts[name] = value
		names = append(names, name)
	}
	slices.Sort(names)
	edited[at].Facts = facts
	what := fmt.Sprintf("%+v", object.Key)
	switch random.IntN(6) {
	case 0:
		return slices.Delete(edited, at, at+1), "without " + what
	case 1:
		object.Facts = facts
		object.Field = strings.Replace(object.Field, "e", "x", 1)
		object.Setting = strings.Replace(object.Setting, "e", "x", 1)
		object.Flag += "x"
		if object.Flag == "x" {
			object.Flag = ""
		}
		if object.Key == edited[at].Key {
			object.Kind += "x"
		}
		edited[at] = object
		return edited, what + " becomes " + fmt.Sprintf("%+v", object.Key)
	case 2:
		all := []string{"doc", "type", "default", "reload", "os", "path", "secret", "k8s:minimum", "required", "gates",
			"deprecated", "precedence", "values", "moved", "since", "use", "removal", "registers", "allow CB001", "go type",
			"json", "other defaults", "missing library flags", "approved", "anything"}
		name := all[random.IntN(len(all))]
		facts[name] += "1"
		return edited, what + " gets " + name
	case 3:
		name := names[random.IntN(len(names))]
		if len(names) > 1 {
			delete(facts, name)
			return edited, what + " loses " + name
		}
		fallthrough
	default:
		name := names[random.IntN(len(names))]
		facts[name] += "2"
		return edited, what + " has another " + name
	}
}

func TestMarkdown(t *testing.T) {
	changes := []breaking.Change{
		{Rule: "CB001", Level: breaking.Error, Message: "a[*].b_c is gone"},
		{Rule: "CB010", Level: breaking.Warning, Message: "--a is gone"},
		{Level: breaking.Compatible, Message: "--b is new"},
		{Level: breaking.Wording, Message: "--b: doc"},
	}
	want := `## Configuration of relay.config.example.com since v1.3

### Breaking changes

- a[\*].b\_c is gone (CB001)

### Changes to look at

- --a is gone (CB010)

### Compatible changes

- --b is new
`
	if diff := cmp.Diff(want, breaking.Markdown("relay.config.example.com", "v1.3", changes)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if empty := breaking.Markdown("a", "b", nil); !strings.Contains(empty, "No changes.") {
		t.Errorf("got %s", empty)
	}
}

// BenchmarkCompare compares two snapshots as large as the kubelet's.
func BenchmarkCompare(b *testing.B) {
	base := sample(b)
	edited, _ := edit(rand.New(rand.NewPCG(1, 1)), base)
	for b.Loop() {
		breaking.Compare(base, edited)
	}
}
