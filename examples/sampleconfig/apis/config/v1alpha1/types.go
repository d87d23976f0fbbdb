package v1alpha1

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// RelayConfiguration configures a relay: a DNS server at the edge of a network. The relay answers queries from its own
// records and its cache, and forwards all others. All relays of a site share the configuration.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type RelayConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// listen configures the addresses that the relay listens on, and its clients.
	// +optional
	Listen ListenConfiguration `json:"listen"`
	// forwarding configures the servers that queries are forwarded to.
	// +optional
	Forwarding ForwardingConfiguration `json:"forwarding"`
	// hosts are the names that the relay answers without other servers.
	// +optional
	Hosts HostsConfiguration `json:"hosts"`
	// cache configures the cache of answers.
	// +optional
	Cache CacheConfiguration `json:"cache"`
	// queryLog configures the log of queries.
	// +optional
	QueryLog QueryLogConfiguration `json:"queryLog"`
	// admin configures the HTTP endpoint for operators.
	// +optional
	Admin AdminConfiguration `json:"admin"`

	// featureGates enables and disables features by name.
	// +optional
	FeatureGates map[string]bool `json:"featureGates,omitempty"`

	// clientConnection configures the connection to the Kubernetes API server, which the leader election uses.
	// +optional
	ClientConnection componentbaseconfigv1alpha1.ClientConnectionConfiguration `json:"clientConnection"`
	// leaderElection elects the relay that answers queries; the others wait.
	// +optional
	LeaderElection componentbaseconfigv1alpha1.LeaderElectionConfiguration `json:"leaderElection"`

	// logging configures the log of the relay.
	// +optional
	Logging logsapi.LoggingConfiguration `json:"logging"`
	// logBacktraceAt is a line of the source code, such as run.go:56. A message that this line logs with a function of
	// klog's Infof family contains a stack trace.
	// +optional
	LogBacktraceAt string `json:"logBacktraceAt,omitempty"`

	// configTrialDuration is the time that a relay must run with this configuration before it is considered good, if it
	// was pushed as dynamic configuration. It defaults to --dynamic-config-trial-period.
	// +optional
	ConfigTrialDuration *metav1.Duration `json:"configTrialDuration,omitempty"`
	// crashLoopThreshold is the number of restarts that are allowed before this configuration is considered
	// crash-looping, if it was pushed as dynamic configuration. It defaults to --dynamic-config-crash-loop-threshold.
	// +optional
	CrashLoopThreshold *int32 `json:"crashLoopThreshold,omitempty"`
}

// RelayInstanceConfiguration configures one relay of a site.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type RelayInstanceConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// serverID is the name of this relay: the answer to a CH TXT query for id.server, and the holder of its lease. It
	// defaults to the host name.
	// +optional
	ServerID string `json:"serverID,omitempty"`
	// bindDevice is the network device that the relay listens on. By default it listens on all devices. The firewall of
	// the device is opened when the machine boots, so a change needs a reboot.
	// +optional
	BindDevice string `json:"bindDevice,omitempty"`
}

// ListenConfiguration configures the addresses that the relay listens on, and its clients.
type ListenConfiguration struct {
	// address is the IP address that the relay listens on.
	// +optional
	Address string `json:"address,omitempty"`
	// port is the UDP and TCP port that the relay listens on. 0 selects a free port.
	// +optional
	Port *int32 `json:"port,omitempty"`
	// tcp enables TCP in addition to UDP. Answers that do not fit into a UDP packet need TCP.
	// +optional
	TCP *bool `json:"tcp,omitempty"`
	// maxUDPSize is the maximum size of a UDP answer in bytes. Clients can ask for less.
	// +optional
	MaxUDPSize int32 `json:"maxUDPSize,omitempty"`
	// trafficClass is the traffic class (DSCP and ECN) in the IP header of answers. By default, the system sets it.
	// +optional
	TrafficClass *int32 `json:"trafficClass,omitempty"`
	// allowFrom lists the networks of the clients. Queries from other networks are refused. By default, all are allowed.
	// +optional
	AllowFrom []string `json:"allowFrom,omitempty"`
}

// AdminConfiguration configures the HTTP endpoint for operators.
type AdminConfiguration struct {
	// address is the host and port of the endpoint. Unset disables the endpoint.
	// +optional
	Address string `json:"address,omitempty"`
	// healthPath is the URL path of the health check. Its status is 200 while the relay serves, and 503 while it waits.
	// +optional
	HealthPath string `json:"healthPath,omitempty"`
	// token is required to read statistics and pages, as in "Authorization: Bearer TOKEN". If it is unset, only an
	// endpoint on a loopback address has them.
	// +optional
	Token string `json:"token,omitempty" datapolicy:"token"`
	// tokenFile is a file with the token, which is read again when it changes. It excludes the token itself.
	// +optional
	TokenFile string `json:"tokenFile,omitempty"`
}
