// Package generators says what a generator is. Each folder below holds one, as a value named Generator; the list that the
// command line runs stands in cmd/configgen.
package generators

import (
	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/load"
)

// Generator turns the model of a group into files. It reads nothing but the model: no disk, no flags, no other generator.
type Generator struct {
	// Name in lower case, as in legacydefaults.
	Name string
	// Doc says in one line what is generated.
	Doc string
	// Run returns the files, whose contents depend on nothing but the group, and what is wrong with the group as far as this
	// generator is concerned. With an error among the findings, the files are not written.
	Run func(*group.Group) ([]File, []diag.Diagnostic)
	// Prepare takes the place of Run for a generator that reads the packages themselves: it is called once, with all groups
	// of the call and the world that they were made of, and returns the function that does Run's work, so that groups share
	// what is expensive. What comes out for a group must not depend on the other groups.
	Prepare func(*load.World, []*group.Group) func(*group.Group) ([]File, []diag.Diagnostic)
}

// File is one generated file.
type File struct {
	// Dir is the absolute folder, Name the name of the file in it.
	Dir, Name string
	// Content is the whole file, formatted, with its header.
	Content []byte
	// Once marks a file that is the user's from the moment it exists: it is written where it is missing and never changed.
	Once bool
}
