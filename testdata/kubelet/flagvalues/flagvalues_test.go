package flagvalues_test

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"

	"example.com/kubelet/config"
	"example.com/kubelet/flagvalues"
)

// binding is one constructor of the package over a field of its type.
type binding struct {
	name string
	typ  string
	// bind gives a value over a new field, and the field.
	bind func() (pflag.Value, any)
	// random fills the field with what a file could have set.
	random func(r *rand.Rand, field any)
	// first and second are texts for one Set after the other, and both is the result; bad are texts that are refused.
	first, second, both string
	bad                 []string
}

var bindings = []binding{{
	name: "ReservedMemory", typ: "reserved-memory",
	bind: func() (pflag.Value, any) {
		field := &[]config.MemoryReservation{{NumaNode: 9}}
		return flagvalues.NewReservedMemory(field), field
	},
	random: func(r *rand.Rand, field any) {
		list := []config.MemoryReservation{}
		for range r.IntN(4) {
			limits := corev1.ResourceList{}
			for range r.IntN(3) {
				name := corev1.ResourceName([]string{"memory", "hugepages-2Mi", "hugepages-1Gi"}[r.IntN(3)])
				format := []resource.Format{resource.BinarySI, resource.DecimalSI, resource.DecimalExponent}[r.IntN(3)]
				limits[name] = *resource.NewQuantity(r.Int64N(1<<40), format)
			}
			list = append(list, config.MemoryReservation{NumaNode: r.Int32N(8), Limits: limits})
		}
		*field.(*[]config.MemoryReservation) = list
	},
	first: "0:hugepages-2Mi=64Mi,memory=1Gi", second: "1:memory=2G;2:memory=3Gi",
	both: "0:hugepages-2Mi=64Mi,memory=1Gi;1:memory=2G;2:memory=3Gi",
	bad: []string{
		"0", "x:memory=1Gi", "0:memory", "0:memory=big", "0:memory=1Gi,memory=2Gi", "9999999999:memory=1Gi", "1:memory=1Gi;2",
	},
}, {
	name: "Taints", typ: "[]v1.Taint",
	bind: func() (pflag.Value, any) {
		field := &[]corev1.Taint{{Key: "old", Effect: corev1.TaintEffectNoExecute}}
		return flagvalues.NewTaints(field), field
	},
	random: func(r *rand.Rand, field any) {
		list := []corev1.Taint{}
		for range r.IntN(4) {
			list = append(list, corev1.Taint{
				Key:    fmt.Sprintf("example.com/key-%d", r.IntN(9)),
				Value:  []string{"", "a", "b.c_d-e"}[r.IntN(3)],
				Effect: []corev1.TaintEffect{"NoSchedule", "PreferNoSchedule", "NoExecute"}[r.IntN(3)],
			})
		}
		*field.(*[]corev1.Taint) = list
	},
	first: "a=b:NoSchedule", second: "c:NoExecute,d=e:PreferNoSchedule",
	both: "a=b:NoSchedule,c:NoExecute,d=e:PreferNoSchedule",
	bad:  []string{"a", "a=b", "a:Never", ":NoSchedule", "=b:NoSchedule", "a:NoSchedule-", "a:NoSchedule,b"},
}, {
	name: "NodeLabels", typ: "mapStringString",
	bind: func() (pflag.Value, any) {
		field := &map[string]string{"old": "x"}
		return flagvalues.NewNodeLabels(field), field
	},
	random: func(r *rand.Rand, field any) {
		labels := map[string]string{}
		for range r.IntN(4) {
			labels[fmt.Sprintf("example.com/key-%d", r.IntN(9))] = []string{"", "a", "b.c_d-e", "f=g"}[r.IntN(4)]
		}
		*field.(*map[string]string) = labels
	},
	first: "a=b,c=", second: "a=d,e=f", both: "a=d,c=,e=f",
	bad: []string{"=b", "a=b,=c", "="},
}}

func TestTypes(t *testing.T) {
	for _, b := range bindings {
		value, _ := b.bind()
		if got := value.Type(); got != b.typ {
			t.Errorf("%s: got type %q, want %q", b.name, got, b.typ)
		}
		// pflag prints defaults by the String of a zero value.
		zero := reflect.New(reflect.TypeOf(value).Elem()).Interface().(pflag.Value)
		if got := zero.String(); got != "" {
			t.Errorf("%s: the zero value prints %q", b.name, got)
		}
	}
}

// TestRoundTrip sets what String prints, for generated fields, and an empty text.
func TestRoundTrip(t *testing.T) {
	for _, b := range bindings {
		t.Run(b.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(8, 8))
			for range 500 {
				value, want := b.bind()
				b.random(r, want)
				text := value.String()
				again, got := b.bind()
				if err := again.Set(text); err != nil {
					t.Fatalf("Set(%q): %v", text, err)
				}
				if !equality.Semantic.DeepEqual(got, want) || again.String() != text {
					t.Fatalf("%q: got %v, want %v", text, got, want)
				}
			}
			value, field := b.bind()
			for _, text := range []string{"", b.first, ""} {
				if err := value.Set(text); err != nil {
					t.Fatalf("Set(%q): %v", text, err)
				}
			}
			if reflect.ValueOf(field).Elem().Len() != 0 {
				t.Errorf("an empty value leaves %v", field)
			}
		})
	}
}

func TestFirstSetReplacesLaterOnesAdd(t *testing.T) {
	for _, b := range bindings {
		value, _ := b.bind()
		for _, step := range []struct{ set, want string }{{b.first, b.first}, {b.second, b.both}} {
			if err := value.Set(step.set); err != nil {
				t.Fatalf("%s: Set(%q): %v", b.name, step.set, err)
			}
			if got := value.String(); got != step.want {
				t.Errorf("%s: after Set(%q): got %q, want %q", b.name, step.set, got, step.want)
			}
		}
	}
}

// TestRefused shows that what is refused names itself, changes nothing, and is not the first Set.
func TestRefused(t *testing.T) {
	for _, b := range bindings {
		for _, text := range b.bad {
			value, _ := b.bind()
			before := value.String()
			err := value.Set(text)
			if err == nil || !strings.Contains(err.Error(), `"`) {
				t.Errorf("%s: Set(%q): got error %v", b.name, text, err)
			}
			if got := value.String(); got != before {
				t.Errorf("%s: Set(%q) changed %q to %q", b.name, text, before, got)
			}
			if err := value.Set(b.first); err != nil || value.String() != b.first {
				t.Errorf("%s: %q after the refused %q: %v, %v", b.name, b.first, text, value, err)
			}
		}
	}
}

// TestCopiesStayApart adds to fields whose list or map another configuration got by assignment after the first Set.
func TestCopiesStayApart(t *testing.T) {
	var labels map[string]string
	var taints []corev1.Taint
	labelsValue, taintsValue := flagvalues.NewNodeLabels(&labels), flagvalues.NewTaints(&taints)
	mustSet(t, labelsValue, "a=b")
	// Three elements leave room for a fourth behind them.
	mustSet(t, taintsValue, "a:NoExecute,b:NoExecute,c:NoExecute")
	labelsCopy, taintsCopy := labels, taints[:cap(taints)]
	if cap(taints) == len(taints) {
		t.Fatal("no room for a fourth taint: choose another number")
	}
	mustSet(t, labelsValue, "c=d")
	mustSet(t, taintsValue, "d:NoExecute")
	if len(labelsCopy) != 1 || taintsCopy[3].Key != "" {
		t.Errorf("the copies changed: %v, %v", labelsCopy, taintsCopy)
	}
}

func mustSet(t *testing.T, value pflag.Value, text string) {
	t.Helper()
	if err := value.Set(text); err != nil {
		t.Fatalf("Set(%q): %v", text, err)
	}
}
