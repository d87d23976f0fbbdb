package dynamic

// Confirm says that the configuration on trial works: it becomes the last-known-good one. ErrNoTrial if none is on trial, or the source has been
// set to nothing meanwhile. Another error is one of the disk; the same call may be made again.
func (s *Store) Confirm() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.note()
	if s.trial == "" || s.assigned != nil && s.assigned.Digest == "" {
		return ErrNoTrial
	}
	if err := s.writable(); err != nil {
		return err
	}
	next := goodRecord{Digest: s.trial, Build: s.opts.Build, Time: s.now()}
	if err := s.save(goodFile, next); err != nil {
		return err
	}
	s.good, s.trial = &next, ""
	s.failures.confirmed++
	s.tell()
	s.failures.lastConfirmed = next.Time
	s.passed(next.Digest)
	if err := s.save(trialsFile, s.trials); err != nil {
		// The decision is made all the same, and settle drops the entry whenever it is read beside this last-known-good record.
		s.warn("the trial of %s is still in the ledger: %v", next.Digest.Short(), err)
	}
	return nil
}

// passed takes a configuration that was confirmed out of the ledger. Not a mark that Check made meanwhile, because of local layers that have changed under this
// process: the next start would come to it again.
func (s *Store) passed(d Digest) {
	if s.failed(d) == nil {
		s.forget(func(e entry) bool { return e.Digest == d && e.Build == s.opts.Build })
		return
	}
	e := s.find(d)
	e.Used, e.Returned, e.Open = 0, 0, nil
}

// Release gives the attempt of this process back: to be called when the process was asked to end, by SIGTERM. Whatever ends it otherwise stays
// counted. Without a trial it does nothing, nor when the last health check of the trial failed: a supervisor that ends a process because it hangs
// sends SIGTERM too, and that must count.
func (s *Store) Release() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := s.find(s.trial)
	if s.trial == "" || e == nil || s.readOnly != nil || s.unwell {
		return nil
	}
	e.giveBack()
	s.trial = ""
	return s.save(trialsFile, s.trials)
}

// Fail ends the trial with a bad mark, without waiting for a crash loop: for a component that can tell that the configuration does not serve. The
// process should be restarted afterwards. ErrNoTrial if none is on trial.
func (s *Store) Fail(reason string) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	defer s.note()
	if s.trial == "" {
		return ErrNoTrial
	}
	s.fail(s.trial, "", reason)
	s.tell()
	s.trial = ""
	return nil
}

// OnTrial says whether this process runs a configuration that is not confirmed yet.
func (s *Store) OnTrial() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.trial != ""
}
