package kube

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/client-go/dynamic/fake"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

var fromAssignment = &ConfigSource{Assignment: &AssignmentSource{Namespace: "relay", Name: "node-1"}}

// assignment is one of a generation.
func assignment(generation int64, spec map[string]any) *unstructured.Unstructured {
	o := &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "fleet.configgen.dev/v1alpha1", "kind": "ConfigAssignment", "spec": spec,
		"metadata": map[string]any{"namespace": "relay", "name": "node-1", "uid": "a",
			"resourceVersion": fmt.Sprint(generation)},
	}}
	o.SetGeneration(generation)
	return o
}

// to is the spec of an assignment to what the tests' ConfigMap has under a key.
func to(t *testing.T, configMap, key, text string) map[string]any {
	t.Helper()
	p, err := dynamic.NewPayload(map[string][]byte{key: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return map[string]any{"source": map[string]any{"name": configMap, "key": key, "digest": string(p.Digest())}}
}

// TestAssignment checks the payload of an assignment, and the errors about mistakes in it.
func TestAssignment(t *testing.T) {
	const missing = "invalid source: configassignments.fleet.configgen.dev relay/node-1 names configmaps relay/other, " +
		"which does not exist: create it in that namespace, or name another one"
	data := map[string]any{"relay.yaml": "port: 1", "large": strings.Repeat("x", 4<<20)}
	newer := to(t, "config", "relay.yaml", "port: 1")
	newer["bundle"] = "quay.io/relay"
	newerSource := to(t, "config", "relay.yaml", "port: 1")
	newerSource["source"].(map[string]any)["namespace"] = "elsewhere"
	for _, c := range []struct {
		name      string
		spec      map[string]any
		want, err string
	}{
		{"a ConfigMap", to(t, "config", "relay.yaml", "port: 1"), "port: 1", ""},
		{"null", map[string]any{"source": nil}, "", ""},
		{"nothing", map[string]any{}, "", ""},
		{"a missing ConfigMap", to(t, "other", "relay.yaml", "port: 1"), "", missing},
		{"a missing key", to(t, "config", "other.yaml", "port: 1"), "",
			`invalid source: configmaps relay/config: key "other.yaml" is missing: add it, or name another one ` +
				"(it has: large, relay.yaml)"},
		{"too large", to(t, "config", "large", "port: 1"), "",
			"invalid source: configmaps relay/config: the configuration has 4194354 bytes; at most 4194304 are allowed"},
		{"another namespace", newerSource, "", "invalid source: configassignments.fleet.configgen.dev relay/node-1: this " +
			"version of the component does not know the field spec.source.namespace: update the component, or remove the field"},
		{"a newer version", newer, "", "invalid source: configassignments.fleet.configgen.dev relay/node-1: this version " +
			"of the component does not know the field spec.bundle: update the component, or remove the field"},
		{"half a source", map[string]any{"source": map[string]any{"name": "a", "key": "b"}}, "",
			"invalid source: configassignments.fleet.configgen.dev relay/node-1: spec.source.digest is required"},
	} {
		t.Run(c.name, func(t *testing.T) {
			a, err := testSource(t, fromAssignment, assignment(1, c.spec), configMap("u", "1", data)).Fetch(t.Context())
			message := ""
			if err != nil {
				message = err.Error()
			}
			if got := string(a.Payload.Files()["relay.yaml"]); got != c.want || message != c.err {
				t.Errorf("%q, %v; want %q, %s", got, err, c.want, c.err)
			}
			if err != nil && !errors.Is(err, dynamic.ErrInvalidSource) {
				t.Errorf("%v would be retried", err)
			}
			if c.want != "" && a.Digest != a.Payload.Digest() {
				t.Errorf("the digest %s is not demanded of %s", a.Payload.Digest(), a.Digest)
			}
		})
	}
}

// TestConfigMapIsReadOnce: what is assigned is not read again. Another digest is, and so is another ConfigMap, which
// may not have the digest that it is assigned with.
func TestConfigMapIsReadOnce(t *testing.T) {
	other := configMap("v", "1", map[string]any{"other.yaml": "port: 3"})
	other.SetName("other")
	s := testSource(t, fromAssignment, assignment(1, to(t, "config", "relay.yaml", "port: 1")), other,
		configMap("u", "1", map[string]any{"relay.yaml": "port: 1", "other.yaml": "port: 2"}))
	reads := func() (n int) {
		for _, a := range s.whole.(*fake.FakeDynamicClient).Actions() {
			if a.GetVerb() == "get" && a.GetResource().Resource == "configmaps" {
				n++
			}
		}
		return n
	}
	for i, want := range []struct {
		configMap string
		reads     int
		content   string
	}{{"", 1, "port: 1"}, {"", 1, "port: 1"}, {"config", 2, "port: 2"}, {"other", 3, "port: 3"}} {
		if want.configMap != "" {
			s.latest = assignment(int64(i+1), to(t, want.configMap, "other.yaml", "port: 2"))
			s.known = true
		}
		a, err := s.Fetch(t.Context())
		content := ""
		for _, data := range a.Payload.Files() {
			content = string(data)
		}
		if err != nil || reads() != want.reads || content != want.content {
			t.Errorf("Fetch %d: %q after %d reads, %v, want %+v", i, content, reads(), err, want)
		}
	}
}

// TestObservedGeneration: the status is about the generation that the controller has taken, which may be behind what
// Fetch has read.
func TestObservedGeneration(t *testing.T) {
	s := testSource(t, fromAssignment, configMap("u", "1", map[string]any{"a": "port: 1", "b": "port: 2"}))
	s.known = true
	fetch := func(o *unstructured.Unstructured) *dynamic.Reference {
		t.Helper()
		s.latest = o
		a, err := s.Fetch(t.Context())
		if err != nil {
			return nil
		}
		return &dynamic.Reference{Digest: a.Digest}
	}
	observed := func(desired *dynamic.Reference, condition dynamic.Condition) (n int64) {
		t.Helper()
		patch, err := s.patch(s.latest, dynamic.Status{Desired: desired, Condition: condition})
		var written struct {
			Status struct{ ObservedGeneration int64 }
		}
		if err := errors.Join(err, json.Unmarshal(patch, &written)); err != nil {
			t.Fatal(err)
		}
		return written.Status.ObservedGeneration
	}
	one := fetch(assignment(1, to(t, "config", "a", "port: 1")))
	if got := observed(one, crashed); got != 1 {
		t.Errorf("observed %d", got)
	}
	two := fetch(assignment(2, to(t, "config", "b", "port: 2")))
	if got := observed(one, crashed); got != 1 {
		t.Errorf("observed %d before the controller has taken it", got)
	}
	if got := observed(two, crashed); got != 2 {
		t.Errorf("observed %d", got)
	}
	fetch(assignment(3, to(t, "config", "missing", "port: 2")))
	if got := observed(two, crashed); got != 2 {
		t.Errorf("observed %d before the controller has taken the error", got)
	}
	if got := observed(two, dynamic.Condition{Reason: dynamic.ReasonSourceUnavailable}); got != 3 {
		t.Errorf("observed %d after an assignment to a missing key", got)
	}
	fetch(assignment(4, map[string]any{}))
	if got := observed(nil, crashed); got != 4 {
		t.Errorf("observed %d after the reset", got)
	}
}

// TestClash: another process that overwrites the status again and again is a second instance of this name; one that
// follows it is not.
func TestClash(t *testing.T) {
	s := testSource(t, fromAssignment, assignment(1, map[string]any{}))
	st := dynamic.Status{Condition: dynamic.Condition{Status: metav1.ConditionTrue, Reason: dynamic.ReasonLocal}}
	s.known, s.latest = true, assignment(1, map[string]any{})
	report := func(by string) error {
		t.Helper()
		if by != "" {
			other := s.latest.DeepCopy()
			other.Object["status"] = map[string]any{"process": by}
			s.latest = other
		}
		if err := s.Report(t.Context(), st); err != nil {
			t.Fatal(err)
		}
		_, err := s.Fetch(t.Context())
		return err
	}
	for i, by := range []string{"before", "after", "", "", ""} {
		if err := report(by); err != nil {
			t.Errorf("report %d: %v", i, err)
		}
	}
	const want = "invalid source: configassignments.fleet.configgen.dev relay/node-1: another process reports to it: " +
		"twin; give each instance a name of its own"
	for i, by := range []string{"twin", "twin", "", ""} {
		if err := report(by); fmt.Sprint(err) != want && i > 0 {
			t.Errorf("clash %d: %v", i, err)
		}
	}
	if err := report(""); err != nil {
		t.Errorf("the other process has ended: %v", err)
	}
}

// TestTrialSeconds: how long a trial may take is in the status, and goes when it is not known.
func TestTrialSeconds(t *testing.T) {
	s := testSource(t, fromAssignment, assignment(1, map[string]any{}))
	for st, want := range map[int64]string{
		3010: `"trialSeconds":3010`, 0: `"trialSeconds":null`, 1 << 40: `"trialSeconds":604800`,
	} {
		patch, err := s.patch(assignment(1, map[string]any{}), dynamic.Status{TrialSeconds: st, Condition: crashed})
		if err != nil || !strings.Contains(string(patch), want) {
			t.Errorf("%s, %v; want %s", patch, err, want)
		}
	}
}

// TestStatusIsAsLongAsTheDefinitionAllows: the server refuses a longer status, and the instance could not report.
func TestStatusIsAsLongAsTheDefinitionAllows(t *testing.T) {
	s := testSource(t, fromAssignment, assignment(1, map[string]any{}))
	s.opts.Version = strings.Repeat("é", 300)
	long := dynamic.Status{Condition: dynamic.Condition{Reason: dynamic.ReasonLocal, Message: strings.Repeat("x", 40000)}}
	patch, err := s.patch(assignment(1, map[string]any{}), long)
	if err != nil || strings.Count(string(patch), "é") != 256 || strings.Count(string(patch), "x") != 32768 {
		t.Errorf("%d, %d, %v", strings.Count(string(patch), "é"), strings.Count(string(patch), "x"), err)
	}
}
