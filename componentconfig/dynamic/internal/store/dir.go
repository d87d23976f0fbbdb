package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
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

// Dir reads and replaces the files of a state directory, without regard to their meaning. A Dir is not safe for
// concurrent use.
type Dir struct {
	files Files
	root  string
	// rooted: the directory itself is durable in its parent, as a record in it shows.
	rooted bool
	// unsure are the files with a failed write, possibly after the rename: their content may differ from the last
	// successful write.
	unsure map[string]bool
	// unsynced is the error of a file system that does not sync directories.
	unsynced error
	// quarantined counts the files that were moved to quarantine, moved is the path that the last one was moved to.
	quarantined int
	moved       string
	// healed are messages about files that were moved away because they prevented a write, at most maxHealed.
	healed []string
}

// New returns the state directory root. It touches nothing.
func New(files Files, root string) *Dir {
	root = filepath.Clean(root)
	return &Dir{files: files.Within(root), root: root, unsure: map[string]bool{}}
}

// Path returns the path of a file below the directory.
func (d *Dir) Path(elem ...string) string {
	return filepath.Join(append([]string{d.root}, elem...)...)
}

// Make creates the directory if it does not exist.
func (d *Dir) Make() error {
	d.rooted = false
	return d.files.MkdirAll(d.root)
}

// Lock takes the lock file without waiting. It returns ErrLocked if another process holds it. What cannot be a lock
// file is moved to quarantine.
func (d *Dir) Lock() (Lock, error) {
	name := d.Path(LockFile)
	lock, err := d.files.Lock(name)
	if !errors.Is(err, ErrDamaged) {
		return lock, err
	}
	err = d.files.Exclusive(func() error {
		// Another process may have done this meanwhile.
		if lock, err = d.files.Lock(name); !errors.Is(err, ErrDamaged) {
			return err
		}
		if err = heal(d, name, err); err == nil {
			lock, err = d.files.Lock(name)
		}
		return err
	})
	return lock, err
}

// Held reports whether a process holds the lock. It creates nothing.
func (d *Dir) Held() bool { return d.files.Held(d.Path(LockFile)) }

// again reads once more what looks damaged: one wrong reading must not cost an intact file.
func again(read func() error) error {
	err := read()
	if errors.Is(err, ErrDamaged) {
		err = read()
	}
	return err
}

// Read reads a state file. It returns ErrMissing, ErrDamaged if the content is wrong, or an error of the disk, which
// says nothing about the content.
func (d *Dir) Read(name string, record Record) error {
	return again(func() error { return d.read(name, record) })
}

func (d *Dir) read(name string, record Record) error {
	data, err := d.files.ReadFile(d.Path(name), maxRecord)
	if errors.Is(err, fs.ErrNotExist) {
		return ErrMissing
	}
	// An error of the disk does not show that there is anything.
	d.rooted = d.rooted || err == nil || errors.Is(err, ErrDamaged)
	if err != nil {
		return err
	}
	if err := decode(name, data, record); err != nil {
		return damaged("%v", err)
	}
	if err := record.check(); err != nil {
		return damaged("%v", err)
	}
	return nil
}

// ReadNote reads what the process that holds the lock, or held it last, has noted about itself. It returns an error
// while that process is writing it.
func (d *Dir) ReadNote(note any) error {
	data, err := d.files.ReadFile(d.Path(LockFile), maxRecord)
	if err != nil {
		return err
	}
	return decode(LockFile, data, note)
}

// LastNote reads what the process that held a lock last has noted about itself.
func LastNote(lock Lock, note any) error {
	data, err := lock.Noted(maxRecord)
	if err != nil {
		return err
	}
	return decode(LockFile, data, note)
}

// Save replaces a state file durably. After an error the file has either its old content or the new.
func (d *Dir) Save(name string, record any) error {
	if !d.rooted {
		// The parent belongs to others, and this process may not be allowed to open it.
		if err := d.sync(filepath.Dir(d.root)); err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
		d.rooted = true
	}
	data, err := Encode(name, record)
	if err == nil {
		err = replace(d, d.root, name, data)
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
	err := d.files.Remove(d.Path(name))
	if errors.Is(err, ErrDamaged) {
		err = heal(d, d.Path(name), err)
	}
	if err != nil {
		return err
	}
	if err := d.sync(d.root); err != nil {
		return err
	}
	delete(d.unsure, name)
	return nil
}

// ReadCheckpoint returns a configuration only if its bytes have the digest. It returns ErrMissing, ErrDamaged, or
// an error of the disk.
func (d *Dir) ReadCheckpoint(digest Digest) (p Payload, err error) {
	err = again(func() error {
		p, err = d.readCheckpoint(digest)
		return err
	})
	return p, err
}

func (d *Dir) readCheckpoint(digest Digest) (Payload, error) {
	if err := isDirectory(d, d.Path(CheckpointDir)); err != nil {
		if errors.Is(err, ErrDamaged) {
			err = ErrMissing
		}
		return Payload{}, err
	}
	data, err := d.files.ReadFile(d.Path(CheckpointDir, string(digest)), MaxPayload)
	if errors.Is(err, fs.ErrNotExist) {
		return Payload{}, ErrMissing
	}
	if err != nil {
		return Payload{}, err
	}
	if got := digestOf(data); got != digest {
		return Payload{}, damaged("its bytes have the digest %s", got.Short())
	}
	p, err := decodePayload(data)
	if err != nil {
		return Payload{}, damaged("%v", err)
	}
	if p.Digest() != digest { // A payload has one encoding. Under another digest nobody would know it.
		return Payload{}, damaged("its files have the digest %s", p.Digest().Short())
	}
	return p, nil
}

// WriteCheckpoint makes a configuration durable under its digest. An existing intact file may come from a process that
// died before it synced the directory, so the directory is synced in any case. A directory of another user, such as the
// user that this program ran as before, is moved away.
func (d *Dir) WriteCheckpoint(p Payload) error {
	err := d.writeCheckpoint(p)
	if dir := d.Path(CheckpointDir); errors.Is(err, fs.ErrPermission) {
		if foreign := d.files.Allow(dir); errors.Is(foreign, ErrDamaged) && heal(d, dir, foreign) == nil {
			err = d.writeCheckpoint(p)
		}
	}
	return err
}

func (d *Dir) writeCheckpoint(p Payload) error {
	if err := directory(d, CheckpointDir); err != nil {
		return err
	}
	dir := d.Path(CheckpointDir)
	_, err := d.ReadCheckpoint(p.Digest())
	if err == nil {
		return d.sync(dir)
	}
	if errors.Is(err, ErrDamaged) {
		err = d.QuarantineCheckpoint(p.Digest())
	}
	if err != nil && !errors.Is(err, ErrMissing) {
		return err
	}
	return replace(d, dir, string(p.Digest()), p.encode())
}

// Sweep removes the checkpoints that keep refuses, and temporary files that a crash left. The next call tries again to
// remove files that could not be removed.
func (d *Dir) Sweep(keep func(Digest) bool) {
	if isDirectory(d, d.Path(CheckpointDir)) != nil {
		return
	}
	names, err := d.files.ReadDir(d.Path(CheckpointDir))
	if err != nil {
		return
	}
	for _, name := range names {
		digest := Digest(strings.TrimPrefix(name, TempPrefix))
		if digest.Valid() && (strings.HasPrefix(name, TempPrefix) || !keep(digest)) {
			d.files.Remove(d.Path(CheckpointDir, name))
		}
	}
}
