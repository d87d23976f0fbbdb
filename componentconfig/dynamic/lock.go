package dynamic

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"reflect"
	"time"
)

// lockPolls is how often a lock held by another process is asked for again within Options.LockWait.
const lockPolls = 20

func (s *Store) acquire() error {
	if err := s.opts.Files.MkdirAll(s.disk.root); err != nil {
		s.warn("the state folder cannot be made: %v", err)
		return fmt.Errorf("%w: %v", ErrReadOnly, err)
	}
	for i := 0; ; i++ {
		lock, err := s.opts.Files.Lock(s.disk.path(lockName))
		if err == nil {
			s.lock = lock
			return nil
		}
		if !errors.Is(err, ErrLocked) {
			s.warn("the state folder cannot be locked: %v", err)
			return fmt.Errorf("%w: %v", ErrReadOnly, err)
		}
		if i == lockPolls || s.opts.LockWait < 0 {
			break
		}
		<-s.opts.Clock.After(s.opts.LockWait / lockPolls)
	}
	err := s.lockedBy()
	s.warn("%v", err)
	return err
}

// Owner is what the lock file tells about the process that holds it.
type Owner struct {
	PID   int       `json:"pid"`
	Since time.Time `json:"since"`
	// Active is what it uses, of Layer; empty for the local configuration.
	Active Digest `json:"active,omitempty"`
	Layer  Layer  `json:"layer"`
	// Desired is what its source wants; nil for nothing, or if that is not known.
	Desired   *Reference `json:"desired,omitempty"`
	Condition Condition  `json:"condition"`
}

func (Owner) check() error { return nil }

// noteReadings is how often the note in the lock file is read, since its owner may be writing it at that moment.
const noteReadings = 5

func (s *Store) lockedBy() error {
	for range noteReadings {
		var o Owner
		if s.disk.readRecord(lockName, &o) == nil {
			s.owner = &o
			return fmt.Errorf("%w: process %d owns it", ErrReadOnly, o.PID)
		}
	}
	return fmt.Errorf("%w: another process owns it", ErrReadOnly)
}

// noteSize is what the size of a note is a multiple of: a file that keeps its size is written without the file system having to wait for what it syncs.
const noteSize = 2 << 10

// note tells other processes who owns the folder, what it uses, and how it is. It is written when that has changed, without a sync; a full disk loses only
// that.
func (s *Store) note() {
	if s.lock == nil || !s.started {
		return
	}
	o := Owner{PID: os.Getpid(), Since: s.since, Active: s.decision.Digest, Layer: s.layer(), Desired: s.wanted(), Condition: s.condition()}
	if s.noted != nil && reflect.DeepEqual(o, *s.noted) {
		return
	}
	body, err := json.Marshal(o)
	if err != nil {
		return
	}
	s.noted = nil
	if s.lock.Note(seal(lockName, append(body, bytes.Repeat([]byte("\n"), noteSize-len(body)%noteSize)...))) == nil {
		s.noted = &o
	}
}

// takeOver makes a process that only reads the owner of the folder, once the process that was is gone or the disk takes writes again. It reports whether it
// did. What this process uses stays what it is.
func (s *Store) takeOver() bool {
	if s.readOnly == nil || s.lock != nil || s.inspects || s.closed {
		return false
	}
	if s.opts.Files.MkdirAll(s.disk.root) != nil {
		return false
	}
	lock, err := s.opts.Files.Lock(s.disk.path(lockName))
	if err != nil {
		return false
	}
	s.lock, s.readOnly, s.owner, s.warnings = lock, nil, nil, nil
	s.assigned, s.good, s.trials, s.staleGood, s.lost = nil, nil, trialsRecord{}, false, false
	s.read()
	return true
}
