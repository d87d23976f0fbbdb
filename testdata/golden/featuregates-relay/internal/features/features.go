// Package features declares the relay's features. It is found by its name and place.
package features

import "k8s.io/component-base/featuregate"

const (
	// ServeStale answers with expired records while no server does.
	// +feature(stage: alpha, since: "1.3")
	ServeStale featuregate.Feature = "ServeStale"

	// DNSOverTLS lets zones be forwarded over TLS.
	// +feature(stage: alpha, since: "1.0")
	// +feature(stage: beta, since: "1.2", default: true)
	DNSOverTLS featuregate.Feature = "DNSOverTLS"

	// MutualTLS lets the relay prove its identity by a client certificate.
	// +feature(stage: alpha, since: "1.2")
	// +featureRequires=DNSOverTLS
	MutualTLS featuregate.Feature = "MutualTLS"
)
