package main

import (
	"bytes"
	"context"
	"errors"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/component-base/configz"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/options"
	"github.com/configgen/configgen/examples/sampleconfig/internal/relay"
)

// settings is what the command line and the files give.
type settings struct {
	*loaded
	shared   *config.RelayConfiguration
	instance *config.RelayInstanceConfiguration
}

// prepared is a process that is ready to load.
func prepared(t testing.TB, arguments []string) *process {
	t.Helper()
	p, err := newProcess(arguments)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// complete does all that the command does before it prints or runs.
func complete(t *testing.T, arguments ...string) (*settings, error) {
	t.Helper()
	now, err := prepared(t, arguments).loader.Load(arguments)
	if err != nil {
		return nil, err
	}
	return &settings{now, now.Config, now.Instance.(*config.RelayInstanceConfiguration)}, nil
}

func mustComplete(t *testing.T, arguments ...string) *settings {
	t.Helper()
	s, err := complete(t, arguments...)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// execute runs the command and returns its output.
func execute(t *testing.T, arguments ...string) string {
	t.Helper()
	var out bytes.Buffer
	p := prepared(t, arguments)
	command := p.loader.Command(func(context.Context, *loaded) error {
		t.Errorf("%v: the relay runs", arguments)
		return nil
	})
	command.SetOut(&out)
	command.SetErr(&out)
	command.SetArgs(arguments)
	if err := command.Execute(); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

// TestSources says which source wins, for fields whose sources all say something else.
func TestSources(t *testing.T) {
	type fields struct {
		address string
		tcp     bool
		udp     int32
		timeout time.Duration
		cache   string
		retries int32
	}
	tests := []struct {
		name      string
		arguments []string
		want      fields
	}{
		{"flags alone: versioned defaults, legacy ones on top", []string{"-u", "198.51.100.1:53"},
			fields{"0.0.0.0", false, config.ClassicUDPSize, 5 * time.Second, "0", 2}},
		{"flags alone: the command line wins",
			[]string{"-u", "198.51.100.1:53", "-a", "::1", "--tcp", "--cache-size=1Mi", "--upstream-attempts=9"},
			fields{"::1", true, config.ClassicUDPSize, 5 * time.Second, "1Mi", 9}},
		{"a file: no legacy default is left", []string{"--config=testdata/relay.yaml"},
			fields{"192.0.2.1", true, 1232, 2 * time.Second, "16Mi", 2}},
		{"a file of the older version brings the defaults of that version", []string{"--config=testdata/old.yaml"},
			fields{"0.0.0.0", false, 4096, 9 * time.Second, "4Mi", 3}},
		{"flags win over a file",
			[]string{"--config", "testdata/relay.yaml", "--bind-address=::", "--tcp=false", "--max-udp-size=600",
				"--upstream-timeout=1s", "--cache-size=0"},
			fields{"::", false, 600, time.Second, "0", 2}},
		{"the example and its drop-in file",
			[]string{"--config=../../config/relay.yaml", "--config-dir=../../config/relay.conf.d"},
			fields{"192.0.2.1", true, 1232, 2 * time.Second, "16Mi", 2}},
		{"a flag with underscores is the same flag", []string{"--config=testdata/relay.yaml", "--bind_address=::"},
			fields{"::", true, 1232, 2 * time.Second, "16Mi", 2}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := mustComplete(t, test.arguments...).shared
			got := fields{
				c.Listen.Address, c.Listen.TCP, c.Listen.MaxUDPSize, c.Forwarding.Timeout.Duration, c.Cache.Size.String(),
				c.Forwarding.Attempts}
			if got != test.want {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

// TestCommandLineReplacesLists shows that a list or map on the command line takes the place of the file's.
func TestCommandLineReplacesLists(t *testing.T) {
	c := mustComplete(t, "--config=testdata/relay.yaml", "--allow-from=203.0.113.0/24", "--allow-from=::1/128",
		"--alias=a.example<b.example", "-u", "203.0.113.1:53").shared
	if want := []string{"203.0.113.0/24", "::1/128"}; !slices.Equal(c.Listen.AllowFrom, want) {
		t.Errorf("allowFrom is %v, want %v: the first flag replaces, the second adds", c.Listen.AllowFrom, want)
	}
	if len(c.Forwarding.Aliases) != 1 || c.Forwarding.Aliases["a.example"] != "b.example" {
		t.Errorf("aliases are %v, want those of the flag alone", c.Forwarding.Aliases)
	}
	if want := []string{"203.0.113.1:53"}; !slices.Equal(c.Forwarding.Upstreams, want) {
		t.Errorf("upstreams are %v, want %v", c.Forwarding.Upstreams, want)
	}
}

func TestFeatureGatesOfFileAndFlagsMerge(t *testing.T) {
	c := mustComplete(t, "--config=testdata/relay.yaml", "--feature-gates=ServeStale=true",
		"--feature-gates=AnswerANY=true").shared
	for name, want := range map[string]bool{"MutualTLS": true, "ServeStale": true, "AnswerANY": true} {
		if got, set := c.FeatureGates[name]; !set || got != want {
			t.Errorf("%s is %t (set: %t), want %t", name, got, set, want)
		}
	}
}

func TestPathsOfAFileAreRelativeToIt(t *testing.T) {
	c := mustComplete(t, "--config=testdata/relay.yaml", "--query-log-file=queries.json").shared
	zone := c.Forwarding.Zones[0].TLS
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range []struct{ name, got, want string }{
		{"in a slice", c.Hosts.Files[0], filepath.Join(here, "testdata", "hosts")},
		{"absolute", c.Hosts.Files[1], "/etc/hosts"},
		{"in a struct in a slice", zone.CAFile, filepath.Join(here, "testdata", "tls", "ca.pem")},
		{"three structs deep", zone.ClientCertificate.CertFile, filepath.Join(here, "testdata", "tls", "relay.pem")},
		{"in a map", c.Hosts.Blocklists["ads"], filepath.Join(here, "testdata", "lists", "ads.txt")},
		{"in a struct of another module", c.ClientConnection.Kubeconfig, filepath.Join(here, "testdata", "kubeconfig")},
		{"on the command line", c.QueryLog.File, filepath.Join(here, "queries.json")},
		{"of a URL", c.Admin.HealthPath, "/healthz"},
	} {
		if path.got != path.want {
			t.Errorf("a path %s is %q, want %q", path.name, path.got, path.want)
		}
	}
}

// TestDelegatedFlagsKeepTheFile shows that flags which another module registers, with defaults of its own, leave what a
// file says alone.
func TestDelegatedFlagsKeepTheFile(t *testing.T) {
	c := mustComplete(t, "--config=testdata/relay.yaml", "-v=4").shared
	if !c.Logging.Options.Text.SplitStream {
		t.Error("logging.options.text.splitStream is false, and the file says true")
	}
	if c.Logging.Verbosity != 4 {
		t.Errorf("logging.verbosity is %d, and the command line says 4", c.Logging.Verbosity)
	}
	c = mustComplete(t, "--config=testdata/relay.yaml", "--log-text-split-stream=false").shared
	if c.Logging.Options.Text.SplitStream {
		t.Error("logging.options.text.splitStream is true, and the command line says false")
	}
}

// TestMessagesNamePathsAndFlags shows that every message names a path of the file, and flags that exist.
func TestMessagesNamePathsAndFlags(t *testing.T) {
	_, err := complete(t, "--port=70000", "--upstream-timeout=1ms", "--cache-size=5Gi", "--query-log-sample=500%",
		"--upstream=nowhere",
		"--leader-elect", "--server-id=no/name", "--allow-from=everywhere", "--query-log-exclude=(")
	if err == nil {
		t.Fatal("nothing was found")
	}
	for path, flag := range map[string]string{
		"listen.port": "port", "forwarding.timeout": "upstream-timeout", "cache.size": "cache-size",
		"queryLog.sample":         "query-log-sample",
		"forwarding.upstreams[0]": "upstream", "clientConnection.kubeconfig": "kubeconfig", "serverID": "server-id",
		"listen.allowFrom[0]": "allow-from", "queryLog.exclude[0]": "query-log-exclude",
	} {
		named := slices.ContainsFunc(strings.Split(err.Error(), "\n"), func(line string) bool {
			given := strings.HasPrefix(line, "--"+flag+": "+path+": ") // the flag that set it
			return strings.Contains(line, path+": ") && (given || strings.HasSuffix(line, "(flag --"+flag+")"))
		})
		if !named {
			t.Errorf("no message names %s and --%s: %v", path, flag, err)
		}
	}
	known := pflag.NewFlagSet("", pflag.ContinueOnError)
	options.AddRelayConfigurationFlags(known, new(config.RelayConfiguration))
	options.AddRelayInstanceConfigurationFlags(known, new(config.RelayInstanceConfiguration))
	for _, word := range strings.FieldsFunc(err.Error(), func(r rune) bool {
		return strings.ContainsRune(" ():\n,;", r)
	}) {
		name, isFlag := strings.CutPrefix(word, "--")
		if isFlag && known.Lookup(name) == nil {
			t.Errorf("a message names --%s, which does not exist", name)
		}
	}
}

// TestHelpListsOwnFlags shows that help lists the flags of the relay, and none that a library keeps in a global set.
func TestHelpListsOwnFlags(t *testing.T) {
	global := pflag.CommandLine
	t.Cleanup(func() { pflag.CommandLine = global })
	pflag.CommandLine = pflag.NewFlagSet("", pflag.ContinueOnError)
	pflag.Bool("left-by-a-library", false, "")
	out := execute(t, "--help")
	for _, foreign := range []string{"left-by-a-library", "test.v", "logtostderr"} {
		if strings.Contains(out, "--"+foreign) {
			t.Errorf("help lists --%s", foreign)
		}
	}
	if !strings.Contains(out, "--bind-address") || strings.Contains(out, "--max-udp-size") {
		t.Errorf("help lists something else than the flags that are not hidden:\n%s", out)
	}
}

func TestInstanceFile(t *testing.T) {
	s := mustComplete(t, "--config=testdata/relay.yaml", "--instance-config=testdata/instance.yaml")
	if s.instance.ServerID != "edge-7" {
		t.Errorf("serverID is %q", s.instance.ServerID)
	}
	s = mustComplete(t, "--config=testdata/relay.yaml", "--instance-config=testdata/instance.yaml", "--server-id=edge-8")
	if s.instance.ServerID != "edge-8" {
		t.Errorf("serverID is %q, and the command line says edge-8", s.instance.ServerID)
	}
}

func TestFilesAreReadStrictly(t *testing.T) {
	for file, want := range map[string]string{
		"testdata/unknown.yaml": "testdata/unknown.yaml:4:3: listen.adress: unknown field; did you mean \"address\"?",
		"testdata/instance.yaml": "testdata/instance.yaml:2:7: kind: must be RelayConfiguration, not " +
			"\"RelayInstanceConfiguration\"",
		"testdata/missing.yaml": "testdata/missing.yaml: the file does not exist",
	} {
		if _, err := complete(t, "--config="+file); err == nil || err.Error() != want {
			t.Errorf("%s: got %v, want %s", file, err, want)
		}
	}
}

// TestWrittenConfigurationLoadsBack writes what was read, reads it, and writes it again.
func TestWrittenConfigurationLoadsBack(t *testing.T) {
	dir := t.TempDir()
	var written []string
	for i, from := range []string{"testdata/relay.yaml", filepath.Join(dir, "0")} {
		to := filepath.Join(dir, strconv.Itoa(i))
		execute(t, "--config="+from, "--write-config-to="+to)
		data, err := os.ReadFile(to)
		if err != nil {
			t.Fatal(err)
		}
		written = append(written, string(data))
	}
	if strings.Contains(written[0], "tell-nobody") {
		t.Error("the token was written")
	}
	comment, first, _ := strings.Cut(written[0], "\n")
	// What was left out the first time is empty the second time.
	second := strings.Replace(written[1], "  token: \"\"\n", "", 1)
	if comment != "# Secrets that are not written: admin.token" || first != second {
		t.Errorf("wrote\n%s\nand, read back,\n%s", written[0], written[1])
	}
	want, got := mustComplete(t, "--config=testdata/relay.yaml").shared,
		mustComplete(t, "--config="+filepath.Join(dir, "0")).shared
	want.Admin.Token = ""
	if !equality.Semantic.DeepEqual(want, got) {
		t.Errorf("wrote\n%+v\nand read\n%+v", want, got)
	}
}

// TestExplainConfig shows a value of each kind of source, and the token masked.
func TestExplainConfig(t *testing.T) {
	dir := t.TempDir()
	dropIn := "apiVersion: relay.config.configgen.dev/v1beta1\nkind: RelayConfiguration\nlisten:\n  port: 54\n"
	for _, name := range []string{"10-site.conf", "20-rack.yaml"} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(dropIn), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	files := []string{
		"--config=testdata/relay.yaml", "--config-dir=" + dir, "--instance-config=testdata/instance.yaml", "--explain-config"}
	out := execute(t, append(files, "--port=55", "-v=2", "--leader-elect=false")...)
	for _, line := range []string{
		"port: 55  # flag --port (overrides 20-rack.yaml:4, 10-site.conf:4)",
		"address: 192.0.2.1  # relay.yaml:4",
		"attempts: 2  # default",
		"verbosity: 2  # flag --v",
		"leaderElect: false  # flag --leader-elect",
		"splitStream: true  # relay.yaml:29",
		"serverID: edge-7  # instance.yaml:3",
	} {
		if !strings.Contains(out, line+"\n") {
			t.Errorf("nothing says %s", line)
		}
	}
	if strings.Contains(out, "tell-nobody") {
		t.Error("the token is shown")
	}
	if t.Failed() {
		t.Log(out)
	}
	if out = execute(t, "--upstream=198.51.100.1:53", "--explain-config"); !strings.Contains(out,
		"address: 0.0.0.0  # legacy default\n") {
		t.Errorf("flags alone: no legacy default in\n%s", out)
	}
}

// TestEveryLeafHasAnOrigin looks at what --explain-config says of each value.
func TestEveryLeafHasAnOrigin(t *testing.T) {
	for _, arguments := range [][]string{
		{"--upstream=198.51.100.1:53"},
		{"--config=testdata/relay.yaml", "--instance-config=testdata/instance.yaml", "-v=3"}} {
		leaves := 0
		for line := range strings.Lines(mustComplete(t, arguments...).Explain()) {
			line = strings.TrimSpace(line)
			if strings.HasSuffix(line, ":") || line == "---" || strings.HasPrefix(line, "apiVersion: ") ||
				strings.HasPrefix(line, "kind: ") || strings.HasPrefix(line, "# read: ") {
				continue
			}
			if leaves++; !strings.Contains(line, "  # ") {
				t.Errorf("%v: no origin: %s", arguments, line)
			}
		}
		if leaves < 40 {
			t.Errorf("%v: only %d leaves", arguments, leaves)
		}
	}
}

func TestFieldsOfFeaturesThatAreOffAreRefused(t *testing.T) {
	_, err := complete(t, "--config=testdata/relay.yaml", "--cache-serve-stale=1h", "--feature-gates=MutualTLS=false")
	if err == nil {
		t.Fatal("nothing was found")
	}
	for _, want := range []string{
		"--cache-serve-stale: cache.serveStale: can be set only if the feature gate ServeStale is on",
		"testdata/relay.yaml:13:27: forwarding.zones[0].tls.clientCertificate.certFile: can be set only if the feature " +
			"gate MutualTLS is on",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("want %s in\n%v", want, err)
		}
	}
}

func TestFeatureGatesThatCannotBeSet(t *testing.T) {
	for setting, want := range map[string]string{
		"Nothing=true": "--feature-gates: featureGates[Nothing]: unrecognized feature gate: Nothing",
		"ServeStal=true": "--feature-gates: featureGates[ServeStal]: unrecognized feature gate: " +
			"ServeStal; did you mean \"ServeStale\"?",
		"DNSOverTLS=false,MutualTLS=true": "--feature-gates: featureGates[MutualTLS]: MutualTLS is enabled, but depends on " +
			"features that are disabled: [DNSOverTLS] (DNSOverTLS=false at flag --feature-gates)",
		"QueryLogSampling=false": "--feature-gates: featureGates[QueryLogSampling]: cannot set feature gate " +
			"QueryLogSampling to false, feature is locked to true",
	} {
		if _, err := complete(t, "--upstream=198.51.100.1:53", "--feature-gates="+setting); err == nil ||
			err.Error() != want {
			t.Errorf("%s: got %v, want %s", setting, err, want)
		}
	}
}

// TestGatedValues: a value of an enum is refused while its feature is off, according to the gates that the file itself
// sets.
func TestGatedValues(t *testing.T) {
	file := filepath.Join(t.TempDir(), "relay.yaml")
	body := "apiVersion: relay.config.configgen.dev/v1beta1\nkind: RelayConfiguration\nforwarding:\n  policy: Random\n  " +
		"upstreams: [\"198.51.100.1:53\"]\n"
	for gates, want := range map[string]string{
		"":                              "",
		"featureGates: {AllBeta: true}": "",
		"featureGates: {RandomForwarding: false}": file +
			":4:3: forwarding.policy: Invalid value: \"Random\": needs the feature gate RandomForwarding " +
			"(BETA - default=true) (flag --forwarding-policy)",
	} {
		if err := os.WriteFile(file, []byte(body+gates+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
		got := ""
		if _, err := complete(t, "--config="+file); err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", gates, got, want)
		}
	}
}

// TestGatesWarn: settings that will not always work are warnings, with the line that sets them.
func TestGatesWarn(t *testing.T) {
	s := mustComplete(t, "--config=testdata/relay.yaml", "--feature-gates=AnswerANY=true,QueryLogSampling=true")
	want := "--feature-gates: featureGates[AnswerANY]: Setting deprecated feature gate AnswerANY=true. It will be " +
		"removed in a future release.\n" +
		"--feature-gates: featureGates[QueryLogSampling]: Setting GA feature gate QueryLogSampling=true. It will be " +
		"removed in a future release."
	if got := s.Warnings.Error(); got != want {
		t.Errorf("warnings:\n%s\nwant:\n%s", got, want)
	}
}

func TestConfigzMasksTheToken(t *testing.T) {
	arguments := []string{"--config=testdata/relay.yaml"}
	if _, err := prepared(t, arguments).loader.Load(arguments); err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	configz.InstallHandler(mux)
	recorder := httptest.NewRecorder()
	mux.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, "/configz", nil))
	if got := recorder.Body.String(); strings.Contains(got, "tell-nobody") ||
		!strings.Contains(got, `"address":"192.0.2.1"`) {
		t.Errorf("got %s", got)
	}
}

// TestThirdPartyFlag shows that a field sets a flag of klog's, which help does not list.
func TestThirdPartyFlag(t *testing.T) {
	t.Cleanup(func() { mustComplete(t, "--upstream=198.51.100.1:53") })
	mustComplete(t, "--upstream=198.51.100.1:53", "--log-backtrace-at=run.go:56")
	var flags flag.FlagSet
	klog.InitFlags(&flags)
	if got := flags.Lookup("log_backtrace_at").Value.String(); got != "run.go:56" {
		t.Errorf("klog's flag is %q", got)
	}
}

// TestWatch changes a file under a relay: hot fields are taken up, others are reported.
func TestWatch(t *testing.T) {
	file := filepath.Join(t.TempDir(), "relay.yaml")
	write := func(body string) {
		text := "apiVersion: relay.config.configgen.dev/v1beta1\nkind: RelayConfiguration\n" + body +
			"featureGates: {AnswerANY: true}\n"
		if err := errors.Join(os.WriteFile(file+".new", []byte(text), 0o600), os.Rename(file+".new", file)); err != nil {
			t.Fatal(err)
		}
	}
	write("hosts: {records: {a.example: [192.0.2.1]}}\n")
	p := prepared(t, []string{"--config=" + file})
	now, err := p.loader.Load(p.arguments)
	if err != nil {
		t.Fatal(err)
	}
	server, err := relay.New(now.Config, now.Instance.(*config.RelayInstanceConfiguration), p.gates)
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(t.Context())
	outcomes, done := make(chan componentconfig.ReloadResult, 4), make(chan error, 1)
	go func() { done <- p.watch(ctx, now, server, func(o componentconfig.ReloadResult) { outcomes <- o }) }()
	write("hosts: {records: {a.example: [192.0.2.2]}}\n")
	if got := <-outcomes; !got.Committed || len(got.Changes) != 1 ||
		got.Changes[0].Path != "hosts.records[a.example][0]" || len(got.Warnings) != 1 ||
		!strings.Contains(got.Warnings.Error(), "relay.yaml:4:16: featureGates[AnswerANY]: Setting deprecated") {
		t.Errorf("a hot field: got %+v", got)
	}
	write("hosts: {records: {a.example: [192.0.2.2]}}\nlisten: {port: 54}\n")
	if got := <-outcomes; got.Committed || got.Err == nil ||
		got.Err.Error() != "the changed configuration takes effect after a restart: "+
			"listen.port: 53 -> 54 (restart, relay.yaml:4)" {
		t.Errorf("another field: got %+v", got)
	}
	if s := p.loader.Status(); s.State() != "pending" || len(s.Pending) != 1 || s.Pending[0].Path != "listen.port" {
		t.Errorf("the status is %+v", s)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
