package relay

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfig "k8s.io/component-base/config"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object

// RelayConfiguration configures the relay.
// +config(zeros: kept)
// +flagDefaults(section: "serving")
type RelayConfiguration struct {
	metav1.TypeMeta
	// BindAddress is the address that the relay listens on.
	// +flag=bind-address
	// +moved(from: "address", in: v1alpha1)
	// +format=ip
	BindAddress string
	// Port is the port that the relay listens on.
	// +flag=port
	// +k8s:minimum=1
	// +k8s:maximum=65535
	Port int32
	// Timeout bounds one query.
	// +flag=timeout
	// +reload=hot
	// +moved(from: "timeoutSeconds", in: v1alpha1)
	Timeout metav1.Duration
	// Transport is udp or tcp.
	Transport string
	// Zones are the zones that are served from files.
	Zones []Zone
	// Upstreams answer what the zones do not.
	// +listType=map
	// +listMapKey=name
	Upstreams []Upstream
	// SearchDomains are appended to short names.
	// +flag=search-domains
	SearchDomains []string
	// AllowedClients may ask.
	// +listType=set
	AllowedClients []string
	// Cache holds answers.
	// +reload=hot
	Cache CacheConfiguration
	// TLS serves encrypted queries.
	TLS TLSConfiguration
	// Labels are attached to metrics.
	// +flag=labels
	Labels map[string]string
	// HookFiles are scripts by event.
	// +path
	HookFiles map[string]string
	// FeatureGates turns features on and off.
	// +flag=feature-gates
	// +precedence=merge
	FeatureGates map[string]bool
	// AnonymousAccess lets unauthenticated clients in.
	// +flag(deprecated: "set anonymousAccess in the file given by --config", section: "security")=anonymous-access
	// +legacyDefault=true
	AnonymousAccess bool
	// ReadOnlyPort serves statistics without authentication.
	// +flag(section: "security")=read-only-port
	// +legacyDefault=9053
	ReadOnlyPort int32
	// WindowsPriorityClass is the priority class of the process.
	// +flag=windows-priority-class
	// +os=windows
	WindowsPriorityClass string
	// MaxQueries bounds the queries in flight.
	// +flag=max-queries
	MaxQueries int32
	// SerializeTransfers does one zone transfer at a time.
	SerializeTransfers bool
	// MaxParallelTransfers bounds the zone transfers at a time.
	MaxParallelTransfers *int32
	// Limits are hard limits by resource; MergeDefaultLimits adds the defaults of resources that are not set.
	Limits             map[string]string
	MergeDefaultLimits bool
	// DataDir holds what must survive a restart.
	// +flag=data-dir
	// +path
	// +reload=immutable
	DataDir string
	// KernelBuffer is the size of the socket buffer.
	// +reload=reboot
	KernelBuffer resource.Quantity
	// ShadowServer gets a copy of every query.
	// +featureGate=Shadow
	ShadowServer string
	// Verbosity is the verbosity of a library that can be configured by a flag alone.
	// +thirdPartyFlag(from: "github.com/configgen/configgen/componentconfig/testdata/relay/resolver.InitFlags")=resolver-v
	// +reload=hot
	Verbosity int32
	// ClientConnection says how to reach the API server.
	// +subfield(Kubeconfig)=+flag(section: "security", usage: "How to reach the API server.")=kubeconfig
	// +subfield(Kubeconfig)=+path
	ClientConnection componentbaseconfig.ClientConnectionConfiguration
	// Logging configures the log.
	// +subfield(VModule)=+precedence=prepend
	// +flagsFrom(section: "logging")=k8s.io/component-base/logs/api/v1.AddFlags
	// +reload=hot
	Logging logsapi.LoggingConfiguration
}

// Zone is a zone that is served from a file.
type Zone struct {
	// Name is the name of the zone.
	// +k8s:required
	Name string
	// File holds the zone.
	// +path
	File string
	// TTL is the TTL of records without one.
	TTL metav1.Duration
	// NoTransfer forbids zone transfers.
	NoTransfer bool
	// Keys sign transfers.
	Keys []Key
}

// Key signs transfers.
type Key struct {
	Name   string
	Secret string `datapolicy:"security-key"`
}

// Upstream is a server that answers.
type Upstream struct {
	Name    string
	Address string
	Weight  int32
}

// CacheConfiguration holds answers.
type CacheConfiguration struct {
	// Size bounds the memory.
	// +flag=cache-size
	Size resource.Quantity
	// Negative is about answers that there is none.
	Negative *NegativeCache
}

// NegativeCache is about answers that there is none.
type NegativeCache struct {
	TTL     metav1.Duration
	Entries int32
}

// TLSConfiguration serves encrypted queries.
type TLSConfiguration struct {
	// CertFile is the certificate of the server.
	// +flag(section: "security")=tls-cert-file
	// +path
	CertFile string
	// +path
	ClientCAs []string
	// KeyPassword opens the key of the server.
	// +configgen:allow(rule: secret-flag, reason: "Tests set it.")
	// +flag(section: "security")=tls-key-password
	// +secret
	KeyPassword string
}

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object

// RelayInstanceConfiguration is what differs from relay to relay.
// +config(scope: instance)
type RelayInstanceConfiguration struct {
	metav1.TypeMeta
	// HostName is the name of this relay.
	// +flag=hostname-override
	HostName string
	// NodeIP is the address of this relay.
	NodeIP string
	// StateDir is where this relay keeps its state.
	// +flag=state-dir
	// +path
	// +legacyDefault=/var/lib/relay
	StateDir string
}
