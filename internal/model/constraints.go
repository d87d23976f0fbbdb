package model

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/markers"
)

// constraints gives a field the markers that are not on its own declaration: the markers in the source of another
// module, and the constraints of its counterpart in the preferred version, in which files are written.
func constraints(at place, field *group.Field, variable *types.Var) {
	var found markers.Set
	if at.declared == nil {
		set, _ := at.session.Published(variable)
		found = published(at, field, set)
	}
	if counterpart := counterpartOf(at, field.Name); counterpart != nil {
		set, _ := at.session.Published(counterpart)
		of := published(at, field, set)
		if field.Counterpart != nil {
			of = field.Counterpart.Markers
		}
		for _, m := range of {
			switch {
			case !m.Constrains() || overridden(field.Markers, m):
			case !merges(m) && !sameShape(variable.Type(), counterpart.Type()) &&
				!asksForValidation(at.source(at.root.Version.Package.Path)):
				differentShape(at, field, counterpart, m)
			case !alwaysSet(variable.Type(), counterpart.Type(), m):
				found = append(found, m)
			case m.Name == "k8s:required" && !at.group.Loader:
				at.reportMarker(m, "constraint-type",
					fmt.Sprintf("+k8s:required has no effect on %s, which is always set in the internal type", field.Path),
					"make the internal field a pointer, or let the loader check the file: +configgen:output(loader: true)")
			}
		}
		if field.Counterpart != nil {
			field.Type = typeConstraints(field.Type, field.Counterpart.Type)
		}
	}
	own := len(field.Markers) - field.Inherited
	for _, m := range found {
		if !hasText(field.Markers, m) && (m.Constrains() || !field.Markers.Has(m.Name)) { // a +subfield replaces others
			field.Markers = slices.Insert(field.Markers, own, m)
			own++
		}
	}
}

// differentShape reports a constraint on a value that is something else in the internal type.
func differentShape(at place, field *group.Field, counterpart *types.Var, m markers.Marker) {
	if m.Published != "" {
		return // hand-written conversions have checks of their own
	}
	version := at.root.Version
	at.reportMarker(m, "constraint-version",
		fmt.Sprintf("%s has no effect: %s has the type %s in the internal type, and %s in %s", m.Text, field.Path, field.Type,
			typeOf(counterpart.Type()), version.Name),
		fmt.Sprintf("specify a constraint of the internal type, or ask for validation-gen in %s", version.Name))
}

// merges reports whether a marker says how lists are merged, which happens in the version of a file.
func merges(m markers.Marker) bool {
	switch m.Value.(type) {
	case *markers.ListType, *markers.ListMapKey:
		return true
	}
	return false
}

// sameShape reports whether two types consist of the same lists, maps and kinds, but for pointers.
func sameShape(a, b types.Type) bool {
	for range 16 { // deeper nesting is not a configuration
		if pointer, ok := a.Underlying().(*types.Pointer); ok {
			a = pointer.Elem()
			continue
		}
		if pointer, ok := b.Underlying().(*types.Pointer); ok {
			b = pointer.Elem()
			continue
		}
		if kindOf(a) != kindOf(b) || isDuration(a) != isDuration(b) {
			return false
		}
		inA, okA := a.Underlying().(interface{ Elem() types.Type })
		inB, okB := b.Underlying().(interface{ Elem() types.Type })
		if !okA || !okB {
			return readsItself(a) == readsItself(b)
		}
		a, b = inA.Elem(), inB.Elem()
	}
	return true
}

// readsItself reports whether a type has a form of its own in a file.
func readsItself(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	return ok && readsJSON(named)
}

// counterpartOf is the field of the same name in the preferred version; nil if the marked types are that version.
func counterpartOf(at place, name string) *types.Var {
	if at.external == nil || at.external == at.goType {
		return nil
	}
	return fieldOf(at.external, name)
}

// published moves markers of another module to the field of the user's that leads to them. Those that the user can do
// nothing about are left out: they have no meaning for a configuration, or depend on gates of the other module.
func published(at place, field *group.Field, set markers.Set) markers.Set {
	var found markers.Set
	for _, m := range set {
		if served(at, m) {
			m.Position, m.End = field.Position, field.End
			found = append(found, m)
		}
	}
	return found
}

func served(at place, m markers.Marker) bool {
	for inner := &m; inner != nil; inner = inner.Inner() {
		switch value := inner.Value.(type) {
		case *markers.Unserved:
			return false
		case *markers.IfGate:
			if !slices.ContainsFunc(at.scope.features, func(f *group.Feature) bool { return f.Name == value.Gate }) {
				return false
			}
		}
	}
	return true
}

// overridden reports whether a field says itself how its list is merged.
func overridden(own markers.Set, m markers.Marker) bool {
	_, known := markers.Get[markers.ListType](own)
	return known && merges(m)
}

func hasText(set markers.Set, m markers.Marker) bool {
	return slices.ContainsFunc(set, func(other markers.Marker) bool { return other.Text == m.Text })
}

// alwaysSet reports whether a marker is about the presence of a value that a version can leave out, and that a field
// always has: nothing is missing after the conversion.
func alwaysSet(internal, version types.Type, m markers.Marker) bool {
	innermost := &m
	for inner := m.Inner(); inner != nil; inner = inner.Inner() {
		innermost = inner
	}
	switch innermost.Name {
	case "k8s:optional", "k8s:required":
		return kindOf(types.Unalias(version)) == "pointer" && kindOf(types.Unalias(internal)) != "pointer"
	}
	return false
}

// typeConstraints returns a type with the constraints of the type names in its counterpart added. If there are any, it
// returns a copy of t, because fields share the types of Go itself.
func typeConstraints(t, counterpart *group.Type) *group.Type {
	if t == nil || counterpart == nil {
		return t
	}
	if inner := t.Deref(); inner != t {
		if elem := typeConstraints(inner, counterpart); elem != inner {
			return &group.Type{Kind: t.Kind, Elem: elem}
		}
		return t
	}
	if counterpart = counterpart.Deref(); t.Package == counterpart.Package && t.Name == counterpart.Name {
		return t
	}
	constrained := *t
	for _, m := range counterpart.Markers {
		if m.Constrains() && !overridden(constrained.Markers, m) && !hasText(constrained.Markers, m) {
			constrained.Markers = append(slices.Clip(constrained.Markers), m)
		}
	}
	if !t.Leaf {
		constrained.Elem = typeConstraints(t.Elem, counterpart.Elem)
		constrained.Key = typeConstraints(t.Key, counterpart.Key)
	}
	return &constrained
}
