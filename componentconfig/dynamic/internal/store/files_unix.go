//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package store

import (
	"errors"
	"os"
	"syscall"
)

func syncDir(dir string) error {
	f, err := openDir(dir)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}

type unixLock struct{ f *os.File }

// lockFile uses flock: it belongs to the open file, so to read the lock file elsewhere in this process cannot drop the
// lock, as it would drop a POSIX record lock.
func lockFile(name string) (Lock, error) {
	f, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE|syscall.O_NOFOLLOW|syscall.O_NONBLOCK, 0o600)
	if err != nil {
		return nil, err
	}
	if err := flock(f); err != nil {
		f.Close()
		if errors.Is(err, syscall.EWOULDBLOCK) {
			return nil, ErrLocked
		}
		return nil, err
	}
	return unixLock{f}, nil
}

func flock(f *os.File) error {
	for {
		err := syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		if !errors.Is(err, syscall.EINTR) {
			return err
		}
	}
}

func (l unixLock) Note(text []byte) error {
	return overwrite(l.f, text)
}

// Unlock releases the lock explicitly before it closes the file: a child that is being forked at this moment has the
// open file too, until it runs its own program.
func (l unixLock) Unlock() error {
	return errors.Join(syscall.Flock(int(l.f.Fd()), syscall.LOCK_UN), l.f.Close())
}
