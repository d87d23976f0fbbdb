//go:build unix

package identity

import (
	"io/fs"
	"syscall"
)

// Owner returns the number of the user that a file belongs to, if users have numbers.
func Owner(info fs.FileInfo) (user int, known bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, false
	}
	return int(stat.Uid), true
}
