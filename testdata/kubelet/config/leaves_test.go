package config_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"example.com/kubelet/config"
	"example.com/kubelet/config/v1beta1"
	"example.com/kubelet/facts"
)

var (
	marshaler = reflect.TypeFor[json.Marshaler]()
	typeMeta  = reflect.TypeFor[metav1.TypeMeta]()
)

// TestLeaves compares both versions with kubelet_leaves.csv: every leaf's Go path, JSON path, type and place.
func TestLeaves(t *testing.T) {
	for name, root := range map[string]reflect.Type{
		facts.Internal: reflect.TypeFor[config.KubeletConfiguration](),
		facts.V1beta1:  reflect.TypeFor[v1beta1.KubeletConfiguration](),
	} {
		t.Run(name, func(t *testing.T) {
			want, err := facts.Leaves(name)
			if err != nil {
				t.Fatal(err)
			}
			if len(want) != 139 {
				t.Fatalf("the facts have %d leaves, want 139", len(want))
			}
			got := leaves(root, nil, nil)
			for i := range max(len(got), len(want)) {
				switch {
				case i >= len(got):
					t.Errorf("leaf %d is missing: %v", i, want[i])
				case i >= len(want):
					t.Errorf("leaf %d is in no row: %v", i, got[i])
				case got[i] != want[i]:
					t.Errorf("leaf %d: got %v, want %v", i, got[i], want[i])
				}
			}
		})
	}
}

// leaves walks into structs and pointers to them, down to what has a JSON form of its own.
func leaves(typ reflect.Type, goPath, jsonPath []string) []facts.Leaf {
	inner := typ
	if typ.Kind() == reflect.Pointer && typ.Elem().Kind() == reflect.Struct && !typ.Implements(marshaler) {
		inner = typ.Elem()
	}
	if inner.Kind() != reflect.Struct || inner.Implements(marshaler) || inner == typeMeta {
		return []facts.Leaf{{
			GoPath: strings.Join(goPath, "."), JSONPath: strings.Join(jsonPath, "."), GoType: typ.String(),
		}}
	}
	var found []facts.Leaf
	for i := range inner.NumField() {
		field := inner.Field(i)
		path := jsonPath
		if name, _, _ := strings.Cut(field.Tag.Get("json"), ","); name != "" {
			path = append(path[:len(path):len(path)], name)
		}
		found = append(found, leaves(field.Type, append(goPath[:len(goPath):len(goPath)], field.Name), path)...)
	}
	return found
}
