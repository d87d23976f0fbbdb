package preflight

import (
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"testing"

	"golang.org/x/sys/unix"

	"github.com/configgen/configgen/descriptor"
)

// TestAccessOfAnotherUser checks files of somebody else. The thread of the test ends with its user.
func TestAccessOfAnotherUser(t *testing.T) {
	dir := t.TempDir()
	for name, mode := range map[string]os.FileMode{"closed": 0o200, "open": 0o666} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, nil, mode); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(path, mode); err != nil {
			t.Fatal(err)
		}
	}
	for _, above := range []string{dir, filepath.Dir(dir)} {
		if err := os.Chmod(above, 0o755); err != nil {
			t.Fatal(err)
		}
	}
	type result struct{ want, got string }
	results, uid := make(chan result), strconv.Itoa(os.Geteuid())
	go func() {
		defer close(results)
		runtime.LockOSThread()
		if os.Geteuid() == 0 {
			const nobody = 65534
			unix.SetfsuidRetUid(nobody) //nolint:errcheck // The checks tell.
		}
		for _, c := range []struct {
			name   string
			access descriptor.Access
			want   string
		}{
			{"closed", "r", "the user " + uid + " is not permitted to read $D/closed: change its owner or its mode"},
			{"open", "rw", ""},
		} {
			results <- result{c.want, text(File(descriptor.File{Access: c.access}, filepath.Join(dir, c.name)), dir)}
		}
	}()
	for r := range results {
		if r.got != r.want {
			t.Errorf("got %s, want %s", r.got, r.want)
		}
	}
}
