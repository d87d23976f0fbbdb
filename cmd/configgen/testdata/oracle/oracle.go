// Package oracle validates configurations by reflection. Struct tags and a list of types say which constraints the
// markers of the same declarations have.
package oracle

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"k8s.io/apimachinery/pkg/util/validation/field"
)

// rule is a constraint in a struct tag: val.key.maxLength=3. The steps lead into the value: val and key for the values
// and keys of a list or map, sub:Name for a field of a struct.
type rule struct {
	steps       []string
	name, limit string
	// above reports that the constraint comes from another declaration further up.
	above bool
}

func parse(tag string) []rule {
	var rules []rule
	for text := range strings.FieldsSeq(tag) {
		path, limit, _ := strings.Cut(text, "=")
		steps := strings.Split(path, ".")
		last := len(steps) - 1
		rules = append(rules, rule{steps: steps[:last], name: steps[last], limit: limit})
	}
	return rules
}

// Errors are the types and paths of what is wrong in a configuration, sorted. Types has the constraints on types.
func Errors(config any, types map[string]string) []string {
	w := &walker{types: types}
	w.fields(reflect.ValueOf(config).Elem(), nil, nil)
	slices.Sort(w.errors)
	return w.errors
}

// Sorted are the types and paths of errors in the same form.
func Sorted(errs field.ErrorList) []string {
	var list []string
	for _, err := range errs {
		list = append(list, fmt.Sprintf("%s %s", err.Type, err.Field))
	}
	slices.Sort(list)
	return list
}

type walker struct {
	types  map[string]string
	errors []string
}

func (w *walker) report(kind field.ErrorType, at *field.Path) {
	w.errors = append(w.errors, fmt.Sprintf("%s %s", kind, at))
}

// fields walks through a struct.
func (w *walker) fields(v reflect.Value, at *field.Path, outer []rule) {
	for i := range v.NumField() {
		declared := v.Type().Field(i)
		switch name, _, _ := strings.Cut(declared.Tag.Get("json"), ","); {
		case declared.Name == "TypeMeta":
		case declared.Anonymous: // its fields are fields of the struct itself
			w.fields(v.Field(i), at, outer)
		default:
			if name == "" {
				name = declared.Name
			}
			rules := append(parse(declared.Tag.Get("oracle")), into(outer, "sub:"+declared.Name, true)...)
			w.value(v.Field(i), at.Child(name), rules)
		}
	}
}

// into are the rules for what a step leads to.
func into(rules []rule, step string, above bool) []rule {
	var found []rule
	for _, r := range rules {
		if len(r.steps) > 0 && r.steps[0] == step {
			r.steps, r.above = r.steps[1:], r.above || above
			found = append(found, r)
		}
	}
	return found
}

// value walks through any value.
func (w *walker) value(v reflect.Value, at *field.Path, rules []rule) {
	rules = append(slices.Clone(rules), parse(w.types[v.Type().Name()])...)
	has := func(name string) bool {
		return slices.ContainsFunc(rules, func(r rule) bool { return len(r.steps) == 0 && r.name == name })
	}
	if v.Kind() == reflect.Pointer {
		if !v.IsNil() {
			presence := func(r rule) bool { return len(r.steps) == 0 && (r.name == "required" || r.name == "optional") }
			w.value(v.Elem(), at, slices.DeleteFunc(rules, presence))
		} else if has("required") {
			w.report(field.ErrorTypeRequired, at)
		}
		return
	}
	unset := v.IsZero() || (v.Kind() == reflect.Slice || v.Kind() == reflect.Map) && v.Len() == 0
	switch {
	case unset && has("required"):
		w.report(field.ErrorTypeRequired, at)
		return
	case unset && has("optional"):
		return
	}
	w.own(v, at, at, rules)
	switch v.Kind() {
	case reflect.Struct:
		w.fields(v, at, rules)
	case reflect.Slice:
		for i := range v.Len() {
			w.value(v.Index(i), at.Index(i), into(rules, "val", false))
		}
	case reflect.Map:
		keys := v.MapKeys()
		slices.SortFunc(keys, func(a, b reflect.Value) int { return strings.Compare(a.String(), b.String()) })
		for _, key := range keys {
			w.own(key, at, at.Key(key.String()), into(rules, "key", false))
			w.value(v.MapIndex(key), at.Key(key.String()), into(rules, "val", false))
		}
	}
}

// own checks a value itself.
func (w *walker) own(v reflect.Value, at, long *field.Path, rules []rule) {
	for i, r := range rules {
		declared := func(other rule) bool {
			return !other.above && len(other.steps) == 0 && other.name == r.name && other.limit == r.limit
		}
		if len(r.steps) > 0 || r.above && slices.ContainsFunc(rules, declared) || slices.ContainsFunc(rules[:i], declared) {
			continue // a declaration has the same constraint: one error is enough
		}
		limit, _ := strconv.Atoi(r.limit)
		switch r.name {
		case "minimum":
			w.check(v.Int() >= int64(limit), field.ErrorTypeInvalid, at)
		case "maximum":
			w.check(v.Int() <= int64(limit), field.ErrorTypeInvalid, at)
		case "minLength":
			w.check(utf8.RuneCountInString(v.String()) >= limit, field.ErrorTypeInvalid, at)
		case "maxLength":
			w.check(utf8.RuneCountInString(v.String()) <= limit, field.ErrorTypeTooLong, long)
		case "minItems":
			w.check(v.Len() >= limit, field.ErrorTypeInvalid, at)
		case "maxItems":
			w.check(v.Len() <= limit, field.ErrorTypeTooMany, at)
		}
	}
}

func (w *walker) check(good bool, kind field.ErrorType, at *field.Path) {
	if !good {
		w.report(kind, at)
	}
}

// Fill sets everything in a configuration to small random values.
func Fill(dice *rand.Rand, config any) { fill(dice, reflect.ValueOf(config).Elem()) }

func fill(dice *rand.Rand, v reflect.Value) {
	switch v.Kind() {
	case reflect.Int32:
		v.SetInt(int64(dice.IntN(4)))
	case reflect.String:
		v.SetString(strings.Repeat("ä", dice.IntN(4)))
	case reflect.Pointer:
		if dice.IntN(4) > 0 {
			v.Set(reflect.New(v.Type().Elem()))
			fill(dice, v.Elem())
		}
	case reflect.Slice:
		v.Set(reflect.MakeSlice(v.Type(), dice.IntN(4), 4))
		for i := range v.Len() {
			fill(dice, v.Index(i))
		}
	case reflect.Map:
		v.Set(reflect.MakeMap(v.Type()))
		for range dice.IntN(4) {
			key, value := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
			key.SetString(strings.Repeat(string(rune('a'+dice.IntN(3))), 1+dice.IntN(3)))
			fill(dice, value)
			v.SetMapIndex(key, value)
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).Name != "TypeMeta" {
				fill(dice, v.Field(i))
			}
		}
	}
}
