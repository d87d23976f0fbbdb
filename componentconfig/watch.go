package componentconfig

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/configgen/configgen/componentconfig/internal/filewatch"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
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
	// Err is why it is not: Problems, *RestartRequiredError, *ImmutableFieldError, or the error of Prepare.
	Err error
	// Changes are the leaves that differ from what is in use.
	Changes []Change
	// Warnings are those of the changed configuration.
	Warnings []string
}

// RestartRequiredError says that a running process cannot apply the change.
type RestartRequiredError struct{ Changes []Change }

func (e *RestartRequiredError) Error() string {
	return "the changed configuration takes effect after a restart: " + list(e.Changes)
}

// ImmutableFieldError says that an immutable field was changed.
type ImmutableFieldError struct{ Changes []Change }

func (e *ImmutableFieldError) Error() string {
	return "immutable fields were changed: " + list(e.Changes)
}

func list(changes []Change) string {
	out := make([]string, len(changes))
	for i, c := range changes {
		out[i] = fmt.Sprintf("%s (%s, %s)", c.Path, c.Reload, c.Origin)
	}
	return strings.Join(out, ", ")
}

// Watch watches the files of a configuration until the context ends, and passes every change to the activation. args
// are the arguments that current was loaded with; the command line stays the highest layer.
func (l *Loader[T]) Watch(ctx context.Context, args []string, current *Loaded[T], a Activation[T]) error {
	r := &reloader[T]{Loader: l, Activation: a, args: args, current: current, digest: current.digest}
	return filewatch.Watch(ctx, current.watched, func() { r.reload(ctx) })
}

// reloader is the state of a watch.
type reloader[T any] struct {
	*Loader[T]
	Activation[T]
	args    []string
	current *Loaded[T]
	// digest and failure are the result of the last read: a change is reported once, however many events it causes.
	digest, failure string
}

// reload reads the files and passes a change to the activation.
func (r *reloader[T]) reload(ctx context.Context) {
	next, err := r.load(r.args, false, r.current.instead)
	result := ReloadResult{Err: err}
	switch {
	case err != nil && err.Error() == r.failure, err == nil && next.digest == r.digest:
		return
	case err != nil:
		r.digest, r.failure = "", err.Error()
	default:
		r.digest, r.failure = next.digest, ""
		if next.digest == r.current.digest {
			return // Back to what is in use.
		}
		result.Changes, result.Warnings = next.changesFrom(r.current), next.Warnings
		result.Err = r.take(ctx, next, result.Changes)
	}
	if result.Err == nil {
		result.Committed, r.current = true, next
	}
	if r.Report != nil {
		r.Report(result)
	}
}

func (l *Loaded[T]) changesFrom(old *Loaded[T]) []Change {
	l.mu.Lock()
	defer l.mu.Unlock()
	var out []Change
	for i, c := range l.candidates {
		out = append(out, changesOf(c, old.candidates[i])...)
	}
	return out
}

// take activates a configuration if the classes of all changes allow it.
func (a Activation[T]) take(ctx context.Context, next *Loaded[T], changes []Change) error {
	if refused := withClass(changes, ReloadImmutable); len(refused) > 0 {
		return &ImmutableFieldError{refused}
	}
	if cold := withClass(changes, ReloadRestart, ReloadReboot); len(cold) > 0 {
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

func withClass(changes []Change, classes ...ReloadClass) []Change {
	var out []Change
	for _, c := range changes {
		if slices.Contains(classes, c.Reload) {
			out = append(out, c)
		}
	}
	return out
}

// Change is a leaf that differs between two configurations.
type Change struct {
	// Path is the JSON path in the newest version.
	Path   string
	Reload ReloadClass
	// Origin is where the new value comes from.
	Origin Origin
}

// changesOf returns the leaves that differ between two candidates of one root.
func changesOf(next, old *candidate) []Change {
	before, after := old.view.texts(), next.view.texts()
	var out []Change
	add := func(leaf layers.Leaf) {
		change := Change{Path: redact.Path(leaf.Path, next.secret), Reload: next.reloadClass(leaf.Path.Pattern())}
		if origins := next.view.origins().Of(leaf.Path.String()); len(origins) > 0 {
			change.Origin = origins[0]
		}
		out = append(out, change)
	}
	for _, leaf := range next.view.leaves {
		path := leaf.Path.String()
		if text, ok := before[path]; (!ok || text != after[path]) && !isContainer(path, before) {
			add(leaf)
		}
	}
	for _, leaf := range old.view.leaves {
		path := leaf.Path.String()
		if _, ok := after[path]; !ok && !isContainer(path, after) {
			add(leaf)
		}
	}
	return out
}

// isContainer reports whether a path, which is a leaf on one side because it is empty there, has leaves below it on the
// other. Those leaves are the changes.
func isContainer(path string, leaves map[string]string) bool {
	for other := range leaves {
		if rest, below := strings.CutPrefix(other, path); below && rest != "" && (rest[0] == '.' || rest[0] == '[') {
			return true
		}
	}
	return false
}
