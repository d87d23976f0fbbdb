package validation

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"example.com/golden/validation-tags/ours"
	"example.com/golden/validation-tags/stock"
	"k8s.io/apimachinery/pkg/api/operation"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-base/featuregate"
)

// TestAgreesWithValidationGen validates random values by the code of both generators, and expects errors for the same
// paths.
func TestAgreesWithValidationGen(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	random := rand.New(rand.NewPCG(seed, 0))
	paths, accepted := map[string]bool{}, 0
	for range 20000 {
		c := ours.Tags{
			Required: "a", Items: []string{"a", "b"}, Properties: map[string]string{"a": "a", "b": "b"}, Enum: ours.ModeA,
		}
		fill(random, reflect.ValueOf(&c).Elem(), 0)
		text, err := json.Marshal(c)
		if err != nil {
			t.Fatal(err)
		}
		var same stock.Tags
		if err := json.Unmarshal(text, &same); err != nil {
			t.Fatal(err)
		}
		on := random.IntN(2) == 0
		op := operation.Operation{Type: operation.Create, Options: map[string]bool{"Fast": on}}
		want := pathsOf(stock.Validate_Tags(context.Background(), op, nil, &same, nil))
		enabled := func(featuregate.Feature) bool { return on }
		got := pathsOf(slices.Concat(ValidateTags(&c), ValidateTagsGatedValues(&c, enabled), WarnTags(&c)))
		if !slices.Equal(want, got) {
			t.Fatalf("gate %t, %s:\nvalidation-gen: %q\nconfiggen:      %q", on, text, want, got)
		}
		if len(want) == 0 {
			accepted++
		}
		for _, path := range want {
			paths[path] = true
		}
	}
	if accepted < 500 || len(paths) < 40 {
		t.Errorf("%d values are accepted, and %d paths occur in errors: these inputs show little", accepted, len(paths))
	}
}

// pathsOf lists the paths of errors, each once. Validation-gen does not look into a list or map with too many elements,
// and reports the key of a map at the map.
func pathsOf(errs field.ErrorList) []string {
	var paths []string
	for _, err := range errs {
		path, properties := err.Field, strings.HasPrefix(err.Field, "properties[")
		if properties && err.Origin == "maxLength" {
			path = "properties"
		}
		tooMany := slices.ContainsFunc(errs, func(other *field.Error) bool {
			return other.Type == field.ErrorTypeTooMany && strings.HasPrefix(err.Field, other.Field+"[")
		})
		if !tooMany {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return slices.Compact(paths)
}

// fill sets a value at random: many short texts, so that some occur twice, and few fields.
func fill(random *rand.Rand, v reflect.Value, depth int) {
	switch v.Kind() {
	case reflect.String:
		words := []string{"", "a", "b", "aa", "ab", "abc", "äöü", "äöüäö", "a-b", "A"}
		v.SetString(words[random.IntN(len(words))])
	case reflect.Int32:
		v.SetInt(int64(random.IntN(12)))
	case reflect.Pointer:
		if random.IntN(3) == 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(random, v.Elem(), depth+1)
		}
	case reflect.Slice:
		for range random.IntN(5) {
			element := reflect.New(v.Type().Elem()).Elem()
			if element.Kind() == reflect.Pointer {
				element.Set(reflect.New(element.Type().Elem())) // validation-gen refuses nil
				fill(random, element.Elem(), depth+1)
			} else {
				fill(random, element, depth+1)
			}
			v.Set(reflect.Append(v, element))
		}
	case reflect.Map:
		for range random.IntN(5) {
			key, element := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			fill(random, key, depth+1)
			fill(random, element, depth+1)
			if v.IsNil() {
				v.Set(reflect.MakeMap(v.Type()))
			}
			v.SetMapIndex(key, element)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if name := v.Type().Field(i).Name; name != "TypeMeta" && (depth > 0 || random.IntN(6) == 0) {
				fill(random, v.Field(i), depth)
			}
		}
	}
}
