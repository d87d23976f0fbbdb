package protocol

import (
	"cmp"
	"slices"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// State is everything that the rules depend on.
type State struct {
	// Build identifies the binary, Boot the boot of the machine. Boot is empty if that is unknown.
	Build, Boot string
	// Allowed is how many starts may be made with a configuration before it is confirmed.
	Allowed int
	// Keep is how many checkpoints stay besides those in use.
	Keep int

	// Assigned, Good and Ledger are the records on disk. Assigned is nil if it is not known what was assigned.
	Assigned *store.Assigned
	Good     *store.Good
	Ledger   store.Ledger
	// Lost: the record of the assignment is damaged, so an unknown assignment does not mean that nothing was assigned.
	Lost bool
	// StaleGood: the source was reset, and the record of the last-known-good configuration is still on disk.
	StaleGood bool

	// Started: this process has decided. Active is what it uses; empty for the local configuration.
	Started bool
	Active  store.Digest
	// Trial is the configuration with an open attempt of this process, or empty.
	Trial store.Digest
	// Unwell: the last health check failed, so an end of the process is not the supervisor's doing alone.
	Unwell bool
}

// MaxReturned is how many attempts with a configuration are returned. If a process is asked to end, or the machine to
// boot, that often before a trial is over, the reason may be the configuration: a supervisor that gets no answer, a
// watchdog. After that every attempt counts.
const MaxReturned = 32

// Settle closes the attempts that earlier processes left open; the lock shows that those processes are dead. An attempt
// that a reboot interrupted is returned, since its result is unknown; any other stays counted. The result need not be
// written: until the next write of the ledger every start comes to the same one.
func (s State) Settle() State {
	if good := s.Good; good != nil {
		s.Ledger = without(s.Ledger, func(e store.Entry) bool {
			return e.Digest == good.Digest && e.Build == good.Build && e.Failed == nil
		})
	}
	s.Ledger = without(s.Ledger, nil)
	for i := range s.Ledger.Entries {
		e := &s.Ledger.Entries[i]
		if e.Open != nil && e.Open.Boot != "" && s.Boot != "" && e.Open.Boot != s.Boot {
			giveBack(e)
		}
		e.Open = nil
	}
	if s.Assigned != nil && s.Assigned.Digest == "" && s.Good != nil {
		s.Good, s.StaleGood = nil, true
	}
	return s
}

func giveBack(e *store.Entry) {
	e.Open = nil
	if e.Returned >= MaxReturned {
		return
	}
	e.Returned++
	e.Used = max(e.Used-1, 0)
}

// Entry returns what the ledger holds about a configuration under this build.
func (s State) Entry(d store.Digest) (e store.Entry, known bool) {
	if i := s.index(d); i >= 0 {
		return s.Ledger.Entries[i], true
	}
	return store.Entry{}, false
}

func (s State) index(d store.Digest) int {
	return slices.IndexFunc(s.Ledger.Entries, func(e store.Entry) bool { return e.Digest == d && e.Build == s.Build })
}

// Failed returns the failure record of a configuration under this build, nil if there is none. A record that was made
// together with the layers above the configuration holds only for the same layers, which overlay identifies. It is
// called only for such a record, because it may have to read files.
func (s State) Failed(d store.Digest, overlay func() string) *store.Mark {
	e, _ := s.Entry(d)
	if e.Failed == nil {
		return nil
	}
	if was := e.Failed.Overlay; was != "" && was != cmp.Or(overlay(), was) {
		return nil
	}
	return e.Failed
}

// Verdict is what Judge finds.
type Verdict int

// The verdicts on a configuration under a build; see the package comment.
const (
	Untried Verdict = iota
	Confirmed
	Exhausted
	Failed
)

// Judge returns whether and how a start may use a configuration under the layers that overlay identifies. A failure
// record comes before a confirmation.
func (s State) Judge(d store.Digest, overlay func() string) Verdict {
	if s.Failed(d, overlay) != nil {
		return Failed
	}
	if s.Good != nil && s.Good.Digest == d && s.Good.Build == s.Build {
		return Confirmed
	}
	if e, _ := s.Entry(d); e.Used >= s.Allowed {
		return Exhausted
	}
	return Untried
}

// Candidate is a configuration that a start may use.
type Candidate struct {
	Digest store.Digest
	// Good: it is tried because it is the last-known-good configuration, not because it is assigned.
	Good bool
}

// Candidates returns what a start tries, in this order, before it uses the local configuration.
func (s State) Candidates() []Candidate {
	var all []Candidate
	if s.Assigned != nil {
		if s.Assigned.Digest == "" {
			return nil
		}
		all = append(all, Candidate{Digest: s.Assigned.Digest})
	}
	if s.Good != nil && (s.Assigned == nil || s.Assigned.Digest != s.Good.Digest) {
		all = append(all, Candidate{Digest: s.Good.Digest, Good: true})
	}
	return all
}

// AssignmentLost reports whether something was assigned and it is not known what.
func (s State) AssignmentLost() bool { return s.Assigned == nil && (s.Good != nil || s.Lost) }

// Wants reports whether a configuration is assigned.
func (s State) Wants(d store.Digest) bool { return s.Assigned != nil && s.Assigned.Digest == d }

// Assign makes d the assigned configuration.
func (s State) Assign(d store.Digest, origin string, now time.Time) State {
	next := &store.Assigned{Digest: d, Origin: origin, Time: now}
	if s.Assigned != nil {
		next.History = s.Assigned.History
		if last := s.Assigned.Digest; last != "" {
			older := slices.DeleteFunc(slices.Clone(next.History), func(h store.Digest) bool { return h == last })
			next.History = append([]store.Digest{last}, older...)
		}
		next.History = next.History[:min(len(next.History), s.Keep, store.MaxHistory)]
	}
	s.Assigned, s.Lost = next, false
	return s
}

// Reset forgets the last-known-good configuration, as the proposal demands for a source that is set to nothing. Its
// record is stale from then on.
func (s State) Reset() State {
	s.StaleGood = s.StaleGood || s.Good != nil
	s.Good = nil
	return s
}

// Referenced reports whether a configuration is in use, or may be at the next start.
func (s State) Referenced(d store.Digest) bool {
	return s.Wants(d) || s.Good != nil && s.Good.Digest == d || s.Started && s.Active == d
}

// Kept reports whether the checkpoint of a configuration stays on disk.
func (s State) Kept(d store.Digest) bool {
	return s.Referenced(d) || s.Assigned != nil && slices.Contains(s.Assigned.History, d)
}
