package check

import (
	"fmt"
	"net/netip"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	v1alpha1 "example.com/golden/validation-every/every"
)

func pointer[T any](value T) *T { return &value }

// valid passes every check, with as little as that takes.
func valid() *v1alpha1.EveryConfiguration {
	c := &v1alpha1.EveryConfiguration{
		Numbers: v1alpha1.Numbers{Float: 1, Go: time.Minute, Port: 1},
		Texts:   v1alpha1.Texts{Length: "abc"},
		Lists:   v1alpha1.Lists{Ints: []int32{10}},
		Presence: v1alpha1.Presence{
			String: "x", Pointer: pointer(false), List: []string{""}, Duration: metav1.Duration{Duration: 1}, Quantity: resource.MustParse("1"),
			Address: netip.MustParseAddr("::1"), Endpoint: &v1alpha1.Endpoint{},
		},
		Unions:   v1alpha1.Unions{C: 1, Kind: v1alpha1.ModeFast, Fast: &v1alpha1.Plain{}},
		Secrets:  v1alpha1.Secrets{Token: "0123456789"},
		Embedded: v1alpha1.Embedded{Inner: 1},
		Systems:  v1alpha1.Systems{Linux: 1, Others: 1, Two: 1},
		Primary:  v1alpha1.Endpoint{Weight: 50},
		Second:   "x",
	}
	c.Here.X, c.Here.Since = "x", metav1.Now()
	c.There.Y, c.There.Since = &v1alpha1.Plain{}, metav1.Now()
	return c
}

func validate(c *v1alpha1.EveryConfiguration) []string {
	var all []string
	for _, err := range ValidateEveryConfiguration(c) {
		all = append(all, err.Error())
	}
	return all
}

func TestValidPasses(t *testing.T) {
	if got := validate(valid()); len(got) > 0 {
		t.Errorf("a valid configuration is refused:\n%s", strings.Join(got, "\n"))
	}
}

// Functions that the user had before are called with the parameters that they take, and beside a hook.
func TestExistingFunctionsAreCalled(t *testing.T) {
	check(t, []test{
		{"the struct alone", func(c *v1alpha1.EveryConfiguration) { c.Plain.Text = "existing" }, []string{"text: Forbidden: refused by ValidatePlain"}},
		{"the path, and the struct by value", func(c *v1alpha1.EveryConfiguration) { c.TLS.CipherSuites = []string{"existing"} },
			[]string{"tls.cipherSuites: Forbidden: refused by ValidateSharedTLS", "tls.cipherSuites: Forbidden: refused by ValidateCustom_SharedTLS"}},
	})
}

func TestLimits(t *testing.T) {
	check(t, []test{
		{"int below", func(c *v1alpha1.EveryConfiguration) { c.Numbers.Int = -6 }, []string{"numbers.int: Invalid value: -6: must be between -5 and 5"}},
		{"int at its limits", func(c *v1alpha1.EveryConfiguration) { c.Numbers.Int = -5 }, nil},
		{"uint64", func(c *v1alpha1.EveryConfiguration) { c.Numbers.Uint64 = 18446744073709551615 },
			[]string{"numbers.uint64: Invalid value: 18446744073709551615: must be at most 18446744073709551614"}},
		{"byte", func(c *v1alpha1.EveryConfiguration) { c.Numbers.Byte = 255 }, nil},
		{"float", func(c *v1alpha1.EveryConfiguration) { c.Numbers.Float = 0.25 }, []string{"numbers.float: Invalid value: 0.25: must be between 0.5 and 2.5"}},
		{"exact", func(c *v1alpha1.EveryConfiguration) { c.Numbers.Seven = pointer(int64(8)) }, []string{"numbers.seven: Invalid value: 8: must be exactly 7"}},
		{"time.Duration", func(c *v1alpha1.EveryConfiguration) { c.Numbers.Go = time.Second }, []string{`numbers.go: Invalid value: "1s": must be at least 1500ms`}},
		{"metav1.Duration", func(c *v1alpha1.EveryConfiguration) { c.Numbers.Meta = &metav1.Duration{Duration: -1} },
			[]string{`numbers.meta: Invalid value: "-1ns": must be at least 0`}},
		{"wrapper", func(c *v1alpha1.EveryConfiguration) { c.Numbers.Wait.Duration.Duration = 2 * time.Hour },
			[]string{`numbers.wait: Invalid value: "2h0m0s": must be at most 1h30m`}},
		{"quantity", func(c *v1alpha1.EveryConfiguration) { c.Numbers.Quantity = pointer(resource.MustParse("11Gi")) },
			[]string{`numbers.quantity: Invalid value: "11Gi": must be at most 10Gi`}},
		{"limits of a type", func(c *v1alpha1.EveryConfiguration) {
			c.Numbers.Port = 0
			c.Numbers.Ports = map[string]*v1alpha1.Port{"b": pointer(v1alpha1.Port(0)), "a": nil, "c": pointer(v1alpha1.Port(1))}
		}, []string{"numbers.port: Invalid value: 0: must be at least 1", "numbers.ports[b]: Invalid value: 0: must be at least 1"}},
		{"length in characters", func(c *v1alpha1.EveryConfiguration) { c.Texts.Length = "äöüß" }, nil},
		{"too long", func(c *v1alpha1.EveryConfiguration) { c.Texts.Length = "äöüßx" },
			[]string{"texts.length: Too long: may not be more than 4 characters"}},
		{"too short", func(c *v1alpha1.EveryConfiguration) { c.Texts.Length = "ä" },
			[]string{`texts.length: Invalid value: "ä": must be at least 2 characters long`}},
		{"length of a type", func(c *v1alpha1.EveryConfiguration) { c.Texts.Name = "abcdef" }, []string{`texts.name: Too long: may not be more than 5 characters`}},
		{"items", func(c *v1alpha1.EveryConfiguration) { c.Lists.Ints = []int32{9, 10, 11} }, []string{
			"lists.ints: Too many: 3: must have at most 2 items", "lists.ints[0]: Invalid value: 9: must be at least 10",
		}},
		{"keys and nested lists", func(c *v1alpha1.EveryConfiguration) {
			c.Lists.Nested = map[v1alpha1.Name][]string{"four": {"x", ""}, "b": nil}
		}, []string{
			"lists.nested: Too many: 2: must have at most 1 item", `lists.nested[four]: Too long: may not be more than 3 characters`,
			`lists.nested[four][1]: Invalid value: "": must be at least 1 character long`,
		}},
		{"fields of elements", func(c *v1alpha1.EveryConfiguration) {
			c.Lists.Endpoints = []v1alpha1.Endpoint{{Weight: 9}, {Weight: 10}}
		},
			[]string{"lists.endpoints[1].weight: Invalid value: 10: must be at most 9"}},
		{"required values of a map", func(c *v1alpha1.EveryConfiguration) {
			c.Lists.Durations = map[string]metav1.Duration{"a": {Duration: 1}, "b": {}}
		},
			[]string{"lists.durations[b]: Required value: must be set"}},
		{"lists of lists of pointers", func(c *v1alpha1.EveryConfiguration) {
			c.Endpoints = [][]*v1alpha1.Endpoint{{}, {nil, {Weight: 101}}}
		},
			[]string{"endpoints[1][1].weight: Invalid value: 101: must be at most 100"}},
		{"what subfield adds holds there alone", func(c *v1alpha1.EveryConfiguration) {
			c.Primary.Weight = 1
			c.Secondary = &v1alpha1.Endpoint{Weight: 1}
		},
			[]string{"primary.weight: Invalid value: 1: must be at least 50"}},
		{"embedded", func(c *v1alpha1.EveryConfiguration) { c.Inner = 0 }, []string{"inner: Invalid value: 0: must be at least 1 (flag --inner-count)"}},
		{"type of another package", func(c *v1alpha1.EveryConfiguration) { c.TLS.CipherSuites = []string{"a", "b"} },
			[]string{"tls.cipherSuites: Too many: 2: must have at most 1 item"}},
	})
}

func TestPresence(t *testing.T) {
	check(t, []test{
		{"nothing is set", func(c *v1alpha1.EveryConfiguration) { c.Presence = v1alpha1.Presence{} }, []string{
			"presence.string: Required value: must be set", "presence.pointer: Required value: must be set", "presence.list: Required value: must be set",
			"presence.duration: Required value: must be set", "presence.quantity: Required value: must be set", "presence.address: Required value: must be set",
			"presence.endpoint: Required value: must be set",
		}},
		{"a required list has limits, too", func(c *v1alpha1.EveryConfiguration) { c.Presence.List = []string{"a", "b"} },
			[]string{"presence.list: Too many: 2: must have at most 1 item"}},
		{"forbidden", func(c *v1alpha1.EveryConfiguration) {
			c.Presence.Never, c.Presence.NeverBool, c.Presence.NeverQuantity = "x", true, resource.MustParse("1")
		}, []string{"presence.never: Forbidden: must not be set", "presence.neverBool: Forbidden: must not be set", "presence.neverQuantity: Forbidden: must not be set"}},
		{"an optional enumeration", func(c *v1alpha1.EveryConfiguration) { c.Texts.Mode = "Slow" }, []string{`texts.mode: Unsupported value: "Slow": supported values: "Fast", "Safe"`}},
		{"a pointer to an enumeration", func(c *v1alpha1.EveryConfiguration) { c.Texts.ModePointer = pointer(v1alpha1.Mode("")) },
			[]string{`texts.modePointer: Unsupported value: "": supported values: "Fast", "Safe"`}},
		{"a list of an enumeration", func(c *v1alpha1.EveryConfiguration) { c.Texts.Modes = []v1alpha1.Mode{v1alpha1.ModeDefault, "Slow"} },
			[]string{`texts.modes[1]: Unsupported value: "Slow": supported values: "Fast", "Safe"`}},
		{"no member of a union", func(c *v1alpha1.EveryConfiguration) { c.Unions.C = 0 }, []string{"unions: Required value: exactly one of a, b and c must be set"}},
		{"three members of a union", func(c *v1alpha1.EveryConfiguration) { c.Unions.A, c.Unions.B = pointer(""), []string{"x"} }, []string{
			`unions: Invalid value: "{a, b, c}": exactly one of a, b and c must be set`,
		}},
		{"another member than the discriminator says", func(c *v1alpha1.EveryConfiguration) { c.Unions.Kind = v1alpha1.ModeSafe }, []string{
			`unions.fast: Forbidden: must not be set unless kind is "Fast"`, `unions.safe: Required value: must be set when kind is "Safe"`,
		}},
		{"in a type that cannot be named", func(c *v1alpha1.EveryConfiguration) {
			c.Here.X, c.There.X, c.There.Since = "", "y", metav1.Time{}
		}, []string{
			"here: Required value: exactly one of x and y must be set", "there.since: Required value: must be set",
			`there: Invalid value: "{x, y}": exactly one of x and y must be set`,
		}},
		{"no member at the root", func(c *v1alpha1.EveryConfiguration) { c.Second = "" }, []string{"first: Required value: exactly one of first and second must be set"}},
		{"both members at the root", func(c *v1alpha1.EveryConfiguration) { c.First = &v1alpha1.Plain{} },
			[]string{`second: Invalid value: "{first, second}": exactly one of first and second must be set`}},
	})
}

func TestFormats(t *testing.T) {
	tests := []struct {
		field        string
		set          func(*v1alpha1.Texts, string)
		path         string
		good, bad    []string
		detailPrefix string
	}{
		{"ip", func(x *v1alpha1.Texts, s string) { x.IP = s }, "texts.ip", []string{"", "10.0.0.1", "::1"}, []string{"10.0.0", "010.0.0.1", "::1%eth0", "localhost", " ::1"}, "must be an IP address"},
		{"cidr", func(x *v1alpha1.Texts, s string) { x.CIDR = &s }, "texts.cidr", []string{"", "10.0.0.0/8", "2001:db8::/32"}, []string{"10.0.0.1", "10.0.0.0/33", "/8"}, "must be a network"},
		{"host-port", func(x *v1alpha1.Texts, s string) { x.HostPorts = []string{"", s} }, "texts.hostPorts[1]",
			[]string{"", ":80", "127.0.0.1:8080", "[::1]:0", "[fe80::1%eth0]:80", "example.com:443", "Example.com:443", "example.com:http"},
			[]string{"80", "127.0.0.1", "::1:80", "[::1]", "example.com:-", "example.com:65536", "exa mple:80", "-:80"}, "must be a host and a port"},
		{"url", func(x *v1alpha1.Texts, s string) { x.URLs = map[string]string{"k": s} }, "texts.urls[k]",
			[]string{"", "https://example.com", "unix:///run/relay.sock"}, []string{"example.com", "example.com:80", "http://", "://x", "http://[::1"}, "must be a URL"},
		{"port", func(x *v1alpha1.Texts, s string) { x.Port = s }, "texts.port", []string{"", "1", "65535"}, []string{"0", "65536", "-1", "http", "1.5"}, "must be a port"},
		{"percent", func(x *v1alpha1.Texts, s string) { x.Percent = s }, "texts.percent", []string{"", "0%", "80%"}, []string{"80", "-1%", "1.5%", "%"}, "a valid percent string"},
		{"absolute-path", func(x *v1alpha1.Texts, s string) { x.AbsolutePath = s }, "texts.absolutePath", []string{"", absolute()}, []string{"etc/passwd", "./x", "~/x"}, "must be an absolute path"},
		{"regexp", func(x *v1alpha1.Texts, s string) { x.Regexp = v1alpha1.Name(s) }, "texts.regexp", []string{"", "a+", "^x$"}, []string{"(", "a**", `\`}, "error parsing regexp"},
		{"k8s-short-name", func(x *v1alpha1.Texts, s string) { x.ShortName = s }, "texts.shortName", []string{"", "a-b"}, []string{"a.b", "A", strings.Repeat("x", 64)}, ""},
		{"k8s-long-name", func(x *v1alpha1.Texts, s string) { x.LongName = s }, "texts.longName", []string{"", "a.b-c"}, []string{"a_b", "A.b"}, "a lowercase RFC 1123 subdomain"},
		{"k8s-long-name-caseless", func(x *v1alpha1.Texts, s string) { x.LongNameCaseless = s }, "texts.longNameCaseless", []string{"", "A.b"}, []string{"a_b"}, ""},
		{"k8s-label-key", func(x *v1alpha1.Texts, s string) { x.LabelKey = s }, "texts.labelKey", []string{"", "a", "example.com/a"}, []string{"/a", "a/b/c"}, ""},
		{"k8s-prefixed-label-key", func(x *v1alpha1.Texts, s string) { x.PrefixedLabelKey = s }, "texts.prefixedLabelKey", []string{"", "example.com/a"}, []string{"a"}, ""},
		{"k8s-label-value", func(x *v1alpha1.Texts, s string) { x.LabelValue = s }, "texts.labelValue", []string{"", "a_b"}, []string{"a/b"}, "a valid label must be"},
		{"k8s-path-segment-name", func(x *v1alpha1.Texts, s string) { x.PathSegment = s }, "texts.pathSegment", []string{"", "a b"}, []string{"..", "a/b", "a%"}, "may not"},
		{"k8s-ip", func(x *v1alpha1.Texts, s string) { x.SloppyIP = s }, "texts.sloppyIP", []string{"", "010.0.0.1", "::1"}, []string{"10.0.0", "x"}, "must be an IP address"},
		{"k8s-uuid", func(x *v1alpha1.Texts, s string) { x.UUID = s }, "texts.uuid", []string{"", "123e4567-e89b-12d3-a456-426614174000"},
			[]string{"123E4567-e89b-12d3-a456-426614174000", "123e4567e89b12d3a456426614174000", "x123e4567-e89b-12d3-a456-426614174000"}, "must be a UUID"},
	}
	for _, test := range tests {
		for _, good := range test.good {
			c := valid()
			test.set(&c.Texts, good)
			if got := validate(c); len(got) > 0 {
				t.Errorf("%s refuses %q: %q", test.field, good, got)
			}
		}
		for _, bad := range test.bad {
			c := valid()
			test.set(&c.Texts, bad)
			prefix := fmt.Sprintf("%s: Invalid value: %q: %s", test.path, bad, test.detailPrefix)
			if got := validate(c); len(got) == 0 || !strings.HasPrefix(got[0], prefix) {
				t.Errorf("%s says of %q\n%q, want\n%q", test.field, bad, got, prefix)
			}
		}
	}
}

func absolute() string {
	if runtime.GOOS == "windows" {
		return `C:\etc`
	}
	return "/etc"
}

// What a datapolicy tag covers is in no message, whatever its type and whatever is wrong with it.
func TestSecretsStaySecret(t *testing.T) {
	c := valid()
	c.Secrets = v1alpha1.Secrets{
		Token: "hush", Pattern: "(hush", IP: "hush", Names: map[string]string{"a": "HUSH"}, Number: 4711,
		Duration: metav1.Duration{Duration: 4711 * time.Second}, Quantity: resource.MustParse("4711Gi"), Mode: "hush",
	}
	got := validate(c)
	if len(got) != 8 {
		t.Errorf("got %d errors, want 8: %q", len(got), got)
	}
	for _, text := range got {
		if strings.Contains(strings.ToLower(text), "hush") || strings.Contains(text, "4711") || strings.Contains(text, "1h18m31s") || !strings.Contains(text, `"<masked>"`) {
			t.Errorf("a secret shows: %s", text)
		}
	}
}

func TestSystems(t *testing.T) {
	c := valid()
	c.Systems = v1alpha1.Systems{TwoToo: &v1alpha1.Endpoint{Weight: 101}}
	one := func(name string) string { return "systems." + name + ": Invalid value: 0: must be at least 1" }
	want := []string{one("others")}
	switch runtime.GOOS {
	case "linux":
		want = []string{one("linux")}
	case "windows", "darwin":
		want = append(want, one("two"), "systems.twoToo.weight: Invalid value: 101: must be at most 100")
	}
	if got := validate(c); !slices.Equal(got, want) {
		t.Errorf("on %s: got %q, want %q", runtime.GOOS, got, want)
	}
}

type test struct {
	name   string
	change func(*v1alpha1.EveryConfiguration)
	want   []string
}

func check(t *testing.T, tests []test) {
	t.Helper()
	for _, test := range tests {
		c := valid()
		test.change(c)
		if got := validate(c); !slices.Equal(got, test.want) {
			t.Errorf("%s: got\n%s\nwant\n%s", test.name, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}
