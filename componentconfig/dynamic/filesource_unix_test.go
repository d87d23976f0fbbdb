//go:build unix

package dynamic

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipeInPlaceOfAFileE5: a pipe that takes the place of a file after that was looked at is not waited for.
func TestPipeInPlaceOfAFileE5(t *testing.T) {
	name := filepath.Join(t.TempDir(), "pushed.yaml")
	must(os.WriteFile(name, []byte("port: 1\n"), 0o600))
	info, err := os.Stat(name)
	must(err)
	must(os.Remove(name))
	must(syscall.Mkfifo(name, 0o600))
	if _, err := openSame(name, info); err == nil || !strings.Contains(err.Error(), "was replaced while it was read") {
		t.Errorf("%v", err)
	}
}
