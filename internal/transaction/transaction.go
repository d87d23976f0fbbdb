package transaction

import (
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"syscall"
)

// Change is what is to become of one file.
type Change struct {
	// Path of the file. Directories that it needs are made; a symbolic link is followed, not replaced.
	Path string
	// Content is the new content; it is not looked at when Remove is set.
	Content []byte
	// Executable gives a new file the mode of a script, 0755 before the umask.
	Executable bool
	// Remove takes the file away.
	Remove bool
}

// Error says which change failed. Unless Lost is set, every file is as it was before.
type Error struct {
	Path string
	Err  error
	// Lost maps a file that could not be put back to the file that holds its former content, or to "" where the file is
	// new.
	Lost map[string]string
}

// Error is one line that says what could not be done.
func (e *Error) Error() string { return fmt.Sprintf("cannot change %s: %v", e.Path, e.Cause()) }

// Cause is the error without the names of the temporary files that it happened to.
func (e *Error) Cause() error {
	var pathError *fs.PathError
	var linkError *os.LinkError
	switch {
	case errors.As(e.Err, &pathError):
		return pathError.Err
	case errors.As(e.Err, &linkError):
		return linkError.Err
	}
	return e.Err
}

// Unwrap returns the cause.
func (e *Error) Unwrap() error { return e.Err }

// Commit makes all changes or none. Modes of files that exist are kept; new files get 0644, or 0755, before the umask.
// The error, if any, is an *Error.
func Commit(changes []Change) error {
	var t transaction
	defer t.clean()
	for _, change := range changes {
		if err := t.prepare(change); err != nil {
			return &Error{Path: change.Path, Err: err}
		}
	}
	for i := range t.steps {
		if err := t.steps[i].apply(); err != nil {
			return &Error{Path: t.steps[i].path, Err: err, Lost: t.undo(i)}
		}
	}
	t.done = true
	t.sync()
	return nil
}

// transaction is a Commit on its way.
type transaction struct {
	steps       []step
	directories []string // made by us, outermost first
	done        bool
}

// step is one change, prepared.
type step struct {
	path   string // as the caller names it
	target string // where that leads
	fresh  string // holds the new content until it is renamed; empty for a removal
	backup string // holds the former file; empty where there was none
}

// prepare does all of a change that leaves the target alone.
func (t *transaction) prepare(change Change) error {
	target := change.Path
	if resolved, err := filepath.EvalSymlinks(target); err == nil {
		target = resolved
	}
	if err := t.makeDirectories(filepath.Dir(target)); err != nil {
		return err
	}
	t.steps = append(t.steps, step{path: change.Path, target: target})
	s := &t.steps[len(t.steps)-1]
	if !change.Remove {
		if err := s.write(change); err != nil {
			return err
		}
	}
	return s.keep()
}

// makeDirectories makes dir and its missing parents, and records the directories that it made.
func (t *transaction) makeDirectories(dir string) error {
	var missing []string
	for d := dir; ; d = filepath.Dir(d) {
		if _, err := os.Stat(d); !errors.Is(err, fs.ErrNotExist) || d == filepath.Dir(d) {
			break
		}
		missing = append(missing, d)
	}
	slices.Reverse(missing)
	for _, d := range missing {
		switch err := os.Mkdir(d, 0o777); {
		case err == nil:
			t.directories = append(t.directories, d)
		case !errors.Is(err, fs.ErrExist): // another transaction may have made it, and a file in the way shows later
			return err
		}
	}
	return nil
}

// write puts the content into a file beside the target.
func (s *step) write(change Change) error {
	mode := fs.FileMode(0o644)
	if change.Executable {
		mode = 0o755
	}
	info, err := os.Stat(s.target)
	if err == nil {
		mode = info.Mode().Perm()
	}
	file, createErr := createBeside(s.target, mode)
	if createErr != nil {
		return createErr
	}
	s.fresh = file.Name()
	_, writeErr := file.Write(change.Content)
	var modeErr error
	if err == nil { // the umask took part of the mode away
		modeErr = file.Chmod(mode)
	}
	return errors.Join(writeErr, modeErr, file.Sync(), file.Close())
}

// Sweep removes the temporary files in the directories that killed processes have left behind. A directory or file that
// cannot be read or removed is skipped: it does not affect any result.
func Sweep(directories ...string) {
	for _, directory := range directories {
		entries, _ := os.ReadDir(directory)
		for _, entry := range entries {
			match := temporary.FindStringSubmatch(entry.Name())
			if match == nil || !entry.Type().IsRegular() {
				continue
			}
			if pid, err := strconv.Atoi(match[1]); err == nil && !running(pid) {
				_ = os.Remove(filepath.Join(directory, entry.Name()))
			}
		}
	}
}

// temporary matches the name of a temporary file: the name of its target, the process ID, and a random number.
var temporary = regexp.MustCompile(`^\..+\.([0-9]+)-[0-9]+\.tmp$`)

// running reports whether a process exists. Where the system cannot tell, it reports true.
func running(pid int) bool {
	process, err := os.FindProcess(pid)
	return err == nil && !errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// beside calls make with names of temporary files in the directory of target, which the go command ignores, until one
// is free. The random number keeps transactions that run concurrently from removing each other's files.
func beside(target string, make func(name string) error) error {
	for {
		name := fmt.Sprintf(".%s.%d-%d.tmp", filepath.Base(target), os.Getpid(), rand.Uint64())
		err := make(filepath.Join(filepath.Dir(target), name))
		if !errors.Is(err, fs.ErrExist) {
			return err
		}
	}
}

// createBeside creates a file in the directory of target. os.CreateTemp would make it private, whatever the umask says.
func createBeside(target string, mode fs.FileMode) (file *os.File, err error) {
	err = beside(target, func(name string) (err error) {
		file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_EXCL, mode)
		return err
	})
	return file, err
}

// keep makes a second name for the former file: a hard link, or a copy where the file system has no links. A file that
// another transaction removes meanwhile has none.
func (s *step) keep() error {
	err := s.link()
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}

// link makes the second name. It returns fs.ErrNotExist if there is no file.
func (s *step) link() error {
	info, err := os.Lstat(s.target)
	if err != nil {
		return err
	}
	if !info.Mode().IsRegular() {
		return errors.New("it is not a regular file")
	}
	if beside(s.target, func(name string) error {
		err := os.Link(s.target, name)
		if err == nil {
			s.backup = name
		}
		return err
	}) == nil {
		return nil
	}
	content, err := os.ReadFile(s.target)
	if err != nil {
		return err
	}
	file, err := createBeside(s.target, info.Mode().Perm())
	if err != nil {
		return err
	}
	s.backup = file.Name()
	_, err = file.Write(content)
	return errors.Join(err, file.Close())
}

// apply changes the target. What is to be removed may be gone: another transaction may do the same.
func (s *step) apply() error {
	if s.fresh == "" {
		if err := os.Remove(s.target); !errors.Is(err, fs.ErrNotExist) {
			return err
		}
		return nil
	}
	return os.Rename(s.fresh, s.target)
}

// undo restores the targets of the first n steps. It returns the targets that it could not restore, with the files that
// have their content.
func (t *transaction) undo(n int) map[string]string {
	lost := map[string]string{}
	for i := n - 1; i >= 0; i-- {
		s := &t.steps[i]
		if s.backup == "" {
			if s.fresh != "" && os.Remove(s.target) != nil {
				lost[s.path] = ""
			}
		} else if os.Rename(s.backup, s.target) != nil {
			lost[s.path] = s.backup
			s.backup = "" // it stays, for the user to put back
		}
	}
	if len(lost) == 0 {
		return nil
	}
	return lost
}

// clean removes what only the transaction needed; what is gone already is not an error.
func (t *transaction) clean() {
	for _, s := range t.steps {
		for _, name := range []string{s.fresh, s.backup} {
			if name != "" {
				_ = os.Remove(name)
			}
		}
	}
	if t.done {
		return
	}
	for _, directory := range slices.Backward(t.directories) {
		_ = os.Remove(directory)
	}
}

// sync makes the renames last. The files are in place either way, and not every system can sync a directory.
func (t *transaction) sync() {
	var directories []string
	for _, s := range t.steps {
		directories = append(directories, filepath.Dir(s.target))
	}
	for _, made := range t.directories {
		directories = append(directories, filepath.Dir(made))
	}
	slices.Sort(directories)
	for _, directory := range slices.Compact(directories) {
		if dir, err := os.Open(directory); err == nil {
			_ = dir.Sync()
			_ = dir.Close()
		}
	}
}
