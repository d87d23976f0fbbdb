package features

import (
	"cmp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// groupOf is a group with one feature of the given name.
func groupOf(name string) *group.Group {
	stage := &group.Stage{Feature: markers.Feature{Stage: "beta", Since: "1.2", Default: true}}
	feature := &group.Feature{Name: name, Constant: "Odd", Doc: "Odd is odd.", Stages: []*group.Stage{stage}}
	return &group.Group{
		Features: []*group.Feature{
			feature,
		}, FeaturesPackage: group.Package{Path: "example.com/features", Name: "features", Dir: "/x"},
		FeatureHistory: &group.FeatureHistory{File: "/x/" + group.FeatureHistoryFile},
	}
}

// FuzzNames: whatever the name of a feature, it is refused, or written so that its history can be read back and does
// not contradict itself.
func FuzzNames(f *testing.F) {
	for _, name := range []string{"Plain", "dashed-name", "yes", "null", "1e3", "0x10", "", "a b", "a,b", "a=b", "é",
		"\"", "\\", "#", "- x", "\x00", "\xff", "AllAlpha", "\u2028", "true"} {
		f.Add(name)
	}
	f.Fuzz(func(t *testing.T, name string) {
		files, findings := run(generators.NewInput(groupOf(name)))
		if len(findings) > 0 {
			if len(files) > 0 {
				t.Errorf("%q: files beside findings", name)
			}
			return
		}
		history := files[2].Content
		var entries []entry
		if err := yaml.Unmarshal(history, &entries); err != nil || len(entries) != 1 || entries[0].Name != name {
			t.Fatalf("%q reads back as %+v: %v\n%s", name, entries, err, history)
		}
		again := groupOf(name)
		again.FeatureHistory.Content = history
		if _, findings := run(generators.NewInput(again)); len(findings) > 0 {
			t.Errorf("%q: its own history is against it: %v", name, findings)
		}
	})
}

// TestNewestRelease: the history keeps the newest release that was ever named, so that what was released cannot be
// changed by naming an older one, or one that is far ahead.
func TestNewestRelease(t *testing.T) {
	named := func(released, keep, content string) (string, []string) {
		g := groupOf("Plain")
		g.FeatureHistory.Released, g.FeatureHistory.Keep, g.FeatureHistory.Content = released, keep, []byte(content)
		files, findings := run(generators.NewInput(g))
		var texts []string
		for _, f := range findings {
			texts = append(texts, f.Message)
		}
		if len(files) == 0 {
			return "", texts
		}
		return string(files[2].Content), texts
	}
	first, findings := named("1.3", "", "")
	if !strings.Contains(first, "\n# Newest release: 1.3\n") || len(findings) > 0 {
		t.Fatalf("%q, %s", findings, first)
	}
	for _, c := range []struct{ released, keep, want string }{
		{"1.3", "", ""}, {"1.4", "1", ""}, {"1.6", "", ""}, {"2.0", "", ""}, {"", "", ""},
		{"1.2", "", "the newest release goes back from 1.3 to 1.2"},
		{"1.5", "1", "the newest release goes from 1.3 to 1.5, which is more than 1 releases"},
		{"9.9", "", "the newest release goes from 1.3 to 9.9, which is more than 3 releases"},
		{"1.3", "0", `"0" is not a number of releases`},
	} {
		content, findings := named(c.released, c.keep, first)
		if got := strings.Join(findings, "; "); !strings.Contains(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("released %q, keep %q: %q, want %q", c.released, c.keep, got, c.want)
		}
		if c.released == "" && !strings.Contains(content, "# Newest release: 1.3\n") {
			t.Errorf("the newest release is forgotten: %s", content)
		}
	}
}

// FuzzHistory: no bytes in the place of the history make the generator panic, and what cannot be read is a finding at
// a line of that file.
func FuzzHistory(f *testing.F) {
	files, _ := run(generators.NewInput(groupOf("Plain")))
	f.Add(string(files[2].Content))
	for _, text := range []string{"", "[]", "{}", "- name: A", "- 1", "- name: A\n  versionedSpecs: [{}]",
		"- name: A\n  versionedSpecs: [{version: \"1.2\"}]", "<<<<<<< x", "*a", "&a [*a]", "\x00", "--- a\n--- b"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		g := groupOf("Plain")
		g.FeatureHistory.Content = []byte(text)
		_, findings := run(generators.NewInput(g))
		for _, finding := range findings {
			if !strings.HasPrefix(finding.Code, "feature-") ||
				finding.Position.Filename == g.FeatureHistory.File &&
					(finding.Position.Line < 1 || strings.Contains(finding.Message, "\n")) {
				t.Errorf("finding %s", finding)
			}
		}
	})
}

// TestFirstWordAboutReleases: a package that never said what was released cannot let a feature go by naming a release
// far ahead. When the history has the release, an old enough feature may go, and the release after it is remembered.
func TestFirstWordAboutReleases(t *testing.T) {
	const gone = "- name: Gone\n  versionedSpecs:\n  - default: false\n    lockToDefault: false\n" +
		"    preRelease: Deprecated\n    version: \"1.0\"\n"
	g := groupOf("Plain")
	g.FeatureHistory.Released, g.FeatureHistory.Content = "9.9", []byte(gone)
	_, findings := run(generators.NewInput(g))
	if len(findings) != 1 || !strings.Contains(findings[0].Message, "the feature Gone is gone") {
		t.Errorf("%v", findings)
	}
	g = groupOf("Plain")
	g.FeatureHistory.Released, g.FeatureHistory.Content = "1.4", []byte(gone+releasedMark+"1.3\n")
	files, findings := run(generators.NewInput(g))
	if len(findings) > 0 {
		t.Fatal(findings)
	}
	if !strings.Contains(string(files[2].Content), "- name: Gone\n  removed: \"1.5\"\n") ||
		!strings.Contains(string(files[0].Content), `"Gone": version.MajorMinor(1, 5),`) {
		t.Errorf("%s\n%s", files[2].Content, files[0].Content)
	}
}

// TestAdviceAboutFeaturesThatAreGoneLeadsOut follows the advice of each finding about a feature that is gone, step by
// step: the constant is restored, a release is named, the files are generated, and the constant is removed.
func TestAdviceAboutFeaturesThatAreGoneLeadsOut(t *testing.T) {
	const first = "- name: Gone\n  versionedSpecs:\n  - default: true\n    lockToDefault: false\n" +
		"    preRelease: GA\n    version: \"1.3\"\n"
	generate := func(restored bool, released, content string) (string, string) {
		g := groupOf("Plain")
		if restored {
			feature := *g.Features[0]
			feature.Name, feature.Constant = "Gone", "Gone"
			feature.Stages = []*group.Stage{{Feature: markers.Feature{Stage: "ga", Since: "1.3", Default: true}}}
			g.Features = append(g.Features, &feature)
		}
		g.FeatureHistory.Released, g.FeatureHistory.Content = released, []byte(content)
		files, findings := run(generators.NewInput(g))
		if len(findings) > 0 {
			return "", findings[0].Fix
		}
		return string(files[2].Content), ""
	}
	for _, c := range []struct{ released, content, want, named string }{
		{"", first, `restore its constant; once 1.6 is released, use +configgen:features(released: "1.6"), generate, and ` +
			"then delete it", "1.6"},
		{"1.5", first, `restore its constant; once 1.6 is released, use +configgen:features(released: "1.6"), generate, ` +
			"and then delete it", "1.6"},
		{"1.7", first, "restore its constant, generate, which records the release 1.7, and then delete it", "1.7"},
		{"1.4", first + releasedMark + "1.4\n",
			`restore its constant, or, once 1.6 is released, use +configgen:features(released: "1.6")`, ""},
	} {
		content, fix := generate(false, c.released, c.content)
		if content != "" || fix != c.want {
			t.Errorf("released %q: the advice is %q, want %q", c.released, fix, c.want)
			continue
		}
		restored := c.content
		if c.named != "" {
			if restored, fix = generate(true, c.named, c.content); fix != "" {
				t.Errorf("released %q, restored: %s", c.released, fix)
			}
		}
		removed, fix := generate(false, cmp.Or(c.named, "1.6"), restored)
		if fix != "" || !strings.Contains(removed, "- name: Gone\n  removed:") {
			t.Errorf("released %q, removed: %s%s", c.released, fix, removed)
		}
	}
}
