package v1beta1_test

import (
	"fmt"
	"reflect"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"
	logsapi "k8s.io/component-base/logs/api/v1"

	"example.com/kubelet/config"
	"example.com/kubelet/config/v1beta1"
	"example.com/kubelet/facts"
)

// TestDefaultsEqualFacts compares the versioned defaults with the defaults of the flags, but for the four that the
// command line keeps from the time before: those must differ, or they would need no legacy default.
func TestDefaultsEqualFacts(t *testing.T) {
	flags, err := facts.Flags(facts.KubeletConfiguration)
	if err != nil {
		t.Fatal(err)
	}
	c := convert(t, &v1beta1.KubeletConfiguration{})
	legacy := 0
	for name, flag := range flags {
		got := text(reflect.ValueOf(c).Elem(), flag.Field)
		if flag.LegacyDefault != "" {
			legacy++
			if got == flag.Default {
				t.Errorf("%s: the versioned default is the legacy default %s of --%s", flag.Field, got, name)
			}
			continue
		}
		if got != flag.Default {
			t.Errorf("%s: got default %q, --%s has %q", flag.Field, got, name, flag.Default)
		}
	}
	if legacy != 4 {
		t.Errorf("the facts have %d legacy defaults, want 4", legacy)
	}
}

func TestDefaultsThatHangOnOtherFields(t *testing.T) {
	minute := metav1.Duration{Duration: time.Minute}
	tests := []struct {
		name        string
		in          v1beta1.KubeletConfiguration
		field, want string
	}{
		{"report as often as computed", v1beta1.KubeletConfiguration{NodeStatusUpdateFrequency: minute}, "NodeStatusReportFrequency", "1m0s"},
		{"report on its own", v1beta1.KubeletConfiguration{}, "NodeStatusReportFrequency", "5m0s"},
		{"parallel pulls", v1beta1.KubeletConfiguration{MaxParallelImagePulls: new(int32(2))}, "SerializeImagePulls", "false"},
		{"one pull at once", v1beta1.KubeletConfiguration{MaxParallelImagePulls: new(int32(1))}, "SerializeImagePulls", "true"},
		{"serial wins", v1beta1.KubeletConfiguration{MaxParallelImagePulls: new(int32(2)), SerializeImagePulls: new(true)}, "SerializeImagePulls", "true"},
		{"any negative pid limit", v1beta1.KubeletConfiguration{PodPidsLimit: new(int64(-7))}, "PodPidsLimit", "-1"},
		{"pid limit", v1beta1.KubeletConfiguration{PodPidsLimit: new(int64(7))}, "PodPidsLimit", "7"},
		{"enforce nothing", v1beta1.KubeletConfiguration{EnforceNodeAllocatable: []string{}}, "EnforceNodeAllocatable", "[]"},
		{"explicit zero", v1beta1.KubeletConfiguration{HealthzPort: new(int32(0))}, "HealthzPort", "0"},
		{"explicit empty", v1beta1.KubeletConfiguration{ResolverConfig: new("")}, "ResolverConfig", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := text(reflect.ValueOf(convert(t, &test.in)).Elem(), test.field); got != test.want {
				t.Errorf("%s: got %q, want %q", test.field, got, test.want)
			}
		})
	}
}

// TestConversionRoundTrip converts a defaulted configuration there and back.
func TestConversionRoundTrip(t *testing.T) {
	scheme := newScheme(t)
	there := convert(t, &v1beta1.KubeletConfiguration{
		UserNamespaces: &v1beta1.UserNamespaces{IDsPerPod: new(int64(1 << 16))},
		ReservedMemory: []v1beta1.MemoryReservation{{NumaNode: 1}},
		FeatureGates:   map[string]bool{"A": true},
	})
	var out v1beta1.KubeletConfiguration
	if err := scheme.Convert(there, &out, nil); err != nil {
		t.Fatal(err)
	}
	if back := convert(t, &out); !reflect.DeepEqual(back, there) {
		t.Errorf("got %+v, want %+v", back, there)
	}
}

func newScheme(t *testing.T) *runtime.Scheme {
	t.Helper()
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{config.AddToScheme, v1beta1.AddToScheme} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	return scheme
}

// convert defaults a versioned configuration and gives the internal one.
func convert(t *testing.T, in *v1beta1.KubeletConfiguration) *config.KubeletConfiguration {
	t.Helper()
	scheme := newScheme(t)
	scheme.Default(in)
	out := &config.KubeletConfiguration{}
	if err := scheme.Convert(in, out, nil); err != nil {
		t.Fatal(err)
	}
	return out
}

// text gives the field at a Go path the way pflag prints defaults. No map and no list of structs has a default.
func text(value reflect.Value, path string) string {
	for name := range strings.SplitSeq(path, ".") {
		value = value.FieldByName(name)
	}
	switch v := value.Interface().(type) {
	case metav1.Duration:
		return v.Duration.String()
	case logsapi.TimeOrMetaDuration:
		return v.Duration.Duration.String()
	case resource.QuantityValue:
		return v.String()
	case []string:
		return "[" + strings.Join(v, ",") + "]"
	}
	if kind := value.Kind(); (kind == reflect.Map || kind == reflect.Slice) && value.Len() == 0 {
		return ""
	}
	return fmt.Sprint(value.Interface())
}
