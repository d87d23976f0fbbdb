package markers

// Constraint is a tag of declarative validation: a limit, a format, an enumeration, or a modifier that applies another
// tag to elements, keys or inner fields. validation-gen in k8s.io/code-generator defines the tags; generated validation
// checks them. On durations and quantities, minimum and maximum are a configgen extension.
//
//	// +k8s:minimum=1
//	// +k8s:eachVal=+k8s:maxLength=63
type Constraint struct {
	// Arg is the positional argument of subfield, the name of a field in JSON.
	Arg string `arg:"0" optional:"true"`
	// Value is the limit or the format.
	Value string `arg:"=" optional:"true"`
	// Inner is the tag that a modifier applies.
	Inner *Marker `arg:"=+" optional:"true"`
}

// Union makes a field a member or the discriminator of a union. Of the fields with unionMember exactly one is set, and
// the discriminator names it; of those with zeroOrOneOfMember at most one is set. The marker is a tag of declarative
// validation.
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

// Unique makes the elements of a list unique: as a whole, or by the fields that +listMapKey names. The marker is a tag
// of declarative validation.
type Unique struct {
	// Kind is one of set and map.
	Kind string `arg:"=" oneof:"set,map"`
}

// Mark is a tag of declarative validation without arguments. With customUnique, the hook of the struct checks that the
// elements of the list are unique. With opaqueType, validation ignores what is inside the field. With customValidation,
// the hook of the struct validates the field.
type Mark struct{}

// Dependent is a tag of declarative validation about another field of the same struct, which must be set
// (dependentRequired) or must not be set (dependentForbidden) if this field is set.
//
//	// +k8s:dependentRequired("keyFile")
//	CertFile string
type Dependent struct {
	// Field is the name of the other field in JSON.
	Field string `arg:"0"`
}

// ModeDiscriminator marks the field that selects the mode of its struct: see ifMode. The marker is a tag of declarative
// validation.
type ModeDiscriminator struct {
	// Modality is the name of the discriminator, if a struct has several.
	Modality string `arg:"modality"`
}

// IfMode applies another tag while the discriminator of the struct has the given value. If no tag of the field is for
// the value of the discriminator, the field must not be set. The marker is a tag of declarative validation.
//
//	// +k8s:modeDiscriminator
//	Kind string
//	// +k8s:ifMode("Forward")=+k8s:required
//	Upstreams []string
type IfMode struct {
	// Arg is the value of the discriminator.
	Arg string `arg:"0" optional:"true"`
	// Mode is the value of the discriminator, too.
	Mode string `arg:"mode"`
	// Modality is the name of the discriminator, if a struct has several.
	Modality string `arg:"modality"`
	// Inner is the tag that applies.
	Inner *Marker `arg:"=+" optional:"true"`
}

// IfGate applies another tag while a feature gate is enabled (ifEnabled) or disabled (ifDisabled). The function that
// checks gated values, ValidateXGatedValues, includes it. The marker is a tag of declarative validation.
//
//	// +k8s:ifEnabled("DNSOverTLS")=+k8s:required
type IfGate struct {
	// Gate is the name of a feature.
	Gate string `arg:"0"`
	// Inner is the tag that applies.
	Inner *Marker `arg:"=+" optional:"true"`
}

// Item applies another tag to one element of a list with +listType=map: the one with the given values of the fields
// that +listMapKey names. The marker is a tag of declarative validation.
//
//	// +listType=map
//	// +listMapKey=name
//	// +k8s:item(name: "default")=+k8s:subfield("port")=+k8s:minimum=1
type Item struct {
	// Keys are the JSON names of the fields and their values.
	Keys []Key `arg:"*"`
	// Inner is the tag that applies.
	Inner *Marker `arg:"=+" optional:"true"`
}

// Key is an argument of an Item.
type Key struct {
	// Name of the field in JSON.
	Name string
	// Value in the notation of Go. Quoted is set for a string.
	Value  string
	Quoted bool
}

// Level applies another tag at a level of stability: beta is checked like any other tag, alpha is not yet. The marker
// is a tag of declarative validation.
type Level struct {
	// Since is the version of Kubernetes that introduced the constraint.
	Since string `arg:"since"`
	// Inner is the tag.
	Inner *Marker `arg:"=+" optional:"true"`
}

// Unserved is a tag of declarative validation that has no meaning for a configuration and is reported. In place of
// immutable and update, write +reload=immutable. The others are monotonic, and the tags that test validation-gen
// itself.
type Unserved struct {
	// Arg is an argument.
	Arg string `arg:"0" optional:"true"`
	// Value is a value.
	Value string `arg:"=" optional:"true"`
	// Inner is a tag.
	Inner *Marker `arg:"=+" optional:"true"`
}
