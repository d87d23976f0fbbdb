package build

import (
	"fmt"
	"go/types"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/markers"
)

// pendingMarker is a +subfield on its way to the field it names.
type pendingMarker struct {
	path   []string
	marker markers.Marker
	used   *bool
}

// takePending gives the field the +subfield markers that lead to it, and returns those that lead further down.
func takePending(at place, field *group.Field, variable *types.Var) []pendingMarker {
	var below []pendingMarker
	for _, p := range at.pending {
		switch inner, _, list := structBehind(variable.Type()); {
		case *p.used:
		case p.path[0] == field.Name && len(p.path) == 1:
			*p.used = true
			field.Markers = append(field.Markers, p.marker)
			field.Inherited++
			field.Position, field.End = p.marker.Position, p.marker.End
		case p.path[0] == field.Name:
			below = append(below, pendingMarker{p.path[1:], p.marker, p.used})
		case field.Embedded && inner != nil && !list && anyField(inner, p.path[0]):
			below = append(below, p)
		}
	}
	return append(below, subfields(field.Markers)...)
}

// subfields are the +subfield markers of a field or type.
func subfields(set markers.Set) []pendingMarker {
	var found []pendingMarker
	for _, inner := range markers.All[markers.Subfield](set) {
		found = append(found, pendingMarker{strings.Split(inner.Path, "."), inner.Marker, new(bool)})
	}
	return found
}

// unusedSubfields reports +subfield markers that lead to a field that the struct does not have.
func unusedSubfields(at place) {
	for _, p := range at.pending {
		if !*p.used && !anyField(at.goType, p.path[0]) {
			*p.used = true
			at.reportMarker(p.marker, "subfield-path",
				fmt.Sprintf("+subfield leads to %s, and there is no field %s", strings.Join(p.path, "."), p.path[0]),
				nearestField(at.goType, p.path[0]))
		}
	}
}

// anyField reports whether a struct has a field of the given name, promoted ones included.
func anyField(s *types.Struct, name string) bool {
	for i := range s.NumFields() {
		field := s.Field(i)
		if field.Name() == name {
			return true
		}
		if inner, _, list := structBehind(field.Type()); field.Embedded() && inner != nil && !list && anyField(inner, name) {
			return true
		}
	}
	return false
}

func nearestField(s *types.Struct, name string) string {
	var names []string
	for i := range s.NumFields() {
		if s.Field(i).Exported() {
			names = append(names, s.Field(i).Name())
		}
	}
	if near, distance := diag.Nearest(name, names); distance >= 0 && distance <= 3 {
		return "did you mean " + near + "?"
	}
	return "it has " + strings.Join(names, ", ")
}
