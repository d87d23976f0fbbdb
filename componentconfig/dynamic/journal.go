package dynamic

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// journal keeps the state of the protocol in memory and on disk.
type journal struct {
	dir   *store.Dir
	clock protocol.Clock
	state protocol.State
	// readOnly is why this process does not write; nil if it does.
	readOnly error
	// dirty: the ledger in memory has a failure record that could not be written.
	dirty bool
	// lost: the ledger is damaged, or missing. It is written before anything is assigned, and never removed.
	lost bool
	// unread are the state files that the disk could not read, and why. They may be intact, so they are neither moved nor
	// replaced, but read again.
	unread   map[string]error
	warnings []string
}

// stateFiles are the names of the state files.
func stateFiles() []string { return []string{store.AssignedFile, store.GoodFile, store.LedgerFile} }

// read reads the three state files. Damage costs only the content of the damaged file.
func (j *journal) read() {
	j.unread = map[string]error{}
	for _, name := range stateFiles() {
		j.readFile(name)
	}
	j.state = j.state.Settle()
	j.distrust()
}

// distrust records that the assigned configuration is not to be tried, if the ledger is lost. An operator can clear the
// record.
func (j *journal) distrust() {
	if !j.lost {
		return
	}
	if d := j.state.Doubtful(); d != "" {
		j.mark(d, store.Mark{Time: j.now(), Reason: "the record of its trials is lost, and another configuration is known " +
			"to be good"})
	}
}

// readFile reads one state file into the state.
func (j *journal) readFile(name string) {
	var a store.Assigned
	var g store.Good
	var l store.Ledger
	switch name {
	case store.AssignedFile:
		switch err := j.readOne(name, &a); {
		case err == nil:
			j.state.Assigned = &a
		case errors.Is(err, store.ErrDamaged):
			j.state.Lost = true
		}
	case store.GoodFile:
		if j.readOne(name, &g) == nil {
			j.state.Good = &g
		}
	default:
		err := j.readOne(name, &l)
		if j.lost = errors.Is(err, store.ErrMissing) || errors.Is(err, store.ErrDamaged); err == nil {
			j.state.Ledger = l
		}
	}
}

// usable reads again what could not be read, and writes what a roll-back has not written. It returns an error if that
// fails again: as long as something is not known, nothing is decided on the disk.
func (j *journal) usable() error {
	if err := j.reread(); err != nil {
		return err
	}
	return j.storeGood()
}

// storeGood writes the last-known-good record that follows from the ledger, which has to be written before.
func (j *journal) storeGood() error {
	if !j.state.UnstoredGood || j.state.Good == nil {
		return nil
	}
	if err := j.flush(); err != nil {
		return err
	}
	err := j.dir.Save(store.GoodFile, j.state.Good)
	j.state.UnstoredGood = err != nil
	return err
}

// reread reads again what could not be read.
func (j *journal) reread() error {
	for _, name := range stateFiles() {
		if j.unread[name] == nil {
			continue
		}
		noted := j.state.Ledger
		delete(j.unread, name)
		if j.readFile(name); j.unread[name] != nil {
			return j.unread[name]
		}
		if name != store.LedgerFile {
			j.state = j.state.Reconcile()
			j.distrust()
			continue
		}
		j.state = j.state.Settle()
		for _, e := range noted.Entries {
			if e.Failed != nil {
				j.state = j.state.Fail(e.Digest, *e.Failed)
			}
		}
		j.distrust()
	}
	return nil
}

// restart discards the records in memory and reads the files again. The configuration in use does not change.
func (j *journal) restart() {
	j.state.Assigned, j.state.Good, j.state.Ledger = nil, nil, store.Ledger{}
	j.state.StaleGood, j.state.UnstoredGood, j.state.Lost = false, false, false
	j.readOnly, j.warnings = nil, nil
	j.read()
}

// readOne reads a file. A damaged one is moved to quarantine.
func (j *journal) readOne(name string, record store.Record) error {
	err := j.dir.Read(name, record)
	if err == nil || errors.Is(err, store.ErrMissing) {
		return err
	}
	if !errors.Is(err, store.ErrDamaged) {
		j.unread[name] = fmt.Errorf("%s cannot be read: %w", j.dir.Path(name), err)
		j.warn("%v", j.unread[name])
		return err
	}
	where := "it was not moved"
	if j.readOnly == nil {
		to, qerr := j.dir.Quarantine(name)
		if where = "moved to " + to; qerr != nil {
			where = fmt.Sprintf("it could not be moved: %v", qerr)
		}
	}
	j.warn("%s is damaged: %v; %s", j.dir.Path(name), err, where)
	return err
}

// maxWarnings limits what one process keeps for its status.
const maxWarnings = 32

func (j *journal) warn(format string, args ...any) {
	text := store.Clip(fmt.Sprintf(format, args...))
	if len(j.warnings) < maxWarnings && !slices.Contains(j.warnings, text) {
		j.warnings = append(j.warnings, text)
	}
}

// now is the wall clock, for records. A clock out of all bounds must not keep a record from being written: JSON allows
// the years 0 to 9999.
func (j *journal) now() time.Time {
	t := j.clock.Now()
	if y := t.UTC().Year(); y < 1 || y > 9998 {
		return time.Time{}
	}
	return t
}

// layered reports whether a verdict may depend on the layers above a configuration.
func (j *journal) layered() bool { return j.state.Layered() || j.unread[store.LedgerFile] != nil }

// saveLedger writes the ledger that is in memory.
func (j *journal) saveLedger() error {
	if err := j.unread[store.LedgerFile]; err != nil {
		return err
	}
	err := j.dir.Save(store.LedgerFile, j.state.Ledger)
	j.dirty, j.lost = j.dirty && err != nil, j.lost && err != nil
	return err
}

// flush writes the ledger if memory has more than the last write.
func (j *journal) flush() error {
	if !j.dirty {
		return nil
	}
	return j.saveLedger()
}

// begin counts an attempt, durably, before anything of the configuration is looked at. After an error the configuration
// is not tried. The attempt may be on the disk all the same, so what was there before is written again, if that is
// possible: only attempts that were made count.
func (j *journal) begin(d store.Digest) error {
	before := j.state
	j.state = j.state.Begin(d)
	err := j.saveLedger()
	if err != nil {
		j.state = before
		j.saveLedger() //nolint:errcheck // The first error is reported.
	}
	return err
}

// survive returns the attempt of a check, if it has one. If that cannot be written, memory has it, and so has the
// next write of the ledger. The directory may belong to another process by the time that the check has ended.
func (j *journal) survive(p *proposal) error {
	if !p.counted {
		return nil
	}
	if j.state = j.state.Survive(p.payload.Digest()); j.readOnly != nil {
		return j.readOnly
	}
	return j.saveLedger()
}

// mark records a failure. If it cannot be written, it is written later.
func (j *journal) mark(d store.Digest, mark store.Mark) {
	j.state = j.state.Fail(d, mark)
	j.dirty = j.readOnly == nil
	if err := j.flush(); err != nil {
		j.warn("the failure of %s is not recorded yet: %v", d.Short(), err)
	}
}

// assign makes a configuration the assigned one; the local one if the digest is empty.
func (j *journal) assign(d store.Digest, origin string) error {
	next := j.state.Assign(d, origin, j.now())
	if err := j.dir.Save(store.AssignedFile, next.Assigned); err != nil {
		return err
	}
	j.state = next
	return nil
}

// removeStale removes the last-known-good file after a reset, durably, before anything can be assigned again: otherwise
// it would be used again.
func (j *journal) removeStale() error {
	if !j.state.StaleGood {
		return nil
	}
	// What was confirmed has no entry in memory. It may still have one on disk, where the record that is about to be
	// removed explains it.
	if err := j.saveLedger(); err != nil {
		return err
	}
	if err := j.dir.Remove(store.GoodFile); err != nil {
		return err
	}
	j.state.StaleGood = false
	return nil
}

// sweep removes unused checkpoints. It runs right after the assignment was synced, so what memory refers to is durable.
func (j *journal) sweep() {
	if !j.dir.Unsure(store.AssignedFile) && !j.dir.Unsure(store.GoodFile) && j.unread[store.GoodFile] == nil {
		j.dir.Sweep(j.state.Kept)
	}
}
