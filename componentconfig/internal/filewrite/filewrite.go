// Package filewrite writes a file whole or not at all, and leaves alone what must not be replaced.
package filewrite

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/fileowner"
)

// Write writes a text to a file. It follows links. A regular file is replaced as a whole and keeps its owner and mode;
// a new one can be read by its owner only. Everything else is written to, never replaced: a device, a pipe, anything
// below /dev and /proc, and a file that cannot be replaced without changing its owner.
func Write(name, text string) error {
	target, info, err := follow(name)
	switch {
	case err != nil:
		return err
	case info != nil && !info.Mode().IsRegular() || special(target):
		return send(target, text)
	}
	if err = replace(target, info, text); err == nil || info == nil {
		return err
	}
	return overwrite(target, text)
}

// follow returns the file at the end of a chain of links, and its information: nil if it does not exist. A link below
// /dev or /proc is not followed: what /dev/stdout leads to may have no name.
func follow(name string) (string, fs.FileInfo, error) {
	const most = 40
	for range most {
		dir, err := filepath.EvalSymlinks(filepath.Dir(name))
		if err != nil {
			return "", nil, err
		}
		name = filepath.Join(dir, filepath.Base(name))
		info, err := os.Lstat(name)
		switch {
		case special(name) || errors.Is(err, fs.ErrNotExist):
			return name, nil, nil
		case err != nil || info.Mode()&fs.ModeSymlink == 0:
			return name, info, err
		}
		link, err := os.Readlink(name)
		if err != nil {
			return "", nil, err
		}
		if name = link; !filepath.IsAbs(link) {
			name = filepath.Join(dir, link)
		}
	}
	return "", nil, fmt.Errorf("more than %d links", most)
}

func special(name string) bool {
	absolute, err := filepath.Abs(name)
	return err == nil && (strings.HasPrefix(absolute, "/dev/") || strings.HasPrefix(absolute, "/proc/"))
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

// replace writes a temporary file in the same directory and renames it. It returns an error if that would change the
// owner or the mode of the file that info is about.
func replace(name string, info fs.FileInfo, text string) error {
	tmp, err := os.CreateTemp(filepath.Dir(name), ".config-*")
	if err != nil {
		return err
	}
	if info != nil {
		err = inherit(tmp, info)
	}
	if err == nil {
		_, err = tmp.WriteString(text)
	}
	err = errors.Join(err, tmp.Sync(), tmp.Close())
	if err == nil {
		err = os.Rename(tmp.Name(), name)
	}
	if err != nil {
		os.Remove(tmp.Name()) //nolint:errcheck // The first error is reported.
	}
	return err
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
