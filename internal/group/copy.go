package group

// Copy says how a value is copied, so that the copy shares nothing with it. A nil Copy is an assignment.
type Copy struct {
	// Kind is pointer, slice, map, array or struct, or method if the type has a method DeepCopy.
	Kind string
	// ToPointer reports that the method DeepCopy returns a pointer.
	ToPointer bool
	// Elem is how the value that a pointer points to, or an element, is copied.
	Elem *Copy
	// Fields are the fields of a struct that an assignment would share.
	Fields []CopyField
}

// Bridge maps the struct whose flags a delegated function registers to a field of another type, field by field.
type Bridge struct {
	// Type is the struct that the function takes.
	Type   *Type
	Fields []BridgeField
}

// BridgeField is a field that both structs have.
type BridgeField struct {
	Name string
	// Pointer reports that the configuration has a pointer to the value that the other struct holds.
	Pointer bool
}

// CopyField is a field of a struct that is copied.
type CopyField struct {
	Name string
	Copy *Copy
}
