//go:build unix

package filewatch

import (
	"fmt"
	"io/fs"
	"syscall"
)

// number identifies a file, whatever its name is.
func number(info fs.FileInfo) string {
	if stat, ok := info.Sys().(*syscall.Stat_t); ok {
		return fmt.Sprint(stat.Dev, ":", stat.Ino)
	}
	return ""
}
