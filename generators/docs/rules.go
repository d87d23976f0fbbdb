package docs

import (
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/markers"
)

// rule is a constraint of a value: the name of its marker without k8s:, and the limit.
type rule struct{ name, limit string }

// rules are the constraints of a value, of the elements of a list or map, and of the keys of a map.
type rules struct {
	own        []rule
	each, keys *rules
	// others are markers of constraints that depend on something else than the value.
	others []markers.Marker
}

// has reports whether there is a constraint of the given name.
func (r *rules) has(name string) bool {
	_, ok := r.limit(name)
	return ok
}

// limit is the limit of a constraint.
func (r *rules) limit(name string) (string, bool) {
	if r == nil {
		return "", false
	}
	for _, known := range r.own {
		if known.name == name {
			return known.limit, true
		}
	}
	return "", false
}

// elements and ofKeys are never nil.
func (r *rules) elements() *rules {
	if r == nil || r.each == nil {
		return &rules{}
	}
	return r.each
}

func (r *rules) ofKeys() *rules {
	if r == nil || r.keys == nil {
		return &rules{}
	}
	return r.keys
}

// collector collects the constraints of the fields of a root.
type collector map[*group.Field]*rules

// collect returns the constraints that generated validation checks, by field.
func collect(root *group.Root) collector {
	c := collector{}
	root.Walk(func(field *group.Field) { c[field] = &rules{} })
	root.Walk(func(field *group.Field) {
		c.ofType(field, field.Type, c[field])
		for _, m := range field.Markers {
			c.add(field, field.Type, c[field], m)
		}
	})
	return c
}

// ofType adds the constraints on the declarations of the names in a type.
func (c collector) ofType(field *group.Field, t *group.Type, r *rules) {
	for _, m := range t.Markers {
		c.add(field, t, r, m)
	}
	switch {
	case t.Leaf || t.Elem == nil:
	case t.Kind == "pointer":
		c.ofType(field, t.Elem, r)
	default:
		c.ofType(field, t.Elem, r.within(false))
		if t.Key != nil {
			c.ofType(field, t.Key, r.within(true))
		}
	}
}

// within are the rules of elements, or of keys.
func (r *rules) within(keys bool) *rules {
	inner := &r.each
	if keys {
		inner = &r.keys
	}
	if *inner == nil {
		*inner = &rules{}
	}
	return *inner
}

// add adds a constraint of a value of type t.
func (c collector) add(field *group.Field, t *group.Type, r *rules, m markers.Marker) {
	name, t := strings.TrimPrefix(m.Name, "k8s:"), t.Deref()
	switch value := m.Value.(type) {
	case *markers.Presence, *markers.Enum:
		r.own = append(r.own, rule{name, ""})
	case *markers.Format:
		for t.Elem != nil && !t.Leaf && t.Kind != "string" { // as validation has it: of the strings in a list or map
			t, r = t.Elem.Deref(), r.within(false)
		}
		r.own = append(r.own, rule{"format", value.Name})
	case *markers.Constraint:
		switch {
		case name == "eachVal" && value.Inner != nil && t.Elem != nil:
			c.add(field, t.Elem, r.within(false), *value.Inner)
		case name == "eachKey" && value.Inner != nil && t.Key != nil:
			c.add(field, t.Key, r.within(true), *value.Inner)
		case name == "subfield" && value.Inner != nil:
			if child := childNamed(field.Fields, value.Arg); child != nil {
				c.add(child, child.Type, c[child], *value.Inner)
			}
		case value.Inner == nil:
			r.own = append(r.own, rule{name, strings.TrimSpace(value.Value)})
		}
	case *markers.Unique:
		r.own = append(r.own, rule{"unique", value.Kind})
	case *markers.ListType:
		if m.Name == "k8s:listType" && value.Kind != "atomic" {
			r.own = append(r.own, rule{"unique", value.Kind})
		}
	case *markers.Level:
		if name == "beta" && value.Inner != nil {
			c.add(field, t, r, *value.Inner)
		}
	case *markers.Union, *markers.Dependent, *markers.ModeDiscriminator, *markers.IfMode, *markers.IfGate, *markers.Item:
		r.others = append(r.others, m)
	}
}

// childNamed finds a field by its JSON name among fields and those of embedded structs.
func childNamed(fields []*group.Field, name string) *group.Field {
	for _, field := range fields {
		if field.JSONName == name {
			return field
		}
		if field.JSONName == "" {
			if inner := childNamed(field.Fields, name); inner != nil {
				return inner
			}
		}
	}
	return nil
}
