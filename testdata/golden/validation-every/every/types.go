// Package v1alpha1 has every constraint that the validation generator serves, on every sort of type, in a group that is
// one external version alone.
// +groupName=every.config.example.com
// +configgen:output(validation: "example.com/golden/validation-every/every/check", flags: "example.com/golden/validation-every/every/options")
package v1alpha1

import (
	"net"
	"net/netip"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"example.com/golden/validation-every/every/shared"
)

// EveryConfiguration has a field of every sort.
// +config
type EveryConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// Numbers have limits.
	Numbers Numbers `json:"numbers"`
	// Texts have lengths and formats.
	Texts Texts `json:"texts"`
	// Lists have items.
	Lists Lists `json:"lists"`
	// Presence is asked for, forbidden, or left open.
	Presence Presence `json:"presence"`
	// Unions have members.
	Unions Unions `json:"unions"`
	// Secrets are never shown.
	Secrets Secrets `json:"secrets" datapolicy:"token"`
	// Embedded is between other fields.
	Embedded `json:",inline"`
	// Systems has fields of one system.
	Systems Systems `json:"systems"`
	// Endpoints are structs in lists of lists.
	Endpoints [][]*Endpoint `json:"endpoints"`
	// Primary is an endpoint with a constraint of its own.
	// +k8s:subfield(weight)=+k8s:minimum=50
	// +k8s:subfield(weight)=+k8s:maximum=100
	Primary Endpoint `json:"primary"`
	// Secondary is an endpoint.
	Secondary *Endpoint `json:"secondary"`
	// Plain has no constraints, only rules written by hand.
	Plain Plain `json:"plain"`
	// Here and There are of a type that the validation package cannot name.
	Here unexported `json:"here"`
	// There is like Here.
	There unexported `json:"there"`
	// TLS comes from a package beside.
	TLS shared.TLS `json:"tls"`

	// First and Second exclude one another.
	// +k8s:unionMember
	First *Plain `json:"first,omitempty"`
	// Second and First exclude one another.
	// +k8s:unionMember
	Second string `json:"second,omitempty"`
}

// Port is a port; its limits hold wherever it stands.
// +k8s:minimum=1
type Port uint16

// Wait is a wrapper of a duration.
type Wait struct {
	metav1.Duration
}

// Numbers have limits.
type Numbers struct {
	// +k8s:minimum=-5
	// +k8s:maximum=5
	// +optional
	Int int `json:"int"`
	// +k8s:maximum=18446744073709551614
	Uint64 uint64 `json:"uint64"`
	// +k8s:minimum=0
	// +k8s:maximum=255
	Byte byte `json:"byte"`
	// +k8s:minimum=0.5
	// +k8s:maximum=2.5
	Float float64 `json:"float"`
	// +k8s:minimum=7
	// +k8s:maximum=7
	Seven *int64 `json:"seven"`
	// +k8s:minimum=1500ms
	Go time.Duration `json:"go"`
	// +k8s:minimum=0
	Meta *metav1.Duration `json:"meta"`
	// +k8s:maximum=1h30m
	Wait Wait `json:"wait"`
	// +k8s:maximum=10Gi
	Quantity *resource.Quantity `json:"quantity"`
	// Port has the limits of its type.
	Port Port `json:"port"`
	// Ports have the limits of their type.
	Ports map[string]*Port `json:"ports"`
}

// Name is a string of a type of its own.
// +k8s:maxLength=5
type Name string

// Mode is an enumeration.
// +k8s:enum
type Mode string

// The modes.
const (
	ModeFast Mode = "Fast"
	ModeSafe Mode = "Safe"
	// ModeDefault is another name of ModeSafe.
	ModeDefault = ModeSafe
)

// Texts have lengths and formats.
type Texts struct {
	// +k8s:minLength=2
	// +k8s:maxLength=4
	Length string `json:"length"`
	// Name has the limit of its type.
	Name Name `json:"name"`
	// +optional
	Mode Mode `json:"mode"`
	// ModePointer is a mode, or nothing.
	ModePointer *Mode `json:"modePointer"`
	// Modes are several.
	Modes []Mode `json:"modes"`
	// +format=ip
	IP string `json:"ip"`
	// +format=ip
	Address netip.Addr `json:"address"`
	// +format=ip
	NetIP net.IP `json:"netIP"`
	// +format=cidr
	CIDR *string `json:"cidr"`
	// +format=host-port
	HostPorts []string `json:"hostPorts"`
	// +format=url
	URLs map[string]string `json:"urls"`
	// +format=port
	Port string `json:"port"`
	// +format=percent
	Percent string `json:"percent"`
	// +format=absolute-path
	// +path
	AbsolutePath string `json:"absolutePath"`
	// +format=regexp
	Regexp Name `json:"regexp"`
	// +k8s:format=k8s-short-name
	// +k8s:optional
	ShortName string `json:"shortName"`
	// +k8s:format=k8s-long-name
	// +k8s:optional
	LongName string `json:"longName"`
	// +k8s:format=k8s-long-name-caseless
	// +k8s:optional
	LongNameCaseless string `json:"longNameCaseless"`
	// +k8s:format=k8s-label-key
	// +k8s:optional
	LabelKey string `json:"labelKey"`
	// +k8s:format=k8s-prefixed-label-key
	// +k8s:optional
	PrefixedLabelKey string `json:"prefixedLabelKey"`
	// +k8s:format=k8s-label-value
	LabelValue string `json:"labelValue"`
	// +k8s:format=k8s-path-segment-name
	PathSegment string `json:"pathSegment"`
	// +k8s:format=k8s-ip
	// +k8s:optional
	SloppyIP string `json:"sloppyIP"`
	// +k8s:format=k8s-uuid
	// +k8s:optional
	UUID string `json:"uuid"`
}

// Lists have items.
type Lists struct {
	// +k8s:minItems=1
	// +k8s:maxItems=2
	// +k8s:eachVal=+k8s:minimum=10
	Ints []int32 `json:"ints"`
	// +k8s:maxItems=1
	// +k8s:eachKey=+k8s:maxLength=3
	// +k8s:eachVal=+k8s:eachVal=+k8s:minLength=1
	Nested map[Name][]string `json:"nested"`
	// +k8s:eachVal=+k8s:subfield(weight)=+k8s:maximum=9
	Endpoints []Endpoint `json:"endpoints"`
	// +k8s:eachVal=+k8s:required
	Durations map[string]metav1.Duration `json:"durations"`
}

// Presence is asked for, forbidden, or left open.
type Presence struct {
	// +required
	String string `json:"string"`
	// +k8s:required
	Pointer *bool `json:"pointer"`
	// +required
	// +k8s:maxItems=1
	List []string `json:"list"`
	// +required
	Duration metav1.Duration `json:"duration"`
	// +required
	Quantity resource.Quantity `json:"quantity"`
	// +required
	Address netip.Addr `json:"address"`
	// +required
	Endpoint *Endpoint `json:"endpoint"`
	// +k8s:forbidden
	Never string `json:"never"`
	// +k8s:forbidden
	NeverBool bool `json:"neverBool"`
	// +k8s:forbidden
	NeverQuantity resource.Quantity `json:"neverQuantity"`
}

// Unions have members.
type Unions struct {
	// +k8s:unionMember
	A *string `json:"a"`
	// +k8s:unionMember
	B []string `json:"b"`
	// +k8s:unionMember
	C int32 `json:"c"`
	// +k8s:unionDiscriminator(union: "kind")
	Kind Mode `json:"kind"`
	// +k8s:unionMember(union: "kind", memberName: "Fast")
	Fast *Plain `json:"fast"`
	// +k8s:unionMember(union: "kind", memberName: "Safe")
	Safe *Plain `json:"safe"`
}

// Secrets are never shown.
type Secrets struct {
	// +k8s:minLength=8
	Token string `json:"token"`
	// +format=regexp
	Pattern string `json:"pattern"`
	// +k8s:format=k8s-ip
	// +optional
	IP string `json:"ip"`
	// +k8s:eachVal=+k8s:format=k8s-short-name
	Names map[string]string `json:"names"`
	// +k8s:maximum=99
	Number int64 `json:"number"`
	// +k8s:maximum=1m
	Duration metav1.Duration `json:"duration"`
	// +k8s:maximum=1Gi
	Quantity resource.Quantity `json:"quantity"`
	// +optional
	Mode Mode `json:"mode"`
}

// Embedded is between other fields.
type Embedded struct {
	// +k8s:minimum=1
	// +flag=inner-count
	// Inner is a number.
	Inner int32 `json:"inner"`
}

// Systems has fields of one system.
type Systems struct {
	// +os=linux
	// +k8s:minimum=1
	Linux int32 `json:"linux"`
	// +os=!linux
	// +k8s:minimum=1
	Others int32 `json:"others"`
	// +os=windows,darwin
	// +k8s:minimum=1
	Two int32 `json:"two"`
	// +os=windows,darwin
	TwoToo *Endpoint `json:"twoToo"`
}

// Endpoint is somewhere to connect to.
type Endpoint struct {
	// +format=host-port
	Address string `json:"address"`
	// +k8s:maximum=100
	Weight int32 `json:"weight"`
}

// Plain has no constraints.
type Plain struct {
	// Text is free.
	Text string `json:"text"`
}

// unexported has a name that other packages cannot use.
type unexported struct {
	// +k8s:unionMember
	X string `json:"x"`
	// +k8s:unionMember
	Y *Plain `json:"y"`
	// +required
	Since metav1.Time `json:"since"`
}
