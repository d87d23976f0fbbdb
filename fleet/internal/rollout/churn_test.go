package rollout

import (
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/configgen/configgen/fleet/v1alpha1"
)

// trial begins to roll good-1 out, to an instance that does not answer, which it returns.
func trial(sc scene) *v1alpha1.ConfigAssignment {
	sc.content("good-1")
	sc.controllers[0].settle()
	a := sc.with("good-1")
	sc.machine(a).away = true
	return a
}

const isOnTrial = "Progressing RollingOut: revision good-1, wave 1 of 4: 0 of 1 instance has confirmed it; waiting " +
	"for NODE"

// churn is of instances that come, go and are edited, and of what people change, in the middle of a roll-out and after
// the end of it.
var churn = []story{
	{"instances that join during a roll-out have the last complete revision until their turn", func(sc scene) {
		trial(sc)
		for _, name := range []string{"l1", "l2", "l3", "l4", "l5", "l6", "l7", "l8"} {
			sc.join(name, "relay")
		}
		sc.run()
	}, "good-1", isOnTrial, "good-0:47 good-1:1"},
	{"an instance that joins on a Node that is not ready", func(sc scene) {
		sc.join("late", "relay")
		sc.machineOf("late").away = true
		sc.unready("late")
		sc.run()
	}, "", "Complete Complete: all instances have revision good-0; 1 instance is bad or unavailable: late: has not " +
		"reported on its present assignment" + isDown, "good-0:41"},
	{"an instance that joins on a Node that is not ready, beside one that is left alone", func(sc scene) {
		sc.change(sc.assignment("node-3"), func(a *v1alpha1.ConfigAssignment) { a.Spec.Source.Digest = "good-9" })
		sc.join("late", "relay")
		sc.unready("late")
		sc.run()
	}, "", "InstancesSkipped: all other instances have revision good-0; 1 instance is left alone: node-3 was edited by " +
		"hand: remove its annotation fleet.configgen.dev/assigned-by to give it to the pool, or set the digest good-0 again",
		"good-0:40 good-9:1"},
	{"an instance fails before the others of its wave answer", func(sc scene) {
		three := intstr.FromInt32(3)
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) {
			spec.Rollout.Waves, spec.Rollout.StopAfter = allWaves[4], &three
		})
		a := trial(sc)
		for _, b := range sc.assignments.all() {
			sc.machine(b).away = b.UID != a.UID
		}
		sc.machine(a).broken = true
		sc.run()
	}, "", "Progressing RollingOut: revision good-1, wave 1 of 1: 0 of 40 instances have confirmed it; waiting for " +
		"node-34; node-23; node-35; and 1 more; 1 instance has failed with it so far, and 3 stop it: node-37: CrashLoop " +
		"is what it reports", "good-0:35 good-1:5"},
	{"a deadline of exactly the longest trial", func(sc scene) {
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.Deadline.Duration = time.Minute })
		sc.content("good-1")
		sc.run()
	}, "", "Complete Complete: all instances have revision good-1", "good-1:40"},
	{"a trial that takes longer than the deadline is not a failure", func(sc scene) {
		sc.content("long-1")
		sc.controllers[0].settle()
		a := sc.with("long-1")
		sc.work(a)
		sc.machine(a).away = true
		sc.later(90 * time.Minute)
	}, "long-1", "Stopped DeadlineTooShort: a trial of NODE may take 2h0m0s, restarts after crashes included, and " +
		"spec.rollout.deadline is 1h0m0s: set it to 2h0m0s or more", "good-0:39 long-1:1"},
	{"waves that are changed after the end", func(sc scene) {
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.Waves = allWaves[4] })
		sc.content("good-1")
		sc.run()
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) {
			spec.Rollout.Waves, spec.Rollout.Pause = allWaves[0], &metav1.Duration{Duration: time.Hour}
		})
		sc.run()
	}, "", "Complete Complete: all instances have revision good-1", "good-1:40"},
	{"a revision that was stopped before", func(sc scene) {
		crashing(sc)
		sc.source("a", "good-0")
		sc.run()
		for _, a := range sc.assignments.all() {
			sc.machine(a).away = true
		}
		sc.source("b", "crash-1")
		sc.run()
	}, "crash-1", "Progressing RollingOut: revision crash-1, wave 1 of 4: 0 of 1 instance has confirmed it; waiting for " +
		"NODE; it was stopped before (1 of 40 instances failed with revision crash-1, and spec.rollout.stopAfter is 1: " +
		"NODE: CrashLoop is what it reports), and an instance that has failed with it refuses it until its binary changes " +
		"or somebody runs its command dynamic-config clear", "crash-1:1 good-0:39"},
	{"an assignment that is being deleted", func(sc scene) {
		sc.change(sc.assignment("node-3"), func(a *v1alpha1.ConfigAssignment) { a.DeletionTimestamp = &metav1.Time{} })
		sc.content("good-1")
		sc.run()
	}, "good-0", "Complete Complete: all instances have revision good-1", "good-0:1 good-1:39"},
	{"another ConfigMap with the same content", func(sc scene) {
		sc.change(sc.assignment("node-3"), func(a *v1alpha1.ConfigAssignment) {
			source := *a.Spec.Source
			source.Name, a.Spec.Source = "copied", &source
		})
		sc.run()
		if name := sc.assignment("node-3").Spec.Source.Name; name != "p-good-0" {
			panic("it stays with " + name)
		}
	}, "", "Complete Complete: all instances have revision good-0", "good-0:40"},
	{"an empty selector", func(sc scene) {
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Selector = metav1.LabelSelector{} })
		sc.run()
	}, "", "NoInstances: the selector <none> selects no ConfigAssignment of the namespace: label assignments so, or " +
		"create another pool", "good-0:40"},
	{"somebody has deleted the revisions from the status", func(sc scene) {
		next := sc.pool("p").DeepCopy()
		next.Status.Revisions, next.ResourceVersion = nil, sc.next()
		sc.pools.put(sc.pool("p"), next)
		sc.run()
	}, "", "Complete Complete: all instances have revision good-0", "good-0:40"},
}

// TestClockIsSetBack: the revision that was complete last is the one of the last roll-out, whatever the clock said when
// the one before it ended.
func TestClockIsSetBack(t *testing.T) {
	sc := newScene(2)
	sc.later(-24 * time.Hour)
	sc.content("good-1")
	for range 4 {
		sc.later(time.Minute)
	}
	if last := lastComplete(sc.pool("p").Status.Revisions); sc.assigned() != "good-1:2" || last.Digest != "good-1" {
		t.Errorf("%s, and %s was complete last", sc.assigned(), last.Digest)
	}
}
