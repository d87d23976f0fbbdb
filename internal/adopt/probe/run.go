package probe

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"go/token"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/configgen/configgen/internal/adopt/observe"
	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/internal/gocommand"
)

// runner compiles and runs a program.
type runner struct {
	*planner
	result *Result
	tmp    string
}

// patience is how long a program may go on without a word in its journal, which it looks at every glance.
const patience, glance = time.Minute, time.Second

// run compiles and starts the program, again without each flag that it ends with.
func (r *runner) run(ctx context.Context, statements string) error {
	at, ok := r.layout()
	if !ok {
		return nil
	}
	files, err := r.files(at, statements)
	if err != nil {
		return err
	}
	if built, err := r.build(ctx, at, files); err != nil || !built {
		return err
	}
	input := observe.Input{Variables: source.Environment(r.module), Sets: map[string][]observe.Set{}}
	if like := r.program.Like; like != nil {
		for _, f := range like.Flags {
			for _, set := range f.Sets {
				input.Sets[f.Name] = append(input.Sets[f.Name], observe.Set{Values: set.Values, Held: set.Held})
			}
		}
	}
	for {
		content, err := json.Marshal(input)
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(r.tmp, "input.json"), content, 0o600); err != nil {
			return err
		}
		printed := r.start(ctx)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		last, err := r.journal()
		switch {
		case err != nil:
			return err
		case last.Observation != nil:
			r.take(last.Observation)
		case last.Failure != nil:
			r.failed(last.Failure)
		case last.Begin != "" && !slices.Contains(input.Ended, last.Begin):
			input.Ended = append(input.Ended, last.Begin)
			continue
		default:
			r.failed(&observe.Failure{Message: "the program ends: " + printed})
		}
		return nil
	}
}

// build compiles the program.
func (r *runner) build(ctx context.Context, at layout, files map[string][]byte) (bool, error) {
	name, originals, err := gocommand.Overlay(r.tmp, files)
	if err != nil {
		return false, err
	}
	env := append(slices.Clip(r.program.Env), goTemporary+"="+r.tmp)
	printed, err := gocommand.Run(ctx, at.module, env, "build", "-buildvcs=false", "-overlay="+name, "-ldflags=-s -w",
		"-gcflags="+at.path+"=-dwarf=false", "-o", r.executable(), at.path) // it is never debugged
	if printed != "" {
		r.explain(at, originals, printed)
	}
	return printed == "" && err == nil, err
}

// executable returns the program. Windows runs no file without the extension.
func (r *runner) executable() string { return filepath.Join(r.tmp, "probe.exe") }

// absent is a package that no module has.
var absent = regexp.MustCompile(`^no required module provides package ([^\s;]+)`)

// explain converts a message of the go command to a finding.
func (r *runner) explain(at layout, originals map[string]string, printed string) {
	if mistakes := gocommand.Mistakes(at.module, originals, printed); len(mistakes) > 0 {
		found := mistakes[0].At
		what, _, _ := strings.Cut(mistakes[0].Text, "; to add") // with a command
		if missing := absent.FindStringSubmatch(what); missing != nil {
			r.finding(r.nowhere(), "no module that is required has package "+missing[1]+", which generated code imports",
				"run go get "+missing[1]+", and run the command again")
			return
		}
		if filepath.Base(found.Filename) == mainFile || strings.Contains(found.Filename, below) {
			r.finding(r.nowhere(), "the program that registers the flags does not compile: "+what,
				"correct it, and run the command again")
			return
		}
		r.finding(found, "the package does not compile: "+what, doCorrect)
		return
	}
	var lines []string
	for line := range strings.Lines(printed) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "#") {
			lines = append(lines, line)
		}
	}
	r.finding(r.nowhere(), "the program that registers the flags cannot be built: "+
		strings.Join(lines[:min(len(lines), 5)], "; "), "correct it, and run the command again")
}

// start runs the program and returns the cause of its failure that it prints, or else its exit status.
func (r *runner) start(ctx context.Context) (printed string) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go r.watch(ctx, cancel)
	cmd := exec.CommandContext(ctx, r.executable(), filepath.Join(r.tmp, "input.json"), filepath.Join(r.tmp, "journal"))
	cmd.Dir = filepath.Join(r.tmp, "work")
	if err := os.MkdirAll(cmd.Dir, 0o700); err != nil {
		return err.Error()
	}
	cmd.Env = append(append(os.Environ(), r.program.Env...), "PWD="+cmd.Dir)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	cmd.WaitDelay = time.Second
	err := cmd.Run()
	if ctx.Err() != nil {
		return "it does not return"
	}
	if err == nil {
		err = errors.New("exit status 0")
	}
	return cmp.Or(gocommand.Cause(stderr.String()), err.Error())
}

// watch ends a program that hangs.
func (r *runner) watch(ctx context.Context, end func()) {
	clock := time.NewTicker(glance)
	defer clock.Stop()
	grown, size := time.Now(), int64(-1)
	for {
		select {
		case <-ctx.Done():
			return
		case now := <-clock.C:
			info, err := os.Stat(filepath.Join(r.tmp, "journal"))
			if err == nil && info.Size() != size {
				grown, size = now, info.Size()
			}
			if now.Sub(grown) > patience {
				end()
				return
			}
		}
	}
}

// journal returns the last complete line that the program has written; empty if there is none. The end of the journal
// can be an incomplete line.
func (r *runner) journal() (last observe.Entry, err error) {
	content, err := os.ReadFile(filepath.Join(r.tmp, "journal"))
	if errors.Is(err, os.ErrNotExist) {
		return last, nil
	}
	whole := bytes.LastIndexByte(content, '\n')
	if err != nil || whole < 0 {
		return last, err
	}
	line := content[bytes.LastIndexByte(content[:whole], '\n')+1 : whole]
	return last, json.Unmarshal(line, &last)
}

// take sets the result from the observation of the program.
func (r *runner) take(seen *observe.Observation) {
	for _, f := range seen.Flags {
		r.locate(f.Calls)
	}
	r.facts.Attribute(seen.Flags)
	r.result.Observation = seen
}

// locate replaces the names of the files of source packages in frames by their names on disk. A program that is built
// with -trimpath has import paths in them.
func (r *runner) locate(frames []observe.Frame) {
	for i := range frames {
		if filepath.IsAbs(frames[i].File) {
			continue
		}
		dir, base := path.Split(frames[i].File)
		if pkg := r.module.Package(strings.TrimSuffix(dir, "/")); pkg != nil {
			frames[i].File = filepath.Join(pkg.Dir, base)
		}
	}
}

// failed is the finding about a registration that fails.
func (r *runner) failed(failure *observe.Failure) {
	at, what := r.at(r.functions[0]), "fails"
	if failure.Panic {
		r.locate(failure.Frames)
		what = "panics"
		for _, frame := range failure.Frames {
			if r.own(frame.File) {
				at = r.column(frame)
				break
			}
		}
	}
	message, _, _ := strings.Cut(strings.TrimSpace(failure.Message), "\n")
	fix := "name functions that work without the environment of the component"
	if failure.Again {
		what += " when it runs again"
		fix = "name functions that can run several times in one program, without what sets up signals, metrics or variables"
	}
	if strings.Contains(message, below) {
		fix = "specify what is embedded more precisely, as in //go:embed *.txt: the program is compiled in the directory " +
			below + ", which the pattern matches, too"
	}
	if strings.HasPrefix(message, "flag redefined: ") {
		fix = "name functions that register each flag once"
	}
	r.finding(at, "the registration of the flags "+what+": "+message, fix)
}

// own reports whether a file is of a package that the user edits.
func (r *runner) own(name string) bool {
	for _, dir := range r.module.Directories {
		if rel, err := filepath.Rel(dir, name); err == nil && filepath.IsLocal(rel) &&
			!strings.Contains(rel, below) && filepath.Base(rel) != mainFile &&
			!strings.HasPrefix(rel, "vendor"+string(filepath.Separator)) {
			return true
		}
	}
	return false
}

// column returns the position of a line of the source, at its first letter.
func (r *runner) column(frame observe.Frame) token.Position {
	at := token.Position{Filename: frame.File, Line: frame.Line, Column: 1}
	content, found := r.program.Overlay[frame.File]
	if !found {
		content, _ = os.ReadFile(frame.File)
	}
	lines := strings.Split(string(content), "\n")
	if frame.Line <= len(lines) {
		line := lines[frame.Line-1]
		at.Column = len(line) - len(strings.TrimLeft(line, " \t")) + 1
	}
	return at
}
