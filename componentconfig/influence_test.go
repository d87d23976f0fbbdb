package componentconfig_test

import (
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/flagvalue"
	"github.com/configgen/configgen/descriptor"
)

// proxy has one period, which its version takes from one of two fields, as the mode says, and gives to both.
type proxy struct {
	metav1.TypeMeta
	Mode   string
	Period int32
	Size   int32
	On     bool
}

type proxyV1 struct {
	metav1.TypeMeta `json:",inline"`
	Mode            string `json:"mode"`
	A               int32  `json:"a"`
	B               int32  `json:"b"`
	Size            int32  `json:"size"`
	On              *bool  `json:"on,omitempty"`
}

func (p *proxy) DeepCopyObject() runtime.Object   { c := *p; return &c }
func (p *proxyV1) DeepCopyObject() runtime.Object { c := *p; return &c }

func registerProxy(s *runtime.Scheme) error {
	gv := schema.GroupVersion{Group: "proxy.example.io", Version: "v1"}
	s.AddKnownTypeWithName(gv.WithKind("Proxy"), &proxyV1{})
	s.AddTypeDefaultingFunc(&proxyV1{}, func(obj any) {
		if p := obj.(*proxyV1); p.Size == 0 {
			p.Size = p.A + 1
		}
		if p := obj.(*proxyV1); p.On == nil {
			on := true
			p.On = &on
		}
	})
	internal := schema.GroupVersion{Group: gv.Group, Version: runtime.APIVersionInternal}
	s.AddKnownTypeWithName(internal.WithKind("Proxy"), &proxy{})
	if err := s.AddConversionFunc((*proxyV1)(nil), (*proxy)(nil), func(a, b any, _ conversion.Scope) error {
		in, out := a.(*proxyV1), b.(*proxy)
		out.Mode, out.Period, out.Size, out.On = in.Mode, in.A, in.Size, in.On != nil && *in.On
		if in.Mode == "b" {
			out.Period = in.B
		}
		return nil
	}); err != nil {
		return err
	}
	return s.AddConversionFunc((*proxy)(nil), (*proxyV1)(nil), func(a, b any, _ conversion.Scope) error {
		in, out := a.(*proxy), b.(*proxyV1)
		out.Mode, out.A, out.B, out.Size, out.On = in.Mode, in.Period, in.Period, in.Size, &in.On
		return nil
	})
}

// onFlag is a flag over a function, whose field is unknown.
type onFlag func(string) error

func (f onFlag) Set(text string) error { return f(text) }
func (f onFlag) String() string        { return "" }
func (f onFlag) Type() string          { return "bool" }

func proxyRoot() binding.Root[proxy] {
	flags := func(fs *pflag.FlagSet, p *proxy) {
		fs.StringVar(&p.Mode, "mode", p.Mode, "")
		fs.Int32Var(&p.Period, "period", p.Period, "")
		fs.Var(onFlag(func(text string) (err error) {
			p.On, err = strconv.ParseBool(text)
			return err
		}), "on", "")
	}
	return binding.Root[proxy]{
		Group: "proxy.example.io", Kind: "Proxy", AddToScheme: []func(*runtime.Scheme) error{registerProxy},
		New: func() (*proxy, error) { return &proxy{}, nil }, AddFlags: flags,
		Reparse:  reparse(flags),
		Flags:    []descriptor.Flag{{Name: "mode", Sets: "Mode"}, {Name: "period", Sets: "Period"}},
		Compared: []string{"v1"},
		Opaque:   []binding.Opaque{{Version: "v1", Fields: []string{"A", "B", "Period"}, Reads: []string{"Mode"}}},
	}
}

// TestOriginsBehindConversions checks that a field that a hand-written conversion sets from others has the origin of
// the first value that the conversion reads, and no other field's.
func TestOriginsBehindConversions(t *testing.T) {
	const header = "apiVersion: proxy.example.io/v1\nkind: Proxy\n"
	for name, test := range map[string]struct {
		file string
		args []string
		want map[string]string
	}{
		"the other field": {
			"mode: b\na: 1\nb: 2\n", nil,
			map[string]string{"a": "converted from f:3", "b": "converted from f:3", "mode": "f:3"},
		},
		"the field itself": {"a: 1\nb: 2\n", nil, map[string]string{"a": "converted from f:3", "b": "converted from f:3"}},
		"a flag comes later": {
			"mode: a\na: 1\nb: 2\n", []string{"--mode=b"},
			map[string]string{"a": "converted from f:3", "mode": "flag --mode, f:3"},
		},
		"a flag fans out": {
			"mode: b\na: 1\nb: 2\n", []string{"--period=3"},
			map[string]string{"a": "flag --period, converted from f:3", "b": "flag --period, converted from f:3"},
		},
		"a function": {
			"mode: b\nb: 2\n", []string{"--on=false"}, map[string]string{"on": "flag --on", "mode": "f:3"},
		},
		"a function, twice": {"on: true\n", []string{"--on=false"}, map[string]string{"on": "flag --on, f:3"}},
		"one is not set":    {"b: 2\n", nil, map[string]string{"a": "converted from f:3", "size": "default"}},
		"none is set":       {"size: 2\n", nil, map[string]string{"a": "default", "b": "default", "size": "f:3"}},
		"computed defaults": {"a: 4\n", nil, map[string]string{"size": "default", "b": "converted from f:3"}},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, map[string]string{"f": header + test.file})
			l := componentconfig.New("proxy", proxyRoot(), componentconfig.WithConfigFile())
			loaded, err := l.Load(s.args(append(test.args, "--config=$D/f")))
			if err != nil {
				t.Fatal(err)
			}
			for path, want := range test.want {
				var texts []string
				for _, origin := range loaded.Origins()[path] {
					texts = append(texts, origin.String())
				}
				if got := strings.Join(texts, ", "); got != want {
					t.Errorf("%s: got %s, want %s", path, got, want)
				}
			}
		})
	}
}

// vault has maps of every type that a file writes as a text.
type vault struct {
	metav1.TypeMeta `json:",inline"`
	Limits          map[string]resource.Quantity  `json:"limits,omitempty" datapolicy:"password"`
	Timeouts        map[string]metav1.Duration    `json:"timeouts,omitempty"`
	Surges          map[string]intstr.IntOrString `json:"surges,omitempty"`
}

func (v *vault) DeepCopyObject() runtime.Object { c := *v; return &c }

func vaultRoot() binding.Root[vault] {
	flags := func(fs *pflag.FlagSet, v *vault) {
		wrap := func(d time.Duration) metav1.Duration { return metav1.Duration{Duration: d} }
		durations := flagvalue.Wrapped(flagvalue.Duration[time.Duration](), wrap,
			func(d metav1.Duration) time.Duration { return d.Duration })
		fs.Var(flagvalue.NewMap(&v.Limits, flagvalue.Quantity()), "limits", "")
		fs.Var(flagvalue.NewMap(&v.Timeouts, durations), "timeouts", "")
		fs.Var(flagvalue.NewMap(&v.Surges, flagvalue.IntOrString()), "surges", "")
	}
	register := func(s *runtime.Scheme) error {
		s.AddKnownTypeWithName(schema.GroupVersionKind{Group: "vault.example.io", Version: "v1", Kind: "Vault"}, &vault{})
		return nil
	}
	return binding.Root[vault]{
		Group: "vault.example.io", Kind: "Vault", AddToScheme: []func(*runtime.Scheme) error{register},
		New: func() (*vault, error) { return &vault{}, nil }, AddFlags: flags,
		Reparse: reparse(flags),
		Flags: []descriptor.Flag{
			{Name: "limits", Sets: "Limits"}, {Name: "timeouts", Sets: "Timeouts"}, {Name: "surges", Sets: "Surges"},
		},
	}
}

// TestMapsOfTexts checks the origins of maps of quantities, durations and IntOrStrings, and that the value of a
// secret one is in no error.
func TestMapsOfTexts(t *testing.T) {
	s := newSite(t, map[string]string{
		"f": "apiVersion: vault.example.io/v1\nkind: Vault\nsurges: {c: 25%}\n",
	})
	l := componentconfig.New("vault", vaultRoot(), componentconfig.WithConfigFile())
	loaded, err := l.Load(s.args([]string{"--limits=a=1", "--timeouts=b=1s", "--config=$D/f"}))
	if err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{
		"limits[a]": "flag --limits", "timeouts[b]": "flag --timeouts", "surges[c]": "f:3",
	} {
		if origins := loaded.Origins()[path]; len(origins) != 1 || origins[0].String() != want {
			t.Errorf("%s: got %v, want %s", path, origins, want)
		}
	}
	if _, err := l.Load([]string{"--limits=a=S3CRET"}); err == nil || strings.Contains(err.Error(), "S3CRET") {
		t.Errorf("got %v", err)
	}
	const want = "--timeouts: the value is not valid" // What has a separator may be a secret.
	if _, err := l.Load([]string{"--timeouts=a=plain"}); err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}
