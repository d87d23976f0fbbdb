package fetch

import (
	"os"
	"path/filepath"
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
		"": "the go command says nothing; run go version to check that it works",
	} {
		if got := explain(complaints).Error(); got != want {
			t.Errorf("got %s\nwant %s", got, want)
		}
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
