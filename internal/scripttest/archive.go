package scripttest

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/testfiles"
)

// findings has a script for each finding, with sources that get it and sources beside them that do not. Tests run in a
// directory two levels below the repository.
const findings = "../../testdata/script/findings"

// CodeOf returns the code of a finding's line.
func CodeOf(line string) string {
	return strings.TrimSuffix(line[strings.LastIndexByte(line, '(')+1:], ")")
}

// Archive is scripts of findings, with their sources in one module and the findings that they want by the name of the
// script.
type Archive struct {
	// Dir is the directory of the module.
	Dir string
	// Names are the names of the scripts.
	Names []string
	// Findings are the lines that each script wants.
	Findings map[string][]string
	// Absent are the files that must not exist after each script.
	Absent map[string][]string
}

// Names returns the names of the scripts of findings, except names that begin with a prefix in without.
func Names(t *testing.T, without ...string) []string {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(findings, "*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal(err, paths)
	}
	var names []string
	for _, path := range paths {
		name := strings.TrimSuffix(filepath.Base(path), ".txtar")
		if !slices.ContainsFunc(without, func(prefix string) bool { return strings.HasPrefix(name, prefix) }) {
			names = append(names, name)
		}
	}
	return names
}

// Extract writes the sources of the named scripts that only generate into one module, each into a separate directory.
func Extract(t *testing.T, names []string) Archive {
	t.Helper()
	return extract(t, names, generatesOnly)
}

// Sources does the same for scripts that generate first, whatever commands follow.
func Sources(t *testing.T, names []string) Archive {
	t.Helper()
	return extract(t, names, func(script *txtar.Archive) bool {
		first := regexp.MustCompile(`(?m)^[^#\n].*`).FindString(string(script.Comment))
		return strings.Contains(first, "exec configgen generate ") && !ownModule(script)
	})
}

func extract(t *testing.T, names []string, wanted func(*txtar.Archive) bool) Archive {
	t.Helper()
	all := Archive{Dir: t.TempDir(), Findings: map[string][]string{}, Absent: map[string][]string{}}
	testfiles.Requirements(t, "../../testdata/golden", all.Dir)
	for _, name := range names {
		script := testfiles.Archive(t, filepath.Join(findings, name+".txtar"))
		if wanted(script) {
			all.Names = append(all.Names, name)
			all.add(t, name, script)
		}
	}
	return all
}

// generatesOnly reports whether a script runs nothing but configgen generate ./... in the module that all scripts
// share.
func generatesOnly(script *txtar.Archive) bool {
	for line := range strings.Lines(string(script.Comment)) {
		line = strings.TrimSpace(line)
		usual := []string{"", "! exec configgen generate ./...", "! stdout .", "cmp stderr want"}
		comment := strings.HasPrefix(line, "#") || strings.HasPrefix(line, "! exists ")
		if !comment && !slices.Contains(usual, line) {
			return false
		}
	}
	return !ownModule(script)
}

// ownModule reports whether the sources of a script are a module of their own.
func ownModule(script *txtar.Archive) bool {
	return slices.ContainsFunc(script.Files, func(f txtar.File) bool { return filepath.Base(f.Name) == "go.mod" })
}

func (a Archive) add(t *testing.T, name string, script *txtar.Archive) {
	t.Helper()
	for line := range strings.Lines(string(script.Comment)) {
		if file, absent := strings.CutPrefix(strings.TrimSpace(line), "! exists "); absent {
			a.Absent[name] = append(a.Absent[name], file)
		}
	}
	for _, file := range script.Files {
		text := string(file.Data)
		if file.Name == "want" {
			a.Findings[name] = strings.Split(strings.TrimSpace(text), "\n")
			continue
		}
		text = strings.ReplaceAll(text, "example.com/golden/", "example.com/golden/"+name+"/")
		testfiles.Write(t, filepath.Join(a.Dir, name, file.Name), text)
	}
}

// Present returns the first of the files that must not exist after a script but do; empty if all is well.
func (a Archive) Present(name string) string {
	for _, file := range a.Absent[name] {
		if _, err := os.Lstat(filepath.Join(a.Dir, name, file)); err == nil {
			return file
		}
	}
	return ""
}

// Lines returns printed findings, whose positions are relative to the directory of the module, by the name of the
// script and as the scripts want them.
func (a Archive) Lines(output string) map[string][]string {
	all := map[string][]string{}
	for line := range strings.Lines(output) {
		name, _, _ := strings.Cut(line, "/")
		line = strings.ReplaceAll(strings.TrimSpace(line), "example.com/golden/"+name, "example.com/golden")
		all[name] = append(all[name], strings.ReplaceAll(line, name+"/", ""))
	}
	return all
}

// ByScript returns findings as the scripts want them, by the name of the script.
func (a Archive) ByScript(t *testing.T, found []diag.Diagnostic) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, d := range found {
		below, err := filepath.Rel(a.Dir, d.Position.Filename)
		if err != nil {
			t.Fatal(err)
		}
		name, file, _ := strings.Cut(filepath.ToSlash(below), "/")
		d.Position.Filename = file
		line := strings.ReplaceAll(d.String(), "example.com/golden/"+name, "example.com/golden")
		line = strings.ReplaceAll(line, filepath.ToSlash(filepath.Join(a.Dir, name))+"/", "")
		all[name] = append(all[name], line)
	}
	for name := range maps.Keys(all) {
		slices.Sort(all[name])
	}
	return all
}
