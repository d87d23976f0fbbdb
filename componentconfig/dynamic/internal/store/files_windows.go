package store

import (
	"errors"
	"os"
	"syscall"
)

// syncDir does nothing: Windows has no such call, and NTFS journals renames.
func syncDir(string) error { return nil }

type windowsLock struct{ f *os.File }

// errSharingViolation is ERROR_SHARING_VIOLATION of the Windows API.
const errSharingViolation = syscall.Errno(32)

// lockFile opens the file exclusively: without a share mode.
func lockFile(name string) (Lock, error) {
	path, err := syscall.UTF16PtrFromString(name)
	if err != nil {
		return nil, err
	}
	h, err := syscall.CreateFile(path, syscall.GENERIC_READ|syscall.GENERIC_WRITE, 0, nil, syscall.OPEN_ALWAYS,
		syscall.FILE_ATTRIBUTE_NORMAL, 0)
	if errors.Is(err, errSharingViolation) {
		return nil, ErrLocked
	}
	if err != nil {
		return nil, err
	}
	return windowsLock{os.NewFile(uintptr(h), name)}, nil
}

func (l windowsLock) Note(text []byte) error {
	return overwrite(l.f, text)
}

func (l windowsLock) Unlock() error { return l.f.Close() }
