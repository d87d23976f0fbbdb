package kubelet_test

import (
	"testing"

	"github.com/spf13/pflag"

	"example.com/kubelet/facts"
	"example.com/kubelet/options"
)

// target is a new set of flags over a new struct.
type target struct {
	flags *pflag.FlagSet
	root  any
	paths []string
}

// newTargets gives, for each set of the facts, what makes a new target.
func newTargets(t *testing.T) map[string]func() target {
	var flagPaths []string
	for _, row := range rowsOf(t, facts.KubeletFlags) {
		flagPaths = append(flagPaths, row.Field)
	}
	return map[string]func() target{
		facts.KubeletConfiguration: func() target {
			c, flags := newConfiguration(t), newFlagSet()
			options.AddKubeletConfigurationFlags(flags, c)
			return target{flags, c, internalPaths(t)}
		},
		facts.KubeletFlags: func() target {
			c, flags := options.NewKubeletFlags(), newFlagSet()
			c.AddFlags(flags)
			return target{flags, c, flagPaths}
		},
	}
}

// sample is a text for a flag that is not its default.
func sample(flag *pflag.Flag) string {
	switch flag.Name {
	case "authorization-mode":
		return "Webhook"
	case "eviction-hard", "eviction-soft":
		return "a<1"
	}
	switch flag.Value.Type() {
	case "bool":
		return map[string]string{"true": "false", "false": "true"}[flag.DefValue]
	case "int32", "int64", "quantity", "Level":
		return "7"
	case "duration":
		return "7h"
	case "ip":
		return "10.9.8.7"
	case "mapStringString", "pattern=N,...":
		return "a=1"
	case "mapStringBool":
		return "A=true"
	case "colonSeparatedMultimapStringString":
		return "a:1"
	case "reserved-memory":
		return "0:memory=1Gi"
	case "[]v1.Taint":
		return "a=b:NoExecute"
	}
	return "sample"
}

// TestFlagsReachTheirFields sets one flag after the other: what changes is the field of the facts, and no other.
func TestFlagsReachTheirFields(t *testing.T) {
	for set, newTarget := range newTargets(t) {
		rows := rowsOf(t, set)
		newTarget().flags.VisitAll(func(flag *pflag.Flag) {
			c := newTarget()
			before := texts(c.root, c.paths)
			if err := c.flags.Set(flag.Name, sample(flag)); err != nil {
				t.Fatal(err)
			}
			changed := false
			for path, text := range texts(c.root, c.paths) {
				switch {
				case text == before[path]:
				case path == rows[flag.Name].Field:
					changed = true
				default:
					t.Errorf("--%s changes %s", flag.Name, path)
				}
			}
			if !changed {
				t.Errorf("--%s does not change %s", flag.Name, rows[flag.Name].Field)
			}
		})
	}
}

// TestKubeletFlagsRoundTrip sets what every flag prints, by default and after a Set, on a new set of flags.
func TestKubeletFlagsRoundTrip(t *testing.T) {
	for _, newTarget := range newTargets(t) {
		newTarget().flags.VisitAll(func(flag *pflag.Flag) {
			printed := []string{flag.Value.String()}
			if flag.Name == "cpu-manager-policy-options" {
				// The value is component-base's own, named by value: it refuses the empty text that it prints.
				printed = nil
			}
			changed := newTarget().flags.Lookup(flag.Name)
			if err := changed.Value.Set(sample(flag)); err != nil {
				t.Fatalf("--%s: %v", flag.Name, err)
			}
			for _, text := range append(printed, changed.Value.String()) {
				again := newTarget().flags.Lookup(flag.Name)
				if err := again.Value.Set(text); err != nil {
					t.Errorf("--%s=%s: %v", flag.Name, text, err)
				}
				if got := again.Value.String(); got != text {
					t.Errorf("--%s=%s: prints %s then", flag.Name, text, got)
				}
			}
		})
	}
}

// TestLaterSetsAccumulate sets lists and maps twice: the first Set has replaced the default, the second adds.
func TestLaterSetsAccumulate(t *testing.T) {
	tests := []struct{ flag, first, second, want string }{
		{"enforce-node-allocatable", "kube-reserved", "pods,system-reserved", `["kube-reserved","pods","system-reserved"]`},
		{"cluster-dns", "10.0.0.2", "10.0.0.1", `["10.0.0.2","10.0.0.1"]`},
		{"kube-reserved", "cpu=1", "memory=1Gi,cpu=2", "cpu=2,memory=1Gi"},
		{"eviction-hard", "b<1", "a<2", "a<2,b<1"},
		{"manifest-url-header", "a:1", "a:2,b:3", "a:1,a:2,b:3"},
		{"feature-gates", "A=true", "B=false,A=false", "A=false,B=false"},
		{"cpu-manager-policy-options", "a=1,2", "b=3", "a=1,2,b=3"},
		{"register-with-taints", "a:NoExecute", "b:NoSchedule", "a:NoExecute,b:NoSchedule"},
		{"reserved-memory", "1:memory=1Gi", "0:memory=2Gi", "1:memory=1Gi;0:memory=2Gi"},
	}
	for _, test := range tests {
		value := newTargets(t)[facts.KubeletConfiguration]().flags.Lookup(test.flag).Value
		for _, text := range []string{test.first, test.second} {
			if err := value.Set(text); err != nil {
				t.Fatalf("--%s=%s: %v", test.flag, text, err)
			}
		}
		if got := value.String(); got != test.want {
			t.Errorf("--%s: got %s, want %s", test.flag, got, test.want)
		}
	}
}
