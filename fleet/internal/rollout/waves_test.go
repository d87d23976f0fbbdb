package rollout

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/fleet/v1alpha1"
)

// TestSizes: percentages are rounded up, each wave adds at least one instance, and the last one has all. No wave is
// smaller than the one before it, however few instances there are.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		waves, instances int
		want             []int
	}{
		{0, 0, []int{0, 0, 0, 0}},
		{0, 1, []int{1, 1, 1, 1}},
		{0, 3, []int{1, 2, 3, 3}},
		{0, 41, []int{1, 3, 11, 41}},
		{2, 3, []int{2, 3}},
		{4, 7, []int{7}},
		{3, 20, []int{3, 4, 20}},
		{3, 3, []int{3, 3, 3}},
	} {
		d := newDecision(Snapshot{Pool: &v1alpha1.ConfigPool{}})
		d.Pool.Spec.Rollout.Waves = allWaves[c.waves]
		if got := d.sizes(c.instances); !slices.Equal(got, c.want) {
			t.Errorf("%v of %d instances: %v, want %v", allWaves[c.waves], c.instances, got, c.want)
		}
	}
}

// inOrder are the instances of a pool in the order of their turns.
func (sc scene) inOrder() []*v1alpha1.ConfigAssignment {
	p, all := sc.pool("p"), slices.Clone(sc.assignments.all())
	slices.SortFunc(all, func(a, b *v1alpha1.ConfigAssignment) int {
		if placeOf(p, p.Status.Revision, a) < placeOf(p, p.Status.Revision, b) {
			return -1
		}
		return 1
	})
	return all
}

// record writes a decision.
func (sc scene) record() v1alpha1.ConfigPoolStatus {
	w := sc.snapshot()
	if plan := Decide(w); plan.Status != nil {
		sc.writeStatus(w.Pool, plan.Status)
	}
	return sc.pool("p").Status
}

// notReady is a snapshot in which the Nodes of some instances are not ready.
func (sc scene) notReady(all ...*v1alpha1.ConfigAssignment) Snapshot {
	w := sc.snapshot()
	w.Nodes = down(w.Nodes, all...)
	return w
}

// down makes the Nodes of some instances not ready.
func down(nodes map[string]Node, all ...*v1alpha1.ConfigAssignment) map[string]Node {
	nodes = maps.Clone(nodes)
	for _, a := range all {
		n := nodes[a.Name]
		n.Ready = false
		nodes[a.Name] = n
	}
	return nodes
}

// atOnce is a scene in which good-1 is taken, and goes to all in one wave of four at a time.
func atOnce() scene {
	sc := newScene(40)
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.Waves = allWaves[4] })
	sc.content("good-1")
	sc.writeCopy(sc.pool("p"), *Decide(sc.snapshot()).Copy)
	return sc
}

// TestAdmission: as many are admitted as may be unavailable, in their order. An instance that is unavailable does not
// make another one so, and one on a Node that is not ready does not get its turn.
func TestAdmission(t *testing.T) {
	sc := atOnce()
	st := sc.record()
	order := sc.inOrder()
	place := func(n int) string { return placeOf(sc.pool("p"), "good-1", order[n]) }
	if st.Admitted != place(3) || st.Wave != 1 {
		t.Errorf("%s is admitted, want %s", st.Admitted, place(3))
	}
	plan := Decide(sc.snapshot())
	if len(plan.Assign) != 4 {
		t.Errorf("moves of four: %v", plan.Assign)
	}
	const says = "revision good-1, wave 1 of 1: 0 of 40 instances have confirmed it; about to move "
	if got := plan.Status.Conditions[0].Message; !strings.HasPrefix(got, says+order[0].Name+"; ") {
		t.Error(got)
	}
	if got := Decide(sc.notReady(order[20:23]...)).Assign; len(got) != 1 || got[0].Name != order[0].Name {
		t.Errorf("moves while three others are unavailable: %v", got)
	}
	fresh := sc.snapshot()
	fresh.Pool = fresh.Pool.DeepCopy()
	fresh.Pool.Status.Admitted = ""
	up := fresh.Nodes
	fresh.Nodes = down(up, order[0])
	if got := Decide(fresh).Status; got.Admitted != place(3) {
		t.Errorf("%s is admitted, and not %s, if the first one is not ready", got.Admitted, place(3))
	}
	fresh.Nodes = up
	sc.trying(order[:3]...)
	fresh.Assignments = sc.assignments.all()
	if got := Decide(fresh).Status; got.Admitted != place(3) {
		t.Errorf("%s is admitted, and not %s, if the first three are unavailable", got.Admitted, place(3))
	}
}

// TestOutOfTurn: if too many instances are unavailable, and none of them because of the revision, the first of them on
// a Node that is ready gets the revision, unless it has recovered by itself.
func TestOutOfTurn(t *testing.T) {
	sc := atOnce()
	sc.record()
	order := sc.inOrder()
	sc.trying(order[10:15]...)
	w := sc.notReady(order[10])
	w.Pool = w.Pool.DeepCopy()
	w.Pool.Status.Admitted = ""
	st := Decide(w).Status
	if st == nil || st.OutOfTurn != order[11].Name {
		t.Fatalf("out of turn: %+v", st)
	}
	w.Pool.Status.OutOfTurn = order[12].Name
	moves := Decide(w).Assign
	if len(moves) != 1 || moves[0].Name != order[12].Name {
		t.Fatalf("moves %+v", moves)
	}
	sc.change(sc.assignment(order[12].Name), func(a *v1alpha1.ConfigAssignment) {
		a.Status.Conditions[0].Reason = string(dynamic.ReasonAssigned)
	})
	w.Assignments = sc.assignments.all()
	if got := Decide(w); len(got.Assign) > 0 || got.Status == nil || got.Status.OutOfTurn == order[12].Name {
		t.Errorf("recovered, and still to be moved: %+v", got)
	}
	move, trial := moves[0], sc.assignment(order[20].Name)
	move.Name, move.UID, move.ResourceVersion = trial.Name, trial.UID, trial.ResourceVersion
	sc.assign(move)
	w.Assignments, w.Pool.Status.OutOfTurn = sc.assignments.all(), ""
	if got := Decide(w).Status; got == nil || got.OutOfTurn != "" {
		t.Errorf("out of turn while one is on trial: %+v", got)
	}
}

// again changes ConfigMap b and rolls it out, if it is the source.
func (sc scene) again(digest string) {
	sc.contents["b"] = digest
	sc.source("b", digest)
}

// trying puts instances on trial of their assigned content.
func (sc scene) trying(all ...*v1alpha1.ConfigAssignment) {
	for _, a := range all {
		sc.change(sc.assignment(a.Name), func(a *v1alpha1.ConfigAssignment) {
			a.Status.Conditions[0].Reason = string(dynamic.ReasonOnTrial)
		})
	}
}

// TestStates: what an instance reports counts if it is about its present assignment, and only a digest that it uses is
// confirmed.
func TestStates(t *testing.T) {
	confirmed := func() *v1alpha1.ConfigAssignment {
		a := newScene(1).assignment("node-0")
		return a.DeepCopy()
	}
	for name, c := range map[string]struct {
		change      func(*v1alpha1.ConfigAssignment)
		want        state
		unavailable bool
	}{
		"confirmed":        {func(*v1alpha1.ConfigAssignment) {}, settled, false},
		"nothing assigned": {func(a *v1alpha1.ConfigAssignment) { a.Spec.Source = nil }, settled, false},
		"no report":        {func(a *v1alpha1.ConfigAssignment) { a.Status.Conditions = nil }, moving, true},
		"an earlier one":   {func(a *v1alpha1.ConfigAssignment) { a.Generation++ }, moving, true},
		"another assigned": {func(a *v1alpha1.ConfigAssignment) { a.Status.Assigned = "x" }, moving, true},
		"another active":   {func(a *v1alpha1.ConfigAssignment) { a.Status.Active = "x" }, moving, true},
		"crashed": {func(a *v1alpha1.ConfigAssignment) {
			a.Status.Conditions[0].Reason = string(dynamic.ReasonOnTrialAfterCrash)
		}, crashed, true},
		"failed": {func(a *v1alpha1.ConfigAssignment) { a.Status.Conditions[0].Status = metav1.ConditionFalse }, bad, false},
	} {
		a := confirmed()
		c.change(a)
		i := &instance{ConfigAssignment: a, state: stateOf(a)}
		if i.state != c.want || i.unavailable() != c.unavailable {
			t.Errorf("%s: state %d, unavailable %t", name, i.state, i.unavailable())
		}
	}
}

// TestNewcomersAreUnavailable until they have confirmed their first content.
func TestNewcomersAreUnavailable(t *testing.T) {
	sc := newScene(3)
	sc.join("late", "relay")
	if st := Decide(sc.snapshot()).Status; st == nil || st.Unavailable != 1 {
		t.Errorf("%+v", st)
	}
}

// TestPauseIsOfItsRevision: the pause after the first wave does not begin with the pause of the previous revision.
func TestPauseIsOfItsRevision(t *testing.T) {
	sc := newScene(4)
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.Pause = &metav1.Duration{Duration: time.Hour} })
	sc.content("good-1")
	sc.run()
	sc.now = sc.now.Add(59 * time.Minute)
	sc.again("good-2")
	sc.run()
	sc.later(2 * time.Minute)
	if got := sc.pool("p").Status; got.Wave != 1 || got.Revision != "good-2" {
		t.Errorf("wave %d of %s", got.Wave, got.Revision)
	}
}

// TestRevisions: their outcomes, how many are kept, and which one newcomers get.
func TestRevisions(t *testing.T) {
	sc := newScene(4)
	one := int32(1)
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.RevisionHistoryLimit = &one })
	outcomes := func() (text string) {
		for _, r := range sc.pool("p").Status.Revisions {
			text += fmt.Sprintf("%s:%s ", r.Digest, r.Outcome)
		}
		return text
	}
	expect := func(want string) {
		t.Helper()
		if got := outcomes(); got != want {
			t.Errorf("revisions %s, want %s", got, want)
		}
	}
	sc.later(time.Hour)
	sc.content("good-1")
	sc.run()
	sc.later(time.Hour)
	sc.again("good-2")
	sc.controllers[0].settle()
	expect("good-2:RollingOut good-1:Complete good-0:Complete ")
	sc.again("crash-3")
	sc.run()
	expect("crash-3:Stopped good-2:Replaced good-1:Complete ")
	sc.join("late", "relay")
	sc.run()
	if got := sc.assignment("late").Spec.Source; got == nil || got.Digest != "good-1" {
		t.Errorf("a newcomer gets %v", got)
	}
	sc.leave(sc.with("crash-3").Name)
	sc.source("b", "none")
	sc.run()
	expect("crash-3:Stopped good-2:Replaced good-1:Complete ")
	percent := intstr.FromString("100%")
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.StopAfter = &percent })
	for _, a := range sc.assignments.all() {
		sc.machine(a).away = true
	}
	sc.source("b", "good-1")
	for _, name := range []string{"l1", "l2", "l3"} {
		sc.join(name, "relay")
	}
	sc.controllers[0].settle()
	expect("good-1:RollingOut crash-3:Stopped ")
	if got := sc.assigned(); got != "good-1:7" {
		t.Errorf("while the revision that was complete last is rolled out again, newcomers get %s", got)
	}
}
