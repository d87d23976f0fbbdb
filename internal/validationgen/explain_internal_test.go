package validationgen

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/testfiles"
)

const explained = `package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Config is a root.
type Config struct {
	metav1.TypeMeta ` + "`json:\",inline\"`" + `
	// Names of it.
	// +k8s:optional
	// +k8s:eachVal=+k8s:minimum=1
	Names []string ` + "`json:\"names\"`" + `
	// Sub of it.
	*Sub
}

// Sub is a part.
// +k8s:customValidation
type Sub struct {
	// Name of it.
	// +k8s:required
	// +k8s:neq="a"
	Name string ` + "`json:\"subName\"`" + `
}
`

// TestExplain expects the places and texts of findings for known messages of the tool, in several minor versions.
func TestExplain(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod":      "module example.com/m\n\ngo 1.24\n",
		"v1/doc.go":   "// Package v1 is a version.\n//\n// +k8s:validation-gen=*\npackage v1\n",
		"v1/types.go": explained,
	} {
		testfiles.Write(t, filepath.Join(dir, name), content)
	}
	session, _, err := load.Load(t.Context(), load.Request{Dir: dir, Patterns: []string{"./v1"}})
	if err != nil {
		t.Fatal(err)
	}
	asked, _ := asks(session.Packages[0])
	j := &job{session: session, pkg: session.Packages[0], asked: *asked, source: sourceOf(session, session.Packages[0])}

	const klog = "F1121 12:05:24.368647   18272 targets.go:461] "
	const typeName = "example.com/m/v1.Config"
	for _, test := range []struct{ printed, want string }{
		{klog + `failed to generate validations: field ` + typeName + `.names: tag "k8s:eachVal": tag "k8s:minimum": ` +
			`can only be used on integer types (string)`,
			`types.go:10:5: +k8s:minimum inside this tag can only be used on integer types (string); change the tag or ` +
				`the type of the field`},
		{klog + `failed to generate validations: field ` + typeName + `.names: field example.com/m/v1.Sub.subName: ` +
			`tag "k8s:required": no good (*string)`,
			`types.go:20:5: +k8s:required no good (*string); change the tag or the type of the field`},
		{klog + `failed to generate validations: field example.com/m/v1.Sub.subName: failed to parse tags: unexpected ` +
			`character 's' at position 14: [k8s:neq=1s]`,
			`types.go:21:5: +k8s:neq=1s cannot be read: unexpected character 's' at position 14; use the tag as in ` +
				`+k8s:minimum=1, with texts in quotes`},
		{klog + `failed to generate validations: field ` + typeName + `.names ([][]string): lists of lists are not supported`,
			`types.go:11:2: lists of lists are not supported by validation-gen; use another type, or add +k8s:opaqueType ` +
				`to the field`},
		{klog + `failed to generate validations: ` + typeName + `.Sub: type *example.com/other.Sub is in a ` +
			`non-included package; either add this package to validation-gen's --readonly-pkg flag, or add ` +
			`+k8s:opaqueType to the field to skip validation`,
			`types.go:13:2: validation-gen does not look into the package of other.Sub; add +k8s:opaqueType to the ` +
				`field, which is then passed over, or +k8s:validation-gen to that package if it is yours`},
		{klog + `failed to generate validations: ` + typeName + `.Sub: type example.com/m/v1.Sub is in a non-included ` +
			`package; either add this package to validation-gen's --readonly-pkg flag, or add +k8s:opaqueType to the ` +
			`field to skip validation`,
			`types.go:13:2: validation-gen does not look into the package of v1.Sub; add +k8s:opaqueType to the field, ` +
				`which is then passed over, or +k8s:validation-gen to that package if it is yours`},
		{klog + `failed to generate validations: field example.com/m/v1.Sub.subName: tag "k8s:required": non-pointer ` +
			`structs cannot use the "k8s:required" tag`,
			`types.go:20:5: +k8s:required is on a struct, which is always set; make the field a pointer, or remove ` +
				`the tag`},
		{klog + "lint failed:\n  type " + typeName + ":\n    field Names: field with validation must have " +
			"+k8s:optional, +k8s:required or +k8s:forbidden\n" +
			"  type example.com/m/v1.Sub:\n    field Name: tag \"k8s:neq\" with stability level \"Alpha\" cannot be used " +
			"in Stable validation\n",
			"types.go:9:5: a field with a constraint must be marked as required or optional; " +
				"add +k8s:optional or +k8s:required\n" +
				`types.go:21:5: +k8s:neq is not stable but Alpha; remove it, or ` +
				`use +k8s:alpha(since: "1.37")=+k8s:neq..., which is not enforced`},
		{klog + `example.com/m/v1: unknown value for package tag "k8s:validation-gen": "*"`,
			`doc.go:3:4: +k8s:validation-gen of a package cannot be *; use +k8s:validation-gen=TypesWithField=TypeMeta ` +
				`or +k8s:validation-gen=* or, for Kubernetes v0.33, +k8s:validation-gen=TypeMeta`},
		{klog + `example.com/m/v1: found package tag "k8s:validation-gen" with no value`,
			`doc.go:3:4: +k8s:validation-gen of a package has no value; use ` +
				`+k8s:validation-gen=TypesWithField=TypeMeta or +k8s:validation-gen=*`},
		{klog + `+k8s:customValidation: expected hand-written function example.com/m/v1.ValidateCustom_Sub was not found`,
			`doc.go:3:4: function v1.ValidateCustom_Sub does not exist; write it, or remove the tag`},
		{"panic: missing field name in type example.com/m/v1.Sub (field-type string)\n\ngoroutine 1 " +
			"[running]:\nmain.main()\n",
			`types.go:18:6: a field of v1.Sub has no name in JSON; give every field with constraints a tag, as in json:"port"`},
		{"E1121 12:05:24.368647   18272 x.go:1] WARNING: something\n" + klog + "nobody has seen this\n\ngoroutine 1 " +
			"[running]:\n",
			`doc.go:3:4: validation-gen v0.37.2 cannot generate: nobody has seen this`},
		{"signal: killed", `doc.go:3:4: validation-gen v0.37.2 cannot generate: signal: killed`},
	} {
		var got []string
		for _, finding := range j.explain("v0.37.2", fatal(test.printed)) {
			finding.Position.Filename = filepath.Base(finding.Position.Filename)
			got = append(got, finding.Position.String()+": "+finding.Text())
			if finding.Code != "validation-gen" {
				t.Errorf("code %s", finding.Code)
			}
		}
		if strings.Join(got, "\n") != test.want {
			t.Errorf("%s\ngot  %s\nwant %s", test.printed, strings.Join(got, "\n"), test.want)
		}
	}
}

// TestBlamed finds the packages with errors in a message about several packages: packages at the beginning of the
// message or of a type in it, never packages that it only mentions.
func TestBlamed(t *testing.T) {
	jobs := []*job{{pkg: &load.Package{Path: "example.com/m/v1"}}, {pkg: &load.Package{Path: "example.com/m/v1beta1"}}}
	const lint1 = "  type example.com/m/v1.A:\n    field B: one\n    field C: two"
	const lint2 = "  type example.com/m/v1beta1.A:\n    field B: three"
	for _, test := range []struct {
		complaint string
		want      []string // the part of the message about each job
	}{
		{`failed to generate validations: field example.com/m/v1beta1.A.b: wrong`, []string{"", "all"}},
		{`failed to generate validations: example.com/m/v1.A.b: type *example.com/m/v1beta1.B is wrong`, []string{"all", ""}},
		{`example.com/m/v1: unknown value`, []string{"all", ""}},
		{`example.com/m/v2.A: wrong`, []string{"", ""}},
		{`expected function example.com/m/v1.F`, []string{"", ""}},
		{"lint failed:\n" + lint1, []string{"all", ""}},
		{"lint failed:\n" + lint1 + "\n" + lint2, []string{"lint failed:\n" + lint1 + "\n", "lint failed:\n" + lint2}},
		{"lint failed:\n  type example.com/m/v2.A:\n    field B: one\n" + lint2, []string{"", ""}},
	} {
		got := blamed(jobs, test.complaint)
		for i, want := range test.want {
			if want == "all" {
				want = test.complaint
			}
			if got[jobs[i]] != want {
				t.Errorf("%s: about %s\ngot  %q\nwant %q", test.complaint, jobs[i].pkg.Path, got[jobs[i]], want)
			}
		}
	}
}
