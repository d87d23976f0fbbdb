package store

import (
	"errors"
	"io/fs"
	"path/filepath"
)

// replace writes a file so that after any crash it holds either the old or the new content, and the new one once
// replace has returned nil: temporary file in the same directory, write, sync, rename, sync of the directory. After an
// error it is either of the two.
func replace(files Files, dir, name string, data []byte) error {
	temp := filepath.Join(dir, TempPrefix+name)
	if err := writeTemp(files, temp, data); err != nil {
		files.RemoveAll(temp) // Best effort: the next write of this file removes it too.
		return err
	}
	if err := files.Rename(temp, filepath.Join(dir, name)); err != nil {
		files.RemoveAll(temp)
		return err
	}
	return files.SyncDir(dir)
}

// writeTemp does not trust a descriptor after a failed sync: the pages may be marked clean by then, so the file is
// abandoned, not synced again.
func writeTemp(files Files, temp string, data []byte) error {
	f, err := files.Create(temp)
	if errors.Is(err, fs.ErrExist) {
		if err := files.RemoveAll(temp); err != nil {
			return err
		}
		f, err = files.Create(temp)
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
