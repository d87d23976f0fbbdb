package configtest

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/descriptor"
)

// Defaults compares the defaults that the descriptor has, and with it the documentation, with those that the component
// sets on an empty file of each version. It fails if a default is another one, or if the component sets a field without
// a default. A default that the descriptor does not know is not compared; neither are secrets, and fields in lists.
func Defaults[T any](t testing.TB, newLoader func() *componentconfig.Loader[T]) {
	t.Helper()
	loader := newLoader()
	known := component(t, loader)
	ask := extension.Of(loader).Inspector
	for i, root := range known.Roots {
		api, err := ask.API(i)
		if err != nil {
			t.Fatal(err)
		}
		for _, kind := range api.Kinds {
			for _, version := range kind.Versions {
				if kind.Name != root.Kind {
					continue
				}
				set, err := ask.Defaults(i, version.Name)
				if err != nil {
					t.Fatal(err)
				}
				sameDefaults(t, kind.Name+" in "+version.Name, version.Fields, set)
			}
		}
	}
}

// sameDefaults compares the defaults of fields with an object.
func sameDefaults(t testing.TB, of string, fields []descriptor.VersionField, object *layers.Node) {
	t.Helper()
	for i, field := range fields {
		inner := i+1 < len(fields) && strings.HasPrefix(fields[i+1].Path, field.Path+".")
		if field.Computed || inner || strings.Contains(field.Path, "[*]") {
			continue
		}
		at, there := object, true
		names := strings.Split(field.Path, ".")
		for _, name := range names[:len(names)-1] {
			at = at.At(layers.Path{}.Field(name))
			there = there && at != nil && at.Kind != layers.Null
		}
		if !there {
			continue // nor is the struct that the field is in
		}
		got := any(nil)
		if at = at.At(layers.Path{}.Field(names[len(names)-1])); at != nil {
			if at.Text == redact.Mask {
				continue
			}
			got = decoded(at.JSON())
		}
		switch want := decoded(field.Default); {
		case reflect.DeepEqual(want, got) || nothing(want) && nothing(got):
		case len(field.Default) == 0:
			t.Errorf("%s of %s: the component sets %s, and the descriptor has no default", field.Path, of, at.JSON())
		default:
			text, _ := json.Marshal(got)
			t.Errorf("%s of %s: the component sets %s, and the descriptor has %s", field.Path, of, text, field.Default)
		}
	}
}

// decoded is a value in JSON, with durations in one form; nil for none.
func decoded(text []byte) any {
	var value any
	if json.Unmarshal(text, &value) != nil {
		return nil
	}
	if s, ok := value.(string); ok {
		if d, err := time.ParseDuration(s); err == nil {
			return d
		}
	}
	return value
}

// nothing reports whether a value is what a field has that is not set.
func nothing(value any) bool {
	v := reflect.ValueOf(value)
	return !v.IsValid() || v.IsZero() || (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0
}
