package schema

import (
	"reflect"
	"slices"
	"strings"

	"sigs.k8s.io/json"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Conversion functions decide which field of a version is which field of the component's type; names do not. A probe
// sets one field, converts the object, and compares.

// PatternsOf returns the patterns of a Go field in a version: Zones[].File may be zones[].path. A field that the
// version does not have has none.
func (g *Group) PatternsOf(goPath, v string) []string {
	key := "go " + v + " " + goPath
	if out, ok := g.patterns[key]; ok {
		return out
	}
	steps := parsePattern(goPath)
	out := g.probe(g.internal, steps, goField, func(obj any) (*layers.Node, error) { return g.Tree(obj, v) })
	g.patterns[key] = out
	return out
}

// translated returns the patterns in version to of a field of version from.
func (g *Group) translated(pattern, from, to string) []string {
	key := from + " " + to + " " + pattern
	if out, ok := g.patterns[key]; ok {
		return out
	}
	out := g.probe(g.Type(from), parsePattern(pattern), g.jsonField,
		func(obj any) (*layers.Node, error) { return g.convert(obj, to) })
	g.patterns[key] = out
	return out
}

// lookup finds a field of a struct type.
type lookup func(t reflect.Type, name string) ([]int, reflect.Type, bool)

func goField(t reflect.Type, name string) ([]int, reflect.Type, bool) {
	f, ok := t.FieldByName(name)
	return f.Index, f.Type, ok
}

func (g *Group) jsonField(t reflect.Type, name string) ([]int, reflect.Type, bool) {
	f, ok := g.Field(t, name)
	return f.Index, f.Type, ok
}

// parsePattern splits Zones[].File into Zones, [], File.
func parsePattern(pattern string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(pattern, "[]", ".[]"), func(r rune) bool { return r == '.' })
}

// probe returns the patterns of the result that change when the field at steps is set. For a struct these are the
// patterns of its fields; for a list or a map that of the whole.
func (g *Group) probe(t reflect.Type, steps []string, find lookup, convert func(any) (*layers.Node, error)) []string {
	const deepest = 32 // A type may contain itself.
	leaf := typeAt(t, steps, find)
	if leaf == nil || len(steps) > deepest {
		return nil
	}
	leaf = deref(leaf)
	if leaf.Kind() == reflect.Struct && !opaque(leaf) {
		return g.probeStruct(t, leaf, steps, find, convert)
	}
	kind := leaf.Kind()
	container := (kind == reflect.Slice || kind == reflect.Map) && !opaque(leaf) && !isBytes(leaf)
	for _, sample := range samples(leaf) {
		without, with := reflect.New(t), reflect.New(t)
		place(without.Elem(), steps, find, func(reflect.Value) {})
		place(with.Elem(), steps, find, func(v reflect.Value) { alloc(v).Set(sample) })
		a, errA := convert(without.Interface())
		b, errB := convert(with.Interface())
		if errA != nil || errB != nil {
			continue
		}
		if changed := difference(a, b); len(changed) > 0 {
			if container {
				changed = cut(changed, strings.Count(strings.Join(steps, ""), "[]"))
			}
			return changed
		}
	}
	return nil
}

func (g *Group) probeStruct(t, leaf reflect.Type, steps []string, find lookup, convert func(any) (*layers.Node,
	error)) []string {
	var out []string
	for i := range leaf.NumField() {
		f := leaf.Field(i)
		name := f.Name
		if !f.IsExported() {
			continue
		}
		if _, _, ok := find(leaf, name); !ok { // Lookup by JSON names.
			j := slices.IndexFunc(g.Fields(leaf), func(jf Field) bool { return len(jf.Index) == 1 && jf.Index[0] == i })
			if j < 0 {
				continue
			}
			name = g.Fields(leaf)[j].Name
		}
		out = append(out, g.probe(t, append(slices.Clip(steps), name), find, convert)...)
	}
	slices.Sort(out)
	return slices.Compact(out)
}

func typeAt(t reflect.Type, steps []string, find lookup) reflect.Type {
	for _, s := range steps {
		t = deref(t)
		switch {
		case s == "[]" && (t.Kind() == reflect.Slice || t.Kind() == reflect.Map):
			t = t.Elem()
		case s != "[]" && t.Kind() == reflect.Struct:
			_, ft, ok := find(t, s)
			if !ok {
				return nil
			}
			t = ft
		default:
			return nil
		}
	}
	return t
}

// place allocates the parents of a field, one item in every list and map on the way, and calls set with the field.
func place(v reflect.Value, steps []string, find lookup, set func(reflect.Value)) {
	if len(steps) == 0 {
		set(v)
		return
	}
	v = alloc(v)
	switch {
	case steps[0] != "[]":
		index, _, _ := find(v.Type(), steps[0])
		place(fieldByIndex(v, index), steps[1:], find, set)
	case v.Kind() == reflect.Slice:
		if v.Len() == 0 {
			v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		}
		place(v.Index(0), steps[1:], find, set)
	case v.Kind() == reflect.Map:
		if v.IsNil() {
			v.Set(reflect.MakeMap(v.Type()))
		}
		elem := reflect.New(v.Type().Elem()).Elem()
		place(elem, steps[1:], find, set)
		v.SetMapIndex(reflect.ValueOf("1").Convert(keyType(v.Type())), elem)
	}
}

// keyType returns the type of keys for a map: its own if that is a string type, else string.
func keyType(t reflect.Type) reflect.Type {
	if t.Key().Kind() == reflect.String {
		return t.Key()
	}
	return reflect.TypeFor[string]()
}

// samples returns values of a type that differ from zero, of several kinds, because a conversion may accept only some.
func samples(t reflect.Type) []reflect.Value {
	texts := []string{`true`, `1`, `"1"`, `"1s"`, `"x"`, `"127.0.0.1"`, `"MQ=="`, `{"x":"x"}`, `{"1":1}`, `{"1":true}`,
		`{"x":["x"]}`, `{}`, `["x"]`, `[1]`, `[true]`, `["1s"]`, `[{}]`}
	if t.Kind() == reflect.Map && deref(t.Elem()).Kind() == reflect.Struct {
		texts = []string{`{"x":{}}`}
	}
	var out []reflect.Value
	for _, text := range texts {
		v := reflect.New(t)
		if json.UnmarshalCaseSensitivePreserveInts([]byte(text), v.Interface()) == nil && !v.Elem().IsZero() &&
			(v.Elem().Kind() != reflect.Map || v.Elem().Len() > 0) {
			out = append(out, v.Elem())
		}
	}
	return out
}

// difference returns the patterns of the leaves of b that are not in a or have another value there.
func difference(a, b *layers.Node) []string {
	var out []string
	differ(a, b, nil, &out)
	slices.Sort(out)
	return slices.Compact(out)
}

func differ(a, b *layers.Node, at layers.Path, out *[]string) {
	switch {
	case a != nil && a.Kind == layers.Map && b.Kind == layers.Map && len(b.Fields) > 0:
		for k, f := range b.Fields {
			differ(a.Fields[k], f, at.Child(b, k), out)
		}
	case a != nil && a.Kind == layers.List && b.Kind == layers.List && len(b.Items) > 0:
		for i, item := range b.Items {
			var old *layers.Node
			if i < len(a.Items) {
				old = a.Items[i]
			}
			differ(old, item, at.Index(i), out)
		}
	case a != nil && a.Kind == b.Kind && a.Text == b.Text && len(a.Fields)+len(a.Items) == len(b.Fields)+len(b.Items):
	default:
		for _, leaf := range b.Leaves() {
			*out = append(*out, append(slices.Clip(at), leaf.Path...).Pattern())
		}
	}
}

// cut shortens patterns to the list or map below depth others.
func cut(patterns []string, depth int) []string {
	var out []string
	for _, p := range patterns {
		parts := strings.SplitAfterN(p, "[]", depth+2)
		if len(parts) > depth+1 {
			p = strings.TrimSuffix(strings.Join(parts[:depth+1], ""), "[]")
		}
		out = append(out, p)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
