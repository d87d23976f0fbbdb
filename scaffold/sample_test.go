package scaffold_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/configgen/configgen/scaffold"
)

// sample is the component that people learn from. It could have come out of init and init version.
const sample = "../examples/sampleconfig"

// relay is the request that the sample could have come from.
func relay(version string) scaffold.Component {
	return scaffold.Component{
		Group: "relay.config.configgen.dev", Kind: "RelayConfiguration", Module: "github.com/configgen/configgen/examples/sampleconfig",
		Version: version, FlagsStruct: "RelayFlags", ToolVersion: "v0.0.0",
	}.WithDefaults()
}

// TestSampleLayout holds the files of the group in the sample to those that init writes: the same names in the same places, the same
// package clauses, and the same exported names in the files that only connect others.
func TestSampleLayout(t *testing.T) {
	// What the repository has for all its modules, or a test of the sample's own does.
	elsewhere := []string{"go.mod", "Makefile", ".pre-commit-config.yaml", ".github/", "tools/", "config/", "hack/", "apis/config/scheme/testdata/", "cmd/relay/main_test.go"}
	for _, version := range []string{"v1alpha1", "v1beta1"} {
		files, err := relay(version).Files()
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			if slices.ContainsFunc(elsewhere, func(prefix string) bool { return strings.HasPrefix(file.Path, prefix) }) {
				continue
			}
			content, err := os.ReadFile(filepath.Join(sample, file.Path))
			if err != nil {
				t.Errorf("init writes %s, and the sample has no such file", file.Path)
				continue
			}
			if strings.HasSuffix(file.Path, ".go") {
				sameShape(t, file.Path, content, file.Content)
			}
		}
	}
}

// sameShape compares the package clause of two files, and all declarations of those that only connect others.
func sameShape(t *testing.T, path string, got, want []byte) {
	t.Helper()
	connecting := []string{"register.go", "scheme.go", "scheme_test.go"}
	var lines []string
	for line := range strings.Lines(string(want)) {
		name, isPackage := strings.CutPrefix(line, "package ")
		declares := slices.Contains(connecting, filepath.Base(path)) && (strings.HasPrefix(line, "func addKnownTypes") || strings.HasPrefix(line, "func New") ||
			strings.HasPrefix(line, "func addDefaultingFuncs") || strings.HasPrefix(line, "func TestRoundTrip") || strings.HasPrefix(line, "const GroupName"))
		marks := strings.HasPrefix(line, "// +k8s:") || strings.HasPrefix(line, "// +groupName")
		if isPackage && name != "" || declares || marks {
			lines = append(lines, line)
		}
	}
	for _, line := range lines {
		if !strings.Contains(string(got), line) {
			t.Errorf("%s of the sample has no line %q, which init writes", path, line)
		}
	}
}

// TestPins holds the versions that init requires to those that the sample is tested with.
func TestPins(t *testing.T) {
	content, err := os.ReadFile(filepath.Join(sample, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	tested, err := modfile.Parse("go.mod", content, nil)
	if err != nil {
		t.Fatal(err)
	}
	versions := map[string]string{}
	for _, r := range tested.Require {
		versions[r.Mod.Path] = r.Mod.Version
	}
	fresh, err := relay("v1alpha1").Require([]byte("module example.com/relay\n"))
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
	if want := relay("v1alpha1").GoVersion(); tested.Go.Version != want {
		t.Errorf("init writes go %s, and the sample go %s", want, tested.Go.Version)
	}
}
