package config

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfig "k8s.io/component-base/config"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// RelayConfiguration configures a relay: a DNS server at the edge of a network that answers from its own records and its
// cache, and forwards everything else to the servers that are responsible for it. All relays of a site share one.
// +config
// +flagDefaults(section: "relay")
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type RelayConfiguration struct {
	metav1.TypeMeta

	// Listen says where the relay takes queries, and from whom.
	Listen ListenConfiguration
	// Forwarding says which servers are asked for what.
	Forwarding ForwardingConfiguration
	// Hosts are the names that the relay answers for by itself.
	Hosts HostsConfiguration
	// Cache remembers answers.
	Cache CacheConfiguration
	// QueryLog records who asked for what.
	QueryLog QueryLogConfiguration
	// Admin is the HTTP endpoint for operators.
	Admin AdminConfiguration

	// FeatureGates turns features on and off by name.
	// +flag(usageFrom: "github.com/configgen/configgen/examples/sampleconfig/internal/features.Usage", section: "features")=feature-gates
	// +precedence=merge
	FeatureGates map[string]bool

	// ClientConnection says how to reach the Kubernetes API server, where the relays elect the one that serves.
	// +subfield(Kubeconfig)=+flag(section: "leader election")=kubeconfig
	// +subfield(Kubeconfig)=+path
	// +subfield(QPS)=+flag(section: "leader election", usage: "Requests that the relay may send to the API server in a second.")=kube-api-qps
	// +subfield(Burst)=+flag(section: "leader election", usage: "Requests that the relay may send to the API server at once.")=kube-api-burst
	// +subfield(Burst)=+k8s:minimum=1
	ClientConnection componentbaseconfig.ClientConnectionConfiguration
	// LeaderElection makes one relay of several serve while the others stand by.
	// +flagsFrom(section: "leader election")=k8s.io/component-base/config/options.BindLeaderElectionFlags
	LeaderElection componentbaseconfig.LeaderElectionConfiguration

	// Logging configures the relay's own log.
	// +flagsFrom(section: "logs", deprecated: "set logging in the file given by --config", exempt: "v,vmodule")=k8s.io/component-base/logs/api/v1.AddFlags
	Logging logsapi.LoggingConfiguration
	// LogBacktraceAt is a line of source, such as run.go:56, whose log message carries a stack trace if it is one of klog's
	// Infof family.
	// +flag(section: "logs", hidden: true)
	// +thirdPartyFlag(from: "k8s.io/klog/v2.InitFlags")=log_backtrace_at
	LogBacktraceAt string
}

// RelayInstanceConfiguration holds what is different for each relay of a site.
// +config(scope: instance)
// +flagDefaults(section: "instance")
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type RelayInstanceConfiguration struct {
	metav1.TypeMeta

	// ServerID is the name of this relay: what it answers to a CH TXT query for id.server, and the holder that its lease
	// names. Empty: the host name.
	// +flag
	// +instance
	// +k8s:maxLength=63
	// +reload=immutable
	ServerID string
	// BindDevice is the network device that the relay listens on; queries that arrive elsewhere are not seen. The device's
	// firewall is opened while the machine boots, so a change needs a reboot. Empty: all devices.
	// +flag
	// +instance
	// +k8s:maxLength=15
	// +os=linux
	// +reload=reboot
	BindDevice string
}

// ListenConfiguration says where the relay takes queries, and from whom.
type ListenConfiguration struct {
	// Address is the IP address that the relay listens on.
	// +flag(shorthand: "a")=bind-address
	// +format=ip
	// +legacyDefault=0.0.0.0
	Address string
	// Port is the UDP and TCP port that the relay listens on. 0 takes any free port.
	// +flag(shorthand: "p")=port
	// +k8s:minimum=0
	// +k8s:maximum=65535
	Port int32
	// TCP serves TCP beside UDP. Without it, answers that do not fit into a UDP packet cannot be had.
	// +flag(usage: "Serve TCP beside UDP.", noOptDefVal: "true")=tcp
	// +legacyDefault=false
	TCP bool
	// MaxUDPSize is the largest UDP answer in bytes. Clients that allow less get less.
	// +flag(hidden: true)=max-udp-size
	// +legacyDefault=ref(ClassicUDPSize)
	// +k8s:minimum=512
	// +k8s:maximum=4096
	MaxUDPSize int32
	// TrafficClass is the value of the IP header's traffic class (DSCP and ECN) in answers. Unset: what the system does.
	// +flag=traffic-class
	// +k8s:minimum=0
	// +k8s:maximum=255
	// +os=linux,darwin
	TrafficClass *int32
	// AllowFrom lists the networks whose queries are answered; others are refused. Empty: everybody's.
	// +flag=allow-from
	// +format=cidr
	// +k8s:eachVal=+k8s:minLength=1
	// +reload=hot
	AllowFrom []string
}

// ClassicUDPSize is the largest UDP answer that a client without EDNS takes (RFC 1035, section 2.3.4).
const ClassicUDPSize = 512

// AdminConfiguration is the HTTP endpoint for operators.
// +flagDefaults(section: "admin", prefix: "admin-", deprecated: "set admin in the file given by --config")
type AdminConfiguration struct {
	// Address is the host and port of the endpoint. Empty: there is none.
	// +flag(deprecated: false)
	// +format=host-port
	Address string
	// HealthPath is the path of the health check in URLs. It answers 200 while the relay serves, and 503 while it stands by.
	// +flag
	// +path=false
	// +k8s:required
	HealthPath string
	// Token must be sent by whoever reads statistics, as in "Authorization: Bearer TOKEN". Empty: there are no statistics.
	// +reload=hot
	Token string `datapolicy:"token"`
}
