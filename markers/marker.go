package markers

import "go/token"

// Marker is one marker as the user wrote it.
type Marker struct {
	// Name as it stands behind the plus sign.
	Name string
	// Value points to the marker's struct: *Flag for +flag, *Constraint for the tags of declarative validation, and so on.
	Value any
	// Text is the whole marker, from its plus sign on.
	Text string
	// Position and End span it in the source.
	Position, End token.Position
}

// Set is the markers of one declaration in the order in which they stand.
type Set []Marker

// Get returns the first marker whose struct is T, and whether there is one.
func Get[T any](set Set) (*T, bool) {
	for _, m := range set {
		if value, ok := m.Value.(*T); ok {
			return value, true
		}
	}
	return nil, false
}

// All returns the structs of all markers of kind T, in order.
func All[T any](set Set) []*T {
	var all []*T
	for _, m := range set {
		if value, ok := m.Value.(*T); ok {
			all = append(all, value)
		}
	}
	return all
}

// Named returns the markers of the given name, in order.
func (s Set) Named(name string) []Marker {
	var named []Marker
	for _, m := range s {
		if m.Name == name {
			named = append(named, m)
		}
	}
	return named
}

// Has reports whether a marker of the given name stands in the set.
func (s Set) Has(name string) bool { return len(s.Named(name)) > 0 }
