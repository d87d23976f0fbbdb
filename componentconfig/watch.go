package componentconfig

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig/internal/filewatch"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	"github.com/configgen/configgen/descriptor"
)

// Activation activates a new configuration in two steps.
type Activation[T any] struct {
	// Prepare builds what the new configuration needs and returns the function that activates it. It is called only if all
	// changed fields have the class ReloadHot. If it returns an error, nothing changes.
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
	// Changes are the leaves that differ from what is in use.
	Changes []Change
	// Warnings are those of the changed configuration.
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

// texts are the first of some changes, and how many more there are.
func texts(changes []Change) (out []string) {
	const most = 20
	for i, c := range changes {
		if i == most {
			return append(out, fmt.Sprintf("and %d more", len(changes)-most))
		}
		out = append(out, fmt.Sprintf("%s (%s, %s)", c.Path, c.Reload, c.Origin))
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
	r := &reloader[T]{Loader: l, Activation: a, args: args, current: current, identity: current.identity,
		watched: current.watched}
	paths := func() filewatch.Paths { return r.watched }
	filewatch.Watch(ctx, paths, l.timing, func() time.Duration { return r.reload(ctx) }, func(err error) {
		klog.FromContext(ctx).Info("The system sends no events about configuration files, which are compared from time to "+
			"time instead", "err", err)
	})
	return nil
}

// reloader is the state of a watch.
type reloader[T any] struct {
	*Loader[T]
	Activation[T]
	args    []string
	current *Loaded[T]
	// watched are the files of the last read: a configuration may name other files of secrets than the one in use.
	watched filewatch.Paths
	// identity and failure are the result of the last read: a change is reported once, however many events it causes.
	identity, failure string
	// failed says that the last report was one of a failure.
	failed bool
	// refused is the number of times that Prepare has refused the present files.
	refused int
}

// reload reads the files and passes a change to the activation. It returns the time after which the same files are to
// be tried again, 0 for never.
func (r *reloader[T]) reload(ctx context.Context) (again time.Duration) {
	next, err := r.load(r.args, false, r.current)
	if next != nil && next.watched.Reads != nil {
		r.watched = next.watched
	}
	switch {
	case err != nil && err.Error() == r.failure:
		return 0
	case err != nil:
		r.identity, r.failure, r.refused = "", err.Error(), 0
		r.report(ctx, ReloadResult{Err: err})
		return 0
	case next.identity == r.current.identity:
		r.identity, r.failure, r.refused = next.identity, "", 0
		if r.failed {
			r.report(ctx, ReloadResult{Recovered: true})
		}
		return 0
	case next.identity == r.identity && r.refused == 0:
		return 0
	case next.identity != r.identity:
		r.identity, r.failure, r.refused = next.identity, "", 0
	}
	result := ReloadResult{Changes: changesBetween(r.current, next), Warnings: next.Warnings}
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
	now.Result, now.At, now.Problems = OutcomeInvalid, time.Now(), reasons(result.Err)
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
	next.mu.Lock()
	defer next.mu.Unlock()
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
	if cold := withClass(changes, ReloadRestart, ReloadReboot); len(cold) > 0 {
		return false, &RestartRequiredError{cold}
	}
	commit, err := a.Prepare(ctx, next)
	if err != nil {
		return true, err
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
}

// changesOf returns the leaves that differ between two candidates of one root. What is empty on one side has leaves on
// the other, which are the changes.
func changesOf(next, old *candidate) []Change {
	var out []Change
	add := func(leaf layers.Leaf) {
		change := Change{Path: redact.Path(leaf.Path, next.secret), Reload: next.reloadClass(leaf.Path.Pattern())}
		if origins := next.view.originsOf(leaf.Path.String()); len(origins) > 0 {
			change.Origin = origins[0]
		}
		out = append(out, change)
	}
	for _, leaf := range next.view.tree().Changed(old.view.tree()) {
		if was := old.view.tree().At(leaf.Path); was == nil || len(was.Fields)+len(was.Items) == 0 {
			add(leaf)
		}
	}
	for _, leaf := range old.view.leaves() {
		if next.view.tree().At(leaf.Path) == nil {
			add(leaf)
		}
	}
	return out
}
