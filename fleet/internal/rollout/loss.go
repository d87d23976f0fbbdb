package rollout

import (
	"cmp"
	"slices"

	"k8s.io/apimachinery/pkg/types"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/fleet/v1alpha1"
)

// mostLosses is the maximum length of status.losses. A roll-out with as many failures is stopped.
const mostLosses = 1000

// lose records the instances that have failed with the revision since its roll-out began. Unlike the instances, which
// may recover, be replaced or disappear, the record stays until another roll-out begins.
func (d *decision) lose(r *v1alpha1.Revision) {
	if r.Outcome == v1alpha1.OutcomeComplete {
		return
	}
	if d.status.Began == 0 {
		d.status.Began = d.total()
	}
	for _, i := range slices.Concat(d.instances, d.gone) {
		if reason := d.loss(i); reason != "" && len(d.status.Losses) < mostLosses && d.lossOf(i.UID) == "" {
			d.status.Losses = append(d.status.Losses, v1alpha1.Loss{Name: i.Name, UID: i.UID, Reason: reason, Time: *d.now()})
		}
	}
}

// loss is the reason why an instance is a loss of the revision, if it is.
func (d *decision) loss(i *instance) string {
	c := configOK(i.ConfigAssignment)
	switch {
	case !d.has(i):
		return ""
	case slices.Contains(d.gone, i):
		if !d.judgeNode(i) {
			return ""
		}
		if d.Deleted[nodeUID(i.ConfigAssignment)] {
			return v1alpha1.LossNodeDeleted
		}
		return v1alpha1.LossNodeGone
	case i.state != bad:
		return ""
	case d.judgeNode(i):
		return v1alpha1.LossNodeNotReady
	case i.Unreadable != "":
		return v1alpha1.LossStatusUnreadable
	case i.silent:
		return v1alpha1.LossSilent
	}
	return cmp.Or(c.Reason, string(dynamic.ReasonFailed))
}

// lossOf is the recorded reason why an instance is a loss of the revision, if it is.
func (d *decision) lossOf(uid types.UID) string {
	for _, l := range d.status.Losses {
		if l.UID == uid {
			return l.Reason
		}
	}
	return ""
}

// failures counts the instances that have failed with a revision: for the current revision since the roll-out began,
// for another revision the instances that have it now.
func (d *decision) failures(r *v1alpha1.Revision) (n int) {
	if r.Digest != d.status.Revision || r.Outcome == v1alpha1.OutcomeComplete {
		return len(d.having(r.Digest, bad))
	}
	for _, l := range d.status.Losses {
		if l.Reason != v1alpha1.LossNodeDeleted {
			n++
		}
	}
	return n
}

// deletions counts the instances that got the revision, and among them the instances with a Node that was deleted while
// it was ready.
func (d *decision) deletions() (deleted, moved int) {
	for _, i := range d.instances {
		if d.has(i) {
			moved++
		}
	}
	for _, l := range d.status.Losses {
		present := slices.ContainsFunc(d.instances, func(i *instance) bool { return i.UID == l.UID && d.has(i) })
		if !present {
			moved++
		}
		if l.Reason == v1alpha1.LossNodeDeleted {
			deleted++
		}
	}
	return deleted, moved
}

// total counts the instances.
func (d *decision) total() int32 { return int32(len(d.instances) + len(d.skipped)) }

// deleting: far more of the Nodes that got the revision were deleted than of the others.
func (d *decision) deleting(r *v1alpha1.Revision) bool {
	if r.Digest != d.status.Revision || r.Outcome == v1alpha1.OutcomeComplete {
		return false
	}
	deleted, moved := d.deletions()
	others := max(int(d.status.Began)-moved, 1)
	fewer := max(int(d.status.Began-d.total())-deleted, 0)
	return deleted >= 3 && 5*deleted > moved && deleted*others > 3*fewer*moved
}

// removals are the assignments of Nodes that have gone. A loss is in the record before.
func (d *decision) removals() (all []Removal) {
	for _, i := range d.gone {
		all = append(all, Removal{i.Name, i.UID, nodeUID(i.ConfigAssignment)})
	}
	return all
}

// notReady returns the first instances, by name, with a Node that is not ready.
func (d *decision) notReady() (all []v1alpha1.Machine) {
	for _, i := range d.instances {
		if !i.unready {
			continue
		}
		m := v1alpha1.Machine{Name: i.Name}
		if i.Spec.Source != nil {
			m.Digest = i.Spec.Source.Digest
		}
		if since := i.node.Since; !since.IsZero() {
			m.Since = &since
		}
		all = append(all, m)
	}
	slices.SortFunc(all, func(a, b v1alpha1.Machine) int { return cmp.Compare(a.Name, b.Name) })
	return all[:min(len(all), mostNotReady)]
}

// mostNotReady is the maximum length of status.notReady.
const mostNotReady = 20
