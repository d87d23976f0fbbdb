package configapi

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/markers"
)

// constraints are the limits of a field by the names of their markers, such as k8s:minimum, or elements k8s:minLength
// for those of the type of the elements of a list. A limit that consists of more than a value is a name without one.
func constraints(field *group.Field) map[string]string {
	found := map[string]string{}
	add := func(prefix string, set markers.Set) {
		for _, m := range set {
			name, value, ok := constraint(m)
			if !ok {
				continue
			}
			name = prefix + name
			if old := found[name]; old != "" && old != value {
				value = strings.Join(sorted(append(strings.Split(old, " & "), value)), " & ")
			}
			found[name] = value
		}
	}
	add("", field.Markers)
	prefix := ""
	for t := field.Type; t != nil; t = t.Elem {
		if _, list := found["listType"]; list && prefix == "" { // the field's own is used
			add(prefix, slices.DeleteFunc(slices.Clone(t.Markers), mergesList))
		} else {
			add(prefix, t.Markers)
		}
		if t.Key != nil {
			add(prefix+"keys ", t.Key.Markers)
		}
		if t.Kind == "slice" || t.Kind == "array" || t.Kind == "map" {
			prefix += "elements "
		}
	}
	return found
}

// mergesList reports whether a marker says how a list is merged.
func mergesList(m markers.Marker) bool {
	switch m.Value.(type) {
	case *markers.ListType, *markers.ListMapKey:
		return true
	}
	return false
}

// constraint is the name and the value of a marker that limits a value.
func constraint(m markers.Marker) (name, value string, ok bool) {
	switch given := m.Value.(type) {
	case *markers.Presence, *markers.Enum:
		return canonical(m.Name), "true", true
	case *markers.Format:
		return "format", given.Name, true
	case *markers.ListType:
		return "listType", given.Kind, true
	case *markers.ListMapKey:
		return "listMapKey", given.Name, true
	case *markers.Unique:
		return "k8s:unique", given.Kind, true
	case *markers.Constraint:
		name = canonical(m.Name)
		if given.Arg != "" {
			name += "(" + given.Arg + ")"
		}
		if given.Inner != nil {
			inner, value, ok := constraint(*given.Inner)
			return name + " " + inner, value, ok
		}
		if value = strings.TrimSpace(given.Value); value == "" {
			value = "true"
		}
		return name, value, true
	}
	if m.Constrains() {
		return strings.TrimPrefix(m.Text, "+"), "true", true
	}
	return "", "", false
}

// canonical is one name for the markers that have two.
func canonical(name string) string {
	switch name {
	case "k8s:required", "k8s:optional", "k8s:enum":
		return strings.TrimPrefix(name, "k8s:")
	}
	return name
}

// onMachine adds what must be true on the machine, which is checked if the component is asked to, and the field of the
// file of a secret.
func onMachine(facts map[string]string, field *group.Field) {
	var all []string
	if path, ok := markers.Get[markers.Path](field.Markers); ok {
		all = append(all, path.Kind, path.Access)
		if path.MustExist {
			all = append(all, "exists")
		}
	}
	if check, ok := markers.Get[markers.Check](field.Markers); ok {
		all = append(all, check.Property, check.Address, strings.Join(check.Networks, ","))
	}
	facts["preflight"] = strings.Join(strings.Fields(strings.Join(all, " ")), " ")
	if secret, ok := markers.Get[markers.Secret](field.Markers); ok {
		facts["secret file"] = secret.File
	}
}

func sorted(list []string) []string {
	slices.Sort(list)
	return slices.Compact(list)
}

// Limits reports whether a fact is a constraint.
func Limits(fact string) bool {
	last := fact[strings.LastIndexByte(fact, ' ')+1:]
	return strings.Contains(fact, "k8s:") || slices.Contains([]string{"required", "optional", "enum", "format"}, last)
}
