package rollout

import (
	"testing"

	"github.com/configgen/configgen/fleet/v1alpha1"
)

// snapshot is all that the server of a scene has.
func (sc scene) snapshot() Snapshot {
	w := Snapshot{Name: "p", Pool: sc.pool("p"), Pools: sc.pools.all(), Assignments: sc.assignments.all(), Now: sc.now}
	w.Source.Digest = sc.contents[w.Pool.Spec.Source.Name]
	for _, c := range sc.copies.all() {
		w.Copies = append(w.Copies, *c)
	}
	w.Nodes, w.Deleted = map[string]Node{}, sc.deleted
	for _, n := range sc.nodes.all() {
		w.Nodes[n.name] = n.Node
	}
	return w
}

// TestCopyIsNotDeletedBeforeItIsNamed: another controller, or the next one, sees the copy before the status.
func TestCopyIsNotDeletedBeforeItIsNamed(t *testing.T) {
	sc := newScene(3)
	sc.content("good-1")
	taking := Decide(sc.snapshot())
	if !sc.writeCopy(sc.pool("p"), *taking.Copy) {
		t.Fatal("the copy could not be written")
	}
	w := sc.snapshot()
	if again := Decide(w); again.Copy != nil || again.Status == nil {
		t.Errorf("it is written again: %+v", again)
	}
	sc.contents["b"] = ""
	sc.writeStatus(sc.pool("p"), Decide(sc.snapshot()).Status)
	if got := Decide(sc.snapshot()); got.Record || len(got.Delete) > 0 {
		t.Errorf("deleted before it is taken: %+v", got)
	}
	before := w.Pool.DeepCopy() // The change of spec.source has not been seen.
	before.Generation--
	before.Spec.Source = v1alpha1.PoolSource{Name: "a", Key: "k"}
	w.Pool = before
	if got := Decide(w); len(got.Delete) > 0 || got.Status != nil || len(got.Assign) > 0 {
		t.Errorf("with an earlier generation of the pool: %+v", got)
	}
}

// TestDeletionOfCopyThatIsTakenAgainFails: the copy of an earlier revision is written again when it is selected, so
// that a deletion that was decided before has an old resourceVersion.
func TestDeletionOfCopyThatIsTakenAgainFails(t *testing.T) {
	sc := newScene(3)
	old := *sc.copyOf("p-good-0")
	sc.content("good-1")
	sc.run()
	sc.source("b", "good-0")
	sc.run()
	if sc.remove(old) || sc.copyOf("p-good-0") == nil {
		t.Error("the copy is deleted")
	}
	if sc.with("good-0") == nil {
		t.Error("the revision is not rolled out")
	}
}

// TestCopyOfTheLastCompleteRevision is restored, too: newcomers get it.
func TestCopyOfTheLastCompleteRevision(t *testing.T) {
	sc := newScene(3)
	crashing(sc)
	sc.contents["b"] = "good-0"
	sc.copies.put(sc.copyOf("p-good-0"), nil)
	sc.run()
	if sc.copyOf("p-good-0") == nil {
		t.Error("it is not restored")
	}
}

// TestCopyThatCannotBeRestored: the pool says why.
func TestCopyThatCannotBeRestored(t *testing.T) {
	sc := newScene(3)
	sc.copies.put(sc.copyOf("p-good-0"), nil)
	w := sc.snapshot()
	w.CopyProblem = "no role permits it"
	if got := Decide(w); got.Copy != nil || got.Status == nil || got.Status.Conditions[0].Message != w.CopyProblem {
		t.Errorf("%+v", got)
	}
}
