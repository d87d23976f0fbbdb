package dynamic

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"syscall"
)

// Folders and fixed names below the state folder. Everything else that is ever joined to a path is a Digest that is Valid.
const (
	lockName       = "lock"
	checkpointDir  = "checkpoints"
	quarantineDir  = "quarantine"
	requestDir     = "requests"
	tempPrefix     = ".tmp-"
	checkpointSlot = "checkpoint"
)

// disk is the state folder: how its files are read and replaced, without what they mean.
type disk struct {
	files Files
	root  string
}

func (d disk) path(elem ...string) string {
	return filepath.Join(append([]string{d.root}, elem...)...)
}

// replace writes a file so that after any crash it holds either the old or the new content, and the new one once replace has returned nil:
// temporary file in the same folder, write, sync, rename, sync of the folder. An error after the rename leaves open which of the two it is.
func (d disk) replace(dir, name string, data []byte) error {
	temp := filepath.Join(dir, tempPrefix+name)
	if err := d.writeTemp(temp, data); err != nil {
		d.files.RemoveAll(temp) // Best effort: the next write of this file removes it too.
		return err
	}
	if err := d.files.Rename(temp, filepath.Join(dir, name)); err != nil {
		d.files.RemoveAll(temp)
		return err
	}
	return d.files.SyncDir(dir)
}

// writeTemp does not trust a descriptor after a failed sync: the pages may be marked clean by then, so the file is given up, not synced again.
func (d disk) writeTemp(temp string, data []byte) error {
	f, err := d.files.Create(temp)
	if errors.Is(err, fs.ErrExist) {
		if err := d.files.RemoveAll(temp); err != nil {
			return err
		}
		f, err = d.files.Create(temp)
	}
	if err != nil {
		return err
	}
	if _, err := f.Write(data); err != nil {
		f.Close()
		return err
	}
	if err := f.Sync(); err != nil {
		f.Close()
		return err
	}
	return f.Close()
}

// folder makes a folder below the root, durably. That it exists does not show that it is durable: its maker may have died before the sync.
func (d disk) folder(name string) error {
	err := d.files.MkdirAll(d.path(name))
	if errors.Is(err, syscall.ENOTDIR) || errors.Is(err, fs.ErrExist) {
		// Something else has its name, and would keep everything from being written for ever.
		if err = d.evict(name); err == nil {
			err = d.files.MkdirAll(d.path(name))
		}
	}
	if err != nil {
		return err
	}
	return d.files.SyncDir(d.root)
}

// evict moves what is no folder out of the way of one.
func (d disk) evict(name string) error {
	if name == quarantineDir {
		return d.files.RemoveAll(d.path(name))
	}
	return d.quarantine(name, name)
}

// errMissing says that a file is not there, which for a state file is no damage.
var errMissing = errors.New("missing")

// readRecord reads a state file: errMissing, or another error for damage.
func (d disk) readRecord(name string, record interface{ check() error }) error {
	data, err := d.files.ReadFile(d.path(name), maxRecord)
	if errors.Is(err, fs.ErrNotExist) {
		return errMissing
	}
	if err != nil {
		return err
	}
	if err := unframe(name, data, record); err != nil {
		return err
	}
	return record.check()
}

func (d disk) writeRecord(name string, record any) error {
	data, err := frame(name, record)
	if err != nil {
		return err
	}
	return d.replace(d.root, name, data)
}

// readCheckpoint returns a configuration only if its bytes are those that the digest names (D8).
func (d disk) readCheckpoint(digest Digest) (Payload, error) {
	data, err := d.files.ReadFile(d.path(checkpointDir, string(digest)), MaxPayload)
	if errors.Is(err, fs.ErrNotExist) {
		return Payload{}, errMissing
	}
	if err != nil {
		return Payload{}, err
	}
	if got := digestOf(data); got != digest {
		return Payload{}, fmt.Errorf("its bytes have the digest %s", got.Short())
	}
	return decodePayload(data)
}

// writeCheckpoint makes a configuration durable under its digest. An intact file that is there already may come from a process that died before
// it synced the folder, so the folder is synced in any case.
func (d disk) writeCheckpoint(p Payload) error {
	if err := d.folder(checkpointDir); err != nil {
		return err
	}
	dir := d.path(checkpointDir)
	_, err := d.readCheckpoint(p.Digest())
	if err == nil {
		return d.files.SyncDir(dir)
	}
	if !errors.Is(err, errMissing) {
		if err := d.quarantine(checkpointSlot, checkpointDir, string(p.Digest())); err != nil {
			return err
		}
	}
	return d.replace(dir, string(p.Digest()), p.encode())
}

// quarantine moves a damaged file out of the way, for a human to look at. There is one slot for each kind of file, so that repeated damage does
// not fill the disk.
func (d disk) quarantine(slot string, elem ...string) error {
	if err := d.folder(quarantineDir); err != nil {
		return err
	}
	to := d.path(quarantineDir, slot)
	if err := d.files.RemoveAll(to); err != nil {
		return err
	}
	if err := d.files.Rename(d.path(elem...), to); err != nil {
		return err
	}
	return d.files.SyncDir(filepath.Dir(d.path(elem...)))
}
