package probe

import (
	"path/filepath"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

// TestVisible follows the rule of the go command for internal packages.
func TestVisible(t *testing.T) {
	for _, row := range []struct {
		imported, from string
		want           bool
	}{
		{"example.com/a/options", "example.com/b", true},
		{"example.com/a/internal/options", "example.com/a/internal/options/configgenadopt", true},
		{"example.com/a/internal/options", "example.com/a/cmd", true},
		{"example.com/a/internal/options", "example.com/ab", false},
		{"example.com/a/internal/x/internal/y", "example.com/a/internal/z", false},
		{"internal/abi", "example.com/a", false},
	} {
		if got := visible(row.imported, row.from); got != row.want {
			t.Errorf("%s from %s: %v", row.imported, row.from, got)
		}
	}
}

// TestSplit separates functions from packages.
func TestSplit(t *testing.T) {
	for _, row := range [][3]string{
		{"example.com/a/options.New", "example.com/a/options", "New"},
		{"gopkg.in/a.v3.New", "gopkg.in/a.v3", "New"},
		{"./options.New", "./options", "New"},
		{"main.New", "main", "New"},
		{"AddFlags", "", "AddFlags"},
	} {
		if pkg, function := split(row[0]); pkg != row[1] || function != row[2] {
			t.Errorf("%s: %q %q", row[0], pkg, function)
		}
	}
}

// TestWithCode expects that a file with another comment alone is not compiled.
func TestWithCode(t *testing.T) {
	dir := t.TempDir()
	name, other := filepath.Join(dir, "a.go"), filepath.Join(dir, "b.go")
	testfiles.Write(t, name, "package a\n\ntype A int\n")
	for content, want := range map[string]int{
		"package a\n\n// +marker\ntype A int\n": 1, "package a\n\ntype A int8\n": 2,
	} {
		overlay := withCode(map[string][]byte{name: []byte(content), other: []byte("package a\n")})
		if len(overlay) != want {
			t.Errorf("%q: %d files have other code, want %d", content, len(overlay), want)
		}
	}
}
