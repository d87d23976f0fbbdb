package flags

import (
	"testing"

	"github.com/configgen/configgen/group"
)

// TestPointersBelow checks that a delegated function gets no pointers that the generated code cannot name: those inside
// the elements of a list or map.
func TestPointersBelow(t *testing.T) {
	pointer := func() *group.Field {
		number := &group.Type{Kind: "int32", Name: "int32"}
		return &group.Field{Name: "Count", Type: &group.Type{Kind: "pointer", Elem: number}}
	}
	for kind, want := range map[string]int{"struct": 1, "slice": 0, "map": 0} {
		field := &group.Field{Name: "Outer", Type: &group.Type{Kind: kind}, Fields: []*group.Field{pointer()}}
		if got := pointersBelow(field); len(got) != want {
			t.Errorf("a %s: got %d pointers, want %d", kind, len(got), want)
		}
		above := &group.Field{Name: "Top", Type: &group.Type{Kind: "struct"}, Fields: []*group.Field{field}}
		if got := pointersBelow(above); len(got) != want {
			t.Errorf("a %s in a struct: got %d pointers, want %d", kind, len(got), want)
		}
	}
}
