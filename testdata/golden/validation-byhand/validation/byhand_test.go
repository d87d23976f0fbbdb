package validation

import (
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-base/featuregate"

	byhand "example.com/golden/validation-byhand"
)

func texts(errs field.ErrorList) string {
	text := ""
	for _, err := range errs {
		text += err.Error() + "; "
	}
	return text
}

// TestExistingFunctionsAreCalled calls existing functions as they are, each once.
func TestExistingFunctionsAreCalled(t *testing.T) {
	good := func() *byhand.RelayConfiguration {
		return &byhand.RelayConfiguration{Port: 1, Upstream: byhand.Upstream{Host: "a"}}
	}
	for want, change := range map[string]func(*byhand.RelayConfiguration){
		"": func(*byhand.RelayConfiguration) {},
		"port: Invalid value: 0: must be at least 1 (flag --port); ": func(c *byhand.RelayConfiguration) { c.Port = 0 },
		"port: Invalid value: 7: must not be 7 (flag --port); ":      func(c *byhand.RelayConfiguration) { c.Port = 7 },
		"upstream.host: Required value: theirs; ":                    func(c *byhand.RelayConfiguration) { c.Upstream.Host = "" },
		"upstream.host: Too long: may not be more than 9 characters; ": func(c *byhand.RelayConfiguration) {
			c.Upstream.Host = "0123456789"
		},
		"zones[1].domain: Required value: theirs; ": func(c *byhand.RelayConfiguration) {
			c.Zones = []byhand.Zone{{Domain: "a"}, {}}
		},
		"limits: Invalid value: one is too few; ": func(c *byhand.RelayConfiguration) { c.Limits.Rate = 1 },
		"limits.rate: Invalid value: 2: two; limits: Invalid value: two is too few; ": func(c *byhand.RelayConfiguration) {
			c.Limits.Rate = 2
		},
		"tls.minVersion: Forbidden: shared; ":     func(c *byhand.RelayConfiguration) { c.TLS.MinVersion = "1.0" },
		"proxy.host: Forbidden: shared; ":         func(c *byhand.RelayConfiguration) { c.Proxy.Host = "bad" },
		"quota.size: Invalid value: -1: theirs; ": func(c *byhand.RelayConfiguration) { c.Quota = &byhand.Quota{Size: -1} },
	} {
		c := good()
		change(c)
		if got := texts(ValidateAll_RelayConfiguration(c)); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

// TestGates passes feature gates to the rules of a root.
func TestGates(t *testing.T) {
	for mode, want := range map[string][2]string{
		"": {}, "new": {"ProxyConfiguration: Invalid value: mode new needs the feature gate New; ", ""},
		"old": {"", `mode: Invalid value: "old": is removed by New; `},
	} {
		c := &byhand.ProxyConfiguration{Mode: mode}
		for i, on := range []bool{false, true} {
			enabled := func(featuregate.Feature) bool { return on }
			if got := texts(ValidateProxyConfigurationGatedValues(c, enabled)); got != want[i] {
				t.Errorf("%q with %t: got %s, want %s", mode, on, got, want[i])
			}
		}
		if got := texts(ValidateProxyConfiguration(c)); got != "" {
			t.Errorf("got %s without gates", got)
		}
	}
}
