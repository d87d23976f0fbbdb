package dynamic

import (
	"fmt"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// Confirm makes the configuration on trial the last-known-good one, because it works. It returns ErrNoTrial if none is
// on trial, or if the source has been set to nothing meanwhile. After another error, which is one of the disk, the same
// call may be made again; until then Status says that the confirmation is not stored.
func (c *Controller) Confirm() error {
	c.readLayers()
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.confirmTrial()
}

func (c *Controller) confirmTrial() (err error) {
	defer c.note()
	j := c.journal
	if j.state.Trial == "" || j.state.Wants("") {
		return ErrNoTrial
	}
	if j.readOnly != nil {
		return j.readOnly
	}
	defer func() {
		if c.unconfirmed = ""; err != nil {
			c.unconfirmed = store.Clip(err.Error())
		}
		c.tell()
	}()
	if err := j.usable(); err != nil {
		return err
	}
	next := j.state.Confirm(j.now())
	if err := j.dir.Save(store.GoodFile, next.Good); err != nil {
		return err
	}
	j.state = next
	c.counters.confirmed++
	c.counters.lastConfirmed = next.Good.Time
	if err := j.saveLedger(); err != nil {
		// The decision is made all the same: Settle drops the entry whenever it is read with this last-known-good record.
		j.warn("the trial of %s is still in the ledger: %v", next.Good.Digest.Short(), err)
	}
	return nil
}

// Release ends the attempt of this process. Call it when the process was asked to end, by SIGTERM; an attempt that ends
// otherwise stays counted. It does not count then, unless the last health check of the trial failed: a supervisor that
// ends a process because it hangs sends SIGTERM, too. Without health checks ten such ends in a row are a failure.
func (c *Controller) Release() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	j := c.journal
	if j.readOnly != nil {
		return nil
	}
	c.settle()
	if !j.state.MayRelease() {
		return nil
	}
	j.state = j.state.Release()
	return j.saveLedger()
}

// Fail ends the trial with a failure record, without waiting for a crash loop: for a component that can tell that the
// configuration does not work. The process should be restarted afterwards. It returns ErrNoTrial if none is on trial.
func (c *Controller) Fail(reason string) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.note()
	d := c.journal.state.Trial
	if d == "" {
		return ErrNoTrial
	}
	c.fail(d, "", reason)
	c.tell()
	c.journal.state.Trial = ""
	return nil
}

// Clear forgets what failed and how often it was tried: for the configuration with this digest under any build, or for
// all if it is empty. It is an operator's decision, and the only way to have the same bytes tried again by the same
// build. If another process owns the directory, a request is left that it carries out within seconds or at its next
// start; pending reports that.
func (c *Controller) Clear(d Digest) (pending bool, err error) {
	if d != "" && !store.Digest(d).Valid() {
		return false, fmt.Errorf("%.80q is not a digest: specify the 64 characters that status shows", string(d))
	}
	return c.ask(store.Request{Verb: store.Clear, Digest: store.Digest(d)})
}

// ask carries out what an operator requests, or leaves the request for the process that owns the directory.
func (c *Controller) ask(r store.Request) (pending bool, err error) {
	c.readLayers()
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.journal.readOnly == nil {
		return false, c.carryOut(r)
	}
	return true, c.journal.dir.Request(r)
}

// carryOut does what an operator requested.
func (c *Controller) carryOut(r store.Request) error {
	defer c.note()
	switch r.Verb {
	case store.Confirm:
		if c.journal.state.Trial != r.Digest {
			return fmt.Errorf("configuration %s is not on trial", r.Digest.Short())
		}
		return c.confirmTrial()
	case store.RollBack:
		return c.rollBack(r.Digest)
	}
	return c.clear(r.Digest)
}

func (c *Controller) clear(d store.Digest) error {
	j := c.journal
	if err := j.usable(); err != nil {
		return err
	}
	j.state = j.state.Clear(d)
	if j.state.Trial != "" && (d == "" || d == j.state.Trial) {
		c.decision.Attempt = 1
	}
	if c.desired.digest == d || d == "" {
		c.desired.rejected = ""
	}
	return j.saveLedger()
}

func (j *journal) rolledBack(d store.Digest) store.Mark {
	return store.Mark{Time: j.now(), Reason: fmt.Sprintf("rolled back to %s by an operator", d.Short())}
}

// rollBack gives up what is assigned and makes d the last-known-good configuration. What is given up is written first,
// with d: a crash between the two writes must not leave it in use, and the next start completes the second one.
func (c *Controller) rollBack(d store.Digest) error {
	j := c.journal
	if err := j.usable(); err != nil {
		return err
	}
	mark := j.rolledBack(d)
	next, known := j.state.RollBack(d, mark)
	if !known {
		return fmt.Errorf("%s was not confirmed before, or is assigned", d.Short())
	}
	if j.state.Assigned != nil && j.state.Trial == j.state.Assigned.Digest {
		next.Trial = ""
	}
	before := j.state
	j.state = next
	if err := j.saveLedger(); err != nil {
		j.state = before
		return err
	}
	if err := j.storeGood(); err != nil {
		j.warn("the roll-back to %s is not complete on the disk yet: %v", d.Short(), err)
	}
	if j.state.Started && j.state.Active != d {
		c.restart = fmt.Sprintf("an operator rolled back to configuration %s", d.Short())
		c.tell()
	}
	return nil
}

// takeRequests carries out what operators requested.
func (c *Controller) takeRequests() {
	if c.journal.readOnly != nil {
		return
	}
	for _, err := range c.journal.dir.Requests(c.carryOut) {
		c.journal.warn("%v", err)
	}
}

// checkedHealth notes the result of a health check.
func (c *Controller) checkedHealth(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.journal.state.Health = protocol.Well
	if err != nil {
		c.journal.state.Health = protocol.Unwell
	}
}
