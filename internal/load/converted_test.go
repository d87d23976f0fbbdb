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

// TestConversions summarizes the bodies of conversions: whether the generated function is always called, and which
// fields are set and read.
func TestConversions(t *testing.T) {
	const auto, helpers = "autoConvert_v1_T_To_config_T(in, out, s)", `
func fill(from *T, to *config.T) { to.A = from.B }
func read(one *T) { _ = one.C }
func all(from *T) { other.All(from) }
func made(from *T) *config.T { return &config.T{A: from.B} }
func copied(from *T) config.T { var to config.T; to.A = from.B; return to }
`
	for body, want := range map[string]string{
		"return " + auto: "generated",
		"if err := " + auto + "; err != nil { return err }": "generated",
		auto + "; return nil":                               "generated",
		"if in.A { return nil }; return " + auto:            "A read, whole",
		"if in.A { return fix(in) }; return " + auto:        "A read, whole",
		"if in.A { return fmt.Errorf(``) }; return " + auto: "generated, A read",
		"if in.A { " + auto + " }":                          "A read, whole",
		"for { return " + auto + " }":                       "whole",
		"autoConvert_v1_T_To_config_T(out, in, s)":          "whole",
		"out.A = in.B":       "A set, B read",
		"out.A.B.C = in.D.E": "A set, D read",
		"in.A.B = 1; in.C++; in.D[0] = 1; *in.E = 1":          "A set, C set, D set, E set",
		"p := &in.A; p.B = 1; use(&in.C)":                     "A set, C read",
		"out.A = in.A":                                        "A set",
		"*out = config.T{A: in.B}":                            "B read, literal",
		"*out = *made(in)":                                    "B read, literal",
		"*out = copied(in)":                                   "B read, whole",
		"out.A = config.A{B: in.C}":                           "A set, C read",
		"if in == nil || out.A != nil { return nil }":         "A set",
		"fill(in, out); read(in); read(out)":                  "A set, B read, C set",
		"all(in)":                                             "whole",
		"in.Check()":                                          "Check read",
		"s.Convert(in, out)":                                  "whole",
		"func(in *T) { in.A = 1 }(nil)":                       "A set, whole",
		"other.in.A = other.B":                                "",
		"(*out).A, (out).B = (*in).C, 1; f(out.A.in, x.y.in)": "A set, B set, C read",
	} {
		source := "package v1\nfunc Convert_v1_T_To_config_T(in *T, out *config.T, s conversion.Scope) error {" + body + "}" +
			helpers
		file, err := parser.ParseFile(token.NewFileSet(), "", source, 0)
		if err != nil {
			t.Fatal(err)
		}
		pkg := &load.Package{Files: []*ast.File{file}, Declared: map[string]group.Declaration{
			"fill": {Kind: "func"}, "read": {Kind: "func"}, "all": {Kind: "func"},
			"made": {Kind: "func"}, "copied": {Kind: "func"},
		}}
		got := (load.Converter{Package: pkg, Function: file.Decls[0].(*ast.FuncDecl)}).Conversion()
		var words []string
		for field := range maps.Keys(got.Sets) {
			words = append(words, field+" set")
		}
		for field := range maps.Keys(got.Reads) {
			words = append(words, field+" read")
		}
		slices.Sort(words)
		if got.Generated {
			words = append([]string{"generated"}, words...)
		}
		if got.Whole {
			words = append(words, "whole")
		}
		if got.Literal {
			words = append(words, "literal")
		}
		if text := strings.Join(words, ", "); text != want {
			t.Errorf("%s: got %q, want %q", body, text, want)
		}
	}
}

// TestConverters finds the conversions of a package, with the types that they convert.
func TestConverters(t *testing.T) {
	file, err := parser.ParseFile(token.NewFileSet(), "", `package v1

import (
	"example.com/config"
	renamed "example.com/other"
)

func Convert_v1_T_To_config_T(in *T, out *config.T, s conversion.Scope) error { return nil }
func Convert_Slice(in *[]T, out *map[string]*renamed.T, _ conversion.Scope) error { return nil }
func Convert_Alias(in *config.Alias, out *[2]int, _ conversion.Scope) error { return nil }
func Convert_Two(in *T, out *config.T) error { return nil }
func Convert_Values(in T, out config.T, _ conversion.Scope) error { return nil }
func Other(in *T, out *config.T, _ conversion.Scope) error { return nil }
func (T) Convert_Method(in *T, out *config.T, _ conversion.Scope) error { return nil }
`, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg := &load.Package{Path: "example.com/v1", Files: []*ast.File{file}}
	var got []string
	for _, c := range pkg.Converters(func(path, name string) string {
		if path == "example.com/config" && name == "Alias" {
			return "example.com/api.Target"
		}
		return ""
	}) {
		got = append(got, c.Function.Name.Name+" "+c.From+" "+c.To)
	}
	want := []string{
		"Convert_v1_T_To_config_T example.com/v1.T example.com/config.T",
		"Convert_Slice []example.com/v1.T map[string]*example.com/other.T",
		"Convert_Alias example.com/api.Target ?",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
