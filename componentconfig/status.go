package componentconfig

import (
	"cmp"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/apimachinery/pkg/runtime/schema"
	"k8s.io/component-base/configz"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/internal/redact"
	configschema "github.com/configgen/configgen/componentconfig/internal/schema"
	"github.com/configgen/configgen/descriptor"
)

// Status is the state of the configuration of a process, for its operator. Secrets are masked.
type Status struct {
	// Version is the version that the files in use were merged in. Digest identifies them, and Files are their names, the
	// lowest layer first.
	Version, Digest string
	Files           []string
	// Result is the result of the last change of the files, empty before the first one. At is the time of the change.
	Result Outcome
	At     time.Time
	// Changes are what differed in it from what was in use.
	Changes []Change
	// Refused is the last configuration that was refused, nil once the files can be used again.
	Refused *Refused
	// Pending are the changes of the files that take effect after a restart or reboot. A field that a running component
	// could change is among them if it was changed together with one that needs a restart.
	Pending []Change
	// Deprecated is what is set and will be removed, sorted.
	Deprecated []Deprecated
}

// Refused is a configuration that is not in use, because it has mistakes, changes immutable fields, or because the
// component refuses it.
type Refused struct {
	// At is when that was, and Digest identifies the files.
	At     time.Time
	Digest string
	Result Outcome
	// Findings are the first of each kind, and how many more there are.
	Findings Problems
}

// Outcome is the result of a change of the files.
type Outcome string

// The outcomes: the change is in use, the files are again those in use, they have mistakes, the component refuses the
// change and is asked again, it takes effect after a restart, or immutable fields were changed.
const (
	OutcomeCommitted Outcome = "committed"
	OutcomeRecovered Outcome = "recovered"
	OutcomeInvalid   Outcome = "invalid"
	OutcomeRefused   Outcome = "refused"
	OutcomeRestart   Outcome = "restart"
	OutcomeImmutable Outcome = "immutable"
)

// State relates the configuration in use to the files.
type State string

// The states: the configuration in use equals the files, will equal them after a restart, or the files cannot be used.
const (
	StateCurrent State = "current"
	StatePending State = "pending"
	StateFailed  State = "failed"
)

// Deprecated is a field or flag that is set and will be removed, in a release if that is known.
type Deprecated struct {
	// Path is the JSON path of the field, with [] for items. Flag is the flag that sets it, or a flag without a field.
	Path, Flag, Removal string
}

// String returns the path, or the flag.
func (d Deprecated) String() string {
	text := d.Path
	if d.Flag != "" {
		text = "--" + d.Flag
	}
	if d.Removal != "" {
		text += " (until " + d.Removal + ")"
	}
	return text
}

// WithObserver calls observe with the status of the configuration once it is in use, where an error ends the start, and
// after each change of the files, where it is logged. Package reloadmetrics is an observer.
func WithObserver(observe func(Status) error) Option {
	return func(s *settings) { s.observers = append(s.observers, observe) }
}

func (s *settings) observe(now Status) error {
	for _, observe := range s.observers {
		if err := observe(now); err != nil {
			return err
		}
	}
	return nil
}

// State returns whether the files are in use.
func (s Status) State() State {
	switch s.Result {
	case "", OutcomeCommitted, OutcomeRecovered:
		return StateCurrent
	case OutcomeRestart:
		return StatePending
	}
	return StateFailed
}

// MarshalJSON returns the status as an object with state, version, digest, files, lastReload, refused and pending.
func (s Status) MarshalJSON() ([]byte, error) {
	type reload struct {
		Result  Outcome      `json:"result"`
		Time    time.Time    `json:"time"`
		Changes []changeJSON `json:"changes"`
	}
	type refused struct {
		Result   Outcome          `json:"result"`
		Time     time.Time        `json:"time"`
		Digest   string           `json:"digest"`
		Findings []layers.Finding `json:"findings"`
	}
	out := struct {
		State      State        `json:"state"`
		Version    string       `json:"version"`
		Digest     string       `json:"digest"`
		Files      []string     `json:"files"`
		LastReload *reload      `json:"lastReload,omitempty"`
		Refused    *refused     `json:"refused,omitempty"`
		Pending    []changeJSON `json:"pending"`
	}{State: s.State(), Version: s.Version, Digest: s.Digest, Files: append([]string{}, s.Files...),
		Pending: changesJSON(s.Pending)}
	if s.Result != "" {
		out.LastReload = &reload{s.Result, s.At, changesJSON(s.Changes)}
	}
	if r := s.Refused; r != nil {
		out.Refused = &refused{r.Result, r.At, r.Digest, r.Findings.internal().Findings()}
	}
	return json.Marshal(out)
}

// changeJSON is a change in JSON. A value that is absent was or is not set.
type changeJSON struct {
	Path   string          `json:"path"`
	Class  ReloadClass     `json:"class"`
	Origin string          `json:"origin"`
	Old    json.RawMessage `json:"old,omitempty"`
	New    json.RawMessage `json:"new,omitempty"`
	// Content is true for a file with another content.
	Content bool `json:"content,omitempty"`
}

func changesJSON(changes []Change) []changeJSON {
	out := make([]changeJSON, len(changes))
	for i, c := range changes {
		out[i] = changeJSON{c.Path, c.Reload, c.from(), json.RawMessage(c.Old), json.RawMessage(c.New), c.Content}
	}
	return out
}

// from is the origin of the new value, with its position in a file.
func (c Change) from() string {
	if c.Origin.Source == OriginFile {
		return c.Origin.pos().String()
	}
	return c.Origin.String()
}

// logged is a list that a log shows as text or, if it is structured, as objects.
type logged struct {
	texts   []string
	objects any
}

func (l logged) String() string { return strings.Join(l.texts, "; ") }

// MarshalLog implements logr.Marshaler.
func (l logged) MarshalLog() any { return l.objects }

// loggedChange is a change in a structured log, where values are texts.
type loggedChange struct {
	Path   string      `json:"path"`
	Class  ReloadClass `json:"class"`
	Origin string      `json:"origin"`
	Old    string      `json:"old"`
	New    string      `json:"new"`
	// Content is true for a file with another content.
	Content bool `json:"content,omitempty"`
}

// loggedChanges are the first changes; the log has their number beside them.
func loggedChanges(changes []Change) logged {
	var objects []loggedChange
	for _, c := range changes[:min(len(changes), mostChanges)] {
		objects = append(objects, loggedChange{c.Path, c.Reload, c.from(), layers.Brief(c.Old), layers.Brief(c.New),
			c.Content})
	}
	return logged{texts(changes), objects}
}

// Status returns the state of the configuration. Watch keeps it up to date.
func (l *Loader[T]) Status() Status {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.status
}

// statusOf returns the status of a configuration that is in use from now on.
func statusOf[T any](l *Loaded[T]) Status {
	shared := l.candidates[0]
	out := Status{Version: cmp.Or(shared.version, shared.newest()), Digest: l.digest, Deprecated: deprecatedIn(l)}
	for _, c := range l.candidates {
		for _, d := range c.docs {
			out.Files = append(out.Files, d.Name)
		}
	}
	return out
}

// Log logs the loaded files with their version and digest, the skipped files, and the choice of an extension such as
// dynamic configuration. Call it once the log is configured.
func (l *Loaded[T]) Log(logger klog.Logger) {
	now, alpha := statusOf(l), alphaFiles(l)
	deprecated := []string{}
	for _, d := range now.Deprecated {
		deprecated = append(deprecated, d.String())
	}
	logger.Info("Loaded the configuration", "version", now.Version, "digest", now.Digest, "files",
		append([]string{}, now.Files...), "deprecated", deprecated)
	if len(alpha) > 0 {
		logger.Info("Configuration files have an alpha version, which any release may change", "files", alpha)
	}
	for _, path := range l.Skipped {
		logger.Info("Skipped a file in the drop-in directory", "file", path)
	}
	if l.session != nil {
		l.session.Log(logger)
	}
}

// deprecatedIn returns the deprecated fields and flags that are set, sorted.
func deprecatedIn[T any](l *Loaded[T]) []Deprecated {
	found := map[Deprecated]bool{}
	for _, section := range l.set.Order {
		l.set.FlagSets[section].VisitAll(func(f *pflag.Flag) {
			if f.Changed && f.Deprecated != "" {
				found[Deprecated{Flag: f.Name}] = true
			}
		})
	}
	for _, c := range l.candidates {
		for _, f := range c.fields {
			if f.Deprecated != nil {
				deprecatedField(c, f, found)
			}
		}
	}
	return slices.SortedFunc(maps.Keys(found), func(a, b Deprecated) int {
		return cmp.Or(cmp.Compare(a.Path, b.Path), cmp.Compare(a.Flag, b.Flag))
	})
}

// deprecatedField adds where a deprecated field is set: in files, by its path in their version, and by flags.
func deprecatedField(c *candidate, f descriptor.Field, found map[Deprecated]bool) {
	removal := f.Deprecated.Removal
	for _, d := range c.docs {
		for _, pattern := range configschema.KeysOf(c.types, f.Path, d.version) {
			if len(d.tree.Find(pattern)) > 0 {
				found[Deprecated{Path: pattern, Removal: removal}] = true
			}
		}
	}
	for _, given := range c.flags.given {
		inField := func(goPath string) bool { return layers.Below(goPath, f.Path) }
		if !slices.ContainsFunc(c.flags.owners[given.Name], inField) {
			continue
		}
		delete(found, Deprecated{Flag: given.Name})
		path := f.Path
		if patterns := c.patternsOf(f.Path); len(patterns) > 0 {
			path = patterns[0]
		}
		found[Deprecated{Path: path, Flag: given.Name, Removal: removal}] = true
	}
}

// alphaFiles returns the files that have an alpha version.
func alphaFiles[T any](l *Loaded[T]) (names []string) {
	for _, c := range l.candidates {
		for _, d := range c.docs {
			if strings.Contains(d.version, "alpha") {
				names = append(names, d.Name)
			}
		}
	}
	return names
}

// Log writes to the log what became of a change of the files: what was changed, and what waits for a restart.
func (r ReloadResult) Log(logger klog.Logger) {
	for _, warning := range r.Warnings.internal().Limited() {
		logger.Info("Warning about the changed configuration", "warning", warning.String(), "code", warning.Code, "field",
			warning.Field)
	}
	var restart *RestartRequiredError
	switch {
	case r.Committed:
		logger.Info("Reloaded the configuration", "digest", r.Digest, "count", len(r.Changes), "changes",
			loggedChanges(r.Changes))
	case r.Recovered:
		logger.Info("The configuration files are again those in use")
	case errors.As(r.Err, &restart):
		logger.Info("The changed configuration takes effect "+afterwards(r.Changes)+"; none of it is in use", "digest",
			r.Digest, "count", len(r.Changes), "pending", loggedChanges(r.Changes))
	default:
		found := findingsOf(r.Err).internal()
		codes := make([]string, len(found))
		for i, f := range found {
			codes[i] = strings.TrimPrefix(f.Field+": "+string(f.Code), ": ")
		}
		logger.Error(r.Err, "The changed configuration is not in use", "digest", r.Digest, "findings",
			logged{codes, found.Findings()})
	}
}

// findingsOf returns why a configuration was refused.
func findingsOf(err error) Problems {
	var several Problems
	var immutable *ImmutableFieldError
	switch {
	case errors.As(err, &several):
		return problemsOf(several.internal().Limited())
	case errors.As(err, &immutable):
		var out layers.Problems
		for _, c := range immutable.Changes {
			out = append(out, problemAt([]Origin{c.Origin}, layers.Immutable, c.Path,
				"is immutable ("+c.values()+"): restore the old value"))
		}
		return problemsOf(out.Limited())
	}
	return Problems{{Message: err.Error(), Code: string(layers.BadComponent)}}
}

// maskedError is an error of the component, which may have quoted a secret.
type maskedError struct {
	error
	text string
}

func (e maskedError) Error() string { return e.text }
func (e maskedError) Unwrap() error { return e.error }

// maskedErr returns an error of the component as it may be shown.
func maskedErr[T any](err error, l *Loaded[T]) error {
	if text := l.masked(err.Error()); text != err.Error() {
		return maskedError{err, text}
	}
	return err
}

// publish registers the effective configuration with configz, with secrets masked. The last load of the process is
// shown, even if it is a reload or one of another loader.
func (l *Loader[T]) publish(c *candidate) error {
	if l.published == nil {
		name := cmp.Or(c.group, c.kind)
		configz.Delete(name)
		cz, err := configz.New(name)
		if err != nil {
			return err
		}
		l.published = cz
	}
	gvk := schema.GroupVersionKind{Kind: c.kind}
	if !c.types.Plain() {
		gvk = schema.FromAPIVersionAndKind(c.types.APIVersion(c.newest()), c.kind)
	}
	// In newer minors Set accepts only objects with a kind.
	l.published.Set(&shown{ //nolint:errcheck // Older minors return nothing.
		gvk: gvk,
		// Without the lock of the loader, which waits for the lock of configz here.
		json: sync.OnceValues(shownJSON(c)),
	})
	return nil
}

// shownJSON returns a function that converts the configuration.
func shownJSON(c *candidate) func() ([]byte, error) {
	types, newest, secrets := c.types, c.newest(), c.secretsOf(c.newest())
	tree, config := c.view.nodes, c.view.config
	return func() (_ []byte, err error) {
		if tree == nil {
			if tree, err = types.Tree(config, newest); err != nil {
				return nil, err
			}
		}
		return redact.Masked(tree, func(pattern string) bool { return anyBelow(pattern, secrets) }).JSON(), nil
	}
}

// shown is a configuration that configz shows, which is converted when somebody asks for it.
type shown struct {
	gvk  schema.GroupVersionKind
	json func() ([]byte, error)
}

// GetObjectKind implements runtime.Object.
func (s *shown) GetObjectKind() schema.ObjectKind { return s }

// SetGroupVersionKind does nothing: the content has a kind.
func (s *shown) SetGroupVersionKind(schema.GroupVersionKind) {}

// GroupVersionKind returns the kind of the content.
func (s *shown) GroupVersionKind() schema.GroupVersionKind { return s.gvk }

// DeepCopyObject returns the object itself, which does not change.
func (s *shown) DeepCopyObject() runtime.Object { return s }

// MarshalJSON returns the content.
func (s *shown) MarshalJSON() ([]byte, error) { return s.json() }
