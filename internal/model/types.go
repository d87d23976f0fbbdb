package model

import (
	"go/token"
	"go/types"
	"slices"

	"github.com/configgen/configgen/internal/group"
)

// typeOf describes t. Struct types are not looked into; a list or map that holds itself is described down to its name.
func typeOf(t types.Type) *group.Type { return describe(t, nil) }

// basics describe the types without a package, which all fields share, by their names.
var basics = func() map[string]*group.Type {
	described := map[string]*group.Type{}
	for _, t := range types.Typ {
		described[t.Name()] = &group.Type{Kind: kindOf(t), Name: t.Name()}
	}
	for _, alias := range []string{"byte", "rune"} {
		described[alias] = &group.Type{Kind: kindOf(types.Universe.Lookup(alias).Type()), Name: alias}
	}
	return described
}()

// pointers describe the pointers to these.
var pointers = func() map[*group.Type]*group.Type {
	described := map[*group.Type]*group.Type{}
	for _, basic := range basics {
		described[basic] = &group.Type{Kind: "pointer", Elem: basic}
	}
	return described
}()

func describe(t types.Type, outer []types.Type) *group.Type {
	t = types.Unalias(t)
	if basic, ok := t.(*types.Basic); ok {
		return basics[basic.Name()]
	}
	if pointer, ok := t.(*types.Pointer); ok {
		elem := describe(pointer.Elem(), outer)
		if shared := pointers[elem]; shared != nil {
			return shared
		}
		return &group.Type{Kind: "pointer", Elem: elem}
	}
	described := &group.Type{Kind: kindOf(t)}
	if named, ok := t.(*types.Named); ok {
		described.Name = named.Obj().Name()
		described.Generic = named.TypeArgs().Len() > 0
		if pkg := named.Obj().Pkg(); pkg != nil {
			described.Package, described.PackageName = pkg.Path(), pkg.Name()
		}
		described.FlagValue = hasMethod(named, "String", writes) && hasMethod(named, "Set", sets) &&
			hasMethod(named, "Type", writes)
		switch {
		case readsJSON(named):
			described.Unmarshals = "JSON"
		case hasMethod(named, "UnmarshalText", reads):
			described.Unmarshals = "text"
		}
		described.Promoted = described.Unmarshals != "" && promoted(named)
		described.Leaf = described.FlagValue || described.Unmarshals != ""
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

// wrapped is the one field for which a struct is a wrapper: its only field, embedded, or a field Duration that is a
// duration.
func wrapped(s *types.Struct) *types.Var {
	if s.NumFields() == 1 && s.Field(0).Embedded() && s.Field(0).Exported() {
		if _, pointer := s.Field(0).Type().(*types.Pointer); !pointer && kindOf(s.Field(0).Type()) != "interface" {
			return s.Field(0)
		}
	}
	for field := range s.Fields() {
		if field.Name() == "Duration" && isDuration(field.Type()) {
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

// hasMethod reports whether a pointer to named has a method of the given name and signature.
func hasMethod(named *types.Named, name string, signature *types.Signature) bool {
	object, _, _ := types.LookupFieldOrMethod(types.NewPointer(named), false, nil, name)
	method, ok := object.(*types.Func)
	return ok && types.Identical(method.Signature(), signature)
}

// signature returns the signature of a function with parameters and a result of the given types.
func signature(result types.Type, params ...types.Type) *types.Signature {
	var taken []*types.Var
	for _, param := range params {
		taken = append(taken, types.NewVar(token.NoPos, nil, "", param))
	}
	results := types.NewTuple(types.NewVar(token.NoPos, nil, "", result))
	return types.NewSignatureType(nil, nil, nil, types.NewTuple(taken...), results, false)
}

// The signatures of methods by which types write and read themselves.
var (
	errorType = types.Universe.Lookup("error").Type()
	writes    = signature(types.Typ[types.String])
	sets      = signature(errorType, types.Typ[types.String])
	reads     = signature(errorType, types.NewSlice(types.Typ[types.Byte]))
)

// promoted reports whether the method by which a type reads itself belongs to an embedded field.
func promoted(named *types.Named) bool {
	name := "UnmarshalText"
	if readsJSON(named) {
		name = "UnmarshalJSON"
	}
	_, index, _ := types.LookupFieldOrMethod(types.NewPointer(named), false, nil, name)
	return len(index) > 1
}

// readsJSON reports whether a type reads itself from JSON.
func readsJSON(named *types.Named) bool { return hasMethod(named, "UnmarshalJSON", reads) }
