package breaking

import (
	"cmp"
	"encoding/json"
	"fmt"
	"reflect"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
)

// changed says how a fact has changed.
func changed(d *difference) string { return changedAs(word(d), valueText(d.Old), valueText(d.New)) }

func changedAs(fact, was, is string) string {
	switch {
	case was == "":
		return fmt.Sprintf("%s is new: %s", fact, is)
	case is == "":
		return fmt.Sprintf("%s is gone: it was %s", fact, was)
	}
	return fmt.Sprintf("%s changed from %s to %s", fact, was, is)
}

// words are how messages call facts that have other names in the source.
var words = map[string]string{
	"noValue": "value if none", "file": "path", "libraries": "library flags", "warning": "deprecated", "moves": "moved",
	"port": "preflight", "resource": "custom resource",
}

// capital begins a word in a name of several words.
var capital = regexp.MustCompile(`[A-Z]`)

// word returns the name of a fact in messages. A limit has the name of its marker, preceded by the part of the value
// that it limits.
func word(d *difference) string {
	if d.Path[0] != "type" {
		name := strings.Join(append([]string{cmp.Or(words[d.Path[0]], d.Path[0])}, d.Path[1:]...), " ")
		return strings.ToLower(capital.ReplaceAllString(name, " $0"))
	}
	about := ""
	for _, part := range d.Path[1 : len(d.Path)-1] {
		about += map[string]string{"elem": "elements ", "key": "keys "}[part]
	}
	limit := d.Path[len(d.Path)-1]
	if limit == "formats" && !slices.ContainsFunc(slices.Concat(list[string](d.New), list[string](d.Old)), declarative) {
		return about + "format"
	}
	return about + markerOf(limit, typeAt(d))
}

// declarative reports whether the name of a format is one of declarative validation.
func declarative(format string) bool { return strings.HasPrefix(format, "k8s-") }

// limits are the names of the markers of limits that are not called after these.
var limits = map[string]string{
	"required": "required", "optional": "optional", "enum": "enum", "values": "values", "list": "listType",
	"keys": "listMapKey", "not": "k8s:neq", "formats": "k8s:format",
}

// markerOf is the name of the marker of a limit of a type.
func markerOf(limit string, t *descriptor.Type) string {
	ofLength := map[descriptor.Form]string{descriptor.List: "Items", descriptor.Map: "Properties"}
	if what := ofLength[t.Form]; what != "" {
		limit = strings.Replace(limit, "Length", what, 1)
	}
	return cmp.Or(limits[limit], "k8s:"+limit)
}

// typeAt is the type that a limit is about, in the newer API or, if it is not there, in the older one.
func typeAt(d *difference) *descriptor.Type {
	for _, facts := range []any{d.after, d.before} {
		t := typeIn(facts)
		for _, part := range d.Path[1 : len(d.Path)-1] {
			switch {
			case t == nil:
			case part == "key":
				t = t.Key
			default:
				t = t.Elem
			}
		}
		if t != nil && t.Form != "" {
			return t
		}
	}
	return &descriptor.Type{}
}

// valueText is a value in a message; empty for none.
func valueText(value any) string { return textOf(reflect.ValueOf(value)) }

func textOf(v reflect.Value) string {
	if !v.IsValid() || v.IsZero() {
		return ""
	}
	var texts []string
	switch value := v.Interface().(type) {
	case json.RawMessage:
		return string(value)
	case descriptor.Value:
		return strings.Join(append([]string{value.Value}, parenthesized(value.Gates)...), " ")
	case descriptor.LibraryFlag:
		return value.From + " " + value.Name
	case descriptor.Support:
		return fmt.Sprintf("%d releases for GA, %d for beta, %d for alpha and %d for flags",
			value.GA, value.Beta, value.Alpha, value.Flags)
	}
	switch v.Kind() {
	case reflect.Pointer:
		return cmp.Or(textOf(v.Elem()), "true")
	case reflect.Slice:
		for i := range v.Len() {
			texts = append(texts, textOf(v.Index(i)))
		}
		if v.Type() == reflect.TypeFor[[]descriptor.Value]() { // in no order that matters
			slices.Sort(texts)
		}
		return strings.Join(texts, ",")
	case reflect.Struct:
		for i := range v.NumField() {
			texts = append(texts, textOf(v.Field(i)))
		}
		return strings.Join(strings.Fields(strings.Join(texts, " ")), " ")
	}
	return fmt.Sprint(v)
}

func parenthesized(names []string) []string {
	var all []string
	for _, name := range names {
		all = append(all, "("+name+")")
	}
	return all
}

// typeText is a type in a message.
func typeText(t *descriptor.Type) string {
	switch {
	case t == nil:
		return "nothing"
	case t.Reads != "" && t.Form == descriptor.Any:
		return "json of " + t.Reads
	case t.Reads != "":
		return "text of " + t.Reads
	case t.Number != "":
		return t.Number
	case t.Form == descriptor.Bool:
		return "bool"
	case t.Form == descriptor.List:
		return "list of " + typeText(t.Elem)
	case t.Form == descriptor.Map:
		return fmt.Sprintf("map of %s to %s", typeText(t.Key), typeText(t.Elem))
	}
	return string(t.Form)
}
