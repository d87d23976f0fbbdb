package dynamic

import (
	"errors"
	"fmt"
	"slices"
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
// else: it may be what keeps the component from its source, as the proposal says. If something else is assigned while
// Check runs, Start decides anew. Start is called once, before the component is configured.
func (c *Controller) Start(local Payload) (Payload, error) {
	if !c.begin() {
		return Payload{}, errors.New("dynamic: Start was called before")
	}
	s := &selection{stale: true}
	defer c.end(s) // Also if a check ends the goroutine.
	if _, err := c.opts.check(local.stored); err != nil {
		return Payload{}, fmt.Errorf("the local configuration is invalid: %w", err)
	}
	for c.next(s, local.stored) {
		layers := c.opts.layers()
		parameters, err := c.opts.check(s.Payload)
		if c.conclude(s, layers, parameters, err) {
			break
		}
	}
	return Payload{s.Payload}, nil
}

// begin reports whether a start may decide now.
func (c *Controller) begin() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.starting || c.journal.state.Started {
		return false
	}
	c.starting = true
	return true
}

// end lets another start decide, unless this one has.
func (c *Controller) end(s *selection) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.starting = false
	if s.check != nil {
		c.withdraw(s.check)
	}
}

// selection is a start that is deciding.
type selection struct {
	decision
	// candidates are the configurations that the decision chooses from, rest the candidates that were not proposed yet.
	candidates, rest []protocol.Candidate
	// stale: something else was assigned or confirmed since, so the decision begins anew.
	stale bool
	// check is the configuration that is being checked.
	check *proposal
}

// next prepares the check of the next configuration that may be used. If none remains, it decides for local and
// returns false.
func (c *Controller) next(s *selection, local store.Payload) bool {
	c.readLayers()
	c.mu.Lock()
	defer c.mu.Unlock()
	if s.stale {
		c.takeRequests()
		c.survey(s)
	}
	// What this process finds out about one candidate may change which ones there are.
	defer func() { s.candidates = c.journal.state.Candidates() }()
	for len(s.rest) > 0 {
		next := s.rest[0]
		s.rest = s.rest[1:]
		if c.try(s, next) {
			return true
		}
	}
	s.Layer, s.Payload, s.Digest = LayerLocal, local, ""
	c.use(s.decision)
	return false
}

// survey begins a decision with the present assignment and the configurations that are confirmed.
func (c *Controller) survey(s *selection) {
	if c.journal.readOnly == nil {
		c.journal.usable() //nolint:errcheck // What is still unread is passed over.
	}
	*s = selection{rest: c.journal.state.Candidates()}
	if err := c.journal.unread[store.AssignedFile]; err != nil {
		s.pass(LayerAssigned, "", ReasonUnreadable, "%v", err)
	} else if c.journal.state.AssignmentLost() {
		s.pass(LayerAssigned, "", ReasonStateLost, "%s", messageStateLost)
	}
}

func (d *decision) pass(l Layer, digest store.Digest, reason Reason, format string, args ...any) bool {
	message := store.Clip(fmt.Sprintf(format, args...))
	d.PassedOver = append(d.PassedOver, passedOver{Layer: l, Digest: digest, Reason: reason, Message: message})
	return false
}

// name returns the name of the configuration in messages.
func (d *decision) name() string {
	return fmt.Sprintf("the %s configuration %s", d.Layer, d.Digest.Short())
}

// try reports whether a candidate is to be checked. Its attempt has been counted then, if it needs one.
func (c *Controller) try(s *selection, candidate protocol.Candidate) bool {
	layer, digest, j := LayerAssigned, candidate.Digest, c.journal
	if candidate.Good {
		layer = LayerLastKnownGood
	}
	payload, err := c.intact, error(nil)
	if payload.Digest() != digest {
		payload, err = j.dir.ReadCheckpoint(digest)
	}
	if err != nil {
		s.PassedOver = append(s.PassedOver, j.unusable(layer, digest, err))
		return false
	}
	s.Layer, s.Digest, s.Payload = layer, digest, payload
	verdict := j.state.Judge(digest)
	if verdict == protocol.Failed {
		f := j.state.Failed(digest)
		return s.pass(layer, digest, ReasonFailed, "%s failed at %s: %s", s.name(), stamp(f.Time), f.Reason)
	}
	if why := c.desired.unread; why != "" && verdict == protocol.Untried && j.state.Doubtful() == digest {
		return s.pass(layer, digest, ReasonSourceUnavailable, "%s is not confirmed, and is not tried while the source "+
			"cannot be read: %s", s.name(), why)
	}
	if verdict == protocol.Confirmed {
		s.check = c.propose(&proposal{payload: payload})
		return true
	}
	if !c.takeAttempt(digest) {
		if err := c.attempt(digest); err != nil {
			reason, text := ReasonAttemptNotRecorded, "is not confirmed and is not tried"
			var used exhausted
			if errors.As(err, &used) {
				reason, text = used.reason, "is not tried any more"
			}
			return s.pass(layer, digest, reason, "%s %s: %v", s.name(), text, err)
		}
	}
	s.check = c.propose(&proposal{payload, true})
	return true
}

// takeAttempt takes the attempt of an assignment that is checking the same configuration. It reports whether that was
// counted: an operator may have cleared it since.
func (c *Controller) takeAttempt(d store.Digest) bool {
	other := c.checking[d]
	if other == nil || !other.counted {
		return false
	}
	other.counted = false
	entry, _ := c.journal.state.Entry(d)
	return entry.Open != nil
}

// conclude reports whether a configuration that was checked is used. It is not used if Check refused it, if something
// else was assigned or confirmed meanwhile, or if an operator has cleared its attempt.
func (c *Controller) conclude(s *selection, layers string, parameters TrialParameters, err error) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.withdraw(s.check)
	j := c.journal
	j.state.Layers = layers
	entry, known := j.state.Entry(s.Digest)
	s.stale = s.check.counted && !known || !slices.Equal(s.candidates, j.state.Candidates())
	if err != nil {
		c.refuse(s.check, err)
		return s.pass(s.Layer, s.Digest, ReasonInvalid, "%s is invalid: %v", s.name(), err)
	}
	if s.stale {
		j.survive(s.check) //nolint:errcheck // The next write of the ledger has it, too.
		return false
	}
	c.parameters = parameters
	if s.check.counted {
		j.state = j.state.Allow(s.Digest, parameters.own(*c.opts.TrialParameters))
		j.state.Trial = s.Digest
		s.OnTrial, s.Attempt, s.Attempts = true, entry.Used, j.state.AllowedFor(s.Digest)
	}
	c.use(s.decision)
	return true
}

// use makes a decision the one of this process.
func (c *Controller) use(d decision) {
	c.journal.state.Started, c.journal.state.Active, c.intact = true, d.Digest, store.Payload{}
	c.decision, c.since = d, c.journal.now()
	c.note()
}

// unusable returns the layer of a checkpoint that cannot be used, after the checkpoint was moved to quarantine if it is
// damaged.
func (j *journal) unusable(layer Layer, digest store.Digest, err error) passedOver {
	p := unreadable(layer, digest, err)
	if j.readOnly == nil && p.Reason == ReasonCheckpointDamaged {
		if qerr := j.dir.QuarantineCheckpoint(digest); qerr != nil {
			j.warn("the damaged checkpoint %s could not be moved to quarantine: %v", digest.Short(), qerr)
		} else {
			j.warn("%s; it was moved to quarantine", p.Message)
		}
	}
	return p
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
