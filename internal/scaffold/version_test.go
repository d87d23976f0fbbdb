package scaffold_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/internal/scaffold"
)

func step(internalPackage string) scaffold.Step {
	return scaffold.Step{
		From: "v1alpha1", To: "v1beta1", FromImport: "example.com/relay/apis/config/v1alpha1",
		ToImport: "example.com/relay/apis/config/v1beta1", InternalPackage: internalPackage,
	}
}

// TestSource shows which names are renamed in a copy, and which v1alpha1 belongs to others.
func TestSource(t *testing.T) {
	const internalPackage = "example.com/relay/apis/config"
	tests := []struct{ name, before, after string }{
		{
			"package and its comment", "// Package v1alpha1 is the version v1alpha1.\npackage v1alpha1\n",
			"// Package v1beta1 is the version v1beta1.\npackage v1beta1\n",
		},
		{
			"the version in a string", "package v1alpha1\n\nvar version = \"v1alpha1\"\n",
			"package v1beta1\n\nvar version = \"v1beta1\"\n",
		},
		{
			"conversions", "package v1alpha1\n\nfunc Convert_v1alpha1_Relay_To_config_Relay() {}\n",
			"package v1beta1\n\nfunc Convert_v1beta1_Relay_To_config_Relay() {}\n",
		},
		{
			"imports and names of others",
			"package v1alpha1\n\nimport \"k8s.io/component-base/config/v1alpha1\"\n\nvar x v1alpha1.T\n",
			"package v1beta1\n\nimport \"k8s.io/component-base/config/v1alpha1\"\n\nvar x v1alpha1.T\n",
		},
		{
			"paths in comments",
			"package v1alpha1\n\n// See k8s.io/component-base/config/v1alpha1, and example.com/relay/apis/config/v1alpha1.\n",
			"package v1beta1\n\n// See k8s.io/component-base/config/v1alpha1, and example.com/relay/apis/config/v1beta1.\n",
		},
		{
			"a longer word", "package v1alpha1\n\nvar myv1alpha1, v1alpha10 int // v1alpha10\n",
			"package v1beta1\n\nvar myv1alpha1, v1alpha10 int // v1alpha10\n",
		},
		{
			"markers of an external version",
			"package v1alpha1\n\ntype T struct {\n\t// +k8s:minimum=1\n\t// +optional\n\tA int\n}\n",
			"package v1beta1\n\ntype T struct {\n\t// +k8s:minimum=1\n\t// +optional\n\tA int\n}\n",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got, err := step(internalPackage).Source("x.go", []byte(test.before))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.after, string(got)); diff != "" {
				t.Errorf("-want +got\n%s", diff)
			}
		})
	}
	if _, err := step(internalPackage).Source("x.go", []byte("package")); err == nil {
		t.Error("a file that cannot be parsed is copied")
	}
}

// TestSourceOfHub shows that a version that follows the program's own types converts to them, and leaves their markers
// where they are.
func TestSourceOfInternalPackage(t *testing.T) {
	from := step("example.com/relay/apis/config/v1alpha1")
	doc, err := from.Source(
		"doc.go",
		[]byte(
			"// Package v1alpha1 is.\n//\n// +k8s:defaulter-gen=TypeMeta\n// +configgen:output(loader: true)\npackage "+
				"v1alpha1\n\n//go:generate configgen generate\n",
		),
	)
	if err != nil {
		t.Fatal(err)
	}
	want := "// Package v1beta1 is.\n//\n// +k8s:defaulter-gen=TypeMeta\n" +
		"// +k8s:conversion-gen=example.com/relay/apis/config/v1alpha1\npackage v1beta1\n"
	if string(doc) != want {
		t.Errorf("doc.go is\n%s\nand should be\n%s", doc, want)
	}
	types, err := from.Source(
		"types.go",
		[]byte(
			"package v1alpha1\n\n// T is.\n// +config\ntype T struct {\n\t// A is.\n\t// +optional\n\t// +flag(hidden: "+
				"true)=a\n\t// +path\n\tA string\n}\n",
		),
	)
	if err != nil {
		t.Fatal(err)
	}
	want = "package v1beta1\n\n// T is.\ntype T struct {\n\t// A is.\n\t// +optional\n\tA string\n}\n"
	if string(types) != want {
		t.Errorf("types.go is\n%s\nand should be\n%s", types, want)
	}
}

// TestRegister shows where the next version is put, by its age.
func TestRegister(t *testing.T) {
	const source = `package scheme

import (
	former "example.com/relay/apis/config/v1alpha1"
)

var adds = []func(*runtime.Scheme) error{former.AddToScheme}

func order(s *runtime.Scheme) error { return s.SetVersionPriority(former.SchemeGroupVersion) }
`
	for to, want := range map[string]string{
		"v1beta1":  "(v1beta1.SchemeGroupVersion, former.SchemeGroupVersion)",
		"v1alpha0": "(former.SchemeGroupVersion, v1alpha0.SchemeGroupVersion)",
		"v1alpha2": "(v1alpha2.SchemeGroupVersion, former.SchemeGroupVersion)",
	} {
		s := step("")
		s.To, s.ToImport = to, "example.com/relay/apis/config/"+to
		got, err := s.Register("scheme.go", []byte(source))
		if err != nil {
			t.Fatal(err)
		}
		if !strings.Contains(string(got), want) || !strings.Contains(
			string(got), "{former.AddToScheme, "+to+".AddToScheme}",
		) || !strings.Contains(string(got), "\""+s.ToImport+"\"\n") {
			t.Errorf("with %s, the scheme is\n%s", to, got)
		}
		again, err := s.Register("scheme.go", got)
		if err != nil || string(again) != string(got) {
			t.Errorf("%s is registered a second time: %v\n%s", to, err, again)
		}
	}
	// The version is not always the next one in the list.
	several := strings.NewReplacer(
		"former \"", "\"example.com/relay/apis/config/v1beta1\"\n\tformer \"", "{former.", "{v1beta1.AddToScheme, former.",
		"(former.", "(v1beta1.SchemeGroupVersion, former.",
	).Replace(source)
	for to, want := range map[string]string{
		"v1":       "(v1.SchemeGroupVersion, v1beta1.SchemeGroupVersion, former.SchemeGroupVersion)",
		"v1alpha2": "(v1beta1.SchemeGroupVersion, v1alpha2.SchemeGroupVersion, former.SchemeGroupVersion)",
	} {
		s := step("")
		s.To, s.ToImport = to, "example.com/relay/apis/config/"+to
		got, err := s.Register("scheme.go", []byte(several))
		if err != nil || !strings.Contains(string(got), want) {
			t.Errorf("with %s beside v1beta1: %v\n%s", to, err, got)
		}
	}
	var missing *scaffold.Unregistered
	for _, line := range []string{"former \"example.com", "[]func", "SetVersionPriority"} {
		broken := strings.Replace(source, line, "x"+line, 1)
		broken = strings.Replace(broken, "xformer \"", "_ \"", 1)
		broken = strings.Replace(broken, "x[]func(*runtime.Scheme) error{former.AddToScheme}", "former.AddToScheme", 1)
		if _, err := step("").Register("scheme.go", []byte(broken)); !errors.As(err, &missing) {
			t.Errorf("a scheme without %s: got %v, want an *Unregistered", line, err)
		}
	}
}

// TestFollows orders versions as they are made, which is not the order in which Kubernetes prefers them.
func TestFollows(t *testing.T) {
	made := []string{"v1alpha1", "v1alpha2", "v1alpha10", "v1beta1", "v1", "v2alpha1", "v2", "v10"}
	for i, version := range made {
		for j, other := range made {
			if got, want := scaffold.Follows(version, other), i > j; got != want {
				t.Errorf("%s follows %s: got %t", version, other, got)
			}
		}
	}
}

func TestNames(t *testing.T) {
	for version, want := range map[string]string{
		"v1alpha1": "v1beta1", "v2beta3": "v2", "v1": "v2alpha1", "nonsense": "v1",
	} {
		if got := scaffold.NextVersion(version); got != want {
			t.Errorf("after %s comes %s, not %s", version, want, got)
		}
	}
	for kind, want := range map[string]string{
		"RelayConfiguration": "Relay", "RelayConfig": "Relay", "Configuration": "Configuration", "Relay": "Relay",
	} {
		if got := (scaffold.Component{Kind: kind}).Base(); got != want {
			t.Errorf("the base of %s is %s, not %s", kind, got, want)
		}
	}
	for _, version := range []string{"", "1", "v0", "v1alpha", "v1gamma1", "v01", "V1", "v1alpha1x"} {
		if scaffold.CheckVersion("--version", version) == nil {
			t.Errorf("%q passes as a version", version)
		}
	}
}
