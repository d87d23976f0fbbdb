package configapi

import (
	"testing"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/modeltest"
)

func TestRecordedFile(t *testing.T) {
	modeltest.RecordedIn(t, Generator, "../../examples/sampleconfig")
}

func TestNoSnapshotUnasked(t *testing.T) {
	g := &group.Group{Descriptor: &descriptor.Descriptor{}}
	if files, findings := Generator.Run(generators.NewInput(g)); len(files)+len(findings) > 0 {
		t.Errorf("got %v and %v", files, findings)
	}
}

// TestOnlyAComponentThatLoadsFilesEmbedsIt expects the Go file, and a finding for a name that the user has, of a group
// with the runtime library alone.
func TestOnlyAComponentThatLoadsFilesEmbedsIt(t *testing.T) {
	g := &group.Group{
		API:     &group.API{},
		Package: group.Package{Name: "relay", Declared: map[string]group.Declaration{"ConfigAPI": {}}},
		Roots:   []*group.Root{{Name: "Relay", Type: &group.Type{Kind: "struct"}}},
	}
	model.Describe(g)
	if files, findings := Generator.Run(generators.NewInput(g)); len(files) != 1 || len(findings) > 0 {
		t.Errorf("got %v and %v without the library", files, findings)
	}
	g.API, g.Loader = nil, true
	files, findings := Generator.Run(generators.NewInput(g))
	if len(files) != 2 || len(findings) != 1 || findings[0].Code != "name-collision" {
		t.Errorf("got %v and %v with the library", files, findings)
	}
}
