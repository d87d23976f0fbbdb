package house

import (
	"go/parser"
	"go/token"
	"maps"
	"path"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// stages are the packages that a run passes through, in order, each with the stages that it may import, also through
// other packages. CONTRIBUTING.md draws the way of a flag through them.
var stages = []struct {
	directory string
	uses      []string
}{
	{"internal/load", nil},
	{"internal/model", []string{"internal/load"}},
	{"internal/check", nil},
	{"generators/", []string{"internal/emit"}},
	{"internal/emit", nil},
	{"internal/transaction", nil},
}

// data are the packages with the data that stages pass to each other. They import no stage.
var data = []string{"diag", "internal/markers", "internal/group", "generators"}

// TestDataFlowsOneWay checks that no stage of a run imports another one, except as the table says.
func TestDataFlowsOneWay(t *testing.T) {
	imports := importsOfTool(t)
	for _, directory := range slices.Sorted(maps.Keys(imports)) {
		stage, uses := stageOf(directory)
		if stage == "" && !slices.Contains(data, directory) {
			continue
		}
		for _, other := range slices.Sorted(maps.Keys(reached(imports, directory))) {
			if next, _ := stageOf(other); next != "" && next != stage && !slices.Contains(uses, next) {
				t.Errorf("%s imports %s, so that data flows back", directory, other)
			}
		}
	}
	for _, stage := range stages {
		if !slices.ContainsFunc(slices.Collect(maps.Keys(imports)), func(directory string) bool {
			return strings.HasPrefix(directory, stage.directory)
		}) {
			t.Errorf("there is no package %s", stage.directory)
		}
	}
}

// stageOf returns the stage of a package, and the packages that the stage may import.
func stageOf(directory string) (string, []string) {
	for _, stage := range stages {
		if directory == stage.directory || strings.HasSuffix(stage.directory, "/") &&
			strings.HasPrefix(directory, stage.directory) {
			return stage.directory, stage.uses
		}
	}
	return "", nil
}

// importsOfTool returns the packages of the tool's module that each of them imports, by directory.
func importsOfTool(t *testing.T) map[string][]string {
	t.Helper()
	const module = "github.com/configgen/configgen/"
	imports := map[string][]string{}
	for _, s := range sources(t, publicOrInternal) {
		file, err := parser.ParseFile(token.NewFileSet(), s.path, s.text, parser.ImportsOnly)
		if err != nil {
			t.Fatal(err)
		}
		for _, spec := range file.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				t.Fatal(err)
			}
			directory := path.Dir(s.path)
			imports[directory] = append(imports[directory], strings.TrimPrefix(imported, module))
		}
	}
	return imports
}

func publicOrInternal(file string) bool {
	return path.Ext(file) == ".go" && !strings.HasSuffix(file, "_test.go") && !within(file, "testdata")
}

// reached returns the packages that a package imports, also through others.
func reached(imports map[string][]string, directory string) map[string]bool {
	found := map[string]bool{}
	var visit func(string)
	visit = func(directory string) {
		for _, other := range imports[directory] {
			if !found[other] {
				found[other] = true
				visit(other)
			}
		}
	}
	visit(directory)
	return found
}
