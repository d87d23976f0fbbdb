package validationgen

import (
	"bytes"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/testfiles"
)

// TestIncompleteSums expects that nothing is built of a module that go.sum does not have, and that go.sum does not
// change.
func TestIncompleteSums(t *testing.T) {
	dir := t.TempDir()
	put := func(name string, content []byte) {
		t.Helper()
		testfiles.Write(t, filepath.Join(dir, name), content)
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		content := testfiles.Read(t, filepath.Join("../../testdata/golden", name))
		put(name, regexp.MustCompile(`(?m)^k8s.io/gengo/v2 \S+ h1:.*\n`).ReplaceAll(content, nil))
	}
	put("doc.go", []byte("package golden\n"))
	sums := testfiles.Read(t, filepath.Join(dir, "go.sum"))
	session, _, err := load.Load(t.Context(), load.Request{Dir: dir, Patterns: []string{"."}})
	if err != nil {
		t.Fatal(err)
	}
	tools := &toolchain{session: session, dir: dir}
	found := tools.find()
	const message = `^cannot build k8s\.io/code-generator/cmd/validation-gen: .*` +
		`missing go\.sum entry for module providing package k8s\.io/gengo/v2`
	const fix = "run go get -tool k8s.io/code-generator/cmd/validation-gen@v0.37.2"
	if found == nil || found.code != "validation-gen-missing" || found.fix != fix ||
		!regexp.MustCompile(message).MatchString(found.message) {
		t.Errorf("got %+v", found)
	}
	if after, err := os.ReadFile(filepath.Join(dir, "go.sum")); err != nil || !bytes.Equal(sums, after) {
		t.Errorf("go.sum has changed (%v)", err)
	}
}

// TestComplaint finds the reason in the output of the go command.
func TestComplaint(t *testing.T) {
	for text, want := range map[string]string{
		"go: downloading k8s.io/gengo/v2 v2.0.0\ngo: no such tool \"x\"\n": `no such tool "x"`,
		"# example.com/x\nx.go:1:1: undefined: y\n":                        "x.go:1:1: undefined: y",
		"x.go:1:2: missing go.sum entry; to add:\n\tgo get x\n":            "x.go:1:2: missing go.sum entry; to add",
		"go: downloading k8s.io/gengo/v2 v2.0.0\n":                         "go: downloading k8s.io/gengo/v2 v2.0.0",
	} {
		if got := complaint(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
