package cache

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// world is a module with a nested module, a replaced one beside it, and all that counts or does not.
func world(t *testing.T) string {
	t.Helper()
	t.Setenv("GOWORK", "")
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOENV", "off")
	dir := t.TempDir()
	for name, content := range map[string]string{
		"main/go.mod":                     "module example.com/main\n\nrequire example.com/other v1.0.0\n\nreplace example.com/other => ../other\n",
		"main/go.sum":                     "",
		"main/config/types.go":            "package config\n",
		"main/config/types_test.go":       "package config\n",
		"main/config/zz_generated.a.go":   "package config\n",
		"main/testdata/zz_generated.b.go": "package config\n",
		"main/nested/go.mod":              "module example.com/nested\n",
		"main/nested/nested.go":           "package nested\n",
		"main/README.md":                  "text\n",
		"other/go.mod":                    "module example.com/other\n",
		"other/other.go":                  "package other\n",
		"other/zz_generated.c.go":         "package other\n",
		"elsewhere/elsewhere.go":          "package elsewhere\n",
	} {
		write(t, filepath.Join(dir, name), content)
	}
	return dir
}

func write(t *testing.T, name, content string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(content), 0o644); err != nil {
		t.Fatal(err)
	}
}

// ours takes files without a comment for configgen's.
func ours(content []byte) bool { return !bytes.Contains(content, []byte("//")) }

func readSources(t *testing.T, dir string) *Sources {
	t.Helper()
	sources, err := Read(Request{Dir: filepath.Join(dir, "main"), Patterns: []string{"./..."}, GeneratedPrefix: "zz_generated.", Ours: ours})
	if err != nil {
		t.Fatal(err)
	}
	return sources
}

func TestKey(t *testing.T) {
	appendTo := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			content, err := os.ReadFile(filepath.Join(dir, name))
			if err != nil {
				t.Fatal(err)
			}
			write(t, filepath.Join(dir, name), string(content)+"// more\n")
		}
	}
	create := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) { write(t, filepath.Join(dir, name), "package x\n") }
	}
	remove := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	set := func(name, value string) func(*testing.T, string) {
		return func(t *testing.T, _ string) { t.Setenv(name, value) }
	}
	for name, test := range map[string]struct {
		change  func(t *testing.T, dir string)
		differs bool
	}{
		"nothing":  {func(*testing.T, string) {}, false},
		"a source": {appendTo("main/config/types.go"), true},
		"a test":   {appendTo("main/config/types_test.go"), false},
		"a text":   {appendTo("main/README.md"), false},
		"an output": {func(t *testing.T, dir string) {
			write(t, filepath.Join(dir, "main/config/zz_generated.a.go"), "package other\n")
		}, false},
		"an output become another's":   {appendTo("main/config/zz_generated.a.go"), true},
		"a generated history":          {create("main/config/zz_generated.features.yaml"), true},
		"an output deleted":            {remove("main/config/zz_generated.a.go"), false},
		"a source deleted":             {remove("main/config/types.go"), true},
		"a file in a folder":           {create("main/config/more.go"), true},
		"a new folder":                 {create("main/new/new.go"), true},
		"a nested module":              {appendTo("main/nested/nested.go"), false},
		"go.mod":                       {appendTo("main/go.mod"), true},
		"go.sum":                       {create("main/go.sum"), true},
		"a replaced module":            {appendTo("other/other.go"), true},
		"generated, in a replaced one": {appendTo("other/zz_generated.c.go"), true},
		"a folder of nobody's":         {appendTo("elsewhere/elsewhere.go"), false},
		"a workspace":                  {func(t *testing.T, dir string) { write(t, filepath.Join(dir, "go.work"), "go 1.26\n\nuse ./main\n") }, true},
		"GOFLAGS":                      {set("GOFLAGS", "-tags=x"), true},
		"GOTOOLCHAIN":                  {set("GOTOOLCHAIN", "go1.99"), true},
		"another variable":             {set("EDITOR", "ed"), false},
		"a renamed source": {func(t *testing.T, dir string) {
			if err := os.Rename(filepath.Join(dir, "main/config/types.go"), filepath.Join(dir, "main/config/kinds.go")); err != nil {
				t.Fatal(err)
			}
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := world(t)
			before := readSources(t, dir).Key
			test.change(t, dir)
			if differs := readSources(t, dir).Key != before; differs != test.differs {
				t.Errorf("the key differs: %v, want %v", differs, test.differs)
			}
		})
	}
}

// TestKeyOfRequest expects that all parts of a request count, and that none can be taken for another.
func TestKeyOfRequest(t *testing.T) {
	dir := filepath.Join(world(t), "main")
	seen := map[Key]string{}
	for name, request := range map[string]Request{
		"plain":        {Dir: dir, Patterns: []string{"./..."}, GeneratedPrefix: "zz_generated.", Ours: ours},
		"two patterns": {Dir: dir, Patterns: []string{"./...", "./config"}, GeneratedPrefix: "zz_generated.", Ours: ours},
		"joined":       {Dir: dir, Patterns: []string{"./... ./config"}, GeneratedPrefix: "zz_generated.", Ours: ours},
		"option":       {Dir: dir, Patterns: []string{"./..."}, Options: []string{"./config"}, GeneratedPrefix: "zz_generated.", Ours: ours},
		"below":        {Dir: filepath.Join(dir, "config"), Patterns: []string{"./..."}, GeneratedPrefix: "zz_generated.", Ours: ours},
	} {
		sources, err := Read(request)
		if err != nil {
			t.Fatal(err)
		}
		if other, taken := seen[sources.Key]; taken {
			t.Errorf("%s and %s have one key", name, other)
		}
		seen[sources.Key] = name
	}
}

func TestGenerated(t *testing.T) {
	dir := world(t)
	want := []string{filepath.Join(dir, "main/config/zz_generated.a.go")}
	if diff := cmp.Diff(want, readSources(t, dir).Generated); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestUnknowable expects an error where a run may read what cannot be found without the go command.
func TestUnknowable(t *testing.T) {
	for name, prepare := range map[string]func(t *testing.T, dir string){
		"modfile": func(t *testing.T, _ string) { t.Setenv("GOFLAGS", "-modfile=other.mod") },
		"overlay": func(t *testing.T, _ string) { t.Setenv("GOFLAGS", "-overlay=o.json") },
		"driver":  func(t *testing.T, _ string) { t.Setenv("GOPACKAGESDRIVER", "driver") },
		"GOPATH":  func(t *testing.T, _ string) { t.Setenv("GO111MODULE", "off") },
		"symlink": func(t *testing.T, dir string) {
			if err := os.Symlink(filepath.Join(dir, "elsewhere"), filepath.Join(dir, "main/link")); err != nil {
				t.Fatal(err)
			}
		},
		"no module": func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, "main/go.mod")); err != nil {
				t.Fatal(err)
			}
		},
		"no go command": func(t *testing.T, _ string) { t.Setenv("PATH", "") },
	} {
		t.Run(name, func(t *testing.T) {
			dir := world(t)
			prepare(t, dir)
			if _, err := Read(Request{Dir: filepath.Join(dir, "main"), Patterns: []string{"./..."}, GeneratedPrefix: "zz_generated.", Ours: ours}); err == nil {
				t.Error("there is a key")
			}
		})
	}
}
