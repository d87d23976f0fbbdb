package running

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
)

// schemaNode is a part of a JSON Schema.
type schemaNode struct {
	Ref        string                `json:"$ref"`
	Type       string                `json:"type"`
	Required   []string              `json:"required"`
	Properties map[string]schemaNode `json:"properties"`
	Items      *schemaNode           `json:"items"`
	Defs       map[string]schemaNode `json:"$defs"`
}

// TestSchema: the schema has the properties of the types, and requires the properties that are always present.
func TestSchema(t *testing.T) {
	var root schemaNode
	if err := json.Unmarshal([]byte(Schema), &root); err != nil {
		t.Fatal(err)
	}
	if root.Properties["kind"].Type != "" || !strings.Contains(Schema, `"const": "`+Kind+`"`) ||
		!strings.Contains(Schema, `"const": "`+APIVersion+`"`) {
		t.Error("the schema is of another kind")
	}
	compare(t, root.Defs, root, reflect.TypeFor[Document]())
}

func compare(t *testing.T, defs map[string]schemaNode, node schemaNode, typ reflect.Type) {
	t.Helper()
	if name, ok := strings.CutPrefix(node.Ref, "#/$defs/"); ok {
		node = defs[name]
	}
	switch {
	case typ == reflect.TypeFor[json.RawMessage]():
		return
	case typ.Kind() == reflect.Pointer:
		compare(t, defs, node, typ.Elem())
		return
	case typ.Kind() == reflect.Slice:
		if node.Type != "array" || node.Items == nil {
			t.Errorf("%v is not an array in the schema: %+v", typ, node)
			return
		}
		compare(t, defs, *node.Items, typ.Elem())
		return
	case typ.Kind() != reflect.Struct:
		return
	}
	known := map[string]bool{}
	for _, f := range reflect.VisibleFields(typ) {
		if f.Anonymous {
			continue
		}
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		property, ok := node.Properties[name]
		if known[name] = true; !ok {
			t.Errorf("the schema of %v lacks %s", typ, name)
			continue
		}
		if required := slices.Contains(node.Required, name); required == strings.Contains(options, "omitempty") {
			t.Errorf("the schema of %v: %s is required: %t", typ, name, required)
		}
		compare(t, defs, property, f.Type)
	}
	for name := range node.Properties {
		if !known[name] {
			t.Errorf("%v lacks %s", typ, name)
		}
	}
}
