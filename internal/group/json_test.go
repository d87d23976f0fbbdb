package group_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/generators/binding"
	"github.com/configgen/configgen/generators/featuregates"
	"github.com/configgen/configgen/generators/features"
	"github.com/configgen/configgen/generators/flags"
	"github.com/configgen/configgen/generators/legacydefaults"
	"github.com/configgen/configgen/generators/pathrefs"
	"github.com/configgen/configgen/generators/precedence"
	"github.com/configgen/configgen/generators/validation"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
)

// TestJSON encodes the groups of real modules and decodes them again: the JSON is the same after that, it has nothing
// of this machine in it, and generators make the same files of it.
func TestJSON(t *testing.T) {
	for _, dir := range []string{"../../examples/sampleconfig", "../../testdata/kubelet", "../../testdata/features"} {
		t.Run(filepath.Base(dir), func(t *testing.T) {
			t.Parallel()
			for _, g := range groups(t, dir) {
				g.Declarative = map[string]*group.Declarative{
					g.Package.Path: {Functions: []string{"Validate_Listener"}, Tags: []string{"k8s:minimum"}, Alpha: true},
				}
				text, err := group.Encode(g)
				if err != nil {
					t.Fatal(err)
				}
				decoded, err := group.Decode(text)
				if err != nil {
					t.Fatal(err)
				}
				again, err := group.Encode(decoded)
				if diff := cmp.Diff(string(text), string(again)); diff != "" || err != nil {
					t.Errorf("%s changes (-first +second): %s %v", g.Package.Path, diff, err)
				}
				checkPortable(t, string(text))
				checkFiles(t, g, decoded)
			}
		})
	}
}

func groups(t *testing.T, dir string) []*group.Group {
	t.Helper()
	request := load.Request{Dir: dir, Patterns: []string{"./..."}, Wanted: markers.Mentions}
	session, findings, err := load.Load(t.Context(), request)
	if err != nil || diag.Failed(findings) {
		t.Fatal(err, findings)
	}
	built, findings := model.Groups(session)
	if diag.Failed(findings) || len(built) == 0 {
		t.Fatal(built, findings)
	}
	return built
}

// checkPortable refuses what differs between machines or moves with the lines of the source.
func checkPortable(t *testing.T, text string) {
	t.Helper()
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, word := range []string{filepath.Dir(here), `"position"`, `"Position"`, `"Line"`, `"dir"`, `"Dir"`} {
		if strings.Contains(text, word) {
			t.Errorf("the JSON contains %s", word)
		}
	}
}

// checkFiles compares what generators make of a group and of the same one decoded.
func checkFiles(t *testing.T, g, decoded *group.Group) {
	t.Helper()
	placed := []*group.Package{
		&decoded.Package, &decoded.FlagsPackage, &decoded.ValidationPackage, &decoded.FeaturesPackage,
	}
	dirs := []string{g.Package.Dir, g.FlagsPackage.Dir, g.ValidationPackage.Dir, g.FeaturesPackage.Dir}
	for i, pkg := range placed {
		pkg.Dir = dirs[i]
	}
	for i, flags := range decoded.FlagStructs {
		flags.Package.Dir = g.FlagStructs[i].Package.Dir
	}
	list := []generators.Generator{
		binding.Generator, features.Generator, featuregates.Generator, flags.Generator, legacydefaults.Generator,
		pathrefs.Generator, precedence.Generator, validation.Generator,
	}
	for _, generator := range list {
		want, wanted := generator.Run(generators.NewInput(g))
		got, found := generator.Run(generators.NewInput(decoded))
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s makes other files of %s (-group +decoded): %s", generator.Name, g.Package.Path, diff)
		}
		if diff := cmp.Diff(texts(wanted), texts(found)); diff != "" {
			t.Errorf("%s finds something else in %s (-group +decoded): %s", generator.Name, g.Package.Path, diff)
		}
	}
}

func texts(findings []diag.Diagnostic) []string {
	var all []string
	for _, d := range findings {
		all = append(all, d.Code+": "+d.Text())
	}
	slices.Sort(all)
	return all
}

// TestDecodeRefuses expects an error of a text that is not the JSON form of a group.
func TestDecodeRefuses(t *testing.T) {
	const nowhere = `"package": "", "flagsPackage": "", "validationPackage": ""`
	version := `{"version": "v1", "type": {"kind": "struct"}, "name": "A", "package": ""}`
	gate := `{"fields": [{"type": {"kind": "bool"}, "gates": [{"name": "X", "feature": "f.X"}]}]}`
	for text, want := range map[string]string{
		`{`:                  "unexpected EOF",
		`{"packages": {}}`:   "the member group is missing",
		`{"group": {"a":1}}`: "unknown field",
		`{"group": {"package": "example.com/a"}}`:                    "the package example.com/a is missing",
		`{"group": {` + nowhere + `, "roots": [` + version + `]}}`:   "the version v1 is missing",
		`{"group": {` + nowhere + `, "roots": [` + gate + `]}}`:      "the feature f.X is missing",
		`{"group": {"roots": [{"fields": [{"markers": ["+no"]}]}]}}`: "not a marker that configgen knows",
		`{"group": {"roots": [{"fields": [{"markers": ["no"]}]}]}}`:  "not a marker",
	} {
		if g, err := group.Decode([]byte(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v and the error %v, want %q", text, g, err, want)
		}
	}
}
