package servertest

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/runtime"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// assignmentStories are the additional stories of a source that has one object for each instance.
var assignmentStories = []story{
	{"status", tellAssignmentStatus},
	{"requests", tellRequests},
	{"bad assignments", tellBadAssignments},
	{"refused assignments", tellRefusedAssignments},
	{"two instances of one name", tellTwins},
	{"an identity of its own", func(p *component) { tellIdentity(p, ownIdentity(p.t, p.name)) }},
	{"a shared identity", func(p *component) { tellIdentity(p, sharedIdentity(p.t)) }},
}

// assignment reads an object as its type, strictly: it has no field that the type does not have.
func (p *place) assignment(o *unstructured.Unstructured) fleet.ConfigAssignment {
	p.t.Helper()
	var a fleet.ConfigAssignment
	if err := runtime.DefaultUnstructuredConverter.FromUnstructuredWithValidation(o.Object, &a, true); err != nil {
		p.t.Fatal(err)
	}
	return a
}

// tellAssignmentStatus: the status is whole and follows; the conditions of others stay, even if they are written
// meanwhile.
func tellAssignmentStatus(p *component) {
	p.confirmed("one")
	p.patch(`{"status":{"conditions":[{"type":"Ready","status":"True","reason":"Up","message":"",`+
		`"lastTransitionTime":"2026-01-02T03:04:05Z"}]}}`, "status")
	var conflicts atomic.Int32
	p.cluster.setFirst(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPatch && conflicts.Add(1) == 1 {
			p.patch(`{"metadata":{"labels":{"moved":"meanwhile"}}}`)
		}
		return false
	})
	defer p.cluster.setFirst(nil)
	p.push("bad parse")
	a := p.assignment(p.condition(metav1.ConditionFalse, "Rejected"))
	if conflicts.Load() < 2 {
		p.t.Error("there was no conflict, so nothing was tested")
	}
	good, st := string(p.payload(configuration("one")).Digest()), a.Status
	if st.ObservedGeneration != a.Generation || st.Assigned != good || st.Active != good || st.LastKnownGood != good ||
		st.Version != "v1.2.3" || st.LastChangeTime == nil || len(st.Conditions) != 2 || st.Process == "" {
		p.t.Errorf("generation %d, status %+v", a.Generation, st)
	}
	p.put(nil)
	p.restarted()
	a = p.assignment(p.condition(metav1.ConditionTrue, "Local"))
	if st := a.Status; st.ObservedGeneration != a.Generation || st.Assigned+st.Active+st.LastKnownGood != "" {
		p.t.Errorf("after the reset: generation %d, status %+v", a.Generation, st)
	}
}

// tellRequests: with the change of its assignment, a roll-out is as many requests for a component as it may be: the
// content, the status three times, the event of its end; the restarted one reads its assignment, and watches it.
func tellRequests(p *component) {
	p.confirmed("one")
	var mu sync.Mutex
	kinds, total := map[string]int{}, 1
	watches := make(chan struct{}, 10)
	p.cluster.setFirst(func(_ http.ResponseWriter, r *http.Request) bool {
		info, err := requestInfo(r)
		if err != nil {
			return false
		}
		mu.Lock()
		defer mu.Unlock()
		kinds[info.Verb+" "+info.Resource]++
		if total++; info.Verb == "watch" {
			watches <- struct{}{}
		}
		return false
	})
	defer p.cluster.setFirst(nil)
	p.push("two")
	p.restarted()
	p.uses(dynamic.LayerAssigned, "two")
	p.shows(metav1.ConditionTrue, "OnTrial")
	p.confirm()
	p.await("an event of the end", p.events(), "", func(e *unstructured.Unstructured) bool {
		return p.isAbout(e) && e.Object["reason"] == "ConfigAssigned" &&
			strings.Contains(fmt.Sprint(e.Object["message"]), p.shown("two")[:12])
	})
	<-watches
	p.stop(false)
	mu.Lock()
	defer mu.Unlock()
	// A watch may begin behind the answer to the last status. The component cannot know whether the server has gone
	// backwards, and asks, until the watch has caught up.
	behind := min(max(kinds["get configassignments"]-1, 0), 2)
	kinds["get configassignments"] -= behind
	total -= behind
	if want := map[string]int{"get configmaps": 1, "patch configassignments": 3, "create events": 1,
		"get configassignments": 1, "watch configassignments": 1}; !maps.Equal(kinds, want) || total > perRollout {
		p.t.Errorf("%d requests, at most %d are allowed: %v, want %v", total, perRollout, kinds, want)
	}
}

// tellBadAssignments: a condition says what is wrong and what to do, of this generation, and the configuration in use
// stays. What is repaired is used.
func tellBadAssignments(p *component) {
	p.clock = quick{protocol.SystemClock()}
	p.confirmed("one")
	one, two := p.shown("one"), p.shown("two")
	p.configMap(p.name+"-other", map[string]string{"other.yaml": configuration("two")})
	for _, bad := range []struct {
		name, configMap, key, digest string
		status                       metav1.ConditionStatus
		reason                       dynamic.Reason
		want                         string
	}{
		{"another digest", p.name + "-" + one[:12], "relay.yaml", two, metav1.ConditionFalse, "Rejected",
			"configuration " + two[:12] + " was rejected: configmaps edge/" + p.name + "-" + one[:12] + ", key relay.yaml " +
				"has the digest " + one + "; assign that digest, or restore the content"},
		{"no key", p.name + "-other", "relay.yaml", two, metav1.ConditionUnknown, "SourceUnavailable",
			"configmaps edge/" + p.name + `-other: key "relay.yaml" is missing: add it, or name another one ` +
				"(it has: other.yaml)"},
		{"no ConfigMap", p.name + "-late", "relay.yaml", two, metav1.ConditionUnknown, "SourceUnavailable",
			"names configmaps edge/" + p.name + "-late, which does not exist: create it in that namespace, or name another one"},
	} {
		p.merge(p.assigning(bad.configMap, bad.key, bad.digest))
		a := p.observed()
		if c := a.Status.Conditions[0]; c.Status != bad.status || c.Reason != string(bad.reason) ||
			!strings.HasPrefix(c.Message, "using the assigned configuration "+one[:12]) || !strings.HasSuffix(c.Message,
			bad.want) {
			p.t.Errorf("%s: %s %s: %s", bad.name, c.Status, c.Reason, c.Message)
		}
	}
	p.next()
	p.uses(dynamic.LayerAssigned, "one")
	p.configMap(p.name+"-late", map[string]string{"relay.yaml": configuration("two")})
	p.restarted()
	p.uses(dynamic.LayerAssigned, "two")
}

// observed waits until the status is about the present generation.
func (p *place) observed() fleet.ConfigAssignment {
	p.t.Helper()
	return p.assignment(p.await("a status of this generation", p.objects(), "", func(o *unstructured.Unstructured) bool {
		seen, _, _ := unstructured.NestedInt64(o.Object, "status", "observedGeneration")
		return o.GetName() == p.name && seen == o.GetGeneration()
	}))
}

// tellRefusedAssignments: what the definition can find out is refused by the server, with what to do.
func tellRefusedAssignments(p *component) {
	p.push("one")
	digest := p.shown("one")
	for _, bad := range []struct {
		source map[string]any
		want   string
	}{
		{map[string]any{"name": "../evil", "key": "k", "digest": digest},
			"must be the name of a ConfigMap in the namespace of the assignment"},
		{map[string]any{"name": "a", "key": "..", "digest": digest},
			"must be a key of a ConfigMap: letters, digits, '-', '_' and '.'"},
		{map[string]any{"name": "a", "key": "k", "digest": strings.ToUpper(digest)},
			"must have 64 lower-case hexadecimal characters, as the command dynamic-config digest of the component prints them"},
		{map[string]any{"name": "a", "key": "k"}, "Required value"},
		{map[string]any{"name": "a", "key": "k", "digest": digest, "namespace": "elsewhere"},
			`unknown field "spec.source.namespace"`},
	} {
		o := &unstructured.Unstructured{Object: map[string]any{"spec": map[string]any{"source": bad.source}}}
		o.SetGroupVersionKind(p.resource.GroupVersion().WithKind(p.kind))
		o.SetName("refused")
		if _, err := p.objects().Create(context.Background(), o, metav1.CreateOptions{
			FieldValidation: metav1.FieldValidationStrict}); err == nil || !strings.Contains(err.Error(), bad.want) {
			p.t.Errorf("%v: %v, want %s", bad.source, err, bad.want)
		}
	}
}

// tellTwins: both say that they have one name, and neither moves until one is gone.
func tellTwins(p *component) {
	p.clock = quick{protocol.SystemClock()}
	p.confirmed("one")
	second := newComponent(p.place)
	second.clock = p.clock
	second.next()
	second.uses(dynamic.LayerAssigned, "one")
	for _, c := range []*component{p, second} {
		st := c.reports(metav1.ConditionUnknown, "SourceUnavailable")
		if !strings.Contains(st.Condition.Message, "give each instance a name of its own") {
			p.t.Errorf("the message is %q", st.Condition.Message)
		}
	}
	p.push("two")
	second.stop(true)
	p.restarted()
	p.uses(dynamic.LayerAssigned, "two")
}

// tellIdentity: a component has the rights that it needs, and no others are granted.
func tellIdentity(p *component, identity identity) {
	p.cluster.setFirst(func(w http.ResponseWriter, r *http.Request) bool {
		if identity.may(p.t, r) {
			return false
		}
		p.t.Errorf("the role does not allow %s %s", r.Method, r.URL)
		refuse(w, http.StatusForbidden, "Forbidden", "no rule")
		return true
	})
	defer p.cluster.setFirst(nil)
	p.push("one")
	p.next()
	p.uses(dynamic.LayerAssigned, "one")
	p.confirm()
	p.shows(metav1.ConditionTrue, "Assigned")
	p.push("bad validation")
	p.shows(metav1.ConditionFalse, "Rejected")
}

// TestRights: what the shipped roles allow to the instance node-1.
func TestRights(t *testing.T) {
	t.Parallel()
	const fleets, name = "/apis/fleet.configgen.dev/v1alpha1/namespaces/", "?fieldSelector=metadata.name%3Dnode-"
	for _, c := range []struct {
		request     string
		own, shared bool
	}{
		{"GET " + fleets + "edge/configassignments/node-1", true, true},
		{"GET " + fleets + "edge/configassignments" + name + "1", true, true},
		{"GET " + fleets + "edge/configassignments" + name + "1&watch=true", true, true},
		{"PATCH " + fleets + "edge/configassignments/node-1/status", true, true},
		{"GET /api/v1/namespaces/edge/configmaps/relay-7", true, true},
		{"POST /api/v1/namespaces/edge/events", true, true},
		{"GET " + fleets + "edge/configassignments/node-2", false, true},
		{"GET " + fleets + "edge/configassignments" + name + "2", false, true},
		{"GET " + fleets + "edge/configassignments" + name + "2&watch=true", false, true},
		{"GET " + fleets + "edge/configassignments", false, true},
		// The admission policy limits it.
		{"PATCH " + fleets + "edge/configassignments/node-2/status", false, true},
		{"PATCH " + fleets + "edge/configassignments/node-1", false, false},
		{"PUT " + fleets + "edge/configassignments/node-1", false, false},
		{"POST " + fleets + "edge/configassignments", false, false},
		{"DELETE " + fleets + "edge/configassignments/node-1", false, false},
		{"DELETE " + fleets + "edge/configassignments", false, false},
		{"GET " + fleets + "core/configassignments/node-1", false, false},
		{"GET /apis/fleet.configgen.dev/v1alpha1/configassignments", false, false},
		{"GET /api/v1/namespaces/edge/configmaps", false, false},
		{"PATCH /api/v1/namespaces/edge/configmaps/relay-7", false, false},
		{"GET /api/v1/namespaces/edge/secrets/relay", false, false},
		{"GET /api/v1/namespaces/core/configmaps/relay-7", false, false},
		{"GET /api/v1/namespaces/edge/events", false, false},
	} {
		method, url, _ := strings.Cut(c.request, " ")
		r, err := http.NewRequest(method, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := fmt.Sprint(ownIdentity(t, "node-1").may(t, r), sharedIdentity(t).may(t, r))
		if want := fmt.Sprint(c.own, c.shared); got != want {
			t.Errorf("%s: %s, want %s for an identity of its own, and a shared one", c.request, got, want)
		}
	}
}
