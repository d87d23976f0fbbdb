package componentconfig

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/filewatch"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/descriptor"
)

// Activation activates a new configuration in two steps.
type Activation[T any] struct {
	// Prepare builds what the new configuration needs and returns the function that activates it. It is called only if all
	// changed fields have the class ReloadHot. If it returns an error, nothing changes. A component that cannot change
	// anything while it runs leaves it nil: every change then needs a restart.
	Prepare func(ctx context.Context, next *Loaded[T]) (commit func(), err error)
	// Report is called with the result of every change of the files. It may be nil.
	Report func(ReloadResult)
}

// ReloadResult is the result of a change of the files.
type ReloadResult struct {
	// Committed reports whether the new configuration is in use.
	Committed bool
	// Recovered reports that the files are again those in use, after a change that failed. Nothing else is set.
	Recovered bool
	// Err is why it is not: Problems, *RestartRequiredError, *ImmutableFieldError, or the error of Prepare.
	Err error
	// Digest identifies the files.
	Digest string
	// Changes are the leaves that differ from what is in use.
	Changes []Change
	// Warnings are the warnings of the changed configuration.
	Warnings Problems
}

// RestartRequiredError says that a running process cannot apply the change.
type RestartRequiredError struct{ Changes []Change }

func (e *RestartRequiredError) Error() string {
	return "the changed configuration takes effect " + afterwards(e.Changes) + ": " + list(e.Changes)
}

// afterwards says when changes take effect that a running process cannot apply.
func afterwards(changes []Change) string {
	if len(withClass(changes, ReloadReboot)) > 0 {
		return "after a reboot of the machine"
	}
	return "after a restart"
}

// ImmutableFieldError says that an immutable field was changed.
type ImmutableFieldError struct{ Changes []Change }

func (e *ImmutableFieldError) Error() string {
	return "immutable fields were changed: " + list(e.Changes)
}

func list(changes []Change) string { return strings.Join(texts(changes), ", ") }

// mostChanges is how many changes an error and the log list.
const mostChanges = 20

// texts are the first of some changes, and how many more there are.
func texts(changes []Change) (out []string) {
	for i, c := range changes {
		if i == mostChanges {
			return append(out, fmt.Sprintf("and %d more", len(changes)-mostChanges))
		}
		out = append(out, c.String())
	}
	return out
}

// Watch watches the files of a configuration until the context ends, and passes every change to the activation. args
// are the arguments that current was loaded with; the command line stays the highest layer. A file that had content and
// is empty now is refused, because it may be half written. Another file that is written in place, with a pause of 100
// ms or in more than a second, can be used when its first part is valid: rename a complete file over it instead. A
// configuration that Prepare refuses is tried again, less and less often, until it is accepted or the files change. The
// files are compared every 30 seconds, too: a write through another hard link has no event, and some file systems send
// none. The error is always nil.
func (l *Loader[T]) Watch(ctx context.Context, args []string, current *Loaded[T], a Activation[T]) error {
	l.mu.Lock()
	r := newReloader(l, args, current, a)
	l.reloads = r
	l.mu.Unlock()
	defer func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.reloads == r {
			l.reloads = nil
		}
	}()
	filewatch.Watch(ctx, r.paths, l.timing, func() time.Duration { return r.reload(ctx) }, func(err error) {
		klog.FromContext(ctx).Info("The system sends no events about configuration files, which are compared from time to "+
			"time instead", "err", err)
	})
	return nil
}

// Reload reads the files now, as SIGHUP does, and returns the status afterwards. If Watch runs, it passes a change to
// its activation. Otherwise nothing is activated: the status and the log list the changes that take effect after a
// restart. Calls that come while files are read wait together for one more reading, so that each status shows the files
// at the time of the call or later. It returns an error if the context ends first, or if nothing was loaded. Do not
// call it from an Activation.
func (l *Loader[T]) Reload(ctx context.Context) (Status, error) {
	l.mu.Lock()
	if l.inUse == nil {
		l.mu.Unlock()
		return Status{}, errors.New("no configuration is in use")
	}
	if l.reloads == nil {
		report := func(result ReloadResult) { result.Log(klog.Background()) }
		l.reloads = newReloader(l, l.args, l.inUse, Activation[T]{Report: report})
	}
	r := l.reloads
	if r.next == nil {
		r.next = make(chan struct{})
		go r.reloadNext(context.WithoutCancel(ctx), r.next)
	}
	done := r.next
	l.mu.Unlock()
	select {
	case <-done:
		return l.Status(), nil
	case <-ctx.Done():
		return Status{}, ctx.Err()
	}
}

// reloadNext is the reload that those wait for who have asked since the present one began.
func (r *reloader[T]) reloadNext(ctx context.Context, done chan struct{}) {
	defer close(done)
	r.serial.Lock()
	defer r.serial.Unlock()
	r.mu.Lock()
	r.next = nil
	r.mu.Unlock()
	r.readFiles(ctx)
}

// hangUp is what SIGHUP does: it reads the files again, if there are any.
func (l *Loader[T]) hangUp(ctx context.Context) {
	logger := klog.FromContext(ctx)
	l.mu.Lock()
	found := l.inUse != nil && l.inUse.watched.Any()
	var session extension.Session
	if l.inUse != nil && l.inUse.instead != nil {
		session = l.inUse.session
	}
	l.mu.Unlock()
	if session != nil { // It may wait for the lock of the loader with its own.
		logger.Info("SIGHUP does not change dynamic configuration, which is in use in place of the main file: assign "+
			"another one in its source, which is followed all the time", "inUse", session.Choice().Message)
	}
	switch {
	case !found && session == nil:
		logger.Info("SIGHUP has no effect, because there are no configuration files")
		return
	case !found:
		return
	}
	if now, err := l.Reload(ctx); err == nil {
		files := "Read the configuration files again at SIGHUP"
		if session != nil {
			files = "Read the other configuration files again at SIGHUP"
		}
		logger.Info(files, "state", now.State(), "digest", now.Digest)
	}
}

// reloader reads the files of the configuration in use again, in a watch and when somebody asks for it.
type reloader[T any] struct {
	*Loader[T]
	Activation[T]
	// next is closed after the next reload that somebody asked for; nil for none. The lock of the loader guards it.
	next chan struct{}
	// serial guards all that follows: there is one reload at a time.
	serial  sync.Mutex
	args    []string
	current *Loaded[T]
	// watched are the files of the last read: a configuration may name other files of secrets than the one in use.
	watched filewatch.Paths
	// identity and failure are the result of the last read: a change is reported once, however many events it causes.
	// invalid identifies the files of a failed load: other files may have the same mistake.
	identity, invalid, failure string
	// failed says that the last report was one of a failure.
	failed bool
	// refused is the number of times that Prepare has refused the present files.
	refused int
}

func newReloader[T any](l *Loader[T], args []string, current *Loaded[T], a Activation[T]) *reloader[T] {
	return &reloader[T]{Loader: l, Activation: a, args: args, current: current, identity: current.identity,
		watched: current.watched, failed: l.status.State() != StateCurrent}
}

// paths are the files to watch.
func (r *reloader[T]) paths() filewatch.Paths {
	r.serial.Lock()
	defer r.serial.Unlock()
	return r.watched
}

// reload reads the files and passes a change to the activation. It returns the time after which the same files are to
// be tried again, 0 for never.
func (r *reloader[T]) reload(ctx context.Context) (again time.Duration) {
	r.serial.Lock()
	defer r.serial.Unlock()
	return r.readFiles(ctx)
}

// readFiles is reload without the lock.
func (r *reloader[T]) readFiles(ctx context.Context) (again time.Duration) {
	next, err := r.load(r.args, false, r.current)
	if next != nil && next.watched.Reads != nil {
		r.watched = next.watched
	}
	if err != nil {
		failed, invalid := ReloadResult{Err: err}, ""
		if next != nil {
			failed.Digest, invalid = next.digest, next.identity
		}
		if err.Error() != r.failure || invalid != r.invalid {
			r.identity, r.invalid, r.failure, r.refused = "", invalid, err.Error(), 0
			r.report(ctx, failed)
		}
		return 0
	}
	switch {
	case next.identity == r.current.identity:
		r.identity, r.failure, r.refused = next.identity, "", 0
		if r.failed {
			r.report(ctx, ReloadResult{Recovered: true, Digest: next.digest})
		}
		return 0
	case next.identity == r.identity && r.refused == 0:
		return 0
	case next.identity != r.identity:
		r.identity, r.failure, r.refused = next.identity, "", 0
	}
	result := ReloadResult{Digest: next.digest, Changes: changesBetween(r.current, next), Warnings: next.Warnings}
	var refused bool
	if refused, result.Err = r.take(ctx, next, result.Changes); refused {
		result.Err = maskedErr(result.Err, next)
		again = r.backoff(r.refused)
		if r.refused++; r.refused > 1 && result.Err.Error() == r.failure {
			return again // This was reported.
		}
		r.failure = result.Err.Error()
	} else {
		r.refused = 0
	}
	if result.Err == nil {
		result.Committed, r.current, r.failure = true, next, ""
	}
	r.report(ctx, result)
	return again
}

func (r *reloader[T]) report(ctx context.Context, result ReloadResult) {
	r.failed = result.Err != nil
	if err := r.observe(r.became(result)); err != nil {
		klog.FromContext(ctx).Error(err, "The changed status of the configuration was not observed")
	}
	if r.Report != nil {
		r.Report(result)
	}
}

// became makes a result the status.
func (r *reloader[T]) became(result ReloadResult) Status {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := &r.status
	now.Result, now.At, now.Changes, now.Refused = OutcomeInvalid, time.Now(), result.Changes, nil
	var restart *RestartRequiredError
	var immutable *ImmutableFieldError
	var invalid Problems
	switch {
	case result.Committed:
		now.Result, now.Pending = OutcomeCommitted, nil
	case result.Recovered:
		now.Result, now.Pending = OutcomeRecovered, nil
	case errors.As(result.Err, &restart):
		now.Result, now.Pending = OutcomeRestart, result.Changes
	case errors.As(result.Err, &immutable):
		now.Result = OutcomeImmutable
	case !errors.As(result.Err, &invalid):
		now.Result = OutcomeRefused
	}
	if now.State() == StateFailed {
		now.Refused = &Refused{At: now.At, Digest: result.Digest, Result: now.Result, Findings: findingsOf(result.Err)}
	}
	return *now
}

// backoff returns how long to wait after Prepare has refused files once more: a second, two, four, up to a minute.
func (r *reloader[T]) backoff(refused int) time.Duration {
	first := r.retry
	if first == 0 {
		first = time.Second
	}
	return min(first<<min(refused, 6), 60*first)
}

// changesBetween returns the leaves that differ between two configurations of a loader.
func changesBetween[T any](old, next *Loaded[T]) []Change {
	var out []Change
	for i, c := range next.candidates {
		out = append(out, changesOf(c, old.candidates[i])...)
	}
	return out
}

// take activates a configuration if the classes of all changes allow it. refused reports that another attempt with the
// same files may succeed.
func (a Activation[T]) take(ctx context.Context, next *Loaded[T], changes []Change) (refused bool, err error) {
	if changed := withClass(changes, ReloadImmutable); len(changed) > 0 {
		return false, &ImmutableFieldError{changed}
	}
	cold := withClass(changes, ReloadRestart, ReloadReboot)
	if a.Prepare == nil {
		cold = changes
	}
	if len(cold) > 0 {
		return false, &RestartRequiredError{cold}
	}
	var commit func()
	if a.Prepare != nil {
		if commit, err = a.Prepare(ctx, next); err != nil {
			return true, err
		}
	}
	if err := next.activate(); err != nil {
		return true, err
	}
	if commit != nil {
		commit()
	}
	return false, nil
}

func withClass(changes []Change, classes ...ReloadClass) []Change {
	var out []Change
	for _, c := range changes {
		if slices.Contains(classes, c.Reload) {
			out = append(out, c)
		}
	}
	return out
}

// ReloadClass says when a change of a field takes effect: the value of its marker +reload, ReloadRestart without one.
type ReloadClass = descriptor.Reload

// The classes.
const (
	ReloadHot       = descriptor.Hot
	ReloadRestart   = descriptor.Restart
	ReloadReboot    = descriptor.Reboot
	ReloadImmutable = descriptor.Immutable
)

// Change is a leaf that differs between two configurations.
type Change struct {
	// Path is the JSON path in the newest version.
	Path   string
	Reload ReloadClass
	// Origin is where the new value comes from.
	Origin Origin
	// Old and New are the values as JSON, empty for a field that is absent. Those of secrets are masked.
	Old, New string
	// Content is true if the value is the same, and the file that it names has another content: +path(watch: true).
	Content bool
}

// String returns the change in a few words: cache.size: 16Mi -> 8Mi (restart, 20-site.conf:4), or, for the content of
// a file, tls.certFile: new content of /etc/tls.crt (hot, 20-site.conf:4).
func (c Change) String() string {
	return fmt.Sprintf("%s: %s (%s, %s)", c.Path, c.values(), c.Reload, c.Origin)
}

// values returns the old and the new value, cut if they are long.
func (c Change) values() string {
	brief := func(value string) string {
		if value == "" {
			return "unset"
		}
		return layers.Brief(value)
	}
	if c.Content {
		return "new content of " + brief(c.New)
	}
	return brief(c.Old) + " -> " + brief(c.New)
}

// changesOf returns the leaves that differ between two candidates of one root. What is empty on one side has leaves on
// the other, which are the changes.
func changesOf(next, old *candidate) []Change {
	var out []Change
	add := func(leaf layers.Leaf, content bool) {
		change := Change{Path: redact.Path(leaf.Path, next.secret), Reload: next.reloadClass(leaf.Path.Pattern()),
			Old: old.valueAt(leaf.Path), New: next.valueAt(leaf.Path), Content: content}
		if origins := next.view.originsOf(leaf.Path.String()); len(origins) > 0 {
			change.Origin = origins[0]
		}
		out = append(out, change)
	}
	for _, leaf := range next.view.tree().Changed(old.view.tree()) {
		if was := old.view.tree().At(leaf.Path); was == nil || len(was.Fields)+len(was.Items) == 0 {
			add(leaf, false)
		}
	}
	for _, leaf := range old.view.leaves() {
		path := leaf.Path.String()
		was, is := old.inputs[path]
		if now := next.view.tree().At(leaf.Path); now == nil {
			add(leaf, false)
		} else if is && now.Text == leaf.Node.Text && next.inputs[path] != was {
			add(leaf, true)
		}
	}
	return out
}

// valueAt returns the value at a path as JSON, with secrets masked, or "" if there is none.
func (c *candidate) valueAt(path layers.Path) string {
	n := c.view.tree().At(path)
	if n == nil {
		return ""
	}
	if c.secret(path.Pattern()) && !redact.IsEmpty(n) {
		n = &layers.Node{Kind: layers.String, Text: redact.Mask}
	}
	return string(n.JSON())
}
