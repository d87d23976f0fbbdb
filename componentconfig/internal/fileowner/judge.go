package fileowner

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// Judge decides whether a process may use the file that a path leads to. It is the one answer for all files that are
// read and written, and its rules are in docs/operating.md. As root, each directory and link on the way and the file at
// the end must belong to root, and only root and groups may be able to replace them. Other users follow no link that
// somebody else made in a directory such as /tmp: the rule of the kernel (protected_symlinks), which does not apply to
// a process that follows links itself. A Judge remembers directories: use one for one moment.
type Judge struct {
	// User is the user that the process acts as.
	User int
	// Verb is what happens to the files: read or written.
	Verb string
	// AcceptAll follows links and refuses nothing.
	AcceptAll bool
	// Shared refuses a file of another user, and a directory of one that is named, in a directory that everyone can write
	// to, whoever the user is.
	Shared bool
	// Stop, if it is not nil, reports that a path is used as it is, and not followed.
	Stop func(path string) bool
	// Owner returns who owns a file, and is Of if it is nil.
	Owner func(fs.FileInfo) (uid, gid int, ok bool)

	// uidMap is the file of the kernel with the users of this namespace; tests replace it.
	uidMap      string
	directories map[string]directory
}

type directory struct {
	info fs.FileInfo
	err  error
}

// Refusal is the error for a file that is not used because of its owner or its permissions, or because of the owner or
// the permissions of a directory or link on its path.
type Refusal struct{ text string }

func (r *Refusal) Error() string { return r.text }

// Follow returns the file that a path leads to, through all links, and its information, which is nil if it does not
// exist. It returns a Refusal if the file may not be used.
func (j *Judge) Follow(name string) (target string, info fs.FileInfo, err error) {
	target, info, err = j.Place(name)
	if err == nil && info != nil && info.IsDir() {
		_, err = j.directory(target)
	}
	return target, info, err
}

// Place is Follow for a directory whose own permissions the process sets.
func (j *Judge) Place(name string) (target string, info fs.FileInfo, err error) {
	const most = 40
	if !filepath.IsAbs(name) {
		dir, err := os.Getwd()
		if err != nil {
			return "", nil, err
		}
		name = dir + string(filepath.Separator) + name // Not cleaned: ".." goes up from where a link leads.
	}
	dir, parts := split(name)
	named := filepath.Clean(name)
	target = dir
	for links := 0; len(parts) > 0; {
		part := parts[0]
		parts = parts[1:]
		if part == ".." {
			target = filepath.Dir(target)
			continue
		}
		above, err := j.directory(target)
		if err != nil {
			return "", nil, err
		}
		target = filepath.Join(target, part)
		if j.Stop != nil && j.Stop(target) {
			return filepath.Join(append([]string{target}, parts...)...), nil, nil
		}
		if info, err = os.Lstat(target); errors.Is(err, fs.ErrNotExist) && len(parts) == 0 {
			return target, nil, nil
		}
		if err == nil {
			err = j.entry(target, named, info, above)
		}
		if err != nil {
			return "", nil, err
		}
		if info.Mode()&fs.ModeSymlink == 0 {
			continue
		}
		if links++; links > most {
			return "", nil, fmt.Errorf("more than %d links", most)
		}
		link, err := os.Readlink(target)
		if err != nil {
			return "", nil, err
		}
		target = filepath.Dir(target)
		root, more := split(link)
		if filepath.IsAbs(link) {
			target = root
		}
		parts = append(more, parts...)
	}
	if info, err = os.Lstat(target); err == nil && info.IsDir() {
		err = j.owned(target, info)
	}
	return target, info, err
}

// split returns the root of a path, and the names on it.
func split(path string) (root string, names []string) {
	volume := filepath.VolumeName(path)
	names = strings.FieldsFunc(path[len(volume):], func(r rune) bool { return r < 0x80 && os.IsPathSeparator(uint8(r)) })
	kept := names[:0]
	for _, name := range names {
		if name != "." {
			kept = append(kept, name)
		}
	}
	return volume + string(filepath.Separator), kept
}

// directory judges who can replace the files in a directory.
func (j *Judge) directory(path string) (fs.FileInfo, error) {
	if d, ok := j.directories[path]; ok {
		return d.info, d.err
	}
	var d directory
	if d.info, d.err = os.Lstat(path); d.err == nil {
		d.err = j.owned(path, d.info)
	}
	if d.err == nil && !j.AcceptAll && j.User == 0 && everyone(d.info) && d.info.Mode()&fs.ModeSticky == 0 &&
		!ReadOnly(path) {
		d.err = refusal("everyone can replace the files in %s, and they are not %s as root: run chmod o-w on this "+
			"directory", path, j.Verb)
	}
	if j.directories == nil {
		j.directories = map[string]directory{}
	}
	j.directories[path] = d
	return d.info, d.err
}

// owned judges the owner of a directory.
func (j *Judge) owned(path string, info fs.FileInfo) error {
	if uid, known := j.owner(info); known && uid != 0 && j.User == 0 && !j.AcceptAll && !j.outside(uid) {
		return refusal("the user %d owns the directory %s and can replace the files in it, and they are not %s as root: "+
			"run chown root on this directory", uid, path, j.Verb)
	}
	return nil
}

// outside reports whether a user represents all users outside of a user namespace. To its root, who is
// an ordinary user outside, even the root directory belongs to this one.
func (j *Judge) outside(uid int) bool {
	const overflow = 65534
	if uid != overflow {
		return false
	}
	f, err := os.Open(cmp.Or(j.uidMap, "/proc/self/uid_map"))
	if err != nil {
		return false
	}
	defer f.Close() //nolint:errcheck // It is only read.
	for {
		var first, mapped, count int
		if _, err := fmt.Fscan(f, &first, &mapped, &count); err != nil {
			return errors.Is(err, io.EOF)
		}
		if first <= uid && uid < first+count {
			return false
		}
	}
}

// entry judges what has a path in the directory above.
func (j *Judge) entry(path, named string, info, above fs.FileInfo) error {
	uid, known := j.owner(info)
	if j.AcceptAll || !known || info.IsDir() && j.User == 0 { // A directory is judged with what is in it.
		return nil
	}
	aboveOwner, _ := j.owner(above)
	open, sticky := everyone(above), above.Mode()&fs.ModeSticky != 0
	link := info.Mode()&fs.ModeSymlink != 0
	subject := "this file"
	switch {
	case link:
		subject = "this link"
	case info.IsDir():
		subject = "this directory"
	}
	if path != named {
		subject = strings.Replace(subject, "this", "the", 1) + " " + path
	}
	switch {
	case j.User == 0 && uid != 0 && link:
		return refusal("the owner of %s is the user %d, and links of other users are not followed as root: name what it "+
			"leads to, or run chown -h root on it", subject, uid)
	case j.User == 0 && uid != 0:
		return refusal("the owner of %s is the user %d, and files of other users are not %s as root: run chown root on it",
			subject, uid, j.Verb)
	case j.User == 0 && info.Mode().IsRegular() && everyone(info) && !ReadOnly(path):
		return refusal("everyone can write to %s, and it is not %s as root: run chmod o-w on it", subject, j.Verb)
	case uid == j.User || uid == 0:
		return nil
	case link && open && sticky && uid != aboveOwner:
		return refusal("the owner of %s is the user %d, and everyone can make links in %s: name what it leads to", subject,
			uid, filepath.Dir(path))
	case j.Shared && open && (path == named || !info.IsDir()):
		return refusal("the owner of %s is the user %d, and everyone can write to %s: run chown %d on it", subject, uid,
			filepath.Dir(path), j.User)
	}
	return nil
}

func refusal(format string, args ...any) error { return &Refusal{fmt.Sprintf(format, args...)} }

func (j *Judge) owner(info fs.FileInfo) (uid int, known bool) {
	of := j.Owner
	if of == nil {
		of = Of
	}
	uid, _, known = of(info)
	return uid, known
}

func everyone(info fs.FileInfo) bool { return info.Mode().Perm()&0o002 != 0 }
