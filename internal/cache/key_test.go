package cache

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/testfiles"
)

// modules returns a module with a nested module, a replaced one beside it, and all that counts or does not.
func modules(t *testing.T) string {
	t.Helper()
	t.Setenv("GOWORK", "")
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOENV", "off")
	dir := t.TempDir()
	for name, content := range map[string]string{
		"main/go.mod": "module example.com/main\n\nrequire example.com/other v1.0.0\n\n" +
			"replace example.com/other => ../other\n",
		"main/go.sum":                        "",
		"main/config/types.go":               "package config\n",
		"main/config/types_test.go":          "package config\n",
		"main/config/zz_generated.a.go":      "package config\n",
		"main/testdata/zz_generated.b.go":    "package config\n",
		"main/nested/go.mod":                 "module example.com/nested\n",
		"main/nested/nested.go":              "package nested\n",
		"main/README.md":                     "text\n",
		"other/go.mod":                       "module example.com/other\n",
		"other/other.go":                     "package other\n",
		"other/zz_generated.c.go":            "package other\n",
		"elsewhere/elsewhere.go":             "package elsewhere\n",
		"main/config/zz_generated.others.go": "// Others.\npackage config\n",
		"main/config/types_windows.go":       "package config\n",
		"elsewhere/linked.go":                "package config\n",
	} {
		testfiles.Write(t, filepath.Join(dir, name), content)
	}
	if err := os.Symlink(
		filepath.Join(dir, "elsewhere/linked.go"), filepath.Join(dir, "main/config/linked.go"),
	); err != nil {
		t.Fatal(err)
	}
	return dir
}

// ours takes files without a comment for configgen's.
func ours(content []byte) bool { return !bytes.Contains(content, []byte("//")) }

func readSources(t *testing.T, dir string) *Sources {
	t.Helper()
	sources, err := Read(
		Request{Dir: filepath.Join(dir, "main"), Patterns: []string{"./..."}, GeneratedPrefix: "zz_generated.", Ours: ours},
	)
	if err != nil {
		t.Fatal(err)
	}
	return sources
}

func TestKey(t *testing.T) {
	appendTo := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			content := testfiles.Read(t, filepath.Join(dir, name))
			testfiles.Write(t, filepath.Join(dir, name), string(content)+"// more\n")
		}
	}
	create := func(name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) { testfiles.Write(t, filepath.Join(dir, name), "package x\n") }
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
			testfiles.Write(t, filepath.Join(dir, "main/config/zz_generated.a.go"), "package other\n")
		}, false},
		"an output become another's":   {appendTo("main/config/zz_generated.a.go"), true},
		"a generated history":          {create("main/config/zz_generated.features.yaml"), true},
		"an output deleted":            {remove("main/config/zz_generated.a.go"), false},
		"a source deleted":             {remove("main/config/types.go"), true},
		"a file in a directory":        {create("main/config/more.go"), true},
		"a new directory":              {create("main/new/new.go"), true},
		"a nested module":              {appendTo("main/nested/nested.go"), false},
		"go.mod":                       {appendTo("main/go.mod"), true},
		"go.sum":                       {create("main/go.sum"), true},
		"a replaced module":            {appendTo("other/other.go"), true},
		"generated, in a replaced one": {appendTo("other/zz_generated.c.go"), true},
		"a directory of nobody's":      {appendTo("elsewhere/elsewhere.go"), false},
		"another's output changes": {func(t *testing.T, dir string) {
			testfiles.Write(t, filepath.Join(dir, "main/config/zz_generated.others.go"), "// More of others.\npackage config\n")
		}, true},
		"a file of another system": {appendTo("main/config/types_windows.go"), true},
		"a linked source":          {appendTo("elsewhere/linked.go"), true},
		"a vendored file":          {create("main/vendor/example.com/third/third.go"), true},
		"a workspace": {
			func(t *testing.T, dir string) {
				testfiles.Write(t, filepath.Join(dir, "go.work"), "go 1.26\n\nuse ./main\n")
			}, true,
		},
		"GOFLAGS":     {set("GOFLAGS", "-tags=x"), true},
		"GOTOOLCHAIN": {set("GOTOOLCHAIN", "go1.99"), true},
		"GOOS":        {set("GOOS", "windows"), true},
		"CGO_ENABLED": {set("CGO_ENABLED", "0"), true},
		"go env -w": {func(t *testing.T, dir string) {
			testfiles.Write(t, filepath.Join(dir, "env"), "GOFLAGS=-tags=x\n")
			t.Setenv("GOENV", filepath.Join(dir, "env"))
		}, true},
		"the line of go generate": {set("GOLINE", "12"), false},
		"the file of go generate": {set("GOFILE", "doc.go"), false},
		"another variable":        {set("EDITOR", "ed"), false},
		"a renamed source": {func(t *testing.T, dir string) {
			if err := os.Rename(
				filepath.Join(dir, "main/config/types.go"), filepath.Join(dir, "main/config/kinds.go"),
			); err != nil {
				t.Fatal(err)
			}
		}, true},
	} {
		t.Run(name, func(t *testing.T) {
			dir := modules(t)
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
	dir := filepath.Join(modules(t), "main")
	seen := map[Key]string{}
	for name, request := range map[string]Request{
		"plain":        {Dir: dir, Patterns: []string{"./..."}, GeneratedPrefix: "zz_generated.", Ours: ours},
		"two patterns": {Dir: dir, Patterns: []string{"./...", "./config"}, GeneratedPrefix: "zz_generated.", Ours: ours},
		"joined":       {Dir: dir, Patterns: []string{"./... ./config"}, GeneratedPrefix: "zz_generated.", Ours: ours},
		"option": {
			Dir: dir, Patterns: []string{"./..."}, Options: []string{"./config"}, GeneratedPrefix: "zz_generated.", Ours: ours,
		},
		"variable": {
			Dir: dir, Patterns: []string{"./..."}, Env: []string{"GOWORK=off"}, GeneratedPrefix: "zz_generated.", Ours: ours,
		},
		"below": {
			Dir: filepath.Join(dir, "config"), Patterns: []string{"./..."}, GeneratedPrefix: "zz_generated.", Ours: ours,
		},
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

// TestGenerated expects the state of the files that runs write, and of no other files.
func TestGenerated(t *testing.T) {
	dir := modules(t)
	testfiles.Write(t, filepath.Join(dir, "main/config/zz_generated.history.yaml"), "a: b\n")
	want := map[string]string{
		filepath.Join(dir, "main/config/zz_generated.a.go"):   Sum([]byte("package config\n")),
		filepath.Join(dir, "main/testdata/zz_generated.b.go"): Sum([]byte("package config\n")),
	}
	if diff := cmp.Diff(want, readSources(t, dir).Generated); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestLinkedModule expects a module that is reached by a link to be read as any other, under the names that it is
// reached by.
func TestLinkedModule(t *testing.T) {
	dir := modules(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(dir, "main"), filepath.Join(dir, "short")); err != nil {
		t.Fatal(err)
	}
	for _, at := range []string{filepath.Join(link, "main"), filepath.Join(dir, "short")} {
		request := Request{Dir: at, Patterns: []string{"./..."}, GeneratedPrefix: "zz_generated.", Ours: ours}
		before, err := Read(request)
		if err != nil {
			t.Fatal(err)
		}
		if name := filepath.Join(at, "config/zz_generated.a.go"); before.Generated[name] == "" {
			t.Errorf("%s is missing in %v", name, before.Generated)
		}
		testfiles.Write(t, filepath.Join(at, "config/types.go"), "package config\n\n// At "+at+".\n")
		if after, err := Read(request); err != nil || after.Key == before.Key {
			t.Errorf("%s: an edit does not count (%v)", at, err)
		}
	}
}

// TestPrograms expects builds of a program to differ that have the same size and time, as in images that are built
// reproducibly.
func TestPrograms(t *testing.T) {
	begin := time.Date(2020, 1, 1, 0, 0, 0, 0, time.UTC)
	path := filepath.Join(t.TempDir(), "tool")
	identity := func(content string) string {
		testfiles.Write(t, path, content)
		if err := os.Chtimes(path, begin, begin); err != nil {
			t.Fatal(err)
		}
		h := sha256.New()
		if err := hashProgram(h, "tool", path); err != nil {
			t.Fatal(err)
		}
		return string(h.Sum(nil))
	}
	one, other := identity("build 1"), identity("build 2")
	if one == other || one != identity("build 1") {
		t.Error("two builds are taken for one, or one for two")
	}
}

// TestWorkspaceVendor expects the key to depend on the vendor directory beside the file of a workspace.
func TestWorkspaceVendor(t *testing.T) {
	dir := modules(t)
	testfiles.Write(t, filepath.Join(dir, "go.work"), "go 1.26\n\nuse ./main\n")
	request := Request{
		Dir: filepath.Join(dir, "main"), Patterns: []string{"./..."}, GeneratedPrefix: "zz_generated.", Ours: ours,
	}
	seen := map[Key]bool{}
	for i, content := range []string{"", "package third\n", "package third\n\nvar X = 1\n"} {
		if content != "" {
			testfiles.Write(t, filepath.Join(dir, "vendor/example.com/third/third.go"), content)
		}
		for _, key := range []func() (Key, error){
			func() (Key, error) { return Dependencies(request) },
			func() (Key, error) { sources, err := Read(request); return sources.Key, err },
		} {
			found, err := key()
			if err != nil || seen[found] {
				t.Errorf("step %d: the key is one of before, or there is none: %v", i, err)
			}
			seen[found] = true
		}
	}
}

// TestWorkspaceSetting expects the workspace that go env -w names to replace the workspace around the module.
func TestWorkspaceSetting(t *testing.T) {
	for name, setting := range map[string]string{"off": "off", "another": "other.work"} {
		t.Run(name, func(t *testing.T) {
			dir := modules(t)
			testfiles.Write(t, filepath.Join(dir, "go.work"), "go 1.26\n\nuse ./elsewhere\n")
			testfiles.Write(t, filepath.Join(dir, "elsewhere/go.mod"), "module example.com/elsewhere\n")
			testfiles.Write(t, filepath.Join(dir, "other.work"), "go 1.26\n\nuse ./main\n")
			if setting != "off" {
				setting = filepath.Join(dir, setting)
			}
			testfiles.Write(t, filepath.Join(dir, "env"), "GOWORK="+setting+"\n")
			t.Setenv("GOENV", filepath.Join(dir, "env"))
			before := readSources(t, dir).Key
			testfiles.Write(t, filepath.Join(dir, "elsewhere/elsewhere.go"), "package elsewhere\n\nvar X = 1\n")
			edited := readSources(t, dir).Key
			if edited != before {
				t.Error("a module that is not in the workspace counts")
			}
			testfiles.Write(t, filepath.Join(dir, "main/config/types.go"), "package config\n\nvar X = 1\n")
			if readSources(t, dir).Key == edited {
				t.Error("the module does not count")
			}
		})
	}
}

// TestUnusable expects an error if a run may read files that cannot be found without the go command. The error has a
// reason unless the run itself fails.
func TestUnusable(t *testing.T) {
	link := func(target, name string) func(*testing.T, string) {
		return func(t *testing.T, dir string) {
			if err := os.Symlink(filepath.Join(dir, target), filepath.Join(dir, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	for name, test := range map[string]struct {
		prepare func(t *testing.T, dir string)
		reason  string
	}{
		"modfile": {func(t *testing.T, _ string) { t.Setenv("GOFLAGS", "-modfile=other.mod") }, "GOFLAGS has -modfile"},
		"overlay": {func(t *testing.T, _ string) { t.Setenv("GOFLAGS", "-overlay=o.json") }, "GOFLAGS has -overlay"},
		"driver":  {func(t *testing.T, _ string) { t.Setenv("GOPACKAGESDRIVER", "driver") }, "GOPACKAGESDRIVER is set"},
		"driver in PATH": {func(t *testing.T, dir string) {
			testfiles.Write(t, filepath.Join(dir, "bin/gopackagesdriver"), "#!/bin/sh\n")
			if err := os.Chmod(filepath.Join(dir, "bin/gopackagesdriver"), 0o755); err != nil {
				t.Fatal(err)
			}
			t.Setenv("PATH", filepath.Join(dir, "bin")+string(filepath.ListSeparator)+os.Getenv("PATH"))
		}, "gopackagesdriver loads the packages"},
		"GOPATH, by go env -w": {func(t *testing.T, dir string) {
			testfiles.Write(t, filepath.Join(dir, "env"), "GO111MODULE=off\n")
			t.Setenv("GOENV", filepath.Join(dir, "env"))
		}, "GO111MODULE is off"},
		"GOPATH": {
			func(t *testing.T, _ string) { t.Setenv("GO111MODULE", "off") }, "GO111MODULE is off",
		},
		"A15, link to another directory": {link("elsewhere", "main/link"), "none"},
		"A15, link to a nested module":   {link("main/nested", "main/link"), "none"},
		"A15, link to what encloses it":  {link(".", "main/link"), "none"},
		"no module": {func(t *testing.T, dir string) {
			if err := os.Remove(filepath.Join(dir, "main/go.mod")); err != nil {
				t.Fatal(err)
			}
		}, ""},
		"no go command": {func(t *testing.T, _ string) { t.Setenv("PATH", "") }, ""},
	} {
		t.Run(name, func(t *testing.T) {
			dir := modules(t)
			testfiles.Write(t, filepath.Join(dir, "main/node_modules/x/x.go"), "package x\n")
			test.prepare(t, dir)
			_, err := Read(
				Request{Dir: filepath.Join(dir, "main"), Patterns: []string{"./..."}, GeneratedPrefix: "zz_generated.", Ours: ours},
			)
			if test.reason == "none" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			var unusable *Unusable
			reason := ""
			if errors.As(err, &unusable) {
				reason = unusable.Reason
			}
			if err == nil || !strings.HasSuffix(reason, test.reason) || (reason == "") != (test.reason == "") {
				t.Errorf("got the error %v with the reason %q, want %q", err, reason, test.reason)
			}
		})
	}
}

// TestLinkedDirectory expects that files behind a link to a directory are not read, as patterns do not follow it, and
// that a pattern that names such a directory disables the cache.
func TestLinkedDirectory(t *testing.T) {
	dir := modules(t)
	name := filepath.Join(dir, "main/link")
	if err := os.Symlink(filepath.Join(dir, "elsewhere"), name); err != nil {
		t.Fatal(err)
	}
	before := readSources(t, dir).Key
	testfiles.Write(t, filepath.Join(name, "edit.go"), "package edit\n")
	if readSources(t, dir).Key != before {
		t.Error("an edit behind a link changes the key")
	}
	for pattern, want := range map[string]string{
		"./config": "", "./link/...": "link", "link": "link", "../main/link": "link", "./config/../link": "link",
	} {
		_, err := Read(Request{
			Dir: filepath.Join(dir, "main"), Patterns: []string{pattern}, GeneratedPrefix: "zz_generated.", Ours: ours,
		})
		var unusable *Unusable
		if named := errors.As(err, &unusable); named != (want != "") {
			t.Errorf("%s: got the error %v", pattern, err)
		}
	}
}
