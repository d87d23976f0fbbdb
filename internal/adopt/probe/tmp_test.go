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
	for _, name := range []string{"TMPDIR", "TMP"} {
		t.Setenv(name, filepath.Join(t.TempDir(), "missing"))
	}
	_, err := probe.Observe(t.Context(), probe.Program{Dir: os.TempDir()})
	if err == nil || !strings.Contains(err.Error(), "to a directory that can be written") {
		t.Error(err)
	}
}
