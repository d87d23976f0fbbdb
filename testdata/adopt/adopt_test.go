// Package adopt tests components whose flags are registered by hand. They are the input of the tests of configgen
// adopt, which runs these tests again after it has removed the registrations.
package adopt

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/json"

	cainjector "example.com/adopt/certmanager/cmd/cainjector/options"
	controller "example.com/adopt/certmanager/cmd/controller/options"
	webhook "example.com/adopt/certmanager/cmd/webhook/options"
	everycommand "example.com/adopt/every/cmd"
	everyconfig "example.com/adopt/every/config"
	every "example.com/adopt/every/options"
	kubeproxy "example.com/adopt/kubeproxy/cmd/app"
	relay "example.com/adopt/relay/cmd/relay/options"
)

// component is the command line of a component.
type component struct {
	flags *pflag.FlagSet
	// effective prints what matters of what the flags set.
	effective func() string
	// paths are the paths that the component resolves.
	paths func() []*string
}

// components returns each component anew.
func components(t *testing.T) map[string]component {
	fs := func(add ...func(*pflag.FlagSet)) *pflag.FlagSet {
		set := pflag.NewFlagSet("", pflag.ContinueOnError)
		for _, add := range add {
			add(set)
		}
		return set
	}
	c, err := controller.NewControllerConfiguration()
	fatal(t, err)
	i, err := cainjector.NewCAInjectorConfiguration()
	fatal(t, err)
	w, err := webhook.NewWebhookConfiguration()
	fatal(t, err)
	r, err := relay.NewOptions()
	fatal(t, err)
	e, err := every.NewOptions()
	fatal(t, err)
	k := kubeproxy.NewOptions()
	sections := r.Flags()
	relayFlags := fs()
	for _, section := range sections.Order {
		relayFlags.AddFlagSet(sections.FlagSet(section))
	}
	return map[string]component{
		"controller": {fs(func(fs *pflag.FlagSet) { controller.AddConfigFlags(fs, c) }, controller.NewControllerFlags().AddFlags),
			func() string {
				return printed(c.APIServerHost, c.KubernetesAPIBurst, c.Controllers, c.ACMEHTTP01Config.SolverExtraLabels,
					c.LeaderElectionConfig.HealthzTimeout, c.Logging.Verbosity)
			}, func() []*string { return pointers(controller.PathRefs(c)) }},
		"cainjector": {fs(func(fs *pflag.FlagSet) { cainjector.AddConfigFlags(fs, i) }, cainjector.NewCAInjectorFlags().AddFlags),
			func() string {
				return printed(i.Namespace, i.EnableInjectableConfig, i.LeaderElectionConfig.LeaseDuration, i.FeatureGates)
			}, func() []*string { return pointers(cainjector.PathRefs(i)) }},
		"webhook": {fs(func(fs *pflag.FlagSet) { webhook.AddConfigFlags(fs, w) }, webhook.NewWebhookFlags().AddFlags),
			func() string {
				return printed(w.SecurePort, w.TLSConfig.Filesystem, w.MetricsTLSConfig.Dynamic, w.PEMSizeLimitsConfig)
			}, func() []*string { return pointers(webhook.PathRefs(w)) }},
		"kubeproxy": {fs(k.AddFlags), func() string {
			k.Complete()
			p := k.Config()
			return printed(p.HostnameOverride, p.BindAddress, p.Mode, p.SyncPeriod.Duration, p.MinSyncPeriod.Duration,
				*p.Linux.Conntrack.MaxPerCore, *p.IPTables.LocalhostNodePorts, p.DetectLocal.ClusterCIDRs, p.NodePortAddresses)
		}, func() []*string { return nil }},
		"relay": {relayFlags, func() string {
			l := r.Config.Listen
			return printed(l.Address, l.Port, l.TCP, l.MaxUDPSize, r.Config.Cache.Size.String(), r.Config.Forwarding.Timeout.Duration,
				r.Config.Hosts.Records, r.Config.QueryLog.Sample.String(), r.Instance.ServerID, r.ShutdownTimeout)
		}, func() []*string { return relay.PathRefs(r.Config) }},
		"every": {fs(e.AddFlags), func() string {
			return printed(e.Config.BindAddress, *e.Config.Port, e.Config.Color, e.Config.Timeout.Duration, e.Config.Retries,
				*e.Config.Ratio, e.Config.Servers, e.Config.Labels, e.Config.Limits, e.Config.Level, e.Debug, e.Seeds, e.PIDFile)
		}, func() []*string { return every.PathRefs(e.Config) }},
	}
}

func printed(values ...any) string { return strings.TrimSpace(fmt.Sprintln(values...)) }

func fatal(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func pointers(paths []*string, err error) []*string {
	if err != nil {
		panic(err)
	}
	return paths
}

// TestParse compares what command lines come to.
func TestParse(t *testing.T) {
	for _, row := range []struct{ component, args, want string }{
		{"controller", "", `50 [*] map[] 20s 0`},
		{"controller", "--master=m --kube-api-burst=7 --controllers=a,-b --acme-http01-solver-extra-labels=a=b " +
			"--internal-healthz-leader-election-timeout=3s -v=4", `m 7 [a -b] map[a:b] 3s 4`},
		{"cainjector", "", `{true true true true} 1m0s map[]`},
		{"cainjector", "--namespace=n --enable-apiservices-injectable=false --leader-election-lease-duration=2m " +
			"--feature-gates=A=true,B=false", `n {true true true false} 2m0s map[A:true B:false]`},
		{"webhook", "", `6443 { } {  [] 168h0m0s} {36500 13000 95000 330000}`},
		{"webhook", "--secure-port=1 --tls-cert-file=c --metrics-dynamic-serving-dns-names=a,b --max-private-key-size=9",
			`1 {c } {  [a b] 168h0m0s} {36500 9 95000 330000}`},
		{"kubeproxy", "--hostname-override=h", `h 0.0.0.0  30s 1s 32768 true [] []`},
		{"kubeproxy", "--hostname-override=h --proxy-mode=ipvs --ipvs-sync-period=9s --bind-address=192.0.2.1 " +
			"--conntrack-max-per-core=8 --iptables-localhost-nodeports=false --cluster-cidr=192.0.2.0/24 --nodeport-addresses=a,b",
			`h 192.0.2.1 ipvs 9s 1s 8 false [192.0.2.0/24] [a b]`},
		{"relay", "", `0.0.0.0 53 false 512 0 5s map[] 1  5s`},
		{"relay", "-a 192.0.2.1 -p 5353 --tcp --cache-size=1Mi --record=a:192.0.2.2 --query-log-sample=5% --server-id=x",
			`192.0.2.1 5353 true 512 1Mi 5s map[a:[192.0.2.2]] 5% x 5s`},
		{"every", "", `0.0.0.0 8443 auto 1m0s 5 0.5 [] map[] {10 10 10} info {true localhost:6060} [1 2]`},
		{"every", "-a 192.0.2.1 -p 1 --color --timeout=2s --retries=1 --trace_ratio=0.1 -s a,b --labels=a=b --max-writers=3 " +
			"--log-level=error --debug-profiling=false --seed=7 --pid-file=p",
			`192.0.2.1 1 always 2s 1 0.1 [a b] map[a:b] {10 3 10} error {false localhost:6060} [7] p`},
		{"every", "--debug-all --debug-profiling=false --debug-all",
			`0.0.0.0 8443 auto 1m0s 5 0.5 [] map[] {10 10 10} debug {true localhost:6060} [1 2]`},
	} {
		c := components(t)[row.component]
		fatal(t, c.flags.Parse(strings.Fields(row.args)))
		if got := c.effective(); got != row.want {
			t.Errorf("%s %s:\n%s, want\n%s", row.component, row.args, got, row.want)
		}
	}
}

// TestRefused expects that flags check their values.
func TestRefused(t *testing.T) {
	for _, row := range []struct{ component, arg string }{
		{"controller", "--concurrent-workers=a"}, {"cainjector", "--feature-gates=A"}, {"webhook", "--secure-port=x"},
		{"kubeproxy", "--bind-address=here"}, {"relay", "--query-log-sample=half"}, {"relay", "--traffic-class=x"},
		{"every", "--log-level=loud"}, {"every", "--overlay="},
	} {
		if err := components(t)[row.component].flags.Parse([]string{row.arg}); err == nil {
			t.Errorf("%s accepts %s", row.component, row.arg)
		}
	}
}

// TestPaths sets flags of files, and expects which of them are resolved.
func TestPaths(t *testing.T) {
	for component, want := range map[string]string{
		"controller": "kubeconfig",
		"cainjector": "kubeconfig metrics-tls-cert-file metrics-tls-private-key-file",
		"webhook":    "kubeconfig metrics-tls-cert-file metrics-tls-private-key-file tls-cert-file tls-private-key-file",
		"kubeproxy":  "",
		"relay":      "hosts-file kubeconfig query-log-file",
		"every":      "replay-file tls-cert-file tls-private-key-file",
	} {
		c := components(t)[component]
		var set []string
		c.flags.VisitAll(func(f *pflag.Flag) {
			if t := f.Value.Type(); t == "string" || t == "stringSlice" || t == "file" {
				set = append(set, "--"+f.Name+"=is/"+f.Name)
			}
		})
		_ = c.flags.Parse(set)
		var got []string
		for _, path := range c.paths() {
			if name, ok := strings.CutPrefix(*path, "is/"); ok {
				got = append(got, name)
			}
		}
		slices.Sort(got)
		if strings.Join(got, " ") != want {
			t.Errorf("%s resolves %q, want %q", component, got, want)
		}
	}
}

// TestFlags counts the flags, so that none is lost unnoticed. The logs of cert-manager, which are part of this program,
// give kube-proxy two flags for logs in JSON.
func TestFlags(t *testing.T) {
	for component, want := range map[string]int{
		"controller": 74, "cainjector": 41, "webhook": 47, "kubeproxy": 55, "relay": 48, "every": 40,
	} {
		count := 0
		components(t)[component].flags.VisitAll(func(*pflag.Flag) { count++ })
		if count != want {
			t.Errorf("%s has %d flags, want %d", component, count, want)
		}
	}
}

// TestSections expects the flags of the relay in their sections.
func TestSections(t *testing.T) {
	o, err := relay.NewOptions()
	fatal(t, err)
	sections := o.Flags()
	if section := sections.FlagSet("admin"); section.Lookup("admin-address") == nil || section.Lookup("port") != nil {
		t.Errorf("sections %q", sections.Order)
	}
}

// TestFlagsWinOverFile expects that what the command line sets is not lost when a file is read.
func TestFlagsWinOverFile(t *testing.T) {
	o, err := every.NewOptions()
	fatal(t, err)
	fs := pflag.NewFlagSet("", pflag.ContinueOnError)
	o.AddFlags(fs)
	args := []string{"--config=/dev/null", "--retries=2", "--feature-gates=A=true"}
	fatal(t, fs.Parse(args))
	fatal(t, o.ApplyFile(args, func(_ []byte, c *everyconfig.EveryConfiguration) error {
		return json.Unmarshal([]byte(`{"retries":9,"color":"never","featureGates":{"A":false,"B":true}}`), c)
	}))
	got := printed(o.Config.Retries, o.Config.Color, o.Config.FeatureGates)
	if want := "2 never map[A:true B:true]"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestCommand runs the command.
func TestCommand(t *testing.T) {
	var out bytes.Buffer
	c := everycommand.NewCommand(context.Background(), &out)
	c.SetArgs(strings.Fields("-s a --retries=2 --wait=3s -o json -f"))
	fatal(t, c.Execute())
	if got, want := out.String(), "a 2 3s json true\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
