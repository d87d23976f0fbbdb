package rollout

import (
	"k8s.io/apimachinery/pkg/labels"

	"github.com/configgen/configgen/fleet/v1alpha1"
)

// State is where an instance is with the revision of its pool.
type State string

// The states.
const (
	Updated State = "Updated"
	// Waiting: its turn has not come.
	Waiting State = "Waiting"
	// Trial: it was moved, and has not answered.
	Trial State = "Trial"
	Bad   State = "Bad"
	// Unavailable: its Node is not ready, or it has not settled on an earlier revision.
	Unavailable State = "Unavailable"
	// Skipped: it is left alone.
	Skipped State = "Skipped"
)

// Instance is an instance as a pool sees it.
type Instance struct {
	Name  string `json:"name"`
	State State  `json:"state"`
	// Reason is the reason of the condition ConfigOK, NodeNotReady, StatusUnreadable, NoReport, or the reason to skip the
	// instance.
	Reason string `json:"reason,omitempty"`
	// Message is a sentence. It is empty for an instance that waits for its turn, and for one that is updated.
	Message string `json:"message,omitempty"`
}

// Instances returns the instances that a pool selects: first the instances that it moves, in the order of their turns,
// then the skipped ones. It does not use Source and Copies of w.
func Instances(w Snapshot) (all []Instance) {
	d := newDecision(w)
	d.look()
	for _, i := range d.instances {
		one := Instance{i.Name, Waiting, "NoReport", i.says()}
		if c := configOK(i.ConfigAssignment); c != nil && i.Status.ObservedGeneration == i.Generation {
			one.Reason = c.Reason
		}
		if i.Unreadable != "" {
			one.Reason = v1alpha1.LossStatusUnreadable
		}
		if i.unready {
			one.Reason = v1alpha1.LossNodeNotReady
		}
		switch has := d.has(i); {
		case has && i.state == bad:
			one.State = Bad
		case i.unready, !has && i.unavailable():
			one.State = Unavailable
		case has && i.state == settled:
			one.State, one.Message = Updated, ""
		case has:
			one.State = Trial
		case i.state == settled:
			one.Message = ""
		}
		all = append(all, one)
	}
	for _, n := range d.skipped {
		all = append(all, Instance{n.name, Skipped, n.reason, n.text[1:]})
	}
	return all
}

// Selects reports whether a pool selects an instance with some labels.
func Selects(p *v1alpha1.ConfigPool, of map[string]string) bool {
	return selectorOf(p).Matches(labels.Set(of))
}
