package model_test

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/testfiles"
)

// comparison is a root Relay in two packages, with functions that people wrote. After the fields of the root follow
// other types.
type comparison struct {
	name                         string
	internal, version, functions string
	// want has the opaque fields of each struct, and after a bar the fields that are read to set them.
	want string
}

// forward and back are the names of the conversions of the root.
var forward, back = relayFunction("Relay", "in *Relay, out *config.Relay"),
	relayFunction("Relay", "in *config.Relay, out *Relay")

// relayFunction returns the head of the conversion of a struct.
func relayFunction(name, params string) string {
	from, to := "v1", "config"
	if strings.HasPrefix(params, "in *config") {
		from, to = to, from
	}
	return "func Convert_" + from + "_" + name + "_To_" + to + "_" + name + "(" + params + ", s conversion.Scope) error "
}

// auto is the call of the generated conversion of the root.
const auto = "autoConvert_v1_Relay_To_config_Relay(in, out, s)"

var comparisons = []comparison{
	{"generated", "A string\nB Inner\n}\ntype Inner struct {\nC string",
		"A string\nB Inner\n}\ntype Inner struct {\nC *string",
		"", ""},
	{"auto only", "A string", "A string", forward + "{ return " + auto + " }", ""},
	{"two fields set", "A, B, C string", "A, B, C string",
		forward + "{\nif err := " + auto + "; err != nil {\nreturn err\n}\nout.A = \"a\"\nout.B = \"b\"\nreturn nil }",
		"A B"},
	{"renamed in both directions", "A, B string", "Old, B string",
		forward + "{\nout.A = in.Old\nreturn " + auto + " }\n" +
			back + "{\nout.Old = in.A\nreturn autoConvert_config_Relay_To_v1_Relay(in, out, s) }", "A Old"},
	{"one direction", "A, B string", "A, B string",
		back + "{\nout.B = \"b\"\nreturn autoConvert_config_Relay_To_v1_Relay(in, out, s) }", "B"},
	{"fields are read", "A, Mode, Other string", "A, Mode, Other string",
		forward + "{\nif in.Mode == \"\" {\nout.A = in.Other\n}\nreturn " + auto + " }", "A | Mode Other"},
	{"the source is changed", "A, B string", "A, B string", forward + "{\nin.B = \"b\"\nreturn " + auto + " }", "B"},
	{"helper functions", "A, B, C string", "A, B, C string",
		forward + "{\nfill(s, in, out)\nclear(in)\nreturn " + auto + " }\n" +
			"func fill(s conversion.Scope, from *Relay, to *config.Relay) { to.A = from.B }\n" +
			"func clear(to *Relay) { to.C = \"\" }", "A C | B"},
	{"no auto", "A, B string", "A, B string", forward + "{\nout.A, out.B = in.A, in.B\nreturn nil }", "."},
	{"auto in some cases", "A, B string", "A, B string",
		forward + "{\nif in.A != \"\" {\nreturn " + auto + "\n}\nreturn nil }", "."},
	{"auto after an early end", "A, B string", "A, B string",
		forward + "{\nif in.A != \"\" {\nreturn other(in)\n}\nreturn " +
			auto + " }\nfunc other(in *Relay) error { return nil }", "."},
	{"auto after an error", "A, B string", "A, B string",
		forward + "{\nif in.A == \"x\" {\nreturn fmt.Errorf(\"no\")\n}\nerr := " + auto + "\nreturn err }", ""},
	{"the whole is passed on", "A, B string", "A, B string",
		forward + "{\nother.Fill(out)\nreturn " + auto + " }", "."},
	{"the whole is assigned", "A, B string", "A, B string",
		forward + "{\nif err := " + auto + "; err != nil { return err }\n*out = config.Relay{A: in.B}\nreturn nil }", "."},
	{"a method", "A, B string", "A, B string\n}\nfunc (r *Relay) Check() {",
		forward + "{\nin.Check()\nreturn " + auto + " }", "."},
	{"lists and maps and pointers", "L []Inner\nM map[string]Inner\nP *Inner\n}\ntype Inner struct {\nC, D string",
		"L []Inner\nM map[string]Inner\nP *Inner\n}\ntype Inner struct {\nC, D string",
		relayFunction("Inner", "in *Inner, out *config.Inner") +
			"{\nout.C = in.D\nreturn autoConvert_v1_Inner_To_config_Inner(in, out, s) }",
		"L[*].C | L[*].D; M[*].C | M[*].D; P.C | P.D"},
	{"an inlined struct", "Inner\nA string\n}\ntype Inner struct {\nC, D string",
		"Inner `json:\",inline\"`\nA string\n}\ntype Inner struct {\nC, D string",
		forward + "{\nout.C = in.A\nreturn " + auto + " }", "Inner.C | A"},
	{"a struct around fields", "Inner Inner\nA string\n}\ntype Inner struct {\nC, D string",
		"Inner Inner\nA string\n}\ntype Inner struct {\nC, D string",
		forward + "{\nout.Inner.C = in.A\nreturn " + auto + " }", "Inner | A"},
	{"a function of a list", "L []Inner\n}\ntype Inner struct {\nC string",
		"L []Inner\n}\ntype Inner struct {\nC *string",
		"func Convert_Slice_v1_Inner_To_Slice_config_Inner(in *[]Inner, out *[]config.Inner, s conversion.Scope) error " +
			"{ return nil }", "L"},
	{"a function of a pointer that passes on", "P Inner\n}\ntype Inner struct {\nC string",
		"P *Inner\n}\ntype Inner struct {\nC *string",
		"func Convert_Pointer_v1_Inner_To_config_Inner(in **Inner, out *config.Inner, s conversion.Scope) error " +
			"{\nif *in == nil {\nreturn nil\n}\nreturn Convert_v1_Inner_To_config_Inner(*in, out, s) }", ""},
	{"a function of a pointer that sets fields", "P Inner\n}\ntype Inner struct {\nC string",
		"P *Inner\n}\ntype Inner struct {\nC *string",
		"func Convert_Pointer_v1_Inner_To_config_Inner(in **Inner, out *config.Inner, s conversion.Scope) error " +
			"{\nout.C = \"\"\nreturn Convert_v1_Inner_To_config_Inner(*in, out, s) }", "P"},
	{"another container", "L []Inner\n}\ntype Inner struct {\nC string",
		"L map[string]Inner\n}\ntype Inner struct {\nC *string", "", "L"},
	{"a value", "T metav1.Duration\nM Mode\n}\ntype Mode string\ntype U struct {", "T *metav1.Duration\nM string",
		"func Convert_Pointer_v1_Duration_To_v1_Duration(in **metav1.Duration, out *metav1.Duration, s conversion.Scope) " +
			"error { return nil }", ""},
	{"an identical type", "O other.Plain", "O other.Plain", "", ""},
	{"another module", "O other.Conn", "O v1other.Conn", "", "O.Burst | O.QPS"},
	{"another module without a conversion", "O other.Lost", "O v1other.Lost", "", "O"},
	{"excluded fields", "// +k8s:conversion-gen=false\nA string\nB string",
		"A string\n// +k8s:conversion-gen=false\nB string",
		"", "A; B"},
	{"an excluded field that a function sets", "// +k8s:conversion-gen=false\nA string", "A string",
		forward + "{\nout.A = in.A\nreturn " + auto + " }", "A"},
	{"declared", "// +moved(from: \"old\", in: v1)\nA string\nB string", "Old string\nB string",
		forward + "{\nout.A, out.B = in.Old, \"b\"\nreturn " + auto + " }\n" +
			back + "{\nout.Old = in.A\nreturn autoConvert_config_Relay_To_v1_Relay(in, out, s) }", "B"},
	{"declared in the same place", "// +moved(from: \"a\", in: v1)\nA string", "A *int32",
		forward + "{\nout.A = fmt.Sprint(*in.A)\nreturn " + auto + " }", ""},
	{"a struct around fields is declared", "// +moved(from: \"inner\", in: v1)\n" +
		"Inner Inner\n}\ntype Inner struct {\nC string",
		"Inner Inner\n}\ntype Inner struct {\nC string", forward + "{\nout.Inner.C = \"c\"\nreturn " + auto + " }", ""},
	{"a name of another field is declared", "// +moved(from: \"b\", in: v1)\nA string\nB string", "B string",
		forward + "{\nout.A, out.B = in.B, \"b\"\nreturn " + auto + " }", "B"},
	{"a moved struct", "// +moved(from: \"old\", in: v1)\nNew Inner\n}\ntype Inner struct {\nC, D string",
		"Old Inner\n}\ntype Inner struct {\nC, D string",
		relayFunction("Inner", "in *Inner, out *config.Inner") +
			"{\nout.C = in.D\nreturn autoConvert_v1_Inner_To_config_Inner(in, out, s) }", "New.C Old.C | Old.D"},
	{"registered by hand", "A string", "A string", "func Add(s *runtime.Scheme) error {\nreturn s.AddConversionFunc(" +
		"(*Relay)(nil), (*config.Relay)(nil), func(a, b any, _ conversion.Scope) error { return nil }) }", "not compared"},
}

// otherModule has a package with a version: the function of Conn sets Burst, and Lost has no function.
var otherModule = map[string]string{
	"other/go.mod": "module example.com/other\n\ngo 1.24.0\n",
	"other/other.go": "package other\n\ntype Plain struct{ A string }\n\ntype Conn struct{ QPS, Burst int32 }\n\n" +
		"type Lost struct{ A string }\n",
	"other/v1/doc.go": "// +k8s:conversion-gen=example.com/other\n\n" +
		"package v1\n\ntype Conn struct{ QPS, Burst int32 }\n\ntype Lost struct{ A *string }\n",
	"other/v1/conversion.go": "package v1\n\nimport (\n\"example.com/other\"\n" +
		"\"k8s.io/apimachinery/pkg/conversion\"\n)\n\n" +
		"func Convert_v1_Conn_To_other_Conn(in *Conn, out *other.Conn, s conversion.Scope) error {\n" +
		"out.Burst = in.QPS\nreturn autoConvert_v1_Conn_To_other_Conn(in, out, s)\n}\n\n" +
		"func Convert_other_Conn_To_v1_Conn(in *other.Conn, out *Conn, s conversion.Scope) error {\n" +
		"return autoConvert_other_Conn_To_v1_Conn(in, out, s)\n}\n",
}

// TestVersionsAreCompared compares a root with a version for each form of a conversion.
func TestVersionsAreCompared(t *testing.T) {
	dir := otherAndRequirements(t)
	for _, c := range comparisons {
		path := strings.ReplaceAll(c.name, " ", "_") + "/config"
		const imports = "import (\nmetav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\"example.com/other\"\n" +
			"v1other \"example.com/other/v1\"\n)\n\nvar _ v1other.Conn\nvar _ other.Conn\n\n"
		testfiles.Write(t, filepath.Join(dir, path, "types.go"), "// +groupName=relay.example.io\npackage config\n\n"+
			""+imports+
			"// +config\ntype Relay struct {\nmetav1.TypeMeta\n"+c.internal+"\n}\n")
		version := "// +k8s:conversion-gen=example.com/golden/" + path + "\npackage v1\n\n" + imports +
			"type Relay struct {\nmetav1.TypeMeta `json:\",inline\"`\n" + c.version + "\n}\n"
		testfiles.Write(t, filepath.Join(dir, path, "v1", "doc.go"), inFiles(version))
		if c.functions != "" {
			testfiles.Write(t, filepath.Join(dir, path, "v1", "conversion.go"), "package v1\n\nimport (\n\"fmt\"\n\n"+
				"metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\"k8s.io/apimachinery/pkg/conversion\"\n"+
				"\"k8s.io/apimachinery/pkg/runtime\"\n\"example.com/other\"\n\"example.com/golden/"+path+"\"\n)\n\n"+
				c.functions+"\n")
		}
	}
	found := map[string]*group.Root{}
	for _, g := range groupsIn(t, dir) {
		found[strings.ReplaceAll(filepath.Base(filepath.Dir(g.Package.Dir)), "_", " ")] = g.Roots[0]
	}
	for _, c := range comparisons {
		if got := opaqueIn(found[c.name], "v1"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.name, got, c.want)
		}
	}
}

// inFiles gives fields with a single lower-case name in files: the first letter of the Go name.
func inFiles(source string) string {
	return strings.NewReplacer("Old string\n", "Old string `json:\"old\"`\n", "Old Inner\n",
		"Old Inner `json:\"old\"`\n",
		"A *int32\n", "A *int32 `json:\"a\"`\n", "Inner Inner\n", "Inner Inner `json:\"inner\"`\n",
		"B string\n}\n", "B string `json:\"b\"`\n}\n").Replace(source)
}

// TestPublishedVersions: a root that is an alias of an internal type of another module is compared with the versions of
// that type. A version in a directory of the group goes first, and packages with other names are not versions.
func TestPublishedVersions(t *testing.T) {
	dir := otherAndRequirements(t)
	meta := "import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n"
	object := func(field string) string {
		return meta + "type Policy struct {\nmetav1.TypeMeta `json:\",inline\"`\n" + field + "\n}\n"
	}
	for name, content := range map[string]string{
		"other/policy/types.go": "package policy\n\n" + object("A, B string"),
		"other/policy/v1/doc.go": "// +k8s:conversion-gen=example.com/other/policy\n\npackage v1\n\n" +
			object("A, B *string"),
		"other/policy/v1beta1/doc.go": "// +k8s:conversion-gen=example.com/other/policy\n\npackage v1beta1\n\n" +
			object("Old, B string"),
		"other/policy/v1beta1/conversion.go": "package v1beta1\n\nimport (\n\"example.com/other/policy\"\n" +
			"\"k8s.io/apimachinery/pkg/conversion\"\n)\n\n" +
			"func Convert_v1beta1_Policy_To_policy_Policy(in *Policy, out *policy.Policy, s conversion.Scope) error {\n" +
			"out.A = in.Old\nreturn autoConvert_v1beta1_Policy_To_policy_Policy(in, out, s)\n}\n",
		"other/policy/v2/doc.go": "package v2\n\n" + object("A string"),
		"other/policy/install/doc.go": "// +k8s:conversion-gen=example.com/other/policy\n\npackage install\n\n" +
			object("A string"),
		"config/types.go": "// +groupName=policy.example.io\npackage config\n\nimport \"example.com/other/policy\"\n\n" +
			"// +config\ntype Policy = policy.Policy\n",
		"declared/types.go": "// +groupName=declared.example.io\npackage declared\n\n" +
			"import \"example.com/other/policy\"\n\n" +
			"// +config\n// +subfield(A)=+moved(from: \"Old\", in: v1beta1)\ntype Policy = policy.Policy\n",
	} {
		testfiles.Write(t, filepath.Join(dir, name), content)
	}
	groups := groupsIn(t, dir)
	if len(groups) != 2 {
		t.Fatalf("%d groups", len(groups))
	}
	root, declared := groups[0].Roots[0], groups[1].Roots[0]
	if got := opaqueIn(declared, "v1beta1"); got != "" || len(declared.Moves) != 1 || len(groups[1].Conversions) > 0 {
		t.Errorf("declared: got %q, moves %v, conversions %v", got, declared.Moves, groups[1].Conversions)
	}
	for version, want := range map[string]string{
		"v1": "", "v1beta1": "A Old", "v2": "not compared", "install": "not compared", "config": "not compared",
	} {
		if got := opaqueIn(root, version); got != want {
			t.Errorf("%s: got %q, want %q", version, got, want)
		}
	}
}

// otherAndRequirements returns the directory of a module with the other module in it.
func otherAndRequirements(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	testfiles.Requirements(t, "../../testdata/golden", dir)
	module := string(testfiles.Read(t, filepath.Join(dir, "go.mod")))
	testfiles.Write(t, filepath.Join(dir, "go.mod"),
		module+"\nrequire example.com/other v0.0.0\n\nreplace example.com/other => ./other\n")
	for name, content := range otherModule {
		testfiles.Write(t, filepath.Join(dir, name), content)
	}
	return dir
}

// groupsIn returns the groups of a module; findings are about the rest of the components.
func groupsIn(t *testing.T, dir string) []*group.Group {
	t.Helper()
	session, _, err := load.Load(t.Context(), load.Request{
		Dir: dir, Patterns: []string{"./..."}, Wanted: markers.Mentions,
	})
	if err != nil {
		t.Fatal(err)
	}
	groups, findings := model.Groups(session)
	for _, finding := range findings {
		if strings.HasPrefix(finding.Code, "moved") {
			t.Errorf("%s: %s", finding.Position, finding.Message)
		}
	}
	return slices.DeleteFunc(groups, func(g *group.Group) bool { return len(g.Roots) == 0 })
}

// opaqueIn returns the opaque fields of a version in the form of comparison.want; a dot is the root.
func opaqueIn(root *group.Root, version string) string {
	at := slices.IndexFunc(root.Comparisons, func(c *group.Comparison) bool { return c.Version == version })
	if at < 0 {
		return "not compared"
	}
	var all []string
	for _, opaque := range root.Comparisons[at].Opaque {
		text := strings.Join(opaque.Fields, " ")
		if text == "" {
			text = "."
		}
		if len(opaque.Reads) > 0 {
			text += " | " + strings.Join(opaque.Reads, " ")
		}
		all = append(all, text)
	}
	return strings.Join(all, "; ")
}
