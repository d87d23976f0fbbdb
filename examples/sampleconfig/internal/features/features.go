// Package features declares the relay's feature gates.
package features

import (
	"strings"

	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// Version is the relay's own version, which the stages of its features refer to.
const Version = "1.3"

const (
	// DNSOverTLS lets zones be forwarded over TLS.
	// +feature(stage: alpha, since: "1.0")
	// +feature(stage: beta, since: "1.2", default: true)
	DNSOverTLS featuregate.Feature = "DNSOverTLS"

	// MutualTLS lets the relay prove its identity to a server by a client certificate.
	// +feature(stage: alpha, since: "1.2")
	// +featureRequires=DNSOverTLS
	MutualTLS featuregate.Feature = "MutualTLS"

	// ServeStale answers with expired records while no server does.
	// +feature(stage: alpha, since: "1.3")
	ServeStale featuregate.Feature = "ServeStale"

	// QueryLogSampling records a part of all queries.
	// +feature(stage: beta, since: "1.1", default: true)
	// +feature(stage: ga, since: "1.3", default: true, locked: true)
	QueryLogSampling featuregate.Feature = "QueryLogSampling"

	// AnswerANY answers queries for all types of a name at once, as servers did before RFC 8482.
	// +feature(stage: ga, since: "1.0", default: true)
	// +feature(stage: deprecated, since: "1.3")
	AnswerANY featuregate.Feature = "AnswerANY"
)

// Gate is what New returns: gates that can be set, and asked for their state.
type Gate = featuregate.MutableVersionedFeatureGate

// New returns the relay's gates in their default state, with those of the log among them.
func New() (Gate, error) {
	gate, err := NewFeatureGate(version.MustParse(Version))
	if err != nil {
		return nil, err
	}
	return gate, logsapi.AddFeatureGates(gate)
}

// Usage is the help text of --feature-gates.
func Usage() string {
	gate, err := New()
	if err != nil {
		return err.Error()
	}
	return "Features to turn on or off, as name=true|false,... Known features are:\n" + strings.Join(gate.KnownFeatures(), "\n")
}
