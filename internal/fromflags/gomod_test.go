package fromflags

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/txtar"
)

// TestPlan makes modules require example.com/lib v1.1.0, which a file that is not written imports.
func TestPlan(t *testing.T) {
	t.Setenv("GOFLAGS", "-mod=mod")
	t.Setenv("GOPROXY", "off")
	t.Setenv("GOTOOLCHAIN", "local")
	const requiresOld = "go 1.25.0\n\nrequire example.com/lib v1.0.0\n\nreplace example.com/lib v1.0.0 => ../old\n"
	for _, test := range []struct {
		// goMod is the go.mod of the module without the module line, and code the rest of its file m.go; files are other
		// files.
		name, goMod, code, files string
		// changes, finding and after are parts of the result; without is not in the new go.mod.
		changes, finding, after, without string
	}{{
		name: "added", goMod: "go 1.24\n\ntoolchain go1.24.3\n",
		changes: "go 1.24 is now go 1.25.0; the line toolchain go1.24.3 is removed; " +
			"it requires example.com/lib v1.1.0; it replaces example.com/lib by ../new",
	}, {
		name:  "kept",
		goMod: "go 1.25.0\n\nrequire example.com/unused v1.0.0\n\nreplace example.com/unused => ../old\n",
		after: "example.com/unused v1.0.0\n",
	}, {
		name: "direct and indirect",
		goMod: "go 1.25.0\n\nrequire example.com/used v1.0.0\n\n" +
			"require (\n\texample.com/below v1.0.0 // indirect\n\texample.com/lib v1.0.0 // indirect\n)\n\n" +
			"replace example.com/used v1.0.0 => ../used\n\nreplace example.com/below v1.0.0 => ../below\n\n" +
			"replace example.com/lib v1.0.0 => ../old\n",
		code: "import _ \"example.com/used\"\n",
		files: "-- used/go.mod --\nmodule example.com/used\n\nrequire example.com/below v1.0.0\n" +
			"-- used/used.go --\npackage used\n\nimport _ \"example.com/below\"\n" +
			"-- below/go.mod --\nmodule example.com/below\n-- below/below.go --\npackage below\n",
		after: "require (\n\texample.com/lib v1.1.0\n\texample.com/used v1.0.0\n)\n",
	}, {
		name: "loops", goMod: "go 1.21\n",
		finding: "go.mod:3:1: the files need go 1.25.0, and the module has go 1.21: since go 1.22, each iteration of a loop",
	}, {
		name: "raised", goMod: requiresOld, code: "import \"example.com/lib\"\n\nvar _ = lib.Both\n",
		changes: "example.com/lib v1.0.0 is now v1.1.0; it replaces",
	}, {
		name: "raised, and does not compile", goMod: requiresOld,
		files: "-- m/m_test.go --\npackage m\n\nimport \"example.com/lib\"\n\nvar _ = lib.Old\n",
		finding: "go.mod:1:1: the module does not compile with example.com/lib@v1.1.0, which the files need: " +
			"./m_test.go:5:13: undefined: lib.Old; run go get",
	}, {
		name: "raised, and did not compile before", goMod: requiresOld,
		code:    "import \"example.com/lib\"\n\nvar _ = lib.Neither\n",
		changes: "example.com/lib v1.0.0 is now v1.1.0; it replaces",
	}, {
		name: "Kubernetes",
		goMod: "go 1.25.0\n\nrequire (\n\tk8s.io/apimachinery v0.30.0\n\tk8s.io/client-go v0.30.0\n)\n\nreplace (\n" +
			"\tk8s.io/apimachinery v0.30.0 => ../before\n\tk8s.io/apimachinery v0.33.0 => ../after\n" +
			"\tk8s.io/client-go v0.30.0 => ../client\n)\n",
		code: "import _ \"k8s.io/client-go\"\n",
		files: "-- new/go.mod --\nmodule example.com/lib\n\nrequire k8s.io/apimachinery v0.33.0\n" +
			"-- new/lib.go --\npackage lib\n\nimport \"k8s.io/apimachinery\"\n\nvar New = apimachinery.New\n" +
			"-- client/go.mod --\nmodule k8s.io/client-go\n\nrequire k8s.io/apimachinery v0.30.0\n" +
			"-- client/c.go --\npackage client\n\nimport \"k8s.io/apimachinery\"\n\nvar _ = apimachinery.Old\n" +
			"-- before/go.mod --\nmodule k8s.io/apimachinery\n-- before/a.go --\npackage apimachinery\n\nvar Old = 1\n" +
			"-- after/go.mod --\nmodule k8s.io/apimachinery\n-- after/a.go --\npackage apimachinery\n\nvar New = 1\n",
		finding: "run go get k8s.io/apimachinery@v0.33.0 k8s.io/client-go@v0.33.0, and test the component",
	}, {
		name: "workspace", goMod: "go 1.25.0\n", code: "import _ \"example.com/unpublished\"\n",
		files: "-- go.work --\ngo 1.25.0\n\nuse (\n\t./m\n\t./unpublished\n)\n" +
			"-- unpublished/go.mod --\nmodule example.com/unpublished\n-- unpublished/u.go --\npackage unpublished\n",
		changes: "it requires example.com/lib v1.1.0; it replaces", without: "unpublished",
	}, {
		name: "old workspace", goMod: "go 1.24\n", files: "-- go.work --\ngo 1.24\n\nuse ./m\n",
		finding: "go.work has go 1.24; run go work edit -go=1.25.0",
	}, {
		name: "newer Go", goMod: "go 1.25.0\n", files: "-- new/go.mod --\nmodule example.com/lib\n\ngo 1.99.0\n",
		finding: "new requires go >= 1.99.0 (running go ",
	}, {
		name: "missing", goMod: "go 1.25.0\n", code: "import _ \"example.com/nowhere\"\n",
		finding: "go.mod:1:1: go.mod cannot have what the files require: go mod tidy fails: ",
	}} {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			all := "-- m/go.mod --\nmodule example.com/m\n\n" + test.goMod +
				"-- m/m.go --\npackage m\n\n" + test.code + libraries + test.files
			extract(t, dir, all)
			root, asked := filepath.Join(dir, "m"), Request{Env: []string{"GOWORK=off"}}
			if strings.HasPrefix(test.files, "-- go.work") {
				asked = Request{Workspace: filepath.Join(dir, "go.work")}
			}
			before, err := os.ReadFile(filepath.Join(root, "go.mod"))
			if err != nil {
				t.Fatal(err)
			}
			c := &code{Request: asked, ctx: t.Context(), Root: root}
			if err := c.readModule(); err != nil {
				t.Fatal(err)
			}
			m, err := c.module(requireLib)
			if err != nil {
				t.Fatal(err)
			}
			findings, err := m.plan(t.TempDir(), map[string][]byte{
				filepath.Join(root, "x", "x.go"): []byte("package x\n\nimport \"example.com/lib\"\n\nvar _ = lib.New\n"),
			})
			if err != nil {
				t.Fatal(err)
			}
			found := ""
			for _, one := range findings {
				found += one.String() + "\n"
			}
			if found != "" != (test.finding != "") || !strings.Contains(found, test.finding) {
				t.Errorf("findings:\n%swant %s", found, test.finding)
			}
			if !strings.Contains(m.changes(), test.changes) {
				t.Errorf("changes: %s\nwant: %s", m.changes(), test.changes)
			}
			if after := string(m.goMod); !strings.Contains(after, test.after) ||
				test.without != "" && strings.Contains(after, test.without) {
				t.Errorf("go.mod:\n%s", after)
			}
			if after, err := os.ReadFile(filepath.Join(root, "go.mod")); err != nil || string(after) != string(before) {
				t.Errorf("the module was changed: %v\n%s", err, after)
			}
		})
	}
}

// extract writes the files of a text to a directory.
func extract(t *testing.T, dir, text string) {
	for _, file := range txtar.Parse([]byte(text)).Files {
		name := filepath.Join(dir, file.Name)
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, file.Data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// libraries are both versions of the library.
const libraries = `
-- old/go.mod --
module example.com/lib

go 1.24
-- old/lib.go --
package lib

const Old, Both = 1, 1
-- new/go.mod --
module example.com/lib

go 1.25.0
-- new/lib.go --
package lib

const New, Both = 1, 1
`

func requireLib(old []byte) ([]byte, error) {
	file, err := modfile.Parse("go.mod", old, nil)
	if err != nil {
		return nil, err
	}
	if err := file.AddRequire("example.com/lib", "v1.1.0"); err != nil {
		return nil, err
	}
	if err := file.AddReplace("example.com/lib", "v1.1.0", "../new", ""); err != nil {
		return nil, err
	}
	return file.Format()
}

func TestReplacementThatIsTooOld(t *testing.T) {
	parse := func(text string) *modfile.File {
		file, err := modfile.Parse("go.mod", []byte(text), nil)
		if err != nil {
			t.Fatal(err)
		}
		return file
	}
	const head, pinned = "module m\n\ngo 1.25.0\n\n", "\nreplace k8s.io/component-base => k8s.io/component-base v0.30.0\n"
	c := &module{code: &code{before: parse(head + "require k8s.io/component-base v0.30.0\n" + pinned)},
		after: parse(head + "require k8s.io/component-base v0.33.0 // indirect\n\n\n" + pinned)}
	found := c.unfit()
	const want = "the files need k8s.io/component-base v0.33.0, which go.mod replaces by v0.30.0"
	if len(found) != 1 || found[0].Message != want || found[0].Position.Line != 7 {
		t.Errorf("found %v\nwant line 7: %s", found, want)
	}
	c.before = c.after
	if found := c.unfit(); len(found) > 0 {
		t.Errorf("found %v, which is so already", found)
	}
}
