package dynamic

import (
	"fmt"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// ConditionType is the type of the condition in a Kubernetes status.
const ConditionType = "ConfigOK"

// Condition is ConfigOK of the proposal. It is True if the configuration in use is the intended one and nothing is
// known against it, False if the intended one is known to be bad or could not be used, and Unknown if neither can be
// said. A configuration on its first trial is True, because it has passed every check; it is Unknown once a start with
// it has crashed.
type Condition struct {
	Status metav1.ConditionStatus `json:"status"`
	Reason Reason                 `json:"reason"`
	// Message is a sentence or two.
	Message string `json:"message"`
}

// Reason is why a condition has its status: one word in CamelCase.
type Reason string

// Reasons of a condition that is True.
const (
	// ReasonAssigned: the assigned configuration is in use and confirmed.
	ReasonAssigned Reason = "Assigned"
	// ReasonLocal: nothing is assigned.
	ReasonLocal Reason = "Local"
	// ReasonOnTrial: the assigned configuration is in use and not confirmed yet.
	ReasonOnTrial Reason = "OnTrial"
)

// Reasons of a condition that is Unknown.
const (
	// ReasonOnTrialAfterCrash: the assigned configuration is on trial, and an earlier start with it crashed.
	ReasonOnTrialAfterCrash Reason = "OnTrialAfterCrash"
	// ReasonRestartPending: the next start uses another configuration than this process.
	ReasonRestartPending Reason = "RestartPending"
	// ReasonSourceUnavailable: the source cannot be read, so the intended configuration is not known.
	ReasonSourceUnavailable Reason = "SourceUnavailable"
	// ReasonReadOnly: this process cannot take an assignment.
	ReasonReadOnly Reason = "ReadOnly"
	// ReasonAssignmentNotStored: what the source wants could not be written to the disk.
	ReasonAssignmentNotStored Reason = "AssignmentNotStored"
	// ReasonConfirmationNotStored: the configuration in use has passed its trial, which could not be written to the disk.
	ReasonConfirmationNotStored Reason = "ConfirmationNotStored"
)

// Reasons of a condition that is False.
const (
	// ReasonRejected: what the source wants was rejected; what was assigned before stays.
	ReasonRejected Reason = "Rejected"
	// ReasonInvalid: Check refused the assigned configuration at this start.
	ReasonInvalid Reason = "Invalid"
	// ReasonFailed: it failed with this build before.
	ReasonFailed Reason = "Failed"
	// ReasonCrashLoop: its attempts are used up.
	ReasonCrashLoop Reason = "CrashLoop"
	// ReasonEarlyExits: the process was asked to end before the trial was over, too often in a row.
	ReasonEarlyExits Reason = "EarlyExits"
	// ReasonAttemptNotRecorded: its attempt could not be written to the disk, so it is not tried.
	ReasonAttemptNotRecorded Reason = "AttemptNotRecorded"
	// ReasonCheckpointMissing: its checkpoint does not exist.
	ReasonCheckpointMissing Reason = "CheckpointMissing"
	// ReasonCheckpointDamaged: its checkpoint cannot be read, or its bytes do not have the digest.
	ReasonCheckpointDamaged Reason = "CheckpointDamaged"
	// ReasonUnreadable: the disk could not read its checkpoint, or the record of the assigned configuration.
	ReasonUnreadable Reason = "Unreadable"
	// ReasonStateLost: the record of the assigned configuration is lost.
	ReasonStateLost Reason = "StateLost"
)

// reasonStarting is the reason that other processes see while the owner of the state directory reads its source or
// decides which configuration to use. The status that a component reports never has it.
const reasonStarting Reason = "Starting"

// reasonAssignmentPending is Unknown: what the source wants is being checked or stored, or could not be.
const reasonAssignmentPending Reason = "AssignmentPending"

// reasons returns the reasons that a condition can have.
func reasons() []Reason {
	return []Reason{
		ReasonAssigned, ReasonLocal, ReasonOnTrial,
		ReasonOnTrialAfterCrash, ReasonRestartPending, ReasonSourceUnavailable, ReasonReadOnly, ReasonAssignmentNotStored,
		ReasonConfirmationNotStored,
		ReasonRejected, ReasonInvalid, ReasonFailed, ReasonCrashLoop, ReasonEarlyExits, ReasonAttemptNotRecorded,
		ReasonCheckpointMissing, ReasonCheckpointDamaged, ReasonUnreadable, ReasonStateLost,
		reasonStarting, reasonAssignmentPending,
	}
}

const messageStateLost = "the record of the assigned configuration is lost"

func because(status metav1.ConditionStatus, reason Reason, format string, args ...any) Condition {
	return Condition{status, reason, fmt.Sprintf(format, args...)}
}

// condition decides in the order of what an operator has to know first.
func (v view) condition() Condition {
	if !v.state.Started {
		return v.inspected()
	}
	d, want := v.decision, v.desired
	over := v.passedOver()
	switch {
	case want.rejected != "":
		return because(metav1.ConditionFalse, ReasonRejected, "%s; configuration %s was rejected: %s",
			v.uses(), want.digest.Short(), want.rejected)
	case want.unread != "" && want.invalid:
		return v.unavailable()
	case v.state.Failed(d.Digest) != nil:
		return because(metav1.ConditionFalse, ReasonFailed, "configuration %s failed and is not used by the next start: %s",
			d.Digest.Short(), v.state.Failed(d.Digest).Reason)
	case v.pending():
		return because(metav1.ConditionUnknown, ReasonRestartPending,
			"%s; another configuration is assigned and is used by the next start", v.uses())
	case len(over) > 0 && over[0].Reason == ReasonSourceUnavailable:
		return Condition{metav1.ConditionUnknown, ReasonSourceUnavailable, d.String()}
	case len(over) > 0:
		return Condition{metav1.ConditionFalse, over[0].Reason, d.String()}
	case v.state.Trial != "" && d.Attempt > 1:
		return because(metav1.ConditionUnknown, ReasonOnTrialAfterCrash, "%s; earlier starts with it crashed", v.uses())
	case want.unread != "":
		return v.unavailable()
	case v.readOnly != nil:
		return because(metav1.ConditionUnknown, ReasonReadOnly, "%s; %v", v.uses(), v.readOnly)
	case want.unstored != "":
		return because(metav1.ConditionUnknown, ReasonAssignmentNotStored,
			"%s; the assignment of the source could not be stored: %s", v.uses(), want.unstored)
	case want.known && !v.state.Wants(want.digest) && !(want.digest == "" && v.state.NothingAssigned()):
		return because(metav1.ConditionUnknown, reasonAssignmentPending,
			"%s; what the source assigns is being checked or stored", v.uses())
	case v.unconfirmed != "":
		return because(metav1.ConditionUnknown, ReasonConfirmationNotStored,
			"%s; it has passed its trial, and that could not be stored: %s", v.uses(), v.unconfirmed)
	case v.state.Trial != "":
		return Condition{metav1.ConditionTrue, ReasonOnTrial, v.uses()}
	case d.Layer == LayerLocal:
		return Condition{metav1.ConditionTrue, ReasonLocal, "using the local configuration; no other configuration is " +
			"assigned"}
	}
	return Condition{metav1.ConditionTrue, ReasonAssigned, v.uses() + ", which is confirmed"}
}

func (v view) unavailable() Condition {
	return because(metav1.ConditionUnknown, ReasonSourceUnavailable, "%s; the source cannot be read: %s", v.uses(),
		v.desired.unread)
}

// layer is where the configuration in use comes from now: what a start fell back to may have been assigned since.
func (v view) layer() Layer {
	if v.decision.Digest != "" && v.state.Wants(v.decision.Digest) {
		return LayerAssigned
	}
	return v.decision.Layer
}

// uses tells what is in use.
func (v view) uses() string {
	d := v.decision
	d.Layer, d.OnTrial, d.PassedOver = v.layer(), v.state.Trial != "", nil
	return d.String()
}

// passedOver is what the start had to pass over, as long as that matters: no longer when the source wants what is in
// use.
func (v view) passedOver() []passedOver {
	if v.state.Wants(v.decision.Digest) {
		return nil
	}
	return v.decision.PassedOver
}

// pending reports whether a restart would use another configuration than this process does.
func (v view) pending() bool {
	a := v.state.Assigned
	if a == nil || a.Digest == v.decision.Digest {
		return false
	}
	for _, p := range v.decision.PassedOver {
		if p.Layer == LayerAssigned && p.Digest == a.Digest {
			return v.resolved(p)
		}
	}
	return true
}

// resolved reports whether the reason why a layer was not used no longer holds: its failure record was cleared or does
// not hold for the present layers, its checkpoint was written again, the disk can be written, the source was read.
func (v view) resolved(p passedOver) bool {
	switch p.Reason {
	case ReasonCheckpointMissing, ReasonCheckpointDamaged:
		return v.repaired == p.Digest
	case ReasonSourceUnavailable:
		return v.desired.known && v.desired.unread == ""
	case ReasonFailed, ReasonCrashLoop, ReasonEarlyExits, ReasonInvalid:
		return v.state.Failed(p.Digest) == nil
	case ReasonAttemptNotRecorded:
		e, _ := v.state.Entry(p.Digest)
		tried := v.state.Failed(p.Digest) == nil && e.Used < v.state.AllowedFor(p.Digest) && v.unread[store.LedgerFile] == nil
		return tried && v.readOnly == nil && !v.dir.Unsure(store.LedgerFile)
	}
	return false
}

// inspected returns the condition for a process that has not made a decision: the condition of the process that owns
// the directory if it is known, otherwise a condition about the next start, from the state files.
func (v view) inspected() Condition {
	a := v.state.Assigned
	switch {
	case v.other != nil && v.other.Condition.Status != "":
		return v.other.Condition
	case v.unread[store.AssignedFile] != nil:
		return because(metav1.ConditionFalse, ReasonUnreadable, "%v", v.unread[store.AssignedFile])
	case v.state.AssignmentLost():
		return Condition{metav1.ConditionFalse, ReasonStateLost, messageStateLost}
	case a == nil || a.Digest == "":
		return Condition{metav1.ConditionTrue, ReasonLocal, "no configuration is assigned; the local configuration is used"}
	}
	name := "configuration " + a.Digest.Short()
	verdict := v.state.Judge(a.Digest)
	if verdict == protocol.Failed {
		return v.inspectedFailure(name, v.state.Failed(a.Digest))
	}
	if _, err := v.dir.ReadCheckpoint(a.Digest); err != nil {
		p := unreadable(LayerAssigned, a.Digest, err)
		return Condition{metav1.ConditionFalse, p.Reason, p.Message}
	}
	if verdict == protocol.Confirmed {
		return Condition{metav1.ConditionTrue, ReasonAssigned, name + " is assigned and confirmed"}
	}
	e, _ := v.state.Entry(a.Digest)
	switch allowed := v.allowed(e); {
	case verdict == protocol.Exhausted && (e.Used >= allowed || e.Used < v.state.AllowedFor(a.Digest)):
		used := exhaustion(v.state, a.Digest)
		return because(metav1.ConditionFalse, used.reason, "%s is assigned and not used by the next start: %s",
			name, used.text)
	case e.Used >= allowed:
		return because(metav1.ConditionFalse, ReasonCrashLoop,
			"%s is assigned and not used by the next start: all %d allowed starts ended before it was confirmed", name, e.Used)
	case e.Used == 0 && e.Returned == 0: // No start has used it: the last one used another configuration.
		return because(metav1.ConditionUnknown, ReasonRestartPending, "%s is assigned and is used by the next start", name)
	case e.Used == 0:
		return Condition{metav1.ConditionTrue, ReasonOnTrial, name + " is assigned and not confirmed yet"}
	default:
		return because(metav1.ConditionUnknown, ReasonOnTrialAfterCrash,
			"%s is assigned and not confirmed: %d of %d allowed starts crashed", name, e.Used, allowed)
	}
}

// inspectedFailure: the layers above a configuration are not known to a process that only inspects the directory.
func (v view) inspectedFailure(name string, f *store.Mark) Condition {
	text := ""
	if f.Overlay != "" {
		text = "; the next start checks it again if the drop-in files or the command line have changed since"
	}
	return because(metav1.ConditionFalse, ReasonFailed, "%s failed at %s: %s%s", name, stamp(f.Time), f.Reason, text)
}
