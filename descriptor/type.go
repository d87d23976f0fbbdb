package descriptor

// Type is the notation of a value in a file, and its limits.
type Type struct {
	Form Form `json:"form"`
	// Number is the type of a number in Go, such as int32 or float64. Its range is a limit, too.
	Number string `json:"number,omitempty"`
	// Reads is the type that reads itself, with its import path, if it is not one of those with a Form of their own. What
	// it accepts is not known: any value for the Form Any, and any text for the Form String.
	Reads string `json:"reads,omitempty"`
	Limits
	// Elem is the type of the items of a List and of the values of a Map, Key the type of the keys of a Map. The fields of
	// an Object are in the list of the fields.
	Elem *Type `json:"elem,omitempty"`
	Key  *Type `json:"key,omitempty"`
}

// Form is how a value is written in JSON and YAML.
type Form string

// The forms of values.
const (
	// Any is any value: the type reads itself, or has no fixed form.
	Any     Form = "any"
	Bool    Form = "boolean"
	Integer Form = "integer"
	Number  Form = "number"
	String  Form = "string"
	// Base64 is a string of bytes.
	Base64 Form = "base64"
	// Duration is a string such as 1m30s, Nanoseconds an integer, EitherDuration one of both.
	Duration       Form = "duration"
	Nanoseconds    Form = "nanoseconds"
	EitherDuration Form = "duration or nanoseconds"
	// Quantity is a string or number such as 10Mi.
	Quantity    Form = "quantity"
	IntOrString Form = "integer or string"
	// Time is a string such as 2006-01-02T15:04:05Z.
	Time   Form = "time"
	Object Form = "object"
	List   Form = "list"
	Map    Form = "map"
)

// Limits are what a value must be. Texts of numbers are as the marker has them: of a Duration 10s, of a Quantity 10Mi.
type Limits struct {
	Required  bool `json:"required,omitempty"`
	Optional  bool `json:"optional,omitempty"`
	Forbidden bool `json:"forbidden,omitempty"`
	// Minimum and Maximum are inclusive, Not is the one value that is refused; empty for none.
	Minimum string `json:"minimum,omitempty"`
	Maximum string `json:"maximum,omitempty"`
	Not     string `json:"not,omitempty"`
	// MinLength and MaxLength limit the characters of a string, the items of a list and the keys of a map, MaxBytes the
	// bytes of a string; empty for none.
	MinLength string `json:"minLength,omitempty"`
	MaxLength string `json:"maxLength,omitempty"`
	MaxBytes  string `json:"maxBytes,omitempty"`
	// Formats are names such as ip or k8s-short-name; the text must have all of them.
	Formats []string `json:"formats,omitempty"`
	// Enum is true if only Values are accepted. Values are the constants of the type, in the order of the source.
	Enum   bool    `json:"enum,omitempty"`
	Values []Value `json:"values,omitempty"`
	// Unique is set if no item occurs twice: Set compares whole items, MapList the keys.
	Unique ListType `json:"unique,omitempty"`
	// List says how lists of several files are combined; the fields in Keys identify an item of a MapList.
	List ListType `json:"list,omitempty"`
	Keys []string `json:"keys,omitempty"`
	// Conditions are limits that depend on other fields or on feature gates.
	Conditions []Condition `json:"conditions,omitempty"`
	// Others are markers with limits that have no form here, without their plus sign.
	Others []string `json:"others,omitempty"`
}

// ListType is how a list is merged.
type ListType string

// The types of lists. A list without a type is replaced as a whole.
const (
	Set     ListType = "set"
	MapList ListType = "map"
)

// Value is one that an enumeration accepts.
type Value struct {
	Value string `json:"value"`
	// Gates are the names of the feature gates that it needs.
	Gates []string `json:"gates,omitempty"`
}

// Condition is a limit that depends on other fields beside the field, or on a feature gate.
type Condition struct {
	Kind ConditionKind `json:"kind"`
	// Union is the name of a union, or of a group of modes; empty for the only one of the struct.
	Union string `json:"union,omitempty"`
	// Member is the value of the discriminator for which the field is set; empty for its Go name.
	Member string `json:"member,omitempty"`
	// Field is the JSON name of the other field.
	Field string `json:"field,omitempty"`
	// Mode is the value of the discriminator for which Limits apply. Gate is the feature gate for which they apply.
	Mode string `json:"mode,omitempty"`
	Gate string `json:"gate,omitempty"`
	// Limits are the limits that apply if the condition is true.
	Limits *Limits `json:"limits,omitempty"`
}

// ConditionKind is the kind of a Condition, by the name of its marker:
//
//	unionMember        exactly one member of the union is set
//	zeroOrOneOfMember  at most one member of the union is set
//	unionDiscriminator the field names the member of the union that is set
//	dependentRequired  if the field is set, the other one must be
//	dependentForbidden if the field is set, the other one must not be
//	modeDiscriminator  the field selects the mode
//	ifMode             the limits apply in a mode
//	ifEnabled          the limits apply if the gate is enabled
//	ifDisabled         the limits apply if the gate is disabled
type ConditionKind string
