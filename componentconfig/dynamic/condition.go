package dynamic

import "fmt"

// ConditionType is the type of the condition in a Kubernetes status.
const ConditionType = "ConfigOK"

// ConditionStatus is that of a Kubernetes condition.
type ConditionStatus string

// The statuses of the ConfigOK condition.
const (
	True    ConditionStatus = "True"
	False   ConditionStatus = "False"
	Unknown ConditionStatus = "Unknown"
)

// Condition is ConfigOK as the proposal has it: True if the configuration in use is the one that is meant and nothing speaks against it, False if the
// one that is meant is known to be bad or could not be used, Unknown if neither can be said. A configuration on its first trial is True, for it has passed every
// check that there is; Unknown once a start with it has died.
type Condition struct {
	Status ConditionStatus `json:"status"`
	// Reason is one word in CamelCase: one of the reasons of Condition, or of PassedOver.
	Reason string `json:"reason"`
	// Message is a sentence or two.
	Message string `json:"message"`
}

// Reasons of a Condition. The others are those of a PassedOver.
const (
	// ReasonAssigned, with True: what is assigned is in use and confirmed.
	ReasonAssigned = "Assigned"
	// ReasonLocal, with True: nothing is assigned.
	ReasonLocal = "Local"
	// ReasonOnTrial, with True: what is assigned is in use and has not been confirmed yet.
	ReasonOnTrial = "OnTrial"
	// ReasonDied, with Unknown: what is assigned is on trial, and an earlier start with it has died.
	ReasonDied = "OnTrialAfterDeath"
	// ReasonRestartPending, with Unknown: the next start uses something else than this process.
	ReasonRestartPending = "RestartPending"
	// ReasonSource, with Unknown: the source cannot be read, so what is meant is not known.
	ReasonSource = "SourceUnavailable"
	// ReasonReadOnly, with Unknown: this process cannot take an assignment up.
	ReasonReadOnly = "ReadOnly"
	// ReasonNotStored, with Unknown: what the source wants could not be written to the disk.
	ReasonNotStored = "AssignmentNotStored"
	// ReasonRejected, with False: what the source wants was refused; what was assigned before stays.
	ReasonRejected = "Rejected"
)

// condition decides in the order of what an operator has to know first.
func (s *Store) condition() Condition {
	if !s.started {
		return s.inspected()
	}
	d := s.decision
	over := s.passedOver()
	switch {
	case s.desired.rejected != "":
		return Condition{False, ReasonRejected, fmt.Sprintf("%s; configuration %s was rejected: %s", s.uses(), s.desired.digest.Short(), s.desired.rejected)}
	case s.failed(d.Digest) != nil:
		return Condition{False, ReasonFailed, fmt.Sprintf("configuration %s failed and is given up by the next start: %s", d.Digest.Short(), s.failed(d.Digest).Reason)}
	case s.pending():
		return Condition{Unknown, ReasonRestartPending, s.uses() + "; another configuration is assigned and is taken up by the next start"}
	case len(over) > 0:
		return Condition{False, over[0].Reason, d.String()}
	case s.trial != "" && d.Attempt > 1:
		return Condition{Unknown, ReasonDied, s.uses() + "; earlier starts with it died"}
	case s.desired.unread != "":
		return Condition{Unknown, ReasonSource, fmt.Sprintf("%s; the source cannot be read: %s", s.uses(), s.desired.unread)}
	case s.readOnly != nil:
		return Condition{Unknown, ReasonReadOnly, fmt.Sprintf("%s; %v", s.uses(), s.readOnly)}
	case s.desired.unstored != "":
		return Condition{Unknown, ReasonNotStored, fmt.Sprintf("%s; what the source says is not taken up: %s", s.uses(), s.desired.unstored)}
	case s.trial != "":
		return Condition{True, ReasonOnTrial, s.uses()}
	case d.Layer == Local:
		return Condition{True, ReasonLocal, "using the local configuration; no other is assigned"}
	}
	return Condition{True, ReasonAssigned, s.uses() + ", which is confirmed"}
}

// layer is where the configuration in use comes from, as things are now: what a start fell back to may have been assigned since.
func (s *Store) layer() Layer {
	if a := s.assigned; a != nil && a.Digest != "" && a.Digest == s.decision.Digest {
		return Assigned
	}
	return s.decision.Layer
}

// uses says what is in use.
func (s *Store) uses() string {
	d := Decision{Layer: s.layer(), Digest: s.decision.Digest, OnTrial: s.trial != "", Attempt: s.decision.Attempt, Attempts: s.decision.Attempts}
	return d.String()
}

// passedOver is what the start had to pass over, as long as that matters: not any more when the source has settled for what is in use.
func (s *Store) passedOver() []PassedOver {
	if s.assigned != nil && s.assigned.Digest == s.decision.Digest {
		return nil
	}
	return s.decision.PassedOver
}

// pending says that a restart would use something else than this process does.
func (s *Store) pending() bool {
	if s.assigned == nil || s.assigned.Digest == s.decision.Digest {
		return false
	}
	for _, p := range s.decision.PassedOver {
		if p.Layer == Assigned && p.Digest == s.assigned.Digest {
			return s.mended(p)
		}
	}
	return true
}

// mended says that what kept a layer from being used is no more: its mark has been cleared or has lapsed, its checkpoint has been written anew, the
// disk takes writes.
func (s *Store) mended(p PassedOver) bool {
	switch p.Reason {
	case ReasonMissing, ReasonDamaged:
		return s.repaired == p.Digest
	case ReasonFailed, ReasonCrashLoop, ReasonInvalid:
		return s.failed(p.Digest) == nil
	case ReasonNotRecorded:
		e := s.find(p.Digest)
		tried := s.failed(p.Digest) == nil && (e == nil || e.Used < s.opts.Parameters.allowed())
		return tried && s.readOnly == nil && !s.unsure[trialsFile]
	}
	return false
}

// inspected is the condition for a process that has made no decision: what the one that owns the folder says, else what the files say about the next start.
func (s *Store) inspected() Condition {
	switch {
	case s.owner != nil && s.owner.Condition.Status != "":
		return s.owner.Condition
	case s.assigned == nil && (s.good != nil || s.lost):
		return Condition{False, ReasonStateLost, "which configuration was assigned is not known any more"}
	case s.assigned == nil || s.assigned.Digest == "":
		return Condition{True, ReasonLocal, "no configuration is assigned; the local one is used"}
	}
	digest := s.assigned.Digest
	name := "configuration " + digest.Short()
	if f := s.failed(digest); f != nil {
		return Condition{False, ReasonFailed, fmt.Sprintf("%s failed at %s: %s", name, stamp(f.Time), f.Reason)}
	}
	if _, err := s.disk.readCheckpoint(digest); err != nil {
		p := unreadable(Assigned, digest, err)
		return Condition{False, p.Reason, p.Message}
	}
	if s.confirmed(digest) {
		return Condition{True, ReasonAssigned, name + " is assigned and confirmed"}
	}
	e := s.find(digest)
	switch {
	case e == nil || e.Used == 0:
		return Condition{True, ReasonOnTrial, name + " is assigned and not confirmed yet"}
	case e.Used >= s.allowed(e):
		return Condition{False, ReasonCrashLoop, fmt.Sprintf("%s is assigned and given up by the next start: all of its %d starts ended before it was confirmed", name, e.Used)}
	}
	return Condition{Unknown, ReasonDied, fmt.Sprintf("%s is assigned and not confirmed: %d of the %d starts that it may have died", name, e.Used, s.allowed(e))}
}
