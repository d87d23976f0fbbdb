package load

import (
	"maps"
	"testing"

	"github.com/configgen/configgen/internal/group"
)

// TestRegistrationsWithGroups: group, version and kind of the registered types are known from literals, constants,
// variables of the package and of others, and builders. A function that nothing calls registers nothing.
func TestRegistrationsWithGroups(t *testing.T) {
	dir := extract(t, `
-- go.mod --
module example.com/world

go 1.26.0
-- schema/schema.go --
// Package schema has what registrations use.
package schema

// GroupVersion names a version.
type GroupVersion struct{ Group, Version string }

// WithKind names a kind.
func (v GroupVersion) WithKind(kind string) GroupVersionKind { return GroupVersionKind{v.Group, v.Version, kind} }

// GroupVersionKind names a kind.
type GroupVersionKind struct{ Group, Version, Kind string }

// GroupVersion is the version of the kind.
func (k GroupVersionKind) GroupVersion() GroupVersion { return GroupVersion{k.Group, k.Version} }

// Builder registers types.
type Builder struct{ GroupVersion GroupVersion }

// Register registers types.
func (b *Builder) Register(objects ...any) {}

// Scheme knows types.
type Scheme struct{}

// AddKnownTypes registers types.
func (s *Scheme) AddKnownTypes(v GroupVersion, objects ...any) {}

// AddKnownTypeWithName registers a type.
func (s *Scheme) AddKnownTypeWithName(k GroupVersionKind, object any) {}
-- names/names.go --
// Package names has the names of the group.
package names

import "example.com/world/schema"

// Domain ends the names of groups.
const Domain = "example.com"

// Shared is a version.
var Shared = schema.GroupVersion{Group: "shared." + Domain, Version: "v2"}
-- v1/v1.go --
// Package v1 has kinds.
package v1

import (
	"example.com/world/names"
	"example.com/world/schema"
)

// Group is the group of most.
const Group = "relay." + names.Domain

var (
	// SchemeGroupVersion is the version of most.
	SchemeGroupVersion = schema.GroupVersion{Group: Group, Version: "v1"}
	// ConfigGroupVersion is the version of others.
	ConfigGroupVersion = schema.GroupVersion{"config." + names.Domain, SchemeGroupVersion.Version}
	// SchemeBuilder has its own.
	SchemeBuilder = &schema.Builder{GroupVersion: schema.GroupVersion{Group: "built", Version: "v1"}}
	unknown       = func() schema.GroupVersion { return schema.GroupVersion{} }()
)

// A and the others are kinds.
// +config
type A struct{}
type B struct{}
type C struct{}
type D struct{}
type E struct{}
type F struct{}
type G struct{}
type H struct{}

func init() { SchemeBuilder.Register(&F{}) }

// Add registers them.
func Add(s *schema.Scheme) {
	s.AddKnownTypes(SchemeGroupVersion, &A{}, new(B))
	s.AddKnownTypes(ConfigGroupVersion, &C{})
	s.AddKnownTypeWithName(SchemeGroupVersion.WithKind("Old"), &D{})
	s.AddKnownTypeWithName(schema.GroupVersionKind{Group: "old", Version: "v1", Kind: "OldA"}, &A{})
	s.AddKnownTypes(names.Shared, &E{})
	local := schema.GroupVersionKind{Group: "local", Version: "v1", Kind: "L"}
	s.AddKnownTypes(local.GroupVersion(), &G{})
	s.AddKnownTypes(unknown, &H{})
}

func nobody(s *schema.Scheme) { s.AddKnownTypes(SchemeGroupVersion, &H{}) }
`)
	l, _ := loadTypes(t, Request{Dir: dir, Patterns: []string{"./v1"}, Wanted: func([]byte) bool { return true }})
	got := l.Registrations(l.Packages[0])
	want := map[string]group.Header{
		"A": {Group: "relay.example.com", Version: "v1", Kind: "A"},
		"B": {Group: "relay.example.com", Version: "v1", Kind: "B"},
		"C": {Group: "config.example.com", Version: "v1", Kind: "C"},
		"D": {Group: "relay.example.com", Version: "v1", Kind: "Old"},
		"E": {Group: "shared.example.com", Version: "v2", Kind: "E"},
		"F": {Group: "built", Version: "v1", Kind: "F"},
		"G": {Group: "local", Version: "v1", Kind: "G"},
	}
	if !maps.Equal(got, want) {
		t.Errorf("got %v\nwant %v", got, want)
	}
}
