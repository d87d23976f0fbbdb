// Package relay configures a relay that takes requests in at listeners and hands them to upstreams.
// +groupName=relay.config.example.com
package relay

import (
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfig "k8s.io/component-base/config"
)

// RelayConfiguration configures the relay.
// +config
type RelayConfiguration struct {
	metav1.TypeMeta

	// BindAddress is the address that the relay listens on.
	// +flag=bind-address
	// +format=ip
	// +required
	BindAddress string
	// Port is the port of the relay.
	// +flag(shorthand: "p")=port
	// +k8s:minimum=1
	// +k8s:maximum=65535
	Port int32
	// Token authenticates the relay to its upstreams.
	// +configgen:allow(rule: secret-flag, reason: "The test is about flags of secrets.")
	// +flag=token
	// +k8s:minLength=8
	Token string `datapolicy:"token"`
	// Labels are put on every metric.
	// +flag=labels
	// +k8s:maxItems=2
	// +k8s:eachKey=+k8s:format=k8s-label-key
	// +k8s:eachVal=+k8s:format=k8s-label-value
	Labels map[string]string
	// Timeout ends a request.
	// +flag=timeout
	// +k8s:minimum=1s
	// +k8s:maximum=5m
	Timeout metav1.Duration
	// Grace is how long open requests may go on when the relay stops.
	// +k8s:maximum=1h
	Grace *time.Duration
	// Buffer limits what the relay keeps of one request.
	// +flag=buffer
	// +k8s:minimum=4Ki
	// +k8s:maximum=1Gi
	Buffer resource.Quantity
	// Burst allows for peaks; unset, it is twice the rate.
	// +flag=burst
	// +k8s:minimum=1
	Burst *int32
	// Strategy chooses among upstreams.
	// +flag=strategy
	Strategy Strategy
	// Networks are those from which requests come.
	// +flag(deprecated: "use --allowed-networks")=networks
	// +flag=allowed-networks
	// +format=cidr
	// +k8s:minItems=1
	Networks []string
	// PriorityClass is the class of the process.
	// +flag=windows-priority-class
	// +os=windows
	// +k8s:maxLength=31
	PriorityClass string
	// CgroupRoot is the cgroup that the relay runs in.
	// +os=linux
	// +format=absolute-path
	CgroupRoot string
	// Listeners take requests in.
	// +k8s:minItems=1
	Listeners []Listener
	// Fallback takes what no upstream takes.
	Fallback *Upstream
	// Upstreams are where requests go, by name.
	// +k8s:eachKey=+k8s:format=k8s-short-name
	Upstreams map[string]Upstream
	// Sink says where the log goes.
	Sink Sink
	// ClientConnection says how to reach the API server.
	// +subfield(Kubeconfig)=+path
	// +subfield(Kubeconfig)=+required
	// +subfield(Kubeconfig)=+flag=kubeconfig
	// +subfield(QPS)=+k8s:minimum=0
	// +subfield(ContentType)=+k8s:forbidden
	// +k8s:subfield(burst)=+k8s:maximum=1000
	ClientConnection componentbaseconfig.ClientConnectionConfiguration
}

// Strategy says how the relay chooses among upstreams.
// +enum
type Strategy string

// The strategies.
const (
	RoundRobin Strategy = "RoundRobin"
	LeastLoad  Strategy = "LeastLoad"
)

// Listener takes requests in.
type Listener struct {
	// Name is what metrics call the listener.
	// +k8s:format=k8s-short-name
	Name string
	// Port to listen on.
	// +k8s:minimum=1
	// +k8s:maximum=65535
	Port int32
	// TLS is nil for plain text.
	TLS *TLS
}

// TLS says how connections are secured.
type TLS struct {
	// CertFile is the certificate.
	// +path
	// +required
	CertFile string
	// MinVersion is the lowest version that is accepted.
	// +k8s:minimum=10
	// +optional
	MinVersion uint8
}

// Upstream is where requests go.
type Upstream struct {
	// URL of the upstream.
	// +format=url
	// +required
	URL string
	// Health says how to find out whether the upstream lives.
	Health Health
}

// Health says how to find out whether something lives.
type Health struct {
	// Path to ask for.
	// +path=false
	Path string
}

// Sink says where something is written. Exactly one of its members is set.
type Sink struct {
	// Type says which.
	// +k8s:unionDiscriminator
	Type string
	// File is a file.
	// +k8s:unionMember
	File *FileSink
	// Syslog is the system's log.
	// +k8s:unionMember(memberName: "SystemLog")
	Syslog *SyslogSink
}

// FileSink is a file.
type FileSink struct {
	// Name of the file.
	// +path
	// +required
	Name string
}

// SyslogSink is the system's log.
type SyslogSink struct {
	// Address of the daemon.
	// +format=host-port
	Address string
}
