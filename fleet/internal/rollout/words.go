package rollout

import (
	"cmp"
	"fmt"
	"strings"
	"time"

	"k8s.io/apimachinery/pkg/api/meta"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/fleet/v1alpha1"
)

// report fills in the counts and conditions of the status.
func (d *decision) report(now phase) {
	for _, i := range d.instances {
		if d.has(i) && i.state == settled && !i.unready {
			d.status.Updated++
		}
		if d.has(i) && i.state == bad {
			d.status.Bad++
		}
		if i.unavailable() {
			d.status.Unavailable++
		}
		if i.wait > 0 {
			d.wake(i.wait)
		}
	}
	d.status.Skipped, d.status.NotReady = int32(len(d.skipped)), d.notReady()
	d.status.Instances = d.total()
	if len(d.skipped) > 0 {
		now.message += fmt.Sprintf("; %s left alone: %s", are(len(d.skipped)), examples(d.skipped))
	}
	d.condition(v1alpha1.ConditionProgressing, now.progresses(), now)
	d.condition(v1alpha1.ConditionComplete, now.reason == v1alpha1.ReasonComplete, now)
	d.condition(v1alpha1.ConditionStopped, now.stopped(), now)
	source := d.source()
	d.condition(v1alpha1.ConditionSourceChanged, source.reason != v1alpha1.ReasonAsTaken, source)
}

func (d *decision) condition(name string, is bool, p phase) {
	c := metav1.Condition{Type: name, Status: metav1.ConditionFalse, Reason: p.reason, Message: p.message,
		ObservedGeneration: d.Pool.Generation, LastTransitionTime: *d.now()}
	if is {
		c.Status = metav1.ConditionTrue
	}
	meta.SetStatusCondition(&d.status.Conditions, c)
}

// source compares what the source has now with what was taken from it.
func (d *decision) source() phase {
	spec, taken := d.Pool.Spec.Source, d.status.Source
	switch {
	case d.Pool.Unreadable != "" || taken == nil || taken.PoolSource != spec || spec.Digest != "" ||
		d.Source.Digest == d.status.Revision:
		return phase{v1alpha1.ReasonAsTaken, ""}
	case d.Source.Problem != "":
		return phase{v1alpha1.ReasonSourceMissing, d.Source.Problem + "; the instances use the copy of the pool"}
	}
	return phase{v1alpha1.ReasonSourceEdited, fmt.Sprintf("the ConfigMap %s has the digest %s now, which no "+
		"instance gets: to roll it out, set spec.source.digest to it", spec.Name, d.Source.Digest)}
}

// name names the revision that is rolled out.
func (d *decision) name() string { return "revision " + short(d.status.Revision) }

// rolling is the phase of a wave that is not over.
func (d *decision) rolling(w wave, blocked bool) phase {
	text := fmt.Sprintf("%s, wave %d of %d: %d of %s confirmed it", d.name(), w.number, w.of, w.confirmed,
		have(max(w.size, w.members)))
	switch {
	case len(w.onTrial) > 0:
		text += "; waiting for " + names(w.onTrial)
	case len(w.pending) > 0 && d.countUnavailable() < d.maxUnavailable():
		text += "; about to move " + names(w.pending)
	case blocked || len(w.pending) > 0:
		text += fmt.Sprintf("; no other one is moved while %d are unavailable (spec.rollout.maxUnavailable allows %d)%s",
			d.countUnavailable(), d.maxUnavailable(), d.unfinished())
	case w.size == 0:
		text += "; no Node of an instance is ready"
	}
	text += d.tolerated()
	if r := d.current(); r.Message != "" {
		text += fmt.Sprintf("; it was stopped before (%s), and an instance that has failed with it refuses it until its "+
			"binary changes or somebody runs its command dynamic-config clear", r.Message)
	}
	return phase{v1alpha1.ReasonRollingOut, text}
}

// tolerated is about failures that are too few to stop the roll-out.
func (d *decision) tolerated() string {
	if n := d.failures(d.current()); n > 0 && d.current().Outcome != v1alpha1.OutcomeComplete {
		return fmt.Sprintf("; %s failed with it so far, and %d stop it: %s", have(n), d.stopAfter(), d.toldLosses(false))
	}
	return ""
}

// over is the beginning of a message about a finished wave.
func (d *decision) over(w wave) string {
	return fmt.Sprintf("%s, wave %d of %d is over; ", d.name(), w.number, w.of)
}

// pausing is the phase after a wave.
func (d *decision) pausing(w wave) phase {
	return phase{v1alpha1.ReasonBetweenWaves, d.over(w) + fmt.Sprintf("the next one begins after a pause of %v, since %s",
		duration(d.Pool.Spec.Rollout.Pause), d.status.WavePassedTime.UTC().Format(time.RFC3339)) + d.tolerated()}
}

// waiting is the phase after a wave that somebody has to approve.
func (d *decision) waiting(w wave) phase {
	return phase{v1alpha1.ReasonWaitingForApproval, d.over(w) + fmt.Sprintf("to begin the next one, set spec.approved to "+
		"digest %s and wave %d", d.status.Revision, w.number+1) + d.tolerated()}
}

// held is the phase in which instances are tried again after a crash.
func (d *decision) held(crashing []*instance) phase {
	text := fmt.Sprintf("%s crashed with %s and %s tried again; no other one is moved until that is over: %s. If the "+
		"revision is bad, set spec.source to content that works", have(len(crashing)), d.name(),
		choose(len(crashing), "is", "are"), d.told(crashing))
	return phase{v1alpha1.ReasonHeld, text}
}

// failed is the phase of a revision that instances have failed with.
func (d *decision) failed(r *v1alpha1.Revision) phase {
	text := r.Message
	if r.Outcome != v1alpha1.OutcomeStopped {
		text = d.failure(r)
	}
	text += ". Set spec.source to content that works"
	if c := d.lastComplete(); c != nil && c.Digest != r.Digest {
		text += fmt.Sprintf(", or spec.source.digest to %s, the revision that was complete last", c.Digest)
	}
	if r.Outcome == v1alpha1.OutcomeStopped {
		text += ". If the revision is good, repair the instances, then change the spec, for example " +
			"spec.rollout.stopAfter, to go on"
	}
	if p := (phase{v1alpha1.ReasonInstancesFailed, text}); d.returning(p) {
		text += fmt.Sprintf(". Instances that have it return to revision %s by themselves", short(d.welcomed.Digest))
	}
	return phase{v1alpha1.ReasonInstancesFailed, text}
}

// failure says which instances have failed with the revision that is rolled out or complete.
func (d *decision) failure(r *v1alpha1.Revision) string {
	failed := d.failures(r)
	switch {
	case r.Outcome == v1alpha1.OutcomeComplete && failed < d.stopAfter():
		return fmt.Sprintf("each instance that reports has failed with %s since it was complete: %s", d.name(),
			d.told(d.having(r.Digest, bad)))
	case r.Outcome == v1alpha1.OutcomeComplete:
		return d.count(failed) + d.told(d.having(r.Digest, bad))
	case failed >= min(d.stopAfter(), mostLosses):
		return d.count(failed) + d.toldLosses(false)
	case d.deleting(r):
		deleted, moved := d.deletions()
		return fmt.Sprintf("%d of %d Nodes that got %s were deleted while they were ready: %s", deleted, moved, d.name(),
			d.toldLosses(true))
	}
	return fmt.Sprintf("no instance of wave %d has confirmed %s: %s", d.status.Wave, d.name(), d.toldLosses(false))
}

// count is the number of failed instances in words.
func (d *decision) count(failed int) string {
	return fmt.Sprintf("%d of %s failed with %s, and spec.rollout.stopAfter is %d: ", failed,
		instances(len(d.instances)), d.name(), d.stopAfter())
}

// toldLosses is what is known of the instances that have failed since the roll-out began, or of those whose Node was
// deleted.
func (d *decision) toldLosses(deleted bool) string {
	var notes []note
	for _, l := range d.status.Losses {
		if (l.Reason == v1alpha1.LossNodeDeleted) != deleted {
			continue
		}
		text := fmt.Sprintf(": %s at %s", l.Reason, l.Time.UTC().Format(time.RFC3339))
		for _, i := range d.instances {
			if i.UID == l.UID && d.loss(i) != "" {
				text = ": " + clip(i.says())
			}
		}
		notes = append(notes, note{name: l.Name, text: text})
	}
	return examples(notes)
}

// empty is the phase of a pool without instances.
func (d *decision) empty() phase {
	if len(d.skipped) > 0 {
		return phase{v1alpha1.ReasonInstancesSkipped, "no instance can be moved"}
	}
	return phase{v1alpha1.ReasonNoInstances, fmt.Sprintf("the selector %s selects no ConfigAssignment of the "+
		"namespace: label assignments so, or create another pool", metav1.FormatLabelSelector(&d.Pool.Spec.Selector))}
}

func (d *decision) selectorInvalid() string {
	if _, err := metav1.LabelSelectorAsSelector(&d.Pool.Spec.Selector); err != nil {
		return fmt.Sprintf("spec.selector is invalid: %v; create another pool", err)
	}
	return ""
}

func (d *decision) countUnavailable() (n int) {
	for _, i := range d.instances {
		if i.unavailable() {
			n++
		}
	}
	return n
}

// unfinished names the instances that are bad or unavailable.
func (d *decision) unfinished() string {
	var all []*instance
	for _, i := range d.instances {
		if i.unavailable() || i.state == bad {
			all = append(all, i)
		}
	}
	if len(all) == 0 {
		return ""
	}
	return fmt.Sprintf("; %s bad or unavailable: %s", are(len(all)), d.told(all))
}

// told is what some instances report.
func (d *decision) told(all []*instance) string {
	var notes []note
	for _, i := range all {
		notes = append(notes, note{name: i.Name, text: ": " + clip(i.says())})
	}
	return examples(notes)
}

// says is what an instance reports, or that it does not.
func (i *instance) says() string {
	text := "has not reported on its present assignment"
	if c := configOK(i.ConfigAssignment); i.Unreadable != "" {
		text = i.Unreadable
	} else if c != nil && i.Status.ObservedGeneration == i.Generation {
		text = cmp.Or(c.Message, c.Reason)
	}
	if i.silent {
		text = "no answer by the deadline (" + text + ")"
	}
	return text + i.nodeSays()
}

// nodeSays says that the Node of an instance is not ready, if it is not.
func (i *instance) nodeSays() string {
	switch {
	case !i.unready:
		return ""
	case i.node.Since.IsZero():
		return " (its Node is not ready)"
	}
	return fmt.Sprintf(" (its Node is not ready since %s)", i.node.Since.UTC().Format(time.RFC3339))
}

// most is how many examples a message has.
const most = 3

func examples(notes []note) string {
	var texts []string
	for _, n := range notes[:min(len(notes), most)] {
		texts = append(texts, n.name+n.text)
	}
	return more(texts, len(notes))
}

func names(all []*instance) string {
	var texts []string
	for _, i := range all[:min(len(all), most)] {
		texts = append(texts, i.Name+i.nodeSays())
	}
	return more(texts, len(all))
}

func more(texts []string, n int) string {
	text := strings.Join(texts, "; ")
	if n > len(texts) {
		text += fmt.Sprintf("; and %d more", n-len(texts))
	}
	return text
}

func clip(text string) string {
	const limit = 400
	if len(text) > limit {
		return strings.ToValidUTF8(text[:limit], "") + "..."
	}
	return text
}

func choose(n int, one, many string) string {
	if n == 1 {
		return one
	}
	return many
}

func instances(n int) string { return fmt.Sprintf("%d %s", n, choose(n, "instance", "instances")) }
func have(n int) string      { return instances(n) + choose(n, " has", " have") }
func are(n int) string       { return instances(n) + choose(n, " is", " are") }
