package group

// Copy says how a value is copied, so that the copy shares nothing with it. A nil Copy is an assignment.
type Copy struct {
	// Kind is pointer, slice, map, array or struct, or method if the type has a method DeepCopy.
	Kind string `json:"kind"`
	// ToPointer reports that the method DeepCopy returns a pointer.
	ToPointer bool `json:"toPointer,omitempty"`
	// Elem is how the value that a pointer points to, or an element, is copied.
	Elem *Copy `json:"elem,omitempty"`
	// Fields are those of a struct that an assignment would share.
	Fields []CopyField `json:"fields,omitempty"`
}

// CopyField is a field of a struct that is copied.
type CopyField struct {
	Name string `json:"name"`
	Copy *Copy  `json:"copy"`
}
