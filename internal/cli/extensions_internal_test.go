package cli

import (
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/load"
)

// TestProducedHasAllGeneratedFiles checks that no generated file of the repository would be taken for a file of another
// program.
func TestProducedHasAllGeneratedFiles(t *testing.T) {
	found := 0
	for _, dir := range []string{"../../testdata", "../../examples"} {
		if err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
			stem, generated := strings.CutPrefix(filepath.Base(name), load.GeneratedPrefix)
			if !generated {
				return err
			}
			found++
			if stem, _, _ = strings.Cut(strings.ReplaceAll(stem, "_", "."), "."); !slices.Contains(produced, stem) {
				t.Errorf("%s: %q is not in produced", name, stem)
			}
			return err
		}); err != nil || found == 0 {
			t.Fatal(found, err)
		}
	}
}
