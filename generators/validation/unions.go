package validation

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// union is a set of fields of one struct; exactly one of them must be set.
type union struct {
	name string
	// atMost says that none of them need be set.
	atMost        bool
	members       []member
	discriminator *group.Field
	from          markers.Marker // the first of its markers
	origin        *group.Field   // the field whose +subfield made it; nil where its markers stand on the members
}

// member is a field of a union, with the value that the discriminator has when it is the one.
type member struct {
	field *group.Field
	value string
}

// enforced is the tag that a +k8s:beta applies, which makes no difference; any other marker is itself.
func enforced(m markers.Marker) markers.Marker {
	if inner := m.Inner(); m.Name == "k8s:beta" && inner != nil {
		return *inner
	}
	return m
}

// collectUnions finds the unions among fields and below them.
func (c *collector) collectUnions(fields []*group.Field) {
	var found []*union
	named := func(name string, m markers.Marker, origin *group.Field) *union {
		atMost := enforced(m).Name == "k8s:zeroOrOneOfMember"
		for _, u := range found {
			if u.name == name && u.origin == origin && u.atMost == atMost {
				return u
			}
		}
		found = append(found, &union{name: name, atMost: atMost, from: m, origin: origin})
		return found[len(found)-1]
	}
	for _, field := range fields {
		for _, m := range field.Markers {
			value, ok := enforced(m).Value.(*markers.Union)
			switch {
			case !ok || c.delegation.servedOn(field, m):
			case enforced(m).Name == "k8s:unionDiscriminator":
				c.discriminator(named(value.Union, m, origin(field, m)), field, m)
			case c.canBeMember(field, m):
				u := named(value.Union, m, origin(field, m))
				u.members = append(u.members, member{field, cmp.Or(value.MemberName, field.Name)})
			}
		}
		if !c.opaque[field] {
			c.collectUnions(field.Fields)
		}
	}
	for _, u := range found {
		if len(u.members) < 2 {
			problem := "the discriminator chooses among no members"
			if len(u.members) == 1 {
				problem = fmt.Sprintf("%s is the only member of its union", u.members[0].field.Path)
			}
			c.refuse(u.from, "constraint-union", problem, "mark at least two fields of the struct +k8s:unionMember")
			continue
		}
		parent := fields[0].Parent
		c.unions[parent] = append(c.unions[parent], u)
	}
}

func (c *collector) discriminator(u *union, field *group.Field, m markers.Marker) {
	switch {
	case field.Type.Kind != "string":
		c.refuse(m, "constraint-union", fmt.Sprintf("the discriminator %s has the type %s", field.Path, field.Type),
			"make it a string")
	case u.discriminator != nil:
		c.refuse(m, "constraint-union",
			fmt.Sprintf("the union has two discriminators, %s and %s", u.discriminator.Path, field.Path),
			"keep one, or name the unions apart by union:", m.Remove())
	default:
		u.discriminator = field
	}
}

// canBeMember refuses fields that are always set.
func (c *collector) canBeMember(field *group.Field, m markers.Marker) bool {
	required, isRequired := c.rules[field].of("required")
	_, ok := isZero(value{Operand: emit.Operand{Expr: jen.Null()}, typ: field.Type})
	switch {
	case isRequired:
		c.refuse(m, "constraint-union",
			fmt.Sprintf("%s is required, so no other member of its union can ever be set", field.Path),
			"remove the marker that requires it", required.from.Remove())
	case !ok:
		c.refuse(m, "constraint-union",
			fmt.Sprintf("%s is a member of a union, and its type %s cannot tell whether it is set", field.Path, field.Type),
			"make it a pointer", field.AsPointer())
	}
	return ok && !isRequired
}

// union checks that exactly one member is set, or the one that the discriminator names.
func (w *walker) union(u *union, number int, in jen.Code, at emit.FieldPath) []check {
	if u.discriminator != nil {
		return w.discriminated(u, in, at)
	}
	set := jen.Id(emit.Numbered("set", number))
	var choices []choice
	for _, m := range u.members {
		choices = append(choices, choice{w.fieldName(m.field), fieldIsSet(m.field, in)})
	}
	where := at.Code()
	second := where
	if at.IsRoot() {
		where = w.pathOf(u.members[0].field, at).Code() // the root itself has no name
		second = at.ChildOf(jen.Add(set).Index(jen.Lit(1)))
	}
	code := choose(set, choices, u.atMost, where, second)
	if parent := u.members[0].field.Parent; u.origin != nil || parent != nil && !w.hasHook(parent.Type.Base()) {
		code = []jen.Code{jen.Block(code...)} // it stands among the checks of another struct
	}
	return []check{{then: code}}
}

// choice is a member of a union in generated code.
type choice struct {
	name string
	set  jen.Code
}

// choose collects the members that are set, and reports if they are too many or none: none at the path where, and more
// than one at second.
func choose(set *jen.Statement, choices []choice, atMost bool, where, second jen.Code) []jen.Code {
	code := []jen.Code{jen.Var().Add(set).Index().String()}
	var names []string
	for _, c := range choices {
		names = append(names, c.name)
		code = append(code, jen.If(c.set).Block(jen.Add(set).Op("=").Append(set, jen.Lit(c.name))))
	}
	all := names[0]
	if last := len(names) - 1; last > 0 {
		all = strings.Join(names[:last], ", ") + " and " + names[last]
	}
	rule := "exactly one of " + all + " must be set"
	if atMost {
		rule = "at most one of " + all + " can be set"
	}
	specified := jen.Lit("{").Op("+").Qual("strings", "Join").Call(set, jen.Lit(", ")).Op("+").Lit("}")
	more := appendOne(jen.Qual(emit.Field, "Invalid").Call(second, specified, jen.Lit(rule)))
	if atMost {
		return append(code, jen.If(jen.Len(set).Op(">").Lit(1)).Block(more))
	}
	none := appendOne(jen.Qual(emit.Field, "Required").Call(where, jen.Lit(rule)))
	return append(code, jen.Switch(jen.Len(set)).Block(
		jen.Case(jen.Lit(0)).Block(none), jen.Case(jen.Lit(1)), jen.Default().Block(more),
	))
}

// itemUnion is a union of elements of a list, each identified by the keys of an item.
type itemUnion struct {
	name   string
	atMost bool
	items  []item
	from   markers.Marker
	origin *group.Field
}

// addItemMember makes an element of a list the member of a union.
func addItemMember(c *collector, field *group.Field, m markers.Marker, member item, from source) {
	value, _ := m.Value.(*markers.Union)
	atMost := m.Name == "k8s:zeroOrOneOfMember"
	for _, u := range c.itemUnions[field] {
		if u.name == value.Union && u.atMost == atMost && u.origin == from.origin {
			u.items = append(u.items, member)
			return
		}
	}
	c.itemUnions[field] = append(c.itemUnions[field],
		&itemUnion{value.Union, atMost, []item{member}, from.marker, from.origin})
}

// checkItemUnions refuses unions of a single element.
func checkItemUnions(c *collector, fields []*group.Field) {
	eachField(fields, func(field *group.Field) {
		for _, u := range c.itemUnions[field] {
			if len(u.items) == 1 {
				c.refuse(u.from, "constraint-union", fmt.Sprintf("one element of %s is the only member of its union", field.Path),
					"mark at least two elements with +k8s:item")
			}
		}
	})
}

// itemUnionOf checks how many of the elements are in a list.
func (w *walker) itemUnionOf(v value, r *rules, u *itemUnion) check {
	elem := v.typ.Deref().Elem
	var choices []choice
	for _, member := range u.items {
		var keys []string
		for _, key := range member.keys {
			keys = append(keys, fmt.Sprintf("%s: %#v", w.fieldName(key.field), jen.Add(key.value)))
		}
		has := jen.Qual("slices", "ContainsFunc").Call(v.Value(), jen.Func().Params(jen.Id("item").Add(w.file.Type(elem))).
			Bool().Block(jen.Return(member.is(jen.Id("item"), elem))))
		choices = append(choices, choice{strings.Join(keys, ", "), has})
	}
	code := choose(jen.Id("set"), choices, u.atMost, v.path.Code(), v.path.Code())
	_, required := r.of("required")
	if _, optional := r.of("optional"); required || optional { // a list that is not set is another matter
		return check{condition: isSet(v), then: code}
	}
	return check{then: []jen.Code{jen.Block(code...)}}
}

// discriminated checks every member against the discriminator.
func (w *walker) discriminated(u *union, in jen.Code, at emit.FieldPath) []check {
	chosen := jen.Add(in).Dot(u.discriminator.Name)
	name := w.fieldName(u.discriminator)
	var checks []check
	for _, m := range u.members {
		where := w.pathOf(m.field, at)
		missing := appendOne(
			jen.Qual(emit.Field, "Required").Call(where.Code(), quoting("must be set when %s is %q", name, m.value)),
		)
		extra := appendOne(
			jen.Qual(emit.Field, "Forbidden").Call(where.Code(), quoting("must not be set unless %s is %q", name, m.value)),
		)
		zero, _ := isZero(value{Operand: emit.Operand{Expr: jen.Add(in).Dot(m.field.Name)}, typ: m.field.Type})
		set := fieldIsSet(m.field, in)
		checks = append(checks,
			check{condition: jen.Add(chosen).Op("==").Lit(m.value).Op("&&").Add(zero), then: []jen.Code{missing}},
			check{condition: jen.Add(chosen).Op("!=").Lit(m.value).Op("&&").Add(set), then: []jen.Code{extra}},
		)
	}
	return checks
}

func fieldIsSet(field *group.Field, in jen.Code) jen.Code {
	return isSet(value{Operand: emit.Operand{Expr: jen.Add(in).Dot(field.Name)}, typ: field.Type})
}
