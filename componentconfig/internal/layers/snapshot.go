package layers

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
)

// Sources are the files of a configuration. All fields are optional.
type Sources struct {
	// Main is the main file; "-" is standard input.
	Main string
	// DropIns is the directory of the drop-in files, Extensions are the extensions of their names.
	DropIns    string
	Extensions []string
	// MustExist makes a missing directory an error, because the user named it. Otherwise it is a warning.
	MustExist bool
	// Instance is the file of the instance-specific root.
	Instance string
}

// Snapshot is the content of all files at one moment.
type Snapshot struct {
	// Files are the main file and the drop-ins, lowest layer first.
	Files    []File
	Instance *File
	// Skipped are the files of the drop-in directory that are not read.
	Skipped  []string
	Warnings []string
}

// maxAttempts limits how often a snapshot is repeated while files are being replaced.
const maxAttempts = 1000

// Read takes a snapshot of all files at one moment. If a file is replaced in the meantime (a ConfigMap mount swaps its
// ..data link), everything is read again, so that versions are never mixed. It reports all files that cannot be read.
func (r *Reader) Read(s Sources) (*Snapshot, Problems) {
	for range maxAttempts {
		if snap, problems, stable := r.attempt(s); stable {
			return snap, problems
		}
		runtime.Gosched() // Let the writer finish.
	}
	name := s.DropIns
	if name == "" {
		name = s.Main
	}
	return nil, Problems{{Pos{File: name}, "keeps changing while it is read"}}
}

// attempt reads everything once and reports whether nothing changed in the meantime.
func (r *Reader) attempt(s Sources) (*Snapshot, Problems, bool) {
	a := &attempt{Reader: r, seen: map[string]fs.FileInfo{}, links: map[string]string{}}
	snap := &Snapshot{}
	if f := a.named(s.Main); f != nil {
		snap.Files = append(snap.Files, *f)
	}
	names := a.list(s, snap)
	for _, name := range names {
		if f := a.read(filepath.Join(s.DropIns, name)); f != nil {
			snap.Files = append(snap.Files, *f)
		}
	}
	snap.Instance = a.named(s.Instance)
	again, _, _ := counted(s)
	stable := !a.unstable && slices.Equal(names, again) && a.unchanged()
	return snap, a.problems, stable
}

// attempt is the state of one attempt.
type attempt struct {
	*Reader
	problems Problems
	seen     map[string]fs.FileInfo
	links    map[string]string
	unstable bool
}

// named reads a file that the user named. A link to /dev/null is then an empty file, not a missing one: a user who
// names a file does not want the defaults of a command line without files.
func (a *attempt) named(name string) *File {
	if name == "" {
		return nil
	}
	problems := len(a.problems)
	if f := a.read(name); f != nil || a.unstable || len(a.problems) > problems {
		return f
	}
	return &File{Name: name}
}

func (a *attempt) read(name string) *File {
	a.remember(filepath.Dir(name))
	f, info, err := a.file(name)
	if !errors.Is(err, errMasked) {
		a.seen[name] = info
	}
	switch {
	case err == nil:
		return &f
	case errors.Is(err, errUnstable):
		a.unstable = true
	case !errors.Is(err, errMasked):
		a.problems = append(a.problems, Problem{Pos{File: name}, err.Error()})
	}
	return nil
}

// remember records the target of the ..data link of a ConfigMap mount.
func (a *attempt) remember(dir string) {
	if _, ok := a.links[dir]; !ok {
		a.links[dir] = dataLink(dir)
	}
}

func dataLink(dir string) string {
	target, err := os.Readlink(filepath.Join(dir, "..data"))
	if err != nil {
		return ""
	}
	return target
}

// unchanged reports whether every file and every ..data link is the same as before.
func (a *attempt) unchanged() bool {
	for dir, target := range a.links {
		if dataLink(dir) != target {
			return false
		}
	}
	for name, info := range a.seen {
		if name == "-" {
			continue
		}
		if now, err := os.Stat(name); (err == nil) != (info != nil) || info != nil && !same(info, now) {
			return false
		}
	}
	return true
}

// list returns the drop-in files in byte order of their names, and records warnings and problems.
func (a *attempt) list(s Sources, snap *Snapshot) []string {
	if s.DropIns == "" {
		return nil
	}
	names, skipped, err := counted(s)
	switch {
	case errors.Is(err, fs.ErrNotExist) && !s.MustExist:
		snap.Warnings = append(snap.Warnings, s.DropIns+": the drop-in directory does not exist")
	case errors.Is(err, fs.ErrNotExist):
		a.problems = append(a.problems, Problem{Pos{File: s.DropIns}, "the drop-in directory does not exist"})
	case errors.Is(err, fs.ErrPermission):
		a.problems = append(a.problems,
			Problem{Pos{File: s.DropIns}, "the drop-in directory cannot be listed: permission denied"})
	case err != nil:
		a.problems = append(a.problems, Problem{Pos{File: s.DropIns}, "is not a directory"})
	}
	snap.Skipped = skipped
	snap.Warnings = append(snap.Warnings, numberWarnings(s.DropIns, names)...)
	return names
}

// counted returns the names in the drop-in directory that are read, in byte order, and the paths that are skipped.
func counted(s Sources) (names, skipped []string, err error) {
	if s.DropIns == "" {
		return nil, nil, nil
	}
	entries, err := os.ReadDir(s.DropIns)
	if err != nil {
		return nil, nil, err
	}
	for _, e := range entries {
		path := filepath.Join(s.DropIns, e.Name())
		info, statErr := os.Stat(path)
		switch {
		case statErr == nil && info.IsDir() || strings.HasPrefix(e.Name(), "."):
			if !strings.HasPrefix(e.Name(), "..") {
				skipped = append(skipped, path)
			}
		case slices.Contains(s.Extensions, filepath.Ext(e.Name())):
			names = append(names, e.Name())
		default:
			skipped = append(skipped, path)
		}
	}
	slices.Sort(names)
	return names, skipped, nil
}

// numberWarnings warns of leading numbers that do not sort by their value: 10-a sorts before 9-b.
func numberWarnings(dir string, names []string) []string {
	var out []string
	last, lastName := -1, ""
	for _, name := range names {
		digits := name[:len(name)-len(strings.TrimLeft(name, "0123456789"))]
		n, err := strconv.Atoi(digits)
		if err != nil {
			continue
		}
		if n < last {
			out = append(out, fmt.Sprintf("%s: %s is read after %s, because names are sorted byte by byte: use the same "+
				"number of digits in all of them",
				dir, name, lastName))
		}
		if n > last {
			last, lastName = n, name
		}
	}
	return out
}

// Digest identifies the ordered names and contents of a snapshot.
func (s *Snapshot) Digest() string {
	h := sha256.New()
	add := func(f File) {
		fmt.Fprintf(h, "%d %s %d ", len(f.Name), f.Name, len(f.Data)) //nolint:errcheck // A hash accepts everything.
		h.Write(f.Data)
	}
	for _, f := range s.Files {
		add(f)
	}
	if s.Instance != nil {
		h.Write([]byte("instance "))
		add(*s.Instance)
	}
	return hex.EncodeToString(h.Sum(nil))
}
