package dynamic

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"sigs.k8s.io/yaml"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/fileowner"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/descriptor/render"
)

// WithConfig offers --dynamic-config-dir: a configuration that a source assigns takes the place of the file of
// --config. The drop-in files, the instance file and the command line stay above it. Relative paths in it are resolved
// against the directory of --config, otherwise the working directory. The local configuration is validated in any case,
// and what is assigned is loaded, including feature gates, before it is used. What is refused then is checked again
// once the files above it or the command line have changed, since they may be the cause.
//
// Without Options.Source, the source is the file or directory of --dynamic-config-source, which is read every
// --dynamic-config-source-interval, or one that Options.Open has. Options.TrialParameters are the defaults of
// --dynamic-config-trial-period and --dynamic-config-crash-loop-threshold. Loader.Command gets the subcommand
// dynamic-config with status and clear. Each new condition is logged, and metrics are registered with
// k8s.io/component-base/metrics/legacyregistry.
//
// A new assignment takes effect by a restart. Loader.Main ends the context of the component, prints why, and exits with
// status 0, so the supervisor must restart the component whatever its status. A component that has not returned within
// half a minute is ended. A component that calls Loader.Load itself calls ControllerOf(loaded).Report, and then Run in
// a goroutine.
//
// What is pushed must have content: a file of comments alone is rejected. If the component's type has the fields
// configTrialDuration and crashLoopThreshold at its root, a pushed file that sets them decides about its own trial, and
// the flags are the defaults.
func WithConfig(o Options) componentconfig.Option {
	return plugged(&option{options: o})
}

// WithConfigFrom is WithConfig with a source that depends on the local configuration: its kubeconfig, the name of an
// object. It is always the local configuration, so that nothing dynamic can cut the component off from its source. T is
// the type of the loader. An error of source is one of the local configuration, and the component does not start.
func WithConfigFrom[T any](source func(local *componentconfig.Loaded[T]) (Source, error),
	o Options) componentconfig.Option {
	return plugged(&option{options: o, source: func(local any) (Source, error) {
		l, ok := local.(*componentconfig.Loaded[T])
		if !ok {
			return nil, fmt.Errorf("WithConfigFrom has a function of %T, and the loader has a %T", l, local)
		}
		return source(l)
	}})
}

func plugged(e extension.Extension) componentconfig.Option {
	return extension.Option[componentconfig.Option](func(o *extension.Options) { o.Extension = e })
}

// ControllerOf returns the controller of a loaded configuration, for a component that confirms or fails it. It returns
// nil if --dynamic-config-dir is not set.
func ControllerOf[T any](loaded *componentconfig.Loaded[T]) *Controller {
	if s, ok := loaded.Session(extension.Access{}).(*session); ok {
		return s.controller
	}
	return nil
}

// option implements extension.Extension.
type option struct {
	options Options
	// source makes the source from the local *componentconfig.Loaded[T]; nil for a source that does not depend on it.
	source func(local any) (Source, error)
}

// or lists the forms of --dynamic-config-source after the first one.
func (o *option) or(first string) string {
	return strings.Join(append([]string{first}, slices.Sorted(maps.Keys(o.options.Open))...), ", or ")
}

// Command returns the operator's command.
func (o *option) Command() *cobra.Command { return newCommand(o.options) }

// Register adds the flags of one load.
func (o *option) Register(fs *pflag.FlagSet) extension.Load {
	f := &flags{option: o, TrialParameters: defaultTrialParameters()}
	if o.options.TrialParameters != nil {
		f.TrialParameters = *o.options.TrialParameters
	}
	fs.StringVar(&f.dir, "dynamic-config-dir", "", render.LoaderFlagHelp("dynamic-config-dir"))
	if o.source == nil && o.options.Source == nil {
		source, _ := strings.CutSuffix(render.LoaderFlagHelp("dynamic-config-source"), ".")
		fs.StringVar(&f.sourcePath, "dynamic-config-source", "", o.or(source)+".")
		fs.DurationVar(&f.interval, "dynamic-config-source-interval", 10*time.Second,
			render.LoaderFlagHelp("dynamic-config-source-interval"))
	}
	fs.DurationVar(&f.TrialPeriod, "dynamic-config-trial-period", f.TrialPeriod,
		render.LoaderFlagHelp("dynamic-config-trial-period"))
	fs.IntVar(&f.CrashLoopThreshold, "dynamic-config-crash-loop-threshold", f.CrashLoopThreshold,
		render.LoaderFlagHelp("dynamic-config-crash-loop-threshold"))
	return f
}

// flags implements extension.Load.
type flags struct {
	*option
	dir, sourcePath string
	interval        time.Duration
	TrialParameters
}

// fetchTime limits how long a start waits for the source.
const fetchTime = 5 * time.Second

// Start chooses the configuration of this process. A process that only shows its configuration takes no attempt and
// changes nothing.
func (f *flags) Start(local extension.Local) (extension.Session, error) {
	if f.dir == "" {
		if f.sourcePath != "" {
			return nil, errors.New("--dynamic-config-source: has no effect without --dynamic-config-dir; set both")
		}
		return nil, nil //nolint:nilnil // the extension is not used
	}
	if err := f.Validate(); err != nil {
		return nil, err
	}
	source, err := f.sourceOf(local)
	if err != nil {
		return nil, err
	}
	if err := trusted(f.dir, local.WorldWritableFiles); err != nil {
		return nil, err
	}
	s := &session{restart: exitForRestart, loaded: local.Loaded}
	o, tries := f.options, &tries{Local: local, loaded: map[store.Digest]any{}}
	if o.Restart != nil {
		s.restart = o.Restart
	}
	o.Source, o.TrialParameters, o.Check, o.Overlay = &logged{Source: source}, &f.TrialParameters, tries.check,
		local.Overlay
	o.ParametersOf = parametersOf
	o.Restart = func(reason string) { s.restart(reason) }
	if err := s.start(f.dir, o, local); err != nil {
		return nil, err
	}
	s.loaded = tries.of(s.controller.decision.Digest)
	return s, nil
}

// trusted returns an error if somebody else can replace the state directory. The directory has the permissions that the
// component gives it.
func trusted(dir string, all bool) error {
	judge := fileowner.Judge{User: os.Geteuid(), Verb: "used", AcceptAll: all}
	var refusal *fileowner.Refusal
	if _, _, err := judge.Place(dir); errors.As(err, &refusal) {
		return fmt.Errorf("--dynamic-config-dir=%s: %w", dir, refusal)
	}
	return nil
}

func (f *flags) sourceOf(local extension.Local) (Source, error) {
	switch {
	case f.option.source != nil:
		source, err := f.option.source(local.Loaded)
		if err != nil {
			err = fmt.Errorf("--dynamic-config-dir: the source of dynamic configuration cannot be used: %w", err)
		}
		return source, err
	case f.options.Source != nil:
		return f.options.Source, nil
	case f.sourcePath == "":
		return nil, errors.New("--dynamic-config-dir: nothing assigns a configuration; set --dynamic-config-source to " +
			f.option.or("a file or directory"))
	}
	if source, err := f.opened(); source != nil || err != nil {
		return source, err
	}
	if f.interval <= 0 {
		return nil, fmt.Errorf("--dynamic-config-source-interval: %v must be greater than zero, such as 10s", f.interval)
	}
	path, err := filepath.Abs(f.sourcePath)
	if err != nil {
		return nil, fmt.Errorf("--dynamic-config-source: %w", err)
	}
	return &fileSource{
		path: path, label: f.sourcePath, every: f.interval, allowWorldWritable: local.WorldWritableFiles,
		clock: f.options.system.clock,
	}, nil
}

// opened returns a source that is not a file or a directory; nil if --dynamic-config-source names one.
func (f *flags) opened() (Source, error) {
	kind, name, _ := strings.Cut(f.sourcePath, ":")
	for form, open := range f.options.Open {
		if known, _, _ := strings.Cut(form, ":"); known == kind {
			source, err := open(name)
			if err != nil {
				err = fmt.Errorf("--dynamic-config-source=%s: %w (%s)", f.sourcePath, err, form)
			}
			return source, err
		}
	}
	return nil, nil //nolint:nilnil // It is a file or a directory.
}

// tries loads assigned configurations for a controller, and keeps the configurations that were loaded at the start.
type tries struct {
	extension.Local
	mu      sync.Mutex
	started bool
	loaded  map[store.Digest]any
}

// check is Options.Check. The local configuration is the zero payload; it is known to be valid.
func (t *tries) check(pushed Payload) error {
	p := pushed.stored
	if p.Digest() == "" {
		return nil
	}
	next, err := t.LoadWith(t.files(p))
	if err != nil {
		return err
	}
	if blank(p) {
		return errors.New("it has no apiVersion, no kind and no fields; to return to the local configuration, push an " +
			"empty file, or set spec.source of its ConfigAssignment to null")
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.started {
		t.loaded[p.Digest()] = next
	}
	return nil
}

// of returns what was loaded for the digest that the start has chosen, and forgets the rest.
func (t *tries) of(d store.Digest) any {
	t.mu.Lock()
	defer t.mu.Unlock()
	chosen := t.loaded[d]
	t.started, t.loaded = true, nil
	if d == "" {
		return t.Loaded
	}
	return chosen
}

// roots returns the documents of a loaded payload that are maps and not empty.
func roots(p store.Payload) []map[string]any {
	var all []map[string]any
	for _, f := range p.Files() {
		var root map[string]any
		if yaml.Unmarshal(f.Data, &root) == nil && len(root) > 0 {
			all = append(all, root)
		}
	}
	return all
}

// has reports whether a text is anywhere in a payload: most have none of what is looked for, and need not be parsed
// again.
func has(p store.Payload, text string) bool {
	return slices.ContainsFunc(p.Files(), func(f store.File) bool { return bytes.Contains(f.Data, []byte(text)) })
}

// blank reports whether a payload that was loaded has no fields.
func blank(p store.Payload) bool { return !has(p, "\nkind: ") && len(roots(p)) == 0 }

// parametersOf is Options.ParametersOf. The last file that has a parameter decides, as for all other fields.
func parametersOf(pushed Payload, parameters TrialParameters) (TrialParameters, error) {
	p := pushed.stored
	if !has(p, "configTrialDuration") && !has(p, "crashLoopThreshold") {
		return parameters, nil
	}
	for _, root := range roots(p) {
		if text, ok := root["configTrialDuration"].(string); ok {
			period, err := time.ParseDuration(text)
			if err != nil {
				return parameters, fmt.Errorf("configTrialDuration: %w", err)
			}
			parameters.TrialPeriod = period
		}
		if n, ok := root["crashLoopThreshold"].(float64); ok {
			parameters.CrashLoopThreshold = int(n)
		}
	}
	return parameters, parameters.Validate()
}

// files are the files of a payload, in the order of their names. Their names tell which payload it is.
func (t *tries) files(p store.Payload) []layers.File {
	out := []layers.File{}
	for _, f := range p.Files() {
		name := fmt.Sprintf("dynamic configuration sha256:%s (%s)", p.Digest().Short(), f.Name)
		out = append(out, layers.File{Name: name, Dir: t.Dir, Data: f.Data})
	}
	return out
}

// start opens the state directory, reads the source, and decides.
func (s *session) start(dir string, o Options, local extension.Local) (err error) {
	open, showsOnly := Open, local.ShowsOnly
	if showsOnly {
		open = inspect
	}
	if s.controller, err = open(dir, o); err != nil {
		return err
	}
	if local.BeforeEnd != nil {
		local.BeforeEnd(s.end)
	}
	if info, err := os.Stat(dir); err == nil && info.Mode().Perm()&0o002 != 0 && os.Geteuid() >= 0 {
		s.warn("anyone may write to %s, and thereby assign a configuration; run chmod o-w", dir)
	}
	if !showsOnly {
		ctx, cancel := context.WithTimeout(context.Background(), fetchTime)
		defer cancel()
		out, err := s.controller.Sync(ctx)
		if err != nil {
			s.warn("%v", err)
		}
		if out.Rejected != "" {
			s.warn("the assigned configuration was rejected: %s", out.Rejected)
		}
	}
	if _, err := s.controller.Start(Payload{}); err != nil {
		return errors.Join(err, s.controller.Close())
	}
	if d := s.controller.decision; len(d.PassedOver) > 0 {
		s.warn("%s", d)
	}
	for _, text := range s.controller.Status().Warnings {
		s.warn("%s", text)
	}
	if !showsOnly {
		if err := registerMetrics(s.controller.measure); err != nil {
			s.warn("the metrics cannot be registered: %v", err)
		}
	}
	return nil
}
