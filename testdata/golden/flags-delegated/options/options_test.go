package options

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	cliflag "k8s.io/component-base/cli/flag"

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

// TestLiteralDefaultsAreUndone registers flags by functions that write literal defaults wherever they can.
func TestLiteralDefaultsAreUndone(t *testing.T) {
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
		if strings.HasPrefix(f.Name, "cloud-") && f.DefValue != "file" && f.DefValue != "7" && f.DefValue != "1s" {
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

// TestEmbeddedPointers does the same for options that embed pointers.
func TestEmbeddedPointers(t *testing.T) {
	f := delegated.NewDelegatedFlags()
	f.Registrar = nil // what is behind an interface cannot be restored
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

// TestFlagDefaultsOnFields checks the flags of one type in several places.
func TestFlagDefaultsOnFields(t *testing.T) {
	var fss cliflag.NamedFlagSets
	AddDelegatedFlagSets(&fss, &delegated.Delegated{})
	got := map[string]string{}
	for section, fs := range fss.FlagSets {
		fs.VisitAll(func(f *pflag.Flag) {
			got[f.Name] = strings.TrimSpace(fmt.Sprintf("%s %s %t", section, f.Deprecated, f.Hidden))
			if f.Shorthand != "" || f.DefValue != "0" && f.Value.Type() == "int32" {
				t.Errorf("--%s has the shorthand %q and the default %s", f.Name, f.Shorthand, f.DefValue)
			}
		})
	}
	for name, want := range map[string]string{
		"primary-server-port": "primary use the file false", "primary-server-name": "names  false",
		"primary-server-rate": "primary  false", "primary-server-burst": "primary use the file false",
		"backup-server-port": "servers  true", "backup-server-name": "names  true", "backup-server-rate": "servers  true",
		"server-port": "servers  false", "server-rate": "servers  false",
	} {
		if got[name] != want {
			t.Errorf("--%s: got %q, want %q", name, got[name], want)
		}
	}
}

// TestNamedMethod checks that a method AddFlags that is written by hand can call the generated one.
func TestNamedMethod(t *testing.T) {
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	delegated.NewOwnFlags().AddFlags(fs)
	if fs.Lookup("own-port").DefValue != "7" || fs.Lookup("other-port").DefValue != "8" {
		t.Error(fs.FlagUsages())
	}
}

// TestFlagsOfPointersAndInterfaces checks what is registered in a struct of flags that an existing function makes.
func TestFlagsOfPointersAndInterfaces(t *testing.T) {
	f := delegated.NewDelegatedFlags()
	if f.Level != 3 || f.Depth != 5 || f.Optional.Rate != 1 || delegated.NewOwnFlags().Port != 7 {
		t.Errorf("the defaults are %s", text(t, f))
	}
	f.Shared = delegated.SharedOptions{
		SharedConfiguration: &delegated.SharedConfiguration{}, Provider: &delegated.ProviderOptions{
			SharedConfiguration: &delegated.SharedConfiguration{},
		},
	}
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.AddFlags(fs)
	for name, want := range map[string]string{"optional-rate": "1", "optional-burst": "0", "level": "3", "registrar-burst": "200"} {
		if flag := fs.Lookup(name); flag == nil || flag.DefValue != want {
			t.Errorf("--%s is %v, want the default %s", name, flag, want)
		}
	}
	if fs.Lookup("missing-rate") != nil || fs.Lookup("rate") != nil {
		t.Error("a nil pointer or interface has flags")
	}
	if err := fs.Parse([]string{"--optional-rate=9"}); err != nil || f.Optional.Rate != 9 {
		t.Errorf("%v, %s", err, text(t, f))
	}
}

// TestLeaderElectionOfAVersion checks flags that a function registers for the internal type.
func TestLeaderElectionOfAVersion(t *testing.T) {
	on := true
	c := &delegated.Delegated{}
	c.LeaderElection.LeaderElect, c.LeaderElection.ResourceName = &on, "file"
	before := text(t, c)
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	AddDelegatedFlags(fs, c)
	if after := text(t, c); after != before || fs.Lookup("leader-elect").DefValue != "true" ||
		fs.Lookup("leader-elect-resource-name").DefValue != "file" {
		t.Errorf("registering changed\n%s to\n%s", before, after)
	}
	err := fs.Parse([]string{"--leader-elect=false", "--leader-elect-lease-duration=9s"})
	if err != nil || *c.LeaderElection.LeaderElect || !on || c.LeaderElection.LeaseDuration.Duration != 9*time.Second ||
		c.LeaderElection.ResourceName != "file" {
		t.Errorf("%v, %s", err, text(t, c))
	}
	empty := &delegated.Delegated{}
	fs = pflag.NewFlagSet("", pflag.ContinueOnError)
	AddDelegatedFlags(fs, empty)
	if err := fs.Parse([]string{"--leader-elect-resource-name=x"}); err != nil || empty.LeaderElection.LeaderElect != nil {
		t.Errorf("%v, %s", err, text(t, empty))
	}
}
