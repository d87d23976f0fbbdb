package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestBuildCache expects the same files whether the types of dependencies come from the build cache or, for want of it,
// from source, and nothing compiled in the second case.
func TestBuildCache(t *testing.T) {
	module := absolute(t, "../../testdata/kubelet")
	t.Run("full", func(t *testing.T) {
		goTool(t, module, "linux", "build", "./...")
		verify(t, module)
	})
	t.Run("empty", func(t *testing.T) {
		dir := t.TempDir()
		t.Setenv("GOCACHE", dir)
		verify(t, module)
		if name := archive(t, dir); name != "" {
			t.Errorf("a package has been compiled: %s", name)
		}
	})
}

// archive is the name of a compiled package below dir, or empty.
func archive(t *testing.T, dir string) string {
	t.Helper()
	found := ""
	err := filepath.WalkDir(dir, func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(name)
		if bytes.HasPrefix(content, []byte("!<arch>\n")) {
			found = name
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}
