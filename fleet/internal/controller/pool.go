package controller

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/tools/events"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/configgen/configgen/fleet/internal/rollout"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// pools makes the passes over pools. Its Client reads from informers.
type pools struct {
	client.Client
	live   client.Reader
	events events.EventRecorder
	now    func() time.Time
	decide func(rollout.Snapshot) rollout.Plan
	// nodeNamespaces are the namespaces whose assignments have the names of Nodes.
	nodeNamespaces []string
	contents       contents
	memory         memory
}

// atOnce is how many assignments a pass moves. The next one looks again whether more may move.
const atOnce = 25

// mostRecords is how many statuses that follow from each other a pass writes.
const mostRecords = 4

// Reconcile makes one pass over a pool. The pool is read from the server: whoever pauses it or edits its source is
// heard before the next assignment moves, and what another leader decided is never undone.
func (r *pools) Reconcile(ctx context.Context, request ctrl.Request) (ctrl.Result, error) {
	pool := &fleet.ConfigPool{}
	if err := r.live.Get(ctx, request.NamespacedName, pool); apierrors.IsNotFound(err) {
		pool = nil
		r.contents.forget(request.NamespacedName)
		r.memory.forget(request.NamespacedName)
	} else if err != nil || pool.DeletionTimestamp != nil {
		return ctrl.Result{}, err
	}
	snapshot, again, err := r.snapshot(ctx, request.NamespacedName, pool)
	if err != nil {
		return ctrl.Result{}, err
	}
	wait, err := r.step(ctx, request.Namespace, snapshot)
	if apierrors.IsConflict(err) { // The informers are late, or somebody else has written: decide anew.
		return ctrl.Result{RequeueAfter: shortest}, nil
	}
	if err != nil {
		return ctrl.Result{}, err
	}
	return ctrl.Result{RequeueAfter: soonest(again, wait)}, nil
}

// soonest is the shorter of two times. Zero is never.
func soonest(a, b time.Duration) time.Duration {
	if a == 0 || b == 0 {
		return max(a, b)
	}
	return min(a, b)
}

// step does what is decided until that waits for something, and returns for how long. A status that the next decision
// builds on is on the server before that decision is made.
func (r *pools) step(ctx context.Context, namespace string, s rollout.Snapshot) (time.Duration, error) {
	for range mostRecords {
		plan := r.decide(s)
		copied := plan.Copy != nil
		if copied {
			problem, err := r.copyContent(ctx, s.Pool, *plan.Copy)
			if err != nil {
				return 0, err
			}
			if s.CopyProblem = problem; problem != "" {
				plan = r.decide(s)
			}
		}
		if plan.Status != nil {
			var err error
			if s.Pool, err = r.write(ctx, s.Pool, *plan.Status); err != nil {
				return 0, client.IgnoreNotFound(err)
			}
		}
		switch {
		case s.CopyProblem != "":
			return soonest(retry, plan.After), nil
		case copied: // It has to be in the informer for the next decision.
			return shortest, nil
		case !plan.Record:
			return r.act(ctx, namespace, s.Pool, plan)
		}
	}
	return shortest, nil
}

// act moves assignments, deletes copies, and removes assignments whose Nodes have gone. It returns when the next pass
// is needed. While it moves assignments, it looks each second whether the pool has changed.
func (r *pools) act(ctx context.Context, namespace string, pool *fleet.ConfigPool, plan rollout.Plan) (
	time.Duration, error) {
	after := plan.After
	if len(plan.Assign) > 0 {
		after = shortest
	}
	var failed []error
	looked := r.now()
	for _, a := range plan.Assign[:min(atOnce, len(plan.Assign))] {
		if r.now().Sub(looked) >= shortest {
			if changed, err := r.changed(ctx, pool); changed || err != nil {
				return shortest, errors.Join(append(failed, err)...)
			}
			looked = r.now()
		}
		if err := r.assign(ctx, namespace, a); err != nil {
			failed = append(failed, fmt.Errorf("assignment %s: %w", a.Name, err))
		}
	}
	for _, c := range plan.Delete {
		made := configMap(namespace, c.Name)
		err := r.Delete(ctx, made, client.Preconditions{UID: &c.UID, ResourceVersion: &c.ResourceVersion})
		if err != nil && !apierrors.IsConflict(err) && !apierrors.IsNotFound(err) {
			failed = append(failed, fmt.Errorf("copy %s: %w", c.Name, err))
		}
	}
	for _, one := range plan.Remove {
		if err := unassign(ctx, r.Client, r.live, namespace, one); err != nil {
			failed = append(failed, fmt.Errorf("assignment %s: %w", one.Name, err))
		}
	}
	return after, errors.Join(failed...)
}

// changed reports whether a pool on the server is another one than when the plan was made.
func (r *pools) changed(ctx context.Context, pool *fleet.ConfigPool) (bool, error) {
	var now fleet.ConfigPool
	err := r.live.Get(ctx, client.ObjectKeyFromObject(pool), &now)
	return now.ResourceVersion != pool.ResourceVersion, client.IgnoreNotFound(err)
}

// assign moves an assignment, if it is as the informer has it, or creates it. If it is not, the next pass decides anew.
// An answer that refuses the move is remembered, so that the next pass moves others.
func (r *pools) assign(ctx context.Context, namespace string, a rollout.Assign) error {
	assignment := &fleet.ConfigAssignment{ObjectMeta: metav1.ObjectMeta{Namespace: namespace, Name: a.Name}}
	var err error
	if a.UID == "" {
		assignment.Labels, assignment.Annotations, assignment.Spec.Source = a.Labels, a.Annotations, &a.Source
		err = r.Create(ctx, assignment)
	} else {
		var patch []byte
		if patch, err = json.Marshal(map[string]any{
			"metadata": map[string]any{"resourceVersion": a.ResourceVersion, "annotations": a.Annotations},
			"spec":     map[string]any{"source": a.Source},
		}); err == nil {
			err = r.Patch(ctx, assignment, client.RawPatch(types.MergePatchType, patch))
		}
	}
	key := client.ObjectKeyFromObject(assignment)
	switch {
	case apierrors.IsConflict(err), apierrors.IsNotFound(err), apierrors.IsAlreadyExists(err):
		ctrl.LoggerFrom(ctx).V(1).Info("Assignment has changed and is decided on again", "assignment", a.Name)
		return nil
	case refusal(err):
		ctrl.LoggerFrom(ctx).Error(err, "Assignment cannot be changed", "assignment", a.Name)
		r.memory.refuse(key, err.Error(), r.now())
		return nil
	case err == nil:
		r.memory.allow(key)
	}
	return err
}

// refusal reports whether the server has refused a write for a reason that concerns its object.
func refusal(err error) bool {
	status := apierrors.APIStatus(nil)
	if !errors.As(err, &status) {
		return false
	}
	switch code := status.Status().Code; code {
	case http.StatusUnauthorized, http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return false
	default:
		return code >= http.StatusBadRequest
	}
}

// write writes the status of a pool if the pool has not changed since it was read, and records the changes as events.
func (r *pools) write(ctx context.Context, pool *fleet.ConfigPool, s fleet.ConfigPoolStatus) (
	*fleet.ConfigPool, error) {
	written := pool.DeepCopy()
	written.Status = s
	if err := r.Status().Update(ctx, written); err != nil {
		return nil, err
	}
	r.tell(ctx, written, pool.Status.Conditions)
	return written, nil
}

// tell makes an event of each reason that is new, and logs it, since events end after an hour. Progressing, Complete
// and Stopped have one reason.
func (r *pools) tell(ctx context.Context, pool *fleet.ConfigPool, before []metav1.Condition) {
	now := pool.Status.Conditions
	for _, of := range []string{fleet.ConditionProgressing, fleet.ConditionSourceChanged} {
		was, is := meta.FindStatusCondition(before, of), meta.FindStatusCondition(now, of)
		if is == nil || was != nil && was.Reason == is.Reason || was == nil && is.Reason == fleet.ReasonAsTaken {
			continue
		}
		kind := corev1.EventTypeNormal
		if of == fleet.ConditionProgressing && meta.IsStatusConditionTrue(now, fleet.ConditionStopped) {
			kind = corev1.EventTypeWarning
		}
		ctrl.LoggerFrom(ctx).Info("The roll-out has changed", "reason", is.Reason, "message", is.Message)
		r.events.Eventf(pool, nil, kind, is.Reason, "RollOut", "%s", shortened(is.Message))
	}
}

// shortened is a text that fits into an event.
func shortened(text string) string {
	const most = 1024
	if len(text) > most {
		return strings.ToValidUTF8(text[:most-len("...")], "") + "..."
	}
	return text
}
