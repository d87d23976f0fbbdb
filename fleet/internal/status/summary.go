package status

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	corev1 "k8s.io/api/core/v1"
	apierrors "k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/meta"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	"github.com/configgen/configgen/fleet/internal/rollout"
	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// Summary is what is known of a pool.
type Summary struct {
	Namespace string `json:"namespace"`
	Pool      string `json:"pool"`
	// Complete: all instances have the configuration that the spec asks for.
	Complete bool `json:"complete"`
	// Reason is the reason of the conditions Progressing, Complete and Stopped.
	Reason string `json:"reason"`
	// Messages say how far the pool is, and what to do.
	Messages []string `json:"messages"`
	// Status is the status of the pool, as the controller has written it.
	Status fleet.ConfigPoolStatus `json:"status"`
	// Differing are the instances that do not have the configuration, in the order in which they are moved.
	Differing []rollout.Instance `json:"differing"`
}

func newScheme() (*runtime.Scheme, error) {
	scheme := runtime.NewScheme()
	for _, add := range []func(*runtime.Scheme) error{corev1.AddToScheme, fleet.AddToScheme} {
		if err := add(scheme); err != nil {
			return nil, err
		}
	}
	return scheme, nil
}

// read asks the server about a pool and its instances.
func read(ctx context.Context, reader client.Reader, key client.ObjectKey) (*Summary, error) {
	var pools fleet.ConfigPoolList
	var assignments fleet.ConfigAssignmentList
	for _, list := range []client.ObjectList{&pools, &assignments} {
		if err := reader.List(ctx, list, client.InNamespace(key.Namespace)); err != nil {
			return nil, refused(err, key.Namespace)
		}
	}
	w := rollout.Snapshot{Name: key.Name, Now: time.Now()}
	for i := range pools.Items {
		w.Pools = append(w.Pools, &pools.Items[i])
		if pools.Items[i].Name == key.Name {
			w.Pool = &pools.Items[i]
		}
	}
	if w.Pool == nil {
		return nil, unknown(key, w.Pools)
	}
	for i := range assignments.Items {
		w.Assignments = append(w.Assignments, &assignments.Items[i])
	}
	var err error
	if w.Nodes, err = nodes(ctx, reader, w); err != nil {
		return nil, err
	}
	return summarize(w), nil
}

// summarize returns the summary of a pool.
func summarize(w rollout.Snapshot) *Summary {
	st := w.Pool.Status
	s := &Summary{Namespace: w.Pool.Namespace, Pool: w.Pool.Name, Status: st, Differing: []rollout.Instance{}}
	c := meta.FindStatusCondition(st.Conditions, fleet.ConditionProgressing)
	if c == nil || st.ObservedGeneration != w.Pool.Generation {
		s.Reason, s.Messages = "NotSeen", []string{fmt.Sprintf("config-fleet has not seen the pool as it is now: check "+
			"that it runs, and that cache.namespaces in its configuration is empty or has %s", s.Namespace)}
	} else {
		s.Complete = meta.IsStatusConditionTrue(st.Conditions, fleet.ConditionComplete)
		s.Reason, s.Messages = c.Reason, []string{c.Message}
	}
	if c := meta.FindStatusCondition(st.Conditions, fleet.ConditionSourceChanged); c != nil && c.Status == "True" {
		s.Messages = append(s.Messages, c.Message)
	}
	for _, i := range rollout.Instances(w) {
		if i.State != rollout.Updated {
			s.Differing = append(s.Differing, i)
		}
	}
	return s
}

// nodes are the Nodes of the cluster. It is nil if config-fleet makes no assignments for nodes, or they cannot be read.
func nodes(ctx context.Context, reader client.Reader, w rollout.Snapshot) (map[string]rollout.Node, error) {
	selected := 0
	ofNodes := false
	for _, a := range w.Assignments {
		if rollout.Selects(w.Pool, a.Labels) {
			_, ofNode := a.Annotations[fleet.NodeAnnotation]
			ofNodes = ofNodes || ofNode
			selected++
		}
	}
	if !ofNodes && int(w.Pool.Status.Instances) <= selected {
		return nil, nil
	}
	var list corev1.NodeList
	if err := reader.List(ctx, &list); err != nil {
		if apierrors.IsForbidden(err) {
			return nil, nil
		}
		return nil, err
	}
	all := map[string]rollout.Node{}
	for i := range list.Items {
		all[list.Items[i].Name] = rollout.NodeOf(&list.Items[i])
	}
	return all, nil
}

// refused returns an error of the server with advice.
func refused(err error, namespace string) error {
	if apierrors.IsForbidden(err) {
		return fmt.Errorf("ask for the rights to list configpools and configassignments in the namespace %s: %w",
			namespace, err)
	}
	return Explain(err)
}

// Explain returns err in words that say what to do, if the server does not answer, refuses the credentials, or does not
// know the definitions in fleet/manifests.
func Explain(err error) error {
	unknown, unanswered := new(meta.NoKindMatchError), new(url.Error)
	switch {
	case errors.As(err, &unknown):
		return fmt.Errorf("the API server does not know the group %s: apply the definitions in fleet/manifests",
			unknown.GroupKind.Group)
	case errors.As(err, &unanswered):
		return fmt.Errorf("the API server does not answer: check --kubeconfig or KUBECONFIG: %w", unanswered)
	case apierrors.IsUnauthorized(err):
		return errors.New("the API server refuses the credentials: check the token or the certificate that --kubeconfig, " +
			"KUBECONFIG or the service account has, and whether it has expired")
	}
	return err
}

// unknown says which pools there are.
func unknown(key client.ObjectKey, pools []*fleet.ConfigPool) error {
	if len(pools) == 0 {
		return fmt.Errorf("there is no pool in the namespace %s: specify another one with -n", key.Namespace)
	}
	var names []string
	for _, p := range pools {
		names = append(names, p.Name)
	}
	return fmt.Errorf("there is no pool %s in the namespace %s: specify one of %s, or another namespace with -n",
		key.Name, key.Namespace, strings.Join(names, ", "))
}
