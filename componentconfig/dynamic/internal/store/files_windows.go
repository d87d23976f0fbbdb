package store

import (
	"errors"
	"os"
	"syscall"
)

const nonblock = 0

// syncDir does nothing: Windows has no such call, and NTFS journals renames.
func syncDir(*os.File) error { return nil }

type windowsLock struct{ f *os.File }

// Lost is false: an open file cannot be removed.
func (windowsLock) Lost() bool { return false }

// errSharingViolation is ERROR_SHARING_VIOLATION of the Windows API.
const errSharingViolation = syscall.Errno(32)

// Lock opens the file exclusively: without a share mode.
func (f *systemFiles) Lock(name string) (Lock, error) {
	open, err := f.openLock(name, syscall.OPEN_ALWAYS)
	if err != nil {
		return nil, err
	}
	return windowsLock{open}, nil
}

func (f *rooted) openLock(name string, how uint32) (*os.File, error) {
	if info, err := f.lstat(name); err == nil && !info.Mode().IsRegular() {
		return nil, damaged("%s is not a regular file", name)
	}
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, how,
		syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, errSharingViolation) {
		return nil, ErrLocked
	}
	if err != nil {
		return nil, err
	}
	return os.NewFile(uintptr(h), name), nil
}

// Held implements Files.
func (f *systemFiles) Held(name string) bool {
	open, err := f.openLock(name, syscall.OPEN_EXISTING)
	if err != nil {
		return errors.Is(err, ErrLocked)
	}
	open.Close()
	return false
}

// Exclusive implements Files. A file that is open cannot be moved here, so calls need not be kept apart.
func (f *systemFiles) Exclusive(do func() error) error { return do() }

func (l windowsLock) Note(text []byte) error {
	return overwrite(l.f, text)
}

func (l windowsLock) Noted(limit int) ([]byte, error) { return noted(l.f, limit) }

func (l windowsLock) Unlock() error { return l.f.Close() }
