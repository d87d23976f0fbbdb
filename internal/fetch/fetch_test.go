package fetch

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

func TestComplaintsAreOneLineWithAdvice(t *testing.T) {
	const check = "; check the import path, the version and the network"
	for complaints, want := range map[string]string{
		"go: downloading example.com/a v1.0.0\n" +
			"go: module example.com/a@v1.0.0 found, but does not contain package example.com/a/b\n": "" +
			"module example.com/a@v1.0.0 found, but does not contain package example.com/a/b" + check,
		"go: example.com/a@v1.0.0: module lookup disabled by GOPROXY=off\n": "" +
			"example.com/a@v1.0.0: module lookup disabled by GOPROXY=off; it is not in the module cache either; " +
			"unset GOPROXY to download it",
		"go: example.com/a@v1.0.0: verifying module: checksum mismatch\n\tdownloaded: h1:x\n\nSECURITY ERROR\n": "" +
			"example.com/a@v1.0.0: verifying module: checksum mismatch; the download is not what others have got, " +
			"so nothing of it was used",
		"go: example.com/a imports\n\texample.com/b imports\n\texample.com/c: example.com/c@v0.0.0: 404 Not Found\n": "" +
			"example.com/c: example.com/c@v0.0.0: 404 Not Found" + check,
		"go: example.com/a@v1.0.0 requires\n\texample.com/c@v0.0.0: unknown revision v0.0.0\n": "" +
			"example.com/c@v0.0.0: unknown revision v0.0.0" + check,
		"": "the go command says nothing; run go version to check that it works",
	} {
		if got := explain(complaints).Error(); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
	}
}

// TestRequirements: outside of its repository, a module keeps its replacements by modules and loses others.
// The modules in staging of Kubernetes have the version that is published with its release.
func TestRequirements(t *testing.T) {
	const before = `module k8s.io/kubernetes

go 1.26.0

tool example.com/tool

require (
	example.com/forked v1.0.0
	example.com/inside v0.0.0
	example.com/beside v1.2.0
	k8s.io/api v0.0.0
)

replace (
	example.com/beside => ../beside
	example.com/forked => example.com/fork v1.1.0
	example.com/inside => ./inside
	k8s.io/api => ./staging/src/k8s.io/api
)
`
	const after = `module k8s.io/kubernetes

go 1.26.0

require (
	example.com/forked v1.0.0
	example.com/inside v0.0.0
	example.com/beside v1.2.0
	k8s.io/api v0.0.0
)

replace (
	example.com/forked => example.com/fork v1.1.0
	k8s.io/api => k8s.io/api v0.36.2
)
`
	name := filepath.Join(t.TempDir(), "go.mod")
	testfiles.Write(t, name, []byte(before))
	m := &module{Path: "k8s.io/kubernetes", Version: "v1.36.2", GoMod: name}
	got, unpublished, err := m.requirements()
	if err != nil || string(got) != after || !slices.Equal(unpublished, []string{"example.com/inside"}) {
		t.Errorf("got %q, %v\n%s", unpublished, err, got)
	}
	m.Version = "v1.37.0-alpha.0.0.20260401000000-0123456789ab"
	const want = "k8s.io/kubernetes@v1.37.0-alpha.0.0.20260401000000-0123456789ab is not a release, and its modules in " +
		"staging are published for releases only; specify the version of a release, such as v1.36.2"
	if _, _, err := m.requirements(); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
	m.Path = "example.com/other"
	if got, unpublished, err := m.requirements(); err != nil || len(unpublished) != 2 {
		t.Errorf("got %q, %v\n%s", unpublished, err, got)
	}
}

// TestMark has kinds by their tag and by their registration, and structs that are not kinds.
func TestMark(t *testing.T) {
	const before = `// +k8s:conversion-gen=example.com/internal
package v1

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object

// Tagged is a kind.
type Tagged struct {
	metav1.TypeMeta
}

// Registered is a kind.
type Registered struct{ metav1.TypeMeta }

// Unregistered is not.
type Unregistered struct{ metav1.TypeMeta }

// Marked is a kind.
// +config
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type Marked struct{ metav1.TypeMeta }

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object

// Listed is kept by an API server.
type Listed struct {
	metav1.TypeMeta
	metav1.ListMeta
}

func addKnownTypes(scheme interface{ AddKnownTypes(...any) }) { scheme.AddKnownTypes(&Registered{}, &Listed{}) }
`
	const after = `// Tagged is a kind.
// +config
type Tagged struct {
	metav1.TypeMeta
}

// Registered is a kind.
// +config
type Registered struct{ metav1.TypeMeta }

// Unregistered is not.
type Unregistered struct{ metav1.TypeMeta }

// Marked is a kind.
// +config
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type Marked struct{ metav1.TypeMeta }
`
	p := &Package{Path: "example.com/v1", Dir: t.TempDir(), Version: "v1.0.0"}
	name := filepath.Join(p.Dir, "types.go")
	if err := os.WriteFile(name, []byte(before), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := p.Mark(); err != nil {
		t.Fatal(err)
	}
	got := testfiles.Read(t, name)
	if !strings.HasPrefix(string(got), "//  k8s:conversion-gen=") || !strings.Contains(string(got), after) ||
		strings.Count(string(got), configMarker) != 3 {
		t.Errorf("got\n%s", got)
	}
}
