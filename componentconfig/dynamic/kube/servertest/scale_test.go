package servertest

import (
	"flag"
	"slices"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

var edits = flag.Int("edits", 100, "random edits of assignments")

// TestFleet follows many assignments: while nothing changes, while assignments are edited at random, and while the
// server restarts. No instance is ever on a content that its assignment did not name. In the end each has what its
// assignment asks for, or says why not.
func TestFleet(t *testing.T) {
	f := newFleet(t, *instances, assignmentDefinition)
	for _, says := range []string{"good-0", "good-1", "good-2", "bad parse", "bad validation", "kills"} {
		f.content(says)
	}
	missing := []dynamic.Reason{dynamic.ReasonSourceUnavailable}
	f.contents = append(f.contents, content{status: metav1.ConditionTrue, reasons: []dynamic.Reason{dynamic.ReasonLocal}},
		content{"missing", "relay.yaml", f.shown("missing"), metav1.ConditionUnknown, missing, false},
		content{"content-good-0", "missing", f.shown("no key"), metav1.ConditionUnknown, missing, false},
		// No content has this digest.
		content{"content-good-0", "relay.yaml", f.shown("another digest"), metav1.ConditionFalse,
			[]dynamic.Reason{dynamic.ReasonRejected}, false})
	for batch := range slices.Chunk(f.instances, 100) {
		for _, i := range batch {
			f.assign(i, f.contents[0])
			f.run(i)
		}
		f.settled("start", batch)
	}
	f.resting()
	for n := range *edits {
		f.edit()
		if (n+1)*(*restarts)/(*edits) > n*(*restarts)/(*edits) {
			f.cluster.restart()
		}
	}
	f.settled("edits", f.instances)
}

// assign names a content in the assignment of an instance.
func (f *testFleet) assign(i *instance, c content) {
	f.t.Helper()
	i.mu.Lock()
	i.wanted[c.digest], i.now = true, c
	i.mu.Unlock()
	part := f.assigning(c.name, c.key, c.digest)
	if c.name == "" {
		part = map[string]any{"spec": map[string]any{"source": nil}}
	}
	f.of(i).merge(part)
}

// edit changes the assignment of one instance, or deletes and creates it again.
func (f *testFleet) edit() {
	f.t.Helper()
	i := f.instances[f.random.IntN(len(f.instances))]
	if f.random.IntN(2) == 0 {
		i = f.instances[f.random.IntN(*controllers)]
	}
	c := f.contents[f.random.IntN(len(f.contents))]
	if c.checked && i.dir == "" {
		c = f.contents[0]
	}
	if f.random.IntN(20) == 0 {
		f.of(i).remove()
	}
	f.assign(i, c)
}
