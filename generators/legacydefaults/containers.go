package legacydefaults

import (
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/group"
)

// list writes a list, from a JSON array or as a flag takes it.
func (w *writer) list(t *group.Type, fields []*group.Field, in input) (expression, *misfit) {
	if t.Elem.Kind == "uint8" {
		return expression{}, cannotWrite(t)
	}
	var items []input
	if in.json != nil || strings.HasPrefix(in.text, "[") {
		array, err := in.tree(t, '[', "array")
		if err != nil {
			return expression{}, err
		}
		for _, item := range array.items {
			items = append(items, input{json: item})
		}
	} else {
		if in.text == "" {
			return expression{code: jen.Nil()}, nil
		}
		texts, err := csv.NewReader(strings.NewReader(in.text)).Read()
		if err != nil {
			return expression{}, unfit(fmt.Sprintf("%s is not a list", in),
				"use elements separated by commas, or a JSON array")

		}
		for _, text := range texts {
			items = append(items, input{text: text})
		}
	}
	body := make([]jen.Code, len(items))
	long := false
	for i, item := range items {
		e, err := w.literal(t.Elem, fields, item)
		if err != nil {
			return expression{}, unfit(fmt.Sprintf("element %d: %s", i+1, err.what), err.fix)
		}
		body[i], long = elided(e), long || e.body != nil
	}
	return w.composite(t, values(body, long)), nil
}

// elided leaves out the type of a composite literal that stands inside another.
func elided(e expression) *jen.Statement {
	if e.body != nil {
		return e.body
	}
	return e.code
}

// values are the parts of a composite literal, each in a line where they are long.
func values(parts []jen.Code, long bool) *jen.Statement {
	if !long {
		return jen.Values(parts...)
	}
	return jen.ValuesFunc(func(g *jen.Group) {
		for _, part := range parts {
			g.Line().Add(part)
		}
		g.Line()
	})
}

// mapping writes a map, with its keys in order, from a JSON object or as a flag takes it.
func (w *writer) mapping(t *group.Type, fields []*group.Field, in input) (expression, *misfit) {
	var object node
	var texts map[string]string
	switch {
	case in.json != nil || strings.HasPrefix(in.text, "{"):
		given, err := in.tree(t, '{', "object")
		if err != nil {
			return expression{}, err
		}
		object = *given
	case in.text == "":
		return expression{code: jen.Nil()}, nil
	case t.Elem.Kind == "slice" && !t.Elem.Leaf:
		given, err := multimap(in.text)
		if err != nil {
			return expression{}, err
		}
		object = *given
	default:
		given, err := pairs(in.text)
		if err != nil {
			return expression{}, err
		}
		for key := range given {
			object.keys = append(object.keys, key)
		}
		texts = given
	}
	entries := map[string]*jen.Statement{}
	for i, key := range object.keys {
		item := input{text: texts[key]}
		if texts == nil {
			item = input{json: object.items[i]}
		}
		e, err := w.literal(t.Elem, fields, item)
		if err != nil {
			return expression{}, unfit(fmt.Sprintf("key %s: %s", key, err.what), err.fix)
		}
		entries[key] = elided(e)
	}
	slices.Sort(object.keys)
	parts := make([]jen.Code, len(object.keys))
	for i, key := range object.keys {
		parts[i] = jen.Lit(key).Op(":").Add(entries[key])
	}
	return w.composite(t, values(parts, len(parts) > 1)), nil
}

// pairs reads key=value pairs separated by commas.
func pairs(text string) (map[string]string, *misfit) {
	found := map[string]string{}
	return found, eachPair(text, '=', func(key, value string) bool {
		_, twice := found[key]
		found[key] = value
		return !twice
	})
}

// multimap reads key:value pairs separated by commas, one for each element of a key's list.
func multimap(text string) (*node, *misfit) {
	object := &node{kind: '{'}
	return object, eachPair(text, ':', func(key, value string) bool {
		at := slices.Index(object.keys, key)
		if at < 0 {
			at = len(object.keys)
			object.keys, object.items = append(object.keys, key), append(object.items, &node{kind: '['})
		}
		object.items[at].items = append(object.items[at].items, &node{kind: 's', text: value})
		return true
	})
}

// eachPair cuts a flag's text into pairs. A key or a value that contains a comma or the separator is in double quotes.
func eachPair(text string, separator byte, pair func(key, value string) bool) *misfit {
	form := fmt.Sprintf("use key%cvalue pairs separated by commas, or a JSON object", separator)
	for rest := text; rest != ""; {
		key, afterKey, found := cut(rest, separator)
		value, afterValue, _ := cut(afterKey, ',')
		switch {
		case !found:
			return unfit(fmt.Sprintf("%q is not a pair of a key and a value", rest), form)
		case !pair(key, value):
			return unfit(fmt.Sprintf("the key %s is specified more than once", key), "keep one")
		}
		rest = afterValue
	}
	return nil
}

// cut takes a text, in quotes or not, off in front of the separator.
func cut(text string, separator byte) (before, after string, found bool) {
	if quoted, err := strconv.QuotedPrefix(text); err == nil && quoted[0] == '"' {
		if rest := text[len(quoted):]; rest == "" || rest[0] == separator {
			unquoted, _ := strconv.Unquote(quoted) // QuotedPrefix has checked it
			return unquoted, strings.TrimPrefix(rest, string(separator)), rest != ""
		}
	}
	before, after, found = strings.Cut(text, string(separator))
	return strings.TrimSpace(before), after, found
}
