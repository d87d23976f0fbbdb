// Package testfiles writes the files that tests need.
package testfiles

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
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
