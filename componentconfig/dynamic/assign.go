package dynamic

import (
	"errors"
	"fmt"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// AssignResult is what an assignment did. The zero value means that it was assigned already: nothing was written for
// it, and no trial began again. (Nor was anything synced: if a process died between rename and sync, and then the power
// failed, the older assignment is back, and the source corrects that at the next start.)
type AssignResult struct {
	// Accepted: it is assigned from now on, and used by the next start.
	Accepted bool
	// Rejected is why it cannot work with this build, empty if it can. What was assigned before stays assigned. The same
	// content is rejected again without another check.
	Rejected string
	// Repaired: it was assigned already, but its checkpoint was lost or damaged and has been written again.
	Repaired bool
	// Restart: the process should be restarted to use the assignment.
	Restart bool
}

// Assign makes p the assigned configuration, if Check accepts it. origin is a label for the status, such as a file
// name, or namespace, name and UID. It returns an error if the disk failed: nothing that is active has changed, and the
// same call may be made again. While p is checked an attempt with it is open, so a configuration that kills the process
// during its check exhausts its attempts as any other does.
func (c *Controller) Assign(p Payload, origin string) (AssignResult, error) {
	out, pending, err := c.request(p.stored, origin)
	if pending == nil {
		return out, err
	}
	return c.accept(pending)
}

func (c *Controller) request(p store.Payload, origin string) (AssignResult, *proposal, error) {
	c.readLayers()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.assign(p, origin)
}

// assign decides about an assignment that needs no check. Otherwise it counts an attempt, and returns a proposal for
// accept. The caller holds mu.
func (c *Controller) assign(p store.Payload, origin string) (out AssignResult, pending *proposal, err error) {
	digest, j := p.Digest(), c.journal
	if !digest.Valid() {
		return out, nil, errors.New("dynamic: an empty Payload cannot be assigned; use Unassign")
	}
	c.desired = desired{known: true, digest: digest, origin: store.Clip(origin), warning: c.desired.warning}
	if c.checking[digest] != nil {
		return out, nil, errChecking
	}
	defer func() {
		if pending == nil {
			c.note()
		}
	}()
	if j.readOnly != nil {
		return out, nil, j.readOnly
	}
	if err := j.usable(); err != nil {
		return out, nil, err
	}
	if j.state.Wants(digest) && !j.dir.Unsure(store.AssignedFile) {
		out, err = c.reassign(p)
		return out, nil, err
	}
	verdict := j.state.Judge(digest)
	if verdict == protocol.Failed {
		return c.reject(j.state.Failed(digest).Reason), nil, j.flush()
	}
	// A configuration that this process runs, or that this build has confirmed, needs no attempt.
	counted := j.state.Trial != digest && verdict != protocol.Confirmed
	if counted {
		if err := c.attempt(digest); errors.As(err, new(exhausted)) {
			return c.reject(err.Error()), nil, nil
		} else if err != nil {
			return out, nil, err
		}
	}
	return out, c.propose(&proposal{p, counted}), nil
}

// reject records why the configuration that the source wants is not assigned.
func (c *Controller) reject(reason string) AssignResult {
	c.desired.rejected = reason
	return AssignResult{Rejected: reason}
}

// accept checks a proposal, and assigns it if Check accepts it.
func (c *Controller) accept(p *proposal) (AssignResult, error) {
	defer c.checkEnded(p) // Also if the check ends the goroutine.
	layers := c.opts.layers()
	parameters, err := c.opts.check(p.payload)
	return c.decide(p, layers, parameters, err)
}

// checkEnded lets the same configuration be checked again.
func (c *Controller) checkEnded(p *proposal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.withdraw(p)
}

// decide assigns a proposal after its check, unless Check refused it or the source wants something else now.
func (c *Controller) decide(p *proposal, layers string, parameters TrialParameters, refusal error) (
	out AssignResult, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.note()
	d, j := p.payload.Digest(), c.journal
	j.state.Layers = layers
	if refusal != nil {
		c.refuse(p, refusal)
	}
	switch {
	case c.desired.digest != d:
		return out, errors.Join(errSuperseded, j.survive(p))
	case refusal != nil:
		return c.reject(store.Clip(refusal.Error())), nil
	case j.readOnly != nil:
		return out, j.readOnly
	}
	j.state = j.state.Allow(d, parameters.own(*c.opts.TrialParameters))
	if err := j.dir.WriteCheckpoint(p.payload); err != nil {
		return out, errors.Join(checkpointError(err), j.survive(p))
	}
	if err := j.survive(p); err != nil {
		return out, err
	}
	if err := j.removeStale(); err != nil {
		return out, err
	}
	if err := j.assign(d, c.desired.origin); err != nil {
		return out, err
	}
	j.sweep()
	return AssignResult{Accepted: true, Restart: j.state.Started && d != j.state.Active}, nil
}

// stored is what Assignment.Stored returns during a Fetch.
func (c *Controller) stored(d Digest, origin string) (Payload, bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	a := c.journal.state.Assigned
	if a == nil || d == "" || a.Digest != store.Digest(d) || a.Origin != store.Clip(origin) {
		return Payload{}, false
	}
	p, err := c.journal.dir.ReadCheckpoint(a.Digest)
	return Payload{p}, err == nil
}

// reassign handles content that is assigned already: it writes nothing, unless the checkpoint needs it. It never asks
// for a restart, so that a disk that loses the checkpoint repeatedly does not make the process restart repeatedly.
func (c *Controller) reassign(p store.Payload) (AssignResult, error) {
	_, err := c.journal.dir.ReadCheckpoint(p.Digest())
	if err == nil {
		c.intact = p
		return AssignResult{}, nil
	}
	if !errors.Is(err, store.ErrMissing) && !errors.Is(err, store.ErrDamaged) {
		return AssignResult{}, fmt.Errorf("the checkpoint cannot be read: %w", err)
	}
	if err := c.journal.dir.WriteCheckpoint(p); err != nil {
		return AssignResult{}, checkpointError(err)
	}
	c.repaired = p.Digest()
	return AssignResult{Repaired: true}, nil
}

func checkpointError(err error) error {
	return fmt.Errorf("the checkpoint could not be written: %w", err)
}

// errSuperseded is returned by an assignment if the source wants something else by the time that the check has ended.
var errSuperseded = errors.New("another configuration was assigned meanwhile")

// errChecking is returned by an assignment of a configuration that another call is checking.
var errChecking = errors.New("the configuration is being checked")

// Unassign makes the local configuration the one to use, and forgets the last-known-good one, as the proposal demands
// for a source that is set to nothing. It returns an error if the disk failed; the same call may be made again.
func (c *Controller) Unassign() (AssignResult, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.unassign()
}

func (c *Controller) unassign() (AssignResult, error) {
	defer c.note()
	j := c.journal
	c.desired = desired{known: true, warning: c.desired.warning}
	if j.readOnly != nil {
		return AssignResult{}, j.readOnly
	}
	if err := j.usable(); err != nil {
		return AssignResult{}, err
	}
	accepted := !j.state.NothingAssigned() || j.dir.Unsure(store.AssignedFile)
	if accepted {
		stale := j.state.Good != nil || j.dir.Unsure(store.GoodFile)
		if err := j.assign("", ""); err != nil {
			return AssignResult{}, err
		}
		j.state = j.state.Reset()
		j.state.StaleGood = j.state.StaleGood || stale
	}
	if err := j.removeStale(); err != nil {
		return AssignResult{}, err
	}
	if accepted {
		j.sweep()
	}
	// A call that failed halfway has not asked for the restart yet. With nothing assigned the next start uses the local
	// configuration, whatever this process uses.
	return AssignResult{Accepted: accepted, Restart: j.state.Started && j.state.Active != ""}, nil
}
