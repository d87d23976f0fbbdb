package v1

import (
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"
)

// ProbeConfiguration configures a probe.
// +config
// +customResource(scope: Namespaced, shortNames: "probe")
// +ignoredFlag(type: stringArray, shorthand: "r", deprecated: "use --target")=retired
type ProbeConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// Node is the name of the machine.
	//
	// It never changes:
	//   - the lease has it
	//   - the log has it
	// +k8s:maxLength=63
	// +reload=immutable
	// +optional
	Node string `json:"node,omitempty"`
	// Limits have bounds that a schema cannot express. controller-gen does not know such bounds on the fields themselves.
	// +subfield(Timeout)=+k8s:minimum=10ms
	// +subfield(Timeout)=+k8s:maximum=1h30m
	// +subfield(Pause)=+k8s:minimum=1s
	// +subfield(Delay)=+k8s:maximum=1s
	// +subfield(Memory)=+k8s:minimum=1Mi
	// +subfield(Memory)=+k8s:maximum=1Gi
	// +optional
	Limits Limits `json:"limits"`
	// Target is what is probed.
	// +optional
	Target Target `json:"target"`
	// Checks are made one after the other.
	// +subfield(Timeout)=+k8s:maximum=1m
	// +k8s:maxItems=10
	// +optional
	Checks []Check `json:"checks,omitempty"`
	// Sinks get the results, each under its own name.
	// +k8s:listType=map
	// +k8s:listMapKey=name
	// +k8s:maxItems=4
	// +optional
	Sinks []Sink `json:"sinks,omitempty"`
	// Zones are unique.
	// +k8s:listType=set
	// +k8s:eachVal=+k8s:format=k8s-short-name
	// +optional
	Zones []string `json:"zones,omitempty"`
	// Labels are added to each result.
	// +k8s:maxProperties=8
	// +k8s:eachKey=+k8s:maxLength=8
	// +k8s:eachVal=+k8s:minLength=1
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// Unlimited is a list of durations, too long for rules.
	// +k8s:eachVal=+k8s:maximum=1m
	// +optional
	Unlimited []metav1.Duration `json:"unlimited,omitempty"`
}

// Limits have bounds that a schema cannot express.
type Limits struct {
	// Timeout of a check.
	// +optional
	Timeout metav1.Duration `json:"timeout"`
	// Pause between checks.
	// +optional
	Pause *metav1.Duration `json:"pause,omitempty"`
	// Delay in nanoseconds.
	// +optional
	Delay time.Duration `json:"delay,omitempty"`
	// Memory of the results.
	// +optional
	Memory *resource.Quantity `json:"memory,omitempty"`
	// Share of the results that are kept.
	// +optional
	Share *intstr.IntOrString `json:"share,omitempty"`
	// Weight in the list.
	// +k8s:minimum=0.5
	// +optional
	Weight *float64 `json:"weight,omitempty"`
	// Level is small.
	// +k8s:neq=7
	// +optional
	Level uint8 `json:"level,omitempty"`
	// Ordinal is any whole number.
	// +optional
	Ordinal int64 `json:"ordinal,omitempty"`
	// Marker must not be set.
	// +k8s:forbidden
	Marker string `json:"marker,omitempty"`
	// Started is when the probe was first started.
	// +optional
	Started *metav1.Time `json:"started,omitempty"`
	// Raw is binary.
	// +optional
	Raw []byte `json:"raw,omitempty"`
}

// Mode is how a target is reached.
// +k8s:enum
type Mode string

// The modes.
const (
	ModeDirect Mode = "Direct"
	ModeProxy  Mode = "Proxy"
	ModeFile   Mode = "File"
)

// Target is what is probed.
type Target struct {
	// Mode is how the target is reached.
	// +k8s:modeDiscriminator
	// +optional
	Mode Mode `json:"mode,omitempty"`
	// Proxy is asked for the target.
	// +k8s:ifMode("Proxy")=+k8s:required
	// +optional
	Proxy string `json:"proxy,omitempty"`
	// Path of the file.
	// +k8s:ifMode("File")=+k8s:required
	// +k8s:ifMode("Direct")=+k8s:optional
	// +path=false
	// +optional
	Path string `json:"path,omitempty"`
	// CertData is a certificate.
	// +k8s:dependentRequired("private-key")
	// +k8s:dependentForbidden("namespace")
	// +optional
	CertData string `json:"certData,omitempty"`
	// PrivateKey belongs to the certificate.
	// +secret=false
	// +optional
	PrivateKey string `json:"private-key,omitempty"`
	// Namespace has a name that CEL reserves.
	// +optional
	Namespace string `json:"namespace,omitempty"`
}

// Check is one check.
type Check struct {
	// Name of the check.
	// +k8s:required
	// +k8s:format=k8s-short-name
	Name string `json:"name"`
	// HTTP asks for a URL.
	// +k8s:unionMember
	HTTP *HTTPCheck `json:"http,omitempty"`
	// TCP connects to an address.
	// +k8s:unionMember
	// +format=host-port
	TCP string `json:"tcp,omitempty"`
	// Timeout of this check.
	// +optional
	Timeout metav1.Duration `json:"timeout"`
	// Hosts of the check.
	// +k8s:minItems=1
	Hosts []string `json:"hosts"`
}

// HTTPCheck asks for a URL.
type HTTPCheck struct {
	// URL is asked for.
	// +format=url
	// +k8s:required
	URL string `json:"url"`
	// Body and File exclude each other.
	// +k8s:zeroOrOneOfMember
	// +optional
	Body string `json:"body,omitempty"`
	// File has the body.
	// +k8s:zeroOrOneOfMember
	// +path=false
	// +optional
	File *string `json:"file,omitempty"`
}

// Kind is the kind of a sink.
// +k8s:enum
type Kind string

// The kinds.
const (
	KindSyslog Kind = "Syslog"
	KindFile   Kind = "File"
)

// Sink gets results.
type Sink struct {
	// Name of the sink.
	// +k8s:required
	Name string `json:"name"`
	// Kind of the sink.
	// +k8s:unionDiscriminator
	// +optional
	Kind Kind `json:"kind,omitempty"`
	// Syslog gets lines.
	// +k8s:unionMember
	// +optional
	Syslog *Syslog `json:"syslog,omitempty"`
	// File gets records.
	// +k8s:unionMember
	// +path=false
	// +optional
	File string `json:"file,omitempty"`
}

// Syslog gets lines.
type Syslog struct {
	// Port of the server.
	// +k8s:minimum=1
	// +k8s:maximum=65535
	// +optional
	Port int32 `json:"port,omitempty"`
}
