package group

import (
	"go/types"
	"slices"
	"strings"

	"github.com/configgen/configgen/markers"
)

// Type is a Go type as generators need it.
type Type struct {
	// Kind is the name of the underlying basic type (bool, string, int32 ...), or pointer, slice, array, map, struct,
	// interface, func, chan; invalid where the source does not compile.
	Kind string `json:"kind"`
	// Package, PackageName and Name are those of a named type; a basic type has only a Name.
	Package     string `json:"package,omitempty"`
	PackageName string `json:"packageName,omitempty"`
	Name        string `json:"name,omitempty"`
	// Elem is what a pointer points to or a list or map holds, Key a map's key.
	Elem *Type `json:"elem,omitempty"`
	Key  *Type `json:"key,omitempty"`
	// FlagValue says that a pointer to the type is a pflag.Value.
	FlagValue bool `json:"flagValue,omitempty"`
	// Leaf says that the type writes and reads itself as a whole (JSON, text), whatever it consists of.
	Leaf bool `json:"leaf,omitempty"`
	// Wraps is the type of the field WrapsField, where a struct is no more than a wrapper of it.
	Wraps      *Type  `json:"wraps,omitempty"`
	WrapsField string `json:"wrapsField,omitempty"`
	// Generic says that the type has type arguments.
	Generic bool `json:"generic,omitempty"`
	// Own says that the type has a name and is declared in a module that the user edits; Markers are those of its declaration.
	Own     bool        `json:"own,omitempty"`
	Markers markers.Set `json:"-"`
	// Constants are those of a named string type, as far as its own package declares and exports them, in the order of the
	// source.
	Constants []Constant `json:"constants,omitempty"`
}

// Constant is a constant of a named string type.
type Constant struct {
	Name  string `json:"name"`
	Value string `json:"value"`
	// Gates guard the value: all of them must be on.
	Gates []*Gate `json:"gates,omitempty"`
}

// Is reports whether the type has the given import path and name.
func (t *Type) Is(path, name string) bool { return t.Package == path && t.Name == name }

// Deref is what a pointer points to, and any other type itself.
func (t *Type) Deref() *Type {
	if t.Kind == "pointer" && t.Name == "" {
		return t.Elem
	}
	return t
}

// Base is the struct, or the leaf, behind pointers, lists and maps.
func (t *Type) Base() *Type {
	for t.Elem != nil && (t.Name == "" || t.Kind == "slice" || t.Kind == "map") && !t.Leaf {
		t = t.Elem
	}
	return t
}

// cut is the pointer, list or map of which the description does not say what it holds: one that holds itself, or a pointer with a name.
// Nil where there is none.
func (t *Type) cut() *Type {
	for ; t != nil; t = t.Elem {
		if t.Elem == nil && (t.Kind == "pointer" || t.Kind == "slice" || t.Kind == "map") {
			return t
		}
	}
	return nil
}

// String is the type in Go, with package names for qualifiers.
func (t *Type) String() string {
	switch {
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

// typeOf describes t. Struct types are not looked into; a list or map that holds itself is described down to its name.
func typeOf(t types.Type) *Type { return describe(t, nil) }

func describe(t types.Type, outer []types.Type) *Type {
	t = types.Unalias(t)
	described := &Type{Kind: kindOf(t)}
	if pointer, ok := t.(*types.Pointer); ok {
		described.Elem = describe(pointer.Elem(), outer)
		return described
	}
	if basic, ok := t.(*types.Basic); ok {
		described.Name = basic.Name()
		return described
	}
	if named, ok := t.(*types.Named); ok {
		described.Name = named.Obj().Name()
		described.Generic = named.TypeArgs().Len() > 0
		if pkg := named.Obj().Pkg(); pkg != nil {
			described.Package, described.PackageName = pkg.Path(), pkg.Name()
		}
		described.FlagValue = hasMethods(named, "String() string", "Set(string) error", "Type() string")
		described.Leaf = described.FlagValue || hasMethods(named, "UnmarshalJSON([]byte) error") || hasMethods(named, "UnmarshalText([]byte) error")
	}
	if slices.Contains(outer, t) {
		return described
	}
	outer = append(slices.Clone(outer), t)
	switch underlying := t.Underlying().(type) {
	case *types.Slice:
		described.Elem = describe(underlying.Elem(), outer)
	case *types.Array:
		described.Elem = describe(underlying.Elem(), outer)
	case *types.Map:
		described.Key, described.Elem = describe(underlying.Key(), outer), describe(underlying.Elem(), outer)
	case *types.Struct:
		if field := wrapped(underlying); field != nil {
			described.Wraps, described.WrapsField = typeOf(field.Type()), field.Name()
		}
	}
	return described
}

func kindOf(t types.Type) string {
	switch underlying := t.Underlying().(type) {
	case *types.Basic:
		if underlying.Kind() == types.Invalid {
			return "invalid"
		}
		return types.Typ[underlying.Kind()].Name() // byte is uint8
	case *types.Pointer:
		return "pointer"
	case *types.Slice:
		return "slice"
	case *types.Array:
		return "array"
	case *types.Map:
		return "map"
	case *types.Struct:
		return "struct"
	case *types.Interface:
		return "interface"
	case *types.Chan:
		return "chan"
	}
	return "func"
}

// wrapped is the one field for which a struct is a wrapper: its only field, embedded, or a field Duration that is a duration.
func wrapped(s *types.Struct) *types.Var {
	if s.NumFields() == 1 && s.Field(0).Embedded() && s.Field(0).Exported() {
		if _, pointer := s.Field(0).Type().(*types.Pointer); !pointer && kindOf(s.Field(0).Type()) != "interface" {
			return s.Field(0)
		}
	}
	for i := range s.NumFields() {
		if field := s.Field(i); field.Name() == "Duration" && isDuration(field.Type()) {
			return field
		}
	}
	return nil
}

// isDuration reports whether t is time.Duration or a wrapper of it.
func isDuration(t types.Type) bool {
	named, ok := types.Unalias(t).(*types.Named)
	if !ok {
		return false
	}
	if pkg := named.Obj().Pkg(); pkg != nil && pkg.Path() == "time" && named.Obj().Name() == "Duration" {
		return true
	}
	inner, ok := named.Underlying().(*types.Struct)
	if !ok {
		return false
	}
	field := wrapped(inner)
	return field != nil && isDuration(field.Type())
}

// hasMethods reports whether a pointer to named has all the methods with the given signatures.
func hasMethods(named *types.Named, signatures ...string) bool {
	set := types.NewMethodSet(types.NewPointer(named))
	for _, signature := range signatures {
		name, rest, _ := strings.Cut(signature, "(")
		selection := set.Lookup(nil, name)
		if selection == nil {
			return false
		}
		if dropNames(selection.Type().(*types.Signature)) != "("+rest {
			return false
		}
	}
	return true
}

// dropNames renders a signature without the names of parameters.
func dropNames(s *types.Signature) string {
	unnamed := func(tuple *types.Tuple) *types.Tuple {
		var vars []*types.Var
		for i := range tuple.Len() {
			vars = append(vars, types.NewParam(0, nil, "", tuple.At(i).Type()))
		}
		return types.NewTuple(vars...)
	}
	plain := types.NewSignatureType(nil, nil, nil, unnamed(s.Params()), unnamed(s.Results()), s.Variadic())
	return strings.TrimPrefix(types.TypeString(plain, (*types.Package).Name), "func")
}
