// Package flagusage computes the usage texts that hang on what the program was built with. The markers of the flags name
// its functions by usageFrom.
package flagusage

import (
	"strings"

	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/featuregate"
	logsapi "k8s.io/component-base/logs/api/v1"
)

// FeatureGates lists the gates that can be turned, with their stage and default.
func FeatureGates() string {
	gate := featuregate.NewFeatureGate()
	if err := logsapi.AddFeatureGates(gate); err != nil {
		panic(err) // the gates of one library, added to a new set, cannot collide
	}
	return "Features to turn on or off, as Name=true or Name=false joined by commas. Known features:\n" +
		strings.Join(gate.KnownFeatures(), "\n")
}

// TLSCipherSuites lists the suites by how safe they are.
func TLSCipherSuites() string {
	return "Cipher suites of the server, joined by commas; without any, Go chooses.\nPreferred: " +
		strings.Join(cliflag.PreferredTLSCipherNames(), ", ") + ".\nInsecure: " +
		strings.Join(cliflag.InsecureTLSCipherNames(), ", ") + "."
}

// TLSMinVersion lists the versions of TLS.
func TLSMinVersion() string {
	return "Oldest TLS version that the server accepts: " + strings.Join(cliflag.TLSPossibleVersions(), ", ") + "."
}

// NodeLabels names the label prefixes of the kubernetes.io domains that a node may give itself.
func NodeLabels() string {
	prefixes := []string{"kubelet.kubernetes.io", "node.kubernetes.io"}
	return "Labels that the node registers itself with, as key=value joined by commas. Of the kubernetes.io and k8s.io " +
		"domains only well-known ones and those below " + strings.Join(prefixes, ", ") + " are allowed."
}
