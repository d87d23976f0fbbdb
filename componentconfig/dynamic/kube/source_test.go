package kube

import (
	"context"
	"encoding/json"
	"errors"
	goruntime "runtime"
	"runtime/debug"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/dynamic/fake"
	clienttesting "k8s.io/client-go/testing"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

func configMap(uid, version string, data map[string]any) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "v1", "kind": "ConfigMap", "data": data,
		"metadata": map[string]any{"namespace": "relay", "name": "config", "uid": uid, "resourceVersion": version},
	}}
}

func relayConfig(version string, spec any, conditions ...any) *unstructured.Unstructured {
	return &unstructured.Unstructured{Object: map[string]any{
		"apiVersion": "relay.example.com/v1", "kind": "RelayConfig", "spec": spec,
		"metadata": map[string]any{"name": "main", "uid": "u", "resourceVersion": version},
		"status":   map[string]any{"conditions": conditions},
	}}
}

func testSource(t *testing.T, config *ConfigSource, objects ...runtime.Object) *Source {
	t.Helper()
	lists := map[schema.GroupVersionResource]string{
		{Version: "v1", Resource: "configmaps"}:                                            "ConfigMapList",
		{Version: "v1", Resource: "events"}:                                                "EventList",
		{Group: "relay.example.com", Version: "v1", Resource: "relayconfigs"}:              "RelayConfigList",
		{Group: "fleet.configgen.dev", Version: "v1alpha1", Resource: "configassignments"}: "ConfigAssignmentList",
	}
	client := fake.NewSimpleDynamicClientWithCustomListKinds(runtime.NewScheme(), lists, objects...)
	s, err := newSource(client, config, Options{Component: "relay", Instance: "node-1"})
	if err != nil {
		t.Fatal(err)
	}
	s.now = now
	return s
}

// TestVersionOfTheModule: an author who does not set the version of the component has the one that it was built from.
func TestVersionOfTheModule(t *testing.T) {
	for built, want := range map[string]string{"v1.2.3": "v1.2.3", "(devel)": ""} {
		if got := builtVersion(&debug.BuildInfo{Main: debug.Module{Version: built}}, true); got != want {
			t.Errorf("%s: %q, want %q", built, got, want)
		}
	}
	if got := builtVersion(nil, false); got != "" {
		t.Errorf("without the module: %q", got)
	}
}

func now() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }

var (
	fromConfigMap = &ConfigSource{ConfigMap: &ConfigMapSource{Namespace: "relay", Name: "config", Key: "relay.yaml"}}
	fromObject    = &ConfigSource{Object: &ObjectSource{Group: "relay.example.com", Version: "v1",
		Resource: "relayconfigs", Name: "main", Field: "spec.config"}}
)

func TestFetch(t *testing.T) {
	for _, c := range []struct {
		name      string
		config    *ConfigSource
		object    *unstructured.Unstructured
		want, err string
	}{
		{"nil source", nil, nil, "", ""},
		{"missing object", fromConfigMap, nil, "", "invalid source: configmaps relay/config does not exist: " +
			"create it, or name another one"},
		{"key", fromConfigMap, configMap("u", "1", map[string]any{"relay.yaml": "port: 1"}), "relay.yaml=port: 1", ""},
		{"D11 missing key", fromConfigMap, configMap("u", "1", map[string]any{"other": "x"}), "",
			`invalid source: configmaps relay/config: key "relay.yaml" is missing: add it, or name another one (it has: other)`},
		{"no keys", fromConfigMap, configMap("u", "1", nil), "",
			`invalid source: configmaps relay/config: key "relay.yaml" is missing: add it, or name another one (it has: none)`},
		{"empty key", fromConfigMap, configMap("u", "1", map[string]any{"relay.yaml": ""}), "", ""},
		{"other keys", fromConfigMap, configMap("u", "1", map[string]any{"other": "x", "relay.yaml": "port: 1",
			"relay.yaml.bak": "y"}), "relay.yaml=port: 1", ""},
		{"too large", fromConfigMap, configMap("u", "1", map[string]any{"relay.yaml": strings.Repeat("x", 4<<20)}), "",
			"invalid source: configmaps relay/config: the configuration has "},
		{"text field", fromObject, relayConfig("1", map[string]any{"config": "port: 1"}), "config=port: 1", ""},
		{"object field", fromObject, relayConfig("1", map[string]any{"config": map[string]any{"b": int64(2), "a": true}}),
			`config.json={"a":true,"b":2}`, ""},
		{"null field", fromObject, relayConfig("1", map[string]any{"config": nil}), "", ""},
		{"absent field", fromObject, relayConfig("1", map[string]any{}), "", ""},
		{"a field inside a string", fromObject, relayConfig("1", "text"), "",
			"invalid source: relayconfigs.relay.example.com main: field spec.config: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			var objects []runtime.Object
			if c.object != nil {
				objects = append(objects, c.object)
			}
			a, err := testSource(t, c.config, objects...).Fetch(context.Background())
			got := ""
			for name, data := range a.Payload.Files() {
				got += name + "=" + string(data)
			}
			if got != c.want || (err == nil) != (c.err == "") || err != nil && !strings.HasPrefix(err.Error(), c.err) {
				t.Errorf("%q, %v; want %q, %s", got, err, c.want, c.err)
			}
			if err != nil && !errors.Is(err, dynamic.ErrInvalidSource) {
				t.Errorf("%v would be retried", err)
			}
		})
	}
}

// TestBinaryData: bytes may be text or not; the component decides whether they are a configuration.
func TestBinaryData(t *testing.T) {
	for encoded, want := range map[string]string{"cG9ydDogMQ==": "port: 1", "//4AgA==": "\xff\xfe\x00\x80"} {
		o := configMap("u", "1", nil)
		o.Object["binaryData"] = map[string]any{"relay.yaml": encoded}
		if a, err := testSource(t, fromConfigMap, o).Fetch(context.Background()); err != nil ||
			string(a.Payload.Files()["relay.yaml"]) != want {
			t.Errorf("%+v, %v", a, err)
		}
	}
	o := configMap("u", "1", nil)
	o.Object["binaryData"] = map[string]any{"relay.yaml": "no base64"}
	if _, err := testSource(t, fromConfigMap, o).Fetch(context.Background()); !errors.Is(err, dynamic.ErrInvalidSource) {
		t.Errorf("got %v", err)
	}
}

// TestReadings: content decides, and time does not run backwards.
func TestReadings(t *testing.T) {
	s := testSource(t, fromConfigMap)
	one, two := map[string]any{"relay.yaml": "1"}, map[string]any{"relay.yaml": "2"}
	for _, c := range []struct {
		name    string
		object  *unstructured.Unstructured
		changed bool
		version string
	}{
		{"first", configMap("u", "5", one), true, "5"},
		{"another version of the same content", configMap("u", "6", one), false, "6"},
		{"other content", configMap("u", "7", two), true, "7"},
		{"an older reading: the storage is to be asked", configMap("u", "6", one), true, "7"},
		{"re-created with the same content", configMap("v", "9", two), false, "9"},
		{"a new object, whatever its version", configMap("w", "2", one), true, "2"},
		{"a version that is not a number", configMap("w", "abc", two), true, "abc"},
	} {
		if got := s.see(c.object); got != c.changed || s.latest.GetResourceVersion() != c.version {
			t.Errorf("%s: changed %v, version %s", c.name, got, s.latest.GetResourceVersion())
		}
	}
	if s.gone(types.UID("u")) || s.latest == nil {
		t.Error("a late deletion of an older object counts")
	}
	if !s.gone(types.UID("w")) || s.latest != nil {
		t.Error("the deletion does not count")
	}
}

// TestOlderReading: the storage decides whether an older reading is stale, or the content of a restored backup, unless
// something newer is seen meanwhile.
func TestOlderReading(t *testing.T) {
	old, now := configMap("u", "5", map[string]any{"relay.yaml": "old"}),
		configMap("u", "900", map[string]any{"relay.yaml": "now"})
	next := configMap("u", "901", map[string]any{"relay.yaml": "next"})
	for _, c := range []struct {
		name      string
		stored    *unstructured.Unstructured
		meanwhile *unstructured.Unstructured
		want      string
		sure      bool
	}{
		{"a stale cache", now, nil, "now", true},
		{"a restored backup", old, nil, "old", true},
		{"a change while the answer is on its way", now, next, "next", false},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := testSource(t, fromConfigMap, c.stored)
			s.latest, s.known = now, true
			if !s.see(old) {
				t.Error("nobody is told to look")
			}
			s.whole.(*fake.FakeDynamicClient).PrependReactor("get", "configmaps",
				func(clienttesting.Action) (bool, runtime.Object, error) {
					if c.meanwhile != nil {
						s.see(c.meanwhile)
					}
					return false, nil, nil
				})
			a, err := s.Fetch(t.Context())
			if err != nil || string(a.Payload.Files()["relay.yaml"]) != c.want {
				t.Errorf("%v, %v, want %s", a.Payload.Files(), err, c.want)
			}
			if _, sure, _ := s.current(); sure != c.sure {
				t.Errorf("sure: %t", sure)
			}
		})
	}
}

// TestStartIsReadOnce: what a start has read is not asked for again while the informer is about to read it. If that
// fails, takes long, or has been accepted and brings nothing, the server is asked.
func TestStartIsReadOnce(t *testing.T) {
	hangs := func(ctx context.Context) error { <-ctx.Done(); return ctx.Err() }
	fails := func(context.Context) error { return errors.New("no right to list") }
	for _, c := range []struct {
		name     string
		list     func(context.Context) error
		accepted bool
		turns    int
		begins   bool
		want     int
	}{
		{"about to sync", hangs, false, 0, true, 1},
		{"late", hangs, false, lostTurns, false, 2},
		{"silent", hangs, true, lostTurns, false, 2},
		{"fails", fails, false, 0, false, 2},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := testSource(t, fromConfigMap, configMap("u", "1", map[string]any{"relay.yaml": "port: 1"}))
			client := &refusing{ResourceInterface: s.client, refused: make(chan struct{}, 100), refuse: c.list}
			s.client = client
			if _, err := s.Fetch(t.Context()); err != nil {
				t.Fatal(err)
			}
			s.Changes(t.Context())
			await(t, "the list", client.refused)
			if c.accepted {
				s.contact.answered(nil)
			}
			for range c.turns {
				s.contact.turn()
			}
			for s.contact.begins() != c.begins {
				goruntime.Gosched()
			}
			if _, err := s.Fetch(t.Context()); err != nil {
				t.Fatal(err)
			}
			gets := 0
			for _, a := range s.whole.(*fake.FakeDynamicClient).Actions() {
				if a.GetVerb() == "get" {
					gets++
				}
			}
			if gets != c.want {
				t.Errorf("%d requests, want %d", gets, c.want)
			}
		})
	}
}

// TestNoStatus: a process among many does not write the status of the object, and has its events.
func TestNoStatus(t *testing.T) {
	for _, none := range []bool{false, true} {
		s := testSource(t, fromObject, relayConfig("1", map[string]any{"config": "1"}))
		s.opts.NoStatus = none
		if _, err := s.Fetch(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := s.Report(t.Context(), dynamic.Status{Condition: crashed}); err != nil {
			t.Fatal(err)
		}
		did := map[string]int{}
		for _, a := range s.whole.(*fake.FakeDynamicClient).Actions() {
			did[a.GetVerb()+" "+a.GetResource().Resource]++
		}
		if (did["patch relayconfigs"] == 0) != none || did["create events"] != 1 {
			t.Errorf("without status %t: %v", none, did)
		}
	}
}

// TestOnStatusIsToldOnce: a status that is reported repeatedly is logged once.
func TestOnStatusIsToldOnce(t *testing.T) {
	s, told := testSource(t, nil), 0
	s.opts.OnStatus = func(dynamic.Status) { told++ }
	for _, st := range []dynamic.Status{{Condition: onTrial}, {Condition: onTrial}, {Condition: crashed}} {
		if err := s.Report(t.Context(), st); err != nil {
			t.Fatal(err)
		}
	}
	if told != 2 {
		t.Errorf("told %d times", told)
	}
}

// TestLateAnswers: once there is an informer, the answer to a request that it is ahead of neither restores a deleted
// object nor hides a new one.
func TestLateAnswers(t *testing.T) {
	data := map[string]any{"relay.yaml": "1"}
	for _, c := range []struct {
		name         string
		known        bool
		seen, answer *unstructured.Unstructured
		want         string
	}{
		{"the first answer", false, nil, configMap("u", "5", data), "u 5"},
		{"there is no object", false, configMap("u", "5", data), nil, "none"},
		{"deleted meanwhile", true, nil, configMap("u", "5", data), "none"},
		{"made anew meanwhile", true, configMap("v", "7", data), configMap("u", "8", data), "v 7"},
		{"missing, and made meanwhile", true, configMap("v", "7", data), nil, "v 7"},
		{"older than what was seen", true, configMap("u", "7", data), configMap("u", "6", data), "u 7"},
		{"our own write", true, configMap("u", "7", data), configMap("u", "8", data), "u 8"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := testSource(t, fromConfigMap)
			s.latest, s.known = c.seen, c.known
			s.answered(c.answer)
			got := "none"
			if s.latest != nil {
				got = string(s.latest.GetUID()) + " " + s.latest.GetResourceVersion()
			}
			if got != c.want {
				t.Errorf("%s, want %s", got, c.want)
			}
		})
	}
}

func TestPatch(t *testing.T) {
	other := map[string]any{"type": "Ready", "status": "True"}
	s := testSource(t, fromObject)
	st := dynamic.Status{
		ActiveLayer: dynamic.LayerLastKnownGood, Assigned: &dynamic.Reference{Digest: "bb"},
		LastKnownGood: &dynamic.Reference{Digest: "aa"},
		Condition:     dynamic.Condition{Status: metav1.ConditionFalse, Reason: "CrashLoop", Message: "m"},
	}
	obj := relayConfig("7", nil, other)
	patch, err := s.patch(obj, st)
	want := `{"metadata":{"resourceVersion":"7","uid":"u"},"status":{"conditions":[{"status":"True","type":"Ready"},` +
		`{"lastTransitionTime":"2026-01-02T03:04:05Z","message":"m","observedGeneration":0,` +
		`"reason":"CrashLoop","status":"False","type":"ConfigOK"}],` +
		`"config":{"activeLayer":"last-known-good","assigned":{"digest":"bb"},"lastKnownGood":{"digest":"aa"}}}}`
	if err != nil || string(patch) != want {
		t.Fatalf("%v\n%s\nwant\n%s", err, patch, want)
	}
	var applied map[string]any
	if err := json.Unmarshal(patch, &applied); err != nil {
		t.Fatal(err)
	}
	obj.Object["status"] = applied["status"]
	obj.SetGeneration(0)
	for _, c := range applied["status"].(map[string]any)["conditions"].([]any) {
		if m := c.(map[string]any); m["observedGeneration"] != nil {
			m["observedGeneration"] = int64(0) // As a client decodes it.
			m["lastTransitionTime"] = "2025-01-01T00:00:00Z"
		}
	}
	if again, err := s.patch(obj, st); again != nil || err != nil {
		t.Errorf("the same status is written again: %s, %v", again, err)
	}
	st.Assigned, st.Condition.Message = nil, "n"
	patch, err = s.patch(obj, st)
	if err != nil || !strings.Contains(string(patch), `"assigned":null`) ||
		!strings.Contains(string(patch), `"lastTransitionTime":"2025-01-01T00:00:00Z"`) {
		t.Errorf("what is gone is not removed, or the time moves without the status: %v %s", err, patch)
	}
}

// TestPatchInside: what is gone inside of a part that stays is removed, too, so that the status is not written again
// without end.
func TestPatchInside(t *testing.T) {
	s := testSource(t, fromObject)
	obj := relayConfig("7", nil)
	obj.Object["status"] = map[string]any{"config": map[string]any{
		"assigned": map[string]any{"digest": "aa", "origin": "a pipe"}, "warnings": []any{"one"}}}
	patch, err := s.patch(obj, dynamic.Status{Assigned: &dynamic.Reference{Digest: "bb"}})
	if want := `"config":{"assigned":{"digest":"bb","origin":null},"warnings":null}`; err != nil ||
		!strings.Contains(string(patch), want) {
		t.Errorf("%v %s, want %s", err, patch, want)
	}
}

// TestOtherNamespace: a reference to a cluster-scoped object does not follow one of the same name in a namespace.
func TestOtherNamespace(t *testing.T) {
	for namespace, want := range map[string]string{"elsewhere": "does not exist", "": ""} {
		object := relayConfig("1", map[string]any{"config": "port: 1"})
		object.SetNamespace(namespace)
		s := testSource(t, fromObject, object)
		changes := s.Changes(t.Context())
		<-changes
		for known := false; !known; {
			s.mu.Lock()
			known = s.known
			s.mu.Unlock()
			goruntime.Gosched()
		}
		if _, err := s.Fetch(t.Context()); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(),
			want) {
			t.Errorf("namespace %q: %v", namespace, err)
		}
	}
}

// TestImmutable: a ConfigMap that can be changed in place comes with a warning.
func TestImmutable(t *testing.T) {
	for immutable, want := range map[bool]string{
		true: "",
		false: "configmaps relay/config is not immutable: a change of it reaches every component that uses it at once; set " +
			"immutable: true, and delete and create it again to change it",
	} {
		obj := configMap("u", "1", map[string]any{"relay.yaml": "port: 1"})
		obj.Object["immutable"] = immutable
		a, err := testSource(t, fromConfigMap, obj).Fetch(t.Context())
		if err != nil || a.Warning != want {
			t.Errorf("immutable %t: %q, %v", immutable, a.Warning, err)
		}
	}
	a, err := testSource(t, fromObject, relayConfig("1", map[string]any{"config": "port: 1"})).Fetch(t.Context())
	if err != nil || a.Warning != "" {
		t.Errorf("a custom resource: %q, %v", a.Warning, err)
	}
}
