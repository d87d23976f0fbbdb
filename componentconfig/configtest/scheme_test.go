package configtest

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/conversion"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/runtime/serializer"
	"sigs.k8s.io/randfill"
)

var (
	working = schema.GroupVersion{Group: "relay.config.example.io", Version: runtime.APIVersionInternal}
	inFiles = schema.GroupVersion{Group: "relay.config.example.io", Version: "v1"}
)

// inside is the internal type of a group, and outside the type of its version v1.
type (
	inside struct {
		metav1.TypeMeta
		Port    int32
		Domains []string
		Zone    zone
	}
	zone    struct{ Name string }
	outside struct {
		metav1.TypeMeta `json:",inline"`
		Port            *int32   `json:"port,omitempty"`
		Domains         []string `json:"domains,omitempty"`
		ZoneName        string   `json:"zoneName,omitempty"`
	}
)

func (in *inside) DeepCopyObject() runtime.Object  { return copyOf(in) }
func (in *outside) DeepCopyObject() runtime.Object { return copyOf(in) }

func copyOf[T any](in *T) *T { out := *in; return &out }

// group is what a component writes by hand or generates: conversions and defaults.
type group struct {
	read     func(in *outside, out *inside)
	write    func(in *inside, out *outside)
	defaults func(*outside)
}

// sound is a group without mistakes.
func sound() group {
	return group{
		read: func(in *outside, out *inside) {
			if in.Port != nil {
				out.Port = *in.Port
			}
			out.Domains, out.Zone.Name = in.Domains, in.ZoneName
		},
		write: func(in *inside, out *outside) {
			out.Port, out.Domains, out.ZoneName = &in.Port, in.Domains, in.Zone.Name
		},
		defaults: func(in *outside) {
			if in.Port == nil {
				in.Port = new(int32)
				*in.Port = 53
			}
		},
	}
}

// scheme is the function New of the group.
func (g group) scheme() (*runtime.Scheme, serializer.CodecFactory, error) {
	s := runtime.NewScheme()
	s.AddKnownTypeWithName(working.WithKind("Relay"), &inside{})
	s.AddKnownTypeWithName(inFiles.WithKind("Relay"), &outside{})
	s.AddTypeDefaultingFunc(&outside{}, func(o any) { g.defaults(o.(*outside)) })
	for _, err := range []error{
		s.AddConversionFunc((*outside)(nil), (*inside)(nil), func(a, b any, _ conversion.Scope) error {
			g.read(a.(*outside), b.(*inside))
			return nil
		}),
		s.AddConversionFunc((*inside)(nil), (*outside)(nil), func(a, b any, _ conversion.Scope) error {
			g.write(a.(*inside), b.(*outside))
			return nil
		}),
		s.SetVersionPriority(inFiles),
	} {
		if err != nil {
			return nil, serializer.CodecFactory{}, err
		}
	}
	return s, serializer.NewCodecFactory(s, serializer.EnableStrict), nil
}

// recorded writes a file before and after its defaults, and returns the directory.
func recorded(t *testing.T, before, after string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range map[string]string{"before": before, "after": after} {
		file := filepath.Join(dir, "Relay", name, "v1.yaml")
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		text = "apiVersion: relay.config.example.io/v1\nkind: Relay\n" + text
		if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// checked is what both tests of a group say about it, with recorded defaults of an empty file and of one with a zero.
func checked(t *testing.T, g group) string {
	t.Helper()
	tests := Scheme{New: g.scheme, Program: working}
	return failures(t, "", func(t testing.TB) { tests.RoundTrip(t) }) +
		failures(t, "", func(tb testing.TB) { tests.defaults(tb, recorded(t, "", "port: 53\n")) }) +
		failures(t, "", func(tb testing.TB) { tests.defaults(tb, recorded(t, "port: 0\n", "port: 0\n")) })
}

// TestMistakesOfTypesFail plants mistakes into the types of a component, their conversions and their defaults.
func TestMistakesOfTypesFail(t *testing.T) {
	if text := checked(t, sound()); text != "" {
		t.Fatalf("a group without mistakes fails:\n%s", text)
	}
	zero := int32(0)
	for name, plant := range map[string]func(*group){
		"cannot express: a field that is not written": func(g *group) {
			g.write = func(in *inside, out *outside) { out.Port, out.Domains = &in.Port, in.Domains }
		},
		"cannot express: a field that is not read": func(g *group) {
			g.read = func(in *outside, out *inside) { out.Domains, out.Zone.Name = in.Domains, in.ZoneName }
		},
		"cannot express: a list whose first item alone is kept": func(g *group) {
			sound := g.write
			g.write = func(in *inside, out *outside) {
				sound(in, out)
				out.Domains = in.Domains[:min(1, len(in.Domains))]
			}
		},
		"cannot express: a number that is cut off": func(g *group) {
			sound := g.read
			g.read = func(in *outside, out *inside) { sound(in, out); out.Port = int32(int16(out.Port)) }
		},
		"cannot express: a text that is changed": func(g *group) {
			sound := g.read
			g.read = func(in *outside, out *inside) { sound(in, out); out.Zone.Name = strings.ToLower(in.ZoneName) }
		},
		"cannot express: two fields that are exchanged": func(g *group) {
			sound := g.write
			g.write = func(in *inside, out *outside) { sound(in, out); out.Domains = []string{in.Zone.Name} }
		},
		"defaults: a default that is lost": func(g *group) { g.defaults = func(*outside) {} },
		"defaults: a default that has changed": func(g *group) {
			sound := g.defaults
			g.defaults = func(in *outside) {
				was := in.Port
				if sound(in); was == nil {
					*in.Port = 5353
				}
			}
		},
		"defaults: a default of a field that had none": func(g *group) {
			sound := g.defaults
			g.defaults = func(in *outside) { sound(in); in.ZoneName = "example.com" }
		},
		"defaults: a zero that is not kept": func(g *group) {
			g.defaults = func(in *outside) {
				if in.Port == nil || *in.Port == zero {
					in.Port = new(int32)
					*in.Port = 53
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			want, _, _ := strings.Cut(name, ":")
			g := sound()
			plant(&g)
			text := checked(t, g)
			if !strings.Contains(text, map[string]string{
				"cannot express": "relay.config.example.io/v1 cannot express every Relay (- before, + after):",
				"defaults":       "The defaults of a released version must not change",
			}[want]) {
				t.Errorf("got %q", text)
			}
		})
	}
}

// TestSchemesWithoutFilesFail expects a failure where nothing would be tested.
func TestSchemesWithoutFilesFail(t *testing.T) {
	g := sound()
	broken := Scheme{New: func() (*runtime.Scheme, serializer.CodecFactory, error) {
		return nil, serializer.CodecFactory{}, fmt.Errorf("inconsistent")
	}}
	for want, test := range map[string]func(testing.TB){
		"the scheme has no version of files with a kind of other/v1": func(t testing.TB) {
			Scheme{New: g.scheme, Program: schema.GroupVersion{Group: "other", Version: "v1"}}.RoundTrip(t)
		},
		"there are no files in testdata/KIND/before": func(tb testing.TB) {
			Scheme{New: g.scheme, Program: working}.defaults(tb, t.TempDir())
		},
		"inconsistent": func(t testing.TB) { broken.RoundTrip(t) },
		`unknown field "prot"`: func(tb testing.TB) {
			Scheme{New: g.scheme, Program: working}.defaults(tb, recorded(t, "prot: 1\n", ""))
		},
	} {
		if text := failures(t, "", test); !strings.Contains(text, want) {
			t.Errorf("got %q, want %q", text, want)
		}
	}
}

// TestValuesReplaceRandomOnes lets a version pass that cannot express every value.
func TestValuesReplaceRandomOnes(t *testing.T) {
	g := sound()
	read := g.read
	g.read = func(in *outside, out *inside) { read(in, out); out.Zone.Name = strings.ToLower(in.ZoneName) }
	Scheme{New: g.scheme, Program: working, Seed: 5, Values: func(serializer.CodecFactory) []any {
		return []any{func(z *zone, random randfill.Continue) { z.Name = fmt.Sprint(random.Uint32()) }}
	}}.RoundTrip(t)
}

// TestDefaultsAreRecorded rewrites a file, which then passes.
func TestDefaultsAreRecorded(t *testing.T) {
	dir := recorded(t, "", "port: 1\n")
	tests := Scheme{New: sound().scheme, Program: working, Update: true}
	tests.defaults(t, dir)
	tests.Update = false
	tests.defaults(t, dir)
}

// TestCopyHasTheFiles copies a directory with one below it.
func TestCopyHasTheFiles(t *testing.T) {
	dir := recorded(t, "", "port: 53\n")
	for _, name := range []string{"before", "after"} {
		if _, err := os.Stat(filepath.Join(Copy(t, dir), "Relay", name, "v1.yaml")); err != nil {
			t.Error(err)
		}
	}
	if text := failures(t, dir, func(t testing.TB) { Copy(t, filepath.Join(dir, "missing")) }); text == "" {
		t.Error("a directory that does not exist is copied")
	}
}
