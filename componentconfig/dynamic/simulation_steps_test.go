package dynamic

import (
	"bytes"
	"errors"
	"path"
	"slices"
	"strings"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/memfs"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// start is one start of the process: open the directory, decide.
func (s *simulation) start(mayFail bool) {
	s.logf("start as %s in %s", s.buildName(), s.bootName())
	faulty := mayFail && s.faults()
	faulty = faulty || s.disk.ReadOnly || s.disk.Full
	s.checked = nil
	// A request to clear that could not be carried out before is carried out now, whatever has been recorded since.
	requests := memfs.Names(s.disk, path.Join(stateDir, store.RequestDir))
	for _, name := range requests {
		s.forget(store.Digest(name))
	}
	var st *Controller
	var d decision
	var err error
	before := s.goodsOnDisk()
	died := s.process(func() {
		if st, err = Open(stateDir, s.options()); err != nil {
			return
		}
		s.opened(st)
		d, err = start(st)
	})
	s.afterAttempts(died || faulty)
	if died {
		return
	}
	s.calm()
	s.demand(err == nil, "start failed although the local configuration is valid: %v", err)
	s.logf("  %s", d)
	s.proc = st
	s.decided(d, before, faulty)
}

// opened compares the records that the controller read with the possible ones.
func (s *simulation) opened(st *Controller) {
	m := &s.model
	var a store.Digest
	if st.journal.state.Assigned != nil {
		a = st.journal.state.Assigned.Digest
	}
	unread := st.journal.unread
	s.demandRunning(m.assigned[a] || m.damaged[store.AssignedFile] || unread[store.AssignedFile] != nil,
		"assigned is %q, which is not what was assigned last", a.Short())
	var g pair
	if st.journal.state.Good != nil {
		g = pair{st.journal.state.Good.Digest, st.journal.state.Good.Build}
	}
	if !m.good[g] && !m.demoted(g) && unread[store.GoodFile] == nil && !m.damaged[store.GoodFile] &&
		!st.journal.state.StaleGood {
		s.demandRunning(false, "last-known-good is %s/%s, not one of %v", g.digest.Short(), g.build, keys(m.good))
	}
	for _, w := range st.journal.warnings {
		if strings.Contains(w, " is damaged: ") && len(m.damaged) == 0 {
			s.demandRunning(false, "damage that no one did: %s", w)
		}
	}
}

// demoted reports whether g may be the last-known-good record because a later one has crashed too often.
func (m *model) demoted(g pair) bool {
	for _, n := range m.late {
		if n >= protocol.MinLate && m.confirmed[g] {
			return true
		}
	}
	return false
}

// decided checks the promises about a decision.
func (s *simulation) decided(d decision, good map[pair]bool, faulty bool) {
	m := &s.model
	if d.Layer == LayerLocal {
		s.demand(len(d.Payload.Files()) == 0, "the local configuration is not the local one")
	} else {
		i := slices.IndexFunc(s.payloads, func(p Payload) bool { return p.stored.Digest() == d.Digest })
		s.demand(i >= 0 && s.payloads[i].stored.Equal(d.Payload), "configuration %s does not have its bytes",
			d.Digest.Short())
		s.demand(s.behavior(s.pair(d.Digest)) == "fine", "%s is active and is not valid", d.Digest.Short())
		s.demand(slices.Contains(s.checked, d.Digest), "%s is active and was not checked", d.Digest.Short())
		s.demand(d.OnTrial || good[s.pair(d.Digest)], "%s is used as if it were confirmed", d.Digest.Short())
	}
	for _, p := range d.PassedOver {
		pr := s.pair(p.Digest)
		justified := true
		switch p.Reason {
		case ReasonCheckpointMissing, ReasonCheckpointDamaged, ReasonStateLost:
			justified = len(m.damaged) > 0
		case ReasonFailed:
			justified = m.failed[pr] || m.suspect[pr] || m.damaged[store.LedgerFile]
		case ReasonCrashLoop:
			justified = m.atMost[pr] > s.threshold || m.late[pr] >= protocol.MinLate
			s.failedNow(pr, "", faulty)
		case ReasonInvalid:
			justified = s.behavior(pr) != "fine"
			s.failedNow(pr, s.localName(), faulty)
		case ReasonAttemptNotRecorded, ReasonUnreadable:
			justified = faulty
		}
		s.demand(justified, "passed over for no reason: %s %s", p.Reason, p.Message)
	}
}

// failedNow: the controller has tried to write a failure record, with these local layers if Check found the failure.
func (s *simulation) failedNow(p pair, local string, faulty bool) {
	s.model.suspect[p] = true
	if !faulty {
		s.model.failed[p], s.model.refused[p] = true, local
	}
}

// afterAttempts loosens the bounds where a fault may have kept an attempt from being seen, or from being returned.
func (s *simulation) afterAttempts(faulty bool) {
	if !faulty {
		return
	}
	for _, p := range s.payloads {
		pr := s.pair(p.stored.Digest())
		s.model.atMost[pr]++
		s.model.open[pr] = true
		if s.behavior(pr) != "fine" || s.model.atMost[pr] > s.threshold {
			s.model.suspect[pr] = true
		}
	}
}

func (s life) assign() {
	p := s.payloads[s.rng.IntN(len(s.payloads))]
	pr := s.pair(p.stored.Digest())
	s.logf("assign %s, which is %s", p.stored.Digest().Short(), s.behavior(pr))
	faulty := s.faults()
	s.checked = nil
	m := &s.model
	had := m.assigned
	m.assigned = union(had, single(p.stored.Digest()))
	attempts := m.atLeast[pr]
	var out AssignResult
	var err error
	// State that the start could not read, or not write, comes first: a damaged file is moved, a record is written.
	j := s.proc.journal
	owed := len(j.unread) > 0 || j.state.UnstoredGood
	changes := s.disk.Ops
	died := s.process(func() { out, err = s.proc.Assign(p, "simulation") })
	s.afterAttempts(died || faulty)
	if died || err != nil {
		// The attempt of the check may have been returned before.
		if m.atLeast[pr] > attempts && s.behavior(pr) == "fine" {
			m.atLeast[pr] = attempts
		}
		s.calm()
		return
	}
	s.calm()
	s.logf("  %s %s", verdictOf(out), out.Rejected)
	s.assigned(p, out, had, attempts, faulty || owed && verdictOf(out) == unchanged, s.disk.Ops-changes)
}

func (s life) assigned(p Payload, out AssignResult, had map[store.Digest]bool, attempts int, faulty bool, changes int) {
	m, pr := &s.model, s.pair(p.stored.Digest())
	switch verdictOf(out) {
	case accepted:
		s.demand(s.behavior(pr) == "fine", "%s is accepted and not valid", p.stored.Digest().Short())
		m.assigned = single(p.stored.Digest())
		delete(m.damaged, store.AssignedFile)
		if m.atLeast[pr] > attempts {
			m.atLeast[pr], m.atMost[pr] = attempts, m.atMost[pr]-1
		}
		names := memfs.Names(s.disk, path.Join(stateDir, store.CheckpointDir))
		s.demand(faulty || len(names) <= 5, "%d checkpoints: %v", len(names), names)
	case rejected:
		m.assigned = had
		s.demand(m.failed[pr] || m.suspect[pr] || s.behavior(pr) != "fine" || m.atMost[pr] > s.threshold ||
			m.damaged[store.LedgerFile],
			"%s is rejected for no reason: %s", p.stored.Digest().Short(), out.Rejected)
		// A record that was only read may come from a process that died between rename and sync.
		local := s.localName()
		if !strings.HasPrefix(out.Rejected, "field number") && !strings.HasPrefix(out.Rejected, "the check panicked") {
			local = ""
		}
		s.failedNow(pr, local, faulty || changes == 0)
	case unchanged:
		m.assigned = had
		s.demand(changes == 0 || faulty, "an unchanged assignment cost %d changes of the disk", changes)
	case repaired:
		m.assigned = had
		s.demand(len(m.damaged) > 0, "repaired what was not damaged")
	}
}

func union[K comparable](a, b map[K]bool) map[K]bool {
	out := map[K]bool{}
	for k := range a {
		out[k] = true
	}
	for k := range b {
		out[k] = true
	}
	return out
}

func (s life) unassign() {
	s.logf("unassign")
	faulty := s.faults()
	m := &s.model
	m.assigned, m.good = union(m.assigned, single(store.Digest(""))), union(m.good, single(pair{}))
	var out AssignResult
	var err error
	died := s.process(func() { out, err = s.proc.Unassign() })
	s.afterAttempts(died || faulty)
	s.calm()
	if !died && err == nil && verdictOf(out) == accepted {
		m.assigned, m.good = single(store.Digest("")), single(pair{})
		delete(m.damaged, store.AssignedFile)
	}
}

func (s life) confirm() {
	d := s.proc.journal.state.Trial
	if d == "" {
		return
	}
	pr := s.pair(d)
	s.logf("confirm %s", d.Short())
	faulty := s.faults()
	m := &s.model
	var err error
	if a := s.proc.journal.state.Assigned; a == nil || a.Digest != "" {
		m.confirmed[pr], m.good = true, union(m.good, single(pr))
		m.atLeast[pr] = 0
	}
	died := s.process(func() { err = s.proc.Confirm() })
	s.afterAttempts(died || faulty)
	s.calm()
	if !died && err == nil {
		m.good = single(pr)
		if m.assigned[""] {
			m.good[pair{}] = true // An Unassign that was cut short may have reset it.
		}
		delete(m.damaged, store.GoodFile)
		if !faulty {
			m.atMost[pr] = 0
		}
	}
}

func (s life) release() {
	s.logf("SIGTERM")
	d := s.proc.journal.state.Trial
	faulty := s.faults()
	if d != "" {
		pr := s.pair(d)
		s.model.atLeast[pr] = max(0, s.model.atLeast[pr]-1)
		if !faulty {
			s.model.atMost[pr] = max(0, s.model.atMost[pr]-1)
		}
	}
	died := s.process(func() { s.proc.Release(); s.proc.Close() })
	s.afterAttempts(died || faulty)
	s.kill()
}

func (s life) fail() {
	d := s.proc.journal.state.Trial
	if d == "" {
		return
	}
	s.logf("the component fails %s", d.Short())
	faulty := s.faults()
	s.model.suspect[s.pair(d)] = true
	died := s.process(func() { s.proc.Fail("no answer from the backend") })
	if !died && !faulty {
		s.model.failed[s.pair(d)], s.model.refused[s.pair(d)] = true, ""
	}
	s.afterAttempts(died || faulty)
	s.kill()
}

func (s life) clear() {
	d := s.payloads[s.rng.IntN(len(s.payloads))].stored.Digest()
	s.logf("clear %s", d.Short())
	faulty := s.faults()
	s.forget(d)
	var err error
	died := s.process(func() { _, err = s.proc.Clear(Digest(d)) })
	s.afterAttempts(died || faulty)
	s.calm()
	if !died && err == nil && !faulty && s.proc.journal.state.Trial == d {
		s.model.atMost[s.pair(d)] = 1
	}
	if s.proc != nil && s.proc.journal.state.Trial == d {
		s.model.open[s.pair(d)] = true
	}
}

// forget removes every failure record of a configuration from the model.
func (s *simulation) forget(d store.Digest) {
	for _, marks := range []map[pair]bool{s.model.failed, s.model.open} {
		for pr := range marks {
			if pr.digest == d {
				delete(marks, pr)
			}
		}
	}
	for pr := range s.model.atLeast {
		if pr.digest == d {
			s.model.atLeast[pr] = 0
		}
	}
}

// second is another process on the same directory: it decides without writing.
func (s life) second() {
	s.logf("a second process")
	changes, good := s.disk.Ops, s.goodsOnDisk()
	var d decision
	var err error
	died := s.process(func() {
		st, _ := Open(stateDir, s.options())
		s.demandRunning(errors.Is(st.journal.readOnly, errReadOnly) || s.proc.owning.lock == nil,
			"two processes own the directory")
		if s.proc.owning.lock == nil {
			st.Close()
			return
		}
		d, err = start(st)
		s.demandRunning(s.disk.Ops == changes, "the second process wrote")
	})
	s.demand(died || err == nil, "the second process failed: %v", err)
	s.demand(died || d.Digest == "" || good[s.pair(d.Digest)], "the second process uses %s, which is not confirmed",
		d.Digest.Short())
}

// damage changes a file behind the back of the controller, durably.
func (s life) damage() {
	names := []string{store.AssignedFile, store.GoodFile, store.LedgerFile}
	checkpoints := memfs.Names(s.disk, path.Join(stateDir, store.CheckpointDir))
	for _, c := range checkpoints {
		names = append(names, path.Join(store.CheckpointDir, c))
	}
	name := names[s.rng.IntN(len(names))]
	n := s.disk.Find(path.Join(stateDir, name))
	if n == nil {
		return
	}
	switch data := bytes.Clone(n.Data); {
	case len(data) < 2 || s.chance(20):
		n.Data = nil
	case s.chance(40):
		n.Data = data[:s.rng.IntN(len(data))]
	default:
		data[len(data)-2] ^= 1
		n.Data = data
	}
	n.Durable = n.Data
	s.logf("%s is damaged", name)
	m := &s.model
	m.damaged[name] = true
	if name == store.LedgerFile {
		m.failed, m.open = map[pair]bool{}, map[pair]bool{}
		m.atLeast = map[pair]int{}
	}
}

// inspect checks the directory as it is now: what holds at every moment, whatever happened before.
func (s life) inspect() {
	m := &s.model
	for g := range s.goodsOnDisk() {
		s.demand(m.confirmed[g], "%s/%s is last-known-good and was never confirmed", g.digest.Short(), g.build)
		s.demandCheckpoint(g.digest)
	}
	assigned := s.once(store.AssignedFile, func(d *store.Dir) (p pair) {
		var a store.Assigned
		if d.Read(store.AssignedFile, &a) == nil {
			p.digest = a.Digest
		}
		return p
	})
	if assigned.digest != "" {
		s.demandCheckpoint(assigned.digest)
	}
}

func (s life) demandCheckpoint(d store.Digest) {
	found := s.once(path.Join(store.CheckpointDir, string(d)), func(disk *store.Dir) pair {
		if _, err := disk.ReadCheckpoint(d); err != nil {
			return pair{build: err.Error()}
		}
		return pair{digest: d}
	})
	s.demand(found.digest == d || len(s.model.damaged) > 0, "%s is referred to, and its checkpoint is %s", d.Short(),
		found.build)
}

// goodsOnDisk are the pairs that were confirmed, as the record says.
func (s *scene) goodsOnDisk() map[pair]bool {
	name := stateDir + "/" + store.GoodFile
	key := "all\n"
	if n := s.disk.Find(name); n != nil {
		key += string(n.Data)
	}
	if all, ok := s.goods[key]; ok {
		return all
	}
	all := map[pair]bool{}
	var g store.Good
	memfs.Unfailing(s.disk, func() {
		if store.New(s.disk, stateDir).Read(store.GoodFile, &g) == nil {
			for _, g := range append(g.Older, g) {
				all[pair{g.Digest, g.Build}] = true
			}
		}
	})
	s.goods[key] = all
	return all
}

// once reads a file, or remembers the result for the same bytes.
func (s *scene) once(name string, read func(*store.Dir) pair) (found pair) {
	look := func() { memfs.Unfailing(s.disk, func() { found = read(store.New(s.disk, stateDir)) }) }
	n := s.disk.Find(stateDir + "/" + name)
	if n == nil {
		look()
		return found
	}
	key := name + "\n" + string(n.Data)
	found, ok := s.read[key]
	if !ok {
		look()
		s.read[key] = found
	}
	return found
}
