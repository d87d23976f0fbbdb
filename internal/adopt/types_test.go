package adopt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/source"
)

// TestTypes expects that a root which is not there is refused: without it, its flags would stay by hand in silence.
func TestTypes(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod": "module example.com/a\n\ngo 1.26\n",
		"a.go": "package a\n\ntype Options struct{ Configuration }\n\ntype Configuration struct{ A string }\n\n" +
			"type Alias = Configuration\n\nfunc New() *Options { return nil }\n",
		"b/b.go": "package b\n\ntype Configuration struct{ A string }\n",
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, known := range map[string]bool{
		"example.com/a.Configuration": true, "example.com/a.Alias": true,
		"example.com/a.Configuraton": false, "example.com/a.New": false, "./b.Configuration": true, "./b.New": false,
		"Configuration": false,
	} {
		theirs := &observe.Observation{Type: "example.com/a.Options"}
		c := &component{Request: Request{Dir: dir, Types: []string{name}}, theirs: theirs}
		if err := c.loadTypes(t.Context()); (err == nil) != known ||
			err != nil && !strings.HasPrefix(err.Error(), "no type "+name+" in this module; ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// TestReadOf expects the content of files when they were read, although they have changed since.
func TestReadOf(t *testing.T) {
	dir := t.TempDir()
	names := map[string]string{}
	write := func(content string) {
		for _, name := range []string{"go.mod", "marked.go", "edited.go", "generated.go"} {
			text := "package a // " + content + "\n"
			if names[name] = filepath.Join(dir, name); name == "go.mod" {
				text = "module example.com/a // " + content + "\n\ngo 1.26\n"
			}
			if err := os.WriteFile(names[name], []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
	write("old")
	overlay := map[string][]byte{names["marked.go"]: []byte("package a\n"), names["generated.go"]: []byte("package a\n")}
	request := source.Request{Dir: dir, Overlay: overlay, Packages: []string{"example.com/a"}}
	module, err := source.Load(t.Context(), request)
	if err != nil {
		t.Fatal(err)
	}
	w := &draft{marks: []Change{{Path: names["marked.go"], Old: []byte("package a // old\n")}}}
	write("new")
	want := map[string]string{
		names["marked.go"]: "package a // old\n", names["edited.go"]: "package a // old\n",
		names["generated.go"]: "package a // new\n", filepath.Join(dir, "missing.go"): "",
	}
	after := map[string][]byte{}
	for name := range want {
		after[name] = []byte("package a // after\n")
	}
	overlay[filepath.Join(dir, "missing.go")] = nil
	if err := setChanges(w, module, overlay, after); err != nil || len(w.Changes) != len(want) {
		t.Fatal(w.Changes, err)
	}
	for _, c := range w.Changes {
		if got := string(c.Old); got != want[c.Path] || (c.Old == nil) != (got == "") {
			t.Errorf("%s: got %q, want %q", filepath.Base(c.Path), got, want[c.Path])
		}
	}
}
