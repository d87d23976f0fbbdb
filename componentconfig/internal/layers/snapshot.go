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

// Sources says where a configuration comes from. Everything is optional.
type Sources struct {
	// Main is the main file; "-" is standard input.
	Main string
	// DropIns is the folder of the drop-in files, Extensions what their names end in.
	DropIns    string
	Extensions []string
	// MustExist makes a missing folder an error: somebody asked for it. Otherwise it is a warning.
	MustExist bool
	// Instance is the file of the instance-specific root.
	Instance string
}

// Snapshot is what all files held at one moment.
type Snapshot struct {
	// Files are the main file and the drop-ins, lowest layer first.
	Files    []File
	Instance *File
	// Skipped are the files of the drop-in folder that do not count.
	Skipped  []string
	Warnings []string
}

// maxAttempts bounds how often a snapshot is tried while files are being replaced.
const maxAttempts = 1000

// Read takes a snapshot: all files as they were at one moment. If anything was replaced meanwhile (a ConfigMap mount
// swaps its ..data link), everything is read again, so a mix of two versions is never seen. All files that cannot be
// read are reported.
func (r *Reader) Read(s Sources) (*Snapshot, Problems) {
	for range maxAttempts {
		if snap, problems, stable := r.attempt(s); stable {
			return snap, problems
		}
		runtime.Gosched() // whoever is writing comes first
	}
	name := s.DropIns
	if name == "" {
		name = s.Main
	}
	return nil, Problems{{Pos{File: name}, "keeps changing while it is read"}}
}

// attempt reads everything once and says whether nothing changed meanwhile.
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

// attempt is the state of one try.
type attempt struct {
	*Reader
	problems Problems
	seen     map[string]fs.FileInfo
	links    map[string]string
	unstable bool
}

// named reads a file that somebody asked for by its name. If that is a link to /dev/null it is an empty file, not none:
// whoever names a file does not want the defaults of a command line without files.
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

// remember notes where a ConfigMap mount's ..data link points.
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

// unchanged says whether every file and every ..data link is what it was.
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

// list lists the drop-in files in byte order of their names and notes what is odd.
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
		a.problems = append(a.problems, Problem{Pos{File: s.DropIns}, "the drop-in directory cannot be listed: permission denied"})
	case err != nil:
		a.problems = append(a.problems, Problem{Pos{File: s.DropIns}, "is not a directory"})
	}
	snap.Skipped = skipped
	snap.Warnings = append(snap.Warnings, numberWarnings(s.DropIns, names)...)
	return names
}

// counted lists the names in the drop-in folder that count, in byte order, and those that do not.
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

// numberWarnings finds names whose leading numbers sort against their value: 10-a sorts before 9-b.
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
			out = append(out, fmt.Sprintf("%s: %s is read after %s, because names are sorted byte by byte: use the same number of digits in all of them",
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
		fmt.Fprintf(h, "%d %s %d ", len(f.Name), f.Name, len(f.Data)) //nolint:errcheck // a hash takes everything
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
