package options

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	delegated "example.com/golden/flags-delegated"
)

func text(t *testing.T, value any) string {
	t.Helper()
	encoded, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	return string(encoded)
}

// TestN7LiteralDefaultsAreUndone registers flags by functions that write literal defaults wherever they can.
func TestN7LiteralDefaultsAreUndone(t *testing.T) {
	size := int32(7)
	c := &delegated.Delegated{Cloud: delegated.Cloud{
		Name: "file", Size: &size, Provider: &delegated.Provider{Timeout: &metav1.Duration{Duration: time.Second}},
		Zones: []*delegated.Zone{nil, {Name: "file"}}[1:], Regions: []delegated.Zone{{Name: "file"}},
		Labels: map[string]string{"file": "file"}, ByName: map[string]*delegated.Zone{"a": {Name: "file"}},
	}}
	before := text(t, c)
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	AddDelegatedFlags(fs, c)
	if after := text(t, c); after != before {
		t.Errorf("registering changed\n%s to\n%s", before, after)
	}
	fs.VisitAll(func(f *pflag.Flag) {
		if f.DefValue != "file" && f.DefValue != "7" && f.DefValue != "1s" {
			t.Errorf("--%s has the default %s", f.Name, f.DefValue)
		}
	})
	err := fs.Parse([]string{"--cloud-size=8", "--cloud-timeout=2s", "--cloud-zone=x", "--cloud-region=y"})
	if err != nil || size != 8 || c.Cloud.Provider.Timeout.Duration != 2*time.Second || c.Cloud.Zones[0].Name != "x" ||
		c.Cloud.Regions[0].Name != "y" {
		t.Errorf("%v, %s", err, text(t, c))
	}
	AddDelegatedFlags(pflag.NewFlagSet("", pflag.ContinueOnError), &delegated.Delegated{}) // nil pointers stay nil
}

// TestN7EmbeddedPointers does the same for options that embed pointers.
func TestN7EmbeddedPointers(t *testing.T) {
	f := delegated.NewDelegatedFlags()
	f.Shared = delegated.SharedOptions{
		SharedConfiguration: &delegated.SharedConfiguration{Cluster: "own"},
		Provider: &delegated.ProviderOptions{
			SharedConfiguration: &delegated.SharedConfiguration{Cluster: "own"},
		},
	}
	before := text(t, f)
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.AddFlags(fs)
	if after := text(t, f); after != before {
		t.Errorf("registering changed\n%s to\n%s", before, after)
	}
	if err := fs.Parse([]string{"--routes", "--provider-cluster=x", "--inner-level=3"}); err != nil ||
		!f.Shared.Routes || f.Shared.Provider.Cluster != "x" || f.Embedded.Level != 3 {
		t.Errorf("%v, %s", err, text(t, f))
	}
}
