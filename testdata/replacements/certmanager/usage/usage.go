// Package usage has help that is computed.
package usage

import (
	"strings"

	"github.com/cert-manager/cert-manager/pkg/util/feature"
	cliflag "k8s.io/component-base/cli/flag"
)

// FeatureGates names the feature gates of the program.
func FeatureGates() string {
	return "A set of key=value pairs that describe feature gates for alpha/experimental features. Options are:\n" +
		strings.Join(feature.DefaultFeatureGate.KnownFeatures(), "\n")
}

// CipherSuites names the cipher suites of Go.
func CipherSuites() string { return cipherSuites("server") }

// MetricsCipherSuites names the cipher suites of Go.
func MetricsCipherSuites() string { return cipherSuites("metrics server") }

func cipherSuites(server string) string {
	return "Comma-separated list of cipher suites for the " + server + ". If omitted, the default Go cipher suites will " +
		"be used.  Possible values: " + strings.Join(cliflag.TLSCipherPossibleValues(), ",")
}

// MinTLSVersion names the versions of TLS.
func MinTLSVersion() string { return minTLSVersion("") }

// MetricsMinTLSVersion names the versions of TLS.
func MetricsMinTLSVersion() string { return minTLSVersion(" by the metrics server") }

func minTLSVersion(where string) string {
	return "Minimum TLS version supported" + where + ". If omitted, the default Go minimum version will be used. " +
		"Possible values: " + strings.Join(cliflag.TLSPossibleVersions(), ", ")
}
