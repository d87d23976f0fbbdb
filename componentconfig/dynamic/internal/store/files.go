package store

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"syscall"
)

// Files are the file operations of a state directory: nothing else touches the disk. Errors for a missing file satisfy
// errors.Is(err, fs.ErrNotExist).
type Files interface {
	// MkdirAll makes a directory and its parents, for the owner alone.
	MkdirAll(dir string) error
	// ReadDir returns the names in a directory, sorted.
	ReadDir(dir string) ([]string, error)
	// ReadFile reads a regular file of at most limit bytes. It returns an error for anything else, and never blocks.
	ReadFile(name string, limit int) ([]byte, error)
	// Create makes a file for writing that did not exist.
	Create(name string) (WriteFile, error)
	// Rename replaces a file atomically.
	Rename(from, to string) error
	// RemoveAll removes a file, or a directory with everything below it. It returns nil if nothing exists.
	RemoveAll(name string) error
	// SyncDir makes the names in a directory durable.
	SyncDir(dir string) error
	// Lock takes the lock file for this process without waiting. It returns ErrLocked if another process holds it. The
	// system releases it when the process dies.
	Lock(name string) (Lock, error)
}

// WriteFile is a file that is being written.
type WriteFile interface {
	io.WriteCloser
	// Sync makes the content durable.
	Sync() error
}

// Lock is a lock file that this process holds.
type Lock interface {
	// Note replaces the content of the lock file, which tells other processes who holds it. It is neither synced nor
	// part of the state.
	Note([]byte) error
	// Unlock releases the lock.
	Unlock() error
}

// ErrLocked is returned if another process holds the lock.
var ErrLocked = errors.New("another process holds the lock")

// SystemFiles returns the file operations of the operating system.
func SystemFiles() Files { return systemFiles{} }

type systemFiles struct{}

func (systemFiles) MkdirAll(dir string) error      { return os.MkdirAll(dir, 0o700) }
func (systemFiles) Rename(from, to string) error   { return os.Rename(from, to) }
func (systemFiles) RemoveAll(name string) error    { return os.RemoveAll(name) }
func (systemFiles) SyncDir(dir string) error       { return syncDir(dir) }
func (systemFiles) Lock(name string) (Lock, error) { return lockFile(name) }

func (systemFiles) Create(name string) (WriteFile, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
}

// openDir opens a directory. To open a named pipe of that name would block until somebody writes to it, so the kind is
// looked at first.
func openDir(dir string) (*os.File, error) {
	info, err := os.Stat(dir)
	if err != nil {
		return nil, err
	}
	if !info.IsDir() {
		return nil, &fs.PathError{Op: "open", Path: dir, Err: syscall.ENOTDIR}
	}
	return os.Open(dir)
}

func (systemFiles) ReadDir(dir string) ([]string, error) {
	f, err := openDir(dir)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	names, err := f.Readdirnames(-1)
	slices.Sort(names)
	return names, err
}

func (systemFiles) ReadFile(name string, limit int) ([]byte, error) {
	// See openDir.
	info, err := os.Lstat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a regular file", name)
	}
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, int64(limit)+1))
	if err == nil && len(data) > limit {
		err = fmt.Errorf("%s has more than %d bytes", name, limit)
	}
	return data, err
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
