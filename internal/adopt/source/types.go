package source

import "go/types"

// Deref returns the type that a pointer points to, and any other type itself.
func Deref(t types.Type) types.Type {
	if pointer, ok := t.Underlying().(*types.Pointer); ok {
		return pointer.Elem()
	}
	return t
}

// Named returns a type, or the type that it points to, as a named type; nil if it is not named.
func Named(t types.Type) *types.Named {
	if pointer, ok := types.Unalias(t).(*types.Pointer); ok {
		t = pointer.Elem()
	}
	named, _ := types.Unalias(t).(*types.Named)
	return named
}

// IsPointer reports whether a type is a pointer; false for nil.
func IsPointer(t types.Type) bool {
	if t == nil {
		return false
	}
	_, ok := types.Unalias(t).(*types.Pointer)
	return ok
}
