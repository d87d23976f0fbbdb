package dynamic

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"sync"
	"time"
)

// ErrReadOnly is wrapped by the errors of every method that writes when this process does not own the state folder.
var ErrReadOnly = errors.New("the state folder is not written by this process")

// ErrNoTrial is returned by Confirm and Fail when no configuration is on trial.
var ErrNoTrial = errors.New("no configuration is on trial")

// Store is the state folder of one component. Its methods may be called from several goroutines.
type Store struct {
	opts Options
	disk disk
	lock Lock

	mu sync.Mutex
	// readOnly says why this process does not write; nil if it does.
	readOnly error
	boot     string

	assigned *assignedRecord
	good     *goodRecord
	trials   trialsRecord
	// staleGood: the source was set to nothing, but the last-known-good file could not be removed yet.
	staleGood bool
	// lost: the assigned file is damaged, so that nothing being assigned is not what it said.
	lost bool
	// rooted: the state folder itself is durable in its parent, as shown by a record in it.
	rooted bool
	// dirty: the ledger in memory holds a bad mark that could not be written.
	dirty bool
	// unsure are the state files of which a write failed, perhaps after its rename, so that they may say something else than memory.
	unsure map[string]bool

	// news wakes Run up when the application or an operator has changed the state.
	news chan struct{}

	started  bool
	decision Decision
	// trial is the digest whose attempt this process has open; empty if there is none.
	trial Digest
	// unwell: the last health check failed, so that an end of the process is not the supervisor's doing alone.
	unwell bool
	// repaired is the digest whose lost checkpoint this process has written anew.
	repaired Digest

	desired  desired
	failures failures
	warnings []string

	// owner is what another process that owns the folder has noted about itself; inspects: this one never will.
	owner    *Owner
	inspects bool
	closed   bool
	// since is when this process started, noted is what it has told others.
	since time.Time
	noted *Owner
}

// maxWarnings bounds what one process keeps for its status.
const maxWarnings = 32

// Open opens the state folder dir, making it if it is not there. It takes the folder's lock; while another process holds that, or the disk does
// not take writes, the store only reads, which Status says. An error means invalid options, never the state of the disk.
func Open(dir string, opts Options) (*Store, error) {
	s, err := newStore(dir, opts)
	if err != nil {
		return nil, err
	}
	s.readOnly = s.acquire()
	s.read()
	return s, nil
}

// Inspect opens the state folder for looking at it and for Clear, without owning it.
func Inspect(dir string, opts Options) (*Store, error) {
	s, err := newStore(dir, opts)
	if err != nil {
		return nil, err
	}
	s.inspects, s.readOnly = true, fmt.Errorf("%w: it is only inspected", ErrReadOnly)
	lock, err := s.opts.Files.Lock(s.disk.path(lockName))
	switch {
	case errors.Is(err, ErrLocked):
		s.readOnly = s.lockedBy()
	case err == nil:
		lock.Unlock()
	}
	s.read()
	return s, nil
}

func newStore(dir string, opts Options) (*Store, error) {
	if dir == "" {
		return nil, errors.New("dynamic: the state folder has no name")
	}
	opts, err := opts.withDefaults()
	if err != nil {
		return nil, err
	}
	return &Store{opts: opts, disk: disk{opts.Files, filepath.Clean(dir)}, boot: identity(opts.Boot()), unsure: map[string]bool{}, news: make(chan struct{}, 1)}, nil
}

// Close lets go of the folder. It gives no attempt back; see Release.
func (s *Store) Close() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	if s.lock == nil {
		return nil
	}
	err := s.lock.Unlock()
	s.lock = nil
	s.readOnly = fmt.Errorf("%w: it was closed", ErrReadOnly)
	return err
}

// read takes in the three state files. Damage costs only what the damaged file said.
func (s *Store) read() {
	var a assignedRecord
	if s.readOne(assignedFile, &a) {
		s.assigned = &a
	} else {
		s.lost = s.rooted
	}
	var g goodRecord
	if s.readOne(goodFile, &g) {
		s.good = &g
	}
	var t trialsRecord
	if s.readOne(trialsFile, &t) {
		s.trials = t
	}
	s.settle()
	if s.assigned != nil && s.assigned.Digest == "" && s.good != nil {
		s.good, s.staleGood = nil, true
	}
}

func (s *Store) readOne(name string, record interface{ check() error }) bool {
	err := s.disk.readRecord(name, record)
	if errors.Is(err, errMissing) {
		return false
	}
	s.rooted = true
	if err == nil {
		return true
	}
	where := "left where it is"
	if s.readOnly == nil {
		where = "moved to " + s.disk.path(quarantineDir, name)
		if qerr := s.disk.quarantine(name, name); qerr != nil {
			where = fmt.Sprintf("left where it is: %v", qerr)
		}
	}
	s.warn("%s is damaged: %v; %s", s.disk.path(name), err, where)
	return false
}

func (s *Store) warn(format string, args ...any) {
	text := clip(fmt.Sprintf(format, args...), maxReason)
	if len(s.warnings) < maxWarnings && !slices.Contains(s.warnings, text) {
		s.warnings = append(s.warnings, text)
	}
}

// now is the wall clock, for records. A clock that is out of all bounds must not keep a record from being written: JSON knows the years 0 to 9999.
func (s *Store) now() time.Time {
	t := s.opts.Clock.Now()
	if y := t.UTC().Year(); y < 1 || y > 9998 {
		return time.Time{}
	}
	return t
}

func (s *Store) tell() {
	select {
	case s.news <- struct{}{}:
	default: // It has not looked since the last time.
	}
}

func (s *Store) writable() error {
	if s.readOnly != nil {
		return s.readOnly
	}
	return nil
}

// save replaces one state file. The caller changes what it holds in memory only after save has returned nil.
func (s *Store) save(name string, record any) error {
	if !s.rooted {
		// The parent belongs to others, and may not be ours to open.
		if err := s.disk.files.SyncDir(filepath.Dir(s.disk.root)); err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
		s.rooted = true
	}
	if err := s.disk.writeRecord(name, record); err != nil {
		s.unsure[name] = true
		return fmt.Errorf("%s could not be written: %w", s.disk.path(name), err)
	}
	delete(s.unsure, name)
	s.dirty = s.dirty && name != trialsFile
	return nil
}
