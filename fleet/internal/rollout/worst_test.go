package rollout

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/fleet/v1alpha1"
)

// reason is the reason of the conditions of the pool.
func (sc scene) reason() string { return sc.pool("p").Status.Conditions[0].Reason }

// message is their message.
func (sc scene) message() string { return sc.pool("p").Status.Conditions[0].Message }

// pause makes the pool wait after each wave.
func (sc scene) pause(d time.Duration) {
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.Pause = &metav1.Duration{Duration: d} })
}

// died is how many machines a content has taken down, ever.
func (sc scene) died() (n int) {
	for _, m := range sc.machines {
		if m.died {
			n++
		}
	}
	return n
}

// replaces replaces each machine that is down by a new one, with another name if renamed.
func (sc scene) replaces(renamed bool) {
	for i, n := range slices.Clone(sc.nodes.all()) {
		if !n.Ready {
			name := n.name
			if sc.leave(name); renamed {
				name = fmt.Sprintf("%s-%d-%d", name, i, sc.count)
			}
			sc.join(name, "relay")
		}
	}
}

// days lets time pass for the roll-out of a content, in steps, and calls each after each of them.
func (sc scene) days(each func()) {
	for range 20 {
		sc.later(15 * time.Minute)
		each()
	}
	sc.run()
}

// TestContentThatTakesItsNodeDown reaches one machine, whether it does so at once or after its instance has confirmed
// it, and whatever becomes of the machine.
func TestContentThatTakesItsNodeDown(t *testing.T) {
	for name, c := range map[string]struct {
		content string
		each    func(scene)
	}{
		"at once":                       {"kill-1", func(scene) {}},
		"at once, and is replaced":      {"kill-1", func(sc scene) { sc.replaces(false) }},
		"at once, and another one":      {"kill-1", func(sc scene) { sc.replaces(true) }},
		"in the pause":                  {"late-1", func(scene) {}},
		"in the pause, and is replaced": {"late-1", func(sc scene) { sc.replaces(true) }},
	} {
		sc := newScene(200)
		sc.pause(20 * time.Minute)
		sc.content(c.content)
		sc.run()
		sc.days(func() { c.each(sc) })
		if n := sc.died(); n != 1 || sc.reason() != v1alpha1.ReasonInstancesFailed ||
			!strings.Contains(sc.message(), "its Node is not ready since") {
			t.Errorf("%s: %d machines are down, %s: %s", name, n, sc.reason(), sc.message())
		}
	}
}

// TestContentThatTakesSomeNodesDown harms fewer machines than stopAfter, and those on the way, although the machines
// are replaced.
func TestContentThatTakesSomeNodesDown(t *testing.T) {
	sc := newScene(200)
	five := intstr.FromInt32(5)
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) {
		spec.Rollout.StopAfter, spec.Rollout.MaxUnavailable = &five, &five
	})
	sc.content("some-1")
	sc.run()
	sc.days(func() { sc.replaces(true) })
	if n := sc.died(); n < 5 || n > 9 || sc.reason() != v1alpha1.ReasonInstancesFailed {
		t.Errorf("%d machines are down, %s: %s", n, sc.reason(), sc.message())
	}
	losses := sc.pool("p").Status.Losses
	if len(losses) != sc.died() || losses[0].Reason != v1alpha1.LossNodeNotReady {
		t.Errorf("%+v", losses)
	}
}

// TestMachinesThatAreDownAreRepaired: the next content reaches them, although they keep all other instances from it.
func TestMachinesThatAreDownAreRepaired(t *testing.T) {
	sc := newScene(20)
	half := intstr.FromString("50%")
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) {
		spec.Rollout.Waves, spec.Rollout.StopAfter, spec.Rollout.MaxUnavailable = allWaves[4], &half, &half
	})
	sc.content("kill-1")
	sc.run()
	down, two := sc.died(), intstr.FromInt32(2)
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.MaxUnavailable = &two })
	sc.again("good-1")
	sc.controllers[0].settle()
	if got, want := sc.assigned(), fmt.Sprintf("good-0:%d good-1:%d", 20-down, down); down < 5 || got != want {
		t.Fatalf("%s, want %s; %s", got, want, sc.message())
	}
	for _, n := range slices.Clone(sc.nodes.all()) {
		sc.machines[n.UID].died = false
		sc.ready(n, true)
	}
	sc.run()
	if sc.assigned() != "good-1:20" || sc.reason() != v1alpha1.ReasonComplete {
		t.Errorf("%s, %s: %s", sc.assigned(), sc.reason(), sc.message())
	}
}

// TestDeletedNodes: a Node that is deleted while it is ready stops nothing, and neither does a fleet that shrinks
// everywhere. When it is mostly the moved ones that are deleted, the roll-out stops.
func TestDeletedNodes(t *testing.T) {
	for _, c := range []struct {
		moved, others int
		seen          bool
		want          string
	}{
		{1, 0, true, v1alpha1.ReasonComplete},
		{4, 0, true, v1alpha1.ReasonInstancesFailed},
		{4, 25, true, v1alpha1.ReasonComplete},
		{1, 0, false, v1alpha1.ReasonInstancesFailed}, // It may have failed before.
	} {
		sc := newScene(40)
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.Waves = allWaves[4] })
		sc.content("good-1")
		sc.controllers[0].settle()
		moved, others := c.moved, c.others
		for _, a := range sc.assignments.all() {
			left := &others
			if a.Spec.Source.Digest == "good-1" {
				left = &moved
			}
			if *left > 0 {
				*left--
				sc.deleted[nodeUID(a)] = c.seen
				sc.leave(a.Name)
				sc.truth.counts(sc.server, 1)
			}
		}
		sc.run()
		if sc.reason() != c.want {
			t.Errorf("%+v: %s: %s", c, sc.reason(), sc.message())
		}
	}
}

// TestNodeThatRegistersAgain gets an assignment with content, and is never reset.
func TestNodeThatRegistersAgain(t *testing.T) {
	sc := newScene(5)
	crashing(sc)
	sc.leave("node-3")
	sc.run()
	sc.join("node-3", "relay")
	sc.run()
	if a := sc.assignment("node-3"); a == nil || a.Spec.Source == nil || a.Spec.Source.Digest != "good-0" {
		t.Errorf("%+v", a)
	}
}

// TestFirstRevisionReachesNodesInWaves: a Node without an assignment waits for its turn like any other instance.
func TestFirstRevisionReachesNodesInWaves(t *testing.T) {
	sc := newScene(0)
	sc.contents["a"] = "crash-0"
	sc.source("a", "crash-0")
	for n := range 40 {
		sc.join(fmt.Sprintf("node-%d", n), "relay")
	}
	sc.run()
	if got := sc.assigned(); got != "crash-0:1 local:39" || sc.reason() != v1alpha1.ReasonInstancesFailed {
		t.Errorf("%s, %s: %s", got, sc.reason(), sc.message())
	}
}

// TestClocks: neither a clock that is ahead nor a stamp from the future ends a wait early or makes it longer.
func TestClocks(t *testing.T) {
	t.Run("a controller ahead", func(t *testing.T) {
		sc := newScene(40)
		trial(sc)
		sc.controllers[0].skew = 2 * time.Hour
		sc.run()
		sc.controllers[0].skew = 0
		if sc.run(); sc.reason() != v1alpha1.ReasonRollingOut {
			t.Errorf("silent: %s: %s", sc.reason(), sc.message())
		}
	})
	t.Run("a controller ahead in a pause", func(t *testing.T) {
		sc := newScene(40)
		sc.pause(time.Hour)
		sc.content("good-1")
		sc.run()
		sc.controllers[0].skew = 2 * time.Hour
		if sc.run(); sc.assigned() != "good-0:39 good-1:1" {
			t.Errorf("the pause is over: %s", sc.assigned())
		}
		sc.controllers[0].skew = -2 * time.Hour
		if sc.later(time.Hour); sc.assigned() != "good-0:38 good-1:2" {
			t.Errorf("the pause is not over: %s", sc.assigned())
		}
	})
	t.Run("a stamp from the future", func(t *testing.T) {
		sc := newScene(40)
		a := trial(sc)
		for _, stamp := range []string{"2126-01-01T00:00:00Z", "yesterday"} {
			sc.change(sc.assignment(a.Name), func(a *v1alpha1.ConfigAssignment) {
				a.Annotations[v1alpha1.AssignedAtAnnotation] = stamp
			})
		}
		if sc.run(); sc.reason() != v1alpha1.ReasonRollingOut {
			t.Errorf("too early: %s: %s", sc.reason(), sc.message())
		}
		if sc.later(time.Hour); sc.reason() != v1alpha1.ReasonInstancesFailed {
			t.Errorf("too late: %s: %s", sc.reason(), sc.message())
		}
	})
	t.Run("a successor waits again", func(t *testing.T) {
		sc := newScene(40)
		trial(sc)
		sc.later(59 * time.Minute)
		sc.controllers[0].killed()
		sc.run()
		if sc.later(59 * time.Minute); sc.reason() != v1alpha1.ReasonRollingOut {
			t.Errorf("too early: %s: %s", sc.reason(), sc.message())
		}
		if sc.later(time.Minute); sc.reason() != v1alpha1.ReasonInstancesFailed {
			t.Errorf("too late: %s: %s", sc.reason(), sc.message())
		}
	})
}

// TestAssignmentThatCannotBeChanged is passed over, even if it is the first in the order, and the pool says so.
func TestAssignmentThatCannotBeChanged(t *testing.T) {
	sc := newScene(40)
	one := intstr.FromInt32(1)
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.MaxUnavailable = &one })
	sc.machineOf("node-37").locked = true // The first in the order of good-1.
	sc.content("good-1")
	sc.run()
	const want = "1 instance is left alone: node-37 cannot be changed (no role permits it): permit config-fleet to " +
		"change it"
	if sc.assigned() != "good-0:1 good-1:39" || !strings.Contains(sc.message(), want) {
		t.Errorf("%s: %s", sc.assigned(), sc.message())
	}
	sc.machineOf("node-37").locked = false
	sc.controllers[0].refused = nil
	if sc.run(); sc.assigned() != "good-1:40" || sc.reason() != v1alpha1.ReasonComplete {
		t.Errorf("%s, %s", sc.assigned(), sc.reason())
	}
}

// TestInstanceThatLies harms nobody but itself: its trial time does not stop the pool, and a status that cannot be read
// is a failure if it has the revision.
func TestInstanceThatLies(t *testing.T) {
	for _, seconds := range []int64{604800, 1 << 62, -1 << 62, -1} {
		sc := newScene(40)
		sc.change(sc.assignment("node-3"), func(a *v1alpha1.ConfigAssignment) { a.Status.TrialSeconds = seconds })
		sc.content("good-1")
		if sc.run(); sc.reason() != v1alpha1.ReasonComplete {
			t.Errorf("a trial of %d seconds: %s", seconds, sc.message())
		}
	}
	for n := range 6 { // The first or the last in the order, or another one.
		sc := newScene(6)
		name := fmt.Sprintf("node-%d", n)
		sc.machineOf(name).away = true
		sc.content("good-1")
		sc.change(sc.assignment(name), func(a *v1alpha1.ConfigAssignment) { a.Status.TrialSeconds = 604800 })
		sc.run()
		sc.machineOf(name).away = false
		if sc.run(); sc.reason() != v1alpha1.ReasonComplete {
			t.Errorf("%s says that a trial takes a week: %s", name, sc.message())
		}
	}
	sc := newScene(40)
	a := trial(sc)
	sc.change(sc.assignment(a.Name), func(a *v1alpha1.ConfigAssignment) {
		a.Status, a.Unreadable = v1alpha1.ConfigAssignmentStatus{}, "status.lastChangeTime cannot be read"
	})
	if sc.run(); sc.reason() != v1alpha1.ReasonInstancesFailed || !strings.Contains(sc.message(), a.Unreadable) {
		t.Errorf("%s: %s", sc.reason(), sc.message())
	}
	if got := sc.pool("p").Status.Losses[0].Reason; got != v1alpha1.LossStatusUnreadable {
		t.Error(got)
	}
}

// TestFailureWithoutAReason counts like any other failure.
func TestFailureWithoutAReason(t *testing.T) {
	sc := newScene(40)
	a := trial(sc)
	sc.work(a)
	sc.change(sc.assignment(a.Name), func(a *v1alpha1.ConfigAssignment) {
		a.Status.ObservedGeneration = a.Generation
		a.Status.Conditions = []metav1.Condition{{Type: dynamic.ConditionType, Status: metav1.ConditionFalse}}
	})
	if sc.run(); sc.reason() != v1alpha1.ReasonInstancesFailed || sc.assigned() != "good-0:39 good-1:1" {
		t.Errorf("%s, %s: %s", sc.assigned(), sc.reason(), sc.message())
	}
}

// TestPoolThatCannotBeRead moves nobody, and says which field it is.
func TestPoolThatCannotBeRead(t *testing.T) {
	sc := newScene(3)
	w := sc.snapshot()
	w.Pool = w.Pool.DeepCopy()
	w.Pool.Unreadable = "spec.rollout.maxUnavailable cannot be read"
	w.Pool.Spec.Source = v1alpha1.PoolSource{}
	plan := Decide(w)
	if len(plan.Assign)+len(plan.Delete) > 0 || plan.Copy != nil {
		t.Errorf("%+v", plan)
	}
	const want = "spec.rollout.maxUnavailable cannot be read: set the field again"
	if c := plan.Status.Conditions[0]; c.Reason != v1alpha1.ReasonSpecUnreadable || c.Message != want {
		t.Errorf("%+v", c)
	}
}

// TestFailuresAreOfTheRollOut: instances that failed and were replaced, or recovered, count.
func TestFailuresAreOfTheRollOut(t *testing.T) {
	sc := newScene(40)
	three := intstr.FromInt32(3)
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) {
		spec.Rollout.StopAfter, spec.Rollout.Waves = &three, allWaves[2]
	})
	sc.pause(24 * time.Hour)
	sc.content("good-1")
	failed := 0
	for sc.reason() != v1alpha1.ReasonInstancesFailed && failed < 10 {
		sc.run()
		a := sc.with("good-1")
		sc.machine(a).broken = true
		sc.run()
		if failed++; failed == 2 {
			sc.machine(a).broken = false
			sc.change(sc.assignment(a.Name), func(a *v1alpha1.ConfigAssignment) { a.Status.Conditions = nil })
		} else {
			sc.leave(a.Name)
			sc.truth.counts(sc.server, 1)
		}
		sc.run()
		sc.later(time.Hour)
	}
	if failed != 3 {
		t.Errorf("stopped after %d failures: %s", failed, sc.message())
	}
}

// TestApproval: a wave waits for a person, who may also skip waves. An approval of another revision has no effect.
func TestApproval(t *testing.T) {
	sc := newScene(40)
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.ApproveAfter = []int32{1} })
	approve := func(digest string, wave int32) {
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Approved = &v1alpha1.Approval{Digest: digest, Wave: wave} })
		sc.run()
	}
	sc.pause(time.Hour)
	sc.content("good-1")
	sc.run()
	const want = "revision good-1, wave 1 of 4 is over; to begin the next one, set spec.approved to digest good-1 and " +
		"wave 2"
	if sc.reason() != v1alpha1.ReasonWaitingForApproval || sc.message() != want {
		t.Errorf("%s: %s", sc.reason(), sc.message())
	}
	approve("good-0", 4)
	if sc.later(24 * time.Hour); sc.assigned() != "good-0:39 good-1:1" {
		t.Errorf("not approved: %s", sc.assigned())
	}
	if approve("good-1", 2); sc.assigned() != "good-0:38 good-1:2" || sc.reason() != v1alpha1.ReasonBetweenWaves {
		t.Errorf("approved: %s, %s", sc.assigned(), sc.reason())
	}
	if approve("good-1", 4); sc.assigned() != "good-1:40" {
		t.Errorf("skipped: %s", sc.assigned())
	}
	if sc.again("good-2"); true {
		sc.run()
	}
	if sc.assigned() != "good-1:39 good-2:1" {
		t.Errorf("the next revision: %s", sc.assigned())
	}
}

// TestReturn: instances that have a revision that is stopped go back to the one before, as few at once as may be
// unavailable.
func TestReturn(t *testing.T) {
	sc := newScene(40)
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.OnFailure = v1alpha1.OnFailureReturn })
	sc.pause(20 * time.Minute)
	sc.content("good-1")
	for range 3 {
		sc.later(20 * time.Minute)
	}
	if sc.assigned() != "good-0:30 good-1:10" {
		t.Fatal(sc.assigned())
	}
	sc.machine(sc.with("good-1")).broken = true
	sc.works()
	sc.controllers[0].settle()
	if got := sc.assigned(); got != "good-0:34 good-1:6" {
		t.Errorf("at once: %s", got)
	}
	sc.run()
	if got := sc.assigned(); got != "good-0:40" || sc.reason() != v1alpha1.ReasonInstancesFailed ||
		!strings.Contains(sc.message(), "Instances that have it return to revision good-0 by themselves") {
		t.Errorf("%s, %s: %s", got, sc.reason(), sc.message())
	}
}

// TestMachinesThatAreDownReturn: a machine that a revision has taken down is moved off it while it is down, and works
// again when it comes back.
func TestMachinesThatAreDownReturn(t *testing.T) {
	sc := newScene(40)
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.OnFailure = v1alpha1.OnFailureReturn })
	sc.content("kill-1")
	sc.run()
	if got := sc.assigned(); sc.died() != 1 || got != "good-0:40" || sc.reason() != v1alpha1.ReasonInstancesFailed {
		t.Fatalf("%d machines are down, %s, %s: %s", sc.died(), got, sc.reason(), sc.message())
	}
	for _, n := range slices.Clone(sc.nodes.all()) {
		if !n.Ready {
			sc.machines[n.UID].died = false
			sc.ready(n, true)
		}
	}
	sc.run()
	for _, a := range sc.assignments.all() {
		if stateOf(a) != settled {
			t.Errorf("%s: %+v", a.Name, a.Status)
		}
	}
}

// TestInstanceWhoseNodeFailsLater does not count as updated, and the status names it, since when, and its content.
func TestInstanceWhoseNodeFailsLater(t *testing.T) {
	sc := newScene(40)
	sc.unready("node-7")
	sc.run()
	st := sc.pool("p").Status
	if sc.reason() != v1alpha1.ReasonComplete || st.Updated != 39 || st.Unavailable != 1 || len(st.NotReady) != 1 ||
		st.NotReady[0].Name != "node-7" || st.NotReady[0].Digest != "good-0" || st.NotReady[0].Since.IsZero() {
		t.Errorf("%s: %+v", sc.reason(), st)
	}
}
