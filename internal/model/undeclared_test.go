package model_test

import (
	"cmp"
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
	"github.com/configgen/configgen/internal/testfiles"
)

// TestProtectedFieldsAreDeclared puts each fact that protects a configuration on a field of an opaque struct, on the
// struct around the field, and on a field in an opaque list. Fields with other facts, with a declared place, and
// secrets that the version declares, need no marker.
func TestProtectedFieldsAreDeclared(t *testing.T) {
	const moved = "// +moved(from: \"inner.value\", in: v1)\n"
	cases := map[string]struct{ outer, inner, typed, marker, goType, version, want string }{
		"secret":     {marker: "+secret", goType: "string", want: "Inner.Value is a secret"},
		"path":       {marker: "+path", goType: "string", want: "Inner.Value is a path"},
		"set":        {marker: "+listType=set", goType: "[]string", want: "Inner.Value is a list that files extend"},
		"precedence": {marker: "+precedence=file", goType: "string", want: "Inner.Value has a precedence of its own"},
		"reload":     {marker: "+reload=hot", goType: "string", want: "Inner.Value has a reload class"},
		"gate":       {marker: "+featureGate=Walk", goType: "string", want: "Inner.Value has a feature gate"},
		"flag":       {marker: "+flag=value", goType: "string", want: "Inner.Value has a flag"},
		"several": {marker: "+flag=value\n// +reload=hot", goType: "string",
			want: "Inner.Value has a reload class and a flag"},
		"flags":        {outer: "+flagsFrom=Add", goType: "string", want: "Inner has flags"},
		"aroundsecret": {outer: "+secret", goType: "string", want: "Inner is a secret"},
		"aroundreload": {outer: "+reload=hot", goType: "string", want: "Inner has a reload class"},
		"typegate":     {typed: "+featureGate=Walk", goType: "string", want: "Inner has a feature gate"},
		"inlist":       {outer: "+reload=hot", inner: "[]Inner", goType: "string"},
		"nopath":       {marker: "+path=false", goType: "string"},
		"atomic":       {marker: "+listType=atomic", goType: "[]string"},
		"minimum":      {marker: "+k8s:minimum=1", goType: "int32"},
		"declared":     {marker: "+secret\n" + moved, goType: "string"},
		"inversion":    {marker: "+secret", goType: "string", version: "Value string `json:\"value\" datapolicy:\"token\"`"},
		"markedthere":  {marker: "+secret", goType: "string", version: "// +secret\nValue string `json:\"value\"`"},
	}
	dir := t.TempDir()
	testfiles.Requirements(t, "../../testdata/golden", dir)
	for name, c := range cases {
		const imports = "import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n"
		inner := cmp.Or(c.inner, "Inner")
		comment := func(text string) string {
			if text == "" {
				return ""
			}
			return "// " + text + "\n"
		}
		for file, content := range map[string]string{
			"types.go": "// +configgen:output(loader: true)\n// +groupName=relay.example.io\npackage config\n\n" +
				imports + "// +config\ntype Relay struct {\nmetav1.TypeMeta\n" + comment(c.outer) +
				"Inner " + inner + "\nOther string\n}\n\n" + comment(c.typed) +
				"type Inner struct {\n" + comment(c.marker) + "Value " + c.goType + "\n}\n",
			"v1/doc.go": "// +k8s:conversion-gen=example.com/golden/" + name + "/config\npackage v1\n\n" + imports +
				"type Relay struct {\nmetav1.TypeMeta `json:\",inline\"`\nInner " + inner + " `json:\"inner\"`\n" +
				"Other string `json:\"other\"`\n}\n\ntype Inner struct {\n" +
				cmp.Or(c.version, "Value "+c.goType+" `json:\"value\"`") + "\n}\n",
			"v1/conversion.go": "package v1\n\nimport (\n\"k8s.io/apimachinery/pkg/conversion\"\n\n" +
				"\"example.com/golden/" + name + "/config\"\n)\n\n" +
				"func Convert_v1_Inner_To_config_Inner(in *Inner, out *config.Inner, s conversion.Scope) error {\n" +
				"out.Value = in.Value\nreturn nil\n}\n",
		} {
			testfiles.Write(t, filepath.Join(dir, name, "config", file), content)
		}
	}
	found := undeclaredIn(t, dir)
	for name, c := range cases {
		if got := strings.Join(found[name], "; "); got != c.want {
			t.Errorf("%s: got %q, want %q", name, got, c.want)
		}
	}
}

// TestAdviceNamesTheOpaqueField: a struct of another module has a reload class, and a conversion sets a field in it.
// The advice is about the field, with the way to it from the user's type, and ends the finding.
func TestAdviceNamesTheOpaqueField(t *testing.T) {
	dir := otherAndRequirements(t)
	const types = "import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n" +
		"type Policy struct {\nmetav1.TypeMeta `json:\",inline\"`\nInner Inner `json:\"inner\"`\n}\n\n" +
		"type Inner struct {\nA, B string\n}\n"
	for name, content := range map[string]string{
		"other/policy/types.go":  "package policy\n\n" + types,
		"other/policy/v1/doc.go": "// +k8s:conversion-gen=example.com/other/policy\n\npackage v1\n\n" + types,
		"other/policy/v1/conversion.go": "package v1\n\nimport (\n\"example.com/other/policy\"\n" +
			"\"k8s.io/apimachinery/pkg/conversion\"\n)\n\n" +
			"func Convert_v1_Inner_To_policy_Inner(in *Inner, out *policy.Inner, s conversion.Scope) error {\n" +
			"out.B = \"b\"\nreturn autoConvert_v1_Inner_To_policy_Inner(in, out, s)\n}\n",
	} {
		testfiles.Write(t, filepath.Join(dir, name), content)
	}
	advice := func(markers string) (fixes []string) {
		testfiles.Write(t, filepath.Join(dir, "config/types.go"), "// +configgen:output(loader: true)\n"+
			"// +groupName=policy.example.io\npackage config\n\nimport \"example.com/other/policy\"\n\n"+
			"// +config\n// +subfield(Inner)=+reload=hot\n"+markers+"type Policy = policy.Policy\n")
		for _, finding := range findingsIn(t, dir) {
			if strings.HasPrefix(finding.Code, "moved") || finding.Code == "undeclared-conversion" {
				fixes = append(fixes, finding.Fix)
			}
		}
		return fixes
	}
	const marker = "+subfield(Inner.B)=+moved(from: \"inner.B\", in: v1)"
	if got := advice(""); len(got) != 1 || !strings.HasPrefix(got[0], "add "+marker+" to Policy, ") {
		t.Errorf("got %q", got)
	}
	if got := advice("// " + marker + "\n"); len(got) > 0 {
		t.Errorf("with the marker: got %q", got)
	}
}

// TestAdviceForSharedStructs: a marker on a field of a struct in several places names one of the places, so the advice
// is to add a marker where the struct is. A list of the struct keeps its place.
func TestAdviceForSharedStructs(t *testing.T) {
	dir := otherAndRequirements(t)
	const types = "import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n" +
		"// +config\ntype Relay struct {\nmetav1.TypeMeta `json:\",inline\"`\n// %s\nPublic Point `json:\"public\"`\n" +
		"// %s\n// +listType=map\n// +listMapKey=name\nMore []Point `json:\"more\"`\n}\n\n" +
		"type Point struct {\nName string `json:\"name\"`\n// +secret\nToken string `json:\"token\"`\n}\n"
	for name, content := range map[string]string{
		"config/v1/doc.go": "// +k8s:conversion-gen=example.com/golden/config\npackage v1\n\n" +
			strings.NewReplacer("// +secret\n", "", "// +config\n", "").Replace(types),
		"config/v1/conversion.go": "package v1\n\nimport (\n\"example.com/golden/config\"\n" +
			"\"k8s.io/apimachinery/pkg/conversion\"\n)\n\n" +
			"func Convert_v1_Point_To_config_Point(in *Point, out *config.Point, s conversion.Scope) error {\n" +
			"out.Token = in.Token\nreturn autoConvert_v1_Point_To_config_Point(in, out, s)\n}\n",
	} {
		testfiles.Write(t, filepath.Join(dir, name), content)
	}
	public, more := "Public is shown.", "More is shown."
	for _, want := range []string{
		`+subfield(Token)=+moved(from: "public.token", in: v1) to Public`,
		`+subfield(Token)=+moved(from: "more[*].token", in: v1) to More`, "",
	} {
		testfiles.Write(t, filepath.Join(dir, "config/types.go"), "// +configgen:output(loader: true)\n"+
			"// +groupName=relay.example.io\npackage config\n\n"+fmt.Sprintf(types, public, more))
		got := ""
		for _, finding := range findingsIn(t, dir) {
			if strings.HasPrefix(finding.Code, "moved") || finding.Code == "undeclared-conversion" {
				advice, _, _ := strings.Cut(finding.Fix, ", with ")
				got += strings.TrimPrefix(advice, "add ")
			}
		}
		if got != want {
			t.Errorf("got %q, want %q", got, want)
		}
		marker, of, _ := strings.Cut(want, " to ")
		if of == "Public" {
			public = marker
		} else {
			more = marker
		}
	}
}

// undeclaredIn returns the beginnings of the findings undeclared-conversion, by the directory above config.
func undeclaredIn(t *testing.T, dir string) map[string][]string {
	t.Helper()
	all := map[string][]string{}
	for _, finding := range findingsIn(t, dir) {
		if what, _, ok := strings.Cut(finding.Message, ", and its place in v1 is unknown"); ok {
			name := filepath.Base(filepath.Dir(filepath.Dir(finding.Position.Filename)))
			all[name] = append(all[name], what)
		}
	}
	return all
}

// findingsIn returns the findings of a module.
func findingsIn(t *testing.T, dir string) []diag.Diagnostic {
	t.Helper()
	session, _, err := load.Load(t.Context(), load.Request{
		Dir: dir, Patterns: []string{"./..."}, Wanted: markers.Mentions,
	})
	if err != nil {
		t.Fatal(err)
	}
	_, findings := model.Groups(session)
	return findings
}

// TestVersionOfTheComponentIsCompared: a version that another one converts to is the type of the component, and is
// compared with itself.
func TestVersionOfTheComponentIsCompared(t *testing.T) {
	dir := t.TempDir()
	testfiles.Requirements(t, "../../testdata/golden", dir)
	const relay = "import metav1 \"k8s.io/apimachinery/pkg/apis/meta/v1\"\n\n%type Relay struct {\n" +
		"metav1.TypeMeta `json:\",inline\"`\nA string `json:\"a\"`\n}\n"
	testfiles.Write(t, filepath.Join(dir, "v1/types.go"), "// +groupName=relay.example.io\npackage v1\n\n"+
		strings.Replace(relay, "%", "// +config\n", 1))
	testfiles.Write(t, filepath.Join(dir, "v1alpha1/doc.go"), "// +k8s:conversion-gen=example.com/golden/v1\n"+
		"package v1alpha1\n\n"+strings.Replace(relay, "%", "", 1))
	root := groupsIn(t, dir)[0].Roots[0]
	for _, version := range []string{"v1", "v1alpha1"} {
		if got := opaqueIn(root, version); got != "" {
			t.Errorf("%s: got %q", version, got)
		}
	}
}
