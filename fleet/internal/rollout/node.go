package rollout

import corev1 "k8s.io/api/core/v1"

// NodeOf returns the properties of a Node that decisions depend on.
func NodeOf(n *corev1.Node) Node {
	of := Node{UID: n.UID, Labels: n.Labels}
	for _, c := range n.Status.Conditions {
		if c.Type == corev1.NodeReady {
			of.Ready, of.Since = c.Status == corev1.ConditionTrue, c.LastTransitionTime
		}
	}
	return of
}
