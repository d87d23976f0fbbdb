package validation

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// Rules that apply under a condition have an origin of their own, which is not a field of the configuration. The
// condition is generated around the rules of that origin, which are applied in place.

// option are the rules that apply while a feature gate is on, or off.
type option struct {
	gate  *group.Gate
	on    bool
	rules *group.Field
}

// modes are the rules of a field for values of a discriminator.
type modes struct {
	discriminator *group.Field
	values        []mode
	origin        *group.Field
}

type mode struct {
	value string
	rules *group.Field
}

// item are the rules of one element of a list.
type item struct {
	keys   []itemKey
	rules  *group.Field
	origin *group.Field
}

// itemKey is a field of the element, with the value that it has.
type itemKey struct {
	field *group.Field
	value jen.Code
	text  string // of the value, without quotes
}

// innerTag is the tag that a modifier applies. Without one, and for members of unions, there is a finding.
func (c *collector) innerTag(m markers.Marker, from source) (markers.Marker, bool) {
	inner := m.Inner()
	if inner == nil {
		c.refuse(from.marker, "constraint-value", fmt.Sprintf("+%s needs a tag that it applies", m.Name),
			"use "+example(strings.TrimPrefix(m.Name, "k8s:")),
			from.marker.Correct(m.Text, example(strings.TrimPrefix(m.Name, "k8s:"))))
		return markers.Marker{}, false
	}
	if _, union := inner.Value.(*markers.Union); union && m.Name == "k8s:beta" && from.marker.Text == m.Text {
		return markers.Marker{}, false // collectUnions takes care of it
	} else if union {
		c.refuse(from.marker, "constraint-union", fmt.Sprintf("+%s cannot be inside +%s", inner.Name, m.Name),
			"put it on the field itself, or by +subfield on one of another module")
		return markers.Marker{}, false
	}
	return *inner, true
}

// level applies a tag that is beta, and keeps one that is alpha apart.
func level(c *collector, at constrained, m markers.Marker, from source) {
	inner, ok := c.innerTag(m, from)
	if ok && m.Name == "k8s:alpha" {
		if c.alpha == nil {
			c.alpha = &group.Field{Name: m.Name}
		}
		from.origin = c.alpha
	}
	if ok {
		c.constraint(at.field, at.t, at.r, inner, from)
	}
}

// constrained is the value inside a field that a tag is about, with its rules.
type constrained struct {
	field *group.Field
	t     *group.Type
	r     *rules
}

// ifGate keeps a tag apart that depends on a feature gate.
func ifGate(c *collector, at constrained, m markers.Marker, value *markers.IfGate, from source) {
	inner, ok := c.innerTag(m, from)
	if !ok {
		return
	}
	if c.flagStruct {
		c.refuse(from.marker, "constraint-gate",
			fmt.Sprintf("+%s is in a +flags struct, which is read before feature gates are set", m.Name),
			"remove it, and check the field in "+c.hookAt(at.field), from.marker.Remove())
		return
	}
	for _, gate := range at.field.Options {
		if gate.Name != value.Gate {
			continue
		}
		on := m.Name == "k8s:ifEnabled"
		for _, known := range c.options {
			if known.gate.Name == gate.Name && known.on == on {
				from.origin = known.rules
				c.constraint(at.field, at.t, at.r, inner, from)
				return
			}
		}
		c.options = append(c.options, option{gate, on, &group.Field{Name: m.Name}})
		from.origin = c.options[len(c.options)-1].rules
		c.constraint(at.field, at.t, at.r, inner, from)
		return
	}
}

// ifMode keeps a tag apart that depends on a discriminator.
func ifMode(c *collector, at constrained, m markers.Marker, value *markers.IfMode, from source) {
	field := at.field
	inner, ok := c.innerTag(m, from)
	if !ok {
		return
	}
	discriminator := discriminatorOf(c.siblingsOf(field), value.Modality)
	if discriminator == nil {
		c.refuse(from.marker, "constraint-mode", "+k8s:ifMode is in a struct without a discriminator",
			"put +k8s:modeDiscriminator on the field that selects the mode")
		return
	}
	wanted := value.Arg + value.Mode
	_, notBool := strconv.ParseBool(wanted)
	if kind := discriminator.Type.Kind; kind != "string" && kind != "bool" || kind == "bool" && notBool != nil {
		c.refuse(from.marker, "constraint-mode",
			fmt.Sprintf("the discriminator %s has the type %s and cannot be %q",
				discriminator.Path, discriminator.Type, wanted),
			"make it a string, or use true or false for a bool")
		return
	}
	if _, ok := isZero(value0(field)); !ok {
		c.refuse(from.marker, "constraint-mode",
			fmt.Sprintf("%s must not be set in other modes, and its type %s cannot tell whether it is set",
				field.Path, field.Type),
			"make it a pointer", field.AsPointer())
		return
	}
	from.origin = c.modeRules(field, discriminator, wanted, from.origin)
	c.constraint(field, at.t, at.r, inner, from)
}

// modeRules is the origin of the rules of a field for a value of a discriminator.
func (c *constraints) modeRules(field, discriminator *group.Field, wanted string, origin *group.Field) *group.Field {
	rules := &group.Field{Name: "k8s:ifMode"}
	for _, known := range c.modes[field] {
		if known.discriminator != discriminator || known.origin != origin {
			continue
		}
		for _, same := range known.values {
			if same.value == wanted {
				return same.rules
			}
		}
		known.values = append(known.values, mode{wanted, rules})
		return rules
	}
	c.modes[field] = append(c.modes[field], &modes{discriminator, []mode{{wanted, rules}}, origin})
	return rules
}

// value0 is a value of a field, to ask what its type can tell.
func value0(field *group.Field) value {
	return value{Operand: emit.Operand{Expr: jen.Null()}, typ: field.Type}
}

// discriminatorOf is the field of a struct that selects the mode of others, or nil.
func discriminatorOf(fields []*group.Field, modality string) *group.Field {
	for _, other := range fields {
		for _, m := range markers.All[markers.ModeDiscriminator](other.Markers) {
			if m.Modality == modality {
				return other
			}
		}
	}
	return nil
}

// siblingsOf are the fields of the struct that has a field.
func (s *scope) siblingsOf(field *group.Field) []*group.Field {
	if field.Parent == nil {
		return s.root.Fields
	}
	return field.Parent.Fields
}

// addItem keeps a tag apart that applies to one element of a list.
func addItem(c *collector, at constrained, m markers.Marker, value *markers.Item, from source) {
	field := at.field
	inner := m.Inner()
	if member := unionIn(inner); member == nil {
		if _, ok := c.innerTag(m, from); !ok {
			return
		}
	} else if strings.HasSuffix(member.Name, "Discriminator") {
		c.innerTag(m, from)
		return
	}
	list := at.t.Deref()
	if list.Kind != "slice" || list.Elem.Deref().Kind != "struct" || len(field.Fields) == 0 {
		c.refuse(from.marker, "constraint-type",
			fmt.Sprintf("+k8s:item is on %s, which has the type %s", field.Path, field.Type), "it serves lists of structs")
		return
	}
	keys := listMapKeys(field, list)
	add := item{rules: &group.Field{Name: m.Name}, origin: from.origin}
	for _, key := range value.Keys {
		child, _ := childNamed(field.Fields, key.Name)
		literal, fits := keyLiteral(child, key)
		if !fits || len(keys) != len(value.Keys) || !slices.Contains(keys, key.Name) {
			c.refuse(from.marker, "constraint-item",
				fmt.Sprintf("+k8s:item does not name an element of %s, whose keys are %s", field.Path, orNone(keys)),
				"use each +listMapKey of the list with a value of its type, as in "+example("item"),
				from.marker.Write(example("item")))
			return
		}
		add.keys = append(add.keys, itemKey{child, literal, key.Value})
	}
	if len(add.keys) == 0 {
		c.refuse(from.marker, "constraint-item", "+k8s:item names no element", "use "+example("item"),
			from.marker.Write(example("item")))
		return
	}
	if member := unionIn(inner); member != nil {
		addItemMember(c, field, *member, add, from)
		return
	}
	c.items[field] = append(c.items[field], add)
	from.origin = add.rules
	c.constraint(field, list.Elem, at.r.element(), *inner, from)
}

// unionIn is the tag of a union that a tag is or, if it is beta, applies; nil if there is none.
func unionIn(m *markers.Marker) *markers.Marker {
	if m == nil {
		return nil
	}
	inner := enforced(*m)
	if _, union := inner.Value.(*markers.Union); union {
		return &inner
	}
	return nil
}

// keyLiteral is the value of a key in Go, if it fits the field.
func keyLiteral(child *group.Field, key markers.Key) (jen.Code, bool) {
	if child == nil {
		return nil, false
	}
	kind := child.Type.Deref().Kind
	_, notBool := strconv.ParseBool(key.Value)
	_, notNumber := strconv.Atoi(key.Value)
	switch {
	case key.Quoted:
		return jen.Lit(key.Value), kind == "string"
	case kind == "bool":
		return jen.Op(key.Value), notBool == nil
	}
	return jen.Op(key.Value), notNumber == nil && isInteger(child.Type.Deref())
}

// conditional applies the rules of a field that depend on other fields of its struct, and the rules of single elements.
func (w *walker) conditional(field *group.Field, v value, of frame) []check {
	checks := w.dependents(field, v, of)
	for _, m := range w.modes[field] {
		if m.origin == of.origin {
			checks = append(checks, w.modesOf(field, v, of, m))
		}
	}
	for _, known := range w.items[field] {
		if known.origin == of.origin {
			checks = append(checks, w.itemOf(field, v, of, known)...)
		}
	}
	for _, known := range w.itemUnions[field] {
		if known.origin == of.origin {
			checks = append(checks, w.itemUnionOf(v, w.rules[field], known))
		}
	}
	return checks
}

// modesOf applies the rules for the value that the discriminator has. In any other mode, the field must not be set.
func (w *walker) modesOf(field *group.Field, v value, of frame, m *modes) check {
	var cases []jen.Code
	for _, known := range m.values {
		literal := jen.Code(jen.Lit(known.value))
		if m.discriminator.Type.Kind == "bool" {
			literal = jen.Op(known.value)
		}
		checks := w.value(place{field, known.rules, of.depth}, v, w.rules[field].only(known.rules))
		cases = append(cases, jen.Case(literal).Block(statements(checks)...))
	}
	cases = append(cases, jen.Default().Block(statements([]check{forbidden(v)})...))
	return check{then: []jen.Code{jen.Switch(jen.Add(of.in).Dot(m.discriminator.Name)).Block(cases...)}}
}

// itemOf applies rules to the element with the given keys.
func (w *walker) itemOf(field *group.Field, v value, of frame, known item) []check {
	list := v.Value()
	if v.Pointer {
		list = jen.Parens(list)
	}
	index := jen.Id(emit.Index(of.depth))
	typ := v.typ.Deref()
	element := value{
		Operand: emit.Operand{Expr: jen.Add(list).Index(index)}, path: v.path.Index(index), typ: typ.Elem, secret: v.secret,
	}
	condition := known.is(element.Expr, typ.Elem)
	rules := w.rules[field].only(known.rules)
	checks := w.value(place{field, known.rules, of.depth + 1}, element, rules.each)
	if len(checks) == 0 {
		return nil
	}
	inside := append(statements(checks), jen.Break())
	loop := jen.For(jen.Add(index).Op(":=").Range().Add(v.Value())).Block(jen.If(condition).Block(inside...))
	return []check{{then: []jen.Code{loop}}}
}

// is the condition that an element of a list is the item.
func (known item) is(element jen.Code, t *group.Type) *jen.Statement {
	condition := jen.Null()
	if t.Kind == "pointer" {
		condition = jen.Add(element).Op("!=").Nil().Op("&&")
	}
	for i, key := range known.keys {
		if i > 0 {
			condition.Op("&&")
		}
		in := jen.Add(element).Dot(key.field.Name)
		if key.field.Type.Kind == "pointer" {
			condition.Add(in).Op("!=").Nil().Op("&&").Op("*").Add(in).Op("==").Add(key.value)
		} else {
			condition.Add(in).Op("==").Add(key.value)
		}
	}
	return condition
}

// optionChecks applies the rules that depend on feature gates.
func (w *walker) optionChecks() []check {
	var checks []check
	for _, o := range w.options {
		condition := jen.Id("enabled").Call(emit.Feature(w.file, o.gate))
		if !o.on {
			condition = jen.Op("!").Add(condition)
		}
		inside := w.structBody(w.root.Fields, frame{in: jen.Id("c"), origin: o.rules})
		if len(inside) > 0 {
			checks = append(checks, check{then: []jen.Code{jen.If(condition).Block(statements(inside)...)}})
		}
	}
	return checks
}

func orNone(names []string) string {
	if len(names) == 0 {
		return "not specified"
	}
	return strings.Join(names, ", ")
}
