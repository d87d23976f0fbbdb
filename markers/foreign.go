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
// field.
type Presence struct{}

// Enum limits a string to the values of the exported constants of its type. The constants are declared in the package
// of the type. Validation rejects other values.
type Enum struct{}

// Default is the versioned default of a field. defaulter-gen generates the code for it.
type Default struct {
	// Value is a JSON literal.
	Value string `arg:"="`
}

// Union makes a field a member or the discriminator of a union. Exactly one member of a union is set, and the
// discriminator names it. The marker is a tag of declarative validation that the validation generator supports.
//
//	// +k8s:unionDiscriminator
//	// +k8s:unionMember
//	// +k8s:unionMember(union: "sink", memberName: "Syslog")
type Union struct {
	// Union is the name of the union, if a struct has several.
	Union string `arg:"union"`
	// MemberName is the value of the discriminator for this member. It defaults to the Go name of the field.
	MemberName string `arg:"memberName"`
}

// Constraint is a tag of declarative validation that the validation generator supports: a limit, a format, an
// enumeration, or a modifier that applies another tag to elements, keys or inner fields. The tags are those of
// validation-gen in k8s.io/code-generator. ifEnabled and ifDisabled are rejected; use +featureGate for fields that
// depend on a feature gate.
//
//	// +k8s:minimum=1
//	// +k8s:eachVal=+k8s:maxLength=63
type Constraint struct {
	// Arg is the positional argument of subfield, ifEnabled and ifDisabled.
	Arg string `arg:"0" optional:"true"`
	// Value is the limit or the format.
	Value string `arg:"=" optional:"true"`
	// Inner is the tag that a modifier applies.
	Inner *Marker `arg:"=+" optional:"true"`
}
