package controller

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/events"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"

	"github.com/configgen/configgen/fleet/internal/rollout"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// planned makes the controller do one plan after another, and then nothing.
func (r *rig) planned(plans ...rollout.Plan) {
	r.pools.decide = func(rollout.Snapshot) (next rollout.Plan) {
		if len(plans) > 0 {
			next, plans = plans[0], plans[1:]
		}
		return next
	}
}

// expect compares the requests of a pass, after that for the pool, and when the next one is due.
func (r *rig) expect(after time.Duration, requests ...string) {
	r.Helper()
	r.requests = nil
	result, err := r.pass()
	if err != nil || result.RequeueAfter != after {
		r.Errorf("again after %v, %v; want %v", result.RequeueAfter, err, after)
	}
	if got := r.requests[1:]; !slices.Equal(got, requests) {
		r.Errorf("requests:\n%s\nwant:\n%s", strings.Join(got, "\n"), strings.Join(requests, "\n"))
	}
}

func moved(t *testing.T, of *fleet.ConfigAssignment, to string) rollout.Assign {
	return rollout.Assign{
		Name: of.Name, UID: of.UID, ResourceVersion: of.ResourceVersion,
		Source:      fleet.ConfigMapSource{Name: "relay-copy", Key: "relay.yaml", Digest: digest(t, to)},
		Annotations: map[string]string{fleet.AssignedByAnnotation: "pool/" + digest(t, to)},
	}
}

// TestStatusIsWrittenBeforeItIsActedOn: a status that later decisions build on is on the server before the next one.
func TestStatusIsWrittenBeforeItIsActedOn(t *testing.T) {
	r := newRig(t, fleetOf(1)...)
	one := r.assignments()[0]
	r.planned(
		rollout.Plan{Status: &fleet.ConfigPoolStatus{Wave: 1}, Record: true},
		rollout.Plan{
			Status: &fleet.ConfigPoolStatus{Wave: 1, Updated: 1}, Assign: []rollout.Assign{moved(t, &one, "port: 2")},
		})
	r.expect(shortest, "get ConfigMap next", "status of ConfigPool relay", "status of ConfigPool relay",
		"patch ConfigAssignment node-1")
	if got := r.pool().Status; got.Wave != 1 || got.Updated != 1 {
		t.Errorf("status %+v", got)
	}
}

// TestRecordsEnd: statuses that follow from each other without an end do not keep a pass.
func TestRecordsEnd(t *testing.T) {
	r := newRig(t, fleetOf(1)...)
	r.pools.decide = func(s rollout.Snapshot) rollout.Plan {
		return rollout.Plan{Status: &fleet.ConfigPoolStatus{Wave: s.Pool.Status.Wave + 1}, Record: true}
	}
	const status = "status of ConfigPool relay"
	r.expect(shortest, "get ConfigMap next", status, status, status, status)
}

// TestMove changes the source of an assignment and the annotations of the pool, and nothing else.
func TestMove(t *testing.T) {
	r := newRig(t, fleetOf(1)...)
	before := r.assignments()[0]
	r.planned(rollout.Plan{Assign: []rollout.Assign{moved(t, &before, "port: 2")}, After: time.Hour})
	r.expect(shortest, "get ConfigMap next", "patch ConfigAssignment node-1")
	after := r.assignments()[0]
	if got := after.Spec.Source; got == nil || got.Name != "relay-copy" || got.Digest != digest(t, "port: 2") {
		t.Errorf("source %+v", got)
	}
	if got := after.Annotations; len(got) != 2 || got["mine"] != "stays" || got[fleet.AssignedByAnnotation] == "" {
		t.Errorf("annotations %v", got)
	}
	if differ(before.Labels, after.Labels) || differ(before.Status, after.Status) {
		t.Errorf("%+v, before %+v", after, before)
	}
	r.expect(0)
}

// TestMovesAreFewAtOnce: a pass moves some, and the next one decides whether more may move.
func TestMovesAreFewAtOnce(t *testing.T) {
	r := newRig(t, fleetOf(atOnce+5)...)
	all := r.assignments()
	plan := rollout.Plan{After: time.Minute}
	var want []string
	for i := range all {
		plan.Assign = append(plan.Assign, moved(t, &all[i], "port: 2"))
		want = append(want, "patch ConfigAssignment "+all[i].Name)
	}
	r.planned(plan, rollout.Plan{Assign: plan.Assign[atOnce:]}, rollout.Plan{After: time.Minute})
	r.expect(shortest, append([]string{"get ConfigMap next"}, want[:atOnce]...)...)
	r.expect(shortest, want[atOnce:]...)
	r.expect(time.Minute)
}

// TestConflicts: what the informers had is not what the server has. The next pass is due even if no event follows.
func TestConflicts(t *testing.T) {
	conflict := apierrors.NewConflict(fleet.Version().WithResource("x").GroupResource(), "x", errors.New("changed"))
	for _, c := range []struct {
		name, at string
		err      error
		requests []string
	}{
		{"an assignment was changed", "patch ConfigAssignment node-1", conflict,
			[]string{"status of ConfigPool relay", "patch ConfigAssignment node-1", "patch ConfigAssignment node-2"}},
		{"an assignment was deleted", "patch ConfigAssignment node-1", apierrors.NewNotFound(fleet.Version().
			WithResource("x").GroupResource(), "x"),
			[]string{"status of ConfigPool relay", "patch ConfigAssignment node-1", "patch ConfigAssignment node-2"}},
		{"the pool was changed", "status of ConfigPool relay", conflict, []string{"status of ConfigPool relay"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := newRig(t, fleetOf(2)...)
			all := r.assignments()
			r.planned(rollout.Plan{
				Status: &fleet.ConfigPoolStatus{Updated: 1},
				Assign: []rollout.Assign{moved(t, &all[0], "port: 2"), moved(t, &all[1], "port: 2")},
			})
			r.fault = func(request string, done bool) error {
				if request == c.at && !done {
					return c.err
				}
				return nil
			}
			r.expect(shortest, append([]string{"get ConfigMap next"}, c.requests...)...)
		})
	}
}

// TestLateInformer: an assignment that has changed since the informer has seen it is not moved.
func TestLateInformer(t *testing.T) {
	r := newRig(t, fleetOf(1)...)
	r.late = &fleet.ConfigAssignmentList{Items: r.assignments()}
	edit(r, instance("node-1"), func(a *fleet.ConfigAssignment) { a.Labels["app"] = "another" })
	r.planned(rollout.Plan{Assign: []rollout.Assign{moved(t, &r.late.Items[0], "port: 2")}})
	r.expect(shortest, "get ConfigMap next", "patch ConfigAssignment node-1")
	if got := r.assignments()[0].Spec.Source; got != nil {
		t.Errorf("moved to %+v", got)
	}
}

// TestErrorsAreRetried: the pass returns an error that is not a conflict, after it has moved the other assignments.
func TestErrorsAreRetried(t *testing.T) {
	r := newRig(t, fleetOf(2)...)
	all := r.assignments()
	r.planned(rollout.Plan{Assign: []rollout.Assign{moved(t, &all[0], "port: 2"), moved(t, &all[1], "port: 2")}})
	r.fault = func(request string, done bool) error {
		if request == "patch ConfigAssignment node-1" {
			return errors.New("no answer")
		}
		return nil
	}
	if _, err := r.pass(); err == nil || err.Error() != "assignment node-1: no answer" || r.on("port: 2") != 1 {
		t.Errorf("%v; %d moved", err, r.on("port: 2"))
	}
}

// TestRefusedMove is not tried again at once, and the next decision knows of it. The time until it is tried again grows
// with each attempt.
func TestRefusedMove(t *testing.T) {
	r := newRig(t, fleetOf(2)...)
	all := r.assignments()
	moves := []rollout.Assign{moved(t, &all[0], "port: 2"), moved(t, &all[1], "port: 2")}
	refused := ""
	r.pools.decide = func(s rollout.Snapshot) (plan rollout.Plan) {
		refused = s.Refused["node-1"]
		if plan.Assign = moves; refused != "" {
			plan.Assign = nil
		}
		return plan
	}
	r.fault = func(request string, done bool) error {
		if request == "patch ConfigAssignment node-1" {
			return apierrors.NewForbidden(fleet.Version().WithResource("x").GroupResource(), "x", errors.New("not you"))
		}
		return nil
	}
	r.expect(shortest, "get ConfigMap next", "patch ConfigAssignment node-1", "patch ConfigAssignment node-2")
	if r.on("port: 2") != 1 {
		t.Errorf("%d moved", r.on("port: 2"))
	}
	r.expect(time.Minute)
	if !strings.Contains(refused, "not you") {
		t.Errorf("refused: %q", refused)
	}
	r.now = r.now.Add(time.Minute)
	r.expect(shortest, "patch ConfigAssignment node-1", "patch ConfigAssignment node-2")
	r.expect(2 * time.Minute)
	r.fault = nil
	r.now = r.now.Add(2 * time.Minute)
	r.expect(shortest, "patch ConfigAssignment node-1", "patch ConfigAssignment node-2")
	r.pools.decide = func(s rollout.Snapshot) rollout.Plan {
		refused = s.Refused["node-1"]
		return rollout.Plan{}
	}
	if r.expect(0); refused != "" {
		t.Errorf("refused: %q", refused)
	}
}

// TestPauseIsSeenBetweenMoves: the pool is looked at again after each second of moves.
func TestPauseIsSeenBetweenMoves(t *testing.T) {
	r := newRig(t, fleetOf(6)...)
	all := r.assignments()
	var plan rollout.Plan
	for i := range all {
		plan.Assign = append(plan.Assign, moved(t, &all[i], "port: 2"))
	}
	r.planned(plan)
	moves := 0
	r.fault = func(request string, done bool) error {
		if strings.HasPrefix(request, "patch") && !done {
			r.now = r.now.Add(shortest / 2)
			if moves++; moves == 3 {
				edit(r, relay(), func(p *fleet.ConfigPool) { p.Spec.Paused = true })
			}
		}
		return nil
	}
	const patch, get = "patch ConfigAssignment node-", "get ConfigPool relay"
	r.expect(shortest, "get ConfigMap next", patch+"1", patch+"2", get, patch+"3", patch+"4", get)
	if r.on("port: 2") != 4 {
		t.Errorf("%d moved", r.on("port: 2"))
	}
}

// TestNodeWithoutAssignment gets one that has its content from the beginning.
func TestNodeWithoutAssignment(t *testing.T) {
	r := newRig(t, append(fleetOf(0), node1())...)
	r.pools.nodeNamespaces = []string{"edge"}
	r.settle()
	var a fleet.ConfigAssignment
	if err := r.server.Get(t.Context(), types.NamespacedName{Namespace: "edge", Name: "node-1"}, &a); err != nil {
		t.Fatal(err)
	}
	if a.Spec.Source == nil || a.Spec.Source.Digest != digest(t, "port: 2") || differ(a.Labels, node1().Labels) ||
		a.Annotations[fleet.NodeAnnotation] != string(node1().UID) ||
		a.Annotations[fleet.AssignedByAnnotation] != fleet.AssignedBy("pool", digest(t, "port: 2")) {
		t.Errorf("made %+v", a)
	}
	for _, q := range r.requests {
		if strings.HasPrefix(q, "create ConfigAssignment") && !slices.Contains(r.requests, "status of ConfigPool relay") {
			t.Errorf("made before the status names it: %v", r.requests)
		}
	}
	if err := r.server.Delete(t.Context(), node1()); err != nil {
		t.Fatal(err)
	}
	if r.settle(); len(r.assignments()) != 0 {
		t.Errorf("left %+v", r.assignments())
	}
}

// TestWaiting: waiting is measured by the clock of the controller, and a successor starts from zero.
func TestWaiting(t *testing.T) {
	r := newRig(t, fleetOf(1)...)
	one := r.assignments()[0]
	var seen rollout.Snapshot
	look := func() time.Duration {
		t.Helper()
		r.pools.decide = func(s rollout.Snapshot) rollout.Plan {
			seen = s
			return rollout.Plan{}
		}
		if _, err := r.pass(); err != nil {
			t.Fatal(err)
		}
		return seen.Waited[one.UID]
	}
	wait := func(want time.Duration, what string) {
		t.Helper()
		if got := look(); got != want {
			t.Errorf("%s: %v, want %v", what, got, want)
		}
		r.now = r.now.Add(time.Minute)
	}
	wait(0, "the first look")
	wait(time.Minute, "the second one")
	edit(r, instance("node-1"), func(a *fleet.ConfigAssignment) { a.Generation = 7 })
	wait(0, "another generation")
	wait(time.Minute, "once more")
	r.restart()
	wait(0, "a successor")
	pool := r.pool()
	pool.Status.WavePassedTime = &metav1.Time{Time: r.now.Add(1000 * time.Hour)}
	if err := r.server.Status().Update(t.Context(), pool); err != nil {
		t.Fatal(err)
	}
	look()
	r.now = r.now.Add(time.Minute)
	if look(); seen.Resting != time.Minute {
		t.Errorf("resting for %v", seen.Resting)
	}
}

// TestDeletions have the version that was decided on.
func TestDeletions(t *testing.T) {
	old, changed := content("relay-old", "port: 1"), content("relay-changed", "port: 1")
	r := newRig(t, append(fleetOf(0), old, changed)...)
	version := func(name string) rollout.Copy {
		var o corev1.ConfigMap
		if err := r.server.Get(t.Context(), types.NamespacedName{Namespace: "edge", Name: name}, &o); err != nil {
			t.Fatal(err)
		}
		return rollout.Copy{Name: name, UID: o.UID, ResourceVersion: o.ResourceVersion}
	}
	plan := rollout.Plan{Delete: []rollout.Copy{version("relay-old"), version("relay-changed"), {Name: "relay-gone"}}}
	edit(r, changed, func(o *corev1.ConfigMap) { o.Annotations = map[string]string{fleet.TakenForAnnotation: "pool/2"} })
	r.planned(plan)
	r.expect(0, "get ConfigMap next", "delete ConfigMap relay-old", "delete ConfigMap relay-changed",
		"delete ConfigMap relay-gone")
	var left corev1.ConfigMapList
	if err := r.server.List(t.Context(), &left); err != nil || len(left.Items) != 2 {
		t.Errorf("%v, %v", left.Items, err)
	}
}

// TestEvents: a reason that is new is an event and in the log, once; a stop is a warning.
func TestEvents(t *testing.T) {
	var log bytes.Buffer
	klog.LogToStderr(false)
	klog.SetOutput(&log)
	defer klog.LogToStderr(true)
	ctrl.SetLogger(klog.Background())
	r := newRig(t, fleetOf(0)...)
	status := func(reason, message, changed string, stopped metav1.ConditionStatus) *fleet.ConfigPoolStatus {
		return &fleet.ConfigPoolStatus{Conditions: []metav1.Condition{
			{Type: fleet.ConditionProgressing, Status: metav1.ConditionFalse, Reason: reason, Message: message},
			{Type: fleet.ConditionStopped, Status: stopped, Reason: reason, Message: message},
			{Type: fleet.ConditionSourceChanged, Status: metav1.ConditionUnknown, Reason: changed, Message: "source " + changed},
		}}
	}
	const no, yes = metav1.ConditionFalse, metav1.ConditionTrue
	long := strings.Repeat("é", 600)
	for _, s := range []*fleet.ConfigPoolStatus{
		status(fleet.ReasonRollingOut, "1 of 4", fleet.ReasonAsTaken, no),
		status(fleet.ReasonRollingOut, "2 of 4", fleet.ReasonAsTaken, no),
		status(fleet.ReasonInstancesFailed, long, fleet.ReasonSourceEdited, yes),
	} {
		r.planned(rollout.Plan{Status: s})
		if _, err := r.pass(); err != nil {
			t.Fatal(err)
		}
	}
	recorded := r.pools.events.(*events.FakeRecorder).Events
	for _, want := range []string{
		"Normal RollingOut 1 of 4",
		"Warning InstancesFailed " + strings.Repeat("é", 510) + "...",
		"Normal Edited source Edited",
	} {
		if got := <-recorded; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if len(recorded) > 0 {
		t.Errorf("one more: %q", <-recorded)
	}
	klog.Flush()
	for _, reason := range []string{fleet.ReasonRollingOut, fleet.ReasonInstancesFailed, fleet.ReasonSourceEdited} {
		if n := strings.Count(log.String(), fmt.Sprintf("reason=%q", reason)); n != 1 {
			t.Errorf("%s is in the log %d times:\n%s", reason, n, log.String())
		}
	}
}

// TestPoolThatIsDeleted: one that waits for its finalizers is left alone, and only copies remain of one that has gone.
func TestPoolThatIsDeleted(t *testing.T) {
	made := content("relay-1", "port: 1")
	made.Labels = map[string]string{fleet.PoolLabel: "relay"}
	made.Annotations = map[string]string{
		fleet.DigestAnnotation: "d", fleet.KeyAnnotation: "relay.yaml", fleet.TakenForAnnotation: "pool/1",
	}
	deleted := relay(func(p *fleet.ConfigPool) { p.Finalizers = []string{"example.com/wait"} })
	r := newRig(t, deleted, made, content("relay-2", "port: 1"))
	if err := r.server.Delete(t.Context(), deleted); err != nil {
		t.Fatal(err)
	}
	r.planned(rollout.Plan{Status: &fleet.ConfigPoolStatus{Wave: 1}, Record: true})
	r.expect(0)
	edit(r, deleted, func(p *fleet.ConfigPool) { p.Finalizers = nil })
	var seen rollout.Snapshot
	r.pools.decide = func(s rollout.Snapshot) rollout.Plan {
		seen = s
		return rollout.Plan{Delete: s.Copies}
	}
	r.expect(0, "delete ConfigMap relay-1")
	if want := []rollout.Copy{{Name: "relay-1", UID: made.UID, ResourceVersion: made.ResourceVersion, Digest: "d",
		Key: "relay.yaml", TakenFor: "pool/1"}}; seen.Pool != nil || seen.Name != "relay" || differ(seen.Copies, want) {
		t.Errorf("%+v, want %+v", seen, want)
	}
}
