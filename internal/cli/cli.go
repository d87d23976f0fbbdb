package cli

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/adapter"
	"github.com/configgen/configgen/internal/parallel"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/rule"
)

// Exit statuses.
const (
	exitClean    = 0
	exitFindings = 1
	exitFailure  = 2 // usage, load or internal error
)

// issues is the address for reports of unexpected errors.
const issues = "https://github.com/configgen/configgen/issues"

// errFindings ends a run whose findings have been printed.
var errFindings = errors.New("there are findings")

// errUsage ends a run whose findings are all about the command line, and have been printed.
var errUsage = errors.New("the command line is wrong")

// Environment is the part of the process that a run uses.
type Environment struct {
	// Program is the name of the program in help and in the commands that findings suggest; configgen if it is empty.
	Program string
	// Dir is the absolute working directory: patterns are seen from there, and paths are shown relative to it.
	Dir string
	// Stdin gives answers to the questions of init, which are asked only where it is a terminal; nil for none.
	Stdin io.Reader
	// Stdout gets results, Stderr messages.
	Stdout, Stderr io.Writer
	// Getenv looks up an environment variable; NO_COLOR, TERM, CI and CONFIGGEN_DEBUG are used. The go command sees the
	// environment of the process.
	Getenv func(name string) string
}

// garbage is the percentage of memory in use that garbage may reach before it is collected, unless the variable GOGC
// says another one. reserve is address space, in bytes, that is never touched: the runtime takes it for memory in use,
// so that small runs collect less often. A hundred groups must not take more than 400 MiB.
const (
	garbage = 110
	reserve = 8 << 20
)

// Main runs configgen with the given generators, rules and adapters as the process itself and returns its exit status.
func Main(list []generators.Extension, adapters ...adapter.Adapter) int {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	dir, err := os.Getwd()
	if err != nil {
		fmt.Fprintln(os.Stderr, "configgen: cannot determine the working directory: "+err.Error())
		return exitFailure
	}
	if os.Getenv("GOGC") == "" {
		debug.SetGCPercent(garbage)
	}
	defer runtime.KeepAlive(make([]byte, reserve))
	program := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	return Run(
		ctx,
		Environment{
			Program: program, Dir: dir, Stdin: os.Stdin, Stdout: os.Stdout, Stderr: os.Stderr, Getenv: os.Getenv,
		},
		os.Args[1:], list, adapters...,
	)
}

// Run runs one command line, without the program's name, and returns the exit status: 0 clean, 1 findings, 2 anything
// else.
func Run(
	ctx context.Context, env Environment, args []string, list []generators.Extension, adapters ...adapter.Adapter,
) (status int) {
	env.Program = cmp.Or(env.Program, "configgen")
	t := &tool{env: env, adapters: adapters, after: time.AfterFunc}
	if err := t.extend(list); err != nil {
		return t.fail(err)
	}
	defer func() {
		if cause := recover(); cause != nil {
			status = t.fail(asInternal("", cause))
		}
	}()
	root := t.command()
	root.SetArgs(args)
	switch err := root.ExecuteContext(ctx); {
	case err == nil:
		return exitClean
	case errors.Is(err, errFindings):
		return exitFindings
	case errors.Is(err, errUsage):
		return exitFailure
	case ctx.Err() != nil && !errors.As(err, new(writeError)):
		return t.fail(errors.New("interrupted; nothing was changed"))
	default:
		return t.fail(err)
	}
}

// tool is one run.
type tool struct {
	env        Environment
	generators []generators.Generator
	adapters   []adapter.Adapter
	// rules are the project's own rules of lint, and codes the codes of its own generators and rules.
	rules []rule.Rule
	codes []generators.Code
	// shown is the directory that paths are shown relative to if it is not the working directory.
	shown string
	// after is time.AfterFunc, but in tests.
	after func(time.Duration, func()) *time.Timer
	// stubs asks for missing hooks in validation packages that exist already.
	stubs bool
	// only are the names of the generators that run; nil for all.
	only []string
	// overlay has the content of files that is read instead of the files on the disk, by absolute path.
	overlay map[string][]byte
	// exported are files of export data that are known, by import path.
	exported map[string]string
	// goEnv are variables, as NAME=value, that the go command gets in addition to the environment of the process.
	goEnv []string
}

// command returns the root of the command line.
func (t *tool) command() *cobra.Command {
	root := &cobra.Command{
		Use:   t.env.Program,
		Short: "Generate the plumbing of Kubernetes-style component configuration",
		Long: `configgen reads markers on the Go structs of a component's configuration and writes what follows from them:
flags, legacy defaults, path references, flag precedence and validation.

Exit status: 0 clean, 1 findings, 2 usage, load or internal error.`,
		Version:       versionText(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          noSuchCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetOut(t.env.Stdout)
	root.SetErr(t.env.Stderr)
	root.SetFlagErrorFunc(flagError)
	root.SetHelpCommand(helpCommand())
	root.SetVersionTemplate("{{.Version}}\n")
	root.AddCommand(generateCommand(t), verifyCommand(t), lintCommand(t), breakingCommand(t), docsCommand(t),
		explainCommand(t), initCommand(t), adoptCommand(t), markersCommand(t), versionCommand(t))
	return root
}

// fail prints the one line of a failed run.
func (t *tool) fail(err error) int {
	text := strings.Join(strings.FieldsFunc(err.Error(), func(r rune) bool { return r == '\n' || r == '\r' }), "; ")
	fmt.Fprintln(t.env.Stderr, "configgen: "+text)
	var internal *internalError
	if errors.As(err, &internal) && t.env.Getenv("CONFIGGEN_DEBUG") != "" {
		fmt.Fprintf(t.env.Stderr, "%s", internal.stack)
	}
	return exitFailure
}

// internalError is a mistake of ours.
type internalError struct {
	where string // as in " in generator flags for package example.com/relay"
	cause any
	stack []byte
}

// asInternal makes an error of the cause of a panic.
func asInternal(where string, cause any) *internalError {
	if panicked, ok := cause.(*parallel.Panic); ok {
		return &internalError{where, panicked.Cause, panicked.Stack}
	}
	return &internalError{where, cause, debug.Stack()}
}

// Error returns the message for users. With CONFIGGEN_DEBUG, the stack is printed, too.
func (e *internalError) Error() string {
	return fmt.Sprintf("internal error%s: %v; please report it at %s (CONFIGGEN_DEBUG=1 shows where it happened)", e.where,
		e.cause, issues)
}

// reporter prints findings in the given format.
func (t *tool) reporter(format report.Format) report.Reporter {
	return report.Reporter{
		Dir: cmp.Or(t.shown, t.env.Dir), Format: format, Color: t.env.color(t.env.Stderr), Version: moduleVersion(),
		Repository: repository(t.env.Dir),
	}
}

// repository returns the root of the git repository around a directory; empty outside of repositories.
func repository(dir string) string {
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Lstat(filepath.Join(dir, ".git")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// color reports whether w is a terminal that wants colors. Source of NO_COLOR: https://no-color.org.
func (env Environment) color(w io.Writer) bool {
	return env.Getenv("NO_COLOR") == "" && env.Getenv("TERM") != "dumb" && isTerminal(w)
}

// patience is how long work may take without a word.
const patience = time.Second

// during runs work. If the work takes longer than patience, during prints its name on a terminal.
func (t *tool) during(what string, work func()) {
	if !isTerminal(t.env.Stderr) {
		work()
		return
	}
	timer := t.after(patience, func() { fmt.Fprintf(t.env.Stderr, "configgen: %s\n", what) })
	defer timer.Stop()
	work()
}

// isTerminal reports whether w is a character device, as a terminal is.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
