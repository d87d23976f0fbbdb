package dynamic

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Verdict is what became of an assignment.
type Verdict string

// The verdicts.
const (
	// Unchanged: it was assigned already; nothing was written, no trial begun anew. (Nor synced: should a process have died between rename and
	// sync, and then the power fail, the older assignment is back, and the source puts that right at the next start.)
	Unchanged Verdict = "Unchanged"
	// Accepted: it is assigned from now on, and taken up by the next start.
	Accepted Verdict = "Accepted"
	// Rejected: it cannot work with this binary; what was assigned before stays. The same content is rejected again without another look.
	Rejected Verdict = "Rejected"
	// Repaired: it was assigned already, but its checkpoint was lost or damaged and has been written anew. The next start may take it up.
	Repaired Verdict = "Repaired"
)

// Outcome is the answer to Assign and Unassign.
type Outcome struct {
	Verdict Verdict
	// Reason is why it was rejected.
	Reason string
	// Restart says that the process should be restarted to take the assignment up.
	Restart bool
}

// Assign makes p the assigned configuration, if Check accepts it. origin is a label for the status, such as a file name or namespace/name and UID. An
// error is one of the disk: nothing that is active has changed and the same call may be made again. While p is checked an attempt with it is open,
// so a configuration that kills the process that only looks at it runs out of attempts like any other.
func (s *Store) Assign(p Payload, origin string) (Outcome, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	digest := p.Digest()
	if !digest.Valid() {
		return Outcome{}, errors.New("dynamic: an empty Payload cannot be assigned; use Unassign")
	}
	defer s.note()
	s.desired = desired{known: true, digest: digest, origin: clip(origin, maxReason)}
	if err := s.writable(); err != nil {
		return Outcome{}, err
	}
	if s.assigned != nil && s.assigned.Digest == digest && !s.unsure[assignedFile] {
		return s.reassign(p)
	}
	if reason, err := s.admit(p); reason != "" {
		s.desired.rejected = reason
		return Outcome{Verdict: Rejected, Reason: reason}, err
	} else if err != nil {
		return Outcome{}, err
	}
	if err := s.removeStale(); err != nil {
		return Outcome{}, err
	}
	if err := s.record(digest, s.desired.origin); err != nil {
		return Outcome{}, err
	}
	s.sweep()
	return Outcome{Verdict: Accepted, Restart: s.started && digest != s.decision.Digest}, nil
}

// reassign handles content that is assigned already: no write, unless its checkpoint needs one. It never asks for a restart, so that a disk which
// loses the checkpoint again and again does not make the process restart again and again.
func (s *Store) reassign(p Payload) (Outcome, error) {
	if _, err := s.disk.readCheckpoint(p.Digest()); err == nil {
		return Outcome{Verdict: Unchanged}, nil
	}
	if err := s.disk.writeCheckpoint(p); err != nil {
		return Outcome{}, fmt.Errorf("the checkpoint could not be written: %w", err)
	}
	s.repaired = p.Digest()
	return Outcome{Verdict: Repaired}, nil
}

// admit checks p and writes its checkpoint. It returns a reason if p is to be rejected, an error if the disk failed.
func (s *Store) admit(p Payload) (reason string, err error) {
	d := p.Digest()
	if f := s.failed(d); f != nil {
		return f.Reason, s.flush()
	}
	// A configuration that this process runs, or that this binary has confirmed, needs no attempt.
	counted := s.trial != d && !s.confirmed(d)
	if counted {
		if err := s.attempt(d); errors.Is(err, errCrashLoop) {
			return err.Error(), nil
		} else if err != nil {
			return "", err
		}
	}
	local := s.local()
	if err := s.check(p); err != nil {
		s.refuse(d, local, counted, err)
		return s.failed(d).Reason, nil
	}
	if err := s.disk.writeCheckpoint(p); err != nil {
		err = fmt.Errorf("the checkpoint could not be written: %w", err)
		return "", errors.Join(err, s.end(d, counted))
	}
	return "", s.end(d, counted)
}

// end gives the attempt of a check back. If that cannot be written, memory knows, and the next write of the ledger says so.
func (s *Store) end(d Digest, counted bool) error {
	e := s.find(d)
	if !counted || e == nil {
		return nil
	}
	e.Used, e.Open = e.Used-1, nil
	return s.save(trialsFile, s.trials)
}

// Unassign makes the local configuration the one to use, and forgets the last-known-good one, as the proposal says for a source that is set to
// nothing. An error is one of the disk; the same call may be made again.
func (s *Store) Unassign() (Outcome, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.note()
	s.desired = desired{known: true}
	if err := s.writable(); err != nil {
		return Outcome{}, err
	}
	nothing := s.assigned == nil && s.good == nil && !s.lost || s.assigned != nil && s.assigned.Digest == ""
	if nothing && !s.unsure[assignedFile] {
		if err := s.removeStale(); err != nil {
			return Outcome{}, err
		}
		// A call that failed half-way has asked for no restart yet.
		return Outcome{Verdict: Unchanged, Restart: s.restartsToLocal()}, nil
	}
	stale := s.good != nil || s.unsure[goodFile]
	if err := s.record("", ""); err != nil {
		return Outcome{}, err
	}
	s.good, s.staleGood = nil, s.staleGood || stale
	if err := s.removeStale(); err != nil {
		return Outcome{}, err
	}
	s.sweep()
	return Outcome{Verdict: Accepted, Restart: s.restartsToLocal()}, nil
}

// restartsToLocal: with nothing assigned the next start uses the local configuration, whatever this process uses.
func (s *Store) restartsToLocal() bool { return s.started && s.decision.Layer != Local }

// removeStale removes the last-known-good file after a reset, durably, before anything can be assigned again: else it would come back to life.
func (s *Store) removeStale() error {
	if !s.staleGood {
		return nil
	}
	// What was confirmed has no entry in memory, but may still have one on disk, where the record that is about to go explains it.
	if err := s.save(trialsFile, s.trials); err != nil {
		return err
	}
	if err := s.disk.files.RemoveAll(s.disk.path(goodFile)); err != nil {
		return err
	}
	if err := s.disk.files.SyncDir(s.disk.root); err != nil {
		return err
	}
	s.staleGood = false
	delete(s.unsure, goodFile)
	return nil
}

// record writes what is assigned.
func (s *Store) record(digest Digest, origin string) error {
	next := assignedRecord{Digest: digest, Origin: origin, Time: s.now()}
	if s.assigned != nil {
		next.History = s.history()
	}
	if err := s.save(assignedFile, next); err != nil {
		return err
	}
	s.assigned, s.lost = &next, false
	return nil
}

func (s *Store) history() []Digest {
	old := s.assigned.History
	if d := s.assigned.Digest; d != "" {
		old = append([]Digest{d}, slices.DeleteFunc(slices.Clone(old), func(h Digest) bool { return h == d })...)
	}
	return old[:min(len(old), s.opts.Keep, maxHistory)]
}

// sweep removes checkpoints that nothing refers to, and temporary files that a crash left. It runs right after the assignment was synced, so what
// memory refers to is what is durable. What it cannot remove it meets again next time.
func (s *Store) sweep() {
	if s.unsure[assignedFile] {
		return
	}
	names, err := s.disk.files.ReadDir(s.disk.path(checkpointDir))
	if err != nil {
		return
	}
	for _, name := range names {
		d := Digest(name)
		old := d.Valid() && !s.referenced(d) && !slices.Contains(s.assigned.History, d)
		if old || strings.HasPrefix(name, tempPrefix) {
			s.disk.files.RemoveAll(s.disk.path(checkpointDir, name))
		}
	}
}
