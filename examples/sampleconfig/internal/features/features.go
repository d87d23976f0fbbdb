// Package features declares the relay's feature gates.
package features

import (
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"
	logsapi "k8s.io/component-base/logs/api/v1"

	"github.com/configgen/configgen/componentconfig/gates"
)

// Version is the version of the relay. The stages of features refer to it.
const Version = "1.3"

// oldest is the oldest version that the relay can emulate.
const oldest = "1.1"

const (
	// DNSOverTLS allows zones to use DNS over TLS.
	// +feature(stage: alpha, since: "1.0")
	// +feature(stage: beta, since: "1.2", default: true)
	DNSOverTLS featuregate.Feature = "DNSOverTLS"

	// MutualTLS allows client certificates for servers.
	// +feature(stage: alpha, since: "1.2")
	// +featureRequires=DNSOverTLS
	MutualTLS featuregate.Feature = "MutualTLS"

	// RandomForwarding distributes queries randomly over the servers.
	// +feature(stage: alpha, since: "1.1")
	// +feature(stage: beta, since: "1.2", default: true)
	RandomForwarding featuregate.Feature = "RandomForwarding"

	// ServeStale uses expired answers if no server answers.
	// +feature(stage: alpha, since: "1.3")
	ServeStale featuregate.Feature = "ServeStale"

	// QueryLogSampling logs a fraction of the queries.
	// +feature(stage: beta, since: "1.1", default: true)
	// +feature(stage: ga, since: "1.3", default: true, locked: true)
	QueryLogSampling featuregate.Feature = "QueryLogSampling"

	// AnswerANY answers queries for all types of a name, as servers did before RFC 8482.
	// +feature(stage: ga, since: "1.0", default: true)
	// +feature(stage: deprecated, since: "1.3")
	AnswerANY featuregate.Feature = "AnswerANY"
)

// New returns the feature gates of the relay in their default state. They include the gates of the logging library,
// which have the stages of that library. It returns an error if features are declared inconsistently.
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
	return gates.New(declared, gates.WithVersion(own), gates.WithOldestVersion(version.MustParse(oldest)),
		gates.WithRemoved(RemovedFeatures()))
}

// Usage is the help text of --feature-gates.
func Usage() string {
	known, err := New()
	if err != nil {
		return err.Error()
	}
	return gates.Usage(known)
}
