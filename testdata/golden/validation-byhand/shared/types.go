// Package shared has types of several groups.
package shared

// TLS says how connections are secured.
type TLS struct {
	// MinVersion of TLS.
	MinVersion string `json:"minVersion"`
}

// Proxy is a proxy.
type Proxy struct {
	// Host of the proxy.
	Host string `json:"host"`
}
