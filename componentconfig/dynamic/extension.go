package dynamic

import (
	"context"
	"errors"
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// WithConfig offers --dynamic-config-dir: a configuration that a source assigns takes the place of the file of
// --config. The drop-in files, the instance file and the command line stay above it. Relative paths in it are resolved
// against the directory of --config, otherwise the working directory. The local configuration is validated in any case,
// and what is assigned is loaded, including feature gates, before it is used. What is refused then is checked again
// once the files above it or the command line have changed, since they may be the cause.
//
// Without Options.Source, the source is the file or directory of --dynamic-config-source, which is read every
// --dynamic-config-source-interval. Options.TrialParameters are the defaults of --dynamic-config-trial-period and
// --dynamic-config-crash-loop-threshold. Loader.Command gets the subcommand dynamic-config with status and clear. Each
// new condition is logged, and metrics are registered with k8s.io/component-base/metrics/legacyregistry.
//
// A new assignment takes effect by a restart. Loader.Main ends the context of the component, prints why, and exits with
// status 0, so the supervisor must restart the component whatever its status. A component that has not returned within
// half a minute is ended. A component that calls Loader.Load itself runs ControllerOf(loaded).Run in a goroutine.
func WithConfig(o Options) componentconfig.Option {
	return componentconfig.WithExtension(&option{options: o})
}

// WithConfigFrom is WithConfig with a source that depends on the local configuration: its kubeconfig, the name of an
// object. It is always the local configuration, so that nothing dynamic can cut the component off from its source. T is
// the type of the loader. An error of source is one of the local configuration, and the component does not start.
func WithConfigFrom[T any](source func(local *componentconfig.Loaded[T]) (Source, error),
	o Options) componentconfig.Option {
	return componentconfig.WithExtension(&option{options: o, source: func(local any) (Source, error) {
		l, ok := local.(*componentconfig.Loaded[T])
		if !ok {
			return nil, fmt.Errorf("WithConfigFrom has a function of %T, and the loader has a %T", l, local)
		}
		return source(l)
	}})
}

// ControllerOf returns the controller of a loaded configuration, for a component that confirms or fails it. It returns
// nil if --dynamic-config-dir is not set.
func ControllerOf[T any](loaded *componentconfig.Loaded[T]) *Controller {
	if s, ok := loaded.Extension().(*session); ok {
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

// Command returns the operator's command. Its help is its own, not that of the component.
func (o *option) Command() *cobra.Command {
	cmd, plain := newCommand(o.options), new(cobra.Command)
	cmd.SetHelpFunc(plain.HelpFunc())
	cmd.SetUsageFunc(plain.UsageFunc())
	return cmd
}

// Register adds the flags of one load.
func (o *option) Register(fs *pflag.FlagSet) extension.Load {
	f := &flags{option: o, TrialParameters: defaultTrialParameters()}
	if o.options.TrialParameters != nil {
		f.TrialParameters = *o.options.TrialParameters
	}
	fs.StringVar(&f.dir, "dynamic-config-dir", "", "Directory for the state of dynamic configuration. Unset disables "+
		"the feature.")
	if o.source == nil && o.options.Source == nil {
		fs.StringVar(&f.sourcePath, "dynamic-config-source", "",
			"File or directory that the dynamic configuration is read from, such as a "+
				"ConfigMap mount.")
		fs.DurationVar(&f.interval, "dynamic-config-source-interval", 10*time.Second,
			"How often --dynamic-config-source is read.")
	}
	fs.DurationVar(&f.TrialPeriod, "dynamic-config-trial-period", f.TrialPeriod,
		"How long one process must run with a dynamic "+
			"configuration before it is considered good.")
	fs.IntVar(&f.CrashLoopThreshold, "dynamic-config-crash-loop-threshold", f.CrashLoopThreshold,
		"Restarts allowed before an "+
			"unconfirmed dynamic configuration is considered crash-looping, from 0 to 10.")
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
	s := &session{restart: exitForRestart, loaded: local.Loaded}
	o, tries := f.options, &tries{Local: local, last: local.Loaded}
	if o.Restart != nil {
		s.restart = o.Restart
	}
	o.Source, o.TrialParameters, o.Check, o.Overlay = &logged{Source: source}, &f.TrialParameters, tries.check,
		local.Overlay
	o.Restart = func(reason string) { s.restart(reason) }
	if err := s.start(f.dir, o, local.ShowsOnly); err != nil {
		return nil, err
	}
	s.loaded = tries.last
	return s, nil
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
		return nil, errors.New("--dynamic-config-dir: nothing assigns a configuration; set --dynamic-config-source to a " +
			"file or directory")
	case f.interval <= 0:
		return nil, fmt.Errorf("--dynamic-config-source-interval: %v must be greater than zero, such as 10s", f.interval)
	}
	return &FileSource{
		Path: f.sourcePath, Every: f.interval, AllowWorldWritable: local.WorldWritableFiles, clock: f.options.system.clock,
	}, nil
}

// tries loads assigned configurations for a controller, and keeps the one that was loaded last.
type tries struct {
	extension.Local
	mu   sync.Mutex
	last any
}

// check is Options.Check. The local configuration is the zero payload; it is known to be valid.
func (t *tries) check(p Payload) error {
	next, err := t.Loaded, error(nil)
	if p.Digest() != "" {
		next, err = t.LoadWith(t.files(p))
	}
	if err == nil {
		t.mu.Lock()
		t.last = next
		t.mu.Unlock()
	}
	return err
}

// files are the files of a payload, in the order of their names. Their names tell which payload it is.
func (t *tries) files(p Payload) []layers.File {
	out := []layers.File{}
	for _, f := range p.Files() {
		name := fmt.Sprintf("dynamic configuration sha256:%s (%s)", p.Digest().Short(), f.Name)
		out = append(out, layers.File{Name: name, Dir: t.Dir, Data: f.Data})
	}
	return out
}

// start opens the state directory, reads the source, and decides.
func (s *session) start(dir string, o Options, showsOnly bool) (err error) {
	open := Open
	if showsOnly {
		open = inspect
	}
	if s.controller, err = open(dir, o); err != nil {
		return err
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
	if !showsOnly {
		if err := registerMetrics(func() (Status, counters) { return measure(s.controller) }); err != nil {
			s.warn("the metrics cannot be registered: %v", err)
		}
	}
	return nil
}
