package configtest

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"reflect"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/extension"
)

const operatingSystem = runtime.GOOS

// Prepare is the function of componentconfig.Activation.
type Prepare[T any] func(ctx context.Context, next *componentconfig.Loaded[T]) (commit func(), err error)

// Component is a component with the configuration T, and what observes the effect of it: the consumer C.
type Component[T, C any] struct {
	// Loader returns a loader with the options of the component.
	Loader func() *componentconfig.Loader[T]
	// Args are more arguments of the command line.
	Args []string
	// Start creates the consumer from the configuration, and returns the function that prepares a change.
	Start func(t testing.TB, now *componentconfig.Loaded[T]) (C, Prepare[T])
}

// Change is a change of one field.
type Change[C any] struct {
	// Before and After are two contents of the configuration file, without apiVersion and kind, that differ in the field
	// alone.
	Before, After string
	// With are the paths of other fields that the change includes, such as the path of a secret whose file has another
	// name.
	With []string
	// Observe returns what the consumer does. The test passes if it differs before and after the change.
	Observe func(t testing.TB, consumer C) any
}

// Hot makes each change in a file that a loader watches, and fails if the consumer does not follow. The keys are the
// JSON paths of the fields in the newest version, with [] for the items of a list. A field with +reload=hot without a
// change, and a change of a field without that marker, are failures. Fields inside of a hot one need no change.
func Hot[T, C any](t *testing.T, c Component[T, C], changes map[string]Change[C]) {
	t.Helper()
	for _, path := range covered(t, c, changes) {
		t.Run(path, func(t *testing.T) { c.reaches(t, path, changes[path]) })
	}
}

// covered returns the hot fields that have a change, and reports the fields that have none.
func covered[T, C any](t testing.TB, c Component[T, C], changes map[string]Change[C]) []string {
	t.Helper()
	fields := hotFields(t, c.Loader())
	for _, path := range fields {
		if _, tested := changes[path]; !tested {
			t.Errorf("%s has +reload=hot, and no test shows that a change reaches its consumer: add one", path)
		}
	}
	for _, path := range slices.Sorted(maps.Keys(changes)) {
		if !slices.Contains(fields, path) {
			t.Errorf("%s is not a field with +reload=hot of its own: remove its test", path)
		}
	}
	return slices.DeleteFunc(fields, func(path string) bool { _, tested := changes[path]; return !tested })
}

// hotFields are the paths of the fields that are hot in a struct that is not.
func hotFields[T any](t testing.TB, l *componentconfig.Loader[T]) (paths []string) {
	t.Helper()
	component(t, l)
	ask := extension.Of(l).Inspector
	hot := map[string]bool{}
	for _, field := range ask.Fields(0, "") {
		hot[field.Pattern] = field.Reload == componentconfig.ReloadHot
		if hot[field.Pattern] && !hot[outer(field.Pattern)] {
			paths = append(paths, field.Pattern)
		}
	}
	return paths
}

// outer is the pattern of the field that a field is in; empty for the root.
func outer(pattern string) string {
	return strings.TrimRight(pattern[:max(strings.LastIndexByte(strings.TrimRight(pattern, "[]"), '.'), 0)], "[]")
}

// reaches makes one change.
func (c Component[T, C]) reaches(t testing.TB, path string, change Change[C]) {
	t.Helper()
	if change.Before == change.After {
		t.Fatalf("the files before and after the change of %s are the same", path)
	}
	file := filepath.Join(t.TempDir(), "config.yaml")
	l := c.Loader()
	known := component(t, l)
	args := append([]string{"--" + known.ConfigFlag + "=" + file}, c.Args...)
	write := func(body string) {
		if err := os.WriteFile(file, []byte(header(known.Roots[0])+body+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(change.Before)
	now, err := l.Load(args)
	if err != nil {
		t.Fatalf("the file before the change does not load:\n%v", err)
	}
	consumer, prepare := c.Start(t, now)
	before := change.Observe(t, consumer)
	write(change.After) // The watch compares the files when it begins.
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	results := make(chan componentconfig.ReloadResult, 1)
	done := make(chan error, 1)
	go func() {
		done <- l.Watch(ctx, args, now, componentconfig.Activation[T]{Prepare: prepare,
			Report: func(r componentconfig.ReloadResult) {
				select {
				case results <- r:
				default: // One result is enough.
				}
				stop()
			}})
	}()
	result := <-results
	if err := <-done; err != nil {
		t.Error(err)
	}
	if !result.Committed {
		t.Fatalf("the change is not in use: %v", result.Err)
	}
	for _, changed := range result.Changes {
		in := func(pattern string) bool { return below(changed.Path, pattern) }
		if !in(path) && !slices.ContainsFunc(change.With, in) {
			t.Errorf("the files differ in %s, too: change %s alone", changed.Path, path)
		}
	}
	if after := change.Observe(t, consumer); reflect.DeepEqual(before, after) {
		t.Errorf("the consumer does not follow: before and after the change of %s, it has %v", path, before)
	}
}

// below reports whether a path leads to a field or into it.
func below(path, pattern string) bool {
	var blank strings.Builder
	inside := false
	for _, r := range path {
		if r == ']' {
			inside = false
		}
		if !inside {
			blank.WriteRune(r)
		}
		inside = inside || r == '['
	}
	rest, ok := strings.CutPrefix(blank.String(), pattern)
	return ok && (rest == "" || rest[0] == '.' || rest[0] == '[')
}

// header is the header of a file of a root in the newest version.
func header(root extension.Root) string {
	if len(root.APIVersions) == 0 {
		return ""
	}
	return fmt.Sprintf("apiVersion: %s\nkind: %s\n", root.APIVersions[0], root.Kind)
}
