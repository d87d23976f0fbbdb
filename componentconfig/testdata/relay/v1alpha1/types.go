package v1alpha1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	componentbaseconfigv1alpha1 "k8s.io/component-base/config/v1alpha1"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object

// RelayConfiguration configures the relay.
type RelayConfiguration struct {
	metav1.TypeMeta      `json:",inline"`
	Address              string             `json:"address,omitempty"`
	Port                 *int32             `json:"port,omitempty"`
	TimeoutSeconds       int32              `json:"timeoutSeconds,omitempty"`
	Zones                []Zone             `json:"zones,omitempty"`
	Upstreams            []Upstream         `json:"upstreams,omitempty"`
	SearchDomains        []string           `json:"searchDomains,omitempty"`
	AllowedClients       []string           `json:"allowedClients,omitempty"`
	Cache                CacheConfiguration `json:"cache,omitempty"`
	TLS                  TLSConfiguration   `json:"tls,omitempty"`
	Labels               map[string]string  `json:"labels,omitempty"`
	HookFiles            map[string]string  `json:"hookFiles,omitempty"`
	FeatureGates         map[string]bool    `json:"featureGates,omitempty"`
	AnonymousAccess      *bool              `json:"anonymousAccess,omitempty"`
	ReadOnlyPort         int32              `json:"readOnlyPort,omitempty"`
	WindowsPriorityClass string             `json:"windowsPriorityClass,omitempty"`
	// MaxQueries has a default and no pointer: only the raw file knows whether 0 was written.
	MaxQueries           int32             `json:"maxQueries,omitempty"`
	SerializeTransfers   *bool             `json:"serializeTransfers,omitempty"`
	MaxParallelTransfers *int32            `json:"maxParallelTransfers,omitempty"`
	Limits               map[string]string `json:"limits,omitempty"`
	MergeDefaultLimits   *bool             `json:"mergeDefaultLimits,omitempty"`
	DataDir              string            `json:"dataDir,omitempty"`
	KernelBuffer         resource.Quantity `json:"kernelBuffer,omitempty"`
	ShadowServer         string            `json:"shadowServer,omitempty"`
	Verbosity            int32             `json:"verbosity,omitempty"`

	ClientConnection componentbaseconfigv1alpha1.ClientConnectionConfiguration `json:"clientConnection,omitempty"`
	Logging          logsapi.LoggingConfiguration                              `json:"logging,omitempty"`
}

// Zone is a zone that is served from a file.
type Zone struct {
	Name       string          `json:"name"`
	File       string          `json:"file"`
	TTL        metav1.Duration `json:"ttl,omitempty"`
	NoTransfer bool            `json:"noTransfer,omitempty"`
	Keys       []Key           `json:"keys,omitempty"`
}

// Key signs transfers.
type Key struct {
	Name   string `json:"name"`
	Secret string `json:"secret,omitempty" datapolicy:"security-key"`
}

// Upstream is a server that answers.
type Upstream struct {
	Name    string `json:"name"`
	Address string `json:"address,omitempty"`
	Weight  int32  `json:"weight,omitempty"`
}

// CacheConfiguration holds answers.
type CacheConfiguration struct {
	Size     resource.Quantity `json:"size,omitempty"`
	Negative *NegativeCache    `json:"negative,omitempty"`
}

// NegativeCache is about answers that there is none.
type NegativeCache struct {
	TTL     metav1.Duration `json:"ttl,omitempty"`
	Entries int32           `json:"entries,omitempty"`
}

// TLSConfiguration serves encrypted queries.
type TLSConfiguration struct {
	CertFile    string   `json:"certFile,omitempty"`
	ClientCAs   []string `json:"clientCAs,omitempty"`
	KeyPassword string   `json:"keyPassword,omitempty"`
}

// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object

// RelayInstanceConfiguration is what differs from relay to relay.
type RelayInstanceConfiguration struct {
	metav1.TypeMeta `json:",inline"`
	HostName        string `json:"hostName,omitempty"`
	NodeIP          string `json:"nodeIP,omitempty"`
	StateDir        string `json:"stateDir,omitempty"`
}
