// Package kinds has a legacy default of every kind.
package kinds

import (
	"net"
	"net/netip"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
	componentbaseconfig "k8s.io/component-base/config"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// Mode is a named string.
type Mode string

// Level is a named number.
type Level int32

// Modes is a named list.
type Modes []Mode

// Labels is a named map.
type Labels map[string]string

// Interval wraps a duration.
type Interval struct{ metav1.Duration }

// Words is a flag value of its own.
type Words struct{ Split []string }

// Set implements pflag.Value.
func (w *Words) Set(text string) error { w.Split = strings.Fields(text); return nil }

// String implements pflag.Value.
func (w *Words) String() string { return strings.Join(w.Split, " ") }

// Type implements pflag.Value.
func (w *Words) Type() string { return "words" }

// What references name.
const (
	DefaultLevel         = 4
	DefaultMode     Mode = "fast"
	DefaultGrace         = 30 * time.Second
	DefaultName          = "relay"
	DefaultFraction      = 0.25
	DefaultEnabled       = true
)

// Variables that references name.
var (
	DefaultWords  = Words{[]string{"a", "b"}}
	DefaultLabels = map[string]string{"app": "relay"}
	DefaultNames  = []string{"a", "b"}
)

// Target is what several variables share if they are not copied.
type Target struct {
	// Weight is behind a pointer.
	Weight *int32 `json:"weight"`
	// Ports are in lists, Next in a map.
	Ports [][]int32         `json:"ports"`
	Next  map[string]Labels `json:"next"`
	// Limit copies itself.
	Limit *resource.Quantity `json:"limit"`
}

// Variables that hold pointers, lists and maps.
var (
	weight         = int32(1)
	limit          = resource.MustParse("1Gi")
	DefaultTarget  = Target{&weight, [][]int32{{1}, nil}, map[string]Labels{"a": {"b": "c"}}, &limit}
	DefaultPointer = &DefaultTarget
	NoPointer      *Target
	DefaultTargets = []Target{DefaultTarget}
)

// Kinds has a field of every kind.
// +config
type Kinds struct {
	metav1.TypeMeta
	// Port has a versioned default that a legacy one takes the place of.
	// +legacyDefault=10255
	Port int32
	// Timeout has a versioned default and no legacy one.
	Timeout metav1.Duration

	// Bool is a boolean.
	// +legacyDefault=true
	Bool bool
	// String is a text.
	// +legacyDefault=a, b
	String string
	// Quoted is a JSON string.
	// +legacyDefault="tab\there"
	Quoted string
	// Empty is a JSON string without anything in it.
	// +legacyDefault=""
	Empty string
	// Int is in hexadecimal.
	// +legacyDefault=0x2a
	Int int
	// Int8 is negative.
	// +legacyDefault=-128
	Int8 int8
	// Int16 is octal.
	// +legacyDefault=0644
	Int16 int16
	// Int64 is large.
	// +legacyDefault=9223372036854775807
	Int64 int64
	// Uint is an unsigned number.
	// +legacyDefault=1
	Uint uint
	// Uint8 is at its limit.
	// +legacyDefault=255
	Uint8 uint8
	// Uint16 is an unsigned number.
	// +legacyDefault=2
	Uint16 uint16
	// Uint64 is at its limit.
	// +legacyDefault=18446744073709551615
	Uint64 uint64
	// Float32 is a fraction.
	// +legacyDefault=0.5
	Float32 float32
	// Float64 is a large number.
	// +legacyDefault=1e21
	Float64 float64
	// Mode is a named string.
	// +legacyDefault=slow
	Mode Mode
	// Level is a named number.
	// +legacyDefault=3
	Level Level
	// Duration is a duration.
	// +legacyDefault=5m
	Duration time.Duration
	// OddDuration is one that needs a smaller unit.
	// +legacyDefault=1h0m1.5s
	OddDuration time.Duration
	// NoDuration is zero.
	// +legacyDefault=0
	NoDuration time.Duration
	// Negative is a duration that is negative.
	// +legacyDefault=-1s
	Negative time.Duration
	// MetaDuration is a wrapper.
	// +legacyDefault="90m"
	MetaDuration metav1.Duration
	// Interval wraps a wrapper.
	// +legacyDefault=1m
	Interval Interval
	// Flush is component-base's wrapper.
	// +legacyDefault=5s
	Flush logsapi.TimeOrMetaDuration
	// Quantity is a quantity.
	// +legacyDefault=10Mi
	Quantity resource.Quantity
	// Surge is a number.
	// +legacyDefault=3
	Surge intstr.IntOrString
	// Unavailable is a text.
	// +legacyDefault=25%
	Unavailable intstr.IntOrString
	// IP is an address.
	// +legacyDefault=192.0.2.1
	IP net.IP
	// Addr is an address.
	// +legacyDefault=2001:db8::1
	Addr netip.Addr
	// AddrPort is an address with a port.
	// +legacyDefault=192.0.2.1:53
	AddrPort netip.AddrPort
	// Prefix is a range.
	// +legacyDefault=192.0.2.0/24
	Prefix netip.Prefix

	// Strings is a list as a flag takes it.
	// +legacyDefault=a,"b,c"
	Strings []string
	// Numbers is a JSON array.
	// +legacyDefault=[1, 2]
	Numbers []int32
	// Durations is a list.
	// +legacyDefault=1s,2m
	Durations []time.Duration
	// Modes is a named list.
	// +legacyDefault=["slow","fast"]
	Modes Modes
	// NoStrings is an empty list.
	// +legacyDefault=[]
	NoStrings []string
	// NilStrings is not a list.
	// +legacyDefault=null
	NilStrings []string
	// Map is a map as a flag takes it.
	// +legacyDefault=b=2,a=1
	Map map[string]string
	// Gates is a map as a flag takes it.
	// +legacyDefault=AllAlpha=false
	Gates map[string]bool
	// Labels is a named map.
	// +legacyDefault={"tier":"edge"}
	Labels Labels
	// Multimap holds lists.
	// +legacyDefault=a:1,a:2,b:3
	Multimap map[string][]string

	// BoolPointer is a pointer.
	// +legacyDefault=false
	BoolPointer *bool
	// Int32Pointer is a pointer.
	// +legacyDefault=110
	Int32Pointer *int32
	// StringPointer is a pointer.
	// +legacyDefault=x
	StringPointer *string
	// DurationPointer is a pointer.
	// +legacyDefault=1h
	DurationPointer *metav1.Duration
	// QuantityPointer is a pointer.
	// +legacyDefault=1Gi
	QuantityPointer *resource.Quantity
	// LevelPointer is a pointer to a named number.
	// +legacyDefault=7
	LevelPointer *Level
	// NilPointer is nil.
	// +legacyDefault=null
	NilPointer *int32

	// Group is a struct.
	Group Group
	// Optional may be nil.
	Optional *Group
	// Whole is given whole.
	// +legacyDefault={"name": "n", "size": "1Ki", "ttl": "5s", "count": 2, "Tags": ["a"]}
	Whole Nested
	// Backends is a list of structs.
	// +legacyDefault=[{"name": "first", "count": 1}, {"name": "second", "weights": {"a": 0.5}}]
	Backends []Nested
	// Pointers is a list of pointers.
	// +legacyDefault=[{"name": "first"}]
	Pointers []*Nested
	// Routes is a map of structs.
	// +legacyDefault={"b": {"name": "x"}, "a": {}}
	Routes map[string]Nested
	// ClientConnection is of another module.
	// +subfield(Kubeconfig)=+path
	// +subfield(QPS)=+legacyDefault=50
	// +subfield(Burst)=+legacyDefault=100
	ClientConnection componentbaseconfig.ClientConnectionConfiguration

	// LevelRef is a reference.
	// +legacyDefault=ref(DefaultLevel)
	LevelRef Level
	// ModeRef is a reference.
	// +legacyDefault=ref(example.com/golden/legacydefaults-kinds.DefaultMode)
	ModeRef Mode
	// NameRef is a reference through a pointer.
	// +legacyDefault=ref(DefaultName)
	NameRef *string
	// FractionRef is a reference.
	// +legacyDefault=ref(DefaultFraction)
	FractionRef float32
	// EnabledRef is a reference.
	// +legacyDefault=ref(DefaultEnabled)
	EnabledRef *bool
	// GraceRef is a reference that is wrapped.
	// +legacyDefault=ref(DefaultGrace)
	GraceRef metav1.Duration
	// FlushRef is a reference into another module.
	// +legacyDefault=ref(k8s.io/component-base/logs/api/v1.LogFlushFreqDefault)
	FlushRef logsapi.TimeOrMetaDuration
	// Words is a flag value.
	// +legacyDefault=ref(DefaultWords)
	Words Words
	// LabelsRef is a reference to a map.
	// +legacyDefault=ref(DefaultLabels)
	LabelsRef Labels
	// NamesRef is a reference to a list.
	// +legacyDefault=ref(DefaultNames)
	NamesRef []string
	// TargetRef is a reference to a struct with pointers.
	// +legacyDefault=ref(DefaultTarget)
	TargetRef Target
	// OptionalRef is a reference to what a pointer points to.
	// +legacyDefault=ref(DefaultTarget)
	OptionalRef *Target
	// PointerRef is a reference to a pointer.
	// +legacyDefault=ref(DefaultPointer)
	PointerRef *Target
	// NoPointerRef is a reference to a nil pointer.
	// +legacyDefault=ref(NoPointer)
	NoPointerRef *Target
	// TargetsRef is a reference to a list.
	// +legacyDefault=ref(DefaultTargets)
	TargetsRef []Target

	// Service exists on one system.
	// +os=windows
	// +legacyDefault=relay
	Service string
	// Cgroup exists on all systems but two.
	// +os=!windows,!darwin
	// +legacyDefault=/relay
	Cgroup *string
	// Sandbox exists on two systems.
	// +os=linux,android
	// +legacyDefault=true
	Sandbox bool
}

// Nested is in several places.
type Nested struct {
	// Name is a text.
	Name string
	// Count is a pointer.
	Count *int32
	// TTL is a wrapper.
	TTL metav1.Duration
	// Size is a quantity.
	Size resource.Quantity
	// Tags is a list.
	Tags []string
	// Weights is a map.
	Weights map[string]float64
	// Level is a named number.
	Level *Level
	// Deep may be nil.
	Deep *Deep
}

// Deep is a struct in a struct.
type Deep struct {
	// Value is a number.
	Value int
}

// Group holds defaults of its own.
type Group struct {
	// Size is a quantity.
	// +legacyDefault=1Gi
	Size resource.Quantity
	// Inner may be nil.
	Inner *Inner
}

// Inner is two pointers deep.
type Inner struct {
	// Value is a number.
	// +legacyDefault=8
	Value int
	// Name is a text.
	// +legacyDefault=deep
	Name string
}
