package build

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/rogpeppe/go-internal/txtar"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/markers"
)

// scripts has a script for each finding, with sources that get it and sources beside them that do not.
const scripts = "../../testdata/script/findings"

// codes are those of the findings of this package. Each of them occurs in a script.
var codes = []string{
	"conflicting-marker", "embedded-field", "feature-package", "feature-stage", "feature-type",
	"feature-unknown", "flag-value", "flags-from", "generic-type", "import-cycle", "legacy-default", "marker-in-version",
	"misplaced-marker", "nested-root", "no-json", "no-type-meta", "no-version", "output-package", "recursive-type",
	"root-in-version", "root-type", "shared-marker", "subfield-path", "third-party-flag", "type-error", "unexported-field",
	"unreached-marker", "unsupported-type", "usage-from",
}

// elsewhere matches findings of other packages that have one of these codes.
var elsewhere = regexp.MustCompile(`the legacy default of|exists once for each element|internal to another directory`)

// TestFindings builds the groups of all scripts, in one module, and compares the findings with what the scripts want. What
// other packages find in them is left to these.
func TestFindings(t *testing.T) {
	wanted := extract(t)
	session, _, err := load.Load(t.Context(), load.Request{
		Dir: wanted.dir, Patterns: []string{"./..."}, Wanted: markers.Mentions,
	})
	if err != nil {
		t.Fatal(err)
	}
	_, findings := Groups(session)
	got, found := wanted.byScript(t, findings), map[string]bool{}
	for name, all := range wanted.findings {
		got[name] = slices.DeleteFunc(got[name], func(line string) bool { // a finding of package markers
			return !slices.Contains(codes, codeOf(line)) && slices.Contains(all, line)
		})
		want := slices.DeleteFunc(slices.Clone(all), func(line string) bool {
			return !slices.Contains(codes, codeOf(line)) || elsewhere.MatchString(line)
		})
		for _, line := range want {
			found[codeOf(line)] = true
		}
		if slices.Sort(want); !slices.Equal(want, got[name]) {
			t.Errorf("%s (-want +got): %s", name, cmp.Diff(want, got[name]))
		}
	}
	for _, code := range codes {
		if !found[code] {
			t.Errorf("no script has the finding %s", code)
		}
	}
}

func codeOf(line string) string {
	return strings.TrimSuffix(line[strings.LastIndexByte(line, '(')+1:], ")")
}

// archive are the extracted scripts, with the findings that they want, by name.
type archive struct {
	dir      string
	findings map[string][]string
}

// extract writes the sources of all scripts that do nothing but generate into one module, each into a directory of its own.
func extract(t *testing.T) archive {
	t.Helper()
	all := archive{dir: t.TempDir(), findings: map[string][]string{}}
	for _, name := range []string{"go.mod", "go.sum"} {
		copyFile(t, filepath.Join("../../testdata/golden", name), filepath.Join(all.dir, name))
	}
	paths, err := filepath.Glob(filepath.Join(scripts, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal(err, paths)
	}
	for _, path := range paths {
		script, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		if !strings.HasPrefix(name, "upstream-") && generatesOnly(script) {
			all.add(t, name, script)
		}
	}
	return all
}

// generatesOnly reports whether a script runs nothing but configgen generate ./... in the module that all scripts share.
func generatesOnly(script *txtar.Archive) bool {
	for line := range strings.Lines(string(script.Comment)) {
		line = strings.TrimSpace(line)
		usual := []string{"", "! exec configgen generate ./...", "! stdout .", "cmp stderr want"}
		comment := strings.HasPrefix(line, "#") || strings.HasPrefix(line, "! exists ")
		if !comment && !slices.Contains(usual, line) {
			return false
		}
	}
	return !slices.ContainsFunc(script.Files, func(f txtar.File) bool { return filepath.Base(f.Name) == "go.mod" })
}

func (a archive) add(t *testing.T, name string, script *txtar.Archive) {
	t.Helper()
	for _, file := range script.Files {
		text := string(file.Data)
		if file.Name == "want" {
			a.findings[name] = strings.Split(strings.TrimSpace(text), "\n")
			continue
		}
		path := filepath.Join(a.dir, name, file.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		text = strings.ReplaceAll(text, "example.com/golden/", "example.com/golden/"+name+"/")
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}

// byScript are findings as the scripts want them.
func (a archive) byScript(t *testing.T, findings []diag.Diagnostic) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, d := range findings {
		below, err := filepath.Rel(a.dir, d.Position.Filename)
		if err != nil {
			t.Fatal(err)
		}
		name, file, _ := strings.Cut(filepath.ToSlash(below), "/")
		d.Position.Filename = file
		line := strings.ReplaceAll(d.String(), "example.com/golden/"+name, "example.com/golden")
		all[name] = append(all[name], line)
	}
	for name := range maps.Keys(all) {
		slices.Sort(all[name])
	}
	return all
}

func copyFile(t *testing.T, from, to string) {
	t.Helper()
	content, err := os.ReadFile(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(to, content, 0o644); err != nil {
		t.Fatal(err)
	}
}
