package validation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/format"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// constraints are the rules of the fields of a root.
type constraints struct {
	// rules are the rules of each field, and of the values inside its type.
	rules map[*group.Field]*rules
	// unions are the unions of each struct's fields, by the field above the struct; nil means the root.
	unions map[*group.Field][]*union
	// siblings are the rules of a field about other fields of its struct, items those about single elements of a list.
	siblings map[*group.Field][]sibling
	modes    map[*group.Field][]*modes
	items    map[*group.Field][]item
	// itemUnions are the unions of elements of a list.
	itemUnions map[*group.Field][]*itemUnion
	// opaque are the fields that hold something which is not validated.
	opaque map[*group.Field]bool
	// options are the rules that apply while a feature gate is on or off, alpha the rules that are not enforced yet.
	options []option
	alpha   *group.Field
}

// collector reads the constraints of a root from its markers, except for constraints that validation-gen serves. It
// refuses markers that cannot be applied.
type collector struct {
	*scope
	delegation *delegation
	constraints
	// defaulted maps the Go path of each field with a default to the default in JSON, or to "" if it is not known.
	defaulted map[string]string
}

// newCollector returns a collector with the constraints of the markers of each field.
func newCollector(s *scope, n *delegation) *collector {
	c := &collector{scope: s, delegation: n, constraints: constraints{
		rules: map[*group.Field]*rules{}, unions: map[*group.Field][]*union{}, siblings: map[*group.Field][]sibling{},
		modes: map[*group.Field][]*modes{}, items: map[*group.Field][]item{},
		itemUnions: map[*group.Field][]*itemUnion{}, opaque: map[*group.Field]bool{},
	}}
	eachField(s.root.Fields, func(field *group.Field) { c.rules[field] = &rules{} })
	for _, field := range s.root.Fields {
		c.fieldAndBelow(field)
	}
	return c
}

// collect reads the constraints of all fields of a root.
func collect(s *scope, n *delegation) constraints {
	c, fields := newCollector(s, n), s.root.Fields
	eachField(fields, func(field *group.Field) {
		c.agree(field, field.Type, c.rules[field])
		c.rules[field].dropRepeated()
	})
	c.collectUnions(fields)
	checkItemUnions(c, fields)
	c.defaults(fields)
	return c.constraints
}

// fieldAndBelow reads the markers of a field, and of the fields of the struct that it holds unless that is opaque.
func (c *collector) fieldAndBelow(field *group.Field) {
	c.field(field)
	for _, below := range field.Fields {
		if !c.opaque[field] {
			c.fieldAndBelow(below)
		}
	}
}

// field reads the markers of a field and of its type.
func (c *collector) field(field *group.Field) {
	var counterpart *group.Type
	if field.Counterpart != nil {
		counterpart = field.Counterpart.Type
	}
	if c.opaque[field] = opaque(field); !c.opaque[field] {
		c.typeRules(field, field.Type, counterpart, c.rules[field])
	}
	for _, m := range field.Markers {
		if !c.delegation.servedOn(field, m) {
			c.constraint(field, field.Type, c.rules[field], m, source{m, origin(field, m)})
		}
	}
}

// eachField visits fields and those below them, each before the next.
func eachField(fields []*group.Field, visit func(*group.Field)) {
	for _, field := range fields {
		visit(field)
		eachField(field.Fields, visit)
	}
}

// typeRules adds the rules on the declarations of the types inside a field. Counterpart is the type in the preferred
// version, or nil; pointers make no difference between the two.
func (c *collector) typeRules(field *group.Field, t, counterpart *group.Type, r *rules) {
	if counterpart == nil {
		counterpart = &group.Type{}
	}
	counterpart = counterpart.Deref()
	for _, m := range t.Markers {
		switch name := strings.TrimPrefix(m.Name, "k8s:"); {
		case c.delegation.served(declared{m, t.Package}, counterpart.Markers, counterpart.Package):
		case name == "required" || name == "optional" || name == "forbidden":
			if m.Name != name {
				c.refuse(m, "constraint-type", fmt.Sprintf("+%s is on the type %s", m.Name, t),
					"put it on the fields that have the type")
			}
		default:
			c.constraint(field, t, r, m, source{marker: m})
		}
	}
	switch {
	case t.Leaf || t.Elem == nil:
	case t.Kind == "pointer":
		c.typeRules(field, t.Elem, counterpart, r)
	default:
		c.typeRules(field, t.Elem, counterpart.Elem, r.element())
		if t.Key != nil {
			c.typeRules(field, t.Key, counterpart.Key, r.key())
		}
	}
}

// source is the marker that the user wrote, and the field further up that carries it, if one does.
type source struct {
	marker markers.Marker
	origin *group.Field
}

// origin returns the field above whose +subfield, or whose type's +subfield, puts a marker on field. It is nil for a
// marker on the field itself or on the type around it.
func origin(field *group.Field, m markers.Marker) *group.Field {
	same := func(other markers.Marker) bool { return other.Text == m.Text && other.Position == m.Position }
	own := len(field.Markers) - field.Inherited
	if slices.ContainsFunc(field.Markers[:own], same) {
		return nil
	}
	carries := func(set markers.Set) bool {
		all := markers.All[markers.Subfield](set)
		return slices.ContainsFunc(all, func(s *markers.Subfield) bool { return same(s.Marker) })
	}
	if field.Parent == nil || carries(field.Parent.Type.Base().Markers) {
		return nil
	}
	for above := field.Parent; ; above = above.Parent {
		if above.Parent == nil || carries(above.Markers) || carries(above.Parent.Type.Base().Markers) {
			return above
		}
	}
}

// constraint adds what m asks of a value of type t inside the field. From is the marker that the user wrote around m.
func (c *collector) constraint(field *group.Field, t *group.Type, r *rules, m markers.Marker, from source) {
	switch value := m.Value.(type) {
	case *markers.Presence, *markers.Enum:
		c.serve(field, t, r, rule{name: m.Name, from: from.marker, origin: from.origin})
	case *markers.Format:
		c.format(field, t, r, rule{name: "format", limit: value.Name, from: from.marker, origin: from.origin})
	case *markers.Constraint:
		switch name := strings.TrimPrefix(m.Name, "k8s:"); name {
		case "eachVal", "eachKey", "subfield":
			c.inner(field, t, r, name, value, from)
		default:
			if value.Arg != "" || value.Inner != nil {
				c.refuse(from.marker, "constraint-value", fmt.Sprintf("+%s takes no argument and no tag", m.Name),
					"use "+example(name), from.marker.Correct(m.Text, example(name)))
				return
			}
			if name == "format" {
				name = "k8s:format"
			}
			c.serve(field, t, r, rule{name: name, limit: strings.TrimSpace(value.Value), from: from.marker, origin: from.origin})
		}
	default:
		c.other(field, t, r, m, from)
	}
}

// other adds the rules of tags that are not limits of one value.
func (c *collector) other(field *group.Field, t *group.Type, r *rules, m markers.Marker, from source) {
	at := constrained{field, t, r}
	switch value := m.Value.(type) {
	case *markers.ListType:
		if m.Name == "k8s:listType" && value.Kind != "atomic" {
			unique(c, at, value.Kind, from)
		}
	case *markers.Unique:
		unique(c, at, value.Kind, from)
	case *markers.Dependent:
		dependent(c, field, m, value, from)
	case *markers.IfMode:
		ifMode(c, at, m, value, from)
	case *markers.Item:
		addItem(c, at, m, value, from)
	case *markers.Level:
		level(c, at, m, from)
	case *markers.IfGate:
		ifGate(c, at, m, value, from)
	case *markers.Unserved:
		fix, advice := "remove it", from.marker.Remove()
		if m.Name == "k8s:immutable" || m.Name == "k8s:update" {
			fix = "use +reload=immutable for a value that cannot change while the component runs"
			advice = from.marker.Write("+reload=immutable")
			if counterpart := field.Counterpart; counterpart != nil && counterpart.Markers.At(from.marker.Position).Name != "" {
				fix = "remove it, and use +reload=immutable on the field of the internal type for a value that cannot change " +
					"while the component runs"
				advice = diag.Mark(field.Position, "+reload=immutable")
				advice.Edits = append(advice.Edits, from.marker.Remove().Edits...)
			}
		}
		c.refuse(from.marker, "constraint-unserved", fmt.Sprintf("+%s has no meaning for a configuration", m.Name), fix,
			advice)
	}
}

// inner applies the inner tag of a modifier to the elements, keys or fields of the value.
func (c *collector) inner(
	field *group.Field, t *group.Type, r *rules, name string, modifier *markers.Constraint, from source,
) {
	t = t.Deref()
	if modifier.Inner == nil {
		c.refuse(from.marker, "constraint-value", fmt.Sprintf("+k8s:%s needs a tag that it applies", name),
			"use "+example(name), from.marker.Write(example(name)))
		return
	}
	if _, union := modifier.Inner.Value.(*markers.Union); union {
		c.refuse(from.marker, "constraint-union", fmt.Sprintf("+%s cannot be inside +k8s:%s", modifier.Inner.Name, name),
			"put it on the field itself, or by +subfield on one of another module")
		return
	}
	switch {
	case name == "eachVal" && t.Elem != nil && !t.Leaf:
		c.constraint(field, t.Elem, r.element(), *modifier.Inner, from)
	case name == "eachKey" && t.Key != nil && !t.Leaf:
		c.constraint(field, t.Key, r.key(), *modifier.Inner, from)
	case name == "subfield" && t.Kind == "struct" && len(field.Fields) > 0:
		child, known := childNamed(field.Fields, modifier.Arg)
		if child == nil {
			fix, advice := "it has "+strings.Join(known, ", "), diag.Advice{}
			if near, distance := diag.Nearest(modifier.Arg, known); distance >= 0 && distance <= 2 {
				fix, advice = "did you mean "+near+"?", from.marker.Correct(modifier.Arg, near)
			}
			c.refuse(from.marker, "constraint-subfield", fmt.Sprintf("%s has no field %q in JSON", t, modifier.Arg), fix, advice)
			return
		}
		if from.origin == nil {
			from.origin = field
		}
		c.constraint(child, child.Type, c.rules[child], *modifier.Inner, from)
	default:
		what := map[string]string{"eachVal": "a list or map", "eachKey": "a map", "subfield": "a struct with fields"}[name]
		c.refuse(from.marker, "constraint-type", fmt.Sprintf("+k8s:%s is on %s, which has the type %s", name, field.Path, t),
			"it serves "+what)
	}
}

// childNamed finds a field by its JSON name, also in embedded structs, and lists all names.
func childNamed(fields []*group.Field, name string) (*group.Field, []string) {
	var found *group.Field
	var known []string
	for _, field := range fields {
		if field.Inlined() {
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
func (c *collector) serve(field *group.Field, t *group.Type, r *rules, add rule) {
	if _, tells := isZero(value0(&group.Field{Type: t})); add.from.Name == "required" && (!tells || t.Kind == "bool") {
		keyRequired(c, field, add.from)
		return
	}
	if problem, fix := c.problem(t, add); problem != "" {
		c.refuse(add.from, "constraint-type",
			fmt.Sprintf("+%s is on %s; its type %s %s", markerName(add), field.Path, t, problem), fix)
		return
	}
	if wrong := badLimit(t.Deref(), add); wrong.problem != "" {
		c.refuse(add.from, wrong.code, wrong.problem, wrong.fix(), wrong.advice(add))
		return
	}
	add.limit = canonical(t.Deref(), add)
	r.own = append(r.own, add)
}

// keyRequired warns of +required on a value that is always there, unless the loader looks for its key in the file, as
// controller-gen has it.
func keyRequired(c *collector, field *group.Field, m markers.Marker) {
	if c.group.Loader && !c.flagStruct || m.Published != "" {
		return
	}
	message := "+required has no effect on %s: its type %s always has a value"
	fix := "make it a pointer, or remove the marker"
	if !c.flagStruct {
		message += ", and only the runtime library looks for the key in a file"
		fix = "make it a pointer, remove the marker, or use +configgen:output(loader: true) on the package"
	}
	finding := diag.At(m.Position, m.End, "constraint-type", fmt.Sprintf(message, field.Path, field.Type), fix).
		With(field.AsPointer(), m.Remove())
	finding.Severity = diag.Warning
	c.report(finding)
}

// format adds a +format to the strings inside a value: the items of a list, or the values of a map.
func (c *collector) format(field *group.Field, t *group.Type, r *rules, add rule) {
	known, _ := format.Named(add.limit) // the vocabulary lists them
	switch base := t.Deref(); {
	case base.Kind == "string":
		r.own = append(r.own, add)
	case known.Held(base): // the type holds nothing else
	case base.Elem != nil && !base.Leaf:
		c.format(field, base.Elem, r.element(), add)
	default:
		c.refuse(add.from, "constraint-type",
			fmt.Sprintf("+format=%s is on %s, which has the type %s", add.limit, field.Path, base),
			"it serves strings, and lists and maps of them")
	}
}

// problem says why a value of type t cannot be held to a rule, as what follows the type in a sentence.
func (c *collector) problem(t *group.Type, r rule) (problem, fix string) {
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
		case !c.canName(base):
			return "is not exported, so generated validation cannot name it", "export the type"
		case len(base.Constants) == 0:
			return "has no exported constant in its package", "declare a constant for each value"
		}
	case "maxBytes":
		if base.Kind != "string" {
			return "is not a string", "it serves strings"
		}
	case "minProperties", "maxProperties":
		if base.Kind != "map" || base.Leaf {
			return "is not a map", "it serves maps, and for lists there are +k8s:minItems and +k8s:maxItems"
		}
	case "neq":
		if base.Kind != "string" && base.Kind != "bool" && !isInteger(base) {
			return "cannot be compared", "it serves strings, booleans and integers"
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

// refuse reports a finding about a marker. Of one in another module, which the user cannot change, it warns.
func (c *collector) refuse(m markers.Marker, code, message, fix string, advice ...diag.Advice) {
	finding := diag.At(m.Position, m.End, code, message, fix).With(advice...)
	if m.Published != "" {
		finding.Severity = diag.Warning
		finding.Message = fmt.Sprintf("+%s of %s is not checked: %s", m.Name, m.Published, message)
		finding.Fix = "check it in a validation function"
	}
	c.report(finding)
}
