package controller

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"

	"github.com/configgen/configgen/fleet/internal/rollout"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

var forbidden = apierrors.NewForbidden(corev1.Resource("configmaps"), "next", errors.New("no role permits it"))

// TestSource: its content is the revision. If something is wrong with it, a condition says what to do; nothing moves.
func TestSource(t *testing.T) {
	source := func(change func(*corev1.ConfigMap)) *corev1.ConfigMap {
		o := content("next", "port: 2")
		change(o)
		return o
	}
	for _, c := range []struct {
		name          string
		key           string
		object        *corev1.ConfigMap
		err           error
		text, problem string
		again         time.Duration
	}{
		{name: "text", again: shortest, object: source(func(*corev1.ConfigMap) {}), text: "port: 2"},
		{name: "bytes", text: "port: 3", again: shortest, object: source(func(o *corev1.ConfigMap) {
			o.Data, o.BinaryData = nil, map[string][]byte{"relay.yaml": []byte("port: 3")}
		})},
		{name: "missing", problem: "ConfigMap next does not exist in namespace edge: create it, or name another one in " +
			"spec.source.name"},
		{name: "another key", key: "config.yaml", object: source(func(*corev1.ConfigMap) {}),
			problem: "ConfigMap next does not have the key config.yaml: add it, or name another one in spec.source.key " +
				"(it has: other, relay.yaml)"},
		{name: "no keys", object: source(func(o *corev1.ConfigMap) { o.Data = nil }),
			problem: "ConfigMap next does not have the key relay.yaml: add it, or name another one in spec.source.key " +
				"(it has: none)"},
		{name: "empty", object: source(func(o *corev1.ConfigMap) { o.Data["relay.yaml"] = "" }),
			problem: "key relay.yaml of ConfigMap next is empty: write the configuration into it"},
		{name: "too large", object: source(func(o *corev1.ConfigMap) { o.Data["relay.yaml"] = strings.Repeat("x", 4<<20) }),
			problem: "key relay.yaml of ConfigMap next cannot be a configuration: the configuration has 4194359 bytes; at " +
				"most 4194304 are allowed"},
		{name: "forbidden", object: source(func(*corev1.ConfigMap) {}), err: forbidden, again: time.Minute,
			problem: `ConfigMap next cannot be read: permit config-fleet to get ConfigMaps in namespace edge (configmaps ` +
				`"next" is forbidden: no role permits it)`},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, instance("node-1"), relay(func(p *fleet.ConfigPool) {
				if c.key != "" {
					p.Spec.Source.Key = c.key
				}
			}))
			if c.object != nil {
				if err := r.server.Create(t.Context(), c.object); err != nil {
					t.Fatal(err)
				}
			}
			r.fault = func(request string, done bool) error {
				if request == "get ConfigMap next" {
					return c.err
				}
				return nil
			}
			result, err := r.pass()
			if err != nil || result.RequeueAfter != c.again {
				t.Errorf("%v, again after %v", err, result.RequeueAfter)
			}
			if c.text != "" {
				if got := r.pool().Status.Revision; got != digest(t, c.text) {
					t.Errorf("revision %s", got)
				}
				return
			}
			want := "Stopped=True SourceUnusable: " + c.problem
			if got := r.condition(fleet.ConditionStopped); got != want || r.count("patch")+r.count("create") > 0 {
				t.Errorf("requests %v\ngot  %s\nwant %s", r.requests, got, want)
			}
		})
	}
}

// TestSourceIsReadOnce for each version, and after a restart; the pass fails with a temporary error.
func TestSourceIsReadOnce(t *testing.T) {
	r := newRig(t, fleetOf(1)...)
	r.planned()
	r.expect(0, "get ConfigMap next")
	r.expect(0)
	edit(r, content("next", ""), func(o *corev1.ConfigMap) { o.Data["relay.yaml"] = "port: 3" })
	r.expect(0, "get ConfigMap next")
	r.expect(0)
	r.source("another")
	r.expect(0, "get ConfigMap another")
	r.expect(0, "get ConfigMap another") // No informer has it, so that its version is not known.
	r.source("next")
	r.expect(0)
	r.restart()
	r.planned()
	r.fault = func(request string, done bool) error {
		if request == "get ConfigMap next" {
			return errors.New("no answer")
		}
		return nil
	}
	if _, err := r.pass(); err == nil || err.Error() != "no answer" {
		t.Errorf("%v", err)
	}
}

// copyOf is a plan to copy a text.
func copyOf(t *testing.T, text string) rollout.Plan {
	return rollout.Plan{
		Copy: &rollout.Copy{
			Name: "relay-copy", Digest: digest(t, text), Key: "relay.yaml", TakenFor: "pool/1",
		},
		Status: &fleet.ConfigPoolStatus{Revision: digest(t, text)}, Record: true,
	}
}

func (r *rig) configMap(name string) *corev1.ConfigMap {
	r.Helper()
	o := &corev1.ConfigMap{}
	if err := r.server.Get(r.Context(), types.NamespacedName{Namespace: "edge", Name: name}, o); err != nil {
		r.Fatal(err)
	}
	return o
}

// TestCopy is immutable and has only what is rolled out. The status is written after it.
func TestCopy(t *testing.T) {
	for _, binary := range []bool{false, true} {
		source := content("next", "port: 2")
		if binary {
			source.Data, source.BinaryData = nil, map[string][]byte{"relay.yaml": []byte("port: 2"), "other": nil}
		}
		r := newRig(t, relay(), source)
		r.planned(copyOf(t, "port: 2"))
		r.expect(shortest, "get ConfigMap next", "get ConfigMap next", "create ConfigMap relay-copy",
			"status of ConfigPool relay")
		made := r.configMap("relay-copy")
		if made.Immutable == nil || !*made.Immutable || contentOf(made, "relay.yaml").Digest != digest(t, "port: 2") ||
			len(made.Data)+len(made.BinaryData) != 1 || len(made.OwnerReferences) > 0 {
			t.Errorf("copy %+v", made)
		}
		want := map[string]string{fleet.DigestAnnotation: digest(t, "port: 2"), fleet.KeyAnnotation: "relay.yaml",
			fleet.TakenForAnnotation: "pool/1"}
		if made.Labels[fleet.PoolLabel] != "relay" || differ(made.Annotations, want) {
			t.Errorf("labels %v, annotations %v", made.Labels, made.Annotations)
		}

		again := copyOf(t, "port: 2")
		again.Copy.ResourceVersion, again.Copy.TakenFor = made.ResourceVersion, "pool/2"
		r.planned(again, again)
		r.expect(shortest, "patch ConfigMap relay-copy", "status of ConfigPool relay")
		if got := r.configMap("relay-copy").Annotations[fleet.TakenForAnnotation]; got != "pool/2" {
			t.Errorf("taken for %s", got)
		}
		r.expect(shortest, "patch ConfigMap relay-copy") // Somebody else has taken it since.
	}
}

// TestCopyIsOfWhatWasDecidedOn: content that was edited between the decision and the copy is not copied.
func TestCopyIsOfWhatWasDecidedOn(t *testing.T) {
	r := newRig(t, fleetOf(1)...)
	reads := 0
	r.fault = func(request string, done bool) error {
		if reads++; reads == 1 { // The first read is of the pool.
			return nil
		}
		if request == "get ConfigMap next" && done {
			r.fault = nil
			edit(r, content("next", ""), func(o *corev1.ConfigMap) { o.Data["relay.yaml"] = "port: 3" })
		}
		return nil
	}
	plan := copyOf(t, "port: 2")
	r.planned(plan)
	r.expect(shortest, "get ConfigMap next", "get ConfigMap next")
	var seen rollout.Source
	r.pools.decide = func(s rollout.Snapshot) rollout.Plan {
		seen = s.Source
		return rollout.Plan{}
	}
	if _, err := r.pass(); err != nil || seen.Digest != digest(t, "port: 3") || r.pool().Status.Revision != "" {
		t.Errorf("%v, %v, status %+v", err, seen, r.pool().Status)
	}
}

// TestCopyProblem: what is against a copy is decided on at once, and tried again.
func TestCopyProblem(t *testing.T) {
	ours := func(o *corev1.ConfigMap) {
		o.Labels = map[string]string{fleet.PoolLabel: "relay"}
		o.Annotations = map[string]string{fleet.DigestAnnotation: digest(t, "port: 2")}
	}
	for _, c := range []struct {
		name    string
		there   func(*corev1.ConfigMap)
		err     error
		problem string
		again   time.Duration
	}{
		{"its name is taken", func(*corev1.ConfigMap) {}, nil,
			"ConfigMap relay-copy already exists and was not created by this pool: rename or delete it", retry},
		{"the informer does not have it yet", ours, nil, "", shortest},
		{"forbidden", nil, forbidden, `the copy relay-copy of the content cannot be made: configmaps "next" is forbidden: ` +
			"no role permits it", retry},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, fleetOf(1)...)
			if c.there != nil {
				o := content("relay-copy", "port: 2")
				c.there(o)
				if err := r.server.Create(t.Context(), o); err != nil {
					t.Fatal(err)
				}
			}
			r.fault = func(request string, done bool) error {
				if request == "create ConfigMap relay-copy" {
					return c.err
				}
				return nil
			}
			problem := ""
			r.pools.decide = func(s rollout.Snapshot) rollout.Plan {
				if problem = s.CopyProblem; problem == "" {
					return copyOf(t, "port: 2")
				}
				return rollout.Plan{Status: &fleet.ConfigPoolStatus{Bad: 7}}
			}
			result, err := r.pass()
			if err != nil || result.RequeueAfter != c.again || problem != c.problem {
				t.Errorf("%v, again after %v, problem %s", err, result.RequeueAfter, problem)
			}
			if wrote := r.pool().Status.Bad == 7; wrote != (c.problem != "") {
				t.Errorf("status %+v", r.pool().Status)
			}
		})
	}
}

// TestNodesOfASnapshot are all Nodes, in a namespace whose instances are Nodes. The server is asked for the Nodes
// that the informer lacks.
func TestNodesOfASnapshot(t *testing.T) {
	node := func(name string, status corev1.ConditionStatus) *corev1.Node {
		return &corev1.Node{ObjectMeta: metav1.ObjectMeta{Name: name, UID: types.UID("of " + name)},
			Status: corev1.NodeStatus{Conditions: []corev1.NodeCondition{{Type: corev1.NodeReady, Status: status}}}}
	}
	made := func(name, uid string) *fleet.ConfigAssignment {
		return instance(name, func(a *fleet.ConfigAssignment) { a.Annotations[fleet.NodeAnnotation] = uid })
	}
	r := newRig(t, relay(), content("next", "port: 2"), made("ready", "of ready"), made("again", "before"),
		made("gone", "of gone"), instance("elsewhere"), node("ready", corev1.ConditionTrue),
		node("silent", corev1.ConditionUnknown), node("again", corev1.ConditionTrue))
	for _, namespaces := range [][]string{nil, {"edge"}} {
		r.pools.nodeNamespaces = namespaces
		got := ""
		r.pools.decide = func(s rollout.Snapshot) rollout.Plan {
			for _, name := range slices.Sorted(maps.Keys(s.Nodes)) {
				got += fmt.Sprintf("%s %s %v, ", name, s.Nodes[name].UID, s.Nodes[name].Ready)
			}
			return rollout.Plan{}
		}
		want, asked := "", "get ConfigMap next"
		if namespaces != nil {
			want = "again of again true, ready of ready true, silent of silent false, "
			asked = "get Node again get Node gone"
		}
		r.requests = nil
		_, err := r.pass()
		if asks := strings.Join(r.requests[1:], " "); err != nil || got != want || asks != asked {
			t.Errorf("nodes %s, want %s; asked %s, %v", got, want, asks, err)
		}
	}
}
