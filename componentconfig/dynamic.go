package componentconfig

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/command"
	"github.com/configgen/configgen/componentconfig/dynamic/metrics"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// DynamicConfig offers --dynamic-config-dir: a configuration that a source assigns stands in for the file of --config,
// as package dynamic says: assigned, else last-known-good, else local. The drop-in files, the instance file and the command
// line stay on top of it. The relative paths in it are resolved against the folder of --config, else the working
// directory. The local configuration is validated in any case, and what is assigned is loaded, feature gates
// included, before it is used. What is refused then, as a whole, is looked at again once those files or the command line
// have changed: the mistake may be theirs.
//
// The options are for dynamic.Open; Check is the loader's. --dynamic-config-trial-period and
// --dynamic-config-crash-loop-threshold, from 0 to 10, start from Parameters. A nil source stands for
// --dynamic-config-source, a file or a folder that is looked at every --dynamic-config-source-interval; any other is
// made once the flags are known. Loader.Command gets the subcommand dynamic-config, with status and clear. Each new
// status is logged, and the metrics of package dynamic/metrics are registered with the registry that Kubernetes components
// serve.
//
// A new assignment is taken up by a restart. Loader.Main ends the context of the component, prints why, and exits with
// status 0, so the supervisor must restart the component whatever its status. A component that has not returned within
// half a minute is ended all the same.
func DynamicConfig(source func() (dynamic.Source, error), policy dynamic.Policy, o dynamic.Options) Option {
	d := &dynamicSettings{policy: policy, options: o}
	if source != nil {
		d.source = func(any) (dynamic.Source, error) { return source() }
	}
	return func(s *settings) { s.dynamic = d }
}

// DynamicConfigFrom is DynamicConfig with a source that the local configuration tells of: its kubeconfig, the name of
// an object. It is the local one in any case, so that nothing dynamic can cut the component off from its source. T is that
// of the loader. An error of source is one of the local configuration, and the component does not start.
func DynamicConfigFrom[T any](source func(local *Loaded[T]) (dynamic.Source, error), policy dynamic.Policy, o dynamic.Options) Option {
	from := func(local any) (dynamic.Source, error) {
		l, ok := local.(*Loaded[T])
		if !ok {
			return nil, fmt.Errorf("DynamicConfigFrom was given a function of %T, and the loader has a %T", l, local)
		}
		return source(l)
	}
	return func(s *settings) { s.dynamic = &dynamicSettings{from, policy, o} }
}

type dynamicSettings struct {
	// source is given the local *Loaded[T]; nil stands for the flag.
	source  func(local any) (dynamic.Source, error)
	policy  dynamic.Policy
	options dynamic.Options
}

// dynamicFlags are the loader's own flags for it.
type dynamicFlags struct {
	dir, source string
	interval    time.Duration
	dynamic.Parameters
}

func (d *dynamicSettings) addFlags(fs *pflag.FlagSet, own *dynamicFlags) {
	own.Parameters = dynamic.DefaultParameters()
	if d.options.Parameters != nil {
		own.Parameters = *d.options.Parameters
	}
	fs.StringVar(&own.dir, "dynamic-config-dir", "", "The state folder of dynamic configuration, which is off without it.")
	if d.source == nil {
		fs.StringVar(&own.source, "dynamic-config-source", "", "The file or folder that assigns the dynamic configuration, such as a ConfigMap mount.")
		fs.DurationVar(&own.interval, "dynamic-config-source-interval", 10*time.Second, "How often the file or folder of --dynamic-config-source is looked at.")
	}
	fs.DurationVar(&own.TrialPeriod, "dynamic-config-trial-period", own.TrialPeriod, "How long one process has to run with a dynamic configuration before that counts as good.")
	fs.IntVar(&own.CrashLoopThreshold, "dynamic-config-crash-loop-threshold", own.CrashLoopThreshold, "How many restarts a dynamic configuration on trial may cost, from 0 to 10.")
}

// command is the operator's side. Its help is its own, not that of the component.
func (d *dynamicSettings) command() *cobra.Command {
	cmd, plain := command.New(d.options), new(cobra.Command)
	cmd.SetHelpFunc(plain.HelpFunc())
	cmd.SetUsageFunc(plain.UsageFunc())
	return cmd
}

// Dynamic is the dynamic configuration of a process.
type Dynamic struct {
	// Decision is which configuration is in use, and why.
	Decision dynamic.Decision
	// Store is for a component that confirms or fails its configuration itself.
	Store  *dynamic.Store
	source dynamic.Source
	policy dynamic.Policy
	// restart ends the process.
	restart func(reason string)
}

// Follow follows the source and confirms what is on trial, until the context ends; the attempt is then given back. The
// context must be the one that SIGTERM ends and nothing else. Loader.Command calls it; a component that uses Loader.Load
// does so itself, in a goroutine, before it configures anything.
func (d *Dynamic) Follow(ctx context.Context) error { return d.Store.Run(ctx, d.source, d.policy) }

// fetchTime bounds how long a start waits for the source.
const fetchTime = 5 * time.Second

// attempts loads assigned configurations for a store, and keeps the one that was loaded last.
type attempts[T any] struct {
	*Loader[T]
	args  []string
	local *Loaded[T]
	mu    sync.Mutex
	last  *Loaded[T]
}

// check is dynamic.Options.Check. The local configuration is the zero payload; that it is valid is known.
func (a *attempts[T]) check(p dynamic.Payload) error {
	next, err := a.local, error(nil)
	if p.Digest() != "" {
		next, err = a.load(a.args, false, p)
	}
	if err == nil {
		a.mu.Lock()
		a.last = next
		a.mu.Unlock()
	}
	return err
}

// around is dynamic.Options.Local: what is laid over an assigned configuration, which is the drop-in files, the instance file
// and the command line, as they are now.
func (a *attempts[T]) around() string {
	own := a.local.flags
	snap, _ := a.reader.Read(layers.Sources{DropIns: own.configDir, Extensions: a.extensions, Instance: own.instance})
	if snap == nil {
		return ""
	}
	h := sha256.New()
	fmt.Fprintf(h, "%q %s", a.args, snap.Digest()) //nolint:errcheck // a hash takes everything
	return hex.EncodeToString(h.Sum(nil))
}

// decide returns what this process is to use in place of the local configuration.
func (l *Loader[T]) decide(args []string, local *Loaded[T]) (*Loaded[T], error) {
	own := local.flags.dynamic
	if own.dir == "" {
		if own.source != "" {
			return nil, Problems{{Message: "--dynamic-config-source: has no effect without --dynamic-config-dir; give that too"}}
		}
		return local, nil
	}
	if err := own.Validate(); err != nil {
		return nil, Problems{{Message: err.Error()}}
	}
	source, err := l.dynamicSource(local)
	if err != nil {
		return nil, Problems{{Message: err.Error()}}
	}
	dynamic := &Dynamic{source: &logged{Source: source}, policy: l.dynamic.policy, restart: exitForRestart}
	options, tries := l.dynamic.options, &attempts[T]{Loader: l, args: args, local: local}
	if options.Restart != nil {
		dynamic.restart = options.Restart
	}
	options.Parameters, options.Check, options.Local = &own.Parameters, tries.check, tries.around
	options.Restart = func(reason string) { dynamic.restart(reason) }
	warnings, err := dynamic.start(own.dir, options, local.shows())
	if err != nil {
		return nil, Problems{{Message: err.Error()}}
	}
	out := tries.last
	out.Dynamic = dynamic
	out.Warnings = append(out.Warnings, warnings...)
	if !local.shows() {
		if err := metrics.Register(dynamic.Store.Status); err != nil {
			out.Warnings = append(out.Warnings, "dynamic configuration has no metrics: "+err.Error())
		}
	}
	return out, nil
}

// start makes the calls of package dynamic in their order. A process that only shows its configuration takes no attempt, and
// changes nothing.
func (d *Dynamic) start(dir string, o dynamic.Options, shows bool) (warnings []string, err error) {
	open := dynamic.Open
	if shows {
		open = dynamic.Inspect
	}
	if d.Store, err = open(dir, o); err != nil {
		return nil, err
	}
	if info, err := os.Stat(dir); err == nil && info.Mode().Perm()&0o002 != 0 && os.Geteuid() >= 0 {
		warnings = append(warnings, fmt.Sprintf("dynamic configuration: anyone may write in %s, and so assign a configuration; take that right away by chmod o-w", dir))
	}
	if !shows {
		ctx, cancel := context.WithTimeout(context.Background(), fetchTime)
		defer cancel()
		outcome, err := d.Store.Sync(ctx, d.source)
		if err != nil {
			warnings = append(warnings, "dynamic configuration: "+err.Error())
		}
		if outcome.Verdict == dynamic.Rejected {
			warnings = append(warnings, "dynamic configuration: what is assigned was rejected: "+outcome.Reason)
		}
	}
	if d.Decision, err = d.Store.Start(dynamic.Payload{}); err != nil {
		return nil, errors.Join(err, d.Store.Close())
	}
	if len(d.Decision.PassedOver) > 0 {
		warnings = append(warnings, "dynamic configuration: "+d.Decision.String())
	}
	return warnings, nil
}

func (l *Loader[T]) dynamicSource(local *Loaded[T]) (dynamic.Source, error) {
	own := local.flags.dynamic
	if l.dynamic.source != nil {
		source, err := l.dynamic.source(local)
		if err != nil {
			err = fmt.Errorf("--dynamic-config-dir: the source of dynamic configuration cannot be used: %w", err)
		}
		return source, err
	}
	if own.source == "" {
		return nil, errors.New("--dynamic-config-dir: there is nothing that assigns a configuration; give --dynamic-config-source, a file or folder")
	}
	if own.interval <= 0 {
		return nil, fmt.Errorf("--dynamic-config-source-interval: is %v; write a duration above zero, such as 10s", own.interval)
	}
	return &dynamic.FileSource{Path: own.source, Every: own.interval, Clock: l.dynamic.options.Clock, AllowWorldWritable: l.worldWritable}, nil
}

// logged is a source that logs each new condition, however often its report has to be repeated.
type logged struct {
	dynamic.Source
	last dynamic.Condition
}

// Report implements dynamic.Source.
func (l *logged) Report(ctx context.Context, s dynamic.Status) error {
	if c := s.Condition; c != l.last {
		l.last = c
		klog.InfoS("Dynamic configuration", dynamic.ConditionType, c.Status, "reason", c.Reason, "message", c.Message)
	}
	err := l.Source.Report(ctx, s)
	if err != nil {
		klog.ErrorS(err, "The status of dynamic configuration is not reported, and will be tried again")
	}
	return err
}

func exitForRestart(reason string) {
	fmt.Fprintln(os.Stderr, restartText(reason)) //nolint:errcheck // there is nowhere else to say it
	os.Exit(0)
}

func restartText(reason string) string {
	return reason + ": exiting with status 0, to be restarted with it"
}

// dynamicFiles are the files of a payload as layers, in the order of their names. Their names say which payload it is.
func dynamicFiles(p dynamic.Payload, config string) ([]layers.File, error) {
	dir, err := filepath.Abs(filepath.Dir(config))
	if err != nil {
		return nil, err
	}
	var out []layers.File
	for _, f := range p.Files() {
		name := fmt.Sprintf("dynamic configuration sha256:%s (%s)", p.Digest().Short(), f.Name)
		out = append(out, layers.File{Name: name, Dir: dir, Data: f.Data})
	}
	return out, nil
}
