package v1

import (
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
)

// RelayConfiguration configures the relay.
type RelayConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// BindAddress is the address that the relay listens on.
	BindAddress string `json:"bindAddress"`
	// Port is the port of the relay.
	Port int32 `json:"port"`
	// Token authenticates the relay to its upstreams.
	Token string `json:"token" datapolicy:"token"`
	// Labels are put on every metric.
	Labels map[string]string `json:"labels"`
	// Timeout ends a request.
	Timeout metav1.Duration `json:"timeout"`
	// Grace is how long open requests may go on when the relay stops.
	Grace *time.Duration `json:"grace"`
	// Buffer limits what the relay keeps of one request.
	Buffer resource.Quantity `json:"buffer"`
	// Burst allows for peaks; unset, it is twice the rate.
	Burst *int32 `json:"burst"`
	// Strategy chooses among upstreams.
	Strategy Strategy `json:"strategy"`
	// Networks are those from which requests come.
	Networks []string `json:"networks"`
	// PriorityClass is the class of the process.
	PriorityClass string `json:"priorityClass"`
	// CgroupRoot is the cgroup that the relay runs in.
	CgroupRoot string `json:"cgroupRoot"`
	// Listeners take requests in.
	Listeners []Listener `json:"listeners"`
	// Fallback takes what no upstream takes.
	Fallback *Upstream `json:"fallback"`
	// Upstreams are where requests go, by name.
	Upstreams map[string]Upstream `json:"upstreams"`
	// Sink says where the log goes.
	Sink Sink `json:"sink"`
	// ClientConnection says how to reach the API server.
	ClientConnection componentbaseconfigv1alpha1.ClientConnectionConfiguration `json:"clientConnection"`
}

// Strategy says how the relay chooses among upstreams.
type Strategy string

// The strategies.
const (
	RoundRobin Strategy = "RoundRobin"
	LeastLoad  Strategy = "LeastLoad"
)

// Listener takes requests in.
type Listener struct {
	// Name is what metrics call the listener.
	Name string `json:"name"`
	// Port to listen on.
	Port int32 `json:"port"`
	// TLS is nil for plain text.
	TLS *TLS `json:"tls"`
}

// TLS says how connections are secured.
type TLS struct {
	// CertFile is the certificate.
	CertFile string `json:"certFile"`
	// MinVersion is the lowest version that is accepted.
	MinVersion uint8 `json:"minVersion"`
}

// Upstream is where requests go.
type Upstream struct {
	// URL of the upstream.
	URL string `json:"url"`
	// Health says how to find out whether the upstream lives.
	Health Health `json:"health"`
}

// Health says how to find out whether something lives.
type Health struct {
	// Path to ask for.
	Path string `json:"path"`
}

// Sink says where something is written. Exactly one of its members is set.
type Sink struct {
	// Type says which.
	Type string `json:"type"`
	// File is a file.
	File *FileSink `json:"file"`
	// Syslog is the system's log.
	Syslog *SyslogSink `json:"syslog"`
}

// FileSink is a file.
type FileSink struct {
	// Name of the file.
	Name string `json:"name"`
}

// SyslogSink is the system's log.
type SyslogSink struct {
	// Address of the daemon.
	Address string `json:"address"`
}
