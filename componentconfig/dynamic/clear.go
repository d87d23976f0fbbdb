package dynamic

import (
	"errors"
	"fmt"
	"io/fs"
)

// requestAll is the name of the request to clear every mark.
const requestAll = "all"

// Clear forgets what failed and how often it was tried: for the configuration with this digest under any binary, or for all if it is empty. It is the
// operator's word, and the only way to have the same bytes tried again by the same binary. If another process owns the folder a request is left
// for it, which it takes at its next start or synchronisation; pending tells so.
func (s *Store) Clear(d Digest) (pending bool, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if d != "" && !d.Valid() {
		return false, fmt.Errorf("%.80q is no digest: write the 64 characters that status shows", string(d))
	}
	if s.readOnly == nil {
		defer s.note()
		return false, s.clear(d)
	}
	name := string(d)
	if d == "" {
		name = requestAll
	}
	if err := s.disk.folder(requestDir); err != nil {
		return false, err
	}
	return true, s.disk.replace(s.disk.path(requestDir), name, nil)
}

// clear leaves the entry of the trial under way, without its past.
func (s *Store) clear(d Digest) error {
	s.forget(func(e entry) bool {
		return (d == "" || e.Digest == d) && !(e.Digest == s.trial && e.Build == s.opts.Build)
	})
	if e := s.find(s.trial); e != nil && (d == "" || d == s.trial) {
		e.Used, e.Returned = 1, 0
		s.decision.Attempt = 1
	}
	if s.desired.digest == d || d == "" {
		s.desired.rejected = ""
	}
	return s.save(trialsFile, s.trials)
}

// takeRequests carries out what operators asked for. A request is removed only when it has been carried out durably; twice does no harm.
func (s *Store) takeRequests() {
	if s.readOnly != nil {
		return
	}
	names, err := s.disk.files.ReadDir(s.disk.path(requestDir))
	if err != nil {
		if !errors.Is(err, fs.ErrNotExist) {
			s.warn("requests to clear cannot be read: %v", err)
		}
		return
	}
	for _, name := range names {
		d := Digest(name)
		var err error
		switch {
		case name == requestAll:
			err = s.clear("")
		case d.Valid():
			err = s.clear(d)
		}
		if err == nil {
			err = s.disk.files.RemoveAll(s.disk.path(requestDir, name))
		}
		if err != nil {
			s.warn("the request to clear %.80q was not carried out: %v", name, err)
		}
	}
}
