package servertest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	apiextensionsv1 "k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
)

type story struct {
	name string
	tell func(*component)
}

// stories are upstream's cases, for every kind of source.
var stories = []story{
	{"assign", tellAssign},
	{"bad parse", func(p *component) { tellBad(p, "bad parse", "not valid YAML") }},
	{"bad validation", func(p *component) { tellBad(p, "bad validation", "port: Invalid value: 70000") }},
	{"roll-back", tellRollBack},
	{"recovery", tellRecovery},
	{"deletion", tellDeletion},
	{"re-creation", tellRecreation},
	{"in-place change", tellChange},
	{"reset", tellReset},
	{"process restart", tellProcesses},
	{"changes of other fields", tellOthers},
	{"failing writes", tellFailingWrites},
	{"partition", tellPartition},
	{"server restart", tellRestart},
	{"expired watch", tellExpired},
	{"stale cache", tellStale},
	{"access revoked", tellRevoked},
	{"server hangs", tellHanging},
	{"replaced on trial", tellReplaced},
	{"namespace deleted", tellNamespace},
}

// TestServer runs the stories on the servers of each kind, each with an object and a state directory of its own.
func TestServer(t *testing.T) {
	for _, kind := range []struct {
		name     string
		newPlace newPlace
		crds     []*apiextensionsv1.CustomResourceDefinition
		own      []story
	}{
		{"ConfigMap", configMapPlace, nil, []story{{"missing key", tellMissingKey}, {"two components", tellTwo}}},
		{"custom resource", objectPlace, []*apiextensionsv1.CustomResourceDefinition{relayDefinition()}, []story{
			{"status", tellStatus}, {"erased status", tellErasedStatus}, {"two components", tellTwo}}},
		{"assignment", assignmentPlace, []*apiextensionsv1.CustomResourceDefinition{definition(t, "fleet",
			assignmentDefinition)}, assignmentStories},
	} {
		t.Run(kind.name, func(t *testing.T) {
			t.Parallel()
			c := newCluster(t, kind.crds...)
			for i, story := range append(slices.Clone(stories), kind.own...) {
				t.Run(story.name, func(t *testing.T) {
					c.t = t
					p := newComponent(kind.newPlace(t, c, fmt.Sprintf("relay-%d", i)))
					story.tell(p)
					p.stop(true)
				})
			}
			manyChanges(t, c, kind.newPlace)
			c.t = t
		})
	}
}

func tellAssign(p *component) {
	p.next()
	p.uses(dynamic.LayerLocal, "")
	p.reports(metav1.ConditionUnknown, "SourceUnavailable")
	p.push("one")
	p.restarted()
	p.uses(dynamic.LayerAssigned, "one")
	p.shows(metav1.ConditionTrue, "OnTrial")
	p.confirm()
	p.shows(metav1.ConditionTrue, "Assigned")
	if st := p.status(); st.LastKnownGood == nil || st.LastKnownGood.Digest != p.payload(configuration("one")).Digest() {
		p.t.Errorf("lastKnownGood is %+v", st.LastKnownGood)
	}
	p.next()
	p.uses(dynamic.LayerAssigned, "one")
}

func tellBad(p *component, bad, why string) {
	p.confirmed("one")
	p.push(bad)
	p.shows(metav1.ConditionFalse, "Rejected")
	if st := p.status(); !strings.Contains(st.Condition.Message, why) || st.LastFailed == nil ||
		st.LastFailed.Digest != p.payload(configuration(bad)).Digest() {
		p.t.Errorf("the message is %q, lastFailed is %+v", st.Condition.Message, st.LastFailed)
	}
	p.next()
	p.uses(dynamic.LayerAssigned, "one")
}

func tellRollBack(p *component) {
	p.confirmed("one")
	p.push("kills")
	p.restarted()
	p.uses(dynamic.LayerAssigned, "kills")
	p.next()
	p.uses(dynamic.LayerAssigned, "kills")
	p.next()
	p.uses(dynamic.LayerLastKnownGood, "one")
	p.shows(metav1.ConditionFalse, "CrashLoop")
	p.next()
	p.uses(dynamic.LayerLastKnownGood, "one")
	p.shows(metav1.ConditionFalse, "Failed")
}

// tellRecovery: the process that has fallen back follows its source; so does one without any good configuration.
func tellRecovery(p *component) {
	p.push("kills")
	p.next()
	p.next()
	p.next()
	p.uses(dynamic.LayerLocal, "")
	p.shows(metav1.ConditionFalse, "CrashLoop")
	p.push("repair")
	p.restarted()
	p.uses(dynamic.LayerAssigned, "repair")
	p.confirm()
	p.shows(metav1.ConditionTrue, "Assigned")
}

func tellDeletion(p *component) {
	p.confirmed("one")
	p.remove()
	p.reports(metav1.ConditionUnknown, "SourceUnavailable")
	p.next()
	p.uses(dynamic.LayerAssigned, "one")
	p.reports(metav1.ConditionUnknown, "SourceUnavailable")
}

func tellRecreation(p *component) {
	p.confirmed("one")
	p.remove()
	p.push("one") // Another UID, the same content: only the new object gets the status.
	p.shows(metav1.ConditionTrue, "Assigned")
	p.remove()
	p.push("two")
	p.restarted()
	p.uses(dynamic.LayerAssigned, "two")
}

func tellChange(p *component) {
	p.confirmed("one")
	for _, content := range []string{"two", "one", "three"} {
		p.push(content)
		p.restarted()
		p.uses(dynamic.LayerAssigned, content)
		if content != "one" { // which this build has confirmed before
			p.confirm()
		}
		p.shows(metav1.ConditionTrue, "Assigned")
	}
}

// tellMissingKey: it is found at once, and nothing changes.
func tellMissingKey(p *component) {
	p.confirmed("one")
	p.put(nil)
	p.shows(metav1.ConditionUnknown, "SourceUnavailable")
	if m := p.status().Condition.Message; !strings.Contains(m, `key "relay.yaml" is missing`) {
		p.t.Errorf("the message is %q", m)
	}
	p.next()
	p.uses(dynamic.LayerAssigned, "one")
}

// tellReset: the nil source of the proposal.
func tellReset(p *component) {
	p.confirmed("one")
	nothing := any("")
	if p.source.ConfigMap == nil {
		nothing = nil
	}
	p.put(nothing)
	p.restarted()
	p.uses(dynamic.LayerLocal, "")
	p.shows(metav1.ConditionTrue, "Local")
	if st := p.status(); st.LastKnownGood != nil {
		p.t.Errorf("last-known-good has outlived the reset: %+v", st.LastKnownGood)
	}
}

// tellProcesses: SIGTERM returns the attempt, SIGKILL does not, and the trial continues.
func tellProcesses(p *component) {
	p.push("one")
	p.next()
	for range 5 {
		p.stop(false)
		p.next()
		p.uses(dynamic.LayerAssigned, "one")
	}
	p.next()
	p.uses(dynamic.LayerAssigned, "one")
	if trial := p.status().Trial; !dynamic.ControllerOf(p.loaded).OnTrial() || trial.Used != 2 {
		p.t.Errorf("%+v, want start 2 of 2", trial)
	}
	p.confirm()
	p.next("--max-queries=7")
	p.uses(dynamic.LayerAssigned, "one")
	if got := p.loaded.Config.MaxQueries; got != 7 {
		p.t.Errorf("maxQueries is %d, and the command line says 7", got)
	}
}

// tellOthers: writes of others change the resourceVersion, not the assignment.
func tellOthers(p *component) {
	p.confirmed("one")
	p.patch(p.others)
	p.push("two")
	p.restarted()
	if want := "configuration " + p.payload(configuration("two")).Digest().Short() + " is assigned"; p.reason != want {
		p.t.Errorf("restarted because %s, want because %s", p.reason, want)
	}
}

// tellFailingWrites: a failed report is repeated, while the source is followed.
func tellFailingWrites(p *component) {
	p.clock = quick{protocol.SystemClock()}
	var refused atomic.Int32
	p.cluster.setFirst(func(w http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodGet || refused.Add(1) > 6 {
			return false
		}
		w.WriteHeader(http.StatusInternalServerError)
		return true
	})
	defer p.cluster.setFirst(nil)
	p.push("one")
	p.next()
	p.shows(metav1.ConditionTrue, "OnTrial")
	if n := refused.Load(); n <= 6 {
		p.t.Errorf("%d writes, want more than the 6 that were refused", n)
	}
	p.uses(dynamic.LayerAssigned, "one")
}

func tellPartition(p *component) {
	p.confirmed("one")
	p.cluster.door.shut()
	p.push("two")
	p.next()
	p.uses(dynamic.LayerAssigned, "one")
	p.reports(metav1.ConditionUnknown, "SourceUnavailable")
	p.cluster.reopen()
	p.restarted()
	p.uses(dynamic.LayerAssigned, "two")
	p.confirm()
	p.cluster.door.shut()
	p.push("three")
	p.cluster.reopen()
	p.restarted()
	p.uses(dynamic.LayerAssigned, "three")
}

func tellRestart(p *component) {
	p.confirmed("one")
	p.cluster.restart()
	p.push("two")
	p.restarted()
	p.uses(dynamic.LayerAssigned, "two")
}

// tellExpired: while the component is away, its place in the history is compacted, so its watch is answered with "too
// old".
func tellExpired(p *component) {
	p.confirmed("one")
	p.cluster.door.shut()
	p.push("two")
	for i := range 20 {
		p.push(fmt.Sprintf("three-%d", i%2))
	}
	p.cluster.compact()
	p.cluster.restart()
	p.restarted()
	p.uses(dynamic.LayerAssigned, "three-1")
}

// tellStale: after an expired watch the list of the server is older than what the process has seen. It must not restore
// the old content.
func tellStale(p *component) {
	c := p.cluster
	c.mu.Lock()
	c.plain = true // The door must recognize lists.
	c.mu.Unlock()
	defer func() {
		c.mu.Lock()
		defer c.mu.Unlock()
		c.plain = false
	}()
	p.confirmed("one")
	p.next() // Its list has the content: the first one may come from a cache that has not seen the object yet.
	stale := c.listWith(p.shown("one"))
	p.push("two")
	p.restarted()
	p.uses(dynamic.LayerAssigned, "two")
	p.shows(metav1.ConditionTrue, "OnTrial")
	held := &hold{make(chan struct{}, 10), make(chan struct{})}
	release := sync.OnceFunc(func() {
		c.mu.Lock()
		c.held = nil
		c.mu.Unlock()
		close(held.release)
	})
	defer release()
	c.mu.Lock()
	c.list, c.stale, c.gone, c.held = stale, true, true, held
	c.mu.Unlock()
	c.reopen()
	select {
	case <-held.arrived: // It has the list, and watches from there.
	case <-time.After(patience):
		p.t.Fatal("the process does not watch")
	}
	p.confirm() // Makes the process read its source.
	p.shows(metav1.ConditionTrue, "Assigned")
	release()
	p.push("three")
	p.restarted()
	if want := "configuration " + p.payload(configuration("three")).Digest().Short() + " is assigned"; p.reason != want {
		p.t.Errorf("restarted because %s, want because %s", p.reason, want)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stale {
		p.t.Error("no stale list was given, so nothing was tested")
	}
}

// tellStatus: the status of a custom resource is whole and follows; the conditions of others stay, even if they are
// written meanwhile.
func tellStatus(p *component) {
	p.confirmed("one")
	p.patch(`{"status":{"conditions":[{"type":"Ready","status":"True"}]}}`, "status")
	var conflicts atomic.Int32
	p.cluster.setFirst(func(_ http.ResponseWriter, r *http.Request) bool {
		if r.Method == http.MethodPatch && conflicts.Add(1) == 1 {
			p.patch(`{"metadata":{"labels":{"moved":"meanwhile"}}}`)
		}
		return false
	})
	defer p.cluster.setFirst(nil)
	p.push("bad parse")
	obj := p.condition(metav1.ConditionFalse, "Rejected")
	if conflicts.Load() < 2 {
		p.t.Error("there was no conflict, so nothing was tested")
	}
	conditions, _, _ := unstructured.NestedSlice(obj.Object, "status", "conditions")
	types := make([]string, len(conditions))
	for i, c := range conditions {
		types[i], _ = c.(map[string]any)["type"].(string)
	}
	slices.Sort(types)
	if !slices.Equal(types, []string{dynamic.ConditionType, "Ready"}) {
		p.t.Errorf("conditions %v", conditions)
	}
	config, _, _ := unstructured.NestedMap(obj.Object, "status", "config")
	good, bad := p.payload(configuration("one")).Digest(), p.payload(configuration("bad parse")).Digest()
	for path, want := range map[string]dynamic.Digest{"desired": bad, "assigned": good, "active": good,
		"lastKnownGood": good, "lastFailed": bad} {
		if got, _, _ := unstructured.NestedString(config, path, "digest"); got != string(want) {
			p.t.Errorf("%s is %q, want %q", path, got, want)
		}
	}
	if p.t.Failed() {
		text, _ := json.MarshalIndent(config, "", "  ")
		p.t.Logf("%s", text)
	}
}

// tellErasedStatus: a status that others have replaced as a whole is written again, and theirs stays.
func tellErasedStatus(p *component) {
	p.clock = quick{protocol.SystemClock()}
	p.confirmed("one")
	p.patch(`{"status":{"config":null,"conditions":[{"type":"Ready","status":"False"}]}}`, "status")
	obj := p.condition(metav1.ConditionTrue, "Assigned")
	if conditions, _, _ := unstructured.NestedSlice(obj.Object, "status", "conditions"); len(conditions) != 2 {
		p.t.Errorf("conditions %v", conditions)
	}
	if got, _, _ := unstructured.NestedString(obj.Object, "status", "config", "lastKnownGood",
		"digest"); got != string(p.payload(configuration("one")).Digest()) {
		p.t.Errorf("lastKnownGood is %q", got)
	}
}

// tellRevoked: the next watch is refused.
func tellRevoked(p *component) {
	p.clock = quick{protocol.SystemClock()}
	p.confirmed("one")
	forbidden := func(w http.ResponseWriter, _ *http.Request) { refuse(w, http.StatusForbidden, "Forbidden", "no rule") }
	blocked(p, forbidden, func() {
		p.cluster.endWatches()
		if st := p.reports(metav1.ConditionUnknown, "SourceUnavailable"); !strings.Contains(st.Condition.Message, "no rule") {
			p.t.Errorf("the message is %q", st.Condition.Message)
		}
		p.uses(dynamic.LayerAssigned, "one")
	})
	p.reports(metav1.ConditionTrue, "Assigned")
	p.push("two")
	p.restarted()
	p.uses(dynamic.LayerAssigned, "two")
}

// tellHanging: a server that takes connections and does not answer.
func tellHanging(p *component) {
	p.clock = quick{protocol.SystemClock()}
	p.confirmed("one")
	hang := func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }
	blocked(p, hang, func() {
		p.cluster.endWatches()
		st := p.reports(metav1.ConditionUnknown, "SourceUnavailable")
		if !strings.Contains(st.Condition.Message, "not answer") { // who notices first words it
			p.t.Errorf("the message is %q", st.Condition.Message)
		}
	})
	p.reports(metav1.ConditionTrue, "Assigned")
}

// tellReplaced: the object is deleted and created again while its configuration is on trial.
func tellReplaced(p *component) {
	p.push("one")
	p.next()
	p.shows(metav1.ConditionTrue, "OnTrial")
	p.remove()
	p.push("one") // Another object with the same content: the trial goes on.
	p.shows(metav1.ConditionTrue, "OnTrial")
	p.confirm()
	p.remove()
	p.push("two")
	p.restarted()
	p.uses(dynamic.LayerAssigned, "two")
	if good := p.status().LastKnownGood; good == nil || good.Digest != p.payload(configuration("one")).Digest() {
		p.t.Errorf("last-known-good is %+v", good)
	}
}

// tellNamespace: the object goes with its namespace, and the server then knows neither.
func tellNamespace(p *component) {
	p.confirmed("one")
	missing := func(w http.ResponseWriter, _ *http.Request) { refuse(w, http.StatusNotFound, "NotFound", "not found") }
	blocked(p, missing, func() {
		p.remove()
		p.reports(metav1.ConditionUnknown, "SourceUnavailable")
		p.next()
		p.uses(dynamic.LayerAssigned, "one")
	})
	p.push("two")
	p.restarted()
	p.uses(dynamic.LayerAssigned, "two")
}

// tellTwo: two components on one object take every push, each with a state of its own.
func tellTwo(p *component) {
	p.confirmed("one")
	second := newComponent(p.place)
	second.next()
	second.uses(dynamic.LayerAssigned, "one")
	second.confirm()
	p.push("two")
	for _, c := range []*component{p, second} {
		c.restarted()
		c.uses(dynamic.LayerAssigned, "two")
		c.confirm()
	}
	p.push("bad validation")
	p.reports(metav1.ConditionFalse, "Rejected")
	second.reports(metav1.ConditionFalse, "Rejected")
	second.stop(true)
}
