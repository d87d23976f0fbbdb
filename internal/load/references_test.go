package load

import (
	"slices"
	"testing"
)

// TestReferences: the packages that markers name are loaded, also by a +subfield of a type, where the fields of a
// published struct have their markers.
func TestReferences(t *testing.T) {
	dir := extract(t, `
-- go.mod --
module example.com/world

go 1.26.0
-- a/a.go --
// Package a has a published struct.
package a

import "net/url"

// Root is published.
// +config
// +subfield(Host)=+flag(value: "example.com/world/values.Host")=host
// +subfield(Path)=+flag=path
type Root = url.URL

// Other has a field.
// +config
type Other struct {
	// Name is a name.
	// +flag(value: "example.com/world/names.Name")
	Name string
}
`)
	l, _ := loadTypes(t, Request{Dir: dir, Patterns: []string{"./..."}, Wanted: func([]byte) bool { return true }})
	got := references(l.Packages[0])
	slices.Sort(got)
	if want := []string{"example.com/world/names", "example.com/world/values"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
