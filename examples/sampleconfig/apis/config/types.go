package config

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfig "k8s.io/component-base/config"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// RelayConfiguration configures a relay: a DNS server at the edge of a network. The relay answers queries from its own
// records and its cache, and forwards all others. All relays of a site share the configuration.
// +config
// +customResource
// +flagDefaults(section: "relay")
// +ignoredFlag(type: int32, deprecated: "each query has a goroutine", hidden: true, section: "relay")=workers
// +tombstone(flag: "stats-address", removed: "1.0", use: "--admin-address")
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type RelayConfiguration struct {
	metav1.TypeMeta

	// Listen configures the addresses that the relay listens on, and its clients.
	Listen ListenConfiguration
	// Forwarding configures the servers that queries are forwarded to.
	Forwarding ForwardingConfiguration
	// Hosts are the names that the relay answers without other servers.
	Hosts HostsConfiguration
	// Cache configures the cache of answers.
	Cache CacheConfiguration
	// QueryLog configures the log of queries.
	QueryLog QueryLogConfiguration
	// Admin configures the HTTP endpoint for operators.
	Admin AdminConfiguration

	// FeatureGates enables and disables features by name.
	// +flag(usageFrom: "github.com/configgen/configgen/examples/sampleconfig/internal/features.Usage", section: "features")=feature-gates
	// +precedence=merge
	FeatureGates map[string]bool

	// ClientConnection configures the connection to the Kubernetes API server, which the leader election uses.
	// +flagDefaults(section: "leader election")
	// +subfield(Kubeconfig)=+flag=kubeconfig
	// +subfield(Kubeconfig)=+path
	// +subfield(QPS)=+flag(usage: "Requests that the relay may send to the API server in a second.")=kube-api-qps
	// +subfield(Burst)=+flag(usage: "Requests that the relay may send to the API server at once.")=kube-api-burst
	// +subfield(Burst)=+k8s:minimum=1
	ClientConnection componentbaseconfig.ClientConnectionConfiguration
	// LeaderElection elects the relay that answers queries; the others wait.
	// +flagsFrom(section: "leader election")=k8s.io/component-base/config/options.BindLeaderElectionFlags
	LeaderElection componentbaseconfig.LeaderElectionConfiguration

	// Logging configures the log of the relay. The first pattern that matches a file of the program is used.
	// +subfield(VModule)=+precedence=prepend
	// +flagsFrom(section: "logs", deprecated: "set logging in the file given by --config", exempt: "v,vmodule")=k8s.io/component-base/logs/api/v1.AddFlags
	Logging logsapi.LoggingConfiguration
	// LogBacktraceAt is a line of the source code, such as run.go:56. A message that this line logs with a function of
	// klog's Infof family contains a stack trace.
	// +deprecated(since: "1.0", use: "attach a debugger")
	// +flag(section: "logs", hidden: true)
	// +thirdPartyFlag(from: "k8s.io/klog/v2.InitFlags")=log_backtrace_at
	LogBacktraceAt string

	// ConfigTrialDuration is the time that a relay must run with this configuration before it is considered good, if it
	// was pushed as dynamic configuration. It defaults to --dynamic-config-trial-period.
	// +k8s:minimum=1ms
	ConfigTrialDuration *metav1.Duration
	// CrashLoopThreshold is the number of restarts that are allowed before this configuration is considered
	// crash-looping, if it was pushed as dynamic configuration. It defaults to --dynamic-config-crash-loop-threshold.
	// +k8s:minimum=0
	// +k8s:maximum=10
	CrashLoopThreshold *int32
}

// RelayInstanceConfiguration configures one relay of a site.
// +config(scope: instance)
// +flagDefaults(section: "instance")
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type RelayInstanceConfiguration struct {
	metav1.TypeMeta

	// ServerID is the name of this relay: the answer to a CH TXT query for id.server, and the holder of its lease. It
	// defaults to the host name.
	// +flag
	// +instance
	// +k8s:maxLength=63
	// +reload=immutable
	ServerID string
	// BindDevice is the network device that the relay listens on. By default it listens on all devices. The firewall of
	// the device is opened when the machine boots, so a change needs a reboot.
	// +flag
	// +instance
	// +k8s:maxLength=15
	// +os=linux
	// +reload=reboot
	BindDevice string
}

// ListenConfiguration configures the addresses that the relay listens on, and its clients.
type ListenConfiguration struct {
	// Address is the IP address that the relay listens on.
	// +flag(shorthand: "a")=bind-address
	// +format=ip
	// +legacyDefault=0.0.0.0
	// +zero=unset
	Address string
	// Port is the UDP and TCP port that the relay listens on. 0 selects a free port.
	// +flag(shorthand: "p")=port
	// +check(address: Address, networks: "udp")=free
	// +k8s:minimum=0
	// +k8s:maximum=65535
	Port int32
	// TCP enables TCP in addition to UDP. Answers that do not fit into a UDP packet need TCP.
	// +flag(usage: "Serve TCP in addition to UDP.", noOptDefVal: "true")=tcp
	// +legacyDefault=false
	TCP bool
	// MaxUDPSize is the maximum size of a UDP answer in bytes. Clients can ask for less.
	// +flag(hidden: true)=max-udp-size
	// +legacyDefault=ref(ClassicUDPSize)
	// +k8s:minimum=512
	// +k8s:maximum=4096
	MaxUDPSize int32
	// TrafficClass is the traffic class (DSCP and ECN) in the IP header of answers. By default, the system sets it.
	// +flag=traffic-class
	// +k8s:minimum=0
	// +k8s:maximum=255
	// +os=linux,darwin
	TrafficClass *int32
	// AllowFrom lists the networks of the clients. Queries from other networks are refused. By default, all are allowed.
	// +flag=allow-from
	// +format=cidr
	// +k8s:eachVal=+k8s:minLength=1
	// +reload=hot
	AllowFrom []string
}

// ClassicUDPSize is the maximum size of a UDP answer for a client without EDNS (RFC 1035, section 2.3.4).
const ClassicUDPSize = 512

// AdminConfiguration configures the HTTP endpoint for operators.
// +flagDefaults(section: "admin", prefix: "admin-", deprecated: "set admin in the file given by --config")
type AdminConfiguration struct {
	// Address is the host and port of the endpoint. Unset disables the endpoint.
	// +flag(deprecated: false)
	// +format=host-port
	// +check=free
	Address string
	// HealthPath is the URL path of the health check. Its status is 200 while the relay serves, and 503 while it waits.
	// +flag
	// +path=false
	// +k8s:required
	HealthPath string
	// Token is required to read statistics and pages, as in "Authorization: Bearer TOKEN". If it is unset, only an
	// endpoint on a loopback address has them.
	// +reload=hot
	// +secret(file: TokenFile)
	Token string
	// TokenFile is a file with the token, which is read again when it changes. It excludes the token itself.
	// +reload=hot
	// +path(kind: file, access: r)
	TokenFile string
}
