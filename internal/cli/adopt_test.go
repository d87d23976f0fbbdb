package cli

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/configgen/configgen/internal/adopt"
)

// TestIsUnchanged has files that somebody writes while adopt runs.
func TestIsUnchanged(t *testing.T) {
	name := filepath.Join(t.TempDir(), "types.go")
	created, changed := adopt.Change{Path: name}, adopt.Change{Path: name, Old: []byte("old")}
	if !isUnchanged(created) || isUnchanged(changed) {
		t.Error("the file is not there")
	}
	for content, same := range map[string]bool{"old": true, "older": false, "": false} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		if isUnchanged(created) || isUnchanged(changed) != same {
			t.Errorf("%q: %v", content, isUnchanged(changed))
		}
	}
}

// TestIsQualified has names of functions with and without a package.
func TestIsQualified(t *testing.T) {
	for name, want := range map[string]bool{
		"example.com/a.New": true, "./a.New": true, "gopkg.in/a.v3.New": true, "a.New": true,
		"New": false, ".New": false, "./a": false, "./a.": false, "example.com/a": false, "": false,
	} {
		if got := isQualified(name); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
