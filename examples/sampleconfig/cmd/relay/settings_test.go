package main

import (
	"bytes"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/scheme"
)

// complete does all that the command does before it prints or runs.
func complete(t *testing.T, arguments ...string) (*settings, error) {
	t.Helper()
	s, err := newSettings()
	if err != nil {
		t.Fatal(err)
	}
	command := newCommand(s, arguments)
	command.RunE = func(*cobra.Command, []string) error { return s.complete(arguments) }
	return s, command.Execute()
}

func mustComplete(t *testing.T, arguments ...string) *settings {
	t.Helper()
	s, err := complete(t, arguments...)
	if err != nil {
		t.Fatal(err)
	}
	return s
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
		{"flags alone: the command line wins", []string{"-u", "198.51.100.1:53", "-a", "::1", "--tcp", "--cache-size=1Mi", "--upstream-attempts=9"},
			fields{"::1", true, config.ClassicUDPSize, 5 * time.Second, "1Mi", 9}},
		{"a file: no legacy default is left", []string{"--config=testdata/relay.yaml"},
			fields{"192.0.2.1", true, 1232, 2 * time.Second, "16Mi", 2}},
		{"a file of the older version brings the defaults of that version", []string{"--config=testdata/old.yaml"},
			fields{"0.0.0.0", false, 4096, 9 * time.Second, "4Mi", 3}},
		{"flags win over a file", []string{"-c", "testdata/relay.yaml", "--bind-address=::", "--tcp=false", "--max-udp-size=600", "--upstream-timeout=1s", "--cache-size=0"},
			fields{"::", false, 600, time.Second, "0", 2}},
		{"a flag with underscores is the same flag", []string{"--config=testdata/relay.yaml", "--bind_address=::"},
			fields{"::", true, 1232, 2 * time.Second, "16Mi", 2}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := mustComplete(t, test.arguments...).shared
			got := fields{c.Listen.Address, c.Listen.TCP, c.Listen.MaxUDPSize, c.Forwarding.Timeout.Duration, c.Cache.Size.String(), c.Forwarding.Attempts}
			if got != test.want {
				t.Errorf("got  %+v\nwant %+v", got, test.want)
			}
		})
	}
}

// TestB1b shows that a list or map on the command line takes the place of the file's.
func TestB1b(t *testing.T) {
	c := mustComplete(t, "--config=testdata/relay.yaml", "--allow-from=203.0.113.0/24", "--allow-from=::1/128", "--alias=a.example<b.example", "-u", "203.0.113.1:53").shared
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
	c := mustComplete(t, "--config=testdata/relay.yaml", "--feature-gates=ServeStale=true", "--feature-gates=AnswerANY=true").shared
	for name, want := range map[string]bool{"MutualTLS": true, "ServeStale": true, "AnswerANY": true} {
		if got, set := c.FeatureGates[name]; !set || got != want {
			t.Errorf("%s is %t (set: %t), want %t", name, got, set, want)
		}
	}
}

func TestPathsOfAFileAreRelativeToIt(t *testing.T) {
	c := mustComplete(t, "--config=testdata/relay.yaml", "--query-log-file=queries.json").shared
	zone := c.Forwarding.Zones[0].TLS
	for _, path := range []struct{ name, got, want string }{
		{"in a slice", c.Hosts.Files[0], filepath.Join("testdata", "hosts")},
		{"absolute", c.Hosts.Files[1], "/etc/hosts"},
		{"in a struct in a slice", zone.CAFile, filepath.Join("testdata", "tls", "ca.pem")},
		{"three structs deep", zone.ClientCertificate.CertFile, filepath.Join("testdata", "tls", "relay.pem")},
		{"in a map", c.Hosts.Blocklists["ads"], filepath.Join("testdata", "lists", "ads.txt")},
		{"in a struct of another module", c.ClientConnection.Kubeconfig, filepath.Join("testdata", "kubeconfig")},
		{"on the command line", c.QueryLog.File, "queries.json"},
		{"of a URL", c.Admin.HealthPath, "/healthz"},
	} {
		if path.got != path.want {
			t.Errorf("a path %s is %q, want %q", path.name, path.got, path.want)
		}
	}
}

// TestB1 shows that flags which another module registers, with defaults of its own, leave what a file says alone.
func TestB1(t *testing.T) {
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

// TestB7 shows that every message names a path of the file, and flags that exist.
func TestB7(t *testing.T) {
	_, err := complete(t, "--port=70000", "--upstream-timeout=1ms", "--cache-size=5Gi", "--query-log-sample=500%", "--upstream=nowhere",
		"--leader-elect", "--server-id=no/name", "--allow-from=everywhere", "--query-log-exclude=(")
	if err == nil {
		t.Fatal("nothing was found")
	}
	for path, flag := range map[string]string{
		"listen.port": "port", "forwarding.timeout": "upstream-timeout", "cache.size": "cache-size", "queryLog.sample": "query-log-sample",
		"forwarding.upstreams[0]": "upstream", "clientConnection.kubeconfig": "kubeconfig", "serverID": "server-id",
		"listen.allowFrom[0]": "allow-from", "queryLog.exclude[0]": "query-log-exclude",
	} {
		if i := strings.Index(err.Error(), path+": "); i < 0 || !strings.Contains(err.Error()[i:], "(flag --"+flag+")") {
			t.Errorf("no message names %s and --%s: %v", path, flag, err)
		}
	}
	known, err2 := newSettings()
	if err2 != nil {
		t.Fatal(err2)
	}
	sections := known.flagSets()
	for _, word := range strings.FieldsFunc(err.Error(), func(r rune) bool { return strings.ContainsRune(" ()\n,;", r) }) {
		name, isFlag := strings.CutPrefix(word, "--")
		if isFlag && !slices.ContainsFunc(sections.Order, func(section string) bool { return sections.FlagSet(section).Lookup(name) != nil }) {
			t.Errorf("a message names --%s, which does not exist", name)
		}
	}
}

// TestB10 shows that help lists the flags of the relay, and none that a library keeps in a global set.
func TestB10(t *testing.T) {
	pflag.Bool("left-by-a-library", false, "")
	s, err := newSettings()
	if err != nil {
		t.Fatal(err)
	}
	command := newCommand(s, []string{"--help"})
	var out bytes.Buffer
	command.SetOut(&out)
	if err := command.Execute(); err != nil {
		t.Fatal(err)
	}
	for _, foreign := range []string{"left-by-a-library", "test.v", "logtostderr"} {
		if strings.Contains(out.String(), "--"+foreign) {
			t.Errorf("help lists --%s", foreign)
		}
	}
	if !strings.Contains(out.String(), "--bind-address") || strings.Contains(out.String(), "--max-udp-size") {
		t.Errorf("help lists something else than the flags that are not hidden:\n%s", out.String())
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
		"testdata/unknown.yaml":  "unknown field",
		"testdata/instance.yaml": "a RelayInstanceConfiguration is not what is read here",
		"testdata/missing.yaml":  "no such file",
	} {
		if _, err := complete(t, "--config="+file); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want an error with %q", file, err, want)
		}
	}
}

// TestPrintedConfigurationLoadsBack prints what was read, reads it, and prints it again. The token is masked the first time.
func TestPrintedConfigurationLoadsBack(t *testing.T) {
	s := mustComplete(t, "--config=testdata/relay.yaml", "--print-config")
	var first, second bytes.Buffer
	if err := s.print(&first); err != nil {
		t.Fatal(err)
	}
	if strings.Contains(first.String(), "tell-nobody") {
		t.Error("the token was printed")
	}
	_, codecs, err := scheme.New()
	if err != nil {
		t.Fatal(err)
	}
	shared, _, _ := strings.Cut(first.String(), "---\n")
	object, _, err := codecs.UniversalDecoder(config.SchemeGroupVersion).Decode([]byte(shared), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	s.shared = object.(*config.RelayConfiguration)
	if err := s.print(&second); err != nil {
		t.Fatal(err)
	}
	if first.String() != second.String() {
		t.Errorf("printed\n%s\nand, read back,\n%s", first.String(), second.String())
	}
}
