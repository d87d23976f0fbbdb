//go:build !unix

package filewatch

import "io/fs"

// number returns nothing: this system has no numbers for files.
func number(fs.FileInfo) string { return "" }
