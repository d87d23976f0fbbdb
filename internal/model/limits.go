package model

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/quantity"
)

// typesByField are the types of the fields of a root, with their limits.
type typesByField map[*group.Field]*descriptor.Type

// limitsOf returns the types of the fields of a root, with the limits of the declarations of their types first.
func limitsOf(root *group.Root) typesByField {
	types := typesByField{}
	root.Walk(func(field *group.Field) {
		t := formOf(field.Type)
		types[field] = &t
	})
	root.Walk(func(field *group.Field) {
		l := types.limiter(field)
		l.declared(field.Type, types[field])
		if _, own := markers.Get[markers.ListType](field.Markers); own { // it overrides the marker of the type
			types[field].List, types[field].Keys = "", nil
		}
		for _, m := range field.Markers {
			l.Add(types[field], m)
		}
	})
	for field, t := range types {
		addValues(field.Type, t)
	}
	return types
}

// Limiter adds the limits of markers to types. Child returns the type of a field inside by its name in JSON, and what
// adds to that; nil for a field that does not exist.
type Limiter struct {
	Child func(name string) (*descriptor.Type, Limiter)
}

func (types typesByField) limiter(field *group.Field) Limiter {
	return Limiter{func(name string) (*descriptor.Type, Limiter) {
		child := childNamed(field.Fields, name)
		if child == nil {
			return nil, Limiter{}
		}
		return types[child], types.limiter(child)
	}}
}

// declared adds the limits on the declarations of the names in a type.
func (l Limiter) declared(t *group.Type, to *descriptor.Type) {
	for _, m := range t.Markers {
		l.Add(to, m)
	}
	switch {
	case t.Leaf || t.Elem == nil:
	case t.Kind == "pointer":
		l.declared(t.Elem, to)
	default:
		if to.Elem != nil {
			l.declared(t.Elem, to.Elem)
		}
		if to.Key != nil && t.Key != nil {
			l.declared(t.Key, to.Key)
		}
	}
}

// addValues adds the values of enumerations.
func addValues(t *group.Type, to *descriptor.Type) {
	if t = t.Deref(); t == nil { // one that holds itself
		return
	}
	if to.Enum {
		for _, constant := range t.Constants {
			to.Values = append(to.Values, descriptor.Value{Value: constant.Value, Gates: gateNames(constant.Gates)})
		}
	}
	if t.Elem != nil && to.Elem != nil {
		addValues(t.Elem, to.Elem)
	}
	if t.Key != nil && to.Key != nil {
		addValues(t.Key, to.Key)
	}
}

// Add adds the limit of a marker to the type of a value, without the values of an enumeration. What has no form in a
// descriptor is added as text. A marker that does not limit values is left out.
func (l Limiter) Add(to *descriptor.Type, m markers.Marker) {
	switch value := m.Value.(type) {
	case *markers.Presence:
		present(&to.Limits, markerName(m))
	case *markers.Enum:
		innermost(to).Enum = true
	case *markers.Format: // in a list or map, of the strings in it
		to = innermost(to)
		to.Formats = addName(to.Formats, value.Name)
	case *markers.Constraint:
		l.constrain(to, m, value)
	case *markers.Unique:
		to.Unique = descriptor.ListType(value.Kind)
	case *markers.ListType:
		to.List = ""
		if value.Kind != "atomic" {
			to.List = descriptor.ListType(value.Kind)
		}
		if strings.HasPrefix(m.Name, "k8s:") {
			to.Unique = to.List
		}
	case *markers.ListMapKey:
		to.Keys = addName(to.Keys, value.Name)
	case *markers.Level:
		if markerName(m) == "beta" && value.Inner != nil {
			l.Add(to, *value.Inner)
		} else {
			other(to, m)
		}
	default:
		if condition, ok := l.condition(to, m); ok {
			to.Conditions = append(to.Conditions, condition)
		} else if m.Constrains() {
			other(to, m)
		}
	}
}

// innermost is the type of the values in a list or map, and any other type itself.
func innermost(t *descriptor.Type) *descriptor.Type {
	for t.Elem != nil {
		t = t.Elem
	}
	return t
}

// constrain adds a limit of declarative validation.
func (l Limiter) constrain(to *descriptor.Type, m markers.Marker, value *markers.Constraint) {
	name := markerName(m)
	switch {
	case value.Inner == nil && name == "enum":
		innermost(to).Enum = true
	case value.Inner == nil && name == "format":
		to.Formats = addName(to.Formats, strings.TrimSpace(value.Value))
	case value.Inner == nil:
		if !present(&to.Limits, name) && !bound(&to.Limits, name, strings.TrimSpace(value.Value)) {
			other(to, m)
		}
	case name == "eachVal" && to.Elem != nil:
		l.Add(to.Elem, *value.Inner)
	case name == "eachKey" && to.Key != nil:
		l.Add(to.Key, *value.Inner)
	case name == "subfield":
		if child, inside := l.Child(value.Arg); child != nil {
			inside.Add(child, *value.Inner)
		} else {
			other(to, m)
		}
	default:
		other(to, m)
	}
}

// markerName is the name of a marker without the prefix of declarative validation.
func markerName(m markers.Marker) string { return strings.TrimPrefix(m.Name, "k8s:") }

// other adds a limit that has no form of its own.
func other(to *descriptor.Type, m markers.Marker) {
	to.Others = addName(to.Others, strings.TrimPrefix(m.Text, "+"))
}

func addName(list []string, name string) []string {
	if slices.Contains(list, name) {
		return list
	}
	return append(list, name)
}

// present sets one of the limits without a value, by the name of its marker.
func present(to *descriptor.Limits, name string) bool {
	switch name {
	case "required":
		to.Required = true
	case "optional":
		to.Optional = true
	case "forbidden":
		to.Forbidden = true
	default:
		return false
	}
	return true
}

// bound sets a limit with a value, by the name of its marker. Of two, the narrower one applies.
func bound(to *descriptor.Limits, name, value string) bool {
	narrower := func(limit *string, sign int) {
		if order, ok := quantity.Compare(value, *limit); *limit == "" || ok && order*sign > 0 {
			*limit = value
		}
	}
	switch name {
	case "minimum":
		narrower(&to.Minimum, 1)
	case "maximum":
		narrower(&to.Maximum, -1)
	case "neq":
		to.Not = value
	case "minLength", "minItems", "minProperties":
		narrower(&to.MinLength, 1)
	case "maxLength", "maxItems", "maxProperties":
		narrower(&to.MaxLength, -1)
	case "maxBytes":
		narrower(&to.MaxBytes, -1)
	default:
		return false
	}
	return true
}

// condition is a limit that depends on something else than the value.
func (l Limiter) condition(to *descriptor.Type, m markers.Marker) (descriptor.Condition, bool) {
	c := descriptor.Condition{Kind: descriptor.ConditionKind(markerName(m))}
	inner := m.Inner()
	switch value := m.Value.(type) {
	case *markers.Union:
		c.Union, c.Member = value.Union, value.MemberName
	case *markers.Dependent:
		c.Field = value.Field
	case *markers.ModeDiscriminator:
		c.Union = value.Modality
	case *markers.IfMode:
		c.Union, c.Mode = value.Modality, value.Mode+value.Arg
	case *markers.IfGate:
		c.Gate = value.Gate
	default:
		return c, false
	}
	if inner == nil {
		return c, true
	}
	if constraint, ok := inner.Value.(*markers.Constraint); ok && constraint.Inner != nil {
		return c, false // about something inside the value
	}
	limited := descriptor.Type{Form: to.Form}
	l.Add(&limited, *inner)
	c.Limits = &limited.Limits
	return c, true
}

// childNamed finds a field by its JSON name among fields, also in embedded structs.
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

// withoutLimits is a type that has no limits of its own but for the values of enumerations.
func withoutLimits(t descriptor.Type) descriptor.Type {
	t.Limits = descriptor.Limits{Enum: t.Enum, Values: t.Values}
	for _, inner := range []**descriptor.Type{&t.Elem, &t.Key} {
		if *inner != nil {
			bare := withoutLimits(**inner)
			*inner = &bare
		}
	}
	return t
}
