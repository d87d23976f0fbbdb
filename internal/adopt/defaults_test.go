package adopt

import (
	"slices"
	"testing"
)

func TestAssigned(t *testing.T) {
	const file = `package options

func ApplyRelayLegacyDefaults(c *config.Relay) {
	c.Port = 25
	if c.Client == nil {
		c.Client = &config.Client{}
	}
	c.Client.Wait.Max = metav1.Duration{Duration: time.Second}
}

func ApplyOtherLegacyDefaults(c *config.Other) {
	c.Text = "a"
}
`
	want := []string{"Port", "Client", "Client.Wait.Max"}
	if got := assigned([]byte(file), "ApplyRelayLegacyDefaults"); !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
	if got := assigned([]byte(file), "ApplyAbsentLegacyDefaults"); len(got) > 0 {
		t.Errorf("got %q", got)
	}
}
