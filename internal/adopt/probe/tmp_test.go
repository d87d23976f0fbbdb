package probe_test

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/adopt/probe"
	"github.com/configgen/configgen/internal/testfiles"
)

// TestTemporary expects advice if no temporary file can be made.
func TestTemporary(t *testing.T) {
	missing, dir := filepath.Join(t.TempDir(), "missing"), t.TempDir()
	for _, name := range []string{"TMPDIR", "TMP"} {
		t.Setenv(name, missing)
	}
	for _, goTemporary := range []string{"", missing} {
		t.Setenv("GOTMPDIR", goTemporary)
		_, err := probe.Observe(t.Context(), probe.Program{Dir: dir})
		if err == nil || !strings.Contains(err.Error(), "to a directory that can be written") ||
			strings.Contains(err.Error(), "GOTMPDIR") != (goTemporary != "") {
			t.Error(err)
		}
	}
}

// TestGoMod expects the go command's message about a go.mod that it cannot read.
func TestGoMod(t *testing.T) {
	dir := t.TempDir()
	content := []byte("module example.com/a\n\nrequire b\n")
	testfiles.Write(t, filepath.Join(dir, "go.mod"), content)
	_, err := probe.Observe(t.Context(), probe.Program{Dir: dir, Constructor: "example.com/a.New"})
	if err == nil || !strings.Contains(err.Error(), "go.mod:3: usage: require module/path") {
		t.Error(err)
	}
}

// TestGoCommand expects the go command's message and advice about a module that it refuses, and not its exit status.
func TestGoCommand(t *testing.T) {
	const module = "module example.com/a\n\ngo 1.25\n"
	for want, files := range map[string]map[string]string{
		"; run go mod vendor":       {"go.mod": module + "\nrequire example.com/b v1.0.0\n", "vendor/modules.txt": ""},
		"missing listed in go.work": {"go.mod": module, "go.work": "go 1.25\n\nuse ./missing\n"},
	} {
		dir := t.TempDir()
		files["a.go"] = "package a\n"
		for name, content := range files {
			testfiles.Write(t, filepath.Join(dir, name), content)
		}
		program := probe.Program{Dir: dir, Env: []string{"GOWORK=", "GOFLAGS="}, Constructor: "example.com/a.New"}
		_, err := probe.Observe(t.Context(), program)
		if err == nil || strings.Contains(err.Error(), "exit status") || !strings.Contains(err.Error(), want) {
			t.Errorf("got %v, want %s", err, want)
		}
	}
}
