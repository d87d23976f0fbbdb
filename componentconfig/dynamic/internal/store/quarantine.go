package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"syscall"
)

// slots is how many damaged files of one kind are kept. After that the last one is replaced, so that repeated damage
// does not fill the disk. Directories, which this package does not make there, are all kept.
const slots = 8

// Quarantine moves a damaged state file away and returns its new path.
func (d *Dir) Quarantine(name string) (string, error) {
	err := quarantine(d, d.Path(name))
	return d.moved, err
}

// QuarantineCheckpoint moves a damaged checkpoint away.
func (d *Dir) QuarantineCheckpoint(digest Digest) error {
	return quarantine(d, d.Path(CheckpointDir, string(digest)))
}

// Quarantined is how many files this process has moved away.
func (d *Dir) Quarantined() int { return d.quarantined }

// InQuarantine returns the paths of everything that was moved away, by any process.
func (d *Dir) InQuarantine() []string {
	var all []string
	for _, dir := range []string{"", CheckpointDir, QuarantineDir, RequestDir} {
		names, _ := d.files.ReadDir(d.Path(dir)) //nolint:errcheck // What cannot be read is not shown.
		for _, name := range names {
			if dir == QuarantineDir || strings.Contains(name, inPlace) {
				all = append(all, d.Path(dir, name))
			}
		}
	}
	return all
}

// quarantine moves a damaged file away, for people to look at. It moves a link, not what the link points to. Nothing is
// lost by it but what the last slot of the kind held. A directory of another user cannot be moved to another parent,
// nor can anything be moved into one; what cannot be moved stays beside its old name.
func quarantine(d *Dir, name string) error {
	err := moveInto(d, name)
	if errors.Is(err, fs.ErrPermission) {
		err = moveAside(d, name, name+inPlace)
	}
	if err != nil {
		return err
	}
	d.quarantined++
	return d.sync(filepath.Dir(name))
}

// inPlace ends the name of what was not moved to the directory for it.
const inPlace = ".quarantined"

func moveInto(d *Dir, name string) error {
	if err := directory(d, QuarantineDir); err != nil {
		return err
	}
	slot := filepath.Base(name)
	if filepath.Dir(name) == d.Path(CheckpointDir) {
		slot = checkpointSlot
	}
	if err := moveAside(d, name, d.Path(QuarantineDir, strings.TrimPrefix(slot, "."))); err != nil {
		return err
	}
	return d.sync(d.Path(QuarantineDir))
}

// heal moves away what prevents a write, because of damage, and remembers that for the status.
func heal(d *Dir, name string, damage error) error {
	var err error
	if name == d.Path(QuarantineDir) {
		err = moveAside(d, name, name+inPlace)
	} else {
		err = quarantine(d, name)
	}
	if err == nil && len(d.healed) < maxHealed {
		d.healed = append(d.healed, fmt.Sprintf("%v; moved to %s", damage, d.moved))
	}
	return err
}

// maxHealed limits what Healed returns.
const maxHealed = 16

// Healed tells of everything that this process has moved away because it had the name of something else.
func Healed(d *Dir) []string { return d.healed }

// moveAside gives a file the name to, or to with a number if that is taken.
func moveAside(d *Dir, name, to string) error {
	mode, err := d.files.Lstat(name)
	if err != nil {
		return err
	}
	for n := 0; ; n++ {
		free := to
		if n > 0 {
			free = fmt.Sprintf("%s.%d", to, n)
		}
		was, err := d.files.Lstat(free)
		replaces := n >= slots-1 && !mode.IsDir() && err == nil && !was.IsDir()
		if errors.Is(err, fs.ErrNotExist) || replaces {
			d.moved = free
			return d.files.Rename(name, free)
		}
		if err != nil {
			return err
		}
	}
}

// directory makes a directory below the root durably. That it exists does not show that it is durable: the process that
// made it may have died before the sync.
func directory(d *Dir, name string) error {
	dir := d.Path(name)
	err := isDirectory(d, dir)
	if errors.Is(err, ErrDamaged) {
		// Something else has this name, and would prevent every write.
		if err = heal(d, dir, err); err == nil {
			err = ErrMissing
		}
	}
	if errors.Is(err, ErrMissing) {
		err = d.files.Mkdir(dir)
	}
	if err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return d.sync(d.root)
}

// isDirectory returns ErrMissing, or ErrDamaged for anything but a directory, also for a link to one.
func isDirectory(d *Dir, dir string) error {
	mode, err := d.files.Lstat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return ErrMissing
	case err == nil && !mode.IsDir():
		return damaged("%s is not a directory", dir)
	case err == nil && mode.Perm()&0o700 != 0o700:
		return d.files.Allow(dir)
	}
	return err
}

// sync makes the names in a directory durable. A file system that cannot do that is used all the same, and reported by
// Unsynced.
func (d *Dir) sync(dir string) error {
	err := d.files.SyncDir(dir)
	if errors.Is(err, syscall.EINVAL) || errors.Is(err, errors.ErrUnsupported) {
		d.unsynced = err
		return nil
	}
	return err
}

// Unsynced returns why the file system cannot make names durable, nil if it can.
func (d *Dir) Unsynced() error { return d.unsynced }
