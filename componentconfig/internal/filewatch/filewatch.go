package filewatch

import (
	"context"
	"errors"
	"io/fs"
	"maps"
	"slices"
	"time"

	"github.com/fsnotify/fsnotify"
)

// Timing has the delays of a watch. The zero value has the delays that components use.
type Timing struct {
	// Settle is how long the files have to be left alone before they are read: a file that is written in place is empty
	// for a moment.
	Settle time.Duration
	// Bound is how long a directory that never settles delays a read.
	Bound time.Duration
	// Poll is the time between two looks at the files without an event: some file systems send none, and the events of a
	// machine can be exhausted.
	Poll time.Duration

	// Tests replace the source of events.
	newWatcher func() (*fsnotify.Watcher, error)
}

func (t Timing) orDefault() Timing {
	set := func(at *time.Duration, value time.Duration) {
		if *at == 0 {
			*at = value
		}
	}
	set(&t.Settle, 100*time.Millisecond)
	set(&t.Bound, time.Second)
	set(&t.Poll, 30*time.Second)
	if t.newWatcher == nil {
		t.newWatcher = fsnotify.NewWatcher
	}
	return t
}

// Watch calls read at once, since files may have changed after they were loaded, and then after every change, until the
// context ends. Paths returns what is watched from then on. Read returns the time after which it is to be called again
// although nothing has changed, 0 for never.
// Degraded is called when the system sends no events, and the files are only looked at from time to time.
func Watch(ctx context.Context, paths func() Paths, timing Timing, read func() time.Duration, degraded func(error)) {
	w := watch{Timing: timing.orDefault(), paths: paths, degraded: degraded}
	defer w.close()
	again := time.NewTimer(0)
	defer again.Stop()
	rearm := func(after time.Duration) {
		again.Stop()
		if after > 0 {
			again.Reset(after)
		}
	}
	rearm(w.read(read))
	poll := time.NewTicker(w.Poll)
	defer poll.Stop()
	var quiet, bound <-chan time.Time
	for {
		select {
		case <-ctx.Done():
			return
		case e := <-w.events():
			if !w.route.matters(w.paths(), e.Name) {
				continue
			}
			if quiet = time.After(w.Settle); bound == nil {
				bound = time.After(w.Bound)
			}
			continue
		case <-w.errors(): // Events may have been lost.
			quiet = time.After(w.Settle)
			continue
		case <-poll.C:
			before := w.route
			w.follow()
			if w.route.same(before) {
				continue
			}
		case <-again.C:
		case <-quiet:
		case <-bound:
		}
		if ctx.Err() != nil {
			return
		}
		quiet, bound = nil, nil
		rearm(w.read(read))
	}
}

// watch is the state of a watch.
type watch struct {
	Timing
	paths    func() Paths
	degraded func(error)
	route    route
	// watcher is nil if the system sends no events. complete is false if it does not send all of them.
	watcher  *fsnotify.Watcher
	complete bool
	// reported says that the present lack of events was reported.
	reported bool
}

// read follows the files and reads them. What is read may name other files: these are followed and read, too.
func (w *watch) read(read func() time.Duration) (again time.Duration) {
	const most = 10
	for range most {
		files := w.paths().Files
		w.follow()
		if again = read(); slices.Equal(files, w.paths().Files) {
			break
		}
	}
	return again
}

func (w *watch) close() {
	if w.watcher != nil {
		w.watcher.Close() //nolint:errcheck // Nothing is lost.
		w.watcher = nil
	}
}

func (w *watch) events() <-chan fsnotify.Event {
	if w.watcher == nil {
		return nil
	}
	return w.watcher.Events
}

func (w *watch) errors() <-chan error {
	if w.watcher == nil {
		return nil
	}
	return w.watcher.Errors
}

// follow watches the directories that are on the way to the files now. If the way has changed, the directories are
// watched anew: an old watch may watch a directory that has been replaced. The way may change meanwhile, so it is
// compared again afterwards.
func (w *watch) follow() {
	const most = 10
	for range most {
		before := w.route
		w.route = findRoute(w.paths())
		if w.complete && w.route.sameWay(before) {
			return
		}
		w.close()
		err := w.listen()
		if w.complete = err == nil; err != nil {
			if !w.reported {
				w.degraded(err)
			}
			w.reported = true
			return
		}
		w.reported = false
	}
}

// listen watches all directories of the route. It returns an error if not all events will be sent.
func (w *watch) listen() error {
	watcher, err := w.newWatcher()
	if err != nil {
		return err
	}
	w.watcher = watcher
	var failed error
	for _, dir := range slices.Sorted(maps.Keys(w.route.directories)) {
		// A directory that was removed meanwhile is not on the way any more. One that cannot be listed has no watch; its
		// parents cannot be replaced by somebody who may not write to them.
		err := watcher.Add(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
			failed = err
		}
	}
	return failed
}
