package validation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/markers"
)

// rule is one declared constraint, as it applies to one value.
type rule struct {
	// name is the marker's, without the prefix k8s: where both spellings mean the same.
	name  string
	limit string
	// from is the marker that the user wrote, outer markers included.
	from markers.Marker
	// origin is the field further up whose +subfield or +k8s:subfield puts the rule here; nil for a rule that stands on
	// the declaration itself, and so holds wherever the struct is used.
	origin *group.Field
}

// rules are the constraints of a value, of the elements of a list or map, and of a map's keys.
type rules struct {
	own  []rule
	each *rules
	keys *rules
}

// of returns the first rule of the given name.
func (r *rules) of(name string) (rule, bool) {
	for _, known := range r.own {
		if known.name == name {
			return known, true
		}
	}
	return rule{}, false
}

// only are the rules that come from the given origin.
func (r *rules) only(origin *group.Field) *rules {
	if r == nil {
		return nil
	}
	found := &rules{each: r.each.only(origin), keys: r.keys.only(origin)}
	for _, known := range r.own {
		if known.origin == origin {
			found.own = append(found.own, known)
		}
	}
	return found
}

// dropRepeated drops rules from further up that the declaration has, too: one error is enough.
func (r *rules) dropRepeated() {
	if r == nil {
		return
	}
	declared := slices.Clone(r.own)
	r.own = slices.DeleteFunc(r.own, func(repeated rule) bool {
		return repeated.origin != nil && slices.ContainsFunc(declared, func(known rule) bool {
			return known.origin == nil && known.name == repeated.name && known.limit == repeated.limit
		})
	})
	r.each.dropRepeated()
	r.keys.dropRepeated()
}

// behindPointer are the rules that apply to what a pointer points to.
func (r *rules) behindPointer() *rules {
	behind := &rules{each: r.each, keys: r.keys}
	for _, known := range r.own {
		if known.name != "required" && known.name != "optional" && known.name != "forbidden" {
			behind.own = append(behind.own, known)
		}
	}
	return behind
}

// element and key return the rules one level further in.
func (r *rules) element() *rules {
	if r.each == nil {
		r.each = &rules{}
	}
	return r.each
}

func (r *rules) key() *rules {
	if r.keys == nil {
		r.keys = &rules{}
	}
	return r.keys
}

// collect reads the constraints of all fields below a root.
func (w *walker) collect(fields []*group.Field) {
	w.each(fields, func(field *group.Field) { w.rules[field] = &rules{} })
	w.each(fields, func(field *group.Field) {
		var twin *group.Type
		if field.Twin != nil {
			twin = field.Twin.Type
		}
		w.typeRules(field, field.Type, twin, w.rules[field])
		for _, m := range field.Markers {
			if w.servedOn(field, m) {
				continue
			}
			w.constraint(field, field.Type, w.rules[field], m, source{m, origin(field, m)})
		}
	})
	w.each(fields, func(field *group.Field) {
		w.agree(field, field.Type, w.rules[field])
		w.rules[field].dropRepeated()
	})
	w.collectUnions(fields)
}

func (w *walker) each(fields []*group.Field, visit func(*group.Field)) {
	for _, field := range fields {
		visit(field)
		w.each(field.Fields, visit)
	}
}

// typeRules adds what the declarations of the types inside a field say. Twin is the type in the preferred version, or
// nil; pointers make no difference between the two.
func (w *walker) typeRules(field *group.Field, t, twin *group.Type, r *rules) {
	if twin == nil {
		twin = &group.Type{}
	}
	twin = twin.Deref()
	for _, m := range t.Markers {
		switch name := strings.TrimPrefix(m.Name, "k8s:"); {
		case w.served(declared{m, t.Package}, twin.Markers, twin.Package):
		case name == "required" || name == "optional" || name == "forbidden":
			if m.Name != name {
				w.refuse(
					m,
					"constraint-type",
					fmt.Sprintf("+%s is on the type %s", m.Name, t),
					"put it on the fields that have the type",
				)
			}
		default:
			w.constraint(field, t, r, m, source{marker: m})
		}
	}
	switch {
	case t.Leaf || t.Elem == nil:
	case t.Kind == "pointer":
		w.typeRules(field, t.Elem, twin, r)
	default:
		w.typeRules(field, t.Elem, twin.Elem, r.element())
		if t.Key != nil {
			w.typeRules(field, t.Key, twin.Key, r.key())
		}
	}
}

// source is the marker that the user wrote, and the field further up on which it stands, if it does.
type source struct {
	marker markers.Marker
	origin *group.Field
}

// origin is the field above whose +subfield puts a marker on field; nil if the marker is the field's own.
func origin(field *group.Field, m markers.Marker) *group.Field {
	same := func(other markers.Marker) bool { return other.Text == m.Text && other.Position == m.Position }
	own := len(field.Markers) - field.Inherited
	if slices.ContainsFunc(field.Markers[:own], same) {
		return nil
	}
	for above := field.Parent; above != nil; above = above.Parent {
		for _, subfield := range markers.All[markers.Subfield](above.Markers) {
			if same(subfield.Marker) {
				return above
			}
		}
	}
	return nil
}

// constraint adds what m asks of a value of type t inside the field. From is the marker that the user wrote around m.
func (w *walker) constraint(field *group.Field, t *group.Type, r *rules, m markers.Marker, from source) {
	switch value := m.Value.(type) {
	case *markers.Presence, *markers.Enum:
		w.serve(field, t, r, rule{name: m.Name, from: from.marker, origin: from.origin})
	case *markers.Format:
		w.format(field, t, r, rule{name: "format", limit: value.Name, from: from.marker, origin: from.origin})
	case *markers.Constraint:
		switch name := strings.TrimPrefix(m.Name, "k8s:"); name {
		case "eachVal", "eachKey", "subfield":
			w.inner(field, t, r, name, value, from)
		case "ifEnabled", "ifDisabled":
			w.refuse(from.marker, "constraint-gate",
				fmt.Sprintf("+%s(%s) has no effect: generated validation does not know feature gates yet", m.Name, value.Arg),
				fmt.Sprintf("remove it and check %s in %s, where the gate can be asked", field.Name, w.hookAt(field)))
		default:
			if value.Arg != "" || value.Inner != nil {
				w.refuse(from.marker, "constraint-value", fmt.Sprintf("+%s takes no argument and no tag", m.Name),
					"write "+example(name))
				return
			}
			if name == "format" {
				name = "k8s:format"
			}
			w.serve(field, t, r, rule{name: name, limit: strings.TrimSpace(value.Value), from: from.marker, origin: from.origin})
		}
	}
}

// inner applies the tag that a modifier carries to what is inside the value.
func (w *walker) inner(field *group.Field, t *group.Type, r *rules, name string, c *markers.Constraint, from source) {
	t = t.Deref()
	if c.Inner == nil {
		w.refuse(
			from.marker,
			"constraint-value",
			fmt.Sprintf("+k8s:%s needs a tag that it applies", name),
			"write "+example(name),
		)
		return
	}
	if _, union := c.Inner.Value.(*markers.Union); union {
		w.refuse(
			from.marker,
			"constraint-union",
			fmt.Sprintf("+%s cannot be inside +k8s:%s", c.Inner.Name, name),
			"put it on the field itself, or by +subfield on one of another module",
		)
		return
	}
	switch {
	case name == "eachVal" && t.Elem != nil && !t.Leaf:
		w.constraint(field, t.Elem, r.element(), *c.Inner, from)
	case name == "eachKey" && t.Key != nil && !t.Leaf:
		w.constraint(field, t.Key, r.key(), *c.Inner, from)
	case name == "subfield" && t.Kind == "struct" && len(field.Fields) > 0:
		child, known := childNamed(field.Fields, c.Arg)
		if child == nil {
			fix := "it has " + strings.Join(known, ", ")
			if near, distance := diag.Nearest(c.Arg, known); distance >= 0 && distance <= 2 {
				fix = "did you mean " + near + "?"
			}
			w.refuse(from.marker, "constraint-subfield", fmt.Sprintf("%s has no field %q in JSON", t, c.Arg), fix)
			return
		}
		if from.origin == nil {
			from.origin = field
		}
		w.constraint(child, child.Type, w.rules[child], *c.Inner, from)
	default:
		what := map[string]string{"eachVal": "a list or map", "eachKey": "a map", "subfield": "a struct with fields"}[name]
		w.refuse(
			from.marker,
			"constraint-type",
			fmt.Sprintf("+k8s:%s is on %s, which has the type %s", name, field.Path, t),
			"it serves "+what,
		)
	}
}

// childNamed finds a field by its JSON name among fields and those of embedded structs, and lists all names.
func childNamed(fields []*group.Field, name string) (*group.Field, []string) {
	var found *group.Field
	var known []string
	for _, field := range fields {
		if field.JSONName == "" && field.Embedded {
			inner, names := childNamed(field.Fields, name)
			known = append(known, names...)
			if found == nil {
				found = inner
			}
			continue
		}
		own := field.JSONName
		if own == "" {
			own = field.Name // in a +flags struct
		}
		known = append(known, own)
		if own == name {
			found = field
		}
	}
	return found, known
}

// serve adds a rule if the type can be held to it.
func (w *walker) serve(field *group.Field, t *group.Type, r *rules, add rule) {
	if problem, fix := w.problem(t, add); problem != "" {
		w.refuse(
			add.from,
			"constraint-type",
			fmt.Sprintf("+%s is on %s; its type %s %s", markerName(add), field.Path, t, problem),
			fix,
		)
		return
	}
	if code, problem, fix := badLimit(t.Deref(), add); problem != "" {
		w.refuse(add.from, code, problem, fix)
		return
	}
	add.limit = canonical(t.Deref(), add)
	r.own = append(r.own, add)
}

// markerName is the name of the marker that a rule comes from, without what stands around it.
func markerName(r rule) string {
	switch r.name {
	case "format", "required", "optional", "enum":
		if r.from.Name == r.name {
			return r.name
		}
	case "k8s:format":
		return r.name
	}
	return "k8s:" + r.name
}

// problem says why a value of type t cannot be held to a rule, as what follows the type in a sentence.
func (w *walker) problem(t *group.Type, r rule) (problem, fix string) {
	base := t.Deref()
	switch r.name {
	case "minimum", "maximum":
		if numberKind(base) == "" {
			return "has no order", "it serves numbers, durations and quantities"
		}
	case "minLength", "maxLength":
		if base.Kind != "string" {
			return "is not a string", "it serves strings, and for lists and maps there are +k8s:minItems and +k8s:maxItems"
		}
	case "minItems", "maxItems":
		if base.Elem == nil || base.Leaf {
			return "has no items", "it serves lists and maps, and for strings there are +k8s:minLength and +k8s:maxLength"
		}
	case "k8s:format":
		if base.Kind != "string" {
			return "is not a string", "it serves strings, and the elements of a list as +k8s:eachVal=" + r.from.Text
		}
	case "enum":
		switch {
		case base.Kind != "string" || base.Package == "":
			return "has no values of its own",
				"declare a named string type, with a constant for each value, and give it to the field"
		case !w.canName(base):
			return "is not exported, so generated validation cannot name it", "export the type"
		case len(base.Constants) == 0:
			return "has no exported constant in its package", "declare a constant for each value"
		}
	case "required", "forbidden":
		_, ok := isZero(value{Operand: emit.Operand{Expr: jen.Null()}, typ: t})
		switch {
		case r.name == "required" && t.Kind == "bool":
			return "could only be true", "make it a *bool, or remove the marker"
		case !ok:
			return "cannot tell whether it is set", "make it a pointer"
		}
	}
	return "", ""
}

// refuse reports a finding about a marker.
func (w *walker) refuse(m markers.Marker, code, message, fix string) {
	w.report(diag.At(m.Position, m.End, code, message, fix))
}

// example shows how a constraint is written.
func example(name string) string {
	examples := map[string]string{
		"eachVal": "+k8s:eachVal=+k8s:maxLength=63", "eachKey": "+k8s:eachKey=+k8s:format=k8s-label-key",
		"subfield": "+k8s:subfield(port)=+k8s:minimum=1",
		"minimum":  "+k8s:minimum=1", "maximum": "+k8s:maximum=65535", "minLength": "+k8s:minLength=1",
		"maxLength": "+k8s:maxLength=63",
		"minItems":  "+k8s:minItems=1", "maxItems": "+k8s:maxItems=16", "format": "+k8s:format=k8s-short-name",
	}
	if text := examples[name]; text != "" {
		return text
	}
	return "+k8s:" + name
}

// forbidden is the check of a value that must not be set.
func forbidden(v value) check {
	return check{condition: isSet(v), then: []jen.Code{
		appendOne(jen.Qual(emit.Field, "Forbidden").Call(v.path.Code(), jen.Lit("must not be set"))),
	}}
}

// present makes checks of a value depend on what is asked of its presence: without a value, a required one is
// reported and nothing else, and an optional one passes.
func present(v value, r *rules, checks []check) []check {
	_, required := r.of("required")
	_, optional := r.of("optional")
	zero, ok := isZero(v)
	switch {
	case required && ok:
		missing := appendOne(jen.Qual(emit.Field, "Required").Call(v.path.Code(), jen.Lit("must be set")))
		statement := jen.If(zero).Block(missing)
		switch {
		case len(checks) == 0:
			return []check{{condition: zero, then: []jen.Code{missing}}}
		case len(checks) == 1 && checks[0].condition != nil:
			statement.Else().If(checks[0].condition).Block(checks[0].then...)
		default:
			statement.Else().Block(statements(checks)...)
		}
		return []check{{then: []jen.Code{statement}}}
	case optional && ok && v.typ.Kind != "pointer":
		return when(isSet(v), checks)
	case v.typ.Kind == "pointer":
		return when(isSet(v), checks)
	}
	return checks
}
