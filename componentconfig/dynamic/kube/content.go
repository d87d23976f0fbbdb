package kube

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

// extractor takes the configuration out of an object; the zero Payload means that the object assigns nothing. Only a
// change of the object can fix its errors.
type extractor func(*unstructured.Unstructured) (dynamic.Payload, error)

func configMapKey(key string) extractor {
	return func(o *unstructured.Unstructured) (dynamic.Payload, error) {
		if value, found, _ := unstructured.NestedString(o.Object, "data", key); found {
			return payload(key, []byte(value))
		}
		value, found, _ := unstructured.NestedString(o.Object, "binaryData", key)
		if !found {
			return dynamic.Payload{}, fmt.Errorf("key %q is missing: add it, or name another one (it has: %s)", key,
				cmp.Or(strings.Join(keysOf(o), ", "), "none"))
		}
		data, err := base64.StdEncoding.DecodeString(value)
		if err != nil {
			return dynamic.Payload{}, fmt.Errorf("key %q: %v", key, err)
		}
		return payload(key, data)
	}
}

// keysOf are the keys of a ConfigMap, sorted.
func keysOf(o *unstructured.Unstructured) (keys []string) {
	for _, of := range []string{"data", "binaryData"} {
		values, _, _ := unstructured.NestedMap(o.Object, of)
		keys = append(keys, slices.Sorted(maps.Keys(values))...)
	}
	return keys
}

func objectField(path string) extractor {
	elems := strings.Split(path, ".")
	return func(o *unstructured.Unstructured) (dynamic.Payload, error) {
		value, found, err := unstructured.NestedFieldNoCopy(o.Object, elems...)
		if err != nil {
			return dynamic.Payload{}, fmt.Errorf("field %s: %v", path, err)
		}
		if !found || value == nil {
			return dynamic.Payload{}, nil
		}
		name := elems[len(elems)-1]
		if text, ok := value.(string); ok {
			return payload(name, []byte(text))
		}
		// Keys come out sorted, so the same content has the same bytes whatever order the server sends.
		data, err := json.Marshal(value)
		if err != nil {
			return dynamic.Payload{}, fmt.Errorf("field %s: %v", path, err)
		}
		return payload(name+".json", data)
	}
}

func payload(name string, data []byte) (dynamic.Payload, error) {
	if len(data) == 0 {
		return dynamic.Payload{}, nil
	}
	return dynamic.NewPayload(map[string][]byte{name: data})
}

// fieldPath checks a dotted path of field names.
func fieldPath(path string) []string {
	for _, elem := range strings.Split(path, ".") {
		if elem == "" {
			return []string{"use field names separated by dots, such as spec.config"}
		}
	}
	switch strings.Split(path, ".")[0] {
	case "status", "metadata", "kind", "apiVersion":
		return []string{"use a path into the part that users own, such as spec"}
	}
	return nil
}
