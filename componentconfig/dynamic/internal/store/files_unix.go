//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package store

import (
	"errors"
	"io/fs"
	"os"
	"syscall"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/identity"
)

// nonblock opens a named pipe that has just taken the place of a file without waiting.
const nonblock = syscall.O_NONBLOCK | syscall.O_NOFOLLOW

func syncDir(open *os.File) error { return open.Sync() }

type unixLock struct{ f *os.File }

// Lost does not use the root, because the root's directory may have been removed.
func (l unixLock) Lost() bool {
	info, err := os.Lstat(l.f.Name())
	return errors.Is(err, fs.ErrNotExist) || err == nil && !same(l.f, info)
}

// Lock uses flock, whose lock belongs to the open file: reading the lock file elsewhere in this process does not drop
// the lock, as it would drop a POSIX record lock. Anything but a regular file with a single name is not the lock: its
// content would be overwritten with the note.
func (f *systemFiles) Lock(name string) (Lock, error) {
	open, err := f.openLock(name, os.O_RDWR|os.O_CREATE)
	if err != nil {
		return nil, err
	}
	if err := flock(open); err != nil {
		open.Close()
		return nil, err
	}
	// It may have been replaced before it was locked.
	if now, err := f.lstat(name); err != nil || !same(open, now) {
		open.Close()
		return nil, errors.Join(ErrLocked, err)
	}
	return unixLock{open}, nil
}

func same(open *os.File, info fs.FileInfo) bool {
	was, err := open.Stat()
	return err == nil && os.SameFile(was, info)
}

// openLock opens the lock file without following a link.
func (f *rooted) openLock(name string, flags int) (*os.File, error) {
	info, err := f.lstat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, damaged("%s is not a regular file", name)
	case links(info) > 1:
		return nil, damaged("%s has another name, too", name)
	}
	rel, err := f.in(name)
	if err != nil {
		return nil, err
	}
	open, err := f.root.OpenFile(rel, flags|nonblock, 0o600)
	if errors.Is(err, fs.ErrPermission) && info != nil {
		if uid, known := identity.Owner(info); known && uid != os.Geteuid() {
			return nil, damaged("%s belongs to user ID %d and cannot be written", name, uid)
		}
		if f.root.Chmod(rel, 0o600) == nil {
			open, err = f.root.OpenFile(rel, flags|nonblock, 0o600)
		}
	}
	return open, err
}

func links(info fs.FileInfo) int {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 1
	}
	return int(stat.Nlink)
}

// Held implements Files.
func (f *systemFiles) Held(name string) bool {
	info, err := f.lstat(name)
	if err != nil || !info.Mode().IsRegular() {
		return false
	}
	rel, err := f.in(name)
	if err != nil {
		return false
	}
	open, err := f.root.OpenFile(rel, os.O_RDONLY|nonblock, 0)
	if err != nil {
		return false
	}
	defer open.Close()
	// A shared lock does not get in the way of other processes that look. It ends with the file.
	return errors.Is(try(open, syscall.LOCK_SH), ErrLocked)
}

// Exclusive implements Files by a lock of the directory itself, which nothing can take the place of. Where a directory
// cannot be locked, as on NFS, it only calls do.
func (f *systemFiles) Exclusive(do func() error) error {
	open, err := f.openDir(f.dir)
	if err != nil {
		return err
	}
	defer open.Close()
	if err := flock(open); errors.Is(err, ErrLocked) {
		return err
	}
	return do()
}

func flock(open *os.File) error { return try(open, syscall.LOCK_EX) }

func try(open *os.File, how int) error {
	for {
		err := syscall.Flock(int(open.Fd()), how|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return ErrLocked
		default:
			return err
		}
	}
}

func (l unixLock) Note(text []byte) error {
	return overwrite(l.f, text)
}

func (l unixLock) Noted(limit int) ([]byte, error) { return noted(l.f, limit) }

// Unlock releases the lock explicitly before it closes the file: a child that is being forked at this moment has the
// open file too, until it runs its own program.
func (l unixLock) Unlock() error {
	return errors.Join(syscall.Flock(int(l.f.Fd()), syscall.LOCK_UN), l.f.Close())
}
