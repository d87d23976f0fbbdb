package rollout

import (
	"slices"
	"testing"

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
	want[0] = Instance{order[0].Name, Unavailable, "NodeNotReady", want[3].Message}
	expect(sc.notReady(order[0], order[3]))
	want[0] = Instance{order[0].Name, Updated, "Assigned", ""}
	expect(sc.notReady(order[3]))
}

// TestNewcomer: a new instance gets what all others had last, unless that has failed, or two pools select it.
func TestNewcomer(t *testing.T) {
	labels := map[string]string{"app": "relay", "zone": "x"}
	for name, c := range map[string]struct {
		happens func(scene)
		want    string
	}{
		"complete":          {func(scene) {}, "good-0"},
		"the next one":      {func(sc scene) { sc.content("good-1"); sc.controllers[0].settle() }, "good-0"},
		"a bad one":         {crashing, "good-0"},
		"bad after the end": {func(sc scene) { sc.machines[sc.assignment("node-3").UID].broken = true; sc.run() }, ""},
		"stopped and rolled back": {func(sc scene) {
			sc.machines[sc.assignment("node-3").UID].broken = true
			sc.run()
			sc.source("b", "")
			sc.run()
			sc.source("a", "good-0")
			sc.run()
			for _, m := range sc.machines {
				m.away = true
			}
			sc.again("good-2")
			sc.controllers[0].settle()
		}, ""},
		"two pools": {func(sc scene) { sc.create("q", map[string]string{"zone": "x"}); sc.run() }, ""},
	} {
		sc := newScene(5)
		c.happens(sc)
		got := ""
		pools := slices.Clone(sc.pools.all())
		slices.Reverse(pools)
		if a := Newcomer(pools, labels, sc.now); a != nil {
			got = a.Source.Digest
		}
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}
