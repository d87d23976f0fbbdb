package legacydefaults

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/group"
)

// object writes a struct from a JSON object.
func (w *writer) object(t *group.Type, fields []*group.Field, in input) (expression, *misfit) {
	if len(fields) == 0 && !in.isObject() {
		return expression{}, cannotWrite(t)
	}
	given, err := in.tree(t, '{', "object")
	if err != nil {
		return expression{}, err
	}
	used := map[string]bool{}
	body, err := w.members(fields, given, used)
	if err != nil {
		return expression{}, err
	}
	for _, key := range given.keys {
		if !used[key] {
			fix, near := nearest(fields, key)
			return expression{}, &misfit{fmt.Sprintf("%s has no field %s", t, key), fix, strconv.Quote(key), strconv.Quote(near)}
		}
	}
	return w.composite(t, values(body, len(body) > 2)), nil
}

// members writes the fields that an object gives, in the order of the type, and notes the keys that they took.
func (w *writer) members(fields []*group.Field, given *node, used map[string]bool) ([]jen.Code, *misfit) {
	var body []jen.Code
	for _, field := range fields {
		if field.Inlined() {
			inner, err := w.members(field.Fields, given, used)
			if err != nil {
				return nil, err
			}
			if len(inner) > 0 {
				body = append(body, jen.Id(field.Name).Op(":").Add(w.composite(field.Type, values(inner, false)).code))
			}
			continue
		}
		at := slices.IndexFunc(given.keys, func(key string) bool { return key == field.JSONName || key == field.Name })
		if at < 0 {
			continue
		}
		used[given.keys[at]] = true
		e, err := w.formatted(field, input{json: given.items[at]})
		if err != nil {
			return nil, unfit(fmt.Sprintf("%s: %s", given.keys[at], err.what), err.fix)
		}
		body = append(body, jen.Id(field.Name).Op(":").Add(e.code))
	}
	return body, nil
}

// nearest suggests the field that a key may have meant.
func nearest(fields []*group.Field, key string) (fix, near string) {
	names := fieldNames(fields)
	if len(names) == 0 {
		return useRef, key
	}
	if near, distance := diag.Nearest(key, names); distance <= 2 {
		return "did you mean " + near + "?", near
	}
	return "it has " + strings.Join(names, ", "), key
}

func fieldNames(fields []*group.Field) []string {
	var names []string
	for _, field := range fields {
		switch {
		case field.Inlined():
			names = append(names, fieldNames(field.Fields)...)
		case field.JSONName != "":
			names = append(names, field.JSONName)
		default:
			names = append(names, field.Name)
		}
	}
	return names
}
