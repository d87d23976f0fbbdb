package validation

import (
	"slices"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"example.com/golden/validation-declarative/relay"
)

func TestValidateRelayConfiguration(t *testing.T) {
	journal := "system"
	valid := relay.RelayConfiguration{Port: 2000, Sink: relay.Sink{Journal: &journal}} // the limit of 1000 is on trial
	for _, test := range []struct {
		name   string
		change func(*relay.RelayConfiguration)
		want   []string
	}{
		{"valid", func(*relay.RelayConfiguration) {}, nil},
		{"theirs, and ours that they do not have", func(c *relay.RelayConfiguration) {
			c.BindAddress, c.Timeout = "localhost", metav1.Duration{Duration: 2 * time.Hour}
			c.Zones = []string{"a", "b", "C_"}
		}, []string{
			"bindAddress: Invalid value: \"localhost\": must be an IP address, such as 10.0.0.1 or 2001:db8::1 (flag --bind-address)",
			"timeout: Invalid value: \"2h0m0s\": must be at most 1h (flag --timeout)",
			"zones: Too many: 3: must have at most 2 items (flag --zones)",
		}},
		{"what both have, once", func(c *relay.RelayConfiguration) { c.Port = -1 }, []string{
			"port: Invalid value: -1: must be greater than or equal to 1 (flag --port)",
		}},
		{"our half of a pair", func(c *relay.RelayConfiguration) { c.Port = 70000 }, []string{
			"port: Invalid value: 70000: must be at most 65535 (flag --port)",
		}},
		{"nested", func(c *relay.RelayConfiguration) {
			c.Listeners = []relay.Listener{{Name: "main"}, {}, {Name: "a-long-name"}}
		}, []string{
			"listeners[1].name: Required value", "listeners[2].name: Too long: may not be more than 8 characters",
		}},
		{"a union", func(c *relay.RelayConfiguration) { c.Sink.Syslog = &journal }, []string{
			"sink: Invalid value: \"{syslog, journal}\": must specify exactly one of: `syslog`, `journal`",
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			c := valid.DeepCopy()
			test.change(c)
			var got []string
			for _, err := range ValidateRelayConfiguration(c) {
				got = append(got, err.Error())
			}
			if !slices.Equal(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

// TestSecrets expects that values of secrets are in no error, wherever they stand.
func TestSecrets(t *testing.T) {
	journal := "system"
	c := &relay.RelayConfiguration{Port: 1, Token: "hunter2", Sink: relay.Sink{Journal: &journal}, Listeners: []relay.Listener{{Name: "main", Password: "Hunter_3"}}}
	errs := ValidateRelayConfiguration(c)
	if len(errs) != 2 || errs[0].Field != "token" || errs[1].Field != "listeners[0].password" {
		t.Fatalf("got %v", errs)
	}
	for _, err := range errs {
		if text := strings.ToLower(err.Error()); strings.Contains(text, "hunter") || !strings.Contains(text, "<masked>") {
			t.Errorf("got %s", err)
		}
	}
}
