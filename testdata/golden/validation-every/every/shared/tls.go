// Package shared has types of several groups.
package shared

// TLS says how connections are secured.
type TLS struct {
	// CipherSuites are names.
	// +k8s:maxItems=1
	CipherSuites []string `json:"cipherSuites"`
}
