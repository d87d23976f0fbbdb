package markers

// GroupName gives the API group of a package, as the Kubernetes generators read it.
type GroupName struct {
	// Name of the group, as in relay.config.example.io.
	Name string `arg:"="`
}

// ConversionGen on the package of an external version names the internal package that it converts to: this is how configgen
// knows which versions belong to which group.
type ConversionGen struct {
	// Package is the import path of the internal package; false turns conversion-gen off.
	Package string `arg:"=" optional:"true"`
}

// ExternalTypes names the package that holds the types of an external version, where the package that is marked holds only its
// defaults and conversions.
type ExternalTypes struct {
	// Package is an import path.
	Package string `arg:"="`
}

// DeepCopyInterfaces names the interfaces that deepcopy-gen implements for a type. A root and its versions need
// k8s.io/apimachinery/pkg/runtime.Object, or a DeepCopyObject written by hand, to be put into a scheme.
type DeepCopyInterfaces struct {
	// Interfaces are import paths with names, separated by commas.
	Interfaces []string `arg:"="`
}

// ListType says how two lists combine: atomic (the default), set or map, as the structural merge of Kubernetes defines it.
// The runtime library merges drop-in files by it.
type ListType struct {
	// Kind of the list.
	Kind string `arg:"=" oneof:"atomic,set,map"`
}

// ListMapKey names the field by which the elements of a +listType=map are told apart.
type ListMapKey struct {
	// Name is a JSON name.
	Name string `arg:"="`
}

// Presence is +optional or +required, in either spelling. Validation refuses an empty value of a required field.
type Presence struct{}

// Enum says that a string has the values of the exported constants of its type, in the type's own package. Validation refuses
// others.
type Enum struct{}

// Default is the versioned default of a field, which defaulter-gen writes. It is read by that tool, not by configgen.
type Default struct {
	// Value is a JSON literal.
	Value string `arg:"="`
}

// Union makes a field a member of a union, of whose members exactly one is set, or the discriminator that says which. It is a
// tag of declarative validation that the validation generator serves.
//
//	// +k8s:unionDiscriminator
//	// +k8s:unionMember
//	// +k8s:unionMember(union: "sink", memberName: "Syslog")
type Union struct {
	// Union is the name of the union, where a struct has several.
	Union string `arg:"union"`
	// MemberName is the discriminator's value for the member. Left out, it is the name of the field in Go.
	MemberName string `arg:"memberName"`
}

// Constraint is a tag of declarative validation (k8s.io/code-generator's validation-gen) that the validation generator serves:
// a limit, a format, an enumeration, or a modifier that applies another tag to elements, keys or inner fields. ifEnabled and
// ifDisabled are read and refused: what depends on a feature gate is marked +featureGate.
//
//	// +k8s:minimum=1
//	// +k8s:eachVal=+k8s:maxLength=63
type Constraint struct {
	// Arg is the positional argument of subfield, ifEnabled and ifDisabled.
	Arg string `arg:"0" optional:"true"`
	// Value is the limit or the format, as written.
	Value string `arg:"=" optional:"true"`
	// Inner is the tag that a modifier applies.
	Inner *Marker `arg:"=+" optional:"true"`
}
