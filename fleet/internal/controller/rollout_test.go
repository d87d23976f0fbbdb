package controller

import (
	"fmt"
	"strings"
	"testing"

	corev1 "k8s.io/api/core/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

func (r *rig) copies() (names []string) {
	r.Helper()
	var list corev1.ConfigMapList
	if err := r.server.List(r.Context(), &list, client.HasLabels{fleet.PoolLabel}); err != nil {
		r.Fatal(err)
	}
	for _, o := range list.Items {
		names = append(names, o.Name)
	}
	return names
}

// rollOut makes a ConfigMap and rolls it out.
func (r *rig) rollOut(name, text string) {
	r.Helper()
	if err := r.server.Create(r.Context(), content(name, text)); err != nil {
		r.Fatal(err)
	}
	r.source(name)
	r.settle()
}

// inWave fails if more instances have the revision than the status on the server permits.
func (r *rig) inWave() {
	r.Helper()
	status, n := r.pool().Status, 0
	for _, a := range r.assignments() {
		if a.Spec.Source != nil && a.Spec.Source.Digest == status.Revision {
			n++
		}
	}
	if n > 1 && status.Wave < 2 {
		r.Errorf("%d instances are moved in wave %d", n, status.Wave)
	}
}

func (r *rig) count(of string) (n int) {
	for _, q := range r.requests {
		if strings.HasPrefix(q, of) {
			n++
		}
	}
	return n
}

// TestRollOut: the first wave, then all, with one request for each instance and a few for the pool.
func TestRollOut(t *testing.T) {
	r := newRig(t, fleetOf(4)...)
	r.fault = func(string, bool) error {
		r.inWave()
		return nil
	}
	r.settle()
	got := r.pool().Status
	if r.on("port: 2") != 4 || got.Updated != 4 || got.Revisions[0].Outcome != fleet.OutcomeComplete {
		t.Errorf("status %+v", got)
	}
	if moves, reads := r.count("patch ConfigAssignment"), r.count("get ConfigMap"); moves != 4 || reads != 2 {
		t.Errorf("%d moves, %d reads: %v", moves, reads, r.requests)
	}
	before := len(r.requests)
	if r.settle(); len(r.requests) != before+1 {
		t.Errorf("requests of a pool that is complete: %v", r.requests[before:])
	}
}

// TestKilledAnywhere: at any request, before or after the server has done it, the controller ends, and another one that
// knows nothing takes its place. No instance is moved too early, and all end with the newest configuration.
func TestKilledAnywhere(t *testing.T) {
	life := func(t *testing.T, at int, after bool) (requests int) {
		r := newRig(t, fleetOf(4)...)
		r.fault = func(request string, done bool) error {
			r.inWave()
			if len(r.requests) == at && done == after {
				return errKilled
			}
			return nil
		}
		for _, text := range []string{"port: 2", "port: 3"} {
			if text == "port: 3" {
				if err := r.server.Create(t.Context(), content("newer", text)); err != nil {
					t.Fatal(err)
				}
				r.source("newer")
			}
			r.settle()
			if r.on(text) != 4 || r.pool().Status.Updated != 4 {
				t.Errorf("%d on %s, status %+v", r.on(text), text, r.pool().Status)
			}
		}
		if len(r.copies()) != 2 {
			t.Errorf("copies %v", r.copies())
		}
		return len(r.requests)
	}
	requests := life(t, 1<<30, false)
	for at := 1; at <= requests; at++ {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprintf("%d %v", at, after), func(t *testing.T) { life(t, at, after) })
		}
	}
}

// TestBadConfiguration reaches one instance. What is assigned next reaches all.
func TestBadConfiguration(t *testing.T) {
	r := newRig(t, fleetOf(4)...)
	r.settle()
	r.rollOut("worse", bad)
	if r.on(bad) != 1 || r.on("port: 2") != 3 {
		t.Errorf("%d instances have the bad configuration, %d the one before", r.on(bad), r.on("port: 2"))
	}
	if got := r.condition(fleet.ConditionStopped); !strings.HasPrefix(got, "Stopped=True InstancesFailed: ") ||
		!strings.Contains(got, "2 starts ended") {
		t.Error(got)
	}
	r.rollOut("better", "port: 3")
	if r.on("port: 3") != 4 {
		t.Errorf("%d instances are repaired", r.on("port: 3"))
	}
}

// TestSourceIsEdited: an edit or the deletion of the source is told and reaches nobody, and neither loses a revision.
func TestSourceIsEdited(t *testing.T) {
	r := newRig(t, fleetOf(4)...)
	r.settle()
	edit(r, content("next", ""), func(o *corev1.ConfigMap) { o.Data["relay.yaml"] = bad })
	r.settle()
	if got := r.condition(fleet.ConditionSourceChanged); r.on("port: 2") != 4 ||
		!strings.HasPrefix(got, "SourceChanged=True Edited: ") {
		t.Errorf("%d instances, %s", r.on("port: 2"), got)
	}
	if err := r.server.Delete(t.Context(), content("next", "")); err != nil {
		t.Fatal(err)
	}
	r.settle()
	if got := r.condition(fleet.ConditionSourceChanged); r.on("port: 2") != 4 ||
		!strings.HasPrefix(got, "SourceChanged=True Missing: ") {
		t.Errorf("%d instances, %s", r.on("port: 2"), got)
	}
	r.rollOut("third", "port: 3")
	edit(r, relay(), func(p *fleet.ConfigPool) {
		p.Spec.Source.Digest = digest(t, "port: 2")
		p.Generation++
	})
	r.settle()
	if r.on("port: 2") != 4 {
		t.Errorf("%d instances are back: %s", r.on("port: 2"), r.condition(fleet.ConditionStopped))
	}
}

// TestCopiesEndWithTheirUse: the copy of a revision that was forgotten is deleted once no instance has it, also after
// the pool has gone.
func TestCopiesEndWithTheirUse(t *testing.T) {
	r := newRig(t, fleetOf(2)...)
	edit(r, relay(), func(p *fleet.ConfigPool) { p.Spec.RevisionHistoryLimit = new(int32) })
	for i, text := range []string{"port: 3", "port: 4", "port: 5"} {
		r.rollOut(fmt.Sprint("source-", i), text)
	}
	if got := r.copies(); len(got) != 1 {
		t.Errorf("copies %v: %+v", got, r.pool().Status.Revisions)
	}
	if err := r.server.Delete(t.Context(), relay()); err != nil {
		t.Fatal(err)
	}
	if r.settle(); len(r.copies()) != 1 || r.on("port: 5") != 2 {
		t.Errorf("copies %v, %d instances", r.copies(), r.on("port: 5"))
	}
	for _, a := range r.assignments() {
		if err := r.server.Delete(t.Context(), &a); err != nil {
			t.Fatal(err)
		}
	}
	if r.settle(); len(r.copies()) != 0 {
		t.Errorf("copies %v", r.copies())
	}
}

// TestWaveDoesNotGrow with instances that join it while its first one is on trial.
func TestWaveDoesNotGrow(t *testing.T) {
	r := newRig(t, fleetOf(4)...)
	r.settle()
	if err := r.server.Create(t.Context(), content("worse", bad)); err != nil {
		t.Fatal(err)
	}
	r.source("worse")
	for range 3 {
		for range 4 { // Nobody reports.
			if _, err := r.pass(); err != nil {
				t.Fatal(err)
			}
			r.inWave()
		}
		for i := range 20 {
			if err := r.server.Create(t.Context(), instance(fmt.Sprintf("later-%d-%d", len(r.requests), i))); err != nil {
				t.Fatal(err)
			}
		}
	}
	r.settle()
	if r.on(bad) != 1 || r.on("port: 2") != 63 {
		t.Errorf("%d instances have the bad configuration, %d the one before", r.on(bad), r.on("port: 2"))
	}
}
