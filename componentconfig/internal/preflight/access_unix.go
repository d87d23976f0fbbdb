//go:build unix

package preflight

import (
	"io/fs"

	"golang.org/x/sys/unix"
)

// allowed reports whether the process may read or write a file, or create files in a directory.
func allowed(path string, how byte, isDir bool) bool {
	mode := map[byte]uint32{'r': unix.R_OK, 'w': unix.W_OK}[how]
	if isDir {
		mode |= unix.X_OK
	}
	return access(path, mode)
}

// executable reports whether the process may execute a file.
func executable(path string, _ fs.FileMode) bool { return access(path, unix.X_OK) }

// access asks the system for the effective user, who may be another than the real one.
func access(path string, mode uint32) bool {
	return unix.Faccessat(unix.AT_FDCWD, path, mode, unix.AT_EACCESS) == nil
}
