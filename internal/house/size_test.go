package house

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// Sizes that a reader can take in.
const (
	fileLines      = 500
	functionLines  = 80
	testLines      = 120 // A test function may be a long table.
	packageFiles   = 20
	runtimeNames   = 160 // Top-level names that componentconfig and the packages below it export.
	generatedNames = 42  // The same of flagvalue and binding, which generated code imports and people do not.
)

// TestSize limits what people write outside of testdata: the lines of a file and of a function, and the files of a
// package. It refuses init functions, but for the one of the plugin, which golangci-lint demands, and packages named
// after nothing.
func TestSize(t *testing.T) {
	files := map[string]int{}
	for _, s := range sources(t, func(file string) bool { return path.Ext(file) == ".go" && !within(file, "testdata") }) {
		if s.generated() {
			continue
		}
		directory, isTest := path.Dir(s.path), strings.HasSuffix(s.path, "_test.go")
		if !isTest {
			files[directory]++
		}
		if lines := strings.Count(s.text, "\n"); lines > fileLines {
			t.Errorf("%s has %d lines, at most %d are allowed: move a subject of it to a file with its name", s.path, lines,
				fileLines)
		}
		if name := path.Base(directory); slices.Contains([]string{"util", "utils", "common", "helpers"}, name) {
			t.Errorf("%s: name the package after what it does", s.path)
		}
		positions := token.NewFileSet()
		file, err := parser.ParseFile(positions, s.path, s.text, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			if function, ok := declaration.(*ast.FuncDecl); ok {
				checkFunction(t, positions, function)
			}
		}
	}
	for _, directory := range slices.Sorted(maps.Keys(files)) {
		if files[directory] > packageFiles {
			t.Errorf("%s has %d files, not counting tests; at most %d are allowed: join two files about one subject, or "+
				"move a part that has an interface of its own to a package below", directory, files[directory], packageFiles)
		}
	}
}

// numbered matches tests that are named after an entry of a list instead of a behavior.
var numbered = regexp.MustCompile(`^(Test|Fuzz|Benchmark)[A-Z]{1,2}[0-9]+[a-z]?([A-Z_]|$)`)

func checkFunction(t *testing.T, positions *token.FileSet, function *ast.FuncDecl) {
	t.Helper()
	from, to := positions.Position(function.Pos()), positions.Position(function.End())
	name, most := function.Name.Name, functionLines
	if strings.HasSuffix(from.Filename, "_test.go") {
		most = testLines
	}
	if lines := to.Line - from.Line + 1; lines > most {
		t.Errorf("%s: %s has %d lines, at most %d are allowed: give a step of it a name and a function", from, name,
			lines, most)
	}
	if name == "init" && function.Recv == nil && !strings.HasPrefix(from.String(), "lint/golangci/plugin.go:") {
		t.Errorf("%s: write a function that somebody calls instead of init", from)
	}
	if numbered.MatchString(name) {
		t.Errorf("%s: name %s after the behavior that it tests", from, name)
	}
	if !function.Name.IsExported() || most == testLines {
		return
	}
	for _, parameter := range function.Type.Params.List {
		kind, ok := parameter.Type.(*ast.Ident)
		if ok && kind.Name == "bool" {
			t.Errorf("%s: exported %s has a bool parameter, which a caller cannot read", from, name)
		}
	}
}

var member = regexp.MustCompile(`^type .* (struct|interface), `)

// TestRuntimeNames limits the names that the author of a component meets, and those that generated code needs. Types of
// configurations, with the functions that belong to each, are not among them.
func TestRuntimeNames(t *testing.T) {
	forGenerated := []string{"componentconfig/flagvalue", "componentconfig/binding"}
	var names, generated []string
	for directory, surface := range publicPackages(t) {
		for line := range surface {
			kind, _, _ := strings.Cut(line, " ")
			if kind == "method" || member.MatchString(line) || strings.HasPrefix(directory, "componentconfig/manager") {
				continue
			}
			switch line = directory + ": " + line; {
			case slices.Contains(forGenerated, directory):
				generated = append(generated, line)
			case directory == "componentconfig" || strings.HasPrefix(directory, "componentconfig/"):
				names = append(names, line)
			}
		}
	}
	atMost(t, names, runtimeNames)
	atMost(t, generated, generatedNames)
}

func atMost(t *testing.T, names []string, most int) {
	t.Helper()
	if len(names) == 0 {
		t.Error("no exported names found")
	}
	if len(names) > most {
		slices.Sort(names)
		t.Errorf("%d exported names, at most %d are allowed:\n%s", len(names), most, strings.Join(names, "\n"))
	}
}
