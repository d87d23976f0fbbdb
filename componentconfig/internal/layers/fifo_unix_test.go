//go:build unix

package layers

import (
	"path/filepath"
	"syscall"
	"testing"
)

func TestAFIFOIsRefusedWithoutBlocking(t *testing.T) {
	path := filepath.Join(t.TempDir(), "f")
	must(t, syscall.Mkfifo(path, 0o600))
	_, problems := (&Reader{}).Read(Sources{Main: path})
	if got, want := problems.Error(), path+": is not a regular file"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// One that takes the place of a file after it was looked at does not block either.
	info, err := (&Reader{}).content(path, nil)
	if err == nil {
		t.Errorf("read %q", info)
	}
}
