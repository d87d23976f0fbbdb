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
	if got, want := problems.Error(), path+
		": is not a regular file: use - for standard input, and send the content there"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	// Nor does a FIFO block that replaced the file after it was checked.
	info, err := (&Reader{}).content(path, nil)
	if err == nil {
		t.Errorf("read %q", info)
	}
}
