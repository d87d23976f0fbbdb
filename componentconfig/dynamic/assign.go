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
	c.mu.Lock()
	defer c.mu.Unlock()
	return assign(c, p.stored, origin)
}

func assign(c *Controller, p store.Payload, origin string) (AssignResult, error) {
	digest, j := p.Digest(), c.journal
	if !digest.Valid() {
		return AssignResult{}, errors.New("dynamic: an empty Payload cannot be assigned; use Unassign")
	}
	c.desired = desired{known: true, digest: digest, origin: store.Clip(origin), warning: c.desired.warning}
	if c.checking[digest] {
		return AssignResult{}, errChecking
	}
	defer c.note()
	if j.readOnly != nil {
		return AssignResult{}, j.readOnly
	}
	if err := j.usable(); err != nil {
		return AssignResult{}, err
	}
	if j.state.Wants(digest) && !j.dir.Unsure(store.AssignedFile) {
		return reassign(c, p)
	}
	if reason, err := admit(c, p); reason != "" {
		c.desired.rejected = reason
		return AssignResult{Rejected: reason}, err
	} else if err != nil {
		return AssignResult{}, err
	}
	if err := j.removeStale(); err != nil {
		return AssignResult{}, err
	}
	if err := j.assign(digest, c.desired.origin); err != nil {
		return AssignResult{}, err
	}
	j.sweep()
	return AssignResult{Accepted: true, Restart: j.state.Started && digest != j.state.Active}, nil
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
func reassign(c *Controller, p store.Payload) (AssignResult, error) {
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

// admit checks p and writes its checkpoint. It returns a reason if p is to be rejected, an error if the disk failed.
func admit(c *Controller, p store.Payload) (reason string, err error) {
	d, j := p.Digest(), c.journal
	verdict := j.judge(d)
	if verdict == protocol.Failed {
		return j.failed(d).Reason, j.flush()
	}
	// A configuration that this process runs, or that this build has confirmed, needs no attempt.
	counted := j.state.Trial != d && verdict != protocol.Confirmed
	if counted {
		if err := attempt(c, d); errors.As(err, new(exhausted)) {
			return err.Error(), nil
		} else if err != nil {
			return "", err
		}
	}
	overlay := j.overlay()
	c.checking[d] = true
	parameters, err := c.check(p)
	delete(c.checking, d)
	if err != nil {
		refuse(c, d, overlay, counted, err)
	}
	// The lock was released meanwhile.
	switch {
	case c.desired.digest != d:
		return "", errors.Join(errSuperseded, survive(j, d, counted && err == nil))
	case err != nil:
		return store.Clip(err.Error()), nil
	case j.readOnly != nil:
		return "", j.readOnly
	}
	j.state = protocol.Allow(j.state, d, own(c, parameters))
	if err := j.dir.WriteCheckpoint(p); err != nil {
		return "", errors.Join(checkpointError(err), survive(j, d, counted))
	}
	return "", survive(j, d, counted)
}

// errSuperseded is returned by an assignment if the source wants something else by the time that the check has ended.
var errSuperseded = errors.New("another configuration was assigned meanwhile")

// errChecking is returned by an assignment of what another call is checking.
var errChecking = errors.New("the configuration is being checked")

// own is the number of starts that a configuration allows itself, 0 if it allows as many as others.
func own(c *Controller, p TrialParameters) int {
	if p.CrashLoopThreshold == c.opts.TrialParameters.CrashLoopThreshold {
		return 0
	}
	return p.allowed()
}

// survive returns the attempt of a check. If that cannot be written, memory has it, and so has the next write of the
// ledger.
func survive(j *journal, d store.Digest, counted bool) error {
	if !counted {
		return nil
	}
	j.state = j.state.Survive(d)
	return j.saveLedger()
}

// Unassign makes the local configuration the one to use, and forgets the last-known-good one, as the proposal demands
// for a source that is set to nothing. It returns an error if the disk failed; the same call may be made again.
func (c *Controller) Unassign() (AssignResult, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return unassign(c)
}

func unassign(c *Controller) (AssignResult, error) {
	defer c.note()
	j := c.journal
	c.desired = desired{known: true, warning: c.desired.warning}
	if j.readOnly != nil {
		return AssignResult{}, j.readOnly
	}
	if err := j.usable(); err != nil {
		return AssignResult{}, err
	}
	accepted := !nothingAssigned(j.state) || j.dir.Unsure(store.AssignedFile)
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

func nothingAssigned(s protocol.State) bool {
	return s.Assigned == nil && !s.AssignmentLost() || s.Wants("")
}
