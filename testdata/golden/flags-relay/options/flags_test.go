package options

import (
	"flag"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/resource"
	cliflag "k8s.io/component-base/cli/flag"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/klog/v2"

	relay "example.com/golden/flags-relay/v1alpha1"
)

// fromFile is a configuration in which every field differs from all literal defaults.
func fromFile() *relay.RelayConfiguration {
	size := int32(7)
	c := &relay.RelayConfiguration{
		Listen: "10.0.0.1", Verbose: 1, Upstreams: []string{"file"}, Weights: map[string]string{"file": "1"},
		FeatureGates: map[string]bool{"A": true, "B": false}, PriorityClass: "HIGH", Nice: 3, Netns: "blue",
		Cache: relay.Cache{Size: &size, Policy: "fifo"},
	}
	logsapi.SetRecommendedLoggingConfiguration(&c.Logging)
	c.Logging.Options.Text.SplitStream = true
	c.Logging.Options.Text.InfoBufferSize = resource.QuantityValue{Quantity: resource.MustParse("5Ki")}
	c.LeaderElection.ResourceLock = "leases"
	c.ClientConnection.Kubeconfig = "/kube"
	return c
}

func TestB1RegistrationChangesNothing(t *testing.T) {
	naive := fromFile()
	logsapi.AddFlags(&naive.Logging, pflag.NewFlagSet("", pflag.ContinueOnError))
	naive.Cache.AddFlags(pflag.NewFlagSet("", pflag.ContinueOnError))
	if naive.Logging.Options.Text.SplitStream || *naive.Cache.Size != 100 || naive.Cache.Policy != "lru" {
		t.Error("the functions that are delegated to do no harm any more: this test proves nothing")
	}

	c := fromFile()
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	AddRelayConfigurationFlags(fs, c)
	if !reflect.DeepEqual(c, fromFile()) {
		t.Errorf("registration changed the configuration to %+v", c)
	}
	for name, want := range map[string]string{"log-text-split-stream": "true", "cache-size": "7", "cache-policy": "fifo", "upstreams": "[file]"} {
		if got := fs.Lookup(name).DefValue; got != want {
			t.Errorf("help shows the default %q for --%s, want %q", got, name, want)
		}
	}
	if err := fs.Parse([]string{"--log-text-split-stream=false", "--cache-size=9", "--cache-policy=lfu"}); err != nil {
		t.Fatal(err)
	}
	want := fromFile()
	want.Logging.Options.Text.SplitStream, *want.Cache.Size, want.Cache.Policy = false, 9, "lfu"
	if !reflect.DeepEqual(c, want) {
		t.Errorf("the flags did not reach the configuration: %+v", c)
	}
}

func TestB1bCommandLineReplaces(t *testing.T) {
	c := fromFile()
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	AddRelayConfigurationFlags(fs, c)
	if err := fs.Parse([]string{"--upstreams=a", "--upstreams=b,c", "--weights=x*1", "--weights=y*2", "--feature-gates=B=true", "--feature-gates=C=true"}); err != nil {
		t.Fatal(err)
	}
	want := fromFile()
	want.Upstreams, want.Weights = []string{"a", "b", "c"}, map[string]string{"x": "1", "y": "2"}
	want.FeatureGates = map[string]bool{"A": true, "B": true, "C": true}
	if !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v, want %+v", c, want)
	}
}

func TestB10HelpShowsWhatWasRegistered(t *testing.T) {
	// What components do by hand: the global flag set, into which libraries put their own.
	global := flag.NewFlagSet("", flag.ContinueOnError)
	klog.InitFlags(global)
	naive := pflag.NewFlagSet("", pflag.ContinueOnError)
	naive.AddGoFlagSet(global)
	AddRelayConfigurationFlags(naive, fromFile())
	if !strings.Contains(naive.FlagUsages(), "--logtostderr") {
		t.Error("klog's global flags do not leak any more: this test proves nothing")
	}

	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	AddRelayConfigurationFlags(fs, fromFile())
	var names []string
	fs.VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	want := []string{
		"address", "cache-policy", "cache-size", "feature-gates", "kube-api-qps", "kubeconfig",
		"leader-elect", "leader-elect-lease-duration", "leader-elect-renew-deadline", "leader-elect-resource-lock", "leader-elect-resource-name",
		"leader-elect-resource-namespace", "leader-elect-retry-period", "listen", "log-flush-frequency", "log-text-info-buffer-size",
		"log-text-split-stream", "logging-format", "upstreams", "v", "verbose", "vmodule", "weights",
	}
	switch runtime.GOOS {
	case "windows":
		want = append(want, "windows-priority-class")
	case "linux":
		want = append(want, "nice", "netns")
	default:
		want = append(want, "nice")
	}
	slices.Sort(want)
	if !slices.Equal(names, want) {
		t.Errorf("got  %q\nwant %q", names, want)
	}
	pflag.CommandLine.VisitAll(func(f *pflag.Flag) { t.Errorf("--%s leaked into the global flag set", f.Name) })
}

func TestArguments(t *testing.T) {
	var fss cliflag.NamedFlagSets
	AddRelayConfigurationFlagSets(&fss, fromFile())
	if want := []string{"serving", "generic", "logging"}; !slices.Equal(fss.Order, want) {
		t.Errorf("got the sections %q, want %q", fss.Order, want)
	}
	const message = "set it in the file given by --config"
	for _, test := range []struct {
		section, name, shorthand, deprecated, usage string
		hidden                                      bool
	}{
		{"serving", "listen", "l", message, "The address that the relay listens on.", false},
		{"serving", "address", "", message, "The address that the relay listens on.", true},
		{"generic", "verbose", "", "", "Says more in the log, up to 'three' times as much.", false},
		{"generic", "upstreams", "", message, "The upstreams are asked in turn.\nEach is a host.", false},
		{"generic", "feature-gates", "", message, "gates:\nA=true|false", false},
		{"generic", "kube-api-qps", "", message, "requests a second\nto the API server", false},
		{"generic", "leader-elect-resource-name", "", "", "The name of resource object that is used for locking during leader election.", false},
		{"logging", "logging-format", "", message, `Sets the log format. Permitted formats: "text".`, false},
		{"logging", "v", "v", "", "number for the log level verbosity", false},
	} {
		f := fss.FlagSet(test.section).Lookup(test.name)
		if f == nil {
			t.Errorf("--%s is not in section %s", test.name, test.section)
			continue
		}
		if f.Shorthand != test.shorthand || f.Deprecated != test.deprecated || f.Usage != test.usage || f.Hidden != test.hidden {
			t.Errorf("--%s: got %+v", test.name, f)
		}
	}
	c := fromFile()
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	AddRelayConfigurationFlags(fs, c)
	if err := fs.Parse([]string{"--verbose", "-l", "::1"}); err != nil || c.Verbose != 2 || c.Listen != "::1" {
		t.Errorf("got %v, %d, %q", err, c.Verbose, c.Listen)
	}
}
