// Package bindings has a field of every type that a flag binds to, as a value and as a pointer.
// +groupName=bindings.config.example.com
package bindings

import (
	"net"
	"net/netip"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// BindingsFlags has one flag for every binding.
// +flags
type BindingsFlags struct {
	// Bool is a bool.
	// +flag
	Bool bool
	// String is a string.
	// +flag
	String string
	// Int is an int.
	// +flag
	Int int
	// Int32 is an int32.
	// +flag
	Int32 int32
	// Int64 is an int64.
	// +flag
	Int64 int64
	// Uint is a uint.
	// +flag
	Uint uint
	// Uint16 is a uint16.
	// +flag
	Uint16 uint16
	// Uint32 is a uint32.
	// +flag
	Uint32 uint32
	// Float32 is a float32.
	// +flag
	Float32 float32
	// Float64 is a float64.
	// +flag
	Float64 float64
	// Duration is a time.Duration.
	// +flag
	Duration time.Duration
	// MetaDuration is a metav1.Duration.
	// +flag
	MetaDuration metav1.Duration
	// Strings is a []string.
	// +flag
	Strings []string
	// Int32s is a []int32.
	// +flag
	Int32s []int32
	// Ints is a []int.
	// +flag
	Ints []int
	// Bools is a []bool.
	// +flag
	Bools []bool
	// Durations is a []time.Duration.
	// +flag
	Durations []time.Duration
	// StringMap is a map[string]string.
	// +flag
	StringMap map[string]string
	// BoolMap is a map[string]bool.
	// +flag
	BoolMap map[string]bool
	// IntMap is a map[string]int.
	// +flag
	IntMap map[string]int
	// Multimap is a map[string][]string.
	// +flag
	Multimap map[string][]string
	// IP is a net.IP.
	// +flag
	IP net.IP
	// Addr is a netip.Addr.
	// +flag
	Addr netip.Addr
	// AddrPort is a netip.AddrPort.
	// +flag
	AddrPort netip.AddrPort
	// Prefix is a netip.Prefix.
	// +flag
	Prefix netip.Prefix
	// IPText is a string that holds an IP address.
	// +flag=ip-text
	// +format=ip
	IPText string
	// CIDRText is a string that holds a CIDR.
	// +flag
	// +format=cidr
	CIDRText string
	// HostPortText is a string that holds a host and a port.
	// +flag
	// +format=host-port
	HostPortText string
	// Quantity is a resource.Quantity.
	// +flag
	Quantity resource.Quantity
	// Mode is a named string.
	// +flag
	Mode Mode
	// Patterns is a []string with commas.
	// +flag(type: stringArray)
	Patterns []string
	// PatternsPointer is a *[]string with commas.
	// +flag(type: stringArray)
	PatternsPointer *[]string
	// PatternList is a named list with commas.
	// +flag(type: stringArray, shorthand: "l", shorthandDeprecated: "use --pattern-list")
	PatternList PatternList
	// Modes is a list of a named type.
	// +flag
	Modes []Mode
	// ModeList is a named list.
	// +flag
	ModeList ModeList
	// Level is a named int32.
	// +flag
	Level Level
	// Labels is a named map.
	// +flag
	Labels Labels
	// Custom implements pflag.Value.
	// +flag
	Custom Custom
	// Wrapped is a wrapper with one embedded field.
	// +flag
	Wrapped Wrapped
	// Flush is component-base's wrapper of a duration.
	// +flag
	Flush logsapi.VerbosityLevel
	// BoolPointer is a *bool.
	// +flag
	BoolPointer *bool
	// StringPointer is a *string.
	// +flag
	StringPointer *string
	// Int32Pointer is an *int32.
	// +flag
	Int32Pointer *int32
	// Float64Pointer is a *float64.
	// +flag
	Float64Pointer *float64
	// DurationPointer is a *metav1.Duration.
	// +flag
	DurationPointer *metav1.Duration
	// QuantityPointer is a *resource.Quantity.
	// +flag
	QuantityPointer *resource.Quantity
	// ModePointer is a *Mode.
	// +flag
	ModePointer *Mode
	// StringsPointer is a *[]string.
	// +flag
	StringsPointer *[]string
	// CustomPointer is a *Custom.
	// +flag
	CustomPointer *Custom
	// AddrPointer is a *netip.Addr.
	// +flag
	AddrPointer *netip.Addr
	// IntOrString is a number or a text.
	// +flag
	IntOrString intstr.IntOrString
	// IntOrStringPointer is a pointer to one.
	// +flag
	IntOrStringPointer *intstr.IntOrString
	// IntOrStringMap is a map of them.
	// +flag
	IntOrStringMap map[string]intstr.IntOrString
	// DurationMap is a map[string]metav1.Duration.
	// +flag
	DurationMap map[string]metav1.Duration
	// MetaDurations is a list of metav1.Duration.
	// +flag
	MetaDurations []metav1.Duration
	// WrappedMap is a map of wrappers in wrappers.
	// +flag
	WrappedMap map[string]Wrapped
	// Nested is a struct behind a pointer.
	Nested *Nested
}

// Mode is a named string.
type Mode string

// PatternList is a list of strings.
type PatternList []string

// ModeList is a named list.
type ModeList []Mode

// Level is a named number.
type Level int32

// Labels is a named map.
type Labels map[string]string

// Wrapped is a wrapper with one embedded field.
type Wrapped struct{ metav1.Duration }

// Nested is behind a pointer, which stays nil until one of its flags is set.
type Nested struct {
	// Name is a string behind a pointer.
	// +flag=nested-name
	Name string
	// Ports are behind a pointer.
	// +flag=nested-ports
	Ports []int32
	// Enabled is a bool behind a pointer.
	// +flag=nested-enabled
	Enabled bool
	// Deeper is behind two pointers.
	Deeper *Deeper
}

// Deeper is behind two pointers.
type Deeper struct {
	// Name is behind three pointers.
	// +flag=deeper-name
	Name *string
}

// Custom is a flag's value of the user's own: words joined by slashes.
type Custom struct{ Words []string }

// String implements pflag.Value.
func (c *Custom) String() string { return strings.Join(c.Words, "/") }

// Set implements pflag.Value.
func (c *Custom) Set(text string) error {
	c.Words = nil
	if text != "" {
		c.Words = strings.Split(text, "/")
	}
	return nil
}

// Type implements pflag.Value.
func (c *Custom) Type() string { return "words" }
