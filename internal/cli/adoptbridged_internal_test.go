package cli

import (
	"go/types"
	"testing"

	"github.com/configgen/configgen/internal/group"
)

// TestExpressionOfAMovedFlag converts a field to the type of the variable that it takes the place of, unless that does
// not compile.
func TestExpressionOfAMovedFlag(t *testing.T) {
	local := types.NewPackage("example.com/relay", "main")
	named := func(name string, of types.BasicKind) types.Type {
		return types.NewNamed(types.NewTypeName(0, local, name, nil), types.Typ[of], nil)
	}
	for _, test := range []struct {
		of   string
		as   types.Type
		want string
	}{
		{"string", named("mode", types.String), "mode(config.Level)"},
		{"string", named("level", types.Int8), "config.Level"},
		{"int32", types.Typ[types.Int8], "int8(config.Level)"},
		{"int64", types.Typ[types.String], "config.Level"},
		{"string", types.Typ[types.String], "config.Level"},
	} {
		field := &group.Field{Path: "Level", Type: &group.Type{Kind: test.of, Name: test.of}}
		if got := typed(field, test.as, true); got != test.want {
			t.Errorf("a field %s for a %s: got %s, want %s", test.of, test.as, got, test.want)
		}
	}
}
