package validation

import (
	"context"
	"slices"
	"testing"

	"k8s.io/apimachinery/pkg/api/operation"
	"k8s.io/apimachinery/pkg/api/validate"
	"k8s.io/apimachinery/pkg/util/validation/field"

	nested "example.com/golden/validation-nested"
	"example.com/golden/validation-nested/shared"
)

// errorsOf are the types and paths of errors.
func errorsOf(errs field.ErrorList) []string {
	var list []string
	for _, err := range errs {
		list = append(list, string(err.Type)+" "+err.Field)
	}
	return list
}

// TestLoopsInsideLoops checks the paths of values in lists in lists, and that valid values pass, however the lengths
// of the lists differ.
func TestLoopsInsideLoops(t *testing.T) {
	outer := func(inner ...nested.Inner) nested.Outer { return nested.Outer{Inner: inner} }
	pointer := func(of ...nested.Outer) **[]**nested.Outer {
		var list []**nested.Outer
		for _, one := range of {
			to := &one
			list = append(list, &to)
		}
		to := &list
		return &to
	}
	good := nested.Inner{Name: "abc", Ports: [][]int32{{1}, {2, 3}}}
	for name, test := range map[string]struct {
		config nested.Nested
		want   []string
	}{
		"empty": {},
		"valid": {nested.Nested{
			Lists: []nested.Outer{outer(good, good, good), outer(), outer(good)}, Pointers: pointer(outer(good), outer()),
		}, nil},
		"in lists": {nested.Nested{
			Lists: []nested.Outer{
				outer(good, nested.Inner{Name: "long", Ports: [][]int32{{1}, {2, 0}}}), outer(), outer(nested.Inner{Name: "long"}),
			},
		}, []string{
			"FieldValueTooLong lists[0].inner[1].name", "FieldValueInvalid lists[0].inner[1].ports[1][1]",
			"FieldValueTooLong lists[2].inner[0].name",
		}},
		"in maps": {nested.Nested{
			Maps: map[string]nested.MapOuter{
				"a": {Inner: map[string]nested.Inner{
					"b": {Labels: map[string]map[string]string{"c": {"d": "xyz", "e": "xy"}, "cc": nil}},
				}},
				"z": {},
			},
		}, []string{
			"FieldValueTooLong maps[a].inner[b].labels[c][d]", "FieldValueTooLong maps[a].inner[b].labels[cc]",
		}},
		"behind pointers": {nested.Nested{
			Pointers: pointer(outer(good), outer(good, nested.Inner{})),
		}, []string{"FieldValueRequired pointers[1].inner[1].name"}},
	} {
		t.Run(name, func(t *testing.T) {
			if got := errorsOf(ValidateNested(&test.config)); !slices.Equal(got, test.want) {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestLoopsInFlagStructs does the same for a struct of flags.
func TestLoopsInFlagStructs(t *testing.T) {
	flags := nested.NestedFlags{Rows: []nested.Row{{Cells: []nested.Cell{{Number: 1}, {}}}, {}, {Cells: []nested.Cell{{}}}}}
	want := []string{"FieldValueInvalid Rows[0].Cells[1].Number", "FieldValueInvalid Rows[2].Cells[0].Number"}
	if got := errorsOf(nested.ValidateNestedFlags(&flags)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestErrorsOfLengths compares the errors of lengths with the errors of apimachinery.
func TestErrorsOfLengths(t *testing.T) {
	name, rows := "häuser", make([]nested.Row, 4)
	path := field.NewPath("lists").Index(0).Child("inner").Index(0).Child("name")
	create := operation.Operation{Type: operation.Create}
	want := append(
		validate.MaxLength(context.Background(), create, path, &name, nil, 3),
		validate.MaxItems(context.Background(), create, field.NewPath("Rows"), rows, nil, 3)...)
	got := append(
		ValidateNested(&nested.Nested{Lists: []nested.Outer{{Inner: []nested.Inner{{Name: name}}}}}),
		nested.ValidateNestedFlags(&nested.NestedFlags{Rows: rows})...)
	if len(got) != len(want) {
		t.Fatalf("got %v, want %v", got, want)
	}
	for i := range got {
		if got[i].Error() != want[i].Error() || got[i].Type != want[i].Type || got[i].Origin != want[i].Origin {
			t.Errorf("got %v of %s, want %v of %s", got[i], got[i].Origin, want[i], want[i].Origin)
		}
	}
}

// TestHooksOfSharedTypes calls functions that are written once, in the package validation of the shared package.
func TestHooksOfSharedTypes(t *testing.T) {
	config := nested.Nested{TLS: shared.TLS{MinVersion: "1.0"}, Proxies: []shared.Proxy{{Host: "a"}, {}}}
	want := []string{"FieldValueForbidden tls.minVersion", "FieldValueRequired host"}
	if got := errorsOf(ValidateNested(&config)); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	config = nested.Nested{TLS: shared.TLS{MinVersion: "long"}}
	if got := errorsOf(ValidateNested(&config)); !slices.Equal(got, []string{"FieldValueTooLong tls.minVersion"}) {
		t.Errorf("got %q", got)
	}
}
