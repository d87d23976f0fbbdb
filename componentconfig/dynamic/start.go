package dynamic

import (
	"errors"
	"fmt"
	"strings"
)

// Layer is where a configuration comes from.
type Layer string

// The layers, in the order in which a start tries them.
const (
	Assigned      Layer = "assigned"
	LastKnownGood Layer = "last-known-good"
	Local         Layer = "local"
)

// Decision is which configuration a start uses, and why.
type Decision struct {
	Layer   Layer
	Payload Payload
	// Digest is empty for Local.
	Digest Digest
	// OnTrial says that this process is an attempt with a configuration that is not confirmed.
	OnTrial bool
	// Attempt and Attempts: this is the Attempt-th of so many starts, when OnTrial.
	Attempt, Attempts int
	// PassedOver are the layers above, and what kept each from being used.
	PassedOver []PassedOver
}

// PassedOver is a layer that a start could not use.
type PassedOver struct {
	Layer  Layer
	Digest Digest
	// Reason is one word in CamelCase, Message a sentence.
	Reason, Message string
}

// Reasons of a PassedOver.
const (
	// ReasonMissing: its checkpoint is not there.
	ReasonMissing = "CheckpointMissing"
	// ReasonDamaged: its checkpoint cannot be read, or its bytes do not have the digest.
	ReasonDamaged = "CheckpointDamaged"
	// ReasonStateLost: which configuration was assigned is not known any more.
	ReasonStateLost = "StateLost"
	// ReasonInvalid: Check has refused it just now.
	ReasonInvalid = "Invalid"
	// ReasonFailed: it has had a bad mark from this build before.
	ReasonFailed = "Failed"
	// ReasonCrashLoop: its attempts are used up, which is found out and marked just now.
	ReasonCrashLoop = "CrashLoop"
	// ReasonNotRecorded: its attempt could not be written to the disk, so it is not tried.
	ReasonNotRecorded = "AttemptNotRecorded"
)

// String is the decision as a sentence for the log.
func (d Decision) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "using the %s configuration", d.Layer)
	if d.Digest != "" {
		fmt.Fprintf(&b, " %s", d.Digest.Short())
	}
	if d.OnTrial {
		fmt.Fprintf(&b, ", on trial (start %d of %d)", d.Attempt, d.Attempts)
	}
	for _, p := range d.PassedOver {
		fmt.Fprintf(&b, "; %s", p.Message)
	}
	return b.String()
}

// Start decides which configuration this process uses: the assigned one, else the last-known-good one, else local. It fails only if Check refuses
// local, which is checked in any case. What this binary has not confirmed is loaded only after the attempt has been counted on disk, so a crash at
// any later moment is one attempt less. Start is called once, before the component is configured.
func (s *Store) Start(local Payload) (Decision, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.started {
		return Decision{}, errors.New("dynamic: Start was called before")
	}
	if err := s.check(local); err != nil {
		return Decision{}, fmt.Errorf("the local configuration is invalid: %w", err)
	}
	s.takeRequests()
	d := Decision{}
	if !s.choose(&d) {
		d.Layer, d.Payload, d.Digest = Local, local, ""
	}
	s.started, s.decision, s.since = true, d, s.now()
	s.note()
	return d, nil
}

func (s *Store) choose(d *Decision) bool {
	if s.assigned != nil {
		if s.assigned.Digest == "" {
			return false
		}
		if s.try(d, Assigned, s.assigned.Digest) {
			return true
		}
	} else if s.good != nil || s.lost {
		d.pass(Assigned, "", ReasonStateLost, "which configuration was assigned is not known any more")
	}
	if s.good == nil || s.assigned != nil && s.assigned.Digest == s.good.Digest {
		return false
	}
	return s.try(d, LastKnownGood, s.good.Digest)
}

func (d *Decision) pass(l Layer, digest Digest, reason, format string, args ...any) bool {
	d.PassedOver = append(d.PassedOver, PassedOver{Layer: l, Digest: digest, Reason: reason, Message: clip(fmt.Sprintf(format, args...), maxReason)})
	return false
}

func (s *Store) try(d *Decision, layer Layer, digest Digest) bool {
	name := fmt.Sprintf("the %s configuration %s", layer, digest.Short())
	payload, err := s.disk.readCheckpoint(digest)
	if err != nil {
		return s.passUnreadable(d, layer, digest, err)
	}
	if f := s.failed(digest); f != nil {
		return d.pass(layer, digest, ReasonFailed, "%s failed at %s: %s", name, stamp(f.Time), f.Reason)
	}
	sure := s.confirmed(digest)
	if !sure {
		if err := s.attempt(digest); err != nil {
			reason := ReasonNotRecorded
			if errors.Is(err, errCrashLoop) {
				reason = ReasonCrashLoop
			}
			return d.pass(layer, digest, reason, "%s is not confirmed and is not tried: %v", name, err)
		}
	}
	local := s.local()
	if err := s.check(payload); err != nil {
		s.refuse(digest, local, !sure, err)
		return d.pass(layer, digest, ReasonInvalid, "%s is invalid: %v", name, err)
	}
	d.Layer, d.Digest, d.Payload = layer, digest, payload
	if !sure {
		s.trial = digest
		d.OnTrial, d.Attempt, d.Attempts = true, s.find(digest).Used, s.opts.Parameters.allowed()
	}
	return true
}

func (s *Store) passUnreadable(d *Decision, layer Layer, digest Digest, err error) bool {
	p := unreadable(layer, digest, err)
	if s.readOnly == nil && p.Reason == ReasonDamaged {
		if qerr := s.disk.quarantine(checkpointSlot, checkpointDir, string(digest)); qerr != nil {
			s.warn("the damaged checkpoint %s could not be moved away: %v", digest.Short(), qerr)
		}
	}
	d.PassedOver = append(d.PassedOver, p)
	return false
}

// unreadable is a layer whose checkpoint cannot be read.
func unreadable(layer Layer, digest Digest, err error) PassedOver {
	name := fmt.Sprintf("the checkpoint of the %s configuration %s", layer, digest.Short())
	if errors.Is(err, errMissing) {
		return PassedOver{layer, digest, ReasonMissing, name + " is missing"}
	}
	return PassedOver{layer, digest, ReasonDamaged, clip(fmt.Sprintf("%s is damaged: %v", name, err), maxReason)}
}

var errCrashLoop = errors.New("crash loop")

// attempt counts a start with an unconfirmed configuration, or says why there may be none.
func (s *Store) attempt(digest Digest) error {
	if s.readOnly != nil {
		return s.readOnly
	}
	p := s.opts.Parameters
	if e := s.find(digest); e != nil && e.Used >= p.allowed() {
		err := fmt.Errorf("%w: %d starts did not lead to a confirmation (threshold %d)", errCrashLoop, e.Used, p.CrashLoopThreshold)
		s.fail(digest, "", err.Error())
		return err
	}
	return s.begin(digest)
}

// check calls the component's Check, so that a panic there is a finding.
func (s *Store) check(p Payload) (err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("checking it panicked: %v", r)
		}
	}()
	return s.opts.Check(p)
}
