package validationgen

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// TestGraph expects another name for whatever decides on what the tool is made of, and no trust where versions do not tell all.
func TestGraph(t *testing.T) {
	for name, test := range map[string]struct {
		file, content string
		env           goEnv
		other, told   bool
	}{
		"nothing":        {told: true},
		"no workspace":   {env: goEnv{GOWORK: "off"}, told: true},
		"go.mod":         {file: "go.mod", content: "module x\n\ngo 1.26.1\n", other: true, told: true},
		"go.sum":         {file: "go.sum", content: "x\n", other: true, told: true},
		"another go":     {env: goEnv{GOVERSION: "go1.99"}, other: true, told: true},
		"a tag":          {env: goEnv{GOFLAGS: "-tags=x"}, other: true, told: true},
		"another go.mod": {env: goEnv{GOFLAGS: "-modfile=x.mod"}, other: true},
		"an overlay":     {env: goEnv{GOFLAGS: "-overlay=x.json"}, other: true},
		"a workspace":    {env: goEnv{GOWORK: "/go.work"}},
		"vendored":       {file: "vendor/modules.txt", content: "x\n"},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			put := func(file, content string) {
				path := filepath.Join(dir, file)
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			put("go.mod", "module x\n")
			put("go.sum", "")
			w := &workshop{goEnv: goEnv{GOMOD: filepath.Join(dir, "go.mod"), GOVERSION: "go1.26"}}
			before, told := w.graph()
			if !told {
				t.Fatal("nothing can be told")
			}
			if test.file != "" {
				put(test.file, test.content)
			}
			test.env.GOMOD = w.goEnv.GOMOD
			if test.env.GOVERSION == "" {
				test.env.GOVERSION = w.goEnv.GOVERSION
			}
			w.goEnv = test.env
			if after, told := w.graph(); after != before != test.other || told != test.told {
				t.Errorf("another name: %v, want %v; told: %v, want %v", after != before, test.other, told, test.told)
			}
		})
	}
}

// TestReleased tells programs of released modules from those with sources that may change, and from what is no program.
func TestReleased(t *testing.T) {
	dir := t.TempDir()
	program := filepath.Join(dir, "program")
	if err := os.WriteFile(filepath.Join(dir, "text"), []byte("text"), 0o755); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", program, "golang.org/x/tools/cmd/stringer").CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	own, err := os.Executable() // which is of this module
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]bool{program: true, own: false, filepath.Join(dir, "text"): false, filepath.Join(dir, "missing"): false} {
		if got := released(path); got != want {
			t.Errorf("%s: %v, want %v", path, got, want)
		}
	}
}
