package main

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/testfiles"
)

// refusal is one way in which component-base refuses a table of features when a component starts, from
// testdata/refusals. The comment of the archive is the function with the text that it refuses in, and then why it is
// right, or why no marker leads there; refused.go has the markers that lead there, finding what configgen says of them,
// and accepted.go the same made valid.
type refusal struct {
	name, file         string
	function, text     string
	refused, finding   string
	accepted           string
	archive            *txtar.Archive
	beyondOldComponent bool // it requires component-base v0.35 or later
}

// TestRefusals holds the findings of generator features to component-base, refusal by refusal: the list is the one in
// its source; the markers, taken at their word, are refused by it when the program runs; configgen refuses them before,
// at the line of the marker; and made valid they give a table that the oldest and the newest component-base accept.
func TestRefusals(t *testing.T) {
	refusals := readRefusals(t)
	t.Run("list", func(t *testing.T) { testListOfRefusals(t, refusals) })
	t.Run("findings", func(t *testing.T) { testFindingsOfRefusals(t, refusals) })
	t.Run("newest", func(t *testing.T) { testRefusalsAtRunTime(t, refusals, "../../testdata/golden", false) })
	t.Run("oldest", func(t *testing.T) { testRefusalsAtRunTime(t, refusals, "../../componentconfig", true) })
}

func readRefusals(t *testing.T) []*refusal {
	t.Helper()
	files, err := filepath.Glob("../../testdata/refusals/*.txtar")
	if err != nil {
		t.Fatal(err)
	}
	var refusals []*refusal
	for _, file := range files {
		archive := testfiles.Archive(t, file)
		first, _, _ := strings.Cut(string(archive.Comment), "\n")
		r := &refusal{file: file, name: strings.TrimSuffix(filepath.Base(file), ".txtar"), archive: archive}
		r.function, r.text, _ = strings.Cut(first, ": ")
		for _, section := range archive.Files {
			switch section.Name {
			case "refused.go":
				r.refused = string(section.Data)
			case "finding":
				r.finding = string(section.Data)
			case "accepted.go":
				r.accepted = string(section.Data)
			}
		}
		r.beyondOldComponent = strings.Contains(
			r.accepted, "+featureRequires",
		) || strings.Contains(r.accepted, "minCompatibility")
		refusals = append(refusals, r)
	}
	return refusals
}

// testListOfRefusals compares the list with every fmt.Errorf in the source of the two functions.
func testListOfRefusals(t *testing.T, refusals []*refusal) {
	list := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "k8s.io/component-base")
	list.Dir = absolute(t, golden)
	dir, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	source, err := parser.ParseFile(
		token.NewFileSet(), filepath.Join(strings.TrimSpace(string(dir)), "featuregate", "feature_gate.go"), nil, 0,
	)
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{}
	for _, declaration := range source.Decls {
		function, ok := declaration.(*ast.FuncDecl)
		if !ok || function.Name.Name != "AddVersioned" && function.Name.Name != "AddDependencies" {
			continue
		}
		ast.Inspect(function, func(node ast.Node) bool {
			call, ok := node.(*ast.CallExpr)
			if !ok {
				return true
			}
			if selector, ok := call.Fun.(*ast.SelectorExpr); ok && selector.Sel.Name == "Errorf" {
				text, err := strconv.Unquote(call.Args[0].(*ast.BasicLit).Value)
				if err != nil {
					t.Fatal(err)
				}
				want[function.Name.Name] = append(want[function.Name.Name], text)
			}
			return true
		})
	}
	got := map[string][]string{}
	for _, r := range refusals {
		got[r.function] = append(got[r.function], r.text)
	}
	if len(want["AddVersioned"]) != 18 || len(want["AddDependencies"]) != 7 {
		t.Errorf(
			"component-base has %d and %d refusals, and had 18 and 7", len(want["AddVersioned"]), len(want["AddDependencies"]),
		)
	}
	for function := range want {
		slices.Sort(want[function])
		slices.Sort(got[function])
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("the list differs from component-base (-): %s", diff)
	}
}

// testFindingsOfRefusals generates for all refusals in one run, each in a separate package. With -update, it records
// the findings.
func testFindingsOfRefusals(t *testing.T, refusals []*refusal) {
	module := newModule(t, golden)
	want := map[string]string{}
	for _, r := range refusals {
		if r.refused != "" {
			module.write(r.name+"/features.go", r.refused)
			want[r.name] = r.finding
		} else if !strings.Contains(string(r.archive.Comment), "No marker leads here") {
			t.Errorf("%s: nothing says why no marker leads there", r.name)
		}
	}
	status, output := run(t, module.dir, "generate")
	if status != 1 {
		t.Errorf("status %d, want 1", status)
	}
	got := map[string]string{}
	for line := range strings.Lines(output) {
		name, finding, _ := strings.Cut(line, "/")
		got[name] += finding
	}
	for _, r := range refusals {
		if *update && r.refused != "" {
			r.record(t, got[r.name])
			continue
		}
		if got[r.name] == "" && r.refused != "" {
			t.Errorf("%s: no finding", r.name)
		}
		if diff := cmp.Diff(want[r.name], got[r.name]); diff != "" {
			t.Errorf("%s: %s", r.name, diff)
		}
	}
	if found, _ := filepath.Glob(filepath.Join(module.dir, "*", "zz_generated.*")); len(found) > 0 {
		t.Errorf("files were written: %q", found)
	}
}

// record writes a finding into the file of the refusal.
func (r *refusal) record(t *testing.T, finding string) {
	t.Helper()
	for i, section := range r.archive.Files {
		if section.Name == "finding" {
			r.archive.Files[i].Data = []byte(finding)
		}
	}
	testfiles.Write(t, r.file, txtar.Format(r.archive))
}

// testRefusalsAtRunTime compiles one program, with the component-base that the go.mod in a directory requires, that
// passes each naive table and each generated table to component-base, and prints the results.
func testRefusalsAtRunTime(t *testing.T, refusals []*refusal, requirements string, old bool) {
	module := newModule(t, requirements)
	var imports, calls strings.Builder
	want := map[string]string{} // the result of a table, as a format of fmt.Errorf
	offer := func(kind string, r *refusal, outcome string) {
		name := kind + "/" + r.name
		want[name] = outcome
		fmt.Fprintf(&imports, "\t%s%d %q\n", kind, len(want), "example.com/golden/"+name)
		fmt.Fprintf(&calls, "\tsay(%q, %s%d.Offer)\n", name, kind, len(want))
	}
	for _, r := range refusals {
		if r.refused != "" && !old {
			module.write("refused/"+r.name+"/features.go", naive(t, r.refused))
			offer("refused", r, r.text)
		}
		if !old || !r.beyondOldComponent {
			module.write("accepted/"+r.name+"/features.go", r.accepted)
			module.write("accepted/"+r.name+"/offer.go", offerGenerated)
			offer("accepted", r, "<nil>")
		}
	}
	if status, output := run(t, module.dir, "generate", "./accepted/..."); status != 0 {
		t.Fatalf("what is valid is refused:\n%s", output)
	}
	module.write("main.go", fmt.Sprintf(offerAll, imports.String(), calls.String()))
	program := exec.Command("go", "run", ".")
	program.Dir = module.dir
	output, err := program.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	seen := 0
	for line := range strings.Lines(string(output)) {
		name, got, _ := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		pattern := regexp.MustCompile(`%[qsv]`).ReplaceAllString(regexp.QuoteMeta(want[name]), ".*")
		if !regexp.MustCompile("^" + pattern + "$").MatchString(got) {
			t.Errorf("%s: component-base says %s, want %s", name, got, want[name])
		}
		seen++
	}
	if minimum := 12; seen != len(want) || seen < minimum || !old && seen != 2*len(refusals)-2 {
		t.Errorf("%d of %d tables were given to component-base", seen, len(want))
	}
}

// scratch is a module of its own, example.com/golden.
type scratch struct {
	*testing.T
	dir string
}

// newModule makes a module with the requirements of the module in a directory.
func newModule(t *testing.T, requirements string) *scratch {
	t.Helper()
	m := &scratch{t, t.TempDir()}
	for _, name := range []string{"go.mod", "go.sum"} {
		content := testfiles.Read(t, filepath.Join(requirements, name))
		m.write(name, regexp.MustCompile(`(?m)^module .*$`).ReplaceAllString(string(content), "module example.com/golden"))
	}
	return m
}

func (m *scratch) write(name, content string) {
	m.Helper()
	testfiles.Write(m, filepath.Join(m.dir, name), content)
}
