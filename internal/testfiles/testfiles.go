// Package testfiles reads and writes the files of tests.
package testfiles

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"golang.org/x/tools/txtar"
)

// Write writes a file, and makes the directories that it is in.
func Write[Text string | []byte](t testing.TB, name string, content Text) {
	t.Helper()
	if err := errors.Join(
		os.MkdirAll(filepath.Dir(name), 0o777), os.WriteFile(name, []byte(content), 0o666),
	); err != nil {
		t.Fatal(err)
	}
}

// Read returns what is in a file.
func Read(t testing.TB, name string) []byte {
	t.Helper()
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// Archive returns the archive in a file.
func Archive(t testing.TB, name string) *txtar.Archive {
	t.Helper()
	return txtar.Parse(Read(t, name))
}

// Copy copies files from one directory to another one.
func Copy(t testing.TB, from, to string, names ...string) {
	t.Helper()
	for _, name := range names {
		Write(t, filepath.Join(to, name), Read(t, filepath.Join(from, name)))
	}
}

// Requirements copies go.mod and go.sum from one module to another one.
func Requirements(t testing.TB, from, to string) {
	t.Helper()
	Copy(t, from, to, "go.mod", "go.sum")
}

// Tree returns what is in the regular files below a directory, by their names with slashes.
func Tree(t testing.TB, dir string) map[string]string {
	t.Helper()
	files, below := map[string]string{}, os.DirFS(dir)
	err := fs.WalkDir(below, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.Type().IsRegular() {
			return err
		}
		content, err := fs.ReadFile(below, name)
		files[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}
