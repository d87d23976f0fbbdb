//go:build !unix

package preflight

import (
	"io/fs"
	"os"
)

// allowed reports whether the process may read or write a file. Permissions of a directory are known only to those who
// use it.
func allowed(path string, how byte, isDir bool) bool {
	if isDir {
		return true
	}
	flag := os.O_RDONLY
	if how == 'w' {
		flag = os.O_WRONLY
	}
	f, err := os.OpenFile(path, flag, 0)
	if err != nil {
		return false
	}
	return f.Close() == nil
}

// executable reports whether a file can be executed: by its extension, which the start of a process tries.
func executable(string, fs.FileMode) bool { return true }
