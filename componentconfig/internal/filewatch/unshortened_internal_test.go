package filewatch

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"
)

// TestFollowAboveLink: what is above a link in a path that a user gives is above its target, as the file that is read.
func TestFollowAboveLink(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"a", "b/c"} {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	for _, name := range []string{"a/f.yaml", "b/f.yaml"} {
		if err := os.WriteFile(filepath.Join(dir, name), nil, 0o666); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(dir, "b", "c"), filepath.Join(dir, "a", "link")); err != nil {
		t.Fatal(err)
	}
	want := filepath.Join(dir, "b", "f.yaml")
	if runtime.GOOS == "windows" {
		want = filepath.Join(dir, "a", "f.yaml")
	}
	t.Chdir(dir)
	for _, given := range []string{dir + "/a/link/../f.yaml", "a/link/../f.yaml"} {
		r := &route{directories: map[string]map[string]bool{}}
		if got, ok := r.follow(given); got != want || !ok {
			t.Errorf("%s: got %s, %t, want %s", given, got, ok, want)
		}
	}
}
