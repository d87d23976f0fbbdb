package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/internal/testfiles"
)

// edited are the modules in which TestCacheUnderEdits makes its changes: the main module, a module that replaces a
// dependency, and two possible replacements. go.mod and go.sum of the first are the golden module's.
const edited = `
-- user/options/flags.go --
package options

import (
	"example.com/api"
	"example.com/golden/common"
)

// Flags are flags.
// +flags
type Flags struct {
	// Mode of it.
	// +flag=mode
	Mode api.Mode
	// +subfield(Depth)=+flag=depth
	api.Embedded
	// Limits of it.
	Limits common.Limits
}
-- user/options/more.go --
package options

// MoreFlags are flags of another struct.
// +flags
type MoreFlags struct {
	// More is one more.
	// +flag
	More bool
}
-- user/options/flags_windows.go --
package options

const windows = 1
-- user/common/limits.go --
package common

// Limits are limits.
type Limits struct {
	// Most is the most.
	// +flag=most
	Most int32
}
-- user/license.txt --
// Ours.
-- api/go.mod --
module example.com/api

go 1.26.0
-- api/mode.go --
//go:build !extra

package api

// Mode is a mode.
type Mode string
-- api/mode_extra.go --
//go:build extra

package api

// Mode is a mode, here a number.
type Mode int32
-- api/api.go --
package api

// Embedded is embedded.
type Embedded struct {
	// Depth of it.
	Depth int
}
-- other/go.mod --
module example.com/api

go 1.26.0
-- other/api.go --
package api

// Mode is a mode, here a number.
type Mode int32

// Embedded is embedded.
type Embedded struct {
	// Depth of it.
	Depth int
}
-- elsewhere/linked.go --
package options

// LinkedFlags are behind a link.
// +flags
type LinkedFlags struct {
	// Linked is there.
	// +flag
	Linked bool
}
`

// editing is such a module.
type editing struct {
	*testing.T
	dir, user string
	generated map[string]string // the files that configgen writes, by their names in dir
	args      []string
}

// newEditing makes a module in which configgen has generated.
func newEditing(t *testing.T) *editing {
	e := &editing{T: t, dir: t.TempDir(), generated: map[string]string{}}
	e.user = filepath.Join(e.dir, "user")
	e.begin()
	first := e.generate()
	if first.status != 0 || !strings.Contains(first.output, "zz_generated.flags.go") {
		t.Fatalf("the first run: %v", first)
	}
	for line := range strings.Lines(first.output) {
		name := "user/" + strings.TrimSpace(line)
		e.generated[name] = e.read(name)
	}
	return e
}

// begin makes the module as it was before all changes.
func (e *editing) begin() {
	e.Helper()
	e.args = nil
	entries, err := os.ReadDir(e.dir)
	if err != nil {
		e.Fatal(err)
	}
	for _, entry := range entries {
		if err := os.RemoveAll(filepath.Join(e.dir, entry.Name())); err != nil {
			e.Fatal(err)
		}
	}
	for _, file := range txtar.Parse([]byte(edited)).Files {
		e.write(file.Name, string(file.Data))
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		content := testfiles.Read(e, filepath.Join(golden, name))
		e.write("user/"+name, string(content))
	}
	e.add("user/go.mod", "\nrequire example.com/api v0.0.0\n\nreplace example.com/api => ../api\n")
	if err := os.Symlink("../../elsewhere/linked.go", filepath.Join(e.user, "options/linked.go")); err != nil {
		e.Fatal(err)
	}
	for name, content := range e.generated {
		e.write(name, content)
	}
}

func (e *editing) write(name, content string) {
	e.Helper()
	testfiles.Write(e, filepath.Join(e.dir, name), content)
}

func (e *editing) read(name string) string {
	e.Helper()
	return string(testfiles.Read(e, filepath.Join(e.dir, name)))
}

func (e *editing) add(name, text string) {
	e.Helper()
	e.write(name, e.read(name)+text)
}

func (e *editing) replace(name, old, text string) {
	e.Helper()
	before := e.read(name)
	if !strings.Contains(before, old) {
		e.Fatalf("%s has no %q", name, old)
	}
	e.write(name, strings.ReplaceAll(before, old, text))
}

func (e *editing) remove(name string) {
	e.Helper()
	if err := os.Remove(filepath.Join(e.dir, name)); err != nil {
		e.Fatal(err)
	}
}

func (e *editing) git(args ...string) {
	e.Helper()
	cmd := exec.Command(
		"git",
		append([]string{"-c", "user.name=n", "-c", "user.email=n@example.com", "-c", "init.defaultBranch=main"}, args...)...,
	)
	cmd.Dir = e.user
	if out, err := cmd.CombinedOutput(); err != nil {
		e.Fatalf("git %s: %v\n%s", args, err, out)
	}
}

// generate runs configgen generate and tells all that it says.
func (e *editing) generate(args ...string) outcome {
	status, output := run(e.T, e.user, append(append([]string{"generate"}, args...), e.args...)...)
	return outcome{status, output}
}

type outcome struct {
	status int
	output string
}

// ownCache gives configgen a cache of the test's own. The go command keeps its, which would be beside it otherwise.
func ownCache(t *testing.T) {
	t.Helper()
	dir, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	t.Setenv("GOCACHE", strings.TrimSpace(string(dir)))
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
}

// edit is a change in a module that configgen has generated in.
type edit struct {
	change func(e *editing)
	silent bool // nothing is to be done afterwards
}

// edits returns the changes that a cache could miss, each under its name.
func edits() map[string]edit {
	const flags = "user/options/zz_generated.flags.go"
	return map[string]edit{
		"nothing":   {func(*editing) {}, true},
		"a root":    {func(e *editing) { e.replace("user/options/flags.go", "+flag=mode", "+flag=manner") }, false},
		"a comment": {func(e *editing) { e.add("user/options/flags.go", "\n// More.\n") }, true},
		"a dependency": {
			func(e *editing) { e.replace("user/common/limits.go", "+flag=most", "+flag=maximum") }, false,
		},
		"a test": {func(e *editing) { e.write("user/options/flags_test.go", "package options\n") }, true},
		"a new file": {func(e *editing) {
			e.write("user/options/new.go", "package options\n\n// +flags\ntype New struct {\n\t// +flag\n\tNew bool\n}\n")
		}, false},
		"a new package": {func(e *editing) {
			e.write("user/new/new.go", "package n\n\n// +flags\ntype New struct {\n\t// +flag\n\tNew bool\n}\n")
		}, false},
		"a file removed": {func(e *editing) { e.remove("user/options/more.go") }, false},
		"a file renamed for another system": {func(e *editing) {
			e.write("user/options/more_windows.go", e.read("user/options/more.go"))
			e.remove("user/options/more.go")
		}, false},
		"a file of another system": {func(e *editing) {
			e.replace("user/options/flags_windows.go", "const", "// +flags\ntype W struct {\n\t// +flag\n\tW bool\n}\n\nconst")
		}, false},
		"a linked source": {
			func(e *editing) { e.replace("elsewhere/linked.go", "// +flag\n", "// +flag=other\n") }, false,
		},
		"another link":           {func(e *editing) { e.remove("user/options/linked.go") }, false},
		"a replaced module":      {func(e *editing) { e.replace("api/mode.go", "Mode string", "Mode int32") }, false},
		"what is embedded":       {func(e *editing) { e.replace("api/api.go", "Depth int", "Depth string") }, false},
		"a file in there":        {func(e *editing) { e.write("api/more.go", "package other\n") }, false},
		"a replacement":          {func(e *editing) { e.replace("user/go.mod", "../api", "../other") }, false},
		"no go.sum":              {func(e *editing) { e.remove("user/go.sum") }, false},
		"no go.mod in the other": {func(e *editing) { e.remove("api/go.mod") }, false},
		"a workspace": {
			func(e *editing) { e.write("go.work", "go 1.26.0\n\nuse (\n\t./user\n\t./other\n)\n") }, false,
		},
		"a workspace comes and goes": {func(e *editing) {
			e.write("go.work", "go 1.26.0\n\nuse (\n\t./user\n\t./other\n)\n")
			e.generate()
			e.remove("go.work")
		}, false},
		"a module in between": {
			func(e *editing) { e.write("user/options/go.mod", "module example.com/golden/options\n") }, false,
		},
		"an output deleted": {func(e *editing) { e.remove(flags) }, false},
		"an output edited":  {func(e *editing) { e.replace(flags, "func", "// By hand.\nfunc") }, false},
		"an output of others now": {
			func(e *editing) { e.replace(flags, "// Code generated by configgen. DO NOT EDIT.", "// By hand.") }, false,
		},
		"an orphan": {func(e *editing) {
			e.write("user/common/zz_generated.flags.go", "// Code generated by configgen. DO NOT EDIT.\n\npackage common\n")
		}, false},
		"a tag": {func(e *editing) { e.Setenv("GOFLAGS", "-tags=extra") }, false},
		"a tag by go env -w": {func(e *editing) {
			e.write("env", "GOFLAGS=-tags=extra\n")
			e.Setenv("GOENV", filepath.Join(e.dir, "env"))
		}, false},
		"GOOS":      {func(e *editing) { e.Setenv("GOOS", "windows") }, true},
		"a license": {func(e *editing) { e.args = []string{"--header-file", "license.txt"} }, false},
		"another license": {func(e *editing) {
			e.args = []string{"--header-file", "license.txt"}
			e.generate()
			e.write("user/license.txt", "// Theirs.\n")
		}, false},
		"a vendor directory": {func(e *editing) {
			goTool(e.T, e.user, "", "mod", "vendor")
			e.generate()
			e.replace("user/vendor/example.com/api/mode.go", "Mode string", "Mode int32")
		}, false},
		"no vendor directory": {func(e *editing) {
			goTool(e.T, e.user, "", "mod", "vendor")
			e.replace("user/vendor/example.com/api/mode.go", "Mode string", "Mode int32")
			e.generate()
			if err := os.RemoveAll(filepath.Join(e.user, "vendor")); err != nil {
				e.Fatal(err)
			}
		}, false},
		"a branch, and back": {func(e *editing) {
			e.git("init", "-q")
			e.git("add", ".")
			e.git("commit", "-qm", "one")
			before := e.read(flags)
			e.git("checkout", "-qb", "other")
			e.replace("user/options/flags.go", "+flag=mode", "+flag=manner")
			e.generate()
			if e.read(flags) == before {
				e.Error("the branch has the old output")
			}
			e.git("commit", "-qam", "two")
			e.git("checkout", "-q", "main")
			if got := e.generate(); got != (outcome{}) || e.read(flags) != before {
				e.Errorf("back on the first branch: %v", got)
			}
			e.git("checkout", "-q", "other")
		}, true},
		"a branch without outputs": {func(e *editing) {
			e.write("user/.gitignore", "zz_generated.*\n")
			e.git("init", "-q")
			e.git("add", ".")
			e.git("commit", "-qm", "one")
			e.git("checkout", "-qb", "other")
			e.replace("user/options/flags.go", "+flag=mode", "+flag=manner")
			e.generate()
			e.git("commit", "-qam", "two")
			e.git("checkout", "-q", "main")
		}, false},
	}
}

// uncached is -uncached: TestCacheUnderEdits also runs without the cache.
var uncached = flag.Bool("uncached", false, "compare with runs without the cache")

// TestCacheUnderEdits changes something in a module in which configgen has generated, and expects the change to show
// where it should although the result before the change is kept: an edit without an effect would prove nothing. With
// -uncached, it also expects the same messages with and without the cache.
func TestCacheUnderEdits(t *testing.T) {
	ownCache(t)
	t.Setenv("GOFLAGS", "")
	t.Setenv("GOWORK", "")
	module := newEditing(t)
	for name, test := range edits() {
		t.Run(name, func(t *testing.T) {
			e := *module
			e.T = t
			e.begin()
			if kept := e.generate(); kept != (outcome{}) {
				t.Fatalf("before the change: %v", kept)
			}
			test.change(&e)
			got := e.generate("--dry-run")
			if silent := got == (outcome{}); silent != test.silent {
				t.Errorf("the change shows: %v, want %v: %v", !silent, !test.silent, got)
			}
			if !*uncached {
				return
			}
			if want := e.generate("--dry-run", "--no-cache"); got != want {
				t.Errorf("with the cache: %v\nwithout: %v", got, want)
			}
		})
	}
}
