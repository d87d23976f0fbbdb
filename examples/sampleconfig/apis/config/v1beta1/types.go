package v1beta1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// RelayConfiguration configures a relay: a DNS server at the edge of a network that answers from its own records and its
// cache, and forwards everything else to the servers that are responsible for it. All relays of a site share one.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type RelayConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// listen says where the relay takes queries, and from whom.
	// +optional
	Listen ListenConfiguration `json:"listen"`
	// forwarding says which servers are asked for what.
	// +optional
	Forwarding ForwardingConfiguration `json:"forwarding"`
	// hosts are the names that the relay answers for by itself.
	// +optional
	Hosts HostsConfiguration `json:"hosts"`
	// cache remembers answers.
	// +optional
	Cache CacheConfiguration `json:"cache"`
	// queryLog records who asked for what.
	// +optional
	QueryLog QueryLogConfiguration `json:"queryLog"`
	// admin is the HTTP endpoint for operators.
	// +optional
	Admin AdminConfiguration `json:"admin"`

	// featureGates turns features on and off by name.
	// +optional
	FeatureGates map[string]bool `json:"featureGates,omitempty"`

	// clientConnection says how to reach the Kubernetes API server, where the relays elect the one that serves.
	// +optional
	ClientConnection componentbaseconfigv1alpha1.ClientConnectionConfiguration `json:"clientConnection"`
	// leaderElection makes one relay of several serve while the others stand by.
	// +optional
	LeaderElection componentbaseconfigv1alpha1.LeaderElectionConfiguration `json:"leaderElection"`

	// logging configures the relay's own log.
	// +optional
	Logging logsapi.LoggingConfiguration `json:"logging"`
	// logBacktraceAt is a line of source, such as run.go:56, whose log message carries a stack trace if it is one of klog's
	// Infof family.
	// +optional
	LogBacktraceAt string `json:"logBacktraceAt,omitempty"`
}

// RelayInstanceConfiguration holds what is different for each relay of a site.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type RelayInstanceConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// serverID is the name of this relay: what it answers to a CH TXT query for id.server, and the holder that its lease
	// names. Empty: the host name.
	// +optional
	ServerID string `json:"serverID,omitempty"`
	// bindDevice is the network device that the relay listens on; queries that arrive elsewhere are not seen. The device's
	// firewall is opened while the machine boots, so a change needs a reboot. Empty: all devices.
	// +optional
	BindDevice string `json:"bindDevice,omitempty"`
}

// ListenConfiguration says where the relay takes queries, and from whom.
type ListenConfiguration struct {
	// address is the IP address that the relay listens on.
	// +optional
	Address string `json:"address,omitempty"`
	// port is the UDP and TCP port that the relay listens on. 0 takes any free port.
	// +optional
	Port *int32 `json:"port,omitempty"`
	// tcp serves TCP beside UDP. Without it, answers that do not fit into a UDP packet cannot be had.
	// +optional
	TCP *bool `json:"tcp,omitempty"`
	// maxUDPSize is the largest UDP answer in bytes. Clients that allow less get less.
	// +optional
	MaxUDPSize int32 `json:"maxUDPSize,omitempty"`
	// trafficClass is the value of the IP header's traffic class (DSCP and ECN) in answers. Unset: what the system does.
	// +optional
	TrafficClass *int32 `json:"trafficClass,omitempty"`
	// allowFrom lists the networks whose queries are answered; others are refused. Empty: everybody's.
	// +optional
	AllowFrom []string `json:"allowFrom,omitempty"`
}

// AdminConfiguration is the HTTP endpoint for operators.
type AdminConfiguration struct {
	// address is the host and port of the endpoint. Empty: there is none.
	// +optional
	Address string `json:"address,omitempty"`
	// healthPath is the path of the health check in URLs. It answers 200 while the relay serves, and 503 while it stands by.
	// +optional
	HealthPath string `json:"healthPath,omitempty"`
	// token must be sent by whoever reads statistics, as in "Authorization: Bearer TOKEN". Empty: there are no statistics.
	// +optional
	Token string `json:"token,omitempty" datapolicy:"token"`
}
