//go:build unix

// Package fileowner says who owns a file and who can write to it.
package fileowner

import (
	"errors"
	"io/fs"
	"syscall"
)

// Of returns the user and the group that own a file, and false if the system does not say.
func Of(info fs.FileInfo) (uid, gid int, ok bool) {
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok {
		return 0, 0, false
	}
	return int(stat.Uid), int(stat.Gid), true
}

// ReadOnly reports whether a file or directory is on a file system that nobody can write to, whatever the permissions
// say. The ConfigMap volumes of Kubernetes are such: their directories have the permissions 0777.
func ReadOnly(name string) bool {
	const write = 2
	return errors.Is(syscall.Access(name, write), syscall.EROFS)
}
