package markers_test

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/testfiles"
)

// unfit are the markers that a DNS relay has no use for: it has no field that is not configuration or that only looks
// like a secret, no tool with markers of its own, no functions in other packages, and names of fields without unusual
// initialisms; its history of features starts with the first release, and so do its changes.
var unfit = []string{
	"configgen:skip", "configgen:foreign", "configgen:peers", "configgen:initialisms", "configgen:features",
	"since",
}

// TestSampleHasEveryMarker holds the table in the README of the sample, and its sources, to the vocabulary.
func TestSampleHasEveryMarker(t *testing.T) {
	const sample = "../../examples/sampleconfig"
	readme := testfiles.Read(t, filepath.Join(sample, "README.md"))
	var sources strings.Builder
	err := filepath.WalkDir(sample, func(name string, _ fs.DirEntry, err error) error {
		if err != nil || filepath.Ext(name) != ".go" || strings.HasPrefix(filepath.Base(name), "zz_generated.") {
			return err
		}
		content, err := os.ReadFile(name)
		sources.Write(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, spec := range markers.Vocabulary() {
		if spec.Foreign {
			continue
		}
		name := "+" + spec.Name
		uses := slices.ContainsFunc([]string{name + "=", name + "(", "// " + name + "\n"}, func(text string) bool {
			return strings.Contains(sources.String(), text)
		})
		switch listed := strings.Contains(string(readme), name); {
		case slices.Contains(unfit, spec.Name):
			if uses {
				t.Errorf("examples/sampleconfig uses %s; remove it from unfit in internal/markers/sample_test.go", name)
			}
		case !uses:
			t.Errorf("examples/sampleconfig does not use %s; use it there and list it in its README.md, or, if a DNS relay has "+
				"no use for it, add it to unfit in internal/markers/sample_test.go", name)
		case !listed:
			t.Errorf("examples/sampleconfig uses %s; list it in the table of its README.md", name)
		}
	}
}
