//go:build tools

package main

import (
	"bytes"
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestBuildCache expects the same files whether the types of dependencies come from the build cache or, for want of it,
// from source, and nothing compiled in the second case. Export data of a build with -trimpath is not used.
func TestBuildCache(t *testing.T) {
	for _, dir := range []string{"testdata/kubelet", "examples/sampleconfig"} {
		module := absolute(t, "../../"+dir)
		t.Run(dir+" full", func(t *testing.T) {
			ownCache(t)
			goTool(t, module, "linux", "build", "-trimpath=false", "./...")
			verify(t, module)
		})
		t.Run(dir+" empty", func(t *testing.T) {
			ownCache(t)
			dir := t.TempDir()
			t.Setenv("GOCACHE", dir)
			verify(t, module)
			if name := archive(t, dir); name != "" {
				t.Errorf("a package has been compiled: %s", name)
			}
		})
	}
}

// archive returns the name of a compiled package below dir, or empty.
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
