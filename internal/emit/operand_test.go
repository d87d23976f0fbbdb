package emit

import (
	"testing"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/group"
)

// TestZeroIsKnown expects an expression for the zero value of exactly the types that group.Type.HasZero names: a file
// must have the key of a required field of any other type.
func TestZeroIsKnown(t *testing.T) {
	quantity := &group.Type{Kind: "struct", Package: "k8s.io/apimachinery/pkg/api/resource", Name: "Quantity"}
	types := []*group.Type{
		quantity, {Kind: "struct", Package: "net/netip", Name: "Addr"}, {Kind: "struct", Package: "time", Name: "Time"},
		{Kind: "struct", Name: "Wrapper", Wraps: quantity, WrapsField: "Quantity"}, {Kind: "struct", Name: "Zone"},
		{Kind: "struct", Name: "Outer", Wraps: &group.Type{Kind: "struct", Name: "Zone"}, WrapsField: "Zone"},
	}
	for _, kind := range []string{
		"bool", "string", "int32", "uint8", "float64", "pointer", "slice", "map", "interface", "array", "struct",
	} {
		types = append(types, &group.Type{Kind: kind})
	}
	for _, of := range types {
		if _, known := IsZero(of, Operand{Expr: jen.Id("x")}); known != of.HasZero() {
			t.Errorf("%s %s: an expression is known: %t", of.Kind, of.Name, known)
		}
	}
}
