package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/component-base/featuregate"
	logsapi "k8s.io/component-base/logs/api/v1"

	"github.com/configgen/configgen/examples/sampleconfig/internal/features"
)

// relayFile writes a configuration file with the given body.
func relayFile(t *testing.T, body string) string {
	t.Helper()
	file := filepath.Join(t.TempDir(), "relay.yaml")
	if err := os.WriteFile(file, []byte("apiVersion: relay.config.configgen.dev/v1beta1\nkind: RelayConfiguration\n"+body),
		0o600); err != nil {
		t.Fatal(err)
	}
	return file
}

// TestEmulatedVersion: a relay of version 1.3 that is told to be one of 1.2 has the features of 1.2, in the stages of
// then.
func TestEmulatedVersion(t *testing.T) {
	for _, test := range []struct {
		arguments string
		on, off   []featuregate.Feature
		want      string
	}{
		{"", []featuregate.Feature{features.QueryLogSampling, features.DNSOverTLS}, []featuregate.Feature{features.AnswerANY},
			""},
		{"--emulated-version=1.2", []featuregate.Feature{features.QueryLogSampling, features.DNSOverTLS, features.AnswerANY},
			nil, ""},
		{"--emulated-version=1.2 --feature-gates=QueryLogSampling=false", nil,
			[]featuregate.Feature{features.QueryLogSampling}, ""},
		{"--emulated-version=1.1", nil, []featuregate.Feature{features.DNSOverTLS, features.RandomForwarding}, ""},
		{"--feature-gates=QueryLogSampling=false", nil, nil,
			"--feature-gates: featureGates[QueryLogSampling]: cannot set feature gate QueryLogSampling to false, feature is " +
				"locked to true"},
		{"--emulated-version=1.2 --feature-gates=ServeStale=true", nil, nil,
			"--feature-gates: featureGates[ServeStale]: cannot set feature gate ServeStale to true, feature is PreAlpha at " +
				"emulated version 1.2, min compatibility version 1.1"},
		{"--emulated-version=1.2 --cache-size=1Mi --cache-serve-stale=1h", nil, nil,
			"--cache-serve-stale: cache.serveStale: can be set only if the feature gate ServeStale is on"},
		{"--emulated-version=1.4", nil, nil,
			`--emulated-version: "1.4" is not valid: version 1.4 cannot be emulated: the component has version 1.3`},
		{"--emulated-version=1.0", nil, nil,
			`--emulated-version: "1.0" is not valid: version 1.0 cannot be emulated: the oldest version that can be is 1.1`},
	} {
		arguments := append([]string{"--upstream=198.51.100.1:53"}, strings.Fields(test.arguments)...)
		p, got := prepared(t, arguments), ""
		if _, err := p.loader.Load(arguments); err != nil {
			got = err.Error()
		}
		if got != test.want {
			t.Errorf("%s:\n%s\nwant\n%s", test.arguments, got, test.want)
		}
		for _, feature := range test.on {
			if !p.gates.Enabled(feature) {
				t.Errorf("%s: %s is off", test.arguments, feature)
			}
		}
		for _, feature := range test.off {
			if p.gates.Enabled(feature) {
				t.Errorf("%s: %s is on", test.arguments, feature)
			}
		}
	}
}

// TestGatesOfLibraries: the log's features are set where the relay's are, and have the stages of the Kubernetes
// libraries.
func TestGatesOfLibraries(t *testing.T) {
	arguments := []string{
		"--upstream=198.51.100.1:53", "--emulated-version=1.1", "--feature-gates=LoggingAlphaOptions=true"}
	p := prepared(t, arguments)
	if _, err := p.loader.Load(arguments); err != nil {
		t.Fatal(err)
	}
	if !p.gates.Enabled(logsapi.ContextualLogging) || !p.gates.Enabled(logsapi.LoggingAlphaOptions) {
		t.Error("features of the log are off")
	}
	help := execute(t, "--help")
	for _, line := range []string{
		"ContextualLogging=true|false (BETA - default=true)", "LoggingAlphaOptions=true|false (ALPHA - default=false)",
		"MutualTLS=true|false (ALPHA - default=false)"} {
		if !strings.Contains(help, line+"\n") {
			t.Errorf("help does not say %s", line)
		}
	}
}

// TestRoundTripWithGates: what is written loads back, to the same configuration and the same gates, with gates on and
// off, at the relay's version and at an older one.
func TestRoundTripWithGates(t *testing.T) {
	const upstreams = "forwarding: {upstreams: [\"198.51.100.1:53\"]%s}\n%sfeatureGates: {%s}\n"
	for _, test := range []struct{ emulated, body string }{
		{"1.3", fmt.Sprintf(upstreams, ", policy: Random", "cache: {serveStale: 1h}\n", "ServeStale: true, AnswerANY: true")},
		{"1.3", fmt.Sprintf(upstreams, "", "", "RandomForwarding: false, DNSOverTLS: false")},
		{"1.2", fmt.Sprintf(upstreams, ", policy: Random", "", "MutualTLS: true, QueryLogSampling: false")},
		{"1.2", fmt.Sprintf(upstreams, "", "", "AllBeta: false")},
	} {
		written := filepath.Join(t.TempDir(), "written.yaml")
		execute(t, "--config="+relayFile(t, test.body), "--emulated-version="+test.emulated, "--write-config-to="+written)
		var states []string
		var loads []*settings
		for _, file := range []string{relayFile(t, test.body), written} {
			arguments := []string{"--config=" + file, "--emulated-version=" + test.emulated}
			p := prepared(t, arguments)
			now, err := p.loader.Load(arguments)
			if err != nil {
				t.Fatalf("%s, %s: %v", test.emulated, test.body, err)
			}
			state := map[featuregate.Feature]bool{}
			for feature := range features.VersionedFeatures() {
				state[feature] = p.gates.Enabled(feature)
			}
			states = append(states, fmt.Sprint(state))
			loads = append(loads, &settings{loaded: now, shared: now.Config})
		}
		if states[0] != states[1] {
			t.Errorf("%s, %s: gates\n%s\nand read back\n%s", test.emulated, test.body, states[0], states[1])
		}
		if !equality.Semantic.DeepEqual(loads[0].shared, loads[1].shared) {
			t.Errorf("%s, %s: read\n%+v\nand read back\n%+v", test.emulated, test.body, loads[0].shared, loads[1].shared)
		}
	}
}
