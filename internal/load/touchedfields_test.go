package load_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
)

func TestTouchedFields(t *testing.T) {
	const helpers = `
func fill(from *T) config.T { return config.T{A: from.B} }
func all(from *T, to *config.T) { to.A = 1; fill(from); other.All(from) }
`
	for body, want := range map[string]string{
		"out.A = in.A; out.B = int32(in.C.D)":               "A B C",
		"*out = config.T{A: in.B}; return nil":              "A B",
		"*out = config.T{}":                                 "",
		"*out = config.T{in.A, in.B}":                       "A B, and more",
		"return autoConvert_v1_T_To_config_T(in, out, s)":   "and more",
		"*out = config.T(*in)":                              "and more",
		"*out = fill(in)":                                   "A B",
		"all(in, out)":                                      "A B, and more",
		"*out = other.Fill(in)":                             "and more",
		"if in.A != nil { return convertA(in.A, &out.A) }":  "A",
		"for i := range in.List { out.List[i] = in.Other }": "List Other",
	} {
		file, err := parser.ParseFile(token.NewFileSet(), "", "package v1\nfunc f() {"+body+"}\n"+helpers, 0)
		if err != nil {
			t.Fatal(err)
		}
		pkg := &load.Package{Files: []*ast.File{file}, Declared: map[string]group.Declaration{
			"fill": {Kind: "func"}, "all": {Kind: "func"},
		}}
		touched, whole := pkg.TouchedFields(pkg.Files[0].Decls[0].(*ast.FuncDecl).Body, "in", "out")
		got := strings.Join(slices.Sorted(maps.Keys(touched)), " ")
		if whole {
			got = strings.TrimPrefix(got+", and more", ", ")
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}
