package describe_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/breaking"
	"github.com/configgen/configgen/internal/describe"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// field is a field of another one.
func field(above *group.Field, name string, embedded bool, values ...any) *group.Field {
	f := &group.Field{
		Name: name, Path: name, JSONName: name, JSONPath: name, Parent: above,
		Type: &group.Type{Kind: "string", Name: "string"},
	}
	if embedded {
		f.Embedded, f.JSONName, f.JSONPath = true, "", ""
		f.Type = &group.Type{Kind: "pointer", Elem: &group.Type{Kind: "struct", Package: "example.com/ours", Name: name}}
	}
	if above != nil {
		f.Path, above.Fields = above.Path+"."+name, append(above.Fields, f)
	}
	for _, value := range values {
		f.Markers = append(f.Markers, markers.Marker{Value: value})
	}
	return f
}

// relay is a group whose root embeds a pointer to a struct of another module, which embeds one more. Markers on these
// come by +subfield.
func relay(outer ...any) (api *descriptor.Descriptor, embedded *group.Field) {
	base := field(nil, "Base", true, outer...)
	base.Deprecated = &group.Deprecation{Use: "node"}
	base.Gates = []*group.Gate{{Name: "Outer"}}
	deep := field(base, "Deep", true, &markers.Precedence{Mode: "file"})
	deep.Gates = []*group.Gate{{Name: "Inner"}}
	field(deep, "Plain", false)
	own := field(deep, "Own", false, &markers.Reload{Class: "reboot"}, &markers.Precedence{Mode: "replace"},
		&markers.Since{Release: "1.4"})
	own.Deprecated = &group.Deprecation{Use: "plain"}
	root := &group.Root{Name: "Relay", Fields: []*group.Field{base}}
	root.External = []*group.External{{Version: "example.com/v1", Fields: root.Fields}}
	g := &group.Group{
		Roots: []*group.Root{root}, Versions: []group.Version{{Name: "v1", Package: group.Package{Path: "example.com/v1"}}},
	}
	return describe.API(g), own
}

// TestInlinedStructIsToldOfItsFields expects what applies to embedded structs at the fields in them, unless they say
// otherwise themselves.
func TestInlinedStructIsToldOfItsFields(t *testing.T) {
	api, own := relay(&markers.Reload{Class: "hot"}, &markers.Since{Release: "1.2"}, &markers.Instance{})
	for i := range api.Kinds[0].Fields {
		f := &api.Kinds[0].Fields[i]
		f.JSON, f.GoType, f.Type = "", "", descriptor.Type{}
	}
	gates := []string{"Outer", "Inner"}
	if diff := cmp.Diff([]descriptor.Field{
		{Path: "Base.Deep.Plain", Reload: "hot", Precedence: "file", Instance: true, Gates: gates, Since: "1.2",
			Deprecated: &descriptor.Deprecation{Use: "node"}},
		{Path: "Base.Deep.Own", Reload: "reboot", Instance: true, Gates: gates, Since: "1.4",
			Deprecated: &descriptor.Deprecation{Use: "plain"}},
	}, api.Kinds[0].Fields); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if at := own.Parent.DeprecationInFiles(); at != nil {
		t.Errorf("files do not have an embedded struct, and it is deprecated: %v", at)
	}
}

// TestReloadTakenOffAnInlinedStruct expects that the comparison tells of the fields in it.
func TestReloadTakenOffAnInlinedStruct(t *testing.T) {
	before, _ := relay(&markers.Reload{Class: "hot"})
	after, _ := relay()
	var found []string
	for _, change := range breaking.Compare(before, after) {
		found = append(found, change.Rule+" "+change.Of.Field)
	}
	if diff := cmp.Diff([]string{"CB021 Base.Deep.Plain"}, found); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
