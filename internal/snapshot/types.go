package snapshot

import (
	"maps"
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/describe"
	"github.com/configgen/configgen/internal/markers"
)

// forms are those of the names of types that are not numbers.
var forms = map[string]descriptor.Form{
	"bool": descriptor.Bool, "string": descriptor.String, "object": descriptor.Object, "duration": descriptor.Duration,
	"nanoseconds": descriptor.Nanoseconds, "quantity": descriptor.Quantity, "time": descriptor.Time,
	"integer or string": descriptor.IntOrString, "interface": descriptor.Any, "list of uint8": descriptor.Base64,
	"json of k8s.io/component-base/logs/api/v1.TimeOrMetaDuration":          descriptor.EitherDuration,
	"json of k8s.io/apimachinery/pkg/runtime.RawExtension":                  descriptor.Any,
	"json of k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1.JSON": descriptor.Any,
}

// typeOf reads a type such as int32, list of string, map of string to object, or json of example.com/a.Text.
func typeOf(text string) descriptor.Type {
	if form, known := forms[text]; known {
		return descriptor.Type{Form: form}
	}
	inner := func(text string) *descriptor.Type {
		t := typeOf(text)
		return &t
	}
	what, of, _ := strings.Cut(text, " of ")
	switch what {
	case "list":
		return descriptor.Type{Form: descriptor.List, Elem: inner(of)}
	case "map":
		key, elem, _ := strings.Cut(of, " to ")
		return descriptor.Type{Form: descriptor.Map, Key: inner(key), Elem: inner(elem)}
	case "json":
		return descriptor.Type{Form: descriptor.Any, Reads: of}
	case "text":
		return descriptor.Type{Form: descriptor.String, Reads: of}
	case "float32", "float64":
		return descriptor.Type{Form: descriptor.Number, Number: text}
	}
	return descriptor.Type{Form: descriptor.Integer, Number: text}
}

// bare is a copy of a type that shares nothing with it. Neither has limits yet.
func bare(t *descriptor.Type) *descriptor.Type {
	if t == nil {
		return nil
	}
	copied := *t
	copied.Elem, copied.Key = bare(t.Elem), bare(t.Key)
	return &copied
}

// limits adds the limits of the fields of a kind and of its versions. The first part of their names says whether they
// are about elements or keys.
func (c *converter) limits(k *descriptor.Kind) {
	for i := range k.Versions {
		v := &k.Versions[i]
		for j := range v.Fields {
			f := &v.Fields[j]
			child := func(name string) *descriptor.Type {
				at := slices.IndexFunc(v.Fields, func(other descriptor.VersionField) bool { return other.Path == f.Path+"."+name })
				if at < 0 {
					return nil
				}
				return &v.Fields[at].Type
			}
			addLimits(&f.Type, c.facts[key{version: v.Name, kind: k.Name, field: f.Path}], child)
		}
	}
	for i := range k.Fields {
		f := &k.Fields[i]
		child := func(name string) *descriptor.Type {
			at := slices.IndexFunc(k.Fields, func(other descriptor.Field) bool { return other.JSON == f.JSON+"."+name })
			if at < 0 {
				return nil
			}
			return &k.Fields[at].Type
		}
		addLimits(&f.Type, c.facts[key{kind: k.Name, setting: f.JSON}], child)
	}
}

func addLimits(t *descriptor.Type, facts texts, child func(name string) *descriptor.Type) {
	limiter := describe.Limiter{Child: func(name string) (*descriptor.Type, describe.Limiter) {
		return child(name), describe.Limiter{Child: func(string) (*descriptor.Type, describe.Limiter) {
			return nil, describe.Limiter{}
		}}
	}}
	for _, name := range slices.Sorted(maps.Keys(facts)) {
		to, rest := t, name
		for {
			inner, elements := strings.CutPrefix(rest, "elements ")
			if elements && to.Elem == nil {
				to.Elem = &descriptor.Type{}
			}
			if elements {
				to, rest = to.Elem, inner
				continue
			}
			inner, keys := strings.CutPrefix(rest, "keys ")
			if !keys {
				break
			}
			if to.Key == nil {
				to.Key = &descriptor.Type{}
			}
			to, rest = to.Key, inner
		}
		for value := range strings.SplitSeq(facts[name], " & ") {
			if m, ok := limit(rest, value); ok {
				limiter.Add(to, m)
			}
		}
	}
	if facts["values"] != "" {
		for t.Elem != nil {
			t = t.Elem
		}
		t.Enum, t.Values = true, values(facts["values"])
	}
}

// limit is the marker of a limit: of k8s:eachVal k8s:minLength with the value 1 it is +k8s:eachVal=+k8s:minLength=1.
func limit(name, value string) (markers.Marker, bool) {
	last := name[strings.LastIndexByte(name, ' ')+1:]
	short := slices.Contains([]string{"required", "optional", "enum", "format", "listType", "listMapKey"}, last)
	if !short && !strings.HasPrefix(name, "k8s:") {
		return markers.Marker{}, false
	}
	text := "+" + name
	if m, ok := marker(text); ok && value == "true" { // a marker of several words
		return m, true
	}
	text = "+" + strings.ReplaceAll(name, " ", "=+")
	for _, word := range []string{"required", "optional", "enum"} {
		text = strings.ReplaceAll(text, "=+"+word, "=+k8s:"+word)
	}
	if value != "true" {
		text += "=" + value
	}
	return marker(text)
}

func marker(text string) (m markers.Marker, ok bool) {
	ok = m.UnmarshalText([]byte(text)) == nil
	return m, ok
}

// values are those of an enumeration, as in Ordered,Random (RandomOrder).
func values(text string) []descriptor.Value {
	var all []descriptor.Value
	for _, item := range list(text) {
		words := strings.Split(item, " (")
		value := descriptor.Value{Value: words[0]}
		for _, gate := range words[1:] {
			value.Gates = append(value.Gates, strings.TrimSuffix(gate, ")"))
		}
		all = append(all, value)
	}
	return all
}
