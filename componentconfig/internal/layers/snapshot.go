package layers

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/configgen/configgen/componentconfig/internal/fileowner"
)

// Sources are the files of a configuration. All fields are optional.
type Sources struct {
	// Main is the main file; "-" is standard input.
	Main string
	// DropIns are the directories of the drop-in files. A file masks the files of the same name in earlier directories.
	DropIns []string
	// Extensions are the extensions of the names of drop-in files.
	Extensions []string
	// Recursive reads the files of subdirectories, too, in the order of their paths.
	Recursive bool
	// MustExist makes a missing directory an error, because the user named it. Otherwise it is a warning.
	MustExist bool
	// Instance is the file of the instance-specific root.
	Instance string
	// AnyOwner reads files regardless of who can write to or replace them: the configuration is not used on this machine.
	AnyOwner bool
}

// Snapshot is the content of all files at one moment.
type Snapshot struct {
	// Files are the main file and the drop-ins, lowest layer first.
	Files    []File
	Instance *File
	// Off are the links to /dev/null in the drop-in directories, which mask others.
	Off []File
	// Skipped are the files of the drop-in directories that are not read.
	Skipped  []string
	Warnings []string
}

// A snapshot is repeated while files are being replaced, at most maxAttempts times. No attempt begins after
// maxPatience: in a directory such as /proc something always changes, and reading it takes long.
const (
	maxAttempts = 1000
	maxPatience = 10 * time.Second
)

// Read takes a snapshot of all files at one moment. If a file is replaced in the meantime (a ConfigMap mount swaps its
// ..data link), everything is read again, so that versions are never mixed. It reports all files that cannot be read.
func (r *Reader) Read(s Sources) (*Snapshot, Problems) {
	started, patience := time.Now(), cmp.Or(r.patience, maxPatience)
	for range maxAttempts {
		if snap, problems, stable := r.attempt(s); stable {
			return snap, problems
		}
		if time.Since(started) >= patience {
			break
		}
		runtime.Gosched() // Let the writer finish.
	}
	name := s.Main
	if len(s.DropIns) > 0 {
		name = s.DropIns[0]
	}
	return nil, Problems{{Pos: Pos{File: name}, Code: BadFile, Message: "keeps changing while it is read"}}
}

// attempt reads everything once and reports whether nothing changed in the meantime.
func (r *Reader) attempt(s Sources) (*Snapshot, Problems, bool) {
	a := &attempt{Reader: r, seen: map[string]fs.FileInfo{}, links: map[string]string{}, judge: r.judge()}
	a.judge.AcceptAll = a.judge.AcceptAll || s.AnyOwner
	snap := &Snapshot{}
	if f := a.named(s.Main); f != nil {
		snap.Files = append(snap.Files, *f)
	}
	s.DropIns = a.trusted(s.DropIns)
	drops := listed(s)
	a.report(s, drops, snap)
	for _, path := range drops.paths {
		f := a.read(path, "")
		if f != nil {
			f.DropIn, f.Masks = true, drops.masks[path]
			snap.Files = append(snap.Files, *f)
		} else if slices.Contains(a.off, path) {
			snap.Off = append(snap.Off, File{Name: path, Masks: drops.masks[path]})
		}
	}
	snap.Instance = a.named(s.Instance)
	stable := !a.unstable && slices.Equal(drops.paths, listed(s).paths) && a.unchanged()
	return snap, a.problems, stable
}

// attempt is the state of one attempt.
type attempt struct {
	*Reader
	problems Problems
	seen     map[string]fs.FileInfo
	links    map[string]string
	judge    *fileowner.Judge
	unstable bool
	// off are the links to /dev/null.
	off []string
}

// named reads a file that the user named. A link to /dev/null is then an empty file, not a missing one: a user who
// names a file does not want the defaults of a command line without files.
func (a *attempt) named(name string) *File {
	if name == "" {
		return nil
	}
	problems := len(a.problems)
	const advice = ": use - for standard input, and send the content there"
	if f := a.read(name, advice); f != nil || a.unstable || len(a.problems) > problems {
		return f
	}
	return &File{Name: name}
}

// read reads a file. The advice is what to do if it is not a regular one.
func (a *attempt) read(name, advice string) *File {
	a.remember(filepath.Dir(name))
	f, info, err := a.file(name, a.judge)
	if !errors.Is(err, errMasked) {
		a.seen[name] = info
	}
	switch {
	case err == nil:
		return &f
	case errors.Is(err, errUnstable):
		a.unstable = true
	case errors.Is(err, errIrregular):
		a.problems = append(a.problems, Problem{Pos: Pos{File: name}, Code: BadFile, Message: err.Error() + advice})
	case errors.Is(err, errMasked):
		a.off = append(a.off, name)
	default:
		problem := Problem{Pos: Pos{File: name}, Code: BadFile, Message: err.Error()}
		errors.As(err, &problem.System)
		a.problems = append(a.problems, problem)
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

// Digest identifies the ordered contents of a snapshot, whatever the names of the files are: what is to be used can be
// compared with it on another machine.
func (s *Snapshot) Digest() string {
	h := sha256.New()
	add := func(f File) {
		fmt.Fprintf(h, "%d ", len(f.Data)) //nolint:errcheck // A hash accepts everything.
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
