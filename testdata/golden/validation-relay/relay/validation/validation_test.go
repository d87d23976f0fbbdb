package validation

import (
	"regexp"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	componentbaseconfig "k8s.io/component-base/config"

	"example.com/golden/validation-relay/relay"
	"example.com/golden/validation-relay/relay/options"
)

func valid() *relay.RelayConfiguration {
	return &relay.RelayConfiguration{
		BindAddress:      "127.0.0.1",
		Port:             8080,
		Token:            "0123456789",
		Labels:           map[string]string{"example.com/zone": "a"},
		Timeout:          metav1.Duration{Duration: time.Minute},
		Buffer:           resource.MustParse("1Mi"),
		Strategy:         relay.RoundRobin,
		Networks:         []string{"10.0.0.0/8"},
		Listeners:        []relay.Listener{{Name: "main", Port: 80}},
		Sink:             relay.Sink{Type: "File", File: &relay.FileSink{Name: "/var/log/relay"}},
		ClientConnection: componentbaseconfig.ClientConnectionConfiguration{Kubeconfig: "/etc/kubeconfig", QPS: 5, Burst: 10},
	}
}

func texts(errs field.ErrorList) []string {
	var all []string
	for _, err := range errs {
		all = append(all, err.Error())
	}
	return all
}

func TestValidPasses(t *testing.T) {
	if errs := ValidateRelayConfiguration(valid()); len(errs) > 0 {
		t.Errorf("a valid configuration is refused: %v", texts(errs))
	}
}

func TestErrors(t *testing.T) {
	burst, zero := int32(1), int32(0)
	grace := 2 * time.Hour
	tests := []struct {
		name   string
		change func(*relay.RelayConfiguration)
		want   []string
	}{
		{"pointer within its limits", func(c *relay.RelayConfiguration) { c.Burst = &burst }, nil},
		{"pointer below", func(c *relay.RelayConfiguration) { c.Burst = &zero }, []string{"burst: Invalid value: 0: must be at least 1 (flag --burst)"}},
		{"port above", func(c *relay.RelayConfiguration) { c.Port = 70000 }, []string{"port: Invalid value: 70000: must be between 1 and 65535 (flag --port)"}},
		{"required", func(c *relay.RelayConfiguration) { c.BindAddress = "" }, []string{"bindAddress: Required value: must be set (flag --bind-address)"}},
		{"format", func(c *relay.RelayConfiguration) { c.BindAddress = "localhost" },
			[]string{`bindAddress: Invalid value: "localhost": must be an IP address, such as 10.0.0.1 or 2001:db8::1 (flag --bind-address)`}},
		{"too many labels, in the order of the keys", func(c *relay.RelayConfiguration) { c.Labels = map[string]string{"c": "/", "-b": "", "a": "*"} }, []string{
			"labels: Too many: 3: must have at most 2 items (flag --labels)",
			`labels: Invalid value: "-b": name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') (flag --labels)`,
			`labels[a]: Invalid value: "*": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?') (flag --labels)`,
			`labels[c]: Invalid value: "/": a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?') (flag --labels)`,
		}},
		{"durations", func(c *relay.RelayConfiguration) { c.Timeout.Duration = time.Millisecond; c.Grace = &grace }, []string{
			`timeout: Invalid value: "1ms": must be between 1s and 5m (flag --timeout)`, `grace: Invalid value: "2h0m0s": must be at most 1h`,
		}},
		{"quantity below", func(c *relay.RelayConfiguration) { c.Buffer = resource.MustParse("1Ki") }, []string{`buffer: Invalid value: "1Ki": must be at least 4Ki (flag --buffer)`}},
		{"quantity above", func(c *relay.RelayConfiguration) { c.Buffer = resource.MustParse("2Gi") }, []string{`buffer: Invalid value: "2Gi": must be at most 1Gi (flag --buffer)`}},
		{"enumeration", func(c *relay.RelayConfiguration) { c.Strategy = "Random" },
			[]string{`strategy: Unsupported value: "Random": supported values: "RoundRobin", "LeastLoad" (flag --strategy)`}},
		{"list elements", func(c *relay.RelayConfiguration) { c.Networks = []string{"10.0.0.0/8", "", "10.0.0.1"} },
			[]string{`networks[2]: Invalid value: "10.0.0.1": must be a network in CIDR notation, such as 10.0.0.0/8 or 2001:db8::/32 (flag --allowed-networks)`}},
		{"empty list", func(c *relay.RelayConfiguration) { c.Networks = nil; c.Listeners = nil }, []string{
			"networks: Invalid value: 0: must have at least 1 item (flag --allowed-networks)", "listeners: Invalid value: 0: must have at least 1 item",
		}},
		{"structs in lists", func(c *relay.RelayConfiguration) {
			c.Listeners = append(c.Listeners, relay.Listener{Name: "tls", Port: 443, TLS: &relay.TLS{MinVersion: 9}}, relay.Listener{Name: "other"})
		}, []string{
			"listeners[1].tls.certFile: Required value: must be set", "listeners[1].tls.minVersion: Invalid value: 9: must be at least 10",
			"listeners[2].port: Invalid value: 0: must be between 1 and 65535",
		}},
		{"structs in maps", func(c *relay.RelayConfiguration) {
			c.Upstreams = map[string]relay.Upstream{"b": {}, "a": {URL: "example.com:80"}}
		}, []string{
			`upstreams[a].url: Invalid value: "example.com:80": must be a URL with a scheme, such as https://example.com/path`, "upstreams[b].url: Required value: must be set",
		}},
		{"pointer to a struct", func(c *relay.RelayConfiguration) { c.Fallback = &relay.Upstream{} }, []string{"fallback.url: Required value: must be set"}},
		{"union: the wrong member", func(c *relay.RelayConfiguration) {
			c.Sink = relay.Sink{Type: "SystemLog", File: &relay.FileSink{Name: "x"}}
		}, []string{
			`sink.file: Forbidden: must not be set unless type is "File"`, `sink.syslog: Required value: must be set when type is "SystemLog"`,
		}},
		{"union: the right member", func(c *relay.RelayConfiguration) {
			c.Sink = relay.Sink{Type: "SystemLog", Syslog: &relay.SyslogSink{Address: ":514"}}
		}, nil},
		{"a type that cannot be edited", func(c *relay.RelayConfiguration) {
			c.ClientConnection = componentbaseconfig.ClientConnectionConfiguration{ContentType: "application/json", QPS: -1, Burst: 1001}
		}, []string{
			"clientConnection.kubeconfig: Required value: must be set (flag --kubeconfig)", "clientConnection.contentType: Forbidden: must not be set",
			"clientConnection.qps: Invalid value: -1: must be at least 0", "clientConnection.burst: Invalid value: 1001: must be at most 1000",
		}},
		{"hook of a nested struct", func(c *relay.RelayConfiguration) { c.Listeners[0].Port = 443 }, []string{"listeners[0].tls: Required value: port 443 is for TLS"}},
		{"hook of the root", func(c *relay.RelayConfiguration) { c.Networks = []string{"10.0.0.0/8", "0.0.0.0/0"} },
			[]string{"networks[1]: Forbidden: the relay is not for everyone (flag --allowed-networks)"}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c := valid()
			test.change(c)
			if got := texts(ValidateRelayConfiguration(c)); !slices.Equal(got, test.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(test.want, "\n"))
			}
		})
	}
}

func TestSystems(t *testing.T) {
	c := valid()
	c.PriorityClass, c.CgroupRoot = strings.Repeat("x", 32), "relative"
	var want []string
	switch runtime.GOOS {
	case "windows":
		want = []string{`priorityClass: Too long: may not be more than 31 characters (flag --windows-priority-class)`}
	case "linux":
		want = []string{`cgroupRoot: Invalid value: "relative": must be an absolute path`}
	}
	if got := texts(ValidateRelayConfiguration(c)); !slices.Equal(got, want) {
		t.Errorf("on %s: got %q, want %q", runtime.GOOS, got, want)
	}
}

// unknownFlags are the flags that messages name and the flag set does not have; named counts the flags that it has.
func unknownFlags(errs field.ErrorList, fs *pflag.FlagSet) (unknown []string, named int) {
	for _, err := range errs {
		for _, name := range regexp.MustCompile(`--([A-Za-z0-9-]+)`).FindAllStringSubmatch(err.Error(), -1) {
			if fs.Lookup(name[1]) == nil {
				unknown = append(unknown, name[0])
			} else {
				named++
			}
		}
	}
	return unknown, named
}

// Upstream's messages spell flags by hand, or after the field, and so name flags that do not exist. Ours name the path in the
// file, and the flag if it is registered on this system.
func TestMessagesNameRealFlags(t *testing.T) {
	c := &relay.RelayConfiguration{Port: 70000, PriorityClass: "realtime", Networks: []string{"x"}, Labels: map[string]string{"a": "/"}}
	fs := pflag.NewFlagSet("relay", pflag.ContinueOnError)
	options.AddRelayConfigurationFlags(fs, valid())

	naive := field.ErrorList{field.Invalid(field.NewPath("bindAddress"), c.BindAddress, "--bindAddress must be an IP address")}
	if unknown, _ := unknownFlags(naive, fs); !slices.Equal(unknown, []string{"--bindAddress"}) {
		t.Fatalf("the check passes over a flag that does not exist: %q", unknown)
	}

	errs := ValidateRelayConfiguration(c)
	if unknown, named := unknownFlags(errs, fs); len(unknown) > 0 || named < 7 {
		t.Errorf("messages name %d flags that exist on %s, and %q, which do not:\n%s", named, runtime.GOOS, unknown, strings.Join(texts(errs), "\n"))
	}
	if want := "port: Invalid value: 70000: must be between 1 and 65535 (flag --port)"; !slices.Contains(texts(errs), want) {
		t.Errorf("%q is not among\n%s", want, strings.Join(texts(errs), "\n"))
	}
}

// A hook may speak of a field of another system, whose flag is not registered here.
func TestFlagOfAnotherSystem(t *testing.T) {
	c := valid()
	c.PriorityClass = "realtime"
	want := "priorityClass: Forbidden"
	if runtime.GOOS == "windows" {
		want += ": (flag --windows-priority-class)"
	}
	if got := texts(ValidateRelayConfiguration(c)); !slices.Equal(got, []string{want}) {
		t.Errorf("on %s: got %q, want %q", runtime.GOOS, got, want)
	}
}

func TestFlagsReachIntoListsAndMaps(t *testing.T) {
	for path, want := range map[string]string{
		"labels[a.b/c[d]]":         "Forbidden: no (flag --labels)",
		"networks[3]":              "Forbidden: no (flag --allowed-networks)",
		"clientConnection.qps":     "Forbidden: no",
		"listeners[0].port":        "Forbidden: no",
		"<nil>":                    "Forbidden: no",
		"":                         "Forbidden: no",
		"sink.port":                "Forbidden: no",
		"clientConnection.burst.x": "Forbidden: no",
	} {
		err := &field.Error{Type: field.ErrorTypeForbidden, Field: path, Detail: "no"}
		if got := withFlags(field.ErrorList{err}, relayConfigurationFlag)[0].ErrorBody(); got != want {
			t.Errorf("%s: got %q, want %q", path, got, want)
		}
	}
}

func TestSecretStaysSecret(t *testing.T) {
	c := valid()
	c.Token = "hunter2"
	got := texts(ValidateRelayConfiguration(c))
	want := []string{`token: Invalid value: "<masked>": must be at least 8 characters long (flag --token)`}
	if !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}
