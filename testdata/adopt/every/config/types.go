package config

import (
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// EveryConfiguration configures the program.
// +k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object
type EveryConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// bindAddress is the IP address that the program listens on.
	// +optional
	BindAddress string `json:"bindAddress,omitempty"`
	// port is the port that the program listens on.
	// +optional
	Port *int32 `json:"port,omitempty"`
	// verbose logs more.
	// +optional
	Verbose bool `json:"verbose,omitempty"`
	// color says when output is colored: always, never or auto.
	// +optional
	Color string `json:"color,omitempty"`
	// timeout is the time that a request has.
	// +optional
	Timeout metav1.Duration `json:"timeout,omitzero"`
	// retries is the number of attempts.
	// +optional
	Retries int64 `json:"retries,omitempty"`
	// ratio is the part of requests that is traced.
	// +optional
	Ratio *float64 `json:"ratio,omitempty"`
	// servers are asked in turn.
	// +optional
	// +listType=atomic
	Servers []string `json:"servers,omitempty"`
	// excluded are regular expressions, which can contain commas.
	// +optional
	// +listType=atomic
	Excluded []string `json:"excluded,omitempty"`
	// labels are put on everything.
	// +optional
	Labels map[string]string `json:"labels,omitempty"`
	// zones are the addresses of zones, with the addresses that everybody has.
	// +optional
	Zones map[string]string `json:"zones,omitempty"`
	// headers are sent with each request.
	// +optional
	Headers map[string][]string `json:"headers,omitempty"`
	// featureGates turns features on and off.
	// +optional
	FeatureGates map[string]bool `json:"featureGates,omitempty"`
	// level is how much is logged: debug, info or error.
	// +optional
	Level Level `json:"level,omitempty"`
	// tls has the certificates of the server.
	// +optional
	TLS *TLS `json:"tls,omitempty"`
	// cacheFile is the file of the cache, if there is one.
	// +optional
	CacheFile *string `json:"cacheFile,omitempty"`
	// limits are the limits of the pools.
	// +optional
	Limits Limits `json:"limits,omitzero"`
	// priorityClass is the priority class of the process on Windows.
	// +optional
	PriorityClass string `json:"priorityClass,omitempty"`
	// oomScoreAdj is the score of the process on Linux.
	// +optional
	OOMScoreAdj int32 `json:"oomScoreAdj,omitempty"`
	// replayFile is read if the feature Replay is on.
	// +optional
	ReplayFile string `json:"replayFile,omitempty"`
}

// Level is how much is logged.
type Level string

// TLS has the certificates of a server.
type TLS struct {
	// certFile is the file of the certificate.
	// +optional
	CertFile string `json:"certFile,omitempty"`
	// keyFile is the file of the private key.
	// +optional
	KeyFile string `json:"keyFile,omitempty"`
}

// Limits are the limits of the pools.
type Limits struct {
	// readers is the limit of readers.
	// +optional
	Readers int32 `json:"readers,omitempty"`
	// writers is the limit of writers.
	// +optional
	Writers int32 `json:"writers,omitempty"`
	// watchers is the limit of watchers.
	// +optional
	Watchers int32 `json:"watchers,omitempty"`
}
