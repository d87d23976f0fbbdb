package schema

import (
	"reflect"
	"slices"
	"strings"

	"sigs.k8s.io/json"

	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Where conversion-gen writes the conversions, a field has one Go name in all versions. Elsewhere only the conversion
// functions know which field of a version is which field of the component's type: a probe sets one field, converts the
// object, and compares.

// PatternsOf returns the patterns of a Go field in a version: Zones[].File may be zones[].path. A field that the
// version does not have has none.
func (g *Group) PatternsOf(goPath, v string) []string {
	key := "go " + v + " " + goPath
	if out, ok := g.patterns[key]; ok {
		return out
	}
	s := search{Group: g, from: g.internal, find: goField, versions: []string{v}, to: v,
		convert: func(obj any) (*layers.Node, error) { return g.Tree(obj, v) }}
	s.below = func(steps []string) []string { found, _ := s.patterns(steps); return found }
	steps := parsePattern(goPath)
	out, tried := s.patterns(steps)
	if !tried {
		out = sameGoName(g, g.Type(v), steps)
	}
	if newest := g.versions[0]; v != newest && len(MovesOf(g, v)) > 0 {
		for _, pattern := range g.PatternsOf(goPath, newest) { // other places than in an empty configuration
			out = append(slices.Clone(out), declared(g, pattern, newest, v)...)
		}
		slices.Sort(out)
		out = slices.Compact(out)
	}
	g.patterns[key] = out
	return out
}

// KeysOf returns the patterns of the keys of a Go field in a version. Of a struct, it returns the patterns of the field
// itself, and PatternsOf the patterns of the fields in the struct.
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

// ObjectOf returns the pattern of the object that a Go field points to in a version: robot for Robot *Robot. It returns
// "" if the field is not a pointer to a struct. Such an object can be present without any value in it.
func (g *Group) ObjectOf(goPath, v string) string {
	t := typeAt(g.internal, parsePattern(goPath), goField)
	if t == nil || t.Kind() != reflect.Pointer || t.Elem().Kind() != reflect.Struct || opaque(t.Elem()) {
		return ""
	}
	return strings.Join(KeysOf(g, goPath, v), "")
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
	s := search{Group: g, from: g.Type(from), find: g.jsonField, versions: []string{from, to}, to: to,
		convert: func(obj any) (*layers.Node, error) { return g.convert(obj, to) }}
	s.below = func(steps []string) []string { return g.Translated(patternOf(steps), from, to) }
	steps := parsePattern(pattern)
	out, tried := s.patterns(steps)
	if !tried && typeAt(g.Type(to), steps, g.jsonField) != nil {
		out = []string{pattern}
	}
	if newest := g.versions[0]; len(out) == 0 && len(g.Moves) > 0 && from != newest && to != newest {
		for _, p := range g.Translated(pattern, from, newest) {
			out = append(out, g.Translated(p, newest, to)...)
		}
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

// patternOf joins what parsePattern has split.
func patternOf(steps []string) string {
	return strings.ReplaceAll(strings.Join(steps, "."), ".[]", "[]")
}

// Has reports whether a version has a field with this pattern.
func (g *Group) Has(pattern, v string) bool {
	return typeAt(g.Type(v), parsePattern(pattern), g.jsonField) != nil
}

// GoPathOf returns the Go path of the field that generated validation calls by a pattern: at each step the field whose
// counterpart in the version has that JSON name or, without a counterpart, whose Go name differs in upper case only, or
// else the field of that name. It is empty if there is none.
func (g *Group) GoPathOf(pattern, v string) string {
	internal, counterpart := g.internal, g.Type(v)
	var path []string
	for _, step := range parsePattern(pattern) {
		internal = deref(internal)
		if counterpart != nil {
			counterpart = deref(counterpart)
		}
		switch {
		case step == "[]" && (internal.Kind() == reflect.Slice || internal.Kind() == reflect.Map):
			internal = internal.Elem()
			if counterpart != nil && (counterpart.Kind() == reflect.Slice || counterpart.Kind() == reflect.Map) {
				counterpart = counterpart.Elem()
			}
			path[len(path)-1] += "[]"
		case step != "[]" && internal.Kind() == reflect.Struct:
			f, of := called(g, internal, counterpart, step)
			if f == nil {
				return ""
			}
			path, internal, counterpart = append(path, f.Name), f.Type, of
		default:
			return ""
		}
	}
	return strings.Join(path, ".")
}

// called returns the field of a struct that validation calls by a name, and the type of its counterpart or nil.
func called(g *Group, internal, counterpart reflect.Type, name string) (*reflect.StructField, reflect.Type) {
	counterpartOf := func(goName string) (of reflect.Type, jsonName string) {
		if counterpart == nil || counterpart.Kind() != reflect.Struct {
			return nil, ""
		}
		same, ok := counterpart.FieldByName(goName)
		if !ok {
			return nil, ""
		}
		for _, j := range g.Fields(counterpart) {
			if slices.Equal(j.Index, same.Index) {
				jsonName = j.Name
			}
		}
		return same.Type, jsonName
	}
	for _, f := range reflect.VisibleFields(internal) {
		of, jsonName := counterpartOf(f.Name)
		if f.IsExported() && (of != nil && jsonName == name || of == nil && strings.EqualFold(f.Name, name)) {
			return &f, of
		}
	}
	// What is generated for an alias of a published internal type has only the Go names.
	if f, ok := internal.FieldByName(name); ok && f.IsExported() {
		of, _ := counterpartOf(name)
		return &f, of
	}
	return nil, nil
}

// sameGoName returns the pattern of the field with the same Go name in a version.
func sameGoName(g *Group, t reflect.Type, steps []string) []string {
	var at layers.Path
	var inlined []int // the way to t from the struct that has its fields in JSON
	outer := t
	for _, step := range steps {
		t = deref(t)
		switch {
		case step == "[]" && t.Kind() == reflect.Slice:
			at, t = at.Index(0), t.Elem()
		case step == "[]" && t.Kind() == reflect.Map:
			at, t = append(slices.Clip(at), layers.Step{Kind: layers.Map, Name: "1"}), t.Elem()
		case t.Kind() == reflect.Struct:
			goField, ok := t.FieldByName(step)
			if len(inlined) == 0 {
				outer = t
			}
			index := slices.Concat(inlined, goField.Index)
			i := slices.IndexFunc(g.Fields(outer), func(f Field) bool { return slices.Equal(f.Index, index) })
			switch {
			case ok && i >= 0:
				at, t, inlined = at.Field(g.Fields(outer)[i].Name), goField.Type, nil
			case ok && deref(goField.Type).Kind() == reflect.Struct:
				t, inlined = goField.Type, index
			default:
				return nil
			}
		default:
			return nil
		}
	}
	if len(inlined) > 0 {
		return nil
	}
	return []string{at.Pattern()}
}

// search looks for the fields of a type in a version.
type search struct {
	*Group
	from reflect.Type
	find lookup
	to   string
	// versions are the versions with conversions between the two.
	versions []string
	convert  func(any) (*layers.Node, error)
	// below returns the patterns of a field in a struct.
	below func(steps []string) []string
}

// patterns returns the patterns of the field at steps: for a struct, the patterns of its fields; for a list or a map,
// the pattern of the whole. It reports false if the conversion refused every value.
func (s search) patterns(steps []string) (patterns []string, tried bool) {
	const deepest = 32 // A type may contain itself.
	leaf := typeAt(s.from, steps, s.find)
	if leaf == nil || len(steps) > deepest {
		return nil, true
	}
	leaf = deref(leaf)
	if leaf.Kind() == reflect.Struct && !opaque(leaf) {
		return s.ofStruct(leaf, steps), true
	}
	if names := goNames(s.from, steps, s.find); s.named(names) {
		return sameGoName(s.Group, s.Type(s.to), names), true
	}
	return s.probe(leaf, steps)
}

// Named reports whether a version has a field of the component's type under its Go names, or by a move.
func Named(g *Group, goPath, v string) bool {
	return search{Group: g, versions: []string{v}}.named(parsePattern(goPath))
}

// named reports whether all versions have a field under its Go names.
func (s search) named(goNames []string) bool {
	path := patternOf(goNames)
	return !slices.ContainsFunc(s.versions, func(v string) bool {
		byHand, known := s.ByName[v]
		return s.Type(v) != s.internal && (!known || slices.ContainsFunc(byHand, func(other string) bool {
			return layers.Below(path, other)
		}))
	})
}

// goNames returns the Go names of the steps to a field, with the names of embedded structs.
func goNames(t reflect.Type, steps []string, find lookup) (names []string) {
	for _, step := range steps {
		t = deref(t)
		if step == "[]" {
			names, t = append(names, step), t.Elem()
			continue
		}
		index, _, _ := find(t, step)
		for _, i := range index {
			f := deref(t).Field(i)
			names, t = append(names, f.Name), f.Type
		}
	}
	return names
}

// probe returns the patterns of the result that change when the field at steps is set. It reports false if the
// conversion refused every value.
func (s search) probe(leaf reflect.Type, steps []string) (patterns []string, tried bool) {
	kind := leaf.Kind()
	container := (kind == reflect.Slice || kind == reflect.Map) && !opaque(leaf) && !isBytes(leaf)
	for _, sample := range samples(leaf) {
		without, with := reflect.New(s.from), reflect.New(s.from)
		place(without.Elem(), steps, s.find, func(reflect.Value) {})
		place(with.Elem(), steps, s.find, func(v reflect.Value) { alloc(v).Set(sample) })
		a, errA := s.convert(without.Interface())
		b, errB := s.convert(with.Interface())
		if errA != nil || errB != nil {
			continue
		}
		tried = true
		for _, changed := range b.Changed(a) {
			patterns = append(patterns, changed.Path.Pattern())
		}
		if container {
			patterns = cut(patterns, strings.Count(strings.Join(steps, ""), "[]"))
		}
		if len(patterns) > 0 {
			slices.Sort(patterns)
			return slices.Compact(patterns), true
		}
	}
	return nil, tried
}

// ofStruct returns the patterns of the fields of a struct.
func (s search) ofStruct(leaf reflect.Type, steps []string) []string {
	var out []string
	for i := range leaf.NumField() {
		f := leaf.Field(i)
		name := f.Name
		if !f.IsExported() {
			continue
		}
		if _, _, ok := s.find(leaf, name); !ok { // Lookup by JSON names.
			j := slices.IndexFunc(s.Fields(leaf), func(jf Field) bool { return len(jf.Index) == 1 && jf.Index[0] == i })
			if j < 0 {
				continue
			}
			name = s.Fields(leaf)[j].Name
		}
		out = append(out, s.below(append(slices.Clip(steps), name))...)
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
	return out
}
