package dynamic

import (
	"errors"
	"fmt"
	"strings"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// Layer is where a configuration comes from.
type Layer string

// The layers, in the order in which a start tries them.
const (
	LayerAssigned      Layer = "assigned"
	LayerLastKnownGood Layer = "last-known-good"
	LayerLocal         Layer = "local"
)

// decision is which configuration a start uses, and why.
type decision struct {
	Layer   Layer
	Payload store.Payload
	// Digest is empty for the local configuration.
	Digest store.Digest
	// OnTrial: this process is an attempt with a configuration that is not confirmed.
	OnTrial bool
	// Attempt and Attempts: with OnTrial, this is start Attempt of Attempts.
	Attempt, Attempts int
	// PassedOver are the layers above, and what kept each from being used.
	PassedOver []passedOver
}

// passedOver is a layer that a start could not use.
type passedOver struct {
	Layer   Layer
	Digest  store.Digest
	Reason  Reason
	Message string
}

// String is the decision as a sentence for the log.
func (d decision) String() string {
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

// Start decides which configuration this process uses and returns it: the assigned one, otherwise the last-known-good
// one, otherwise local. It returns an error only if Check refuses local, which is checked in any case. What this build
// has not confirmed is loaded only after the attempt has been counted on disk, so a crash at any later moment leaves
// one attempt less. If Sync could not read the source, it is not loaded at all, unless this build has confirmed nothing
// else: it may be what keeps the component from its source, as the proposal says. Start is called once, before the
// component is configured.
func (c *Controller) Start(local Payload) (Payload, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	j := c.journal
	if j.state.Started {
		return Payload{}, errors.New("dynamic: Start was called before")
	}
	if _, err := c.check(local.stored); err != nil {
		return Payload{}, fmt.Errorf("the local configuration is invalid: %w", err)
	}
	takeRequests(c)
	d := decision{}
	if !choose(c, &d) {
		d.Layer, d.Payload, d.Digest = LayerLocal, local.stored, ""
	}
	j.state.Started, j.state.Active, c.intact = true, d.Digest, store.Payload{}
	c.decision, c.since = d, j.now()
	c.note()
	return Payload{d.Payload}, nil
}

func choose(c *Controller, d *decision) bool {
	if c.journal.readOnly == nil {
		c.journal.usable() //nolint:errcheck // What is still unread is passed over.
	}
	if err := c.journal.unread[store.AssignedFile]; err != nil {
		d.pass(LayerAssigned, "", ReasonUnreadable, "%v", err)
	} else if c.journal.state.AssignmentLost() {
		d.pass(LayerAssigned, "", ReasonStateLost, "%s", messageStateLost)
	}
	for _, candidate := range c.journal.state.Candidates() {
		layer := LayerAssigned
		if candidate.Good {
			layer = LayerLastKnownGood
		}
		if try(c, d, layer, candidate.Digest) {
			return true
		}
	}
	return false
}

func (d *decision) pass(l Layer, digest store.Digest, reason Reason, format string, args ...any) bool {
	message := store.Clip(fmt.Sprintf(format, args...))
	d.PassedOver = append(d.PassedOver, passedOver{Layer: l, Digest: digest, Reason: reason, Message: message})
	return false
}

// try reports whether a layer is used, and completes the decision.
func try(c *Controller, d *decision, layer Layer, digest store.Digest) bool {
	j, name := c.journal, fmt.Sprintf("the %s configuration %s", layer, digest.Short())
	payload, err := c.intact, error(nil)
	if payload.Digest() != digest {
		payload, err = j.dir.ReadCheckpoint(digest)
	}
	if err != nil {
		return passUnreadable(j, d, layer, digest, err)
	}
	verdict := j.judge(digest)
	if verdict == protocol.Failed {
		f := j.failed(digest)
		return d.pass(layer, digest, ReasonFailed, "%s failed at %s: %s", name, stamp(f.Time), f.Reason)
	}
	counted := verdict != protocol.Confirmed
	if why := c.desired.unread; why != "" && verdict == protocol.Untried && j.state.Doubtful(j.overlay) == digest {
		return d.pass(layer, digest, ReasonSourceUnavailable, "%s is not confirmed, and is not tried while the source "+
			"cannot be read: %s", name, why)
	}
	if counted {
		if err := attempt(c, digest); err != nil {
			reason, text := ReasonAttemptNotRecorded, "is not confirmed and is not tried"
			var used exhausted
			if errors.As(err, &used) {
				reason, text = used.reason, "is not tried any more"
			}
			return d.pass(layer, digest, reason, "%s %s: %v", name, text, err)
		}
	}
	overlay := j.overlay()
	parameters, err := c.check(payload)
	if err != nil {
		refuse(c, digest, overlay, counted, err)
		return d.pass(layer, digest, ReasonInvalid, "%s is invalid: %v", name, err)
	}
	d.Layer, d.Digest, d.Payload, c.parameters = layer, digest, payload, parameters
	if counted {
		j.state = protocol.Allow(j.state, digest, own(c, parameters))
		e, _ := j.state.Entry(digest)
		j.state.Trial = digest
		d.OnTrial, d.Attempt, d.Attempts = true, e.Used, j.state.AllowedFor(digest)
	}
	return true
}

func passUnreadable(j *journal, d *decision, layer Layer, digest store.Digest, err error) bool {
	p := unreadable(layer, digest, err)
	if j.readOnly == nil && p.Reason == ReasonCheckpointDamaged {
		if qerr := j.dir.QuarantineCheckpoint(digest); qerr != nil {
			j.warn("the damaged checkpoint %s could not be moved to quarantine: %v", digest.Short(), qerr)
		} else {
			j.warn("%s; it was moved to quarantine", p.Message)
		}
	}
	d.PassedOver = append(d.PassedOver, p)
	return false
}

// unreadable is a layer with a checkpoint that cannot be read.
func unreadable(layer Layer, digest store.Digest, err error) passedOver {
	name := fmt.Sprintf("the checkpoint of the %s configuration %s", layer, digest.Short())
	switch {
	case errors.Is(err, store.ErrMissing):
		return passedOver{layer, digest, ReasonCheckpointMissing, name + " is missing"}
	case errors.Is(err, store.ErrDamaged):
		return passedOver{layer, digest, ReasonCheckpointDamaged, store.Clip(fmt.Sprintf("%s is damaged: %v", name, err))}
	}
	return passedOver{layer, digest, ReasonUnreadable, store.Clip(fmt.Sprintf("%s cannot be read: %v", name, err))}
}
