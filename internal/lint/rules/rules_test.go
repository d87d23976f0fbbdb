package rules

import (
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/lint"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/reads"
	"github.com/configgen/configgen/internal/rule"
	"github.com/configgen/configgen/internal/testfiles"
)

// TestRules runs each rule on its examples and on the sources in testdata/want. The bad example has findings of the
// rule alone, and the good one has none. A source has findings where, and only where, comments want them.
func TestRules(t *testing.T) {
	dir := t.TempDir()
	module(t, dir)
	session, all := loaded(t, dir)
	fields, err := reads.Load(session, all)
	if err != nil {
		t.Fatal(err)
	}
	for _, g := range all {
		fields.Mark(g)
	}
	groups := byDirectory(t, dir, all)
	for _, value := range All() {
		t.Run(value.Code, func(t *testing.T) { testRule(t, value, dir, groups) })
	}
}

// module writes the examples of all rules and the sources in testdata/want into one module.
func module(t *testing.T, dir string) {
	t.Helper()
	testfiles.Requirements(t, "../../../testdata/golden", dir)
	for _, value := range All() {
		for _, example := range manual(t, value).Examples {
			writeExample(t, filepath.Join(dir, value.Code, example.Label), example)
		}
		archive := testfiles.Archive(t, filepath.Join("testdata/want", value.Code+".txtar"))
		for _, file := range archive.Files {
			testfiles.Write(t, filepath.Join(dir, value.Code, "want", file.Name), file.Data)
		}
	}
}

func testRule(t *testing.T, value rule.Rule, dir string, groups map[string][]*group.Group) {
	found := func(part string, list []rule.Rule) []diag.Diagnostic {
		return lint.Run(groups[value.Code+"/"+part], list, lint.Choice{Enable: []string{value.Code}})
	}
	for _, d := range found("not", All()) {
		if d.Code != value.Code {
			t.Errorf("the bad example has the finding of another rule: %s", d)
		}
	}
	bad := found("not", All())
	if len(bad) == 0 {
		t.Fatal("the bad example has no finding")
	}
	if fixes := len(bad[0].Edits()) > 0; fixes != (value.NoFix == "") {
		t.Errorf("the finding of the bad example has edits: %t", fixes)
	}
	for _, d := range found("but", All()) {
		t.Errorf("the good example has a finding: %s", d)
	}
	if diff := cmp.Diff(wanted(t, filepath.Join(dir, value.Code, "want")),
		lines(found("want", []rule.Rule{value}))); diff != "" {
		t.Errorf("testdata/want/%s.txtar (-want +got): %s", value.Code, diff)
	}
}

// TestFixes applies the edits of all findings to the bad examples and to the sources in testdata/want. After that, no
// rule has edits, the types are as valid as before, and the bad examples of rules with edits have no findings.
func TestFixes(t *testing.T) {
	dir := t.TempDir()
	module(t, dir)
	edits := map[string][]diag.Edit{}
	for _, groups := range described(t, dir) {
		for _, d := range lint.Run(groups, All(), lint.Choice{}) {
			for _, edit := range d.Edits() {
				if !slices.Contains(edits[edit.Filename], edit) {
					edits[edit.Filename] = append(edits[edit.Filename], edit)
				}
			}
		}
	}
	for name, list := range edits {
		content := testfiles.Read(t, name)
		slices.SortStableFunc(list, func(a, b diag.Edit) int { return b.Start - a.Start })
		for _, edit := range list {
			content = slices.Concat(content[:edit.Start], []byte(edit.New), content[edit.End:])
		}
		testfiles.Write(t, name, content)
	}
	fixed := described(t, dir)
	for of, groups := range fixed {
		for _, d := range lint.Run(groups, All(), lint.Choice{}) {
			if len(d.Edits()) > 0 {
				t.Errorf("%s still has edits: %s", of, d)
			}
		}
	}
	for _, value := range All() {
		for _, d := range lint.Run(fixed[value.Code+"/not"], All(), lint.Choice{}) {
			if value.NoFix == "" {
				t.Errorf("%s is not fixed: %s", value.Code, d)
			}
		}
	}
	left := map[string][]string{}
	for code := range authors {
		for _, d := range lint.Run(fixed[code+"/want"], All(), lint.Choice{}) {
			if field, _, _ := strings.Cut(d.Message, " "); d.Code == code {
				left[code] = append(left[code], field)
			}
		}
	}
	if diff := cmp.Diff(authors, left); diff != "" {
		t.Errorf("fields with findings after all corrections (-want +got): %s", diff)
	}
}

// authors are the fields in testdata/want with findings of rules that have edits, but not for them.
var authors = map[string][]string{
	"field-doc": {"Name", "Address"}, "optional-marker": {"User", "Inner.Port"}, "required-default": {"Zone", "Recursive"},
}

// tolerated are the codes of findings that examples may have, and published types.
var tolerated = []string{"dropped-field", "feature-unknown", "no-version", "no-json", "unknown-marker"}

// described returns the groups below each directory of examples.
func described(t *testing.T, dir string) map[string][]*group.Group {
	t.Helper()
	_, groups := loaded(t, dir)
	return byDirectory(t, dir, groups)
}

// loaded returns the groups of a module.
func loaded(t *testing.T, dir string) (*load.Session, []*group.Group) {
	t.Helper()
	session, findings, err := load.Load(t.Context(), load.Request{
		Dir: dir, Patterns: []string{"./..."}, Wanted: markers.Mentions,
	})
	if err != nil {
		t.Fatal(err)
	}
	groups, found := model.Groups(session)
	for _, d := range slices.Concat(findings, found) {
		if !slices.Contains(tolerated, d.Code) {
			t.Errorf("the sources have a mistake: %s", d)
		}
	}
	return session, groups
}

// byDirectory returns groups by the first two directories of their packages.
func byDirectory(t *testing.T, dir string, groups []*group.Group) map[string][]*group.Group {
	t.Helper()
	by := map[string][]*group.Group{}
	for _, g := range groups {
		relative, err := filepath.Rel(dir, g.Package.Dir)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(filepath.ToSlash(relative), "/")
		by[parts[0]+"/"+parts[1]] = append(by[parts[0]+"/"+parts[1]], g)
	}
	return by
}

// writeExample writes the package v1 of an example, or its internal package and v1, and the package main that uses v1.
func writeExample(t *testing.T, dir string, example rule.Example) {
	t.Helper()
	for _, file := range example.Files {
		if file.Name == "" {
			testfiles.Write(t, filepath.Join(dir, "v1", "types.go"), goFile("v1", "", string(file.Data)))
			continue
		}
		of := filepath.Base(filepath.Dir(file.Name))
		if of == "cmd" {
			head := fmt.Sprintf("package main\n\nimport v1 \"example.com/golden/%s/%s/v1\"\n\n"+
				"func answer() {}\n\nfunc waitForLease() {}\n\n",
				filepath.Base(filepath.Dir(dir)), filepath.Base(dir))
			testfiles.Write(t, filepath.Join(dir, file.Name), head+string(file.Data))
			continue
		}
		clause := ""
		if strings.HasPrefix(file.Name, "config/v") {
			clause = fmt.Sprintf("// +k8s:conversion-gen=example.com/golden/%s/%s/config\n",
				filepath.Base(filepath.Dir(dir)), filepath.Base(dir))
		}
		testfiles.Write(t, filepath.Join(dir, file.Name), goFile(of, clause, string(file.Data)))
	}
}

// usual are the imports that examples leave out.
var usual = map[string]string{
	"metav1.":   `metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"`,
	"resource.": `"k8s.io/apimachinery/pkg/api/resource"`,
	"time.":     `"time"`,
}

// structOf matches the declaration of a struct, with a marker above it.
var structOf = regexp.MustCompile(`(?m)(^// \+flags\n)?^type (\w+) struct {\n`)

// goFile returns the file of an example in a package. The first struct without a marker is the root.
func goFile(pkg, clause, example string) string {
	head := clause + "package " + pkg + "\n\n"
	if before, after, ok := strings.Cut(example, head); ok {
		head, example = before+head, after // of an example with a package clause
	}
	for _, found := range structOf.FindAllStringSubmatch(example, -1) {
		if found[1] != "" {
			continue
		}
		doc := fmt.Sprintf("// %s configures the relay.\n", found[2])
		if clause == "" {
			doc += "// +config\n"
		}
		example = strings.Replace(example, found[0], doc+found[0]+"\tmetav1.TypeMeta `json:\",inline\"`\n", 1)
		break
	}
	for _, key := range slices.Sorted(maps.Keys(usual)) {
		if strings.Contains(example, key) {
			head += "import " + usual[key] + "\n"
		}
	}
	return head + example
}

// want matches the comment of a line with findings, whose texts it has in back quotes. With +1 it is about the next
// line, where a marker is.
var want = regexp.MustCompile("// want(\\+1)? ((?:`[^`]*` ?)+)$")

// wanted returns the findings that comments of Go files want, as file:line and a text.
func wanted(t *testing.T, dir string) []string {
	t.Helper()
	var found []string
	for name, content := range testfiles.Tree(t, dir) {
		for number, line := range strings.Split(content, "\n") {
			if match := want.FindStringSubmatch(line); match != nil {
				for _, text := range strings.Split(strings.Trim(strings.TrimSpace(match[2]), "`"), "` `") {
					line := number + 1 + len(match[1])/len("+1")
					found = append(found, path.Base(name)+":"+strconv.Itoa(line)+" "+text)
				}
			}
		}
	}
	if len(found) == 0 {
		t.Error("no comment wants a finding")
	}
	slices.Sort(found)
	return found
}

// lines are findings in the same form.
func lines(findings []diag.Diagnostic) []string {
	var found []string
	for _, d := range findings {
		found = append(found, fmt.Sprintf("%s:%d %s", filepath.Base(d.Position.Filename), d.Position.Line, d.Text()))
	}
	slices.Sort(found)
	return found
}

// TestRuleValues expects that each rule can be explained.
func TestRuleValues(t *testing.T) {
	codes := map[string]bool{}
	for _, value := range All() {
		if codes[value.Code] || value.Source.URL == "" || value.Run == nil || manual(t, value).Quote == "" {
			t.Errorf("the rule %q is incomplete: %+v", value.Code, value)
		}
		codes[value.Code] = true
	}
}

// manual returns the texts about a rule.
func manual(t *testing.T, value rule.Rule) rule.Manual {
	t.Helper()
	all := rule.On(rule.Lint)
	at := slices.IndexFunc(all, func(r rule.Manual) bool { return r.Code == value.Code })
	if at < 0 {
		t.Fatalf("%s needs a section in internal/rule/lint.txtar", value.Code)
	}
	return all[at]
}
