package load

import (
	"fmt"
	"testing"
)

// TestUses: the syntax and the types of a package are there until all groups are done that lead to it by an import, a
// tag, or the directory above. What it declares remains.
func TestUses(t *testing.T) {
	dir := extract(t, `
-- go.mod --
module example.com/world

go 1.26.0
-- a/a.go --
// Package a imports what another group has.
package a

import "example.com/world/shared"

// Root has a field.
// +config
type Root struct {
	// Field is a field.
	Field shared.T
}
-- a/v1/doc.go --
// Package v1 is a version.
//
// +k8s:conversion-gen=example.com/world/a
// +k8s:defaulter-gen-input=example.com/world/tagged
package v1
-- b/b.go --
// Package b imports the same.
package b

import "example.com/world/shared"

// Root has a field.
// +config
type Root struct {
	// Field is a field.
	Field shared.T
}
-- shared/shared.go --
// Package shared is what both have in common.
package shared

// T is a type.
type T struct{}
-- tagged/tagged.go --
// Package tagged is named by a tag.
package tagged

// T is a type.
type T struct{}
-- unused/unused.go --
// Package unused belongs to no group.
package unused

// T is a type.
type T struct{}
`)
	const module = "example.com/world/"
	all := Request{Dir: dir, Patterns: []string{"./..."}, Wanted: func([]byte) bool { return true }}
	l, _ := loadTypes(t, all, module+"a", module+"a/v1", module+"b", module+"shared", module+"tagged", module+"unused")
	kept := func() (paths []string) {
		for _, pkg := range l.Packages {
			_, _, err := l.Types(pkg.Path)
			if syntax := len(pkg.Files) > 0 && pkg.Types != nil; syntax != (err == nil) {
				t.Errorf("%s has syntax: %t; has types: %v", pkg.Path, syntax, err)
			}
			if err == nil {
				paths = append(paths, pkg.Path[len(module):])
			}
		}
		return paths
	}
	uses := NewUses(l.Session, [][]string{{module + "a/v1"}, {module + "b"}})
	for i, want := range []string{
		"[a a/v1 b shared tagged unused]",
		"[b shared unused]", // a is above a/v1
		"[unused]",
	} {
		if i > 0 {
			uses.Done(i - 1)
		}
		if got := kept(); fmt.Sprint(got) != want {
			t.Errorf("after %d groups: got %v, want %s", i, got, want)
		}
	}
	if pkg := l.Source(module + "b"); pkg.Declared["Root"].Kind != "type" || pkg.Name != "b" {
		t.Errorf("got %v of package %s", pkg.Declared, pkg.Name)
	}
}
