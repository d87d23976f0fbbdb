package breaking

import (
	"encoding/json"
	"fmt"
	"reflect"
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

// words are how messages call facts that have another name in the source, or several words.
var words = map[string]string{
	"legacyDefault": "the legacy default", "noValue": "value if none", "file": "path", "libraries": "library flags",
	"secretFile": "secret file", "zerosKept": "zeros kept", "headerOptional": "header optional", "goType": "go type",
	"support.ga": "window ga", "support.beta": "window beta", "support.alpha": "window alpha",
	"support.flags": "window flags", "resource.shortNames": "short names", "resource.scope": "scope of the resource",
	"resource.plural": "name of the resource", "resource": "custom resource", "warning": "deprecated", "moves": "moved",
	"port": "preflight",
}

// word is how messages call a fact. A limit has the name of its marker, and what it is about in front.
func word(d *difference) string {
	if word, known := words[d.Fact()]; known {
		return word
	}
	if d.Path[0] != "type" {
		return d.Fact()
	}
	about := ""
	for _, part := range d.Path[1 : len(d.Path)-1] {
		about += map[string]string{"elem": "elements ", "key": "keys "}[part]
	}
	limit := d.Path[len(d.Path)-1]
	if limit == "formats" && !slices.ContainsFunc(append(list[string](d.New), list[string](d.Old)...), declarative) {
		return about + "format"
	}
	return about + markerOf(limit, typeAt(d))
}

// declarative reports whether the name of a format is one of declarative validation.
func declarative(format string) bool { return strings.HasPrefix(format, "k8s-") }

// markerOf is the name of the marker of a limit of a type.
func markerOf(limit string, t *descriptor.Type) string {
	switch limit {
	case "required", "optional", "enum", "values", "form", "number":
		return limit
	case "list":
		return "listType"
	case "keys":
		return "listMapKey"
	case "not":
		return "k8s:neq"
	case "formats":
		return "k8s:format"
	case "minLength", "maxLength":
		switch t.Form {
		case descriptor.List:
			return "k8s:" + limit[:len("min")] + "Items"
		case descriptor.Map:
			return "k8s:" + limit[:len("min")] + "Properties"
		}
	}
	return "k8s:" + limit
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

// typeIn is the type among the facts about an object; nil if it has none.
func typeIn(facts any) *descriptor.Type {
	switch facts := facts.(type) {
	case *descriptor.Field:
		return &facts.Type
	case *descriptor.VersionField:
		return &facts.Type
	case *descriptor.Flag:
		return &facts.Type
	}
	return nil
}

// valueText is a value in a message; empty for none.
func valueText(value any) string {
	switch value := value.(type) {
	case nil:
		return ""
	case []string:
		return strings.Join(value, ",")
	case []descriptor.Value:
		var texts []string
		for _, v := range value {
			for _, gate := range v.Gates {
				v.Value += " (" + gate + ")"
			}
			texts = append(texts, v.Value)
		}
		slices.Sort(texts)
		return strings.Join(texts, ",")
	case []descriptor.Move:
		var texts []string
		for _, move := range value {
			texts = append(texts, strings.TrimSpace(move.Version+" "+move.From+" "+move.When))
		}
		return strings.Join(texts, ",")
	case descriptor.LibraryFlag:
		return value.From + " " + value.Name
	case *descriptor.Port:
		if value != nil {
			return strings.TrimSpace("free " + strings.Join(append([]string{value.Address}, value.Networks...), " "))
		}
		return ""
	case *descriptor.Resource:
		if value != nil {
			return value.Plural + ", " + value.Scope
		}
		return ""
	case *descriptor.File:
		if value != nil {
			return "true"
		}
		return ""
	case json.RawMessage:
		return string(value)
	}
	if v := reflect.ValueOf(value); v.IsZero() {
		return ""
	} else if v.Kind() == reflect.String {
		return v.String()
	}
	text, err := json.Marshal(value)
	if err != nil {
		return err.Error()
	}
	return string(text)
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
