package moved_test

import (
	"reflect"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/runtime"

	"example.com/golden/moved"
	"example.com/golden/moved/v1alpha1"
)

func ptr[T any](value T) *T { return &value }

func TestMoved(t *testing.T) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{moved.AddToScheme, v1alpha1.Install} {
		if err := add(scheme); err != nil {
			t.Fatal(err)
		}
	}
	cases := []struct {
		name     string
		old      v1alpha1.MovedConfiguration
		internal moved.MovedConfiguration
	}{
		{"nothing", v1alpha1.MovedConfiguration{}, moved.MovedConfiguration{}},
		{
			"behind pointers, with other types",
			v1alpha1.MovedConfiguration{
				Address: "127.0.0.1", Port: ptr(int32(53)), ServerKind: "dns",
				Limits: &v1alpha1.Limits{Timeout: &metav1.Duration{Duration: time.Second}},
			},
			moved.MovedConfiguration{Server: &moved.Server{
				Address: "127.0.0.1", Port: 53, Kind: "dns", Timeout: metav1.Duration{Duration: time.Second},
			}},
		},
		{
			"in lists",
			v1alpha1.MovedConfiguration{
				Zones:  []v1alpha1.Zone{{Name: "a", File: "a.zone"}, {Name: "b", Secrets: map[string]string{"k": "v"}}},
				Policy: v1alpha1.Policy{Rules: []v1alpha1.Rule{{Action: "allow"}}, Fallback: &v1alpha1.Rule{Action: "deny"}},
			},
			moved.MovedConfiguration{
				Zones: []moved.Zone{
					{Name: "a", Source: moved.Source{File: "a.zone"}},
					{Name: "b", Source: moved.Source{Keys: map[string]string{"k": "v"}}},
				},
				Rules: []moved.Rule{{Action: "allow"}}, Fallback: &moved.Rule{Action: "deny"},
			},
		},
		{
			"by a condition",
			v1alpha1.MovedConfiguration{
				Fast: &v1alpha1.Speed{Limit: 7}, Tuning: &v1alpha1.Tuning{Mode: ptr(v1alpha1.Kind("Faster"))},
			},
			moved.MovedConfiguration{Limit: 7, Tuning: &moved.Tuning{Mode: ptr(moved.Kind("Faster"))}},
		},
		{
			"by the other values of a condition",
			v1alpha1.MovedConfiguration{Slow: &v1alpha1.Speed{Limit: 3}},
			moved.MovedConfiguration{Limit: 3},
		},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			var internal moved.MovedConfiguration
			if err := scheme.Convert(&c.old, &internal, nil); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(c.internal, internal) {
				t.Errorf("got %+v, want %+v", internal, c.internal)
			}
			var old v1alpha1.MovedConfiguration
			if err := scheme.Convert(&c.internal, &old, nil); err != nil {
				t.Fatal(err)
			}
			if !reflect.DeepEqual(c.old, old) {
				t.Errorf("back: got %+v, want %+v", old, c.old)
			}
		})
	}
}
