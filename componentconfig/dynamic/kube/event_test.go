package kube

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/util/validation"
	"k8s.io/client-go/dynamic/fake"
	clienttesting "k8s.io/client-go/testing"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

var (
	onTrial = dynamic.Condition{Status: metav1.ConditionTrue, Reason: "OnTrial", Message: "a"}
	crashed = dynamic.Condition{Status: metav1.ConditionFalse, Reason: "CrashLoop", Message: "b"}
)

// reporter is a source that has read its object, with events that are collected in a list unless fail returns an error.
func reporter(t *testing.T, config *ConfigSource, object *unstructured.Unstructured, fail func() error) (*Source,
	*[]*corev1.Event) {
	t.Helper()
	s := testSource(t, config, object)
	if _, err := s.Fetch(context.Background()); err != nil {
		t.Fatal(err)
	}
	var events []*corev1.Event
	s.whole.(*fake.FakeDynamicClient).PrependReactor("create", "events",
		func(a clienttesting.Action) (bool, runtime.Object, error) {
			if err := fail(); err != nil {
				return true, nil, err
			}
			obj := a.(clienttesting.CreateAction).GetObject().(*unstructured.Unstructured)
			e := new(corev1.Event)
			if err := runtime.DefaultUnstructuredConverter.FromUnstructured(obj.Object, e); err != nil {
				t.Fatal(err)
			}
			events = append(events, e)
			return true, obj, nil
		})
	return s, &events
}

func never() error { return nil }

// TestEvents: one for each change of the condition, about the object.
func TestEvents(t *testing.T) {
	for _, c := range []struct {
		name   string
		config *ConfigSource
		object *unstructured.Unstructured
		want   string
	}{
		{"ConfigMap", fromConfigMap, configMap("u", "1", map[string]any{"relay.yaml": "1"}),
			"relay/config v1 ConfigMap relay config u"},
		{"a cluster-scoped object's are in default", fromObject, relayConfig("1", map[string]any{"config": "1"}),
			"default/main relay.example.com/v1 RelayConfig  main u"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s, events := reporter(t, c.config, c.object, never)
			for _, condition := range []dynamic.Condition{onTrial, onTrial, crashed} {
				if err := s.emit(context.Background(), c.object, condition); err != nil {
					t.Fatal(err)
				}
			}
			var got []string
			for _, e := range *events {
				o := e.InvolvedObject
				name, _, _ := strings.Cut(e.Name, ".")
				about := fmt.Sprintf("%s/%s %s %s %s %s %s", e.Namespace, name, o.APIVersion, o.Kind, o.Namespace, o.Name, o.UID)
				if about != c.want || e.Source != (corev1.EventSource{Component: "relay", Host: "node-1"}) ||
					!e.FirstTimestamp.Time.Equal(now()) {
					t.Errorf("%s at %s by %+v, want one about %s", about, e.FirstTimestamp, e.Source, c.want)
				}
				got = append(got, e.Type+" "+e.Reason+" "+e.Message)
			}
			if want := "Normal ConfigOnTrial a|Warning ConfigCrashLoop b"; strings.Join(got, "|") != want {
				t.Errorf("%q, want %q", got, want)
			}
		})
	}
}

// TestSteps: what each instance goes through in a roll-out is in the status of its assignment, and not an event. What
// ends it is one, also if it is what was before.
func TestSteps(t *testing.T) {
	pending := dynamic.Condition{Status: metav1.ConditionUnknown, Reason: dynamic.ReasonRestartPending}
	again := dynamic.Condition{Status: metav1.ConditionUnknown, Reason: dynamic.ReasonOnTrialAfterCrash}
	good := dynamic.Condition{Status: metav1.ConditionTrue, Reason: dynamic.ReasonAssigned}
	for _, c := range []struct {
		config *ConfigSource
		object *unstructured.Unstructured
		want   string
	}{
		{fromAssignment, assignment(1, nil), "ConfigOnTrialAfterCrash ConfigCrashLoop ConfigAssigned ConfigAssigned"},
		{fromConfigMap, configMap("u", "1", map[string]any{"relay.yaml": "1"}),
			"ConfigRestartPending ConfigOnTrial ConfigOnTrialAfterCrash ConfigCrashLoop ConfigAssigned ConfigOnTrial " +
				"ConfigAssigned"},
	} {
		s, events := reporter(t, c.config, c.object, never)
		for _, condition := range []dynamic.Condition{pending, onTrial, again, crashed, good, onTrial, good} {
			if err := s.emit(t.Context(), c.object, condition); err != nil {
				t.Fatal(err)
			}
		}
		var got []string
		for _, e := range *events {
			got = append(got, e.Reason)
		}
		if strings.Join(got, " ") != c.want {
			t.Errorf("%s: %q, want %s", c.object.GetKind(), got, c.want)
		}
	}
}

// TestEventsThatFail: a transient error is retried under the same name; what the server refuses is not.
func TestEventsThatFail(t *testing.T) {
	resource := corev1.Resource("events")
	for _, c := range []struct {
		name  string
		err   error
		again bool
	}{
		{"a partition", errors.New("connection refused"), true},
		{"a timeout", apierrors.NewTimeoutError("x", 1), true},
		{"the server is busy", apierrors.NewTooManyRequests("x", 1), true},
		{"no permission", apierrors.NewForbidden(resource, "x", errors.New("no")), false},
		{"no events in this server", apierrors.NewNotFound(resource, "x"), false},
		{"a namespace that goes away", apierrors.NewInvalid(corev1.SchemeGroupVersion.WithKind("Event").GroupKind(), "x",
			nil), false},
		{"the answer was lost", apierrors.NewAlreadyExists(resource, "x"), false},
	} {
		t.Run(c.name, func(t *testing.T) {
			tries := 0
			object := configMap("u", "1", map[string]any{"relay.yaml": "1"})
			s, events := reporter(t, fromConfigMap, object, func() error {
				if tries++; tries == 1 {
					return c.err
				}
				return nil
			})
			err := s.Report(context.Background(), dynamic.Status{Condition: crashed})
			if (err != nil) != c.again {
				t.Fatalf("reporting gives %v", err)
			}
			if err := s.Report(context.Background(), dynamic.Status{Condition: crashed}); err != nil {
				t.Fatal(err)
			}
			if sent := len(*events) == 1; sent != c.again {
				t.Errorf("%d events", len(*events))
			}
		})
	}
}

// TestLongNames: the name of an event is valid, however long the name of the object, and wherever that is cut.
func TestLongNames(t *testing.T) {
	for _, part := range []string{"n", "a-b.", "ab.", "a--"} {
		name := strings.Repeat(part, 253)[:252] + "n"
		config := &ConfigSource{ConfigMap: &ConfigMapSource{Namespace: "relay", Name: name, Key: "relay.yaml"}}
		object := configMap("u", "1", map[string]any{"relay.yaml": "1"})
		object.SetName(name)
		s, events := reporter(t, config, object, never)
		if err := s.emit(context.Background(), object, crashed); err != nil {
			t.Fatal(err)
		}
		if wrong := validation.IsDNS1123Subdomain((*events)[0].Name); len(wrong) > 0 {
			t.Errorf("%s: %q", (*events)[0].Name, wrong)
		}
	}
}

// TestWithoutComponent: a source without a reporting component has no events.
func TestWithoutComponent(t *testing.T) {
	object := configMap("u", "1", map[string]any{"relay.yaml": "1"})
	s, events := reporter(t, fromConfigMap, object, never)
	s.opts.Component = ""
	if err := s.Report(context.Background(), dynamic.Status{Condition: crashed}); err != nil || len(*events) != 0 {
		t.Errorf("%v, %d events", err, len(*events))
	}
}
