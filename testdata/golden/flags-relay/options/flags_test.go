package options

import (
	"flag"
	"net"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

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

// byHand registers the ignored flags of RelayConfiguration as a component does it, and the flags of pflag in its own
// way.
func byHand(fs *pflag.FlagSet) {
	fs.Bool("compress", false, "")
	fs.StringP("old-listen", "o", `a "b"`, "")
	fs.Int8("old-int8", -3, "")
	fs.Uint64("old-uint64", 16, "")
	fs.Float32("old-float32", 0.1, "")
	fs.Float64("old-float64", 1e30, "")
	fs.Duration("old-duration", 90*time.Second, "")
	fs.Lookup("old-duration").NoOptDefVal = "1s"
	fs.IP("old-ip", net.IPv4(10, 0, 0, 1), "")
	fs.VarP(&resource.QuantityValue{Quantity: resource.MustParse("16Mi")}, "old-quantity", "q", "")
	fs.Var(&resource.QuantityValue{}, "old-zero", "")
	fs.StringSlice("old-slice", []string{"a", "b"}, "")
	fs.StringArray("old-array", []string{"a", "b,c"}, "")
	fs.StringArray("old-empty", nil, "")
	fs.IntSlice("old-ints", []int{1, 2}, "")
	fs.StringToString("old-map", map[string]string{"a": "1", "b": "2"}, "")
	fs.CountP("old-count", "d", "")
	fs.Var(cliflag.NewMapStringBool(&map[string]bool{"a": true, "b": false}), "old-gates", "")
	fs.Var(cliflag.NewMapStringBool(&map[string]bool{}), "old-empty-gates", "")
	if runtime.GOOS == "linux" {
		fs.Int("old-score", 0, "")
	}
}

func TestIgnoredFlagsAreAcceptedAndChangeNothing(t *testing.T) {
	const many = "-1 0 1 300 x true 5s 10.0.0.1 1Gi a,b a=b 1,2"
	want := pflag.NewFlagSet("", pflag.ContinueOnError)
	byHand(want)
	want.VisitAll(func(f *pflag.Flag) {
		c := fromFile()
		fs := pflag.NewFlagSet("", pflag.ContinueOnError)
		AddRelayConfigurationFlags(fs, c)
		got := fs.Lookup(f.Name)
		if got == nil {
			t.Errorf("--%s is not registered", f.Name)
			return
		}
		for _, column := range [][2]string{{got.DefValue, f.DefValue}, {got.Value.Type(), f.Value.Type()},
			{got.NoOptDefVal, f.NoOptDefVal}, {got.Shorthand, f.Shorthand}} {
			if column[0] != column[1] {
				t.Errorf("--%s: got %q, want %q", f.Name, column[0], column[1])
			}
		}
		for text := range strings.FieldsSeq(many) {
			if err, wanted := fs.Set(f.Name, text), want.Set(f.Name, text); (err == nil) != (wanted == nil) {
				t.Errorf("--%s=%s: got %v, want %v", f.Name, text, err, wanted)
			}
		}
		if err := ReparseRelayConfigurationFlags(c, []string{"--" + f.Name + "=" + f.NoOptDefVal}); f.NoOptDefVal != "" && err != nil {
			t.Errorf("--%s is not known when flags are parsed once more: %v", f.Name, err)
		}
		if !reflect.DeepEqual(c, fromFile()) {
			t.Errorf("--%s changes the configuration to %+v", f.Name, c)
		}
	})
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	AddRelayConfigurationFlags(fs, fromFile())
	if f := fs.Lookup("old-listen"); f.Deprecated != "it has no effect" || f.Usage != "The former name of --listen." {
		t.Errorf("got %+v", f)
	}
	if f := fs.Lookup("old-count"); f.ShorthandDeprecated != "use --v" {
		t.Errorf("got %+v", f)
	}
	if f := fs.Lookup("old-empty-gates"); !strings.Contains(f.Deprecated, "1.6") {
		t.Errorf("got %+v", f)
	}
	if f := fs.Lookup("old-score"); (f != nil) != (runtime.GOOS == "linux") {
		t.Errorf("--old-score: got %+v on %s", f, runtime.GOOS)
	}
	if f := fs.Lookup("compress"); f.Deprecated != "" || f.Usage != "Has no effect." || !fs.Lookup("old-duration").Hidden {
		t.Errorf("got %+v", f)
	}
}

func TestRegistrationChangesNothing(t *testing.T) {
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

func TestCommandLineReplaces(t *testing.T) {
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

func TestHelpShowsWhatWasRegistered(t *testing.T) {
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
	ignored := pflag.NewFlagSet("", pflag.ContinueOnError)
	byHand(ignored)
	ignored.VisitAll(func(f *pflag.Flag) { want = append(want, f.Name) })
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
