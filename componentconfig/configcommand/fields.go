package configcommand

import (
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// field is a field of the newest version of a root.
type field struct {
	extension.Field
	root int
	// doc is what its JSON Schema says; nil if there is none.
	doc *node
}

// fields returns the fields of all roots, in the order of the types.
func (a *client) fields() ([]field, error) {
	component, err := a.Component()
	if err != nil || a.known != nil {
		return a.known, err
	}
	var all []field
	for i, root := range component.Roots {
		doc, err := a.documented(root, "")
		if err != nil {
			return nil, err
		}
		for _, f := range a.Fields(i, "") {
			all = append(all, field{f, i, doc.at(f.Pattern)})
		}
	}
	a.known = all
	return all, nil
}

var bracketed = regexp.MustCompile(`\[[^\]]*\]`)

// plain is a path without indexes and keys, as people write it: zones.file for zones[0].file.
func plain(path string) string { return bracketed.ReplaceAllString(path, "") }

// find returns the field at a path, which can be that of an older version, or the name of a flag.
func (a *client) find(path string) (field, error) {
	all, err := a.fields()
	if err != nil {
		return field{}, err
	}
	at := func(root int, patterns []string) int {
		return slices.IndexFunc(all, func(f field) bool {
			return (root < 0 || f.root == root) && slices.ContainsFunc(patterns, func(p string) bool {
				return plain(f.Pattern) == plain(p)
			})
		})
	}
	if i := at(-1, []string{path}); i >= 0 {
		return all[i], nil
	}
	component, err := a.Component()
	if err != nil {
		return field{}, err
	}
	var known []string
	for _, f := range all {
		known = append(known, plain(f.Pattern))
	}
	for i, root := range component.Roots {
		for _, version := range root.Versions[min(1, len(root.Versions)):] {
			for _, old := range a.Fields(i, version) {
				known = append(known, plain(old.Pattern))
				if plain(old.Pattern) != plain(path) {
					continue
				}
				if found := at(i, a.Translated(i, old.Pattern, version, root.Versions[0])); found >= 0 {
					return all[found], nil
				}
			}
		}
	}
	if root, patterns := a.SetBy(strings.TrimLeft(path, "-")); len(patterns) > 0 {
		if i := at(root, patterns); i >= 0 {
			return all[i], nil
		}
	}
	for _, root := range component.Roots {
		for name, text := range root.Removed {
			if plain(name) == plain(strings.TrimLeft(path, "-")) {
				return field{}, fmt.Errorf("%s: %s", layers.Plain(path), text)
			}
		}
	}
	return field{}, unknownField(path, known)
}

// unknownField is the error about a path that no version has.
func unknownField(path string, known []string) error {
	var leaves []string
	last := plain(path)[strings.LastIndex(plain(path), ".")+1:]
	for _, k := range known {
		if !slices.Contains(leaves, k) && k[strings.LastIndex(k, ".")+1:] == last {
			leaves = append(leaves, k)
		}
	}
	advice := "config explain lists the fields"
	if len(leaves) > 0 {
		advice = "did you mean " + strings.Join(leaves[:min(3, len(leaves))], " or ") + "?"
	} else if nearest := choose(plain(path), known); strings.HasPrefix(nearest, "did") {
		advice = nearest
	}
	return fmt.Errorf("%s: unknown field; %s", layers.Plain(path), advice)
}

// Types that write themselves.
var opaque = map[reflect.Type]string{
	reflect.TypeFor[metav1.Duration]():        "duration",
	reflect.TypeFor[metav1.Time]():            "time",
	reflect.TypeFor[resource.Quantity]():      "quantity",
	reflect.TypeFor[intstr.IntOrString]():     "integer or string",
	reflect.TypeFor[resource.QuantityValue](): "quantity",
}

// kind is the type of a field in words. A type that reads itself is known from the schema alone.
func (f field) kind() string {
	text := typeText(f.Type)
	if text != "any" || f.doc == nil {
		return text
	}
	var kinds []string
	for _, kind := range f.doc.Type {
		if kind != "null" {
			kinds = append(kinds, kind)
		}
	}
	return strings.Join(kinds, " or ")
}

// typeText is a type in words.
func typeText(t reflect.Type) string {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if text, ok := opaque[t]; ok {
		return text
	}
	switch kind := t.Kind(); {
	case reflect.PointerTo(t).Implements(reflect.TypeFor[interface{ UnmarshalJSON([]byte) error }]()):
		return "any"
	case kind == reflect.Bool:
		return "boolean"
	case kind == reflect.Float32 || kind == reflect.Float64:
		return "number"
	case kind >= reflect.Int && kind <= reflect.Uint64:
		return "integer"
	case kind == reflect.Slice && t.Elem().Kind() == reflect.Uint8:
		return "bytes in base64"
	case kind == reflect.Slice || kind == reflect.Array:
		return "list of " + plural(typeText(t.Elem()))
	case kind == reflect.Map:
		return "map of " + plural(typeText(t.Elem()))
	case kind == reflect.Struct || kind == reflect.Interface:
		return "object"
	}
	return "string"
}

// plural is the plural of a type in words.
func plural(text string) string {
	first, rest, _ := strings.Cut(text, " ")
	if stem, ok := strings.CutSuffix(first, "y"); ok {
		first = stem + "ie"
	}
	return strings.TrimSpace(first + "s " + rest)
}
