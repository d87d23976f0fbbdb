package protocol

import (
	"slices"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// without returns a copy of the ledger that lacks some entries.
func without(l store.Ledger, which func(store.Entry) bool) store.Ledger {
	var kept []store.Entry
	for _, e := range l.Entries {
		if which == nil || !which(e) {
			kept = append(kept, e)
		}
	}
	return store.Ledger{Entries: kept}
}

func (s State) about(d store.Digest) func(store.Entry) bool {
	return func(e store.Entry) bool { return e.Digest == d && e.Build == s.Build }
}

// edit returns a state with a changed entry of d, which becomes the most recently used. If the ledger is full, the
// least recently used entry that nothing refers to makes room.
func (s State) edit(d store.Digest, change func(*store.Entry)) State {
	e, known := s.Entry(d)
	if !known {
		e = store.Entry{Digest: d, Build: s.Build}
	}
	s.Ledger = without(s.Ledger, s.about(d))
	if len(s.Ledger.Entries) >= store.MaxEntries {
		i := slices.IndexFunc(s.Ledger.Entries, func(e store.Entry) bool { return !s.Referenced(e.Digest) })
		s.Ledger.Entries = slices.Delete(s.Ledger.Entries, max(i, 0), max(i, 0)+1)
	}
	change(&e)
	s.Ledger.Entries = append(s.Ledger.Entries, e)
	return s
}

// editKnown is edit in place; it changes nothing if the ledger has no entry of d.
func (s State) editKnown(d store.Digest, change func(*store.Entry)) State {
	i := s.index(d)
	if i < 0 {
		return s
	}
	s.Ledger = without(s.Ledger, nil)
	change(&s.Ledger.Entries[i])
	return s
}

// Begin counts an attempt. It must be durable before anything of the configuration is read. A failure record of other
// local layers stays, since it applies again if those layers return.
func (s State) Begin(d store.Digest) State {
	return s.edit(d, func(e *store.Entry) {
		e.Used++
		e.Allowed = s.Allowed
		e.Open = &store.Attempt{Boot: s.Boot()}
	})
}

// Resume opens the attempt of this process again, after its ledger was read or lost.
func (s State) Resume() State {
	if _, known := s.Entry(s.Trial); !known {
		return s.Begin(s.Trial)
	}
	return s.editKnown(s.Trial, func(e *store.Entry) { e.Open = &store.Attempt{Boot: s.Boot()} })
}

// Survive ends an attempt that does not count, because the process survived the check that it was for. One that Release
// has ended meanwhile has been returned already.
func (s State) Survive(d store.Digest) State {
	return s.editKnown(d, func(e *store.Entry) {
		if e.Open != nil {
			e.Used, e.Open = max(e.Used-1, 0), nil
		}
	})
}

// Fail records that a configuration does not work with this build.
func (s State) Fail(d store.Digest, mark store.Mark) State {
	mark.Reason = store.Clip(mark.Reason)
	return s.edit(d, func(e *store.Entry) { e.Open, e.Failed = nil, &mark })
}

// Allow notes how many attempts a configuration that was checked allows itself, 0 if it does not say.
func (s State) Allow(d store.Digest, own int) State {
	return s.editKnown(d, func(e *store.Entry) { e.Own = own })
}

// Confirm makes the configuration on trial the last-known-good one. A failure record from a check of the same
// configuration with layers that have changed meanwhile stays: the next start would come to it again.
func (s State) Confirm(now time.Time) State {
	d := s.Trial
	s.Good, s.Trial, s.Late = s.newGood(store.Good{Digest: d, Build: s.Build, Time: now}), "", Late{Digest: d}
	if s.Failed(d) == nil {
		s.Ledger = without(s.Ledger, s.about(d))
		return s
	}
	return s.editKnown(d, func(e *store.Entry) { *e = store.Entry{Digest: d, Build: s.Build, Failed: e.Failed} })
}

// newGood returns good with the configurations that were confirmed earlier as its Older. At most Keep of them stay, as
// of the checkpoints.
func (s State) newGood(good store.Good) *store.Good {
	good.Older = nil
	for _, older := range s.goods() {
		if older.Digest != good.Digest && len(good.Older) < min(s.Keep, store.MaxHistory-1) {
			older.Older = nil
			good.Older = append(good.Older, older)
		}
	}
	return &good
}

// RollBack makes a configuration that was confirmed before the last-known-good one, and gives up what is assigned, as
// mark says. It reports whether d was confirmed before.
func (s State) RollBack(d store.Digest, mark store.Mark) (next State, known bool) {
	i := slices.IndexFunc(s.goods(), func(g store.Good) bool { return g.Digest == d })
	if i < 0 || s.Wants(d) {
		return s, false
	}
	mark.RollBack = &store.RollBackTo{To: d, From: s.Good.Digest}
	s.Good, s.UnstoredGood = s.newGood(s.goods()[i]), true
	s.Ledger = without(s.Ledger, s.about(d))
	if s.Late.Digest == d {
		s.Late = Late{}
	}
	if s.Assigned != nil && s.Assigned.Digest != "" {
		s = s.Fail(s.Assigned.Digest, mark)
	}
	return s, true
}

// rolledBack completes a roll-back that was recorded in the ledger only.
func (s State) rolledBack() State {
	if s.Assigned == nil || s.Good == nil {
		return s
	}
	e, _ := s.Entry(s.Assigned.Digest)
	if e.Failed == nil || e.Failed.RollBack == nil || e.Failed.RollBack.From != s.Good.Digest {
		return s
	}
	to := e.Failed.RollBack.To
	if i := slices.IndexFunc(s.goods(), func(g store.Good) bool { return g.Digest == to }); i > 0 {
		s.Good, s.UnstoredGood = s.newGood(s.goods()[i]), true
	}
	return s
}

// MayRelease reports whether Release would end an attempt.
func (s State) MayRelease() bool {
	return slices.ContainsFunc(s.Ledger.Entries, func(e store.Entry) bool { return e.Open != nil })
}

// Release ends the attempts of this process, because the process was asked to end: the attempt of the configuration on
// trial, and the attempts of checks that have not ended. They do not count, unless the last health check failed: a
// supervisor also asks a process to end because it hangs. Without any health check the reason is unknown, and only some
// consecutive attempts do not count.
func (s State) Release() State {
	s.Ledger = without(s.Ledger, nil)
	for i := range s.Ledger.Entries {
		e := &s.Ledger.Entries[i]
		if e.Open == nil {
			continue
		}
		e.Open = nil
		switch {
		case e.Digest == s.Trial && s.Health == Unwell:
			e.Unwell++
			e.Returned = 0
		case e.Digest == s.Trial && s.Health == Well:
			e.Used, e.Returned = max(e.Used-1, 0), 0
		default:
			e.Used, e.Returned = max(e.Used-1, 0), e.Returned+1
		}
	}
	s.Trial = ""
	return s
}

// Clear forgets what failed and how often it was tried: for one configuration under any build, or for all if d is
// empty. The entry of the trial in progress stays, without its past.
func (s State) Clear(d store.Digest) State {
	s.Ledger = without(s.Ledger, func(e store.Entry) bool {
		return (d == "" || e.Digest == d) && !(e.Digest == s.Trial && e.Build == s.Build)
	})
	if s.Trial != "" && (d == "" || d == s.Trial) {
		s = s.editKnown(s.Trial, func(e *store.Entry) { e.Used, e.Returned, e.Unwell, e.Rebooted = 1, 0, 0, 0 })
	}
	if d == "" || d == s.Late.Digest {
		s.Late = Late{}
	}
	return s
}
