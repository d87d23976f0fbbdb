//go:build unix

package layers

import (
	"io/fs"
	"os"
	"path/filepath"
	"testing"
)

// TestTrustAboveLink: as root, the directory that is judged is the one that the file is read from.
func TestTrustAboveLink(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a", "b/c"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a/f.yaml", "b/f.yaml"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "b", "c"), filepath.Join(dir, "a", "link")); err != nil {
		t.Fatal(err)
	}
	if err := os.Chmod(filepath.Join(dir, "b"), 0o777); err != nil {
		t.Fatal(err)
	}
	r := &Reader{euid: func() int { return 0 }, ownerOf: func(fs.FileInfo) (uid, gid int, ok bool) { return 0, 0, true }}
	if err := untrusted(r.judge(), dir+"/a/link/../f.yaml"); err == nil {
		t.Error("a file in a directory that everyone can change is read as root")
	}
	if err := untrusted(r.judge(), dir+"/a/f.yaml"); err != nil {
		t.Error(err)
	}
}
