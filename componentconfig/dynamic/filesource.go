package dynamic

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
	"github.com/configgen/configgen/componentconfig/internal/fileowner"
)

// fileSource assigns the content of a file, or of the files in a directory such as a ConfigMap mount.
//
// In a directory the regular files are read, symbolic links followed, except those with a name that begins with a dot;
// subdirectories are not entered. Only a snapshot that two readings agree on is used, and of a mount with a ..data link
// only the target of that link, so two versions are never mixed. A file that was written within the last second is read
// again once it has been still for as long, because it may be half written. To rename a complete file into its place,
// as mv and mounts do, is safer still.
//
// A path that does not exist, or a directory without files, is an error and changes nothing: a mount that is not ready
// yet looks like that. Files that are all empty, and a ConfigMap mount without keys, mean that nothing is assigned.
// Empty files are read again after a second, too.
//
// A process that runs as root does not use a file that others can write to or replace. No process uses a file that a
// third user has put into a directory that anyone may write, such as /tmp.
type fileSource struct {
	// path is the file or directory.
	path string
	// allowWorldWritable uses files that anyone may have written.
	allowWorldWritable bool
	// every is how often the path is read. Default: ten seconds.
	every time.Duration

	clock protocol.Clock
	// label is the path as the operator has written it.
	label string
}

// dataLink is the symbolic link that a Kubernetes volume switches atomically.
const dataLink = "..data"

// readings is how often a directory that changes while it is read is read before that is an error.
const readings = 5

// settles is how long a source that is empty, or was just written, has to stay so. A source that is read more often
// than that is not waited for longer than until the next reading.
const settles = time.Second

// maxFiles is how many files a directory may have.
const maxFiles = 256

// Fetch implements Source.
func (f *fileSource) Fetch(ctx context.Context) (Assignment, error) {
	a, fresh, err := f.read()
	clock, every := f.timing()
	for range readings {
		if err != nil || a.Payload.Digest() != "" && !fresh {
			return a, err
		}
		select {
		case <-ctx.Done():
			return Assignment{}, fmt.Errorf("%s is empty or was just written, and may not be complete: %w", f.path, ctx.Err())
		case <-clock.After(min(settles, every)):
		}
		before := a.Payload.Digest()
		if a, fresh, err = f.read(); err == nil && a.Payload.Digest() == before {
			return a, nil
		}
	}
	return Assignment{}, fmt.Errorf("%s keeps changing", f.path)
}

func (f *fileSource) timing() (clock protocol.Clock, every time.Duration) {
	clock, every = f.clock, f.every
	if clock == nil {
		clock = protocol.SystemClock()
	}
	if every <= 0 {
		every = 10 * time.Second
	}
	return clock, every
}

// read reads the source until two readings agree. It reports whether a file was written just now.
func (f *fileSource) read() (a Assignment, fresh bool, err error) {
	last, _, err := f.snapshot()
	for range readings {
		before := last.Digest()
		var again error
		last, fresh, again = f.snapshot()
		if (again == nil) == (err == nil) && last.Digest() == before {
			if err != nil {
				return Assignment{}, false, fmt.Errorf("%w: %v", ErrInvalidSource, again)
			}
			return Assignment{Payload: Payload{last}, Origin: cmp.Or(f.label, f.path)}, fresh, nil
		}
		err = again
	}
	return Assignment{}, false, fmt.Errorf("%s keeps changing while it is read", f.path)
}

// snapshot reads the files once. The zero Payload says that nothing is assigned.
func (f *fileSource) snapshot() (p store.Payload, fresh bool, err error) {
	info, err := os.Stat(f.path)
	if err != nil {
		return p, false, err
	}
	if !info.IsDir() {
		return f.assemble([]string{f.path})
	}
	if err := f.trusts(f.path, os.Geteuid()); err != nil {
		return p, false, err
	}
	dir, mount := f.path, false
	if target, err := filepath.EvalSymlinks(filepath.Join(f.path, dataLink)); err == nil {
		dir, mount = target, true
	}
	names, err := configFiles(dir)
	if err != nil {
		return p, false, err
	}
	if len(names) == 0 && !mount {
		return p, false, fmt.Errorf("%s has no files; to return to the local configuration, put an empty file there",
			f.path)
	}
	p, fresh, err = f.assemble(names)
	return p, fresh && !mount, err
}

// configFiles returns the files in a directory, sorted. It stops reading a directory that has too many.
func configFiles(dir string) ([]string, error) {
	open, err := os.Open(dir)
	if err != nil {
		return nil, err
	}
	defer open.Close()
	entries, err := open.ReadDir(2 * maxFiles)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	var names []string
	for _, e := range entries {
		name := filepath.Join(dir, e.Name())
		if strings.HasPrefix(e.Name(), ".") {
			continue
		}
		info, err := os.Stat(name)
		if err != nil {
			return nil, err
		}
		if !info.IsDir() {
			names = append(names, name)
		}
	}
	if len(names) > maxFiles || len(entries) == 2*maxFiles {
		return nil, fmt.Errorf("%s has more than %d files", dir, maxFiles)
	}
	slices.Sort(names)
	return names, nil
}

// assemble reads files, and no more of them than a configuration may have.
func (f *fileSource) assemble(names []string) (p store.Payload, fresh bool, err error) {
	var files []store.File
	size := 0
	for _, name := range names {
		data, written, err := f.readFile(name, store.MaxPayload-size)
		if err != nil {
			return p, false, err
		}
		size += len(data)
		// A time in the future is one of another clock.
		age := time.Since(written)
		fresh = fresh || age >= 0 && age < settles
		files = append(files, store.File{Name: filepath.Base(name), Data: data})
	}
	if size == 0 {
		return p, fresh, nil
	}
	p, err = store.NewPayload(files...)
	return p, fresh, err
}

// readFile follows symbolic links, as mounts need it, but opens nothing that could block or never end.
func (f *fileSource) readFile(name string, limit int) (data []byte, written time.Time, err error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, written, err
	}
	if err := admits(name, info.Mode()); err != nil {
		return nil, written, err
	}
	if err := f.trusts(name, os.Geteuid()); err != nil {
		return nil, written, err
	}
	r, err := openSame(name, info)
	if err != nil {
		return nil, written, err
	}
	defer r.Close()
	data, err = io.ReadAll(io.LimitReader(r, int64(limit)+1))
	if err == nil && len(data) > limit {
		err = fmt.Errorf("%s has more than %d bytes, which is the limit of a configuration", f.path, store.MaxPayload)
	}
	return data, info.ModTime(), err
}

// openSame opens the file that was looked at. A pipe may have taken its place since, so it does not wait for a writer.
func openSame(name string, info fs.FileInfo) (*os.File, error) {
	r, err := os.OpenFile(name, os.O_RDONLY|syscall.O_NONBLOCK, 0)
	if err != nil {
		return nil, err
	}
	if now, err := r.Stat(); err != nil || !now.Mode().IsRegular() || !os.SameFile(info, now) {
		r.Close()
		return nil, errors.Join(err, fmt.Errorf("%s was replaced while it was read", name))
	}
	return r, nil
}

// admits returns why a file is not read, whoever owns it.
func admits(name string, mode fs.FileMode) error {
	if !mode.IsRegular() {
		return &fs.PathError{Op: "read", Path: name, Err: errors.New("it is not a regular file")}
	}
	return nil
}

// trusts returns why a user does not use what is at name: it belongs to somebody else, or somebody else can replace it.
func (f *fileSource) trusts(name string, user int) error {
	judge := fileowner.Judge{User: user, Verb: "read", AcceptAll: f.allowWorldWritable, Shared: true}
	if _, _, err := judge.Follow(name); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// Changes implements Source by polling: that works on every file system, and no event can be missed.
func (f *fileSource) Changes(ctx context.Context) <-chan struct{} {
	clock, every := f.timing()
	changes := make(chan struct{}, 1)
	// The first reading is made here, too, because a file system may not answer. It tells of whatever has changed before.
	go func() {
		for last := ""; ; {
			if now := f.signature(); now != last {
				last = now
				select {
				case changes <- struct{}{}:
				default:
				}
			}
			select {
			case <-ctx.Done():
				return
			case <-clock.After(every):
			}
		}
	}()
	return changes
}

func (f *fileSource) signature() string {
	p, _, err := f.snapshot()
	if err != nil {
		return err.Error()
	}
	return "sha256:" + string(p.Digest())
}

// Report implements Source.
func (*fileSource) Report(context.Context, Status) error { return nil }
