//go:build unix

package transaction_test

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"testing"

	"github.com/configgen/configgen/internal/transaction"
)

// TestCommitKeepsModes shows that a file that exists keeps its mode, and that a link is followed.
func TestCommitKeepsModes(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, files{"real/script.go": "old"})
	real, link := filepath.Join(dir, "real", "script.go"), filepath.Join(dir, "link.go")
	if err := errors.Join(os.Chmod(real, 0o751), os.Symlink(real, link)); err != nil {
		t.Fatal(err)
	}
	if err := transaction.Commit([]transaction.Change{{Path: link, Content: []byte("new")}}); err != nil {
		t.Fatal(err)
	}
	info, err := os.Lstat(link)
	if err != nil || info.Mode()&fs.ModeSymlink == 0 {
		t.Errorf("the link was replaced by %v, error %v", info, err)
	}
	info, err = os.Stat(real)
	if err != nil || info.Mode() != 0o751 {
		t.Errorf("mode %v, error %v, want 0751", info.Mode(), err)
	}
	if content, err := os.ReadFile(real); err != nil || string(content) != "new" {
		t.Errorf("content %q, error %v, want new", content, err)
	}
}
