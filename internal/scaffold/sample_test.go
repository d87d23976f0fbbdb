package scaffold_test

import (
	"bytes"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/modfile"

	"github.com/configgen/configgen/internal/scaffold"
	"github.com/configgen/configgen/internal/testfiles"
)

// sample is the component that people learn from. It could have come out of init and init version.
const sample = "../../examples/sampleconfig"

// relay is the request that the sample could have come from.
func relay() scaffold.Component {
	return scaffold.Component{
		Group: "relay.config.configgen.dev", Kind: "RelayConfiguration",
		Module:  "github.com/configgen/configgen/examples/sampleconfig",
		Version: "v1alpha1", FlagsStruct: "RelayFlags", ToolVersion: "v0.0.0",
	}.WithDefaults()
}

// elsewhere are the files that the repository has once for all its modules; TestPins compares the versions in go.mod.
var elsewhere = []string{"go.mod", "Makefile", ".gitignore", ".pre-commit-config.yaml", ".github/", "tools/", "hack/"}

// TestSampleLayout compares the sample with the output of init and init version: the same files in the same places.
// Files that only connect others are equal word by word; the rest have the same package clauses, package markers, and
// names and markers of their declarations.
func TestSampleLayout(t *testing.T) {
	exact := regexp.MustCompile(
		`^apis/config/(register|v1alpha1/register|v1beta1/register|scheme/scheme|scheme/scheme_test)\.go$`,
	)
	compared := 0
	for _, file := range twoVersions(t) {
		if slices.ContainsFunc(elsewhere, func(prefix string) bool { return strings.HasPrefix(file.Path, prefix) }) {
			continue
		}
		content, err := os.ReadFile(filepath.Join(sample, file.Path))
		switch {
		case err != nil:
			t.Errorf("init writes %s, and the sample has no such file", file.Path)
		case exact.MatchString(file.Path):
			compared++
			// The sample's program has an article, a second root, and types whose values are not random.
			got := strings.NewReplacer("the relay's", "relay's", ", &RelayInstanceConfiguration{}", "",
				"Values: values, ", "").Replace(string(content))
			if diff := cmp.Diff(string(file.Content), got); diff != "" {
				t.Errorf("%s of the sample is not as init writes it (-): %s", file.Path, diff)
			}
		case strings.HasSuffix(file.Path, ".go"):
			sameShape(t, file.Path, bytes.ReplaceAll(content, []byte("docs/config"), []byte("docs/relay")), file.Content)
		}
	}
	if compared != 5 {
		t.Errorf("%d files were compared word by word, not 5", compared)
	}
}

// twoVersions are the files that init writes, and init version after it.
func twoVersions(t *testing.T) []scaffold.File {
	t.Helper()
	component := relay()
	files, err := component.Files()
	if err != nil {
		t.Fatal(err)
	}
	step := scaffold.Step{
		From: "v1alpha1", To: "v1beta1", InternalPackage: component.Import(),
		FromImport: component.Import() + "/v1alpha1", ToImport: component.Import() + "/v1beta1",
	}
	for i, file := range slices.Clone(files) {
		to := strings.ReplaceAll(file.Path, "v1alpha1", "v1beta1")
		switch {
		case strings.HasSuffix(file.Path, "/scheme.go"):
			files[i].Content, err = step.Register(file.Path, file.Content)
		case to == file.Path:
		case strings.HasSuffix(to, ".go"):
			file.Content, err = step.Source(file.Path, file.Content)
			files = append(files, scaffold.File{Path: to, Content: file.Content})
		default:
			files = append(files, scaffold.File{Path: to, Content: step.Fixture(file.Content)})
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// sameShape expects a file to have the package clause, the package markers and the declarations of another. The program
// is the sample's own.
func sameShape(t *testing.T, path string, got, want []byte) {
	t.Helper()
	there := shape(t, path, got)
	for _, line := range shape(t, path, want) {
		if strings.HasPrefix(path, "cmd/") && line != "package main" && line != "func main" {
			continue
		}
		if !slices.Contains(there, line) {
			t.Errorf("%s of the sample has no line %q, which init writes", path, line)
		}
	}
}

// shape is a file without function bodies: the package and its markers, functions, and types with their markers.
func shape(t *testing.T, path string, content []byte) []string {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), path, content, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	lines := []string{"package " + file.Name.Name}
	marks := func(of string, doc *ast.CommentGroup) {
		for line := range strings.Lines(doc.Text()) {
			if strings.HasPrefix(line, "+") {
				lines = append(lines, of+": "+strings.TrimSpace(line))
			}
		}
	}
	marks("package", file.Doc)
	for _, declaration := range file.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			lines = append(lines, "func "+d.Name.Name)
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if declared, ok := spec.(*ast.TypeSpec); ok {
					lines = append(lines, "type "+declared.Name.Name)
					marks(declared.Name.Name, d.Doc)
				}
			}
		}
	}
	return lines
}

// TestPins compares the versions that init requires with the versions that the sample is tested with.
func TestPins(t *testing.T) {
	content := testfiles.Read(t, filepath.Join(sample, "go.mod"))
	tested, err := modfile.Parse("go.mod", content, nil)
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	for _, r := range tested.Require {
		versions[r.Mod.Path] = r.Mod.Version
	}
	fresh, err := relay().Require([]byte("module example.com/relay\n"))
	if err != nil {
		t.Fatal(err)
	}
	written, err := modfile.Parse("go.mod", fresh, nil)
	if err != nil {
		t.Fatal(err)
	}
	if len(written.Require) < 5 {
		t.Errorf("init requires only %d modules", len(written.Require))
	}
	for _, r := range written.Require {
		if strings.HasPrefix(r.Mod.Path, "github.com/configgen/") {
			continue
		}
		if versions[r.Mod.Path] != r.Mod.Version {
			t.Errorf("init requires %s, and the sample %s", r.Mod, versions[r.Mod.Path])
		}
	}
	if want := goVersion(t); tested.Go.Version != want {
		t.Errorf("init writes go %s, and the sample go %s", want, tested.Go.Version)
	}
}

// goVersion is the Go that init writes to go.mod.
func goVersion(t *testing.T) string {
	t.Helper()
	files, err := relay().Files()
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if file.Path != "go.mod" {
			continue
		}
		written, err := modfile.Parse(file.Path, file.Content, nil)
		if err != nil {
			t.Fatal(err)
		}
		return written.Go.Version
	}
	t.Fatal("init writes no go.mod")
	return ""
}
