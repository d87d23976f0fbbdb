package store_test

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// foreign are files whose directory of checkpoints belongs to another user until it is moved away.
type foreign struct {
	store.Files
	checkpoints string
}

func (f *foreign) Within(dir string) store.Files {
	return &foreign{f.Files.Within(dir), filepath.Join(dir, store.CheckpointDir)}
}

func (f *foreign) Create(name string) (store.WriteFile, error) {
	if filepath.Dir(name) == f.checkpoints {
		return nil, fs.ErrPermission
	}
	return f.Files.Create(name)
}

func (f *foreign) Allow(dir string) error {
	if dir == f.checkpoints {
		return fmt.Errorf("of another user: %w", store.ErrDamaged)
	}
	return f.Files.Allow(dir)
}

func (f *foreign) Rename(from, to string) error {
	if from == f.checkpoints {
		f.checkpoints = ""
	}
	return f.Files.Rename(from, to)
}

// TestCheckpointsOfAnotherUser: a program that runs as another user than before, to whom the state directory was given
// and not what is in it, can take configurations. What was there is kept, and told.
func TestCheckpointsOfAnotherUser(t *testing.T) {
	for name, files := range map[string]store.Files{"refused": &foreign{Files: store.SystemFiles()}, "owned": nil} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			check(t, os.MkdirAll(filepath.Join(root, store.CheckpointDir, "old"), 0o700))
			if files == nil {
				if os.Geteuid() != 0 {
					return // Only root makes files of others.
				}
				check(t, os.Lchown(root, 4711, 4711))
				check(t, os.Chmod(filepath.Dir(root), 0o755))
				check(t, syscall.Seteuid(4711))
				defer func() { check(t, syscall.Seteuid(0)) }()
				files = store.SystemFiles()
			}
			d := store.New(files, root)
			p, err := store.NewPayload(store.File{Name: "a", Data: []byte("a")})
			check(t, err)
			check(t, d.WriteCheckpoint(p))
			if _, err := d.ReadCheckpoint(p.Digest()); err != nil {
				t.Error(err)
			}
			away, told := d.InQuarantine(), strings.Join(store.Healed(d), "\n")
			if len(away) != 1 || !strings.HasSuffix(told, "; moved to "+away[0]) {
				t.Errorf("in quarantine: %q, told: %s", away, told)
			}
		})
	}
}

// TestPermissionThatIsMissing: what may be a passing fault of the disk moves nothing away.
func TestPermissionThatIsMissing(t *testing.T) {
	root := t.TempDir()
	d := store.New(&refusing{store.SystemFiles()}, root)
	p, err := store.NewPayload(store.File{Name: "a", Data: []byte("a")})
	check(t, err)
	if err := d.WriteCheckpoint(p); !errors.Is(err, fs.ErrPermission) || len(d.InQuarantine()) > 0 {
		t.Errorf("%v, in quarantine: %q", err, d.InQuarantine())
	}
}

// refusing does not let any file be made.
type refusing struct{ store.Files }

func (f *refusing) Within(dir string) store.Files { return &refusing{f.Files.Within(dir)} }

func (*refusing) Create(string) (store.WriteFile, error) { return nil, fs.ErrPermission }
