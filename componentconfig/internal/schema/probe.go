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
	out, tried := g.probe(g.internal, steps, goField, func(obj any) (*layers.Node, error) { return g.Tree(obj, v) })
	if !tried {
		out = sameGoName(g, g.Type(v), steps)
	}
	if newest := g.versions[0]; v != newest && len(MovesOf(g, v)) > 0 {
		for _, pattern := range g.PatternsOf(goPath, newest) { // other places than that of an empty configuration
			out = append(slices.Clone(out), declared(g, pattern, newest, v)...)
		}
		slices.Sort(out)
		out = slices.Compact(out)
	}
	g.patterns[key] = out
	return out
}

// KeysOf returns the patterns of the keys of a Go field in a version: those of the field itself, where PatternsOf has
// those of the fields in a struct.
func KeysOf(g *Group, goPath, v string) []string {
	steps := parsePattern(goPath)
	if same := sameGoName(g, g.Type(v), steps); same != nil {
		return same
	}
	if t := typeAt(g.internal, steps, goField); t == nil || deref(t).Kind() == reflect.Struct && !opaque(deref(t)) {
		return nil // a version with another layout
	}
	return g.PatternsOf(goPath, v)
}

// Translated returns the patterns in version to of a field of version from.
func (g *Group) Translated(pattern, from, to string) []string {
	key := from + " " + to + " " + pattern
	if out, ok := g.patterns[key]; ok {
		return out
	}
	if out := declared(g, pattern, from, to); len(out) > 0 {
		g.patterns[key] = out
		return out
	}
	steps := parsePattern(pattern)
	out, tried := g.probe(g.Type(from), steps, g.jsonField,
		func(obj any) (*layers.Node, error) { return g.convert(obj, to) })
	if !tried && typeAt(g.Type(to), steps, g.jsonField) != nil {
		out = []string{pattern}
	}
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

// Has reports whether a version has a field with this pattern.
func (g *Group) Has(pattern, v string) bool {
	return typeAt(g.Type(v), parsePattern(pattern), g.jsonField) != nil
}

// GoPathOf returns the Go path of the field that generated validation calls by a pattern: at each step the field whose
// twin in the version has that JSON name or, without a twin, whose Go name differs in upper case only, or else the
// field of that name. It is empty if there is none.
func (g *Group) GoPathOf(pattern, v string) string {
	internal, twin := g.internal, g.Type(v)
	var path []string
	for _, step := range parsePattern(pattern) {
		internal = deref(internal)
		if twin != nil {
			twin = deref(twin)
		}
		switch {
		case step == "[]" && (internal.Kind() == reflect.Slice || internal.Kind() == reflect.Map):
			internal = internal.Elem()
			if twin != nil && (twin.Kind() == reflect.Slice || twin.Kind() == reflect.Map) {
				twin = twin.Elem()
			}
			path[len(path)-1] += "[]"
		case step != "[]" && internal.Kind() == reflect.Struct:
			f, of := called(g, internal, twin, step)
			if f == nil {
				return ""
			}
			path, internal, twin = append(path, f.Name), f.Type, of
		default:
			return ""
		}
	}
	return strings.Join(path, ".")
}

// called returns the field of a struct that validation calls by a name, and the type of its twin or nil.
func called(g *Group, internal, twin reflect.Type, name string) (*reflect.StructField, reflect.Type) {
	for _, f := range reflect.VisibleFields(internal) {
		if !f.IsExported() {
			continue
		}
		if twin != nil && twin.Kind() == reflect.Struct {
			if same, ok := twin.FieldByName(f.Name); ok {
				i := slices.IndexFunc(g.Fields(twin), func(j Field) bool { return slices.Equal(j.Index, same.Index) })
				if i >= 0 && g.Fields(twin)[i].Name == name {
					return &f, same.Type
				}
				continue
			}
		}
		if strings.EqualFold(f.Name, name) {
			return &f, nil
		}
	}
	// What is generated for an alias of a published internal type has only the Go names.
	f, ok := internal.FieldByName(name)
	if !ok || !f.IsExported() {
		return nil, nil
	}
	if twin != nil && twin.Kind() == reflect.Struct {
		if same, ok := twin.FieldByName(name); ok {
			return &f, same.Type
		}
	}
	return &f, nil
}

// sameGoName returns the pattern of the field with the same Go name in a version, for a field with values that no probe
// can guess: its conversion accepts none of the samples.
func sameGoName(g *Group, t reflect.Type, steps []string) []string {
	var at layers.Path
	for _, step := range steps {
		t = deref(t)
		switch {
		case step == "[]" && t.Kind() == reflect.Slice:
			at, t = at.Index(0), t.Elem()
		case step == "[]" && t.Kind() == reflect.Map:
			at, t = append(slices.Clip(at), layers.Step{Kind: layers.Map, Name: "1"}), t.Elem()
		case t.Kind() == reflect.Struct:
			goField, ok := t.FieldByName(step)
			i := slices.IndexFunc(g.Fields(t), func(f Field) bool { return slices.Equal(f.Index, goField.Index) })
			if !ok || i < 0 {
				return nil
			}
			at, t = at.Field(g.Fields(t)[i].Name), goField.Type
		default:
			return nil
		}
	}
	return []string{at.Pattern()}
}

// probe returns the patterns of the result that change when the field at steps is set. For a struct these are the
// patterns of its fields; for a list or a map that of the whole. It reports false if the conversion refused every
// value.
func (g *Group) probe(
	t reflect.Type, steps []string, find lookup, convert func(any) (*layers.Node, error),
) (patterns []string, tried bool) {
	const deepest = 32 // A type may contain itself.
	leaf := typeAt(t, steps, find)
	if leaf == nil || len(steps) > deepest {
		return nil, true
	}
	leaf = deref(leaf)
	if leaf.Kind() == reflect.Struct && !opaque(leaf) {
		return g.probeStruct(t, leaf, steps, find, convert), true
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
		tried = true
		if changed := difference(a, b); len(changed) > 0 {
			if container {
				changed = cut(changed, strings.Count(strings.Join(steps, ""), "[]"))
			}
			return changed, true
		}
	}
	return nil, tried
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
		inner, _ := g.probe(t, append(slices.Clip(steps), name), find, convert)
		out = append(out, inner...)
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

// scalars are values of several kinds, because a type and its conversion may accept only some.
var scalars = []string{
	`true`, `1`, `"1"`, `"1s"`, `"x"`, `"127.0.0.1"`, `"127.0.0.1:1"`, `"127.0.0.0/8"`, `"http://x/"`, `"/x"`, `"1%"`,
	`"2006-01-02T15:04:05Z"`, `"MQ=="`, `{"x":"x"}`, `{}`,
}

// samples returns values of a type that differ from zero. Those of a list or map have one element, zero for a struct.
func samples(t reflect.Type) []reflect.Value {
	var out []reflect.Value
	switch {
	case opaque(t) || isBytes(t):
	case t.Kind() == reflect.Slice:
		for _, element := range elements(t.Elem()) {
			out = append(out, reflect.Append(reflect.MakeSlice(t, 0, 1), element))
		}
		return out
	case t.Kind() == reflect.Map:
		for _, element := range elements(t.Elem()) {
			for _, key := range []string{"x", "1"} {
				made := reflect.MakeMap(t)
				made.SetMapIndex(reflect.ValueOf(key).Convert(keyType(t)), element)
				out = append(out, made)
			}
		}
		return out
	}
	for _, text := range scalars {
		v := reflect.New(t)
		if json.UnmarshalCaseSensitivePreserveInts([]byte(text), v.Interface()) == nil && !v.Elem().IsZero() {
			out = append(out, v.Elem())
		}
	}
	return out
}

// elements returns samples of the elements of a list or map.
func elements(t reflect.Type) []reflect.Value {
	if t.Kind() == reflect.Pointer {
		var out []reflect.Value
		for _, element := range elements(t.Elem()) {
			pointer := reflect.New(t.Elem())
			pointer.Elem().Set(element)
			out = append(out, pointer)
		}
		return out
	}
	if t.Kind() == reflect.Struct && !opaque(t) {
		return []reflect.Value{reflect.Zero(t)}
	}
	return samples(t)
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
		for _, leaf := range b.LeavesAt(at) {
			*out = append(*out, leaf.Path.Pattern())
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
