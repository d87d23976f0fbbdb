// Package shared has types that several groups use.
package shared

// TLS says how connections are secured.
type TLS struct {
	// MinVersion is a version.
	// +k8s:maxLength=3
	MinVersion string `json:"minVersion"`
}

// Proxy says where a proxy is.
type Proxy struct {
	// Host is the host.
	Host string `json:"host"`
}
