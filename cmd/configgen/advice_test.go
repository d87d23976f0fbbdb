package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"go/ast"
	"go/format"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/go/packages"

	"github.com/configgen/configgen"
	"github.com/configgen/configgen/internal/cli"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/rule"
	"github.com/configgen/configgen/internal/scripttest"
	"github.com/configgen/configgen/internal/testfiles"
	"github.com/configgen/configgen/internal/upstream"
	"github.com/configgen/configgen/internal/validationgen"
)

// advised is a finding as other programs read it.
type advised struct {
	File, Severity, Code, Message, Fix string
	Line                               int
	Advice                             []struct {
		Edits   []replacement
		Command []string
	}
}

// replacement is an edit as other programs read it.
type replacement struct {
	File       string
	Start, End int
	New        string
}

// trial is a copy of the sources of a script, with advice followed.
type trial struct {
	script, name string
	files        map[string]string
	// gone is the finding whose advice was followed; nil if all were.
	gone *advised
}

// whole is -whole.
var whole = flag.Bool("whole", false, "follow the advice of the findings of all scripts, not of each fourth one")

// TestAdvice follows each piece of advice of each finding in the scripts of findings, in a copy of the sources for
// each, and the first piece of all findings of a script together. The finding must disappear, without new findings
// except the ones that testdata/advice/follows.txt explains. Sources without findings must compile. Every code has
// advice that can be followed, or a line in testdata/advice/decided.txt with the reason why it has no such advice.
func TestAdvice(t *testing.T) {
	names := scripttest.Names(t)
	if sample := 4; !*whole {
		names = slices.DeleteFunc(names, func(name string) bool { return len(name)%sample != 0 })
	}
	archive := scripttest.Sources(t, names)
	sources := map[string]map[string]string{}
	for _, name := range archive.Names {
		sources[name] = testfiles.Tree(t, filepath.Join(archive.Dir, name))
	}
	before := findingsIn(t, archive.Dir)
	literal, examples := map[string]bool{}, map[string]example{}
	var trials []trial
	for _, name := range slices.Sorted(maps.Keys(sources)) {
		var all []replacement
		for i, finding := range before[name] {
			if examples[finding.Code].bad == "" {
				examples[finding.Code] = exampleOf(finding, finding.File, sources[name], nil)
			}
			for j, advice := range finding.Advice {
				if len(advice.Edits) == 0 {
					continue
				}
				if !literal[finding.Code] {
					file := advice.Edits[0].File
					changed := followed(t, sources[name], advice.Edits)
					examples[finding.Code] = exampleOf(finding, file, sources[name], changed)
				}
				literal[finding.Code] = true
				if j == 0 {
					all = append(all, advice.Edits...)
				}
				files := followed(t, sources[name], advice.Edits)
				if name == "validation-gen" { // which runs once more for each package with a mistake
					own := strings.TrimPrefix(filepath.Dir(finding.File), name+"/")
					maps.DeleteFunc(files, func(file, _ string) bool { return !strings.HasPrefix(file, own+"/") })
				}
				trials = append(trials, trial{name, fmt.Sprintf("%s-%d-%d", name, i, j), files, &before[name][i]})
			}
		}
		if len(all) > 0 && name != "hook-name" { // two functions could be one hook
			trials = append(trials, trial{name, name + "-all", followed(t, sources[name], all), nil})
		}
	}
	checkTrials(t, archive.Dir, before, trials)
	if !*whole {
		return
	}
	recordExamples(t, examples)
	for _, code := range []string{"missing", "orphan", "stale"} { // see TestAdviceOfVerify
		literal[code] = true
	}
	for _, explained := range rule.On(rule.Findings) {
		reason, decided := table(t, "decided.txt")[explained.Code]
		if decided == literal[explained.Code] {
			t.Errorf("%s: a script shows advice with edits: %t; the reason for none in testdata/advice/decided.txt: %q; "+
				"it needs one of the two", explained.Code, literal[explained.Code], reason)
		}
	}
}

// TestAdviceOfVerify runs the commands that verify advises.
func TestAdviceOfVerify(t *testing.T) {
	m := newModule(t, golden)
	m.write("features/features.go", "package features\n\nimport \"k8s.io/component-base/featuregate\"\n\n"+
		"// A is a feature.\n// +feature(stage: alpha, since: \"1.1\")\nconst A featuregate.Feature = \"A\"\n")
	disturb := map[string]func(){
		"missing": func() { removeAll(t, m.dir, "features/zz_generated.*") },
		"stale":   func() { m.write("features/zz_generated.features.go", emit.Header+"\n\npackage features\n") },
		"orphan":  func() { m.write("features/zz_generated.flags.go", emit.Header+"\n\npackage features\n") },
	}
	for _, code := range slices.Sorted(maps.Keys(disturb)) { // missing comes first, and leaves all files
		disturb[code]()
		found := findingsOf(t, m.dir, "verify")["features"]
		if len(found) == 0 || found[0].Code != code || len(found[0].Advice) != 1 {
			t.Fatalf("%s: got %+v", code, found)
		}
		if command := found[0].Advice[0].Command; command[0] != "configgen" {
			t.Errorf("%s: the command is %q", code, command)
		} else if status, output := run(t, m.dir, command[1:]...); status != 0 {
			t.Errorf("%s: %s", code, output)
		}
		if left := findingsOf(t, m.dir, "verify"); len(left) > 0 {
			t.Errorf("%s: left: %+v", code, left)
		}
	}
}

func removeAll(t *testing.T, dir, pattern string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(dir, pattern))
	for _, file := range files {
		err = cmp.Or(err, os.Remove(file))
	}
	if err != nil {
		t.Fatal(err)
	}
}

// checkTrials generates for all trials at once.
func checkTrials(t *testing.T, module string, before map[string][]advised, trials []trial) {
	t.Helper()
	dir := t.TempDir()
	testfiles.Requirements(t, module, dir)
	for _, tr := range trials {
		for name, content := range tr.files {
			content = strings.ReplaceAll(content, "example.com/golden/"+tr.script+"/", "example.com/golden/"+tr.name+"/")
			testfiles.Write(t, filepath.Join(dir, tr.name, name), content)
		}
	}
	after := findingsIn(t, dir)
	follows, seen := table(t, "follows.txt"), map[string]bool{}
	var clean []string
	for _, tr := range trials {
		left := map[string]int{}
		for _, finding := range before[tr.script] {
			left[finding.identity()]++
		}
		var gone string
		if tr.gone != nil {
			gone = tr.gone.identity()
			left[gone]--
		}
		failed := false
		for _, finding := range after[tr.name] {
			failed = failed || finding.Severity == "error"
			id := finding.identity()
			if left[id]--; left[id] >= 0 {
				continue
			}
			key := tr.script + " " + finding.Code
			seen[key] = true
			if id == gone {
				t.Errorf("%s: the finding stays: %s", tr.name, id)
			} else if follows[key] == "" && finding.Severity == "error" {
				t.Errorf("%s: another finding comes, which testdata/advice/follows.txt does not explain: %s:%d: %s", tr.name,
					finding.File, finding.Line, id)
			}
		}
		// Generated code is judged once no group of the module has another mistake, which is below.
		if key := tr.script + " uncompilable"; follows[key] != "" {
			seen[key] = true
		} else if !failed {
			clean = append(clean, "./"+tr.name+"/...")
		}
	}
	for key := range follows {
		if !seen[key] && *whole {
			t.Errorf("%s no longer follows from advice; remove its line", key)
		}
	}
	typesHold(t, dir, clean)
}

// identity returns the part of a finding that is equal in every copy of a script.
func (a advised) identity() string {
	text := lineNumber.ReplaceAllString(a.Message+"; "+a.Fix, "$1")
	return fmt.Sprintf("%s (%s)", text, a.Code)
}

// What differs in copies of a script: the numbers of lines, and the directory of another copy.
var (
	lineNumber = regexp.MustCompile(`(\.go:|\bline )\d+`)
	ofTrial    = regexp.MustCompile(`(example\.com/golden/)[\w-]+-(?:\d+-\d+|all)/`)
)

// findingsIn returns the findings of all packages of a module, by the directories below its root.
func findingsIn(t *testing.T, dir string) map[string][]advised {
	t.Helper()
	return findingsOf(t, dir, "generate")
}

func findingsOf(t *testing.T, dir, command string) map[string][]advised {
	t.Helper()
	var stdout, stderr bytes.Buffer
	env := cli.Environment{Dir: dir, Stdout: &stdout, Stderr: &stderr, Getenv: func(string) string { return "" }}
	cli.Run(context.Background(), env, []string{command, "--no-cache", "--format=json", "./..."},
		configgen.Generators(), upstream.Adapter, validationgen.Adapter)
	var document struct{ Findings []advised }
	if err := json.Unmarshal(stdout.Bytes(), &document); err != nil {
		t.Fatalf("%v in %s%s", err, stdout.String(), stderr.String())
	}
	found := map[string][]advised{}
	for _, f := range document.Findings {
		name, _, _ := strings.Cut(f.File, "/")
		plain := func(text string) string {
			return ofTrial.ReplaceAllString(strings.ReplaceAll(text, name+"/", ""), "$1")
		}
		f.Message, f.Fix = plain(f.Message), plain(f.Fix)
		found[name] = append(found[name], f)
	}
	return found
}

// followed returns files after edits. What two pieces of advice change alike changes once.
func followed(t *testing.T, files map[string]string, edits []replacement) map[string]string {
	t.Helper()
	result := maps.Clone(files)
	edits = slices.Clone(edits)
	slices.SortStableFunc(edits, func(a, b replacement) int { return b.Start - a.Start })
	reached := map[string]int{}
	for i, e := range edits {
		_, name, _ := strings.Cut(e.File, "/")
		content := result[name]
		if end, edited := reached[name]; slices.Contains(edits[:i], e) || edited && e.End > end {
			continue
		}
		if e.End > len(content) {
			t.Fatalf("the edit %+v is outside of the file", e)
		}
		reached[name] = e.Start
		result[name] = content[:e.Start] + e.New + content[e.End:]
	}
	for name := range reached {
		if formatted, err := format.Source([]byte(result[name])); err == nil && strings.HasSuffix(name, ".go") {
			result[name] = string(formatted)
		}
	}
	return result
}

// typesHold expects packages to compile after files were generated for them.
func typesHold(t *testing.T, dir string, patterns []string) {
	t.Helper()
	if status, output := run(t, dir, append([]string{"generate", "--no-cache"}, patterns...)...); status != 0 {
		t.Fatalf("status %d: %s", status, output)
	}
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
		packages.NeedDeps | packages.NeedTypes | packages.NeedSyntax | packages.NeedTypesInfo
	// Types from sources: to compile the packages for export data takes ten times as long.
	loaded, err := packages.Load(&packages.Config{Mode: mode, Dir: dir, ParseFile: withoutForeignBodies(dir)}, patterns...)
	if err != nil {
		t.Fatal(err)
	}
	for _, pkg := range loaded {
		for _, err := range pkg.Errors {
			// The module requires neither the runtime library nor its dependencies.
			if !strings.Contains(err.Msg, "configgen/componentconfig") && !strings.Contains(err.Msg, "configgen/descriptor") {
				t.Errorf("after advice: %v", err)
			}
		}
	}
}

// withoutForeignBodies parses files, and leaves out the bodies of functions outside of a directory.
func withoutForeignBodies(dir string) func(*token.FileSet, string, []byte) (*ast.File, error) {
	return func(fset *token.FileSet, name string, source []byte) (*ast.File, error) {
		file, err := parser.ParseFile(fset, name, source, parser.SkipObjectResolution)
		if file != nil && !strings.HasPrefix(name, dir+string(filepath.Separator)) {
			for _, declaration := range file.Decls {
				if function, ok := declaration.(*ast.FuncDecl); ok {
					function.Body = nil
				}
			}
		}
		return file, err
	}
}

// table reads lines of a key, a colon and a reason.
func table(t *testing.T, name string) map[string]string {
	t.Helper()
	content := testfiles.Read(t, filepath.Join("testdata/advice", name))
	rows := map[string]string{}
	for line := range strings.Lines(string(content)) {
		key, reason, ok := strings.Cut(strings.TrimSpace(line), ": ")
		if !ok || rows[key] != "" {
			t.Fatalf("%s: the line %q", name, line)
		}
		rows[key] = reason
	}
	return rows
}
