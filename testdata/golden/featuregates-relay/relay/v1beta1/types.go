// Package v1beta1 is the only version of a configuration, behind whose feature gates stand fields of all kinds, a struct
// wherever it is used, and a value.
package v1beta1

import (
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
)

// RelayConfiguration configures the relay.
// +config
type RelayConfiguration struct {
	metav1.TypeMeta `json:",inline"`

	// FeatureGates turns features on and off.
	// +flag
	// +precedence=merge
	FeatureGates map[string]bool `json:"featureGates,omitempty"`
	// MaxStale is for how long an expired record is good.
	// +flag
	// +featureGate=ServeStale
	MaxStale metav1.Duration `json:"maxStale,omitempty"`
	// StaleBytes is the memory for expired records.
	// +featureGate=ServeStale
	StaleBytes resource.Quantity `json:"staleBytes,omitempty"`
	// StaleZones are the zones that may be served stale.
	// +featureGate=ServeStale
	StaleZones []string `json:"staleZones,omitempty"`
	// Mirrors are behind pointers.
	Mirrors *[]*map[string]Server `json:"mirrors,omitempty"`
	// Strict is a pointer, so that false can be told from nothing.
	// +featureGate=MutualTLS,DNSOverTLS
	Strict *bool `json:"strict,omitempty"`
	// Retries is a plain number.
	// +featureGate=ServeStale
	Retries int32 `json:"retries,omitempty"`
	// Default is the transport of zones that name none.
	// +flag
	Default Transport `json:"default,omitempty"`
	// Fallback is a second transport.
	Fallback *Transport `json:"fallback,omitempty"`
	// Zones to forward.
	Zones []Zone `json:"zones,omitempty"`
	// Servers by name.
	Servers map[string]Server `json:"servers,omitempty"`
	// Cache is always there, and guarded inside.
	Cache Cache `json:"cache,omitempty"`
	// Admin is guarded as a whole, by the gate of its type.
	Admin Identity `json:"admin,omitempty"`
}

// Cache holds records.
type Cache struct {
	// Size is not guarded.
	Size int32 `json:"size,omitempty"`
	// Prefetch renews records before they expire.
	// +featureGate=ServeStale
	// +flag
	Prefetch bool `json:"prefetch,omitempty"`
}

// Zone is one zone.
type Zone struct {
	// Name of the zone.
	Name string `json:"name"`
	// Transport to the servers.
	Transport Transport `json:"transport,omitempty"`
	// TLS is for the transport TLS.
	// +featureGate=DNSOverTLS
	TLS *TLS `json:"tls,omitempty"`
}

// TLS says how to encrypt.
type TLS struct {
	// ServerName to expect.
	ServerName string `json:"serverName,omitempty"`
	// Client is the relay's own identity.
	Client *Identity `json:"client,omitempty"`
}

// Server is one server.
type Server struct {
	// Address of the server.
	Address string `json:"address"`
	// Transports that it speaks.
	Transports []Transport `json:"transports,omitempty"`
	// Stale says that its records may be served stale.
	// +featureGate=ServeStale
	Stale bool `json:"stale,omitempty"`
}

// Identity is a certificate with its key.
// +featureGate=MutualTLS
type Identity struct {
	// Name of the identity.
	Name string `json:"name,omitempty"`
	// Lifetime of the certificate.
	Lifetime metav1.Duration `json:"lifetime,omitempty"`
}

// Transport is how queries travel.
type Transport string

// The transports.
const (
	// UDP is not guarded.
	UDP Transport = "UDP"
	// TLSTransport encrypts.
	// +featureGate=DNSOverTLS
	TLSTransport Transport = "TLS"
	// MutualTransport proves both ends.
	// +featureGate=DNSOverTLS,MutualTLS
	MutualTransport Transport = "MutualTLS"
)
