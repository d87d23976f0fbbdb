// Package filewrite writes files whole or not at all, and leaves alone what must not be replaced.
package filewrite

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"

	"github.com/configgen/configgen/componentconfig/internal/fileowner"
)

// File is a text for the file with a name.
type File struct{ Name, Text string }

// Write writes a text to a file. It follows the links that the judge allows. A regular file is replaced as a whole and
// keeps its owner and mode; a new one can be read by its owner only. Everything else is written to, never replaced: a
// device, a pipe, anything below /dev and /proc, and a file that cannot be replaced without changing its owner. The
// error does not name the file.
func Write(judge *fileowner.Judge, name, text string) error {
	target, info, err := follow(judge, name)
	switch {
	case err != nil:
		return cause(err)
	case info != nil && !info.Mode().IsRegular() || special(target):
		return cause(send(target, text))
	}
	tmp, err := stage(target, info, text)
	if err == nil {
		err = commit(tmp, target)
	}
	if info != nil && errors.As(err, new(irreplaceable)) {
		err = overwrite(target, text)
	}
	return cause(err)
}

// Replace gives regular files that exist other texts. It follows the links that the judge allows; owners and modes
// stay. All texts are on the disk before the first file is replaced, so that most errors leave all files as they were.
// It returns how many files are replaced, the first ones, and the error about another one, which failed names. The
// error does not name it.
func Replace(judge *fileowner.Judge, files []File) (done int, failed string, err error) {
	staged := make([]struct{ tmp, target string }, len(files))
	defer func() {
		for _, s := range staged[done:] {
			if s.tmp != "" {
				os.Remove(s.tmp) //nolint:errcheck // The first error is reported.
			}
		}
	}()
	for i, f := range files {
		target, info, err := follow(judge, f.Name)
		switch {
		case err == nil && info == nil:
			err = fs.ErrNotExist
		case err == nil && !info.Mode().IsRegular():
			err = errors.New("it is not a regular file")
		case err == nil:
			staged[i].target = target
			staged[i].tmp, err = stage(target, info, f.Text)
		}
		if err != nil {
			return 0, f.Name, cause(err)
		}
	}
	for ; done < len(files); done++ {
		if err := commit(staged[done].tmp, staged[done].target); err != nil {
			return done, files[done].Name, cause(err)
		}
	}
	return done, "", nil
}

// cause returns the system's error without the names of files, which may be temporary files.
func cause(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		return path.Err
	case errors.As(err, &link):
		return link.Err
	}
	return err
}

// follow returns the file at the end of a chain of links, and its information: nil if it does not exist. A link below
// /dev or /proc is not followed: what /dev/stdout leads to may have no name.
func follow(judge *fileowner.Judge, name string) (string, fs.FileInfo, error) {
	judge.Verb, judge.Stop = "written", special
	return judge.Follow(name)
}

// special reports whether a path leads to a device or into /proc. /dev/shm is not special: it is a directory like /tmp,
// in which everyone can create files and links.
func special(name string) bool {
	absolute, err := filepath.Abs(name)
	return err == nil && (strings.HasPrefix(absolute, "/dev/") || strings.HasPrefix(absolute, "/proc/")) &&
		!strings.HasPrefix(absolute+"/", "/dev/shm/")
}

// send writes a text to a device or pipe. The streams of the process are used as they are: one that is a socket cannot
// be opened by its name.
func send(name, text string) error {
	info, err := os.Stat(name)
	if err != nil {
		return err
	}
	for _, stream := range []*os.File{os.Stdout, os.Stderr} {
		if own, err := stream.Stat(); err == nil && os.SameFile(own, info) && special(name) {
			_, err := stream.WriteString(text)
			return err
		}
	}
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Close())
}

// irreplaceable is the error that a file cannot be replaced by another one, for a reason that is not the disk: it may
// be possible to write to it.
type irreplaceable struct{ error }

func (e irreplaceable) Unwrap() error { return e.error }

// stage writes a temporary file beside a file, with the owner and the mode that info is about.
func stage(name string, info fs.FileInfo, text string) (tmp string, err error) {
	f, err := os.CreateTemp(filepath.Dir(name), ".config-*")
	switch {
	case errors.Is(err, fs.ErrPermission), errors.Is(err, syscall.EROFS):
		return "", irreplaceable{err}
	case err != nil:
		return "", err
	}
	_, err = f.WriteString(text)
	if err == nil {
		err = f.Sync()
	}
	if err == nil && info != nil {
		if err = inherit(f, info); err != nil {
			err = irreplaceable{err}
		}
	}
	if closed := f.Close(); err == nil {
		err = closed
	}
	if err != nil {
		os.Remove(f.Name()) //nolint:errcheck // The first error is reported.
		return "", err
	}
	return f.Name(), nil
}

// commit gives a temporary file its name. The target may be busy: one that is mounted cannot be replaced.
func commit(tmp, target string) error {
	err := os.Rename(tmp, target)
	if err != nil {
		os.Remove(tmp) //nolint:errcheck // The first error is reported.
		return irreplaceable{err}
	}
	return nil
}

// inherit gives a new file the owner and mode of another. The owner is first: changing it clears bits of the mode.
func inherit(f *os.File, from fs.FileInfo) error {
	created, err := f.Stat()
	if err != nil {
		return err
	}
	uid, gid, known := fileowner.Of(from)
	if mine, group, ok := fileowner.Of(created); ok && known && (mine != uid || group != gid) {
		if err := f.Chown(uid, gid); err != nil {
			return err
		}
	}
	return f.Chmod(from.Mode())
}

// overwrite writes to a file in place.
func overwrite(name, text string) error {
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_TRUNC, 0)
	if err != nil {
		return err
	}
	_, err = f.WriteString(text)
	return errors.Join(err, f.Sync(), f.Close())
}
