package componentconfig

import (
	"errors"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/pflag"
	"k8s.io/component-base/configz"
	"k8s.io/klog/v2"

	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Loader turns command lines into validated configurations of type T. It is safe for concurrent use, except that Load
// writes to the flags of WithFlags options.
type Loader[T any] struct {
	settings
	name   string
	root   *rootOf[T]
	reader *layers.Reader
	// published is where configz shows the configuration.
	published *configz.Config
	// others are the flags that are not configuration.
	others *pflag.FlagSet
	// mu guards what is found out about the types, which all loads share.
	mu sync.Mutex
}

// New returns a loader for the component called name.
func New[T any](name string, r Root[T], options ...Option) *Loader[T] {
	l := &Loader[T]{name: name, root: &rootOf[T]{Root: r}, settings: settings{stdin: os.Stdin, goos: runtime.GOOS}}
	for _, o := range options {
		o(&l.settings)
	}
	l.reader = &layers.Reader{Stdin: l.stdin, AllowWorldWritable: l.worldWritable}
	return l
}

// Loaded is the outcome of a load.
type Loaded[T any] struct {
	// Config is the validated configuration, Instance that of the instance root (a *I) or nil.
	Config   *T
	Instance any
	// Warnings are for the operator's eyes, at once: the command prints them at the start, and
	// ReloadResult has those of changed files. Skipped are the files in the drop-in folder that do not count.
	Warnings, Skipped []string
	// Dynamic is nil without --dynamic-config-dir.
	Dynamic *Dynamic

	mu             *sync.Mutex
	main, instance build
	flags          ownFlags
	digest         string
	watched        []string
	commit         []func() error
	// payload is the dynamic configuration that is in it, or the zero value.
	payload dynamic.Payload
}

// Origins says who set what in Config.
func (l *Loaded[T]) Origins() Origins {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.main.origins()
}

// InstanceOrigins says who set what in Instance.
func (l *Loaded[T]) InstanceOrigins() Origins {
	if l.instance == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.instance.origins()
}

// Log lists what was skipped, and says which dynamic configuration is in use, once the log is up.
func (l *Loaded[T]) Log(logger klog.Logger) {
	for _, path := range l.Skipped {
		logger.Info("Skipped a file in the drop-in folder", "file", path)
	}
	if l.Dynamic != nil {
		logger.Info("Dynamic configuration", "decision", l.Dynamic.Decision.String())
	}
}

// ErrHelp comes back from Load when the command line asks for help.
var ErrHelp = errors.New("help requested")

// ownFlags are the flags of the loader itself.
type ownFlags struct {
	config, configDir, instance, writeTo, writeInstanceTo string
	explain, help                                         bool
	dynamic                                               dynamicFlags
}

func (l *Loader[T]) addOwnFlags(fs *pflag.FlagSet, own *ownFlags) {
	if l.configFile {
		fs.StringVar(&own.config, "config", "", "The configuration file; - is standard input. Flags override what it says.")
	}
	if l.configDir {
		fs.StringVar(&own.configDir, "config-dir", l.defaultDir, "A folder of drop-in configuration files ("+strings.Join(l.extensions, ", ")+
			"), which override --config in the order of their names.")
	}
	if l.instance != nil {
		fs.StringVar(&own.instance, "instance-config", "", "The configuration file of what differs from instance to instance.")
	}
	if l.writeTo {
		fs.StringVar(&own.writeTo, "write-config-to", "", "Write the effective configuration, without secrets, to this file and exit.")
		if l.instance != nil {
			fs.StringVar(&own.writeInstanceTo, "write-instance-config-to", "", "Write the effective instance configuration, without secrets, to this file and exit.")
		}
	}
	if l.explain {
		fs.BoolVar(&own.explain, "explain-config", false, "Print the effective configuration, and who set each value, and exit.")
	}
	if l.dynamic != nil {
		l.dynamic.addFlags(fs, &own.dynamic)
	}
	fs.BoolVarP(&own.help, "help", "h", false, "Help for "+l.name+".")
}

// begin registers every flag on a fresh set, over fresh defaults.
func (l *Loader[T]) begin(start bool) (*Loaded[T], *flagset.Set, error) {
	out := &Loaded[T]{mu: &l.mu}
	set := flagset.New(l.name)
	settings := l.settings
	settings.enabled = new(func(string) bool)
	var err error
	if out.main, err = l.root.begin(settings); err != nil {
		return nil, nil, err
	}
	if l.instance != nil {
		settings.gates = nil // the map of gates is in the shared root
		if out.instance, err = l.instance.begin(settings); err != nil {
			return nil, nil, err
		}
	}
	for _, b := range out.builds() {
		if err := b.register(set); err != nil {
			return nil, nil, err
		}
	}
	if start || l.others == nil {
		l.others = pflag.NewFlagSet("", pflag.ContinueOnError)
		for _, add := range l.flags {
			err = errors.Join(err, add(l.others))
		}
		err = errors.Join(err, set.Add(l.name, l.others))
	} else {
		// The component is running and reads what its flags set: they are known, but not registered again.
		flagset.Inert(l.others, set.FlagSet(l.name))
	}
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	l.addOwnFlags(own, &out.flags)
	return out, set, errors.Join(err, set.Add(l.name, own))
}

func (l *Loaded[T]) builds() []build {
	if l.instance == nil {
		return []build{l.main}
	}
	return []build{l.main, l.instance}
}

// Load parses the arguments (without the program's name) and returns one validated object, or an error that lists all
// that is wrong: Problems, one file:line:column: message a line. Flags of WithFlags options are set meanwhile.
func (l *Loader[T]) Load(args []string) (*Loaded[T], error) {
	out, err := l.load(args, true, dynamic.Payload{})
	if err != nil {
		return nil, err
	}
	if l.dynamic != nil {
		if out, err = l.decide(args, out); err != nil {
			return nil, err
		}
	}
	if err := out.activate(); err != nil {
		return nil, err
	}
	return out, nil
}

// load does everything but activate. Only at start are the flags that are not configuration set. The files of the payload,
// if it has any, stand in for the main file.
func (l *Loader[T]) load(args []string, start bool, payload dynamic.Payload) (*Loaded[T], error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	out, set, err := l.begin(start)
	if err != nil {
		return nil, err
	}
	given, warnings, err := set.Parse(args, func(name string) bool {
		return slices.ContainsFunc(out.builds(), func(b build) bool { return b.hides(name) })
	})
	if err != nil {
		return nil, Problems{{Message: err.Error()}}
	}
	out.Warnings, out.payload = warnings, payload
	if out.flags.help {
		return nil, ErrHelp
	}
	problems := l.read(out, set)
	for _, b := range out.builds() {
		problems = append(problems, b.decode()...)
	}
	if len(problems) == 0 {
		problems = l.finish(out, set, given)
	}
	if start {
		problems = append(problems, l.flagMistakes()...)
	}
	for _, b := range out.builds() {
		problems = b.redact(problems)
		out.Warnings = append(out.Warnings, b.warnings()...)
	}
	if len(problems) > 0 {
		return nil, problemsOf(problems.Sorted())
	}
	return out, nil
}

// flagMistakes is what is wrong with flags that are not configuration.
func (l *Loader[T]) flagMistakes() layers.Problems {
	var problems layers.Problems
	for _, validate := range l.flagRules {
		for _, err := range validate() {
			problems = append(problems, layers.Problem{Message: err.Error()})
		}
	}
	return problems
}

// activate makes a configuration that is valid that of the process.
func (l *Loaded[T]) activate() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, commit := range l.commit {
		if err := commit(); err != nil {
			return err
		}
	}
	for _, b := range l.builds() {
		b.swapGates()
	}
	l.commit = nil
	return nil
}

// read takes the snapshot and gives every file to the root that it is for.
func (l *Loader[T]) read(out *Loaded[T], set *flagset.Set) layers.Problems {
	own := out.flags
	var dynamic []layers.File
	if out.payload.Digest() != "" {
		var err error
		if dynamic, err = dynamicFiles(out.payload, own.config); err != nil {
			return layers.Problems{{Message: err.Error()}}
		}
		own.config = ""
	}
	dir := set.Lookup("config-dir")
	snap, problems := l.reader.Read(layers.Sources{
		Main: own.config, DropIns: own.configDir, Extensions: l.extensions,
		MustExist: dir != nil && dir.Changed, Instance: own.instance,
	})
	if snap == nil {
		return problems
	}
	out.digest, out.Skipped = snap.Digest(), snap.Skipped
	snap.Files = append(dynamic, snap.Files...)
	out.Warnings = append(out.Warnings, snap.Warnings...)
	out.watched = []string{own.config, own.configDir, own.instance}
	files := snap.Files
	if snap.Instance != nil {
		files = append(slices.Clip(files), *snap.Instance)
	}
	for _, b := range out.builds() {
		b.expectFiles(len(files) > 0)
	}
	for i, f := range files {
		doc, ps := layers.Parse(f)
		problems = append(problems, ps...)
		if doc.Root == nil {
			if len(ps) == 0 {
				out.Warnings = append(out.Warnings, f.Name+": the file is empty")
			}
			continue
		}
		problems = append(problems, l.assign(out, doc, f, i == len(snap.Files))...)
	}
	if own.configDir != "" && len(files) == 0 && dir.Changed && len(problems) == 0 {
		out.Warnings = append(out.Warnings, own.configDir+": no file in this folder counts, so the defaults are those of the command line")
	}
	return problems
}

// assign finds the root that a file is for. The instance file may hold either kind: its own, or overrides of the
// shared one.
func (l *Loader[T]) assign(out *Loaded[T], doc layers.Document, f layers.File, isInstance bool) layers.Problems {
	if doc.APIVersion == "" || doc.Kind == "" {
		return nil // reported already
	}
	if isInstance && !out.main.accepts(doc) {
		return out.instance.add(doc, f)
	}
	return out.main.add(doc, f)
}

// finish lays the command line on top, sets gates, validates.
func (l *Loader[T]) finish(out *Loaded[T], set *flagset.Set, given []flagset.Given) layers.Problems {
	var problems layers.Problems
	for _, b := range out.builds() {
		problems = append(problems, b.flags(set, given)...)
	}
	if len(problems) > 0 {
		return problems
	}
	for _, b := range out.builds() {
		commits, ps := b.validate()
		problems = append(problems, ps...)
		out.commit = append(out.commit, commits...)
	}
	out.Config, _ = out.main.object().(*T)
	if out.instance != nil {
		out.Instance = out.instance.object()
	}
	if l.configz != "" {
		out.commit = append(out.commit, func() error { return l.publish(out) })
	}
	return problems
}
