// Package features declares the relay's feature gates.
package features

import (
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
	logsapi "k8s.io/component-base/logs/api/v1"

	"github.com/configgen/configgen/componentconfig/gates"
)

// Version is the relay's own version, which the stages of its features refer to.
const Version = "1.3"

// oldest is the version back to which the relay still has the features that it had.
const oldest = "1.1"

const (
	// DNSOverTLS lets zones be forwarded over TLS.
	// +feature(stage: alpha, since: "1.0")
	// +feature(stage: beta, since: "1.2", default: true)
	DNSOverTLS featuregate.Feature = "DNSOverTLS"

	// MutualTLS lets the relay prove its identity to a server by a client certificate.
	// +feature(stage: alpha, since: "1.2")
	// +featureRequires=DNSOverTLS
	MutualTLS featuregate.Feature = "MutualTLS"

	// RandomForwarding spreads queries over the servers, in no order.
	// +feature(stage: alpha, since: "1.1")
	// +feature(stage: beta, since: "1.2", default: true)
	RandomForwarding featuregate.Feature = "RandomForwarding"

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

// New returns the relay's gates in their default state. Those of the log are among them: they are the Kubernetes libraries', and
// have the stages that they have there.
func New() (*gates.Gates, error) {
	own := version.MustParse(Version)
	declared, err := NewFeatureGate(own)
	if err != nil {
		return nil, err
	}
	logs := featuregate.NewFeatureGate()
	if err := logsapi.AddFeatureGates(logs); err != nil {
		return nil, err
	}
	if err := gates.AddLibrary(declared, logs); err != nil {
		return nil, err
	}
	return gates.New(declared, gates.WithVersion(own), gates.WithOldestVersion(version.MustParse(oldest)))
}

// Usage is the help text of --feature-gates.
func Usage() string {
	known, err := New()
	if err != nil {
		return err.Error()
	}
	return gates.Usage(known)
}
