package protocol

import (
	"cmp"
	"slices"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// State is everything that the rules depend on.
type State struct {
	// Build identifies the binary.
	Build string
	// Boot identifies the boot of the machine. It returns an empty text if that is unknown. A start with a confirmed
	// configuration does not need it.
	Boot func() string
	// Layers identifies the layers above a configuration as they are now: drop-in files, the command line. It is empty if
	// they are unknown; a failure record that was made together with layers holds then.
	Layers string
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
	// UnstoredGood: Good follows from the ledger, and is not on disk yet.
	UnstoredGood bool

	// Started: this process has decided. Active is the configuration in use; empty for the local configuration.
	Started bool
	Active  store.Digest
	// Trial is the configuration with an open attempt of this process, or empty.
	Trial store.Digest
	// Health is the result of the last health check.
	Health Health
	// Late counts the consecutive starts with a confirmed configuration that ended soon after.
	Late Late
}

// Health of a process is unknown until the first health check.
type Health int

// The results of a health check.
const (
	Unchecked Health = iota
	Well
	Unwell
)

// Late is a number of starts, and the confirmed configuration that they were made with.
type Late struct {
	Digest store.Digest
	Starts int
}

// MaxReturned is how many attempts in a row may end because the process was asked to end, before any health check. If
// that happens more often before a trial is over, the reason may be the configuration: a supervisor that gets no
// answer.
const MaxReturned = 10

// MinLate is how many starts in a row with a confirmed configuration may crash soon after, at least: it has worked, so
// something else may be the reason.
const MinLate = 5

// Settle closes the attempts that earlier processes left open; the lock shows that those processes are dead. They stay
// counted, also if the machine was booted since: a configuration may be the reason for that, too, and after a clean
// shutdown no attempt is open. The result need not be written: until the next write of the ledger every start comes to
// the same one.
func (s State) Settle() State {
	s.Ledger = without(s.Ledger, nil)
	for i := range s.Ledger.Entries {
		e := &s.Ledger.Entries[i]
		if e.Open == nil {
			continue
		}
		if was := e.Open.Boot; was != "" && was != cmp.Or(s.Boot(), was) {
			e.Rebooted++
		}
		e.Open, e.Returned = nil, 0
	}
	return s.Reconcile()
}

// Reconcile completes what a process that died between two writes has begun: a confirmation has no entry in the ledger,
// and a reset has no last-known-good configuration. After a roll-back it is what an operator chose. It has not failed.
func (s State) Reconcile() State {
	s = s.rolledBack().demoted()
	if good := s.Good; good != nil {
		s.Ledger = without(s.Ledger, func(e store.Entry) bool {
			return e.Digest == good.Digest && e.Build == good.Build && e.Failed == nil
		})
	}
	if s.Assigned != nil && s.Assigned.Digest == "" && s.Good != nil {
		s.Good, s.StaleGood, s.UnstoredGood = nil, true, false
	}
	return s
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
// together with the layers above the configuration holds only for the same layers.
func (s State) Failed(d store.Digest) *store.Mark {
	e, _ := s.Entry(d)
	if e.Failed == nil {
		return nil
	}
	if was := e.Failed.Overlay; was != "" && was != cmp.Or(s.Layers, was) {
		return nil
	}
	return e.Failed
}

// Layered reports whether a failure record under this build depends on Layers.
func (s State) Layered() bool {
	return slices.ContainsFunc(s.Ledger.Entries, func(e store.Entry) bool {
		return e.Build == s.Build && e.Failed != nil && e.Failed.Overlay != ""
	})
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

// Judge returns whether and how a start may use a configuration. A failure record comes before a confirmation.
func (s State) Judge(d store.Digest) Verdict {
	if s.Failed(d) != nil {
		return Failed
	}
	if s.Confirmed(d) {
		if s.Late.Digest == d && s.Late.Starts >= max(s.AllowedFor(d), MinLate) {
			return Exhausted
		}
		return Confirmed
	}
	if e, _ := s.Entry(d); e.Used >= s.AllowedFor(d) || e.Returned >= MaxReturned {
		return Exhausted
	}
	return Untried
}

// Confirmed reports whether this build has confirmed a configuration, lately or before.
func (s State) Confirmed(d store.Digest) bool {
	return slices.ContainsFunc(s.goods(), func(g store.Good) bool { return g.Digest == d && g.Build == s.Build })
}

// Doubtful returns the assigned configuration if this build has not confirmed it, and a start would use another one
// that it has confirmed; empty otherwise.
func (s State) Doubtful() store.Digest {
	if s.Assigned == nil || s.Confirmed(s.Assigned.Digest) || !slices.ContainsFunc(s.goods(), func(g store.Good) bool {
		return s.Judge(g.Digest) == Confirmed
	}) {
		return ""
	}
	return s.Assigned.Digest
}

// demoted makes what was confirmed before the last-known-good configuration, if that has failed since with the build
// that confirmed it, whatever is above it. Without an older one it stays.
func (s State) demoted() State {
	if s.Good == nil || s.Good.Build != s.Build || len(s.Good.Older) == 0 {
		return s
	}
	if e, _ := s.Entry(s.Good.Digest); e.Failed == nil || e.Failed.Overlay != "" {
		return s
	}
	good := s.Good.Older[0]
	good.Older = s.Good.Older[1:]
	s.Good, s.UnstoredGood = &good, true
	return s.demoted()
}

// goods are all configurations that were confirmed, newest first.
func (s State) goods() []store.Good {
	if s.Good == nil {
		return nil
	}
	return append([]store.Good{*s.Good}, s.Good.Older...)
}

// AllowedFor is how many starts may be made with a configuration before it is confirmed: as it says itself, otherwise
// Allowed.
func (s State) AllowedFor(d store.Digest) int {
	e, _ := s.Entry(d)
	return cmp.Or(e.Own, s.Allowed)
}

// Candidate is a configuration that a start may use.
type Candidate struct {
	Digest store.Digest
	// Good: it is tried because it was confirmed, not because it is assigned.
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
	for _, good := range s.goods() {
		if !s.Wants(good.Digest) {
			all = append(all, Candidate{Digest: good.Digest, Good: true})
		}
	}
	return all
}

// AssignmentLost reports whether something was assigned and it is not known what.
func (s State) AssignmentLost() bool { return s.Assigned == nil && (s.Good != nil || s.Lost) }

// NothingAssigned reports whether the local configuration is the one to use, and no record is lost.
func (s State) NothingAssigned() bool { return s.Assigned == nil && !s.AssignmentLost() || s.Wants("") }

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
	s.Good, s.UnstoredGood = nil, false
	return s
}

// Referenced reports whether a configuration is in use, or may be at the next start.
func (s State) Referenced(d store.Digest) bool {
	return s.Wants(d) || s.Started && s.Active == d ||
		slices.ContainsFunc(s.goods(), func(g store.Good) bool { return g.Digest == d })
}

// Kept reports whether the checkpoint of a configuration stays on disk. Referenced configurations stay, and as many
// previously assigned ones as Keep allows after the number of earlier confirmed ones is subtracted.
func (s State) Kept(d store.Digest) bool {
	if s.Referenced(d) {
		return true
	}
	if s.Assigned == nil {
		return false
	}
	room := s.Keep
	if s.Good != nil {
		room -= len(s.Good.Older)
	}
	i := slices.Index(s.Assigned.History, d)
	return i >= 0 && i < room
}
