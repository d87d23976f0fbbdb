package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
)

// Names below the state directory. Everything else that is ever joined to a path is a Digest that is Valid.
const (
	CheckpointDir = "checkpoints"
	QuarantineDir = "quarantine"
	RequestDir    = "requests"
	LockFile      = "lock"
	// TempPrefix begins the names of temporary files.
	TempPrefix = ".tmp-"
	// checkpointSlot is the name of a damaged checkpoint in quarantine.
	checkpointSlot = "checkpoint"
)

// ErrMissing is returned for a file that does not exist, which is not damage.
var ErrMissing = errors.New("missing")

// Dir is a state directory: how its files are read and replaced, without what they mean. A Dir is not safe for
// concurrent use.
type Dir struct {
	files Files
	root  string
	// rooted: the directory itself is durable in its parent, as a record in it shows.
	rooted bool
	// unsure are the files with a failed write, possibly after the rename: they may differ from what was written last.
	unsure map[string]bool
}

// New returns the state directory root. It touches nothing.
func New(files Files, root string) *Dir {
	return &Dir{files: files, root: filepath.Clean(root), unsure: map[string]bool{}}
}

// Path returns the path of a file below the directory.
func (d *Dir) Path(elem ...string) string {
	return filepath.Join(append([]string{d.root}, elem...)...)
}

// Make creates the directory if it does not exist.
func (d *Dir) Make() error { return d.files.MkdirAll(d.root) }

// Lock takes the lock file without waiting. It returns ErrLocked if another process holds it.
func (d *Dir) Lock() (Lock, error) { return d.files.Lock(d.Path(LockFile)) }

// Read reads a state file. It returns ErrMissing, or another error for damage.
func (d *Dir) Read(name string, record Record) error {
	data, err := d.files.ReadFile(d.Path(name), maxRecord)
	if errors.Is(err, fs.ErrNotExist) {
		return ErrMissing
	}
	d.rooted = true
	if err != nil {
		return err
	}
	if err := decode(name, data, record); err != nil {
		return err
	}
	return record.check()
}

// ReadNote reads what the process that holds the lock has noted about itself. It returns an error while that process is
// writing it.
func (d *Dir) ReadNote(note any) error {
	data, err := d.files.ReadFile(d.Path(LockFile), maxRecord)
	if err != nil {
		return err
	}
	return decode(LockFile, data, note)
}

// Save replaces a state file durably. After an error the file has either its old content or the new.
func (d *Dir) Save(name string, record any) error {
	if !d.rooted {
		// The parent belongs to others, and this process may not be allowed to open it.
		if err := d.files.SyncDir(filepath.Dir(d.root)); err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
		d.rooted = true
	}
	data, err := Encode(name, record)
	if err == nil {
		err = replace(d.files, d.root, name, data)
	}
	if err != nil {
		d.unsure[name] = true
		return fmt.Errorf("%s could not be written: %w", d.Path(name), err)
	}
	delete(d.unsure, name)
	return nil
}

// Unsure reports whether the last write of a state file failed, so that it may differ from what was written last.
func (d *Dir) Unsure(name string) bool { return d.unsure[name] }

// Remove removes a state file durably.
func (d *Dir) Remove(name string) error {
	if err := d.files.RemoveAll(d.Path(name)); err != nil {
		return err
	}
	if err := d.files.SyncDir(d.root); err != nil {
		return err
	}
	delete(d.unsure, name)
	return nil
}

// Quarantine moves a damaged state file away and returns its new path.
func (d *Dir) Quarantine(name string) (string, error) {
	return d.Path(QuarantineDir, name), d.quarantine(name, name)
}

// ReadCheckpoint returns a configuration only if its bytes have the digest (D8). It returns ErrMissing, or another
// error for damage.
func (d *Dir) ReadCheckpoint(digest Digest) (Payload, error) {
	data, err := d.files.ReadFile(d.Path(CheckpointDir, string(digest)), MaxPayload)
	if errors.Is(err, fs.ErrNotExist) {
		return Payload{}, ErrMissing
	}
	if err != nil {
		return Payload{}, err
	}
	if got := digestOf(data); got != digest {
		return Payload{}, fmt.Errorf("its bytes have the digest %s", got.Short())
	}
	return decodePayload(data)
}

// WriteCheckpoint makes a configuration durable under its digest. An intact file that exists may come from a process
// that died before it synced the directory, so the directory is synced in any case.
func (d *Dir) WriteCheckpoint(p Payload) error {
	if err := d.directory(CheckpointDir); err != nil {
		return err
	}
	dir := d.Path(CheckpointDir)
	_, err := d.ReadCheckpoint(p.Digest())
	if err == nil {
		return d.files.SyncDir(dir)
	}
	if !errors.Is(err, ErrMissing) {
		if err := d.QuarantineCheckpoint(p.Digest()); err != nil {
			return err
		}
	}
	return replace(d.files, dir, string(p.Digest()), p.encode())
}

// QuarantineCheckpoint moves a damaged checkpoint away.
func (d *Dir) QuarantineCheckpoint(digest Digest) error {
	return d.quarantine(checkpointSlot, CheckpointDir, string(digest))
}

// Sweep removes the checkpoints that keep refuses, and temporary files that a crash left. It tries again next time to
// remove what it cannot remove.
func (d *Dir) Sweep(keep func(Digest) bool) {
	names, err := d.files.ReadDir(d.Path(CheckpointDir))
	if err != nil {
		return
	}
	for _, name := range names {
		digest := Digest(name)
		if digest.Valid() && !keep(digest) || strings.HasPrefix(name, TempPrefix) {
			d.files.RemoveAll(d.Path(CheckpointDir, name))
		}
	}
}

// requestAll is the name of the request to clear every mark.
const requestAll = "all"

// Request leaves a request to clear the marks of a configuration, or all if the digest is empty.
func (d *Dir) Request(digest Digest) error {
	name := string(digest)
	if digest == "" {
		name = requestAll
	}
	if err := d.directory(RequestDir); err != nil {
		return err
	}
	return replace(d.files, d.Path(RequestDir), name, nil)
}

// Requests calls clear for every request, and removes those that it carried out. Carrying a request out twice does no
// harm. It returns what went wrong; one error does not keep the other requests from being carried out.
func (d *Dir) Requests(clear func(Digest) error) []error {
	names, err := d.files.ReadDir(d.Path(RequestDir))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err != nil {
		return []error{fmt.Errorf("requests to clear failure records cannot be read: %w", err)}
	}
	var errs []error
	for _, name := range names {
		var err error
		switch digest := Digest(name); {
		case name == requestAll:
			err = clear("")
		case digest.Valid():
			err = clear(digest)
		}
		if err == nil {
			err = d.files.RemoveAll(d.Path(RequestDir, name))
		}
		if err != nil {
			errs = append(errs, fmt.Errorf("the request to clear %.80q was not carried out: %w", name, err))
		}
	}
	return errs
}

// directory makes a directory below the root durably. That it exists does not show that it is durable: the process that
// made it may have died before the sync.
func (d *Dir) directory(name string) error {
	err := d.files.MkdirAll(d.Path(name))
	if errors.Is(err, syscall.ENOTDIR) || errors.Is(err, fs.ErrExist) {
		// Something else has this name, and would prevent every write.
		if err = d.evict(name); err == nil {
			err = d.files.MkdirAll(d.Path(name))
		}
	}
	if err != nil {
		return err
	}
	return d.files.SyncDir(d.root)
}

// evict moves what is not a directory away from the name of one.
func (d *Dir) evict(name string) error {
	if name == QuarantineDir {
		return d.files.RemoveAll(d.Path(name))
	}
	return d.quarantine(name, name)
}

// quarantine moves a damaged file away, for people to look at. There is one slot for each kind of file, so that
// repeated damage does not fill the disk.
func (d *Dir) quarantine(slot string, elem ...string) error {
	if err := d.directory(QuarantineDir); err != nil {
		return err
	}
	to := d.Path(QuarantineDir, slot)
	if err := d.files.RemoveAll(to); err != nil {
		return err
	}
	if err := d.files.Rename(d.Path(elem...), to); err != nil {
		return err
	}
	return d.files.SyncDir(filepath.Dir(d.Path(elem...)))
}
