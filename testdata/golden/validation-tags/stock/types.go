package stock

import metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

// Tags has a field for each tag of declarative validation.
// +config
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type Tags struct {
	metav1.TypeMeta `json:",inline"`

	// Required must be set.
	// +k8s:required
	Required string `json:"required"`
	// Number is limited.
	// +k8s:optional
	// +k8s:minimum=2
	// +k8s:maximum=9
	Number *int32 `json:"number,omitempty"`
	// Text is limited in characters.
	// +k8s:optional
	// +k8s:minLength=2
	// +k8s:maxLength=4
	Text string `json:"text"`
	// Bytes are limited in bytes.
	// +k8s:optional
	// +k8s:maxBytes=5
	Bytes string `json:"bytes"`
	// Items are limited in number.
	// +k8s:required
	// +k8s:listType=atomic
	// +k8s:minItems=2
	// +k8s:maxItems=3
	// +k8s:eachVal=+k8s:maxLength=2
	Items []string `json:"items"`
	// Properties are limited in number.
	// +k8s:required
	// +k8s:minProperties=2
	// +k8s:maxProperties=3
	// +k8s:eachKey=+k8s:maxLength=2
	// +k8s:eachVal=+k8s:minLength=1
	Properties map[string]string `json:"properties"`
	// NotEqual cannot have one value.
	// +k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:neq="aa"
	NotEqual string `json:"notEqual"`
	// NotOne cannot be one.
	// +k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:neq=1
	NotOne int32 `json:"notOne"`
	// Enum is one of several.
	// +k8s:optional
	Enum Mode `json:"enum"`
	// Name is the name of an object.
	// +k8s:optional
	// +k8s:format=k8s-short-name
	Name string `json:"name"`
	// Sub has constraints from here.
	// +k8s:optional
	// +k8s:subfield(number)=+k8s:minimum=1
	Sub *Sub `json:"sub,omitempty"`
	// Set has no element twice.
	// +k8s:optional
	// +k8s:listType=set
	Set []string `json:"set"`
	// Map has no key twice.
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:listMapKey=number
	// +k8s:item(name: "a", number: 1)=+k8s:subfield(text)=+k8s:maxLength=1
	Map []Sub `json:"map"`
	// Unique has no element twice, though it is merged as a whole.
	// +k8s:optional
	// +k8s:listType=atomic
	// +k8s:unique=set
	Unique []Sub `json:"unique"`
	// Pointers have no key twice.
	// +k8s:optional
	// +k8s:listType=atomic
	// +k8s:unique=map
	// +k8s:listMapKey=name
	Pointers []*Sub `json:"pointers"`
	// Custom may have an element twice: generated validation does not check it.
	// +k8s:optional
	// +k8s:listType=set
	// +k8s:customUnique
	Custom []string `json:"custom"`
	// Union has one member.
	// +k8s:optional
	Union *Union `json:"union,omitempty"`
	// Discriminated has the member that its kind names.
	// +k8s:optional
	Discriminated *Discriminated `json:"discriminated,omitempty"`
	// Zero has one member or none.
	// +k8s:optional
	Zero *Zero `json:"zero,omitempty"`
	// Modal has constraints by its kind.
	// +k8s:optional
	Modal *Modal `json:"modal,omitempty"`
	// Dependent has fields that depend on one another.
	// +k8s:optional
	Dependent *Dependent `json:"dependent,omitempty"`
	// Gated has constraints by a feature gate.
	// +k8s:optional
	// +k8s:ifEnabled("Fast")=+k8s:maxLength=1
	// +k8s:ifDisabled("Fast")=+k8s:minLength=2
	Gated *string `json:"gated,omitempty"`
	// Forbidden is not set.
	// +k8s:beta(since: "1.37")=+k8s:forbidden
	Forbidden *string `json:"forbidden,omitempty"`
	// Opaque is not validated.
	// +k8s:optional
	// +k8s:opaqueType
	Opaque *Union `json:"opaque,omitempty"`
	// Choices have at most one of two elements, and exactly one of two others.
	// +k8s:optional
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:item(name: "a")=+k8s:zeroOrOneOfMember(union: "first")
	// +k8s:item(name: "b")=+k8s:zeroOrOneOfMember(union: "first")
	// +k8s:item(name: "c")=+k8s:unionMember(union: "second")
	// +k8s:item(name: "d")=+k8s:unionMember(union: "second")
	Choices []Choice `json:"choices"`
	// Checked is beta.
	// +k8s:optional
	// +k8s:beta(since: "1.37")=+k8s:maximum=3
	Checked *int32 `json:"checked,omitempty"`
}

// Mode is one of several.
// +k8s:enum
type Mode string

// The modes.
const (
	ModeA Mode = "a"
	ModeB Mode = "b"
	// ModeC is not available.
	// +k8s:enumExclude
	ModeC Mode = "aa"
	// ModeD needs the feature gate.
	// +k8s:ifDisabled("Fast")=+k8s:enumExclude
	ModeD Mode = "ab"
)

// Sub is a struct in others.
type Sub struct {
	// Name is a key.
	Name string `json:"name"`
	// Number is a number.
	Number int32 `json:"number"`
	// Text is a text.
	Text string `json:"text"`
}

// Union has one member.
type Union struct {
	// A is a member.
	// +k8s:optional
	// +k8s:unionMember
	A *string `json:"a,omitempty"`
	// B is a member.
	// +k8s:optional
	// +k8s:unionMember
	B *int32 `json:"b,omitempty"`
	// C is a member.
	// +k8s:optional
	// +k8s:unionMember
	C *Sub `json:"c,omitempty"`
}

// Discriminated has the member that its kind names.
type Discriminated struct {
	// Kind is the discriminator.
	// +k8s:required
	// +k8s:beta(since: "1.37")=+k8s:unionDiscriminator
	Kind string `json:"kind"`
	// A is a member.
	// +k8s:optional
	// +k8s:beta(since: "1.37")=+k8s:unionMember(memberName: "a")
	A *string `json:"a,omitempty"`
	// B is a member.
	// +k8s:optional
	// +k8s:beta(since: "1.37")=+k8s:unionMember(memberName: "b")
	B *string `json:"b,omitempty"`
}

// Zero has one member or none.
type Zero struct {
	// A is a member.
	// +k8s:optional
	// +k8s:zeroOrOneOfMember
	A *string `json:"a,omitempty"`
	// B is a member.
	// +k8s:optional
	// +k8s:zeroOrOneOfMember
	B *string `json:"b,omitempty"`
}

// Modal has constraints by its kind.
type Modal struct {
	// Kind is the discriminator.
	// +k8s:required
	// +k8s:modeDiscriminator
	Kind string `json:"kind"`
	// A must be set in one mode, and is limited in another one.
	// +k8s:ifMode("a")=+k8s:required
	// +k8s:ifMode("b")=+k8s:optional
	// +k8s:ifMode("b")=+k8s:maxLength=1
	A *string `json:"a,omitempty"`
}

// Dependent has fields that depend on one another.
type Dependent struct {
	// A needs B.
	// +k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:dependentRequired("b")
	A string `json:"a"`
	// B is needed.
	// +k8s:optional
	B string `json:"b"`
	// C excludes B.
	// +k8s:optional
	// +k8s:alpha(since: "1.37")=+k8s:dependentForbidden("b")
	C string `json:"c"`
}

// Choice is an element that may be there.
type Choice struct {
	// Name of the choice.
	// +k8s:required
	Name string `json:"name"`
}
