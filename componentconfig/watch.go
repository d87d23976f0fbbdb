package componentconfig

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Activation takes a new configuration up in two steps.
type Activation[T any] struct {
	// Prepare builds what the new configuration needs and returns the function that swaps it in. An error means that
	// nothing changes. All changed fields are hot.
	Prepare func(ctx context.Context, next *Loaded[T]) (commit func(), err error)
	// Report hears the outcome of every change of the files. It may be nil.
	Report func(ReloadResult)
}

// ReloadResult says what became of changed files.
type ReloadResult struct {
	// Committed says that the new configuration is in use.
	Committed bool
	// Err is why it is not: Problems if the files are wrong, *RestartRequiredError, *ImmutableFieldError, or what Prepare said.
	Err error
	// Changes are the leaves that differ from what is in use.
	Changes []Change
	// Warnings are those of the changed configuration.
	Warnings []string
}

// RestartRequiredError is the outcome of a change that a running process cannot take up.
type RestartRequiredError struct{ Changes []Change }

func (e *RestartRequiredError) Error() string {
	return "the changed configuration takes effect after a restart: " + list(e.Changes)
}

// ImmutableFieldError is the outcome of a change to an immutable field.
type ImmutableFieldError struct{ Changes []Change }

func (e *ImmutableFieldError) Error() string {
	return "these fields may not change: " + list(e.Changes)
}

func list(changes []Change) string {
	out := make([]string, len(changes))
	for i, c := range changes {
		out[i] = fmt.Sprintf("%s (%s, %s)", c.Path, c.Reload, c.Origin)
	}
	return strings.Join(out, ", ")
}

// Watch watches the files of a configuration until the context ends, and offers every change to the activation. args
// are the arguments that current was loaded with: the command line stays on top.
func (l *Loader[T]) Watch(ctx context.Context, args []string, current *Loaded[T], a Activation[T]) error {
	w, err := fsnotify.NewWatcher()
	if err != nil {
		return fmt.Errorf("the configuration files cannot be watched: %w", err)
	}
	defer w.Close() //nolint:errcheck // nothing is lost
	if err := follow(w, current.watched); err != nil {
		return err
	}
	// What changed between loading and watching would otherwise go unseen.
	s := &session[T]{Loader: l, Activation: a, args: args, current: current, digest: current.digest}
	s.look(ctx)
	quiet := time.NewTimer(0)
	quiet.Stop()
	for {
		select {
		case <-ctx.Done():
			return nil
		case <-w.Events:
			quiet.Reset(settle)
		case <-w.Errors: // events may have been lost
			quiet.Reset(settle)
		case <-quiet.C:
			if err := follow(w, current.watched); err != nil {
				return err
			}
			s.look(ctx)
		}
	}
}

// settle is how long files have to be left alone before they are looked at: a file that is written in place is empty
// for a moment, and an empty file is a valid one.
const settle = 100 * time.Millisecond

// follow watches the folders, also those that were replaced or made since. In place of a folder that is missing, the
// nearest one above it is watched.
func follow(w *fsnotify.Watcher, paths []string) error {
	for _, dir := range foldersOf(paths) {
		for ; ; dir = filepath.Dir(dir) {
			err := w.Add(dir)
			if err == nil {
				break
			}
			if !errors.Is(err, fs.ErrNotExist) || dir == filepath.Dir(dir) {
				return fmt.Errorf("the folder %s cannot be watched: %w", dir, err)
			}
		}
	}
	return nil
}

// foldersOf lists the folders to watch: the parents of files, since editors and ConfigMaps replace files, and those of
// the targets of links.
func foldersOf(paths []string) []string {
	var out []string
	for i, p := range paths {
		if p == "" || p == "-" {
			continue
		}
		if i == 1 { // the drop-in folder
			out = append(out, p)
			continue
		}
		out = append(out, filepath.Dir(p))
		if target, err := filepath.EvalSymlinks(p); err == nil {
			out = append(out, filepath.Dir(target))
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// session is what a watch remembers.
type session[T any] struct {
	*Loader[T]
	Activation[T]
	args    []string
	current *Loaded[T]
	// digest and failure are what the files were when they were last looked at: one change is reported once, however
	// many events it makes.
	digest, failure string
}

// look looks at the files once.
func (s *session[T]) look(ctx context.Context) {
	next, err := s.load(s.args, false, s.current.payload)
	outcome := ReloadResult{Err: err}
	switch {
	case err != nil && err.Error() == s.failure, err == nil && next.digest == s.digest:
		return
	case err != nil:
		s.digest, s.failure = "", err.Error()
	default:
		s.digest, s.failure = next.digest, ""
		if next.digest == s.current.digest {
			return // back to what is in use
		}
		outcome.Changes, outcome.Warnings = next.changesFrom(s.current), next.Warnings
		outcome.Err = s.take(ctx, next, outcome.Changes)
	}
	if outcome.Err == nil {
		outcome.Committed, s.current = true, next
	}
	if s.Report != nil {
		s.Report(outcome)
	}
}

func (l *Loaded[T]) changesFrom(old *Loaded[T]) []Change {
	l.mu.Lock()
	defer l.mu.Unlock()
	out := l.main.changes(old.main)
	if l.instance != nil {
		out = append(out, l.instance.changes(old.instance)...)
	}
	return out
}

// take activates a configuration if all its changes allow that.
func (a Activation[T]) take(ctx context.Context, next *Loaded[T], changes []Change) error {
	if refused := having(changes, ReloadImmutable); len(refused) > 0 {
		return &ImmutableFieldError{refused}
	}
	if cold := having(changes, ReloadRestart, ReloadReboot); len(cold) > 0 {
		return &RestartRequiredError{cold}
	}
	commit, err := a.Prepare(ctx, next)
	if err != nil {
		return err
	}
	if err := next.activate(); err != nil {
		return err
	}
	if commit != nil {
		commit()
	}
	return nil
}

func having(changes []Change, classes ...ReloadClass) []Change {
	var out []Change
	for _, c := range changes {
		if slices.Contains(classes, c.Reload) {
			out = append(out, c)
		}
	}
	return out
}
