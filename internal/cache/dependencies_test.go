package cache

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

// TestDependenciesKey expects a key that does not change with edits of the main module, and changes with the
// declarations of dependencies.
func TestDependenciesKey(t *testing.T) {
	put := func(name, content string) func(*testing.T, string) {
		return func(t *testing.T, dir string) { testfiles.Write(t, filepath.Join(dir, name), content) }
	}
	for name, test := range map[string]struct {
		change  func(t *testing.T, dir string)
		differs bool
	}{
		"nothing":             {func(*testing.T, string) {}, false},
		"a source":            {put("main/config/types.go", "package config\n\nvar X = 1\n"), false},
		"a new directory":     {put("main/new/new.go", "package new\n"), false},
		"an output":           {put("main/config/zz_generated.a.go", "package other\n"), false},
		"go.mod":              {put("main/go.mod", "module example.com/main\n\ngo 1.26.0\n"), true},
		"go.sum":              {put("main/go.sum", "example.com/third v1.0.0 h1:x=\n"), true},
		"a vendored file":     {put("main/vendor/example.com/third/third.go", "package third\n"), true},
		"a replaced module":   {put("other/other.go", "package other\n\nvar X = 1\n"), true},
		"generated, in there": {put("other/zz_generated.c.go", "package other\n\nvar X = 1\n"), true},
		"its go.mod":          {put("other/go.mod", "module example.com/other\n\ngo 1.26.0\n"), true},
		"a workspace":         {put("go.work", "go 1.26\n\nuse ./main\n"), true},
		"GOFLAGS":             {func(t *testing.T, _ string) { t.Setenv("GOFLAGS", "-tags=x") }, true},
		"GOCACHE":             {func(t *testing.T, _ string) { t.Setenv("GOCACHE", t.TempDir()) }, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := modules(t)
			request := Request{Dir: filepath.Join(dir, "main"), GeneratedPrefix: "zz_generated.", Ours: ours}
			before, err := Dependencies(request)
			if err != nil {
				t.Fatal(err)
			}
			test.change(t, dir)
			after, err := Dependencies(request)
			if err != nil || (after != before) != test.differs {
				t.Errorf("the key differs: %v, want %v (%v)", after != before, test.differs, err)
			}
			if sources, err := Read(request); err != nil || sources.Key == after {
				t.Errorf("the sources have the key of the dependencies (%v)", err)
			}
		})
	}
}

// TestDependenciesOfClones expects the same key in another directory, unless a dependency is replaced with a directory
// beside it.
func TestDependenciesOfClones(t *testing.T) {
	for replace, differs := range map[string]bool{"": false, "\nreplace example.com/other => ../other\n": true} {
		keys := map[Key]bool{}
		for range 2 {
			dir := t.TempDir()
			testfiles.Write(t, filepath.Join(dir, "main/go.mod"), "module example.com/main\n\ngo 1.26\n"+replace)
			testfiles.Write(t, filepath.Join(dir, "other/go.mod"), "module example.com/other\n\ngo 1.26\n")
			key, err := Dependencies(Request{Dir: filepath.Join(dir, "main"), GeneratedPrefix: "zz_generated.", Ours: ours})
			if err != nil {
				t.Fatal(err)
			}
			keys[key] = true
		}
		if (len(keys) == 2) != differs {
			t.Errorf("with %q: %d keys", replace, len(keys))
		}
	}
}

// TestDependenciesUnknowable expects no key where a dependency is compiled with the user's own sources, so that an edit
// would count.
func TestDependenciesUnknowable(t *testing.T) {
	for name, test := range map[string]struct {
		file, content string
		known         bool
	}{
		"nothing":           {"main/go.sum", "example.com/mainly v1.0.0/go.mod h1:x=\n", true},
		"go.sum":            {"main/go.sum", "example.com/main v1.0.0/go.mod h1:x=\n", false},
		"a replaced module": {"other/go.mod", "module example.com/other\n\nrequire example.com/main v1.0.0\n", false},
		"in a block": {
			"other/go.mod", "module example.com/other\n\nrequire (\n\texample.com/main v1.0.0 // indirect\n)\n", false,
		},
		"no go.mod": {"main/go.mod", "", false},
	} {
		t.Run(name, func(t *testing.T) {
			dir := modules(t)
			path := filepath.Join(dir, test.file)
			testfiles.Write(t, path, test.content)
			if test.content == "" {
				if err := os.Remove(path); err != nil {
					t.Fatal(err)
				}
			}
			_, err := Dependencies(Request{Dir: filepath.Join(dir, "main"), GeneratedPrefix: "zz_generated.", Ours: ours})
			if known := err == nil; known != test.known {
				t.Errorf("known: %v, want %v (%v)", known, test.known, err)
			}
		})
	}
}
