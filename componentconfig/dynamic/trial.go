package dynamic

import (
	"fmt"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// Confirm makes the configuration on trial the last-known-good one, because it works. It returns ErrNoTrial if none is
// on trial, or if the source has been set to nothing meanwhile. After another error, which is one of the disk, the same
// call may be made again.
func (c *Controller) Confirm() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	defer c.note()
	j := c.journal
	if j.state.Trial == "" || j.state.Wants("") {
		return ErrNoTrial
	}
	if j.readOnly != nil {
		return j.readOnly
	}
	next := j.state.Confirm(j.overlay, j.now())
	if err := j.dir.Save(store.GoodFile, next.Good); err != nil {
		return err
	}
	j.state = next
	c.counters.confirmed++
	c.counters.lastConfirmed = next.Good.Time
	c.tell()
	if err := j.saveLedger(); err != nil {
		// The decision is made all the same: Settle drops the entry whenever it is read with this last-known-good record.
		j.warn("the trial of %s is still in the ledger: %v", next.Good.Digest.Short(), err)
	}
	return nil
}

// Release returns the attempt of this process. Call it when the process was asked to end, by SIGTERM; an attempt that
// ends otherwise stays counted. Release does nothing without a trial, or if the last health check of the trial failed:
// a supervisor that ends a process because it hangs sends SIGTERM, too, and that must count.
func (c *Controller) Release() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	j := c.journal
	if j.readOnly != nil || !j.state.MayRelease() {
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
// build. If another process owns the directory, a request is left that it carries out within a minute or at its next
// start; pending reports that.
func (c *Controller) Clear(d Digest) (pending bool, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if d != "" && !d.Valid() {
		return false, fmt.Errorf("%.80q is not a digest: write the 64 characters that status shows", string(d))
	}
	if c.journal.readOnly == nil {
		defer c.note()
		return false, clear(c, d)
	}
	return true, c.journal.dir.Request(d)
}

func clear(c *Controller, d Digest) error {
	j := c.journal
	j.state = j.state.Clear(d)
	if j.state.Trial != "" && (d == "" || d == j.state.Trial) {
		c.decision.Attempt = 1
	}
	if c.desired.digest == d || d == "" {
		c.desired.rejected = ""
	}
	return j.saveLedger()
}

// takeRequests carries out what operators requested.
func (c *Controller) takeRequests() {
	if c.journal.readOnly != nil {
		return
	}
	for _, err := range c.journal.dir.Requests(func(d Digest) error { return clear(c, d) }) {
		c.journal.warn("%v", err)
	}
}
