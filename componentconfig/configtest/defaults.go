package configtest

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/descriptor"
)

// Defaults compares the defaults in the descriptor, and so in the documentation, with the defaults that the component
// sets on an empty file of each version. It fails if a default differs, or if the component sets a field without a
// default. Unknown defaults, secrets, and fields in lists are not compared. It also fails if a flag does not read the
// default that it prints.
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
	readDefaults(t, loader)
}

// readDefaults gives each flag of a field the default that it prints, if help shows one, and compares the configuration
// with the one without flags.
func readDefaults[T any](t testing.TB, loader *componentconfig.Loader[T]) {
	t.Helper()
	sets, err := loader.FlagSets()
	if err != nil {
		t.Fatal(err)
	}
	ask := extension.Of(loader).Inspector
	values := func(args ...string) (map[string]extension.Leaf, layers.Problems) {
		found, err := ask.Inspect(args, extension.Inspection{OS: operatingSystem, Elsewhere: true})
		if err != nil {
			t.Fatal(err)
		}
		return shownLeaves(t, found), found.Problems
	}
	defaults, _ := values()
	for _, section := range sets.Order {
		sets.FlagSets[section].VisitAll(func(f *pflag.Flag) {
			if _, fields := ask.SetBy(f.Name); len(fields) == 0 || f.DefValue == "" || unreadable(f.Value) {
				return
			}
			got, problems := values("--" + f.Name + "=" + f.Value.String())
			if len(got) == 0 {
				t.Errorf("--%s does not read its default %s:\n%v", f.Name, f.DefValue, problems)
			} else if all := differences(defaults, got); len(all) > 0 {
				t.Errorf("--%s reads its default %s as another value:\n%s", f.Name, f.DefValue, strings.Join(all, "\n"))
			}
		})
	}
}

// unreadable reports whether a value is a list, a map or nil, and of a type of pflag: pflag prints these in brackets,
// which it does not read.
func unreadable(value pflag.Value) bool {
	of := reflect.Indirect(reflect.ValueOf(value)).Type().PkgPath()
	text := value.String()
	return of == reflect.TypeFor[pflag.FlagSet]().PkgPath() && (strings.HasPrefix(text, "[") || text == "<nil>")
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
