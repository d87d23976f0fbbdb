package group

import (
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/markers"
)

// metaV1 is the import path of the types that all API groups of Kubernetes share.
const metaV1 = "k8s.io/apimachinery/pkg/apis/meta/v1"

// Type is a Go type as generators need it.
type Type struct {
	// Kind is the name of the underlying basic type (bool, string, int32 ...), or pointer, slice, array, map, struct,
	// interface, func, chan; invalid if the source does not compile.
	Kind string
	// Package, PackageName and Name identify a named type; a basic type has only a Name.
	Package, PackageName, Name string
	// Elem is the type of a pointer's target, of a list's items or of a map's values, Key the type of a map's keys.
	Elem, Key *Type
	// FlagValue reports that a pointer to the type is a pflag.Value.
	FlagValue bool
	// Leaf reports that the type writes and reads itself as a whole (JSON, text), whatever it consists of.
	Leaf bool
	// Unmarshals is JSON or text if the type reads itself with a method UnmarshalJSON or UnmarshalText.
	Unmarshals string
	// Promoted reports that this method belongs to an embedded type.
	Promoted bool
	// Wraps is the type of the field WrapsField of a struct that only wraps it.
	Wraps      *Type
	WrapsField string
	// Generic reports that the type has type arguments.
	Generic bool
	// Own reports that the type has a name and is declared in a module that the user edits; Markers are the markers of its
	// declaration.
	Own     bool
	Markers markers.Set
	// Constants are the exported constants of a named string type in its own package, in the order of the source.
	Constants []Constant
}

// Constant is a constant of a named string type.
type Constant struct {
	Name, Value string
	// Gates guard the value: all of them must be on.
	Gates []*Gate
}

// Is reports whether the type has the given import path and name.
func (t *Type) Is(path, name string) bool { return t.Package == path && t.Name == name }

// Deref returns the target of a pointer type, and any other type itself.
func (t *Type) Deref() *Type {
	if t.Kind == "pointer" && t.Name == "" {
		return t.Elem
	}
	return t
}

// HasIsZero reports whether the type is a struct of Kubernetes or of the standard library with a method IsZero.
func (t *Type) HasIsZero() bool {
	return t.Is("k8s.io/apimachinery/pkg/api/resource", "Quantity") || t.Is(metaV1, "Time") || t.Is(metaV1, "MicroTime") ||
		t.Is("time", "Time")
}

// HasZero reports whether an expression can tell that a value of the type is its zero value.
func (t *Type) HasZero() bool {
	switch t.Kind {
	case "struct", "array", "func", "chan", "invalid":
		return t.Package == "net/netip" || t.HasIsZero() || t.Wraps != nil && t.Wraps.HasZero()
	}
	return true
}

// AlwaysSet reports whether validation cannot tell that nothing sets a value of the type: false may be a value, and a
// struct always exists.
func (t *Type) AlwaysSet() bool { return t.Kind == "bool" || !t.HasZero() }

// Base is the struct, or the leaf, inside of pointers, lists and maps.
func (t *Type) Base() *Type {
	for t.Elem != nil && (t.Name == "" || t.Kind == "slice" || t.Kind == "map") && !t.Leaf {
		t = t.Elem
	}
	return t
}

// Unknown is a pointer, list or map whose elements the description leaves out: one that holds itself, or a pointer with
// a name. It is nil if there is none.
func (t *Type) Unknown() *Type {
	for ; t != nil; t = t.Elem {
		if t.Elem == nil && (t.Kind == "pointer" || t.Kind == "slice" || t.Kind == "map") {
			return t
		}
	}
	return nil
}

// Elements is [*] for each list or map between the type and its Base, as in the paths of fields.
func (t *Type) Elements() string {
	text := ""
	for ; t.Elem != nil && !t.Leaf; t = t.Elem {
		if t.Kind != "pointer" {
			text += "[*]"
		}
	}
	return text
}

// Shape lists the kinds from the outside in, as in "slice pointer string".
func (t *Type) Shape() string {
	if t.Elem == nil || t.Leaf {
		return t.Kind
	}
	return t.Kind + " " + t.Elem.Shape()
}

// HoldsPaths reports whether the type can have +path: a string, a pointer to one, or a list or map of either.
func (t *Type) HoldsPaths() bool {
	shape := t.Shape()
	return t.Base().Kind == "string" && strings.Count(t.Elements(), "[") <= 1 && strings.Count(shape, "pointer") <= 1 &&
		!strings.HasPrefix(shape, "pointer slice") && !strings.HasPrefix(shape, "pointer map")
}

// GatedValues reports whether a gate guards a value that the type can have.
func (t *Type) GatedValues() bool {
	return slices.ContainsFunc(t.Base().Constants, func(c Constant) bool { return len(c.Gates) > 0 })
}

// qualifiers are the names under which people import packages whose own names say too little.
var qualifiers = map[string]string{metaV1: "metav1", "k8s.io/api/core/v1": "corev1"}

// String is the type in Go, with the customary names of packages for qualifiers.
func (t *Type) String() string {
	switch {
	case t.Name != "" && qualifiers[t.Package] != "":
		return qualifiers[t.Package] + "." + t.Name
	case t.Name != "" && t.PackageName != "":
		return t.PackageName + "." + t.Name
	case t.Name != "":
		return t.Name
	case t.Kind == "pointer":
		return "*" + t.Elem.String()
	case t.Kind == "slice":
		return "[]" + t.Elem.String()
	case t.Kind == "map":
		return "map[" + t.Key.String() + "]" + t.Elem.String()
	}
	return t.Kind
}
