// Package modeltest tests generators on models that are read from real sources: the golden module, whose recorded
// files are compiled and run by the tests of cmd/configgen, and the scripts of findings. A generator's own tests then
// take less than a second.
package modeltest

import (
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/check"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/scripttest"
)

// golden is the golden module. Tests run in a directory two levels below the repository.
const golden = "../../testdata/golden"

// Golden returns the groups of the golden module, with the results of validation-gen in the recorded files.
func Golden(t *testing.T) []*group.Group {
	t.Helper()
	groups, findings := read(t, golden, "./...")
	if diag.Failed(findings) {
		t.Fatalf("the golden module has findings: %v", findings)
	}
	for _, g := range groups {
		g.Declarative = map[string]*group.Declarative{}
		for _, version := range g.Versions {
			if result := declarative(t, version.Package.Dir); result != nil {
				g.Declarative[version.Package.Path] = result
			}
		}
	}
	return groups
}

// Recorded runs a generator on the groups of the golden module and compares its files with the recorded ones.
func Recorded(t *testing.T, generator generators.Generator) {
	t.Helper()
	compareRecorded(t, generator, Golden(t))
}

// RecordedIn does so on the groups of the module in a directory.
func RecordedIn(t *testing.T, generator generators.Generator, dir string) {
	t.Helper()
	groups, findings := read(t, dir, "./...")
	if diag.Failed(findings) {
		t.Fatalf("the module in %s has findings: %v", dir, findings)
	}
	compareRecorded(t, generator, groups)
}

func compareRecorded(t *testing.T, generator generators.Generator, groups []*group.Group) {
	t.Helper()
	for _, g := range groups {
		if len(g.Generators) > 0 && !slices.Contains(g.Generators, generator.Name) {
			continue
		}
		files, findings := generator.Run(generators.NewInput(g))
		if len(findings) > 0 {
			t.Errorf("%s: findings %v", g.Package.Path, findings)
		}
		for _, file := range files {
			recorded, err := os.ReadFile(filepath.Join(file.Dir, file.Name))
			if err != nil {
				t.Errorf("%v; record it with go test ./cmd/configgen -run Golden -update", err)
				continue
			}
			if difference := cmp.Diff(string(recorded), string(file.Content)); difference != "" && !file.Once {
				t.Errorf("%s of %s (-recorded +generated); record it with go test ./cmd/configgen -run Golden -update:\n%s",
					file.Name, g.Package.Path, difference)
			}
		}
	}
}

// Findings runs a generator on the sources of the scripts that want a finding with one of the given codes, and compares
// its findings with these codes with the findings that the scripts want. The model is built although the sources have
// mistakes, so that the generator must not panic.
func Findings(t *testing.T, generator generators.Generator, codes ...string) {
	t.Helper()
	scripts := scripttest.Extract(t, scripttest.Names(t, "upstream-"))
	var patterns []string
	for name, lines := range scripts.Findings {
		wants := slices.ContainsFunc(lines, func(line string) bool { return slices.Contains(codes, scripttest.CodeOf(line)) })
		if !wants || name == "validation-gen" { // the latter needs the results of the tool for broken sources
			delete(scripts.Findings, name)
			continue
		}
		patterns = append(patterns, "./"+name+"/...")
	}
	groups, found := read(t, scripts.Dir, patterns...)
	found = append(found, check.Groups(groups)...) // rules have some of the codes, too
	for _, g := range groups {
		_, more := generator.Run(generators.NewInput(g))
		found = append(found, more...)
	}
	got := scripts.ByScript(t, found)
	wanted := map[string]bool{}
	for name, all := range scripts.Findings {
		others := func(line string) bool { return !slices.Contains(codes, scripttest.CodeOf(line)) }
		want := slices.DeleteFunc(slices.Clone(all), others)
		have := slices.DeleteFunc(got[name], others)
		for _, line := range want {
			wanted[scripttest.CodeOf(line)] = true
		}
		if slices.Sort(want); !slices.Equal(want, slices.Compact(have)) {
			t.Errorf("%s (-want +got): %s", name, cmp.Diff(want, have))
		}
	}
	for _, code := range codes {
		if !wanted[code] {
			t.Errorf("no script has the finding %s", code)
		}
	}
}

// read builds the groups of the packages in a module that match the patterns.
func read(t *testing.T, dir string, patterns ...string) ([]*group.Group, []diag.Diagnostic) {
	t.Helper()
	session, _, err := load.Load(t.Context(), load.Request{Dir: dir, Patterns: patterns, Wanted: markers.Mentions})
	if err != nil {
		t.Fatal(err)
	}
	return model.Groups(session)
}

// validates matches the functions of validation-gen.
var validates = regexp.MustCompile(`(?m)^func (Validate_\w+)\(`)

// declarative returns the result of validation-gen for a package that has its file; nil for others.
func declarative(t *testing.T, dir string) *group.Declarative {
	t.Helper()
	content, err := os.ReadFile(filepath.Join(dir, "zz_generated.validations.go"))
	if err != nil {
		return nil
	}
	result := &group.Declarative{Alpha: strings.Contains(string(content), "MarkAlpha()")}
	for _, match := range validates.FindAllStringSubmatch(string(content), -1) {
		result.Functions = append(result.Functions, match[1])
	}
	for _, spec := range markers.Vocabulary() {
		if strings.HasPrefix(spec.Name, "k8s:") {
			result.Tags = append(result.Tags, spec.Name)
		}
	}
	return result
}
