package markers

import "github.com/configgen/configgen/descriptor"

// Fact is a fact about a field in the descriptor that a marker on the field declares.
type Fact struct {
	// Inherit says which fields the marker tells of.
	Inherit Inherit
	// set adds the fact to the description of a field. It is nil for a fact that needs more than the marker, such as the
	// type of the field: the model adds it.
	set func(marker any, to *descriptor.Field)
}

// Inherit says which fields a marker on a field tells of.
type Inherit string

// The values of Inherit.
const (
	// Own is the field with the marker.
	Own Inherit = "own"
	// Inlined is the field with the marker or, of an inlined struct, the fields in it: files do not have the struct. A
	// field's own marker overrides the marker of the struct.
	Inlined Inherit = "inlined"
	// Inside is the field with the marker and all fields in it.
	Inside Inherit = "inside"
)

// tells adds a fact to a row.
func tells[T any](s Spec, inherit Inherit, set func(marker *T, to *descriptor.Field)) Spec {
	s.Facts = append(s.Facts, Fact{inherit, func(marker any, to *descriptor.Field) { set(marker.(*T), to) }})
	return s
}

// tellsMore adds a fact to a row that needs more than the marker.
func tellsMore(s Spec, inherit Inherit) Spec {
	s.Facts = append(s.Facts, Fact{Inherit: inherit})
	return s
}

// facts are the facts that markers tell, by the names of the markers.
var facts = func() map[string][]Fact {
	found := map[string][]Fact{}
	for _, spec := range onField() {
		if len(spec.Facts) > 0 {
			found[spec.Name] = spec.Facts
		}
	}
	return found
}()

// Describe adds the facts of the markers on a field, and on the inlined structs around it, to the description of the
// field. A marker by +subfield, where the type is used, overrides the marker on the field in the type. The sets begin
// with the markers of the field; the markers of the structs follow, the innermost struct first.
func Describe(to *descriptor.Field, sets ...Set) {
	for i := len(sets) - 1; i >= 0; i-- {
		for _, m := range sets[i] {
			for _, fact := range facts[m.Name] {
				if fact.set != nil && (i == 0 || fact.Inherit == Inlined) {
					fact.set(m.Value, to)
				}
			}
		}
	}
}
