package upstream

import (
	"cmp"
	"encoding/csv"
	"errors"
	"flag"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/testfiles"
)

const scripts = "../../testdata/script/findings"

// saying is a place in the stock tools or their libraries that reports a problem: by the end of the process, a panic, a
// log entry, or an error.
type saying struct{ pkg, function, call, message string }

// generatorsOf is the go.mod that the tests were built with: for the oldest minor, or for the newest.
var generatorsOf = flag.String("generators", "go.mod", "what -modfile names: "+newestGenerators+" for the newest minor")

const newestGenerators = "go.newest.mod"

// row is a line of testdata/complaints.csv: the minor, oldest or newest, if not both have it, a saying, and how users
// can provoke it.
//
//	heard     users can provoke it; the evidence are the scripts in which it is heard and comes out as a finding
//	newest    as heard, by the newest minor; the oldest passes over the tag, which configgen finds by itself
//	shown     users can provoke it; the evidence are scripts that show the finding, made before a tool comes so far, or
//	          needs a module of its own
//	harmless  users can provoke it, and need not know; the evidence is the reason
//	never     no input leads there; the evidence is the reason
//
// What goes wrong without a word has rows of its own.
type row struct {
	minor string
	saying
	how, evidence string
}

// linked reports whether the tools that the tests were built with have it.
func (r row) linked() bool {
	return r.minor == "" || (r.minor == "newest") == (*generatorsOf == newestGenerators)
}

func readRows(t *testing.T) []row {
	t.Helper()
	file, err := os.Open("testdata/complaints.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []row
	for _, r := range records[1:] {
		rows = append(rows, row{r[0], saying{r[1], r[2], r[3], r[4]}, r[5], r[6]})
	}
	return rows
}

// TestComplaintsComplete compares the list of complaints with the source of the linked tools: new complaints of a newer
// release have to be added, and removed ones deleted.
func TestComplaintsComplete(t *testing.T) {
	listed := map[saying]int{}
	for _, row := range readRows(t) {
		if row.pkg != silence && row.linked() {
			listed[row.saying]++
		}
	}
	for _, entry := range sayings(t) {
		if listed[entry]--; listed[entry] < 0 {
			t.Errorf("testdata/complaints.csv lacks %q", entry)
		}
	}
	for entry, more := range listed {
		if more > 0 {
			t.Errorf("testdata/complaints.csv has %q, which nothing says", entry)
		}
	}
}

// silence stands for the package of what goes wrong without a word.
const silence = "(silence)"

// TestComplaintsEvidence expects a script or a reason in every row, and a row for every script.
func TestComplaintsEvidence(t *testing.T) {
	shown := map[string]bool{}
	for _, row := range readRows(t) {
		switch row.how {
		case "heard", "newest", "shown":
			for _, name := range strings.Fields(row.evidence) {
				shown[name] = true
			}
		case "harmless", "never":
		default:
			t.Errorf("%q: what is %q?", row.saying, row.how)
		}
		if row.evidence == "" {
			t.Errorf("%q: there is no evidence", row.saying)
		}
	}
	paths, err := filepath.Glob(filepath.Join(scripts, "upstream-*.txtar"))
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "upstream-"), ".txtar")
		if !shown[name] {
			t.Errorf("no row names %s", name)
		}
		delete(shown, name)
	}
	for name := range shown {
		t.Errorf("there is no script upstream-%s", name)
	}
}

// TestComplaintsHeard runs the tools on the packages of all scripts. It expects each row's complaint in the scripts of
// the row, and none in the package fine.
func TestComplaintsHeard(t *testing.T) {
	heard := hear(t)
	for name, texts := range heard {
		if strings.HasSuffix(name, "/fine") && len(texts) > 0 {
			t.Errorf("in %s: %q", name, texts)
		}
	}
	for _, row := range readRows(t) {
		if row.how != "heard" && (row.how != "newest" || *generatorsOf != newestGenerators) || !row.linked() {
			continue
		}
		pattern := regexp.MustCompile(formatted(row.message))
		for _, name := range strings.Fields(row.evidence) {
			if !slices.ContainsFunc(heard[name], pattern.MatchString) {
				t.Errorf("upstream-%s: not heard: %s\nbut %q", name, row.message, heard[name])
			}
		}
	}
}

// formatted is a pattern for what comes out of a format; an expression stands for anything.
func formatted(message string) string {
	if token.IsIdentifier(message) {
		return ""
	}
	return regexp.MustCompile(`%#?[a-z]`).ReplaceAllLiteralString(regexp.QuoteMeta(strings.TrimSpace(message)), "(?s:.*)")
}

// hear runs the tools on the packages of all scripts, in one module, and returns their complaints by the name of the
// script, with /fine appended for the directory fine.
func hear(t *testing.T) map[string][]string {
	t.Helper()
	dir := moduleOf(t)
	paths, err := filepath.Glob(filepath.Join(scripts, "upstream-*.txtar"))
	if err != nil || len(paths) == 0 {
		t.Fatal(err, paths)
	}
	for _, path := range paths {
		archive := testfiles.Archive(t, path)
		name := strings.TrimSuffix(strings.TrimPrefix(filepath.Base(path), "upstream-"), ".txtar")
		for line := range strings.Lines(string(archive.Comment)) {
			if words := strings.Fields(line); len(words) == 4 && words[0] == "symlink" {
				link := filepath.Join(dir, name, words[1])
				if err := errors.Join(os.MkdirAll(filepath.Dir(link), 0o755), os.Symlink(words[3], link)); err != nil {
					t.Fatal(err)
				}
			}
		}
		for _, file := range archive.Files {
			if strings.HasSuffix(file.Name, ".go") {
				moved := strings.ReplaceAll(string(file.Data), "example.com/golden/", "example.com/golden/"+name+"/")
				testfiles.Write(t, filepath.Join(dir, name, file.Name), moved)
			}
		}
	}
	session, findings, err := load.Load(
		t.Context(), load.Request{Dir: dir, Patterns: []string{"./..."}, Wanted: markers.Mentions},
	)
	if err != nil || diag.Failed(findings) {
		t.Fatal(err, findings)
	}
	groups, _ := model.Groups(session)
	r := newRun(session, groups)
	heard := map[string][]string{}
	for _, g := range groups {
		if diag.Failed(r.findings[g.Package.Path]) {
			continue
		}
		below, err := filepath.Rel(dir, g.Package.Dir)
		if err != nil {
			t.Fatal(err)
		}
		name, directory, _ := strings.Cut(filepath.ToSlash(below), "/")
		if first, _, _ := strings.Cut(directory, "/"); first == "fine" {
			name += "/fine"
		}
		_, failures := r.runTools(g, func(_ tool, _ []string, complaints []complaint) {
			for _, c := range complaints {
				heard[name] = append(heard[name], strings.Join(append([]string{c.text}, c.details...), "\n"))
			}
		})
		if len(failures) > 0 {
			t.Fatal(failures)
		}
	}
	return heard
}

// moduleOf makes a module with the requirements of the golden module.
func moduleOf(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	testfiles.Requirements(t, "../../testdata/golden", dir)
	return dir
}

// sayings lists all that the linked tools may say, sorted. They are made of the packages of two modules.
func sayings(t *testing.T) []saying {
	t.Helper()
	var list []saying
	const format = "{{with .Module}}{{.Path}}{{end}} {{.ImportPath}} {{.Dir}}"
	args := []string{"list", "-modfile", *generatorsOf, "-deps", "-f", format}
	for _, tool := range []string{"deepcopy-gen", "defaulter-gen", "conversion-gen", "register-gen"} {
		args = append(args, "k8s.io/code-generator/cmd/"+tool+"/generators")
	}
	cmd := exec.Command("go", args...)
	cmd.Dir = "../.." // where the files are
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		fields := strings.Fields(line)
		if len(fields) == 3 && (fields[0] == "k8s.io/code-generator" || fields[0] == "k8s.io/gengo/v2") {
			list = append(list, sayingsIn(t, fields[1], fields[2])...)
		}
	}
	slices.SortFunc(list, func(a, b saying) int {
		return cmp.Or(cmp.Compare(a.pkg, b.pkg), cmp.Compare(a.function, b.function), cmp.Compare(a.message, b.message))
	})
	return list
}

// sayingsIn lists the sayings of one package.
func sayingsIn(t *testing.T, pkg, dir string) []saying {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil || len(names) == 0 {
		t.Fatal(err, dir)
	}
	var list []saying
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, decl := range file.Decls {
			function := "(package)"
			if f, ok := decl.(*ast.FuncDecl); ok {
				function = f.Name.Name
			}
			ast.Inspect(decl, func(node ast.Node) bool {
				if call, ok := node.(*ast.CallExpr); ok {
					if name := types.ExprString(call.Fun); speaks(name) {
						list = append(list, saying{pkg, function, name, firstString(call)})
					}
				}
				return true
			})
		}
	}
	return list
}

// speaks reports whether a function ends the process, panics, logs without being asked, or makes an error.
func speaks(name string) bool {
	switch name {
	case "panic", "os.Exit", "fmt.Errorf", "errors.New":
		return true
	}
	for _, logger := range []string{
		"klog.Fatal", "klog.Exit", "klog.Error", "klog.Warning", "klog.Info", "log.Fatal", "log.Panic", "log.Print",
	} {
		if strings.HasPrefix(name, logger) {
			return true
		}
	}
	return false
}

// firstString returns the first string among the arguments of a call, or else its first argument as an expression.
func firstString(call *ast.CallExpr) string {
	if len(call.Args) == 0 {
		return ""
	}
	message := ""
	ast.Inspect(call.Args[0], func(node ast.Node) bool {
		if literal, ok := node.(*ast.BasicLit); ok && literal.Kind == token.STRING && message == "" {
			message, _ = strconv.Unquote(literal.Value) // it has been parsed
			message, _, _ = strings.Cut(message, "\n")
		}
		return true
	})
	return cmp.Or(message, types.ExprString(call.Args[0]))
}
