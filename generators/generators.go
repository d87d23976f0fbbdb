// Package generators says what a generator is. Each directory below it holds one, as a value named Generator; cmd/configgen
// lists those that the command line runs.
package generators

import (
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/group"
)

// Generator turns the model of a group into files.
type Generator struct {
	// Name in lower case, as in legacydefaults.
	Name string
	// Run returns the files of a group and what is wrong with the group as far as this generator is concerned. Where a finding
	// is an error, the files are not written. Run is a pure function of the group: it reads no disk, no flags and nothing of
	// other generators, and it does not change the group. It may be called for several groups at the same time.
	Run func(*group.Group) ([]File, []diag.Diagnostic)
}

// File is one generated file.
type File struct {
	// Dir is the absolute path of a directory, Name the name of the file in it.
	Dir, Name string
	// Content is the whole file, formatted, with its header.
	Content []byte
	// Once marks a file that belongs to the user as soon as it exists: it is written if it is missing and never changed.
	Once bool
}
