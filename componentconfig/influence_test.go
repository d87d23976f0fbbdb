package componentconfig_test

import (
	"strings"
	"testing"

	"github.com/spf13/pflag"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"

	"github.com/configgen/configgen/componentconfig"
)

// proxy has one period, which its version takes from one of two fields, as the mode says, and gives to both.
type proxy struct {
	metav1.TypeMeta
	Mode   string
	Period int32
	Size   int32
}

type proxyV1 struct {
	metav1.TypeMeta `json:",inline"`
	Mode            string `json:"mode"`
	A               int32  `json:"a"`
	B               int32  `json:"b"`
	Size            int32  `json:"size"`
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
	})
	internal := schema.GroupVersion{Group: gv.Group, Version: runtime.APIVersionInternal}
	s.AddKnownTypeWithName(internal.WithKind("Proxy"), &proxy{})
	if err := s.AddConversionFunc((*proxyV1)(nil), (*proxy)(nil), func(a, b any, _ conversion.Scope) error {
		in, out := a.(*proxyV1), b.(*proxy)
		out.Mode, out.Period, out.Size = in.Mode, in.A, in.Size
		if in.Mode == "b" {
			out.Period = in.B
		}
		return nil
	}); err != nil {
		return err
	}
	return s.AddConversionFunc((*proxy)(nil), (*proxyV1)(nil), func(a, b any, _ conversion.Scope) error {
		in, out := a.(*proxy), b.(*proxyV1)
		out.Mode, out.A, out.B, out.Size = in.Mode, in.Period, in.Period, in.Size
		return nil
	})
}

func proxyRoot() componentconfig.Root[proxy] {
	flags := func(fs *pflag.FlagSet, p *proxy) {
		fs.StringVar(&p.Mode, "mode", p.Mode, "")
		fs.Int32Var(&p.Period, "period", p.Period, "")
	}
	return componentconfig.Root[proxy]{
		Group: "proxy.example.io", Kind: "Proxy", AddToScheme: []func(*runtime.Scheme) error{registerProxy},
		New: func() (*proxy, error) { return &proxy{}, nil }, AddFlags: flags,
		Reparse: func(p *proxy, args []string, others ...func(*pflag.FlagSet)) error {
			fs := pflag.NewFlagSet("", pflag.ContinueOnError)
			flags(fs, p)
			for _, add := range others {
				add(fs)
			}
			return fs.Parse(args)
		},
		Fields: []componentconfig.Field{{Path: "Mode", Flags: []string{"mode"}}, {Path: "Period", Flags: []string{"period"}}},
	}
}

// TestA14OriginsBehindConversions checks the origins of fields that a conversion sets from others.
func TestA14OriginsBehindConversions(t *testing.T) {
	const header = "apiVersion: proxy.example.io/v1\nkind: Proxy\n"
	for name, test := range map[string]struct {
		file string
		args []string
		want map[string]string
	}{
		"the other field":  {"mode: b\na: 1\nb: 2\n", nil, map[string]string{"a": "f:5", "b": "f:5", "mode": "f:3"}},
		"the field itself": {"mode: a\na: 1\nb: 2\n", nil, map[string]string{"a": "f:4", "b": "f:4"}},
		"a flag comes later": {
			"mode: a\na: 1\nb: 2\n", []string{"--mode=b"},
			map[string]string{"a": "f:4", "b": "f:4", "mode": "flag --mode, f:3"},
		},
		"a flag fans out": {
			"mode: b\na: 1\nb: 2\n", []string{"--period=3"},
			map[string]string{"a": "flag --period, f:4", "b": "flag --period, f:5"},
		},
		"one is not set":    {"mode: b\nb: 2\n", nil, map[string]string{"a": "f:4", "b": "f:4", "size": "default"}},
		"equal values":      {"mode: b\na: 2\nb: 2\n", nil, map[string]string{"a": "f:4", "b": "f:5"}},
		"computed defaults": {"a: 4\n", nil, map[string]string{"size": "default", "a": "f:3", "b": "f:3"}},
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
