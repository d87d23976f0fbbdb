package validation

import (
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/version"
	"k8s.io/component-base/featuregate"

	"example.com/golden/featuregates-relay/internal/features"
	"example.com/golden/featuregates-relay/relay/v1beta1"
)

// full is a configuration in which everything is set.
func full() *v1beta1.RelayConfiguration {
	yes, mutual := true, v1beta1.MutualTransport
	second := metav1.Duration{Duration: time.Second}
	return &v1beta1.RelayConfiguration{
		MaxStale: second, StaleBytes: resource.MustParse("1Mi"), StaleZones: []string{"a"}, Strict: &yes, Retries: 3,
		Default: v1beta1.TLSTransport, Fallback: &mutual,
		Zones: []v1beta1.Zone{{Name: "plain", Transport: v1beta1.UDP}, {Name: "safe", Transport: v1beta1.MutualTransport,
			TLS: &v1beta1.TLS{ServerName: "x", Client: &v1beta1.Identity{Name: "me"}}}},
		Servers: map[string]v1beta1.Server{"b": {Address: "b", Transports: []v1beta1.Transport{v1beta1.UDP, v1beta1.TLSTransport}, Stale: true}, "a": {Address: "a", Stale: true}},
		Cache:   v1beta1.Cache{Size: 5, Prefetch: true},
		Admin:   v1beta1.Identity{Lifetime: second},
	}
}

func gates(t *testing.T, settings map[string]bool) func(featuregate.Feature) bool {
	t.Helper()
	gate, err := features.NewFeatureGate(version.MajorMinor(1, 3))
	if err != nil {
		t.Fatal(err)
	}
	if err := gate.SetFromMap(settings); err != nil {
		t.Fatal(err)
	}
	return gate.Enabled
}

// TestEverythingOn: with all gates on nothing is refused and nothing cleared.
func TestEverythingOn(t *testing.T) {
	enabled := gates(t, map[string]bool{"ServeStale": true, "MutualTLS": true})
	c := full()
	ClearRelayConfigurationGatedFields(c, enabled, nil)
	if errs := ValidateRelayConfigurationFeatureGates(c, enabled); len(errs) > 0 || !equality.Semantic.DeepEqual(c, full()) {
		t.Errorf("errors %v\nconfiguration %+v", errs, c)
	}
}

// TestEverythingOff: each field and value that is set is refused, by its path, gate and stage, in a stable order.
func TestEverythingOff(t *testing.T) {
	enabled := gates(t, map[string]bool{"DNSOverTLS": false})
	const want = `maxStale: Forbidden: needs the feature gate ServeStale (ALPHA - default=false)
staleBytes: Forbidden: needs the feature gate ServeStale (ALPHA - default=false)
staleZones: Forbidden: needs the feature gate ServeStale (ALPHA - default=false)
strict: Forbidden: needs the feature gates MutualTLS (ALPHA - default=false) and DNSOverTLS (BETA - default=true)
retries: Forbidden: needs the feature gate ServeStale (ALPHA - default=false)
zones[1].tls: Forbidden: needs the feature gate DNSOverTLS (BETA - default=true)
servers[a].stale: Forbidden: needs the feature gate ServeStale (ALPHA - default=false)
servers[b].stale: Forbidden: needs the feature gate ServeStale (ALPHA - default=false)
cache.prefetch: Forbidden: needs the feature gate ServeStale (ALPHA - default=false)
admin: Forbidden: needs the feature gate MutualTLS (ALPHA - default=false)
default: Invalid value: "TLS": needs the feature gate DNSOverTLS (BETA - default=true)
fallback: Invalid value: "MutualTLS": needs the feature gates DNSOverTLS (BETA - default=true) and MutualTLS (ALPHA - default=false)
zones[1].transport: Invalid value: "MutualTLS": needs the feature gates DNSOverTLS (BETA - default=true) and MutualTLS (ALPHA - default=false)
servers[b].transports[1]: Invalid value: "TLS": needs the feature gate DNSOverTLS (BETA - default=true)`
	var got []string
	for _, err := range ValidateRelayConfigurationFeatureGates(full(), enabled) {
		got = append(got, err.Error())
	}
	if strings.Join(got, "\n") != want {
		t.Errorf("errors:\n%s\nwant:\n%s", strings.Join(got, "\n"), want)
	}
	if errs := ValidateRelayConfigurationGatedValues(full(), enabled); len(errs) != 4 {
		t.Errorf("errors of values alone: %v", errs)
	}
}

// TestDefaultsAreTakenBack: all is defaulted, what is off is wiped, and what somebody has set stays to be refused.
func TestDefaultsAreTakenBack(t *testing.T) {
	enabled := gates(t, nil)
	c := full()
	ClearRelayConfigurationGatedFields(c, enabled, func(path string) bool {
		return path == "retries" || path == "zones[1].tls.client" || path == "servers[a].stale"
	})
	want := full()
	want.MaxStale, want.StaleBytes, want.StaleZones, want.Strict = metav1.Duration{}, resource.Quantity{}, nil, nil
	want.Cache.Prefetch, want.Admin = false, v1beta1.Identity{}
	b := want.Servers["b"]
	b.Stale = false
	want.Servers["b"] = b
	if !equality.Semantic.DeepEqual(c, want) {
		t.Errorf("configuration %+v\nwant %+v", c, want)
	}
	var paths []string
	for _, err := range ValidateRelayConfigurationFeatureGates(c, enabled) {
		paths = append(paths, err.Field)
	}
	if got := strings.Join(paths, " "); got != "retries zones[1].tls.client servers[a].stale fallback zones[1].transport" {
		t.Errorf("errors at %s", got)
	}
}

// TestInsideWhatIsOff: a gate inside a field says nothing more while that field is off.
func TestInsideWhatIsOff(t *testing.T) {
	c := &v1beta1.RelayConfiguration{Zones: []v1beta1.Zone{{TLS: &v1beta1.TLS{Client: &v1beta1.Identity{}}}}}
	errs := ValidateRelayConfigurationFeatureGates(c, gates(t, map[string]bool{"DNSOverTLS": false}))
	if len(errs) != 1 || errs[0].Field != "zones[0].tls" {
		t.Errorf("errors: %v", errs)
	}
	ClearRelayConfigurationGatedFields(c, gates(t, nil), nil)
	if c.Zones[0].TLS == nil || c.Zones[0].TLS.Client != nil {
		t.Errorf("configuration %+v", c.Zones[0].TLS)
	}
}

// TestBehindPointers reaches what is in lists and maps behind pointers.
func TestBehindPointers(t *testing.T) {
	servers := &map[string]v1beta1.Server{"a": {Stale: true}}
	c := &v1beta1.RelayConfiguration{Mirrors: &[]*map[string]v1beta1.Server{nil, servers}}
	errs := ValidateRelayConfigurationFeatureGates(c, gates(t, nil))
	if len(errs) != 1 || errs[0].Field != "mirrors[1][a].stale" {
		t.Errorf("got %v", errs)
	}
}
