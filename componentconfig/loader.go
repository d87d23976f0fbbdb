package componentconfig

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"runtime"
	"sync"

	"github.com/spf13/pflag"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/fileowner"
	"github.com/configgen/configgen/componentconfig/internal/filewatch"
	"github.com/configgen/configgen/componentconfig/internal/flagset"
	"github.com/configgen/configgen/componentconfig/internal/interrupt"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// Loader turns command lines into validated configurations of type T. It is safe for concurrent use, except that Load
// sets the flags of WithFlags and WithLibraryFlags, and that Command and FlagSets register them, which gives them their
// defaults. No load waits for another one, so several loads may call the functions of options and of validation at the
// same time; only the functions that activate a configuration are called by one load at a time.
type Loader[T any] struct {
	settings
	name   string
	code   code
	reader *layers.Reader
	// published is where configz shows the configuration.
	published *configz.Config
	// others are the flags that are not configuration, inherited the flags of the parents of the command.
	others    *flagset.Set
	inherited *pflag.FlagSet
	// guard is what SIGTERM and SIGINT do until the component runs; nil if the loader does not run it.
	guard *interrupt.Guard
	// commands are the names of the subcommands.
	commands []string
	// models returns the shared root and, with WithInstanceConfig, the instance root. All loads share them.
	models func() ([]*model, error)
	// activating is held while a configuration becomes the one in use.
	activating sync.Mutex
	// mu guards the fields below, and others, inherited, commands and guard.
	mu sync.Mutex
	// status is the status of the configuration in use.
	status Status
	// inUse is the configuration in use, args are the arguments that it was loaded with, and reloads reads its files
	// again; nil before anything asks for that.
	inUse   *Loaded[T]
	args    []string
	reloads *reloader[T]
}

// New returns a loader for the component with the given name, which usage and error messages show.
func New[T any](name string, r binding.Root[T], options ...Option) *Loader[T] {
	l := &Loader[T]{name: name, code: codeOf(r), settings: settings{goos: runtime.GOOS}}
	for _, o := range options {
		o(&l.settings)
	}
	l.models = sync.OnceValues(l.newModels)
	l.plugs.Inspector = inspector[T]{l}
	l.reader = &layers.Reader{Stdin: os.Stdin, AllowUntrusted: l.worldWritable}
	return l
}

// Loaded is the result of a load.
type Loaded[T any] struct {
	// Config is the validated configuration, Instance the configuration of the instance root (a *I) or nil.
	Config   *T
	Instance any
	// Warnings are for the operator. The command prints them at the start; for changed files, ReloadResult has them.
	Warnings Problems
	// Skipped are the files in the directory of --config-dir that are not read.
	Skipped []string
	// Arguments are the arguments of the command line that are not flags (WithArguments).
	Arguments []string

	extended
	// activating is the lock of the loader. flagging guards the defaults and annotations of flags, which help shows.
	activating *sync.Mutex
	flagging   sync.Mutex
	// judge returns the judge of the files that are written.
	judge func() *fileowner.Judge
	// candidates are the shared root and, if there is one, the instance root.
	candidates []*candidate
	// set are all flags, flags the values of the loader's flags.
	set   *flagset.Set
	flags ownFlags
	// digest identifies the contents of the files that were read, watched are their paths.
	digest  string
	watched filewatch.Paths
	// identity is the digest with the names of the files, and the digest of the files of secrets and of other input, which
	// is shown to nobody: a secret could be guessed.
	identity string
	// files are the files that were read, the instance file last, and off are links to /dev/null in their place.
	files, off []layers.File
	// warned are the warnings with their positions.
	warned layers.Problems
	// content are the names of the files that had content.
	content map[string]bool
	// commits activate the configuration in the process.
	commits []func() error
	// instead are the files that were loaded in place of the main file; nil for none.
	instead []layers.File
	// inspected says that no component runs with the configuration.
	inspected bool
}

// extended is what other packages of this module get of a configuration in use.
type extended struct {
	// session is the part of an extension in this process; nil if the flags do not enable it.
	session    extension.Session
	running    extension.Running
	flagValues func() []extension.FlagValue
}

// Session returns the session to the package of the extension.
func (e extended) Session(extension.Access) extension.Session { return e.session }

// FlagValues returns what files set in place of flags that the command line does not have.
func (e extended) FlagValues(extension.Access) []extension.FlagValue { return e.flagValues() }

// FlagSets returns the flags of the component by section, with their defaults, to list or document them. Parse command
// lines with Load. Of a component that runs, use [Loaded.FlagSets]: this method registers the flags of WithFlags again,
// which gives them their defaults.
func (l *Loader[T]) FlagSets() (cliflag.NamedFlagSets, error) {
	registered, set, err := l.begin(true)
	if err != nil {
		return cliflag.NamedFlagSets{}, err
	}
	registered.classify()
	registered.restage()
	return set.NamedFlagSets, nil
}

// FlagSets returns the flags of the component by section, with the values of the command line and, of the others, the
// defaults. The flags of secrets have the annotation classified, which k8s.io/apiserver/pkg/server/flagz honors.
func (l *Loaded[T]) FlagSets() cliflag.NamedFlagSets {
	l.classify()
	return l.set.NamedFlagSets
}

// classify masks the defaults of secret flags, and marks these flags.
func (l *Loaded[T]) classify() {
	l.flagging.Lock()
	defer l.flagging.Unlock()
	for _, c := range l.candidates {
		c.flags.classify()
	}
}

// Running returns what the process shows of its configuration to the package of the pages.
func (e extended) Running(extension.Access) extension.Running { return e.running }

// Origins says where each value of Config came from.
func (l *Loaded[T]) Origins() Origins {
	return l.candidates[0].view.explained()
}

// InstanceOrigins says where each value of Instance came from. It is nil without an instance root.
func (l *Loaded[T]) InstanceOrigins() Origins {
	if len(l.candidates) == 1 {
		return nil
	}
	return l.candidates[1].view.explained()
}

// ErrHelp is the error of Load if the command line asks for help or for the version.
var ErrHelp = errors.New("help requested")

var errVersion = fmt.Errorf("version requested: %w", ErrHelp)

// Load parses the arguments, which do not include the program's name, and returns one validated object. It returns an
// error of type Problems that lists all mistakes, or ErrHelp. It sets the flags of WithFlags and WithLibraryFlags.
func (l *Loader[T]) Load(args []string) (*Loaded[T], error) { return start(l, args, false) }

// start is Load. runs says that the loader runs the component with the result, too.
func start[T any](l *Loader[T], args []string, runs bool) (*Loaded[T], error) {
	out, err := l.load(args, true, &Loaded[T]{})
	if err != nil {
		return nil, err
	}
	if l.plugs.Extension != nil {
		if out, err = l.extend(args, out, runs); err != nil {
			return nil, err
		}
	}
	if out.flags.preflight && !out.shows() {
		if problems := out.Preflight(); len(problems) > 0 {
			return nil, problems
		}
	}
	if err := out.activate(); err != nil {
		return nil, err
	}
	if err := l.observe(l.Status()); err != nil {
		return nil, err
	}
	return out, nil
}

// activate activates a valid configuration in the process.
func (l *Loaded[T]) activate() error {
	l.activating.Lock()
	defer l.activating.Unlock()
	for _, commit := range l.commits {
		if err := commit(); err != nil {
			return err
		}
	}
	for _, c := range l.candidates {
		if c.swapGates != nil {
			c.swapGates()
		}
	}
	l.commits = nil
	return nil
}

// Problem is one mistake in a configuration, in words for its author.
type Problem struct {
	// File is the file with the mistake, by the name that it was given. It is empty for the command line and for
	// mistakes that have no position.
	File string
	// Line and Column count from 1. Line is 0 if the mistake concerns the file as a whole.
	Line, Column int
	Message      string
	// Code is the kind of the mistake, such as unknown-field, for programs: docs/config-command.md lists them. Field is
	// the JSON path of the value, or empty.
	Code, Field string
	// kind and system are fields of layers.Problem.
	kind   string
	system *fs.PathError
}

// String returns the problem as file:line:column: message, without the parts that are unknown.
func (p Problem) String() string { return p.internal().String() }

func (p Problem) internal() layers.Problem {
	return layers.Problem{Pos: layers.Pos{File: p.File, Line: p.Line, Column: p.Column}, Message: p.Message,
		Code: layers.Code(p.Code), Field: p.Field, Kind: p.kind, System: p.system}
}

// Problems is the error that lists all mistakes of a configuration.
type Problems []Problem

// Error returns one problem a line: the first of each kind, and how many more there are.
func (ps Problems) Error() string { return ps.internal().Error() }

// Unwrap returns the errors of the system about files that cannot be read, each an *fs.PathError, such as one that is
// fs.ErrNotExist.
func (ps Problems) Unwrap() (errs []error) {
	for _, p := range ps {
		if p.system != nil {
			errs = append(errs, p.system)
		}
	}
	return errs
}

func (ps Problems) internal() layers.Problems {
	all := make(layers.Problems, len(ps))
	for i, p := range ps {
		all[i] = p.internal()
	}
	return all
}

// problemsOf are the problems as the caller of a loader gets them.
func problemsOf(found layers.Problems) Problems {
	out := make(Problems, len(found))
	for i, p := range found {
		out[i] = Problem{p.Pos.File, p.Pos.Line, p.Pos.Column, p.Message, string(p.Code), p.Field, p.Kind, p.System}
	}
	return out
}
