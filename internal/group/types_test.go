package group

import "testing"

func TestTypesAreNamedAsInSource(t *testing.T) {
	named := func(path, pkg, name string) *Type {
		return &Type{Kind: "struct", Package: path, PackageName: pkg, Name: name}
	}
	for want, of := range map[string]*Type{
		"metav1.Duration": named("k8s.io/apimachinery/pkg/apis/meta/v1", "v1", "Duration"),
		"corev1.Taint":    named("k8s.io/api/core/v1", "v1", "Taint"),
		"relay.Server":    named("example.com/relay", "relay", "Server"),
		"map[string]*[]int32": {
			Kind: "map", Key: &Type{Kind: "string", Name: "string"},
			Elem: &Type{Kind: "pointer", Elem: &Type{Kind: "slice", Elem: &Type{Kind: "int32", Name: "int32"}}},
		},
	} {
		if got := of.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}
