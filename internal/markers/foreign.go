package markers

// GroupName is the API group of a package. The Kubernetes generators read it, too.
type GroupName struct {
	// Name of the group, for example relay.config.example.io.
	Name string `arg:"="`
}

// ConversionGen names the internal package that the package of an external version converts to. configgen uses it to
// find the versions of a group.
type ConversionGen struct {
	// Package is the import path of the internal package. The value false turns conversion-gen off.
	Package string `arg:"=" optional:"true"`
}

// ExternalTypes names the package that contains the types of an external version, if the marked package contains only
// the defaults and conversions of that version.
type ExternalTypes struct {
	// Package is an import path.
	Package string `arg:"="`
}

// DeepCopyInterfaces names the interfaces that deepcopy-gen implements for a type. To be registered in a scheme, a root
// and its versions need k8s.io/apimachinery/pkg/runtime.Object, or a hand-written DeepCopyObject.
type DeepCopyInterfaces struct {
	// Interfaces are import paths with names, separated by commas.
	Interfaces []string `arg:"="`
}

// ListType specifies how two lists are merged: atomic (the default), set or map, as defined by the structural merge of
// Kubernetes. The runtime library applies it to drop-in files.
type ListType struct {
	// Kind of the list.
	Kind string `arg:"=" oneof:"atomic,set,map"`
}

// ListMapKey names the field that identifies an element of a list with +listType=map.
type ListMapKey struct {
	// Name is the JSON name of the field.
	Name string `arg:"="`
}

// Presence is +optional or +required, with or without the prefix k8s:. Validation rejects an empty value of a required
// field. A bool or a struct always has a value: +required then means that a file has the key, which the runtime library
// checks. Without the library, it is a warning.
type Presence struct{}

// Enum limits a string to the values of the exported constants of its type. The constants are declared in the package
// of the type. Validation rejects other values.
type Enum struct{}

// Default is the versioned default of a field. defaulter-gen generates the code for it.
type Default struct {
	// Value is a JSON literal.
	Value string `arg:"="`
}
