package probe_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/adopt/probe"
)

// TestTemporary says what to do if no temporary file can be made.
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

// TestGoMod shows what the go command says of a go.mod that it cannot read.
func TestGoMod(t *testing.T) {
	dir := t.TempDir()
	content := []byte("module example.com/a\n\nrequire b\n")
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), content, 0o666); err != nil {
		t.Fatal(err)
	}
	_, err := probe.Observe(t.Context(), probe.Program{Dir: dir, Constructor: "example.com/a.New"})
	if err == nil || !strings.Contains(err.Error(), "go.mod:3: usage: require module/path") {
		t.Error(err)
	}
}
