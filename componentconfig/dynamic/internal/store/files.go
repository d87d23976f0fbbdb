package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/identity"
)

// Files are the file operations of a state directory: nothing else touches the disk. File names begin with the name of
// the state directory. Errors for a missing file satisfy errors.Is(err, fs.ErrNotExist); errors that are caused by the
// content of the disk, and not by its failure, satisfy errors.Is(err, ErrDamaged).
type Files interface {
	// Within returns the operations in the state directory dir. No link leads them to anything outside of it.
	Within(dir string) Files
	// MkdirAll makes the state directory and its parents, for the owner alone. An owner who may not use it is allowed to.
	MkdirAll(dir string) error
	// Mkdir makes a directory below the state directory.
	Mkdir(name string) error
	// Lstat returns the kind of a file, without following a link.
	Lstat(name string) (fs.FileMode, error)
	// Allow lets the owner of a directory use it. It returns ErrDamaged if that is another user.
	Allow(dir string) error
	// ReadDir returns the names in a directory, sorted.
	ReadDir(dir string) ([]string, error)
	// ReadFile reads a regular file of at most limit bytes. It returns an error for anything else, and never blocks.
	ReadFile(name string, limit int) ([]byte, error)
	// Create makes a file for writing that did not exist.
	Create(name string) (WriteFile, error)
	// Rename replaces a file atomically. It moves a link, not what the link points to.
	Rename(from, to string) error
	// Remove removes a regular file. It returns nil if nothing exists, and ErrDamaged for anything else.
	Remove(name string) error
	// SyncDir makes the names in the state directory, in one below it, or in its parent durable.
	SyncDir(dir string) error
	// Lock takes the lock file for this process without waiting. It returns ErrLocked if another process holds it, and
	// ErrDamaged if the file cannot be the lock. The system releases it when the process dies.
	Lock(name string) (Lock, error)
	// Held reports whether a process holds the lock file. It creates nothing.
	Held(name string) bool
	// Exclusive calls do while no other process is in a call of Exclusive for the same state directory.
	Exclusive(do func() error) error
}

// WriteFile is a file that is being written.
type WriteFile interface {
	io.WriteCloser
	// Sync makes the content durable.
	Sync() error
}

// Lock is a lock file that this process holds.
type Lock interface {
	// Note replaces the content of the lock file, which tells other processes who holds it. It is not synced.
	Note([]byte) error
	// Lost reports whether the lock file has been removed, so that another process can take the lock, too.
	Lost() bool
	// Noted returns what was noted last, by this process or by the one before, at most limit bytes.
	Noted(limit int) ([]byte, error)
	// Unlock releases the lock.
	Unlock() error
}

// ErrLocked is returned if another process holds the lock.
var ErrLocked = errors.New("another process holds the lock")

// ErrDamaged is wrapped by errors about the content of the disk, which persist at the next attempt. Other errors,
// except for a missing file, are failures of the disk, and say nothing about the content.
var ErrDamaged = errors.New("damaged")

func damaged(format string, args ...any) error { return damage{fmt.Sprintf(format, args...)} }

// damage is an ErrDamaged that does not repeat the word.
type damage struct{ text string }

func (d damage) Error() string      { return d.text }
func (damage) Is(target error) bool { return target == ErrDamaged }

// SystemFiles returns the file operations of the operating system.
func SystemFiles() Files { return &systemFiles{} }

type systemFiles struct{ rooted }

// rooted reaches the state directory dir through an open root.
type rooted struct {
	dir  string
	root *os.Root
}

func (f *systemFiles) Within(dir string) Files { return &systemFiles{rooted{dir: dir}} }

// MkdirAll also finds a directory again that was replaced after it was opened.
func (f *systemFiles) MkdirAll(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	if info, err := os.Stat(dir); err == nil && info.Mode().Perm()&0o700 != 0o700 {
		if uid, known := identity.Owner(info); known && uid == os.Geteuid() {
			os.Chmod(dir, info.Mode().Perm()|0o700) //nolint:errcheck // The next operation reports a failure.
		}
	}
	if f.root != nil {
		was, err := f.root.Stat(".")
		if now, nerr := os.Stat(dir); err == nil && nerr == nil && os.SameFile(was, now) {
			return nil
		}
		f.root.Close() //nolint:errcheck // Nothing was written to it.
		f.root = nil
	}
	return f.open()
}

func (f *rooted) open() (err error) {
	if f.root == nil {
		f.root, err = os.OpenRoot(f.dir)
	}
	return err
}

// in returns the name below the root. The root is opened at the first use.
func (f *rooted) in(name string) (string, error) {
	if err := f.open(); err != nil {
		return "", err
	}
	if name == f.dir {
		return ".", nil
	}
	return strings.TrimPrefix(name, f.dir+string(filepath.Separator)), nil
}

func (f *rooted) lstat(name string) (fs.FileInfo, error) {
	rel, err := f.in(name)
	if err != nil {
		return nil, err
	}
	return f.root.Lstat(rel)
}

func (f *systemFiles) Lstat(name string) (fs.FileMode, error) {
	info, err := f.lstat(name)
	if err != nil {
		return 0, err
	}
	return info.Mode(), nil
}

func (f *systemFiles) Allow(dir string) error {
	rel, err := f.in(dir)
	if err != nil {
		return err
	}
	info, err := f.root.Lstat(rel)
	if err != nil {
		return err
	}
	if uid, known := identity.Owner(info); known && uid != os.Geteuid() && os.Geteuid() != 0 {
		return damaged("%s belongs to user ID %d and cannot be used", dir, uid)
	}
	return f.root.Chmod(rel, 0o700)
}

func (f *systemFiles) Mkdir(name string) error {
	rel, err := f.in(name)
	if err != nil {
		return err
	}
	return f.root.Mkdir(rel, 0o700)
}

func (f *systemFiles) Rename(from, to string) error {
	old, err := f.in(from)
	if err != nil {
		return err
	}
	target, err := f.in(to)
	if err != nil {
		return err
	}
	return f.root.Rename(old, target)
}

func (f *systemFiles) Remove(name string) error {
	info, err := f.lstat(name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return damaged("%s is not a regular file", name)
	}
	rel, err := f.in(name)
	if err != nil {
		return err
	}
	return f.root.Remove(rel)
}

func (f *systemFiles) Create(name string) (WriteFile, error) {
	rel, err := f.in(name)
	if err != nil {
		return nil, err
	}
	return f.root.OpenFile(rel, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

// openDir opens a directory that is not reached through a link.
func (f *rooted) openDir(dir string) (*os.File, error) {
	rel, err := f.in(dir)
	if err != nil {
		return nil, err
	}
	if rel != "." {
		info, err := f.root.Lstat(rel)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			return nil, damaged("%s is not a directory", dir)
		}
	}
	return f.root.Open(rel)
}

func (f *systemFiles) ReadDir(dir string) ([]string, error) {
	open, err := f.openDir(dir)
	if err != nil {
		return nil, err
	}
	defer open.Close()
	names, err := open.Readdirnames(-1)
	slices.Sort(names)
	return names, err
}

func (f *systemFiles) SyncDir(dir string) error {
	if dir == filepath.Dir(f.dir) {
		open, err := os.Open(dir)
		if err != nil {
			return err
		}
		defer open.Close()
		return syncDir(open)
	}
	open, err := f.openDir(dir)
	if err != nil {
		return err
	}
	defer open.Close()
	return syncDir(open)
}

// ReadFile looks at the kind of the file first: to open a named pipe would block until somebody writes to it.
func (f *systemFiles) ReadFile(name string, limit int) ([]byte, error) {
	info, err := f.lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, damaged("%s is not a regular file", name)
	}
	if info.Size() > int64(limit) {
		return nil, damaged("%s has more than %d bytes", name, limit)
	}
	open, err := f.openRegular(name, info)
	if err != nil {
		return nil, err
	}
	defer open.Close()
	return readWhole(open, info.Size())
}

// readWhole reads size bytes, the size that a file has by its metadata, and no byte beyond: what grows meanwhile is not
// a file of a state directory. It returns fewer if the file is shorter.
func readWhole(r io.Reader, size int64) ([]byte, error) {
	data := make([]byte, size)
	n, err := io.ReadFull(r, data)
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return data[:n], err
}

// noted reads a lock file through its open file, which nothing can take the place of.
func noted(f *os.File, limit int) ([]byte, error) {
	info, err := f.Stat()
	if err != nil {
		return nil, err
	}
	return readWhole(io.NewSectionReader(f, 0, int64(limit)), min(info.Size(), int64(limit)))
}

// openRegular opens a file for reading. A mode that forbids it is corrected; the file of another user is damage.
func (f *rooted) openRegular(name string, info fs.FileInfo) (*os.File, error) {
	rel, err := f.in(name)
	if err != nil {
		return nil, err
	}
	open, err := f.root.OpenFile(rel, os.O_RDONLY|nonblock, 0)
	if errors.Is(err, fs.ErrPermission) {
		switch uid, known := identity.Owner(info); {
		case known && uid != os.Geteuid():
			return nil, damaged("%s belongs to user ID %d and cannot be read", name, uid)
		case info.Mode().Perm()&0o400 == 0 && f.root.Chmod(rel, 0o600) == nil:
			open, err = f.root.OpenFile(rel, os.O_RDONLY|nonblock, 0)
		}
	}
	if err != nil {
		return nil, err
	}
	if now, err := open.Stat(); err != nil || !os.SameFile(info, now) {
		open.Close()
		return nil, errors.Join(err, &fs.PathError{Op: "open", Path: name, Err: syscall.EAGAIN})
	}
	return open, nil
}

// overwrite makes text the whole content of a file. It truncates the file only if it was longer, since that can take as
// long as a sync.
func overwrite(f *os.File, text []byte) error {
	if _, err := f.WriteAt(text, 0); err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil || info.Size() <= int64(len(text)) {
		return err
	}
	return f.Truncate(int64(len(text)))
}
