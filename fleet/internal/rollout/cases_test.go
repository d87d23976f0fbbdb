package rollout

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/apimachinery/pkg/util/intstr"

	"github.com/configgen/configgen/fleet/v1alpha1"
)

// scene is a pool p of the instances node-0, node-1 and so on, to which the content good-0 of the ConfigMap a has been
// rolled out, with the defaults of the definition. The ConfigMap b has good-1.
type scene struct{ *history }

func newScene(n int) scene {
	s := &server{rng: rand.New(rand.NewPCG(1, 1)), now: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC),
		trace: func(string, ...any) {}, unseen: func() int { return 0 }, machines: map[types.UID]*machine{},
		contents: map[string]string{"a": "good-0", "b": "good-1"},
		truth:    newTruth(), ofNodes: true}
	sc := scene{&history{server: s, deleted: map[types.UID]bool{}}}
	sc.controllers[0] = controller{history: sc.history, prompt: true}
	sc.create("p", map[string]string{"app": "relay"})
	percent, one := intstr.FromString("10%"), intstr.FromInt32(1)
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) {
		spec.Rollout = v1alpha1.Rollout{Waves: allWaves[0], MaxUnavailable: &percent, StopAfter: &one,
			Deadline: &metav1.Duration{Duration: time.Hour}}
		spec.RevisionHistoryLimit = nil
	})
	for i := range n {
		sc.join(fmt.Sprintf("node-%d", i), "relay")
	}
	sc.run()
	return sc
}

func (sc scene) spec(change func(*v1alpha1.ConfigPoolSpec)) { sc.edit(sc.pool("p"), change) }

// source rolls out what a ConfigMap has.
func (sc scene) source(name, digest string) {
	sc.spec(func(spec *v1alpha1.ConfigPoolSpec) {
		spec.Source = v1alpha1.PoolSource{Name: name, Key: "k", Digest: digest}
	})
}

// content changes ConfigMap b and rolls it out.
func (sc scene) content(digest string) {
	sc.contents["b"] = digest
	sc.source("b", "")
	sc.truth.edited(sc.server)
}

// run lets the controller and the instances do all that they can do at this moment.
func (sc scene) run() {
	for before := -1; before != sc.count; {
		before = sc.count
		sc.controllers[0].settle()
		sc.works()
	}
}

// works lets each instance take one step.
func (sc scene) works() {
	for _, a := range sc.assignments.all() {
		sc.work(a)
	}
}

// later is run after some time.
func (sc scene) later(d time.Duration) {
	sc.passes(d)
	sc.run()
}

// with returns the first instance that is assigned a content.
func (sc scene) with(digest string) *v1alpha1.ConfigAssignment {
	return find(sc.assignments.all(), func(a *v1alpha1.ConfigAssignment) bool {
		return a.Spec.Source != nil && a.Spec.Source.Digest == digest
	})
}

// assigned is how many instances are assigned which content.
func (sc scene) assigned() string {
	counts := map[string]int{}
	for _, a := range sc.assignments.all() {
		if a.Spec.Source == nil {
			counts["local"]++
		} else {
			counts[a.Spec.Source.Digest]++
		}
	}
	for _, n := range sc.nodes.all() {
		if sc.assignment(n.name) == nil {
			counts["local"]++
		}
	}
	var texts []string
	for _, digest := range slices.Sorted(maps.Keys(counts)) {
		texts = append(texts, fmt.Sprintf("%s:%d", digest, counts[digest]))
	}
	return strings.Join(texts, " ")
}

// label changes the labels of a Node.
func (sc scene) label(name string, labels map[string]string) {
	sc.truth.counts(sc.server, 1)
	next := *sc.node(name)
	next.Labels = labels
	sc.nodes.put(sc.node(name), &next)
}

// unready: the Node of an instance is not ready any more.
func (sc scene) unready(name string) {
	sc.truth.counts(sc.server, 1)
	sc.ready(sc.node(name), false)
}

// TestCases checks the results of people's actions and of events at instances. The message is the one of the conditions
// Progressing, Complete and Stopped; NODE is the instance that has the content of the case.
func TestCases(t *testing.T) {
	for _, c := range slices.Concat(cases, churn) {
		t.Run(c.name, func(t *testing.T) {
			defer func() {
				if r := recover(); r != nil {
					t.Fatal(r)
				}
			}()
			sc := newScene(40)
			c.happens(sc)
			p := sc.pool("p")
			got := ""
			for _, condition := range p.Status.Conditions {
				if condition.Status == metav1.ConditionTrue {
					got += condition.Type + " "
				}
			}
			got += p.Status.Conditions[0].Reason + ": " + p.Status.Conditions[0].Message
			want := c.want
			if a := sc.with(c.content); a != nil {
				want = strings.ReplaceAll(want, "NODE", a.Name)
			}
			if got != want || sc.assigned() != c.assigned {
				t.Errorf("got  %s\nwant %s\nassigned %s, want %s", got, want, sc.assigned(), c.assigned)
			}
		})
	}
}

// crashing rolls out a content that crashes.
func crashing(sc scene) {
	sc.content("crash-1")
	sc.run()
}

const isDown = " (its Node is not ready since 2026-01-02T03:04:05Z)"

const isStopped = "Stopped InstancesFailed: 1 of 40 instances failed with revision crash-1, and " +
	"spec.rollout.stopAfter is 1: NODE: CrashLoop is what it reports. Set spec.source to content that works, or " +
	"spec.source.digest to good-0, the revision that was complete last. If the revision is good, repair the " +
	"instances, then change the spec, for example spec.rollout.stopAfter, to go on"

// story is what happens, and what comes of it.
type story struct {
	name    string
	happens func(scene)
	// content is one that one instance has.
	content        string
	want, assigned string
}

var cases = []story{
	{"the end state", func(sc scene) { sc.content("good-1"); sc.run() }, "",
		"Complete Complete: all instances have revision good-1", "good-1:40"},
	{"a content that crashes reaches one instance", crashing, "crash-1", isStopped, "crash-1:1 good-0:39"},
	{"a content that is rejected reaches one instance", func(sc scene) { sc.content("reject-1"); sc.run() }, "reject-1",
		strings.NewReplacer("crash-1", "reject-1", "CrashLoop", "Rejected").Replace(isStopped), "good-0:39 reject-1:1"},
	{"a wave in which no instance works", func(sc scene) {
		three := intstr.FromInt32(3)
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.StopAfter = &three })
		crashing(sc)
	}, "crash-1", "Stopped InstancesFailed: no instance of wave 1 has confirmed revision crash-1: NODE: CrashLoop is " +
		"what it " + strings.Join(strings.SplitAfter(isStopped, "CrashLoop is what it ")[1:], ""), "crash-1:1 good-0:39"},
	{"some bad instances are tolerated", func(sc scene) {
		three := intstr.FromInt32(3)
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.StopAfter = &three })
		for _, name := range []string{"node-1", "node-3"} {
			sc.machineOf(name).broken = true
		}
		sc.content("good-1")
		sc.run()
	}, "", "Complete Complete: all instances have revision good-1; 2 instances are bad or unavailable: node-1: " +
		"CrashLoop is what it reports; node-3: CrashLoop is what it reports", "good-1:40"},
	{"the first crash holds", func(sc scene) {
		sc.content("crash-1")
		sc.controllers[0].settle()
		sc.works()
		sc.works()
		sc.controllers[0].settle()
	}, "crash-1", "Progressing Held: 1 instance has crashed with revision crash-1 and is tried again; no other one " +
		"is moved until that is over: NODE: OnTrialAfterCrash is what it reports. If the revision is bad, set " +
		"spec.source to content that works", "crash-1:1 good-0:39"},
	{"a crash in a later wave holds", func(sc scene) {
		sc.content("good-1")
		for sc.controllers[0].settle(); sc.pool("p").Status.Wave < 3; sc.controllers[0].settle() {
			sc.works()
		}
		for _, a := range sc.assignments.all() {
			sc.machine(a).away = a.Name != "node-23"
		}
		sc.machineOf("node-23").broken = true
		sc.works()
		sc.works()
		sc.controllers[0].settle()
	}, "", "Progressing Held: 1 instance has crashed with revision good-1 and is tried again; no other one is moved " +
		"until that is over: node-23: OnTrialAfterCrash is what it reports. If the revision is bad, set spec.source to " +
		"content that works", "good-0:34 good-1:6"},
	{"repaired", func(sc scene) {
		crashing(sc)
		sc.contents["b"] = "good-1"
		sc.source("b", "good-1")
		sc.run()
	}, "", "Complete Complete: all instances have revision good-1", "good-1:40"},
	{"repaired by a change of the spec", func(sc scene) {
		crashing(sc)
		sc.leave(sc.with("crash-1").Name)
		sc.run()
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.RevisionHistoryLimit = new(int32) })
		sc.run()
	}, "crash-1", strings.Replace(isStopped, "1 of 40", "1 of 39", 1), "crash-1:1 good-0:38"},
	{"set again", func(sc scene) {
		crashing(sc)
		sc.machine(sc.with("crash-1")).away = true
		sc.source("b", "crash-1")
		sc.run()
	}, "crash-1", isStopped, "crash-1:1 good-0:39"},
	{"an edit of the source reaches nobody", func(sc scene) {
		sc.contents["a"] = "good-1"
		sc.run()
	}, "", "Complete SourceChanged Complete: all instances have revision good-0", "good-0:40"},
	{"rolled back to an earlier revision whose ConfigMap has changed", func(sc scene) {
		sc.contents["a"] = "good-5"
		crashing(sc)
		sc.source("b", "good-0")
		sc.run()
	}, "", "Complete Complete: all instances have revision good-0", "good-0:40"},
	{"waves", func(sc scene) {
		sc.content("good-1")
		sc.controllers[0].settle()
	}, "good-1", "Progressing RollingOut: revision good-1, wave 1 of 4: 0 of 1 instance has confirmed it; waiting " +
		"for NODE",
		"good-0:39 good-1:1"},
	{"a pause after each wave", func(sc scene) {
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.Pause = &metav1.Duration{Duration: time.Hour} })
		sc.content("good-1")
		sc.run()
		sc.later(time.Hour)
		sc.later(time.Hour)
	}, "", "Progressing BetweenWaves: revision good-1, wave 3 of 4 is over; the next one begins after a pause of " +
		"1h0m0s, since 2026-01-02T05:04:05Z",
		"good-0:30 good-1:10"},
	{"paused", func(sc scene) {
		sc.content("good-1")
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Paused = true })
		sc.run()
	}, "", "Paused: spec.paused is set: no instance is moved", "good-0:40"},
	{"paused and stopped, and one joins", func(sc scene) {
		crashing(sc)
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Paused = true })
		sc.join("late", "relay")
		sc.run()
	}, "crash-1", isStopped, "crash-1:1 good-0:39 local:1"},
	{"paused and resumed", func(sc scene) {
		sc.content("good-1")
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Paused = true })
		sc.run()
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Paused = false })
		sc.run()
	}, "", "Complete Complete: all instances have revision good-1", "good-1:40"},
	{"an instance that joins has the last complete revision until its turn", func(sc scene) {
		crashing(sc)
		sc.join("late", "relay")
		sc.run()
	}, "crash-1", isStopped, "crash-1:1 good-0:40"},
	{"an instance that joins afterwards", func(sc scene) { sc.join("late", "relay"); sc.run() }, "",
		"Complete Complete: all instances have revision good-0", "good-0:41"},
	{"an instance that leaves", func(sc scene) {
		crashing(sc)
		sc.leave(sc.with("crash-1").Name)
		sc.run()
	}, "", strings.NewReplacer("NODE", "node-15").Replace(isStopped), "good-0:39"},
	{"silent", func(sc scene) {
		sc.content("good-1")
		sc.controllers[0].settle()
		sc.machine(sc.with("good-1")).away = true
		sc.later(time.Hour)
	}, "good-1", "Stopped InstancesFailed: 1 of 40 instances failed with revision good-1, and spec.rollout.stopAfter " +
		"is 1: NODE: no answer by the deadline (has not reported on its present assignment). Set spec.source " +
		"to content that works, or spec.source.digest to good-0, the revision that was complete last. If the revision " +
		"is good, repair the instances, then change the spec, for example spec.rollout.stopAfter, to go on", "good-0:39 " +
		"good-1:1"},
	{"a Node that is not ready gets the revision at the end", func(sc scene) {
		sc.unready("node-7")
		sc.content("good-1")
		sc.run()
	}, "", "Complete Complete: all instances have revision good-1; 1 instance is bad or unavailable: node-7: " +
		"Assigned is what it reports" + isDown, "good-1:40"},
	{"too many are unavailable", func(sc scene) {
		for n := range 5 {
			sc.unready(fmt.Sprintf("node-%d", n))
		}
		sc.content("good-1")
		sc.run()
	}, "", "Progressing RollingOut: revision good-1, wave 1 of 4: 0 of 1 instance has confirmed it; no other one is " +
		"moved while 5 are unavailable (spec.rollout.maxUnavailable allows 4); 5 instances are bad or unavailable: " +
		"node-0: Assigned is what it reports" + isDown + "; node-4: Assigned is what it reports" + isDown +
		"; node-1: Assigned is what it reports" + isDown + "; and 2 more", "good-0:40"},
	{"bad after the end, and then one joins", func(sc scene) {
		sc.machineOf("node-3").broken = true
		sc.works()
		sc.join("late", "relay")
		sc.run()
	}, "", "Stopped InstancesFailed: 1 of 41 instances failed with revision good-0, and spec.rollout.stopAfter is 1: " +
		"node-3: Failed is what it reports. Set spec.source to content that works", "good-0:41"},
	{"all bad after the end", func(sc scene) {
		all := intstr.FromString("100%")
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.StopAfter = &all })
		sc.join("away", "relay")
		sc.unready("away")
		sc.controllers[0].settle()
		for _, a := range sc.assignments.all() {
			sc.machine(a).broken, sc.machine(a).away = true, a.Name == "away"
		}
		sc.run()
		sc.later(time.Hour)
	}, "", "Stopped InstancesFailed: each instance that reports has failed with revision good-0 since it was complete: " +
		"node-35: Failed is what it reports; node-17: Failed is what it reports; node-31: Failed is what it reports; and " +
		"37 more. Set spec.source to content that works", "good-0:41"},
	{"edited by hand", func(sc scene) {
		sc.change(sc.assignment("node-3"), func(a *v1alpha1.ConfigAssignment) { a.Spec.Source.Digest = "good-9" })
		sc.content("good-1")
		sc.run()
	}, "", "InstancesSkipped: all other instances have revision good-1; 1 instance is left alone: node-3 was edited " +
		"by hand: remove its annotation fleet.configgen.dev/assigned-by to give it to the pool, or set the digest " +
		"good-0 again",
		"good-1:39 good-9:1"},
	{"edited by hand and given to the pool", func(sc scene) {
		sc.change(sc.assignment("node-3"), func(a *v1alpha1.ConfigAssignment) {
			a.Spec.Source.Digest = "good-9"
			delete(a.Annotations, v1alpha1.AssignedByAnnotation)
		})
		sc.run()
	}, "", "Complete Complete: all instances have revision good-0", "good-0:40"},
	{"two pools over one instance", func(sc scene) {
		sc.label("node-3", map[string]string{"app": "relay", "zone": "x"})
		sc.create("q", map[string]string{"zone": "x"})
		sc.content("good-1")
		sc.run()
	}, "", "InstancesSkipped: all other instances have revision good-1; 1 instance is left alone: node-3 is selected " +
		"by the pools p and q: change its labels, or delete a pool", "good-0:1 good-1:39"},
	{"a selector that selects nothing", func(sc scene) {
		for _, a := range sc.assignments.all() {
			sc.label(a.Name, map[string]string{"app": "other"})
		}
		sc.content("good-1")
		sc.run()
	}, "", "NoInstances: the selector app=relay selects no ConfigAssignment of the namespace: label assignments so, " +
		"or create another pool", "good-0:40"},
	{"a selector that is invalid", func(sc scene) {
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) {
			spec.Selector.MatchExpressions = []metav1.LabelSelectorRequirement{{Key: "a", Operator: "Equals"}}
		})
		sc.content("good-1")
		sc.run()
	}, "", `Stopped SelectorInvalid: spec.selector is invalid: "Equals" is not a valid label selector operator; create ` +
		"another pool", "good-0:40"},
	{"a source that is missing", func(sc scene) { sc.content(""); sc.run() }, "",
		"Stopped SourceUnusable: the ConfigMap does not exist", "good-0:40"},
	{"a digest that nothing has", func(sc scene) { sc.source("b", "good-7"); sc.run() }, "",
		"Stopped SourceUnusable: neither a revision of the pool nor the ConfigMap b has the digest good-7: set " +
			"spec.source.digest to the digest of a revision in the status, or remove it to use the ConfigMap", "good-0:40"},
	{"a fleet that shrinks", func(sc scene) {
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.Waves = allWaves[3] })
		for n := range 20 {
			sc.leave(fmt.Sprintf("node-%d", n))
		}
		sc.content("good-1")
		sc.run()
	}, "", "Complete Complete: all instances have revision good-1", "good-1:20"},
	{"a fleet that shrinks during a roll-out", func(sc scene) {
		sc.content("good-1")
		for sc.controllers[0].settle(); sc.pool("p").Status.Wave < 3; sc.controllers[0].settle() {
			sc.works()
		}
		for n := range 37 {
			sc.deleted[sc.node(fmt.Sprintf("node-%d", n)).UID] = true
			sc.leave(fmt.Sprintf("node-%d", n))
		}
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.Waves = allWaves[3] })
		sc.run()
	}, "", "Complete Complete: all instances have revision good-1", "good-1:3"},
	{"a deadline that is too short", func(sc scene) {
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.Deadline.Duration = 10 * time.Second })
		sc.content("good-1")
		sc.run()
	}, "", "Stopped DeadlineTooShort: a trial of node-37 may take 1m0s, restarts after crashes included, and " +
		"spec.rollout.deadline is 10s: set it to 1m0s or more", "good-0:40"},
	{"instances that do not report how long a trial may take", func(sc scene) {
		for _, a := range sc.assignments.all() {
			sc.change(a, func(a *v1alpha1.ConfigAssignment) { a.Status.TrialSeconds = 0 })
		}
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.Deadline.Duration = 10 * time.Minute })
		sc.content("good-1")
		sc.run()
	}, "", "Stopped DeadlineTooShort: a trial of node-37 may take 50m10s, restarts after crashes included, and " +
		"spec.rollout.deadline is 10m0s: set it to 50m10s or more", "good-0:40"},
	{"an instance that has not reported yet", func(sc scene) {
		sc.join("late", "relay")
		sc.machineOf("late").away = true
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout.Deadline.Duration = 10 * time.Minute })
		sc.content("good-1")
		sc.run()
	}, "", "Progressing RollingOut: revision good-1, wave 3 of 4: 10 of 11 instances have confirmed it; waiting for late",
		"good-0:30 good-1:11"},
	{"a deadline that is too short for the new content", func(sc scene) { sc.content("long-1"); sc.run() }, "long-1",
		"Stopped DeadlineTooShort: a trial of NODE may take 2h0m0s, restarts after crashes included, and " +
			"spec.rollout.deadline is 1h0m0s: set it to 2h0m0s or more", "good-0:39 long-1:1"},
	{"a copy that somebody has deleted", func(sc scene) {
		sc.contents["a"] = ""
		sc.copies.put(sc.copyOf("p-good-0"), nil)
		sc.run()
	}, "", "Stopped SourceChanged SourceUnusable: the ConfigMap p-good-0, the copy of revision good-0, does not " +
		"exist: set spec.source to content that exists", "good-0:40"},
	{"the pool is deleted and created again", func(sc scene) {
		sc.content("good-1")
		sc.pools.put(sc.pool("p"), nil)
		sc.run()
		sc.create("p", map[string]string{"app": "relay"})
		sc.spec(func(spec *v1alpha1.ConfigPoolSpec) { spec.Rollout = v1alpha1.Rollout{Deadline: spec.Rollout.Deadline} })
		sc.run()
	}, "", "Complete Complete: all instances have revision good-0", "good-0:40"},
}
