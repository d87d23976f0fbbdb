package store

import (
	"bytes"
	"errors"
	"io/fs"
	"path/filepath"
)

// replace writes a file so that after any crash it holds either the old or the new content, and the new one once
// replace has returned nil: temporary file in the same directory, write, sync, read, rename, sync of the directory.
// After an error it is either of the two.
func replace(d *Dir, dir, name string, data []byte) error {
	temp := filepath.Join(dir, TempPrefix+name)
	if err := writeTemp(d, temp, data); err != nil {
		d.files.Remove(temp) // Best effort: the next write of this file removes it too.
		return err
	}
	to := filepath.Join(dir, name)
	if mode, err := d.files.Lstat(to); err == nil && !mode.IsRegular() {
		if err := heal(d, to, damaged("%s is not a regular file", to)); err != nil {
			return err
		}
	}
	if err := d.files.Rename(temp, to); err != nil {
		d.files.Remove(temp)
		return err
	}
	return d.sync(dir)
}

// writeTemp does not trust a descriptor after a failed sync: the pages may be marked clean by then, so the file is
// abandoned, not synced again. It reads the file again: a disk that reports success for a write that it has lost would
// otherwise cost the old content.
func writeTemp(d *Dir, temp string, data []byte) error {
	f, err := d.files.Create(temp)
	if errors.Is(err, fs.ErrExist) {
		if err = d.files.Remove(temp); errors.Is(err, ErrDamaged) {
			err = heal(d, temp, err)
		}
		if err != nil {
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
	if err := f.Close(); err != nil {
		return err
	}
	return again(func() error {
		wrote, err := d.files.ReadFile(temp, len(data))
		if err == nil && !bytes.Equal(wrote, data) {
			err = damaged("the disk has lost a write of %s", temp)
		}
		return err
	})
}
