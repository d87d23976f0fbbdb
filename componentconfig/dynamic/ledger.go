package dynamic

import (
	"cmp"
	"slices"
)

// settle closes the attempts that earlier processes left open. The lock shows that none of those processes is alive. One that a reboot cut short is
// given back, since no one can tell what it would have come to; any other stays counted. Only memory changes here: the next write of the ledger
// carries it, and until then every start comes to the same result.
func (s *Store) settle() {
	if s.good != nil {
		s.trials.Entries = slices.DeleteFunc(s.trials.Entries, func(e entry) bool {
			return e.Digest == s.good.Digest && e.Build == s.good.Build && e.Failed == nil
		})
	}
	for i := range s.trials.Entries {
		e := &s.trials.Entries[i]
		if e.Open != nil && e.Open.Boot != "" && s.boot != "" && e.Open.Boot != s.boot {
			e.giveBack()
		}
		e.Open = nil
	}
}

// maxReturned is how many attempts with a configuration are given back. Whoever asks a process to end, or the machine to boot, that often before a trial is
// over may be doing so because of the configuration: a supervisor that gets no answer, a watchdog. After that every attempt counts.
const maxReturned = 32

func (e *entry) giveBack() {
	e.Open = nil
	if e.Returned >= maxReturned {
		return
	}
	e.Returned++
	e.Used = max(e.Used-1, 0)
}

// find returns what the ledger knows about a configuration under this binary, nil for nothing.
func (s *Store) find(d Digest) *entry {
	for i := range s.trials.Entries {
		if e := &s.trials.Entries[i]; e.Digest == d && e.Build == s.opts.Build {
			return e
		}
	}
	return nil
}

// confirmed says that this binary has confirmed the configuration and has had no reason to take that back.
func (s *Store) confirmed(d Digest) bool {
	if s.good == nil || s.good.Digest != d || s.good.Build != s.opts.Build {
		return false
	}
	return s.failed(d) == nil
}

// failed returns the configuration's bad mark under this binary, nil if it has none. One that Check made lapses with the local layers that it judged too.
func (s *Store) failed(d Digest) *mark {
	e := s.find(d)
	if e == nil || e.Failed == nil {
		return nil
	}
	if was := e.Failed.Local; was != "" && was != cmp.Or(s.local(), was) {
		return nil
	}
	return e.Failed
}

func (s *Store) local() string { return identity(s.opts.Local()) }

// entry returns the configuration's entry at the end of the ledger, most recently used, making it if there is none.
func (s *Store) entry(d Digest) *entry {
	e := entry{Digest: d, Build: s.opts.Build}
	if old := s.find(d); old != nil {
		e = *old
		s.forget(func(e entry) bool { return e.Digest == d && e.Build == s.opts.Build })
	}
	if len(s.trials.Entries) >= maxEntries {
		i := slices.IndexFunc(s.trials.Entries, func(e entry) bool { return !s.referenced(e.Digest) })
		s.trials.Entries = slices.Delete(s.trials.Entries, max(i, 0), max(i, 0)+1)
	}
	s.trials.Entries = append(s.trials.Entries, e)
	return &s.trials.Entries[len(s.trials.Entries)-1]
}

func (s *Store) forget(which func(entry) bool) {
	s.trials.Entries = slices.DeleteFunc(s.trials.Entries, which)
}

// referenced says that the configuration is in use or may be at the next start.
func (s *Store) referenced(d Digest) bool {
	return s.assigned != nil && s.assigned.Digest == d || s.good != nil && s.good.Digest == d || s.started && s.decision.Digest == d
}

// begin counts an attempt, durably, before anything of the configuration is looked at. A mark that has lapsed stays, for it holds again should the local
// layers become what they were.
func (s *Store) begin(d Digest) error {
	before := slices.Clone(s.trials.Entries)
	e := s.entry(d)
	e.Used++
	e.Allowed = s.opts.Parameters.allowed()
	e.Open = &attempt{Boot: s.boot}
	if err := s.save(trialsFile, s.trials); err != nil {
		s.trials.Entries = before
		return err
	}
	return nil
}

// refuse remembers that Check refused the configuration, in the local layers that it has now. The process has survived the look at it, so the attempt, if
// there was one, is over and not counted: what is looked at again when the layers have changed must not run out of attempts by that.
func (s *Store) refuse(d Digest, local string, counted bool, err error) {
	if e := s.find(d); e != nil && counted {
		e.Used = max(e.Used-1, 0)
	}
	s.fail(d, local, err.Error())
}

// fail remembers that the configuration does not work with this binary. If that cannot be written, the attempt that was is counted all the same.
func (s *Store) fail(d Digest, local, reason string) {
	e := s.entry(d)
	e.Open = nil
	e.Failed = &mark{Time: s.now(), Reason: clip(reason, maxReason), Local: local}
	s.failures.add(Failure{Digest: d, Build: e.Build, Time: e.Failed.Time, Reason: e.Failed.Reason})
	s.dirty = s.readOnly == nil
	if err := s.flush(); err != nil {
		s.warn("that %s failed is not remembered yet: %v", d.Short(), err)
	}
}

// flush writes the ledger if memory knows more than the last write said.
func (s *Store) flush() error {
	if !s.dirty {
		return nil
	}
	return s.save(trialsFile, s.trials)
}
