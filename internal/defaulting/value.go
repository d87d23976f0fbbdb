package defaulting

import (
	"go/ast"
	"go/constant"
	"go/types"
	"maps"
	"slices"
	"strings"
)

// kind is what is known of a value.
type kind string

const (
	unknown   kind = ""
	zero      kind = "zero"
	literal   kind = "literal"   // a constant
	pointer   kind = "pointer"   // to a place, or to a value of its own
	reference kind = "reference" // the pointer, list or map that is at a place
	structure kind = "structure"
	list      kind = "list"
	mapping   kind = "mapping"
	closure   kind = "closure"
	index     kind = "index" // of each item of the list at a place
)

// value is an abstract value.
type value struct {
	kind kind
	// set is true for an unknown value that is not zero.
	set bool
	// from are the places in the object that an unknown value depends on, sorted. Nil is not known, and not none. Each
	// value that is computed has another number.
	from   []string
	number int
	// was is the value before a condition said something of it; nil if none did.
	was      *value
	constant constant.Value
	// to is a place; elem is what a pointer without a place points to.
	to     string
	weak   bool // to is one of several places
	elem   *value
	fields map[string]value // of a structure
	items  []value          // of a list, or of a mapping
	keys   []value
	code   *function
	env    *environment
	of     types.Type // of a literal that is written out; nil if it is not known
}

func literalOf(c constant.Value) value {
	if c == nil || c.Kind() == constant.Unknown {
		return value{}
	}
	return value{kind: literal, constant: c}
}

func truthValue(t truth) value {
	switch t {
	case yes, no:
		return literalOf(constant.MakeBool(t == yes))
	}
	return value{}
}

// truth is whether something is the case.
type truth int

const (
	maybe truth = iota
	yes
	no
)

func (t truth) not() truth { return [...]truth{maybe, no, yes}[t] }

func truthOf(is bool) truth {
	if is {
		return yes
	}
	return no
}

// equal reports whether two values are known to be the same.
func (v value) equal(w value) bool {
	same := v.kind == w.kind && v.set == w.set && v.number == w.number && slices.Equal(v.from, w.from) &&
		v.to == w.to && v.weak == w.weak && v.code == w.code && (v.elem == nil) == (w.elem == nil) &&
		len(v.fields) == len(w.fields)
	switch {
	case !same:
		return false
	case v.kind == literal:
		return v.constant.ExactString() == w.constant.ExactString()
	case v.elem != nil && !v.elem.equal(*w.elem):
		return false
	}
	for name, field := range v.fields {
		if other, ok := w.fields[name]; !ok || !field.equal(other) {
			return false
		}
	}
	return slices.EqualFunc(v.items, w.items, value.equal) && slices.EqualFunc(v.keys, w.keys, value.equal)
}

// object is the place of the object that gets defaults. Other places are variables.
const object = "$"

// place is where a field is below another place.
func place(outer, path string) string {
	if path == "" {
		return outer
	}
	return outer + "." + path
}

// related reports whether a place is the same as another one, in it, or around it.
func related(a, b string) bool { return below(a, b) || below(b, a) }

// below reports whether a place is the same as another one, or in it.
func below(inner, outer string) bool {
	rest, ok := strings.CutPrefix(inner, outer)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// outside is the place that another one is in; empty for a variable.
func outside(place string) string {
	return place[:max(0, strings.LastIndexAny(place, ".["))]
}

// steps are the steps from a place to one in it: names of fields, and [*].
func steps(rest string) []string {
	return strings.FieldsFunc(strings.ReplaceAll(rest, "[*]", ".[*]"), func(r rune) bool { return r == '.' })
}

// state is what is at each place; what is not in it is as at the beginning.
type state struct {
	at map[string]*value
	// under are the decisions that lead to the state, the first one first.
	under []decision
}

// decision is a branch whose condition is unknown.
type decision struct {
	id   int
	met  bool
	from []string
}

func (s *state) clone() *state { return &state{maps.Clone(s.at), slices.Clip(s.under)} }

// common is the number of decisions that two states share.
func common(a, b *state) int {
	n := 0
	for n < min(len(a.under), len(b.under)) && a.under[n].id == b.under[n].id && a.under[n].met == b.under[n].met {
		n++
	}
	return n
}

// deciding are the places that decide which one of two states is reached.
func deciding(a, b *state) []string {
	var from []string
	n := common(a, b)
	for _, d := range slices.Concat(a.under[n:], b.under[n:]) {
		from = union(from, d.from)
	}
	return from
}

// union are the places in one of two lists, sorted.
func union(a, b []string) []string {
	all := slices.Concat(a, b)
	slices.Sort(all)
	return slices.Compact(all)
}

// environment has the places of local variables by their names.
type environment struct {
	outer  *environment
	places map[string]string
}

func (e *environment) inner() *environment { return &environment{e, map[string]string{}} }

func (e *environment) lookup(name string) string {
	for ; e != nil; e = e.outer {
		if at := e.places[name]; at != "" {
			return at
		}
	}
	return ""
}

// read is what is at a place, but for what has been set in it since.
func (r *run) read(s *state, at string) value {
	v := r.peek(s, at)
	r.reads = append(r.reads, v.from...)
	return v
}

func (r *run) peek(s *state, at string) value {
	for outer := at; outer != ""; outer = outside(outer) {
		if v, ok := s.at[outer]; ok {
			return r.inside(s, *v, steps(at[len(outer):]))
		}
	}
	return r.initial(at)
}

// initial is what is at a place at the beginning: the field that is asked for is not set, the structs around it are
// there, but for the absent one and those in it, and everything else is not known.
func (r *run) initial(at string) value {
	switch {
	case r.field == "" || !strings.HasPrefix(at, object):
		return value{}
	case below(at, r.field), r.absent != "" && below(at, r.absent):
		return value{kind: zero}
	case below(r.field, at):
		return value{set: true}
	}
	return value{from: []string{at}}
}

// inside is what some steps lead to from a value.
func (r *run) inside(s *state, v value, path []string) value {
	for i, step := range path {
		switch v.kind {
		case structure:
			field, ok := v.fields[step]
			if !ok {
				field = value{kind: zero}
			}
			v = field
		case zero:
			return v
		case pointer, reference:
			if v.elem != nil {
				v = r.inside(s, *v.elem, path[i:i+1])
				continue
			}
			return r.load(s, join(v.to, path[i:]))
		default:
			return value{from: v.from}
		}
	}
	return v
}

func join(outer string, path []string) string {
	for _, step := range path {
		if step == "[*]" {
			outer += step
		} else {
			outer += "." + step
		}
	}
	return outer
}

// load is what is at a place, with all that is in it.
func (r *run) load(s *state, at string) value {
	v := r.read(s, at)
	var inner []string
	for key := range s.at {
		if key != at && below(key, at) {
			inner = append(inner, key)
		}
	}
	slices.Sort(inner)
	for _, key := range inner {
		r.reads = append(r.reads, s.at[key].from...)
		v = with(v, steps(key[len(at):]), *s.at[key])
	}
	return v
}

// origins returns the places that a value, or a value that it leads to, depends on.
func (r *run) origins(s *state, v value, deep int) []string {
	from := v.from
	if deep == 0 {
		return from
	}
	if (v.kind == pointer || v.kind == reference) && v.to != "" {
		from = union(from, r.origins(s, r.load(s, v.to), deep-1))
	}
	if v.elem != nil {
		from = union(from, r.origins(s, *v.elem, deep-1))
	}
	for _, inner := range slices.Concat(slices.Collect(maps.Values(v.fields)), v.items, v.keys) {
		from = union(from, r.origins(s, inner, deep-1))
	}
	return from
}

// with is a value in which something is set.
func with(v value, path []string, to value) value {
	if len(path) == 0 {
		return to
	}
	if path[0] == "[*]" || v.kind != zero && v.kind != structure {
		return value{set: v.set || v.kind != zero && v.kind != unknown, from: union(v.from, to.from)}
	}
	fields := maps.Clone(v.fields)
	if fields == nil {
		fields = map[string]value{}
	}
	field, ok := fields[path[0]]
	if !ok {
		field = value{kind: zero}
	}
	fields[path[0]] = with(field, path[1:], to)
	return value{kind: structure, fields: fields, of: v.of}
}

// write sets what is at a place.
func (f *frame) write(s *state, at string, v value, weak bool) {
	if weak {
		v = f.either(s, s, f.load(s, at), v)
	}
	f.note(at)
	for key := range s.at {
		if key != at && below(key, at) {
			delete(s.at, key)
		}
	}
	if (v.kind == pointer || v.kind == reference) && v.to != "" && v.to != at && f.owner[root(v.to)] == "" {
		f.owner[root(v.to)] = f.owned(at)
	}
	if v.kind != reference || v.to != at {
		s.at[at] = &v
	}
}

// root is the variable that a place is in.
func root(place string) string {
	if i := strings.IndexAny(place, ".["); i > 0 {
		return place[:i]
	}
	return place
}

// owned is the place in the object that leads to a place.
func (r *run) owned(at string) string {
	for range 8 {
		outer := root(at)
		owner := r.owner[outer]
		if owner == "" || outer == object {
			break
		}
		at = owner + at[len(outer):]
	}
	return at
}

// either is a value that is one of two, each in its state.
func (r *run) either(a, b *state, v, w value) value {
	if v.equal(w) {
		return v
	}
	set := r.isZero(a, v) == no && r.isZero(b, w) == no
	for _, one := range []*value{&v, &w} {
		if one.was != nil {
			*one = *one.was
		}
	}
	if v.kind == unknown && v.equal(w) {
		v.set = set
		return v
	}
	from := union(r.origins(a, v, deepest), r.origins(b, w, deepest))
	r.computed++
	return value{set: set, from: union(from, deciding(a, b)), number: r.computed}
}

// merge is a state that is one of two; nil for one that is not reached.
func (r *run) merge(a, b *state) *state {
	if a == nil || b == nil || a == b {
		if a == nil {
			return b
		}
		return a
	}
	defer func(read int) { r.reads = r.reads[:read] }(len(r.reads)) // merging is not reading by the component's code
	merged := &state{make(map[string]*value, max(len(a.at), len(b.at))), a.under[:common(a, b)]}
	for _, one := range []*state{a, b} {
		for key := range one.at {
			if _, known := merged.at[key]; known {
				continue
			}
			if a.at[key] == b.at[key] {
				merged.at[key] = a.at[key]
				continue
			}
			v, w := r.read(a, key), r.read(b, key)
			if !v.equal(w) {
				v, w = r.load(a, key), r.load(b, key)
			}
			both := r.either(a, b, v, w)
			merged.at[key] = &both
		}
	}
	return merged
}

// mergeAll merges several states into one: states that parted last are merged first.
func (r *run) mergeAll(states []*state) *state {
	states = slices.DeleteFunc(slices.Clone(states), func(s *state) bool { return s == nil })
	if len(states) == 0 {
		return nil
	}
	for len(states) > 1 {
		last := 0
		for i := range states[1:] {
			if common(states[i], states[i+1]) >= common(states[last], states[last+1]) {
				last = i
			}
		}
		states[last] = r.merge(states[last], states[last+1])
		states = slices.Delete(states, last+1, last+2)
	}
	return states[0]
}

// isZero reports whether a value is the zero of its type.
func (r *run) isZero(s *state, v value) truth {
	switch v.kind {
	case zero:
		return yes
	case pointer, list, mapping, closure:
		return no
	case literal:
		switch v.constant.Kind() {
		case constant.Bool:
			return truthOf(!constant.BoolVal(v.constant))
		case constant.String:
			return truthOf(constant.StringVal(v.constant) == "")
		}
		return truthOf(constant.Sign(v.constant) == 0)
	case reference:
		if at := r.load(s, v.to); at.kind != reference {
			return r.isZero(s, at)
		}
	case structure:
		is := yes
		for _, field := range v.fields {
			switch r.isZero(s, field) {
			case no:
				return no
			case maybe:
				is = maybe
			}
		}
		return is
	}
	if v.set {
		return no
	}
	return maybe
}

// isNil reports whether an expression is the identifier nil.
func isNil(e ast.Expr) bool {
	name, ok := ast.Unparen(e).(*ast.Ident)
	return ok && name.Name == "nil"
}
