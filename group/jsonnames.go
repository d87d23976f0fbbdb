package group

import (
	"fmt"
	"strings"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/markers"
)

// uniqueNames refuses two fields of one struct with one JSON name: encoding/json leaves out both, without a word.
func (b *builder) uniqueNames(fields []*Field) {
	first := map[string]*Field{}
	for _, field := range fields {
		if field.JSONName == "" {
			continue
		}
		if other := first[field.JSONName]; other != nil {
			b.report(field.Position, field.End, "json-name", fmt.Sprintf("%s has the JSON name of %s, %q, so that a file can set neither", field.Path, other.Name, field.JSONName),
				"give one of them another name")
			continue
		}
		first[field.JSONName] = field
	}
}

// listKeys checks that a list that is merged by the keys of its elements has such keys.
func (b *builder) listKeys(field *Field) {
	list, ok := markers.Get[markers.ListType](field.Markers)
	if !ok || list.Kind != "map" {
		return
	}
	at := field.Markers.Named("listType")[0]
	keys := field.Markers.Named("listMapKey")
	elem := field.Type.Deref()
	switch {
	case elem.Kind != "slice" || elem.Elem.Deref().Kind != "struct":
		b.reportMarker(at, "list-key", fmt.Sprintf("+listType=map stands on %s, whose type is %s", field.Path, field.Type), "it serves lists of structs")
		return
	case len(keys) == 0:
		b.reportMarker(at, "list-key", fmt.Sprintf("+listType=map does not say by what the elements of %s are told apart", field.Path), "add +listMapKey=name, with the JSON name of a field")
	}
	names := namesIn(field.Fields)
	for _, m := range keys {
		key := m.Value.(*markers.ListMapKey).Name
		near, distance := diag.Nearest(key, names)
		if distance == 0 {
			continue
		}
		fix := "it has " + strings.Join(names, ", ")
		if distance > 0 && distance <= 2 {
			fix = "did you mean " + near + "?"
		}
		b.reportMarker(m, "list-key", fmt.Sprintf("the elements of %s have no field %q in JSON", field.Path, key), fix)
	}
}

// namesIn are the JSON names of fields, those of inlined structs among them.
func namesIn(fields []*Field) []string {
	var names []string
	for _, field := range fields {
		if field.JSONName == "" {
			names = append(names, namesIn(field.Fields)...)
		} else {
			names = append(names, field.JSONName)
		}
	}
	return names
}
