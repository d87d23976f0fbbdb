package validation

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// sibling is a rule about another field of the same struct, which depends on whether the field is set.
type sibling struct {
	other    *group.Field
	required bool
	origin   *group.Field
}

// dependent adds a rule about another field.
func dependent(c *collector, field *group.Field, m markers.Marker, value *markers.Dependent, from source) {
	other, known := childNamed(c.siblingsOf(field), value.Field)
	if other == nil || other == field {
		known = slices.DeleteFunc(known, func(name string) bool { return name == field.JSONName })
		fix, advice := "its struct has "+strings.Join(known, ", "), diag.Advice{}
		if near, distance := diag.Nearest(value.Field, known); distance >= 0 && distance <= 2 {
			fix, advice = "did you mean "+near+"?", from.marker.Correct(value.Field, near)
		}
		c.refuse(from.marker, "constraint-subfield",
			fmt.Sprintf("+%s names %q, which is not another field in JSON", m.Name, value.Field), fix, advice)
		return
	}
	for _, each := range []*group.Field{field, other} {
		if _, ok := isZero(value0(each)); !ok {
			c.refuse(from.marker, "constraint-type",
				fmt.Sprintf("+%s is about %s; its type %s cannot tell whether it is set", m.Name, each.Path, each.Type),
				"make it a pointer", each.AsPointer())
			return
		}
	}
	c.siblings[field] = append(c.siblings[field], sibling{other, m.Name == "k8s:dependentRequired", from.origin})
}

// dependents checks the fields that depend on whether a field is set.
func (w *walker) dependents(field *group.Field, v value, of frame) []check {
	var checks []check
	for _, known := range w.siblings[field] {
		if known.origin != of.origin {
			continue
		}
		o := value{Operand: emit.Operand{Expr: jen.Add(of.in).Dot(known.other.Name)}, typ: known.other.Type}
		o.path = w.pathOf(known.other, of.at)
		condition, text, kind := isSet(o), "must not be set if %s is set", "Forbidden"
		if known.required {
			condition, _ = isZero(o)
			text, kind = "must be set if %s is set", "Required"
		}
		report := jen.Qual(emit.Field, kind).Call(o.path.Code(), jen.Lit(fmt.Sprintf(text, w.fieldName(field))))
		checks = append(checks, check{condition: isSet(v).Op("&&").Add(condition), then: []jen.Code{appendOne(report)}})
	}
	return checks
}

// unique makes the elements of a list unique, unless the hook does that.
func unique(c *collector, at constrained, kind string, from source) {
	field, list := at.field, at.t.Deref()
	if list.Kind != "slice" || list.Leaf {
		c.refuse(from.marker, "constraint-type",
			fmt.Sprintf("+%s is on %s, which has the type %s", from.marker.Name, field.Path, at.t), "it serves lists")
		return
	}
	if has(field, list, "k8s:customUnique") {
		return
	}
	keys := listMapKeys(field, list)
	if kind == "map" && from.marker.Name == "k8s:unique" && len(keys) == 0 {
		c.refuse(from.marker, "constraint-value",
			fmt.Sprintf("+k8s:unique=map does not specify the key of the elements of %s", field.Path),
			"add +listMapKey=name, with the JSON name of a field")
		return
	}
	if kind == "set" {
		keys = nil
	}
	limit := strings.Join(keys, ",")
	at.r.own = append(at.r.own, rule{name: "unique", limit: limit, from: from.marker, origin: from.origin})
}

// listMapKeys are the JSON names of the keys of a list, from the field or from the type of the list.
func listMapKeys(field *group.Field, list *group.Type) []string {
	var names []string
	for _, key := range markers.All[markers.ListMapKey](slices.Concat(field.Markers, list.Markers)) {
		if !slices.Contains(names, key.Name) {
			names = append(names, key.Name)
		}
	}
	return names
}

// has reports whether a field or its type has a marker.
func has(field *group.Field, t *group.Type, name string) bool {
	return field.Markers.Has(name) || t.Markers.Has(name)
}

// opaque reports whether the inside of a field is not validated.
func opaque(field *group.Field) bool {
	return slices.ContainsFunc(field.Markers, func(m markers.Marker) bool {
		for inner := &m; inner != nil; inner = inner.Inner() {
			if inner.Name == "k8s:opaqueType" {
				return true
			}
		}
		return false
	})
}

// uniqueElements reports each element of a list that occurs before.
func (w *walker) uniqueElements(at place, v value, r *rules) []check {
	var checks []check
	for _, known := range all(r, "unique") {
		list := v.Value()
		if v.Pointer {
			list = jen.Parens(list)
		}
		index, element := jen.Id(emit.Index(at.depth)), jen.Id(emit.Numbered("value", at.depth))
		before := jen.Add(list).Index(jen.Empty(), index)
		shown := jen.Code(element)
		var occurs jen.Code
		if known.limit != "" {
			occurs, shown = w.sameKeys(at, v.typ.Elem, strings.Split(known.limit, ","), before, element)
		} else if elem := v.typ.Elem; slices.Contains([]string{"string", "bool"}, elem.Kind) || isInteger(elem) {
			occurs = jen.Qual("slices", "Contains").Call(before, element)
		} else {
			occurs = w.anyBefore(elem, before, jen.Qual("k8s.io/apimachinery/pkg/api/equality", "Semantic").
				Dot("DeepEqual").Call(jen.Id("other"), element))
		}
		if occurs == nil {
			continue // a key that the elements do not have, which is a finding
		}
		if v.secret {
			shown = jen.Lit(mask)
		}
		report := appendOne(jen.Qual(emit.Field, "Duplicate").Call(v.path.Index(index).Code(), shown))
		loop := jen.For(jen.List(index, element).Op(":=").Range().Add(v.Value())).Block(jen.If(occurs).Block(report))
		checks = append(checks, check{then: []jen.Code{loop}})
	}
	return checks
}

// anyBefore is the condition that an element before is the same. Elements that are nil are not compared.
func (w *walker) anyBefore(elem *group.Type, before, same jen.Code) jen.Code {
	condition := jen.Add(same)
	if elem.Kind == "pointer" {
		condition = jen.Id("other").Op("!=").Nil().Op("&&").Add(same)
	}
	return jen.Qual("slices", "ContainsFunc").Call(before,
		jen.Func().Params(jen.Id("other").Add(w.file.Type(elem))).Bool().Block(jen.Return(condition)))
}

// sameKeys is the condition that an element before has the same keys, and what an error shows of the element.
func (w *walker) sameKeys(
	at place, elem *group.Type, keys []string, before, element jen.Code,
) (occurs, shown jen.Code) {
	condition, texts := jen.Null(), []jen.Code{}
	for i, name := range keys {
		child, _ := childNamed(at.field.Fields, name)
		if child == nil {
			return nil, nil
		}
		if i > 0 {
			condition.Op("&&")
		}
		a, b := jen.Id("other").Dot(child.Name), jen.Add(element).Dot(child.Name)
		if child.Type.Kind == "pointer" {
			condition.Parens(jen.Add(a).Op("==").Nil()).Op("==").Parens(jen.Add(b).Op("==").Nil()).Op("&&").
				Parens(jen.Add(a).Op("==").Nil().Op("||").Op("*").Add(a).Op("==").Op("*").Add(b))
		} else {
			condition.Add(a).Op("==").Add(b)
		}
		texts = append(texts, b)
	}
	occurs = w.anyBefore(elem, before, condition)
	if elem.Kind == "pointer" {
		occurs = jen.Add(element).Op("!=").Nil().Op("&&").Add(occurs)
	}
	if len(texts) == 1 {
		return occurs, texts[0]
	}
	format := strings.TrimSuffix(strings.Repeat("%v/", len(texts)), "/")
	return occurs, jen.Qual("fmt", "Sprintf").Call(append([]jen.Code{jen.Lit(format)}, texts...)...)
}
