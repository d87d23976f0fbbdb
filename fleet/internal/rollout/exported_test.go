package rollout

import (
	"slices"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/fleet/v1alpha1"
)

// TestInstances checks the state, reason and message of each instance while a revision is rolled out.
func TestInstances(t *testing.T) {
	sc := newScene(5)
	sc.content("good-1")
	sc.controllers[0].settle()
	order := sc.inOrder()
	reports := func(n int, status metav1.ConditionStatus, reason dynamic.Reason) {
		sc.change(sc.assignment(order[n].Name), func(a *v1alpha1.ConfigAssignment) {
			a.Status.Conditions = []metav1.Condition{{Type: dynamic.ConditionType, Status: status, Reason: string(reason),
				Message: "what it says"}}
		})
	}
	reports(1, metav1.ConditionFalse, dynamic.ReasonFailed)
	reports(2, metav1.ConditionUnknown, dynamic.ReasonOnTrial)
	const waits = " (its Node is not ready)"
	want := []Instance{
		{order[0].Name, Trial, "NoReport", "has not reported on its present assignment"},
		{order[1].Name, Waiting, "Failed", "what it says"},
		{order[2].Name, Unavailable, "OnTrial", "what it says"},
		{order[3].Name, Unavailable, "NodeNotReady", "Assigned is what it reports" + waits},
		{order[4].Name, Waiting, "Assigned", ""},
	}
	expect := func(w Snapshot) {
		t.Helper()
		for n, got := range Instances(w) {
			if got != want[n] {
				t.Errorf("%+v, want %+v", got, want[n])
			}
		}
	}
	expect(sc.notReady(order[3]))
	sc.work(sc.assignment(order[0].Name))
	sc.work(sc.assignment(order[0].Name))
	want[0] = Instance{order[0].Name, Bad, "NodeNotReady", want[3].Message}
	expect(sc.notReady(order[0], order[3]))
	want[0] = Instance{order[0].Name, Updated, "Assigned", ""}
	expect(sc.notReady(order[3]))
}

// TestNewcomer: a new Node gets the complete revision that most instances have confirmed, unless all have failed with
// it, or two pools select the Node. It never gets an assignment without content.
func TestNewcomer(t *testing.T) {
	for name, c := range map[string]struct {
		happens func(scene)
		want    string
	}{
		"complete":               {func(scene) {}, "good-0"},
		"the next one":           {func(sc scene) { sc.content("good-1"); sc.controllers[0].settle() }, "good-0"},
		"a bad one":              {crashing, "good-0"},
		"one bad one of many":    {func(sc scene) { sc.machineOf("node-3").broken = true; sc.run() }, "good-0"},
		"all are bad":            {func(sc scene) { sc.breakAll(); sc.run() }, ""},
		"the first one":          {func(sc scene) { sc.contents["a"] = ""; sc.forgotten() }, ""},
		"most have another one":  {func(sc scene) { sc.rolledBackAndStopped() }, "good-1"},
		"two pools":              {func(sc scene) { sc.create("q", map[string]string{"zone": "x"}); sc.run() }, ""},
		"paused":                 {func(sc scene) { sc.paused() }, ""},
		"no other Node is ready": {func(sc scene) { sc.allDown() }, "good-0"},
	} {
		sc := newScene(5)
		c.happens(sc)
		sc.join("late", "relay")
		node := sc.node("late")
		zoned := *node
		zoned.Labels = map[string]string{"app": "relay", "zone": "x"}
		sc.nodes.put(node, &zoned)
		sc.controllers[0].settle()
		got := ""
		if a := sc.assignment("late"); a != nil {
			got = a.Spec.Source.Digest
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

func (sc scene) breakAll() {
	for _, m := range sc.machines {
		m.broken = true
	}
}

func (sc scene) paused() {
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Paused = true })
}

func (sc scene) allDown() {
	for _, n := range slices.Clone(sc.nodes.all()) {
		sc.ready(n, false)
	}
	sc.run()
}

// forgotten: the pool is created again, and its source is missing.
func (sc scene) forgotten() {
	sc.pools.put(sc.pool("p"), nil)
	sc.create("p", map[string]string{"app": "relay"})
	sc.run()
}

// rolledBackAndStopped: good-1 is complete, and the roll-out of good-0, which was complete before, fails.
func (sc scene) rolledBackAndStopped() {
	sc.content("good-1")
	sc.run()
	sc.now = sc.now.Add(time.Hour)
	sc.source("a", "good-0")
	sc.controllers[0].settle()
	sc.machine(sc.with("good-0")).broken = true
	sc.run()
}
