package dynamic

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// FileSource assigns the content of a file, or of the files in a directory such as a ConfigMap mount.
//
// In a directory the regular files are read, symbolic links followed, except those with a name that begins with a dot;
// subdirectories are not entered. Only a snapshot that two readings agree on is used, and of a mount with a ..data link
// only the target of that link, so two versions are never mixed.
//
// A path that does not exist, or a directory without files, is an error and changes nothing: a mount that is not ready
// yet looks like that. Files that are all empty, and a ConfigMap mount without keys, mean that nothing is assigned.
// Empty files are read again after a second, because a file that is about to be written in place is empty for a moment,
// too.
//
// A process that runs as root does not use a file that anyone may write.
type FileSource struct {
	// Path is the file or directory.
	Path string
	// AllowWorldWritable uses files that anyone may write, even as root.
	AllowWorldWritable bool
	// Every is how often the path is read. Default: ten seconds.
	Every time.Duration
	// OnStatus, if set, is called with each new status: for the log.
	OnStatus func(Status)

	clock protocol.Clock
	// told is the last status that OnStatus was called with. Only Report, which has one caller, uses it.
	told *Status
}

// dataLink is the symbolic link that a Kubernetes volume switches atomically.
const dataLink = "..data"

// readings is how often a directory that changes while it is read is read before that is an error.
const readings = 5

// settles is how long a source that is empty has to stay so. A source that is read more often than that is not waited
// for longer than until the next reading.
const settles = time.Second

// Fetch implements Source.
func (f *FileSource) Fetch(ctx context.Context) (Assignment, error) {
	a, err := f.read()
	if err != nil || a.Payload.Digest() != "" {
		return a, err
	}
	clock, every := f.timing()
	select {
	case <-ctx.Done():
		return Assignment{}, fmt.Errorf("%s is empty, and somebody may be about to write it: %w", f.Path, ctx.Err())
	case <-clock.After(min(settles, every)):
	}
	return f.read()
}

func (f *FileSource) timing() (clock protocol.Clock, every time.Duration) {
	clock, every = f.clock, f.Every
	if clock == nil {
		clock = protocol.SystemClock()
	}
	if every <= 0 {
		every = 10 * time.Second
	}
	return clock, every
}

// read reads the source until two readings agree.
func (f *FileSource) read() (Assignment, error) {
	last, err := f.snapshot()
	for range readings {
		before := last.Digest()
		var again error
		last, again = f.snapshot()
		if (again == nil) == (err == nil) && last.Digest() == before {
			if err != nil {
				return Assignment{}, fmt.Errorf("%w: %v", ErrInvalidSource, again)
			}
			return Assignment{Payload: last, Origin: f.Path}, nil
		}
		err = again
	}
	return Assignment{}, fmt.Errorf("%s keeps changing while it is read", f.Path)
}

// snapshot reads the files once. The zero Payload says that nothing is assigned.
func (f *FileSource) snapshot() (Payload, error) {
	info, err := os.Stat(f.Path)
	if err != nil {
		return Payload{}, err
	}
	if !info.IsDir() {
		return f.assemble([]string{f.Path})
	}
	dir, mount := f.Path, false
	if target, err := filepath.EvalSymlinks(filepath.Join(f.Path, dataLink)); err == nil {
		dir, mount = target, true
	}
	names, err := configFiles(dir)
	if err != nil {
		return Payload{}, err
	}
	if len(names) == 0 && !mount {
		return Payload{}, fmt.Errorf("%s has no files; to return to the local configuration, put an empty file there", f.Path)
	}
	return f.assemble(names)
}

func configFiles(dir string) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
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
	return names, nil
}

func (f *FileSource) assemble(names []string) (Payload, error) {
	var files []store.File
	size := 0
	for _, name := range names {
		data, err := f.readFile(name)
		if err != nil {
			return Payload{}, err
		}
		size += len(data)
		files = append(files, store.File{Name: filepath.Base(name), Data: data})
	}
	if size == 0 {
		return Payload{}, nil
	}
	return store.NewPayload(files...)
}

// readFile follows symbolic links, as mounts need it, but opens nothing that could block or never end.
func (f *FileSource) readFile(name string) ([]byte, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if err := f.admits(name, info.Mode(), os.Geteuid()); err != nil {
		return nil, err
	}
	r, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	data, err := io.ReadAll(io.LimitReader(r, store.MaxPayload+1))
	if err == nil && len(data) > store.MaxPayload {
		err = fmt.Errorf("%s has more than %d bytes", name, store.MaxPayload)
	}
	return data, err
}

// admits returns why a user does not read a file.
func (f *FileSource) admits(name string, mode fs.FileMode, user int) error {
	switch {
	case !mode.IsRegular():
		return &fs.PathError{Op: "read", Path: name, Err: errors.New("it is not a regular file")}
	case mode.Perm()&0o002 != 0 && user == 0 && !f.AllowWorldWritable:
		return fmt.Errorf("%s: anyone may write it, and this process runs as root; run chmod o-w", name)
	}
	return nil
}

// Changes implements Source by polling: that works on every file system, and no event can be missed.
func (f *FileSource) Changes(ctx context.Context) <-chan struct{} {
	clock, every := f.timing()
	changes := make(chan struct{}, 1)
	last := f.signature()
	go func() {
		for {
			select {
			case <-ctx.Done():
				return
			case <-clock.After(every):
			}
			now := f.signature()
			if now == last {
				continue
			}
			last = now
			select {
			case changes <- struct{}{}:
			default:
			}
		}
	}()
	return changes
}

func (f *FileSource) signature() string {
	p, err := f.snapshot()
	if err != nil {
		return err.Error()
	}
	return string(p.Digest())
}

// Report implements Source.
func (f *FileSource) Report(_ context.Context, s Status) error {
	if f.OnStatus != nil && (f.told == nil || !f.told.Equal(s)) {
		f.OnStatus(s)
		f.told = &s
	}
	return nil
}
