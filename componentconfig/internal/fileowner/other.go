//go:build !unix

// Package fileowner says who owns a file and who can write to it.
package fileowner

import "io/fs"

// Of returns false: the system does not have Unix permissions.
func Of(fs.FileInfo) (uid, gid int, ok bool) { return 0, 0, false }

// ReadOnly returns false.
func ReadOnly(string) bool { return false }
