package fromflags

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/configgen/configgen/internal/adopt/source"
	"github.com/configgen/configgen/internal/fromflags/observer"
	"github.com/configgen/configgen/internal/gocommand"
	"github.com/configgen/configgen/internal/parallel"
)

// program is the component with calls of the observer where it parses the flags.
type program struct {
	*code
	tmp, exe string
	mutex    sync.Mutex
	// failed is why a process could not be run.
	failed error
}

// patience is how long a program may take to parse its flags.
const patience = 10 * time.Second

// The environments of a process: plainly has a temporary home directory, and none of the variables that the component
// reads; otherwise has other directories, another user, one processor, and the value 1 for each of these variables.
const plainly, otherwise = "plain", "other"

// outcome is the result of a process.
type outcome struct {
	// before are the flags before they are parsed, and after the parsed flags; nil if the process ended earlier.
	before, after *observer.Entry
	// output is all that the process has printed, and printed why it ended, in its own words; status says how. hangs is
	// set if it had to be ended.
	output, printed, status string
	hangs                   bool
}

// refused reports whether the component did not accept the command line.
func (o *outcome) refused() bool { return o.after == nil || o.after.Refused != "" }

// text returns the text of a flag's value after the flags are parsed; empty if it is unknown.
func (o *outcome) text(flag string) string {
	if o.after == nil || o.after.Flag(flag) == nil {
		return ""
	}
	return o.after.Flag(flag).Text
}

// each calls a function with the numbers up to count, side by side.
func (p *program) each(count int, do func(int)) error {
	workers := parallel.Limited(4)
	for i := range count {
		workers.Go(func() { do(i) })
	}
	workers.Wait()
	return p.failed
}

// run runs a process. If that is not possible, failed has the error, and the outcome is empty.
func (p *program) run(environment string, args ...string) *outcome {
	o, err := p.process(environment, args)
	if err = cmp.Or(p.ctx.Err(), err); err != nil {
		return p.fail(err)
	}
	return o
}

func (p *program) fail(err error) *outcome {
	p.mutex.Lock()
	defer p.mutex.Unlock()
	p.failed = err
	return &outcome{}
}

// process runs a process in a directory of its own.
func (p *program) process(environment string, args []string) (*outcome, error) {
	if strings.Contains(strings.Join(args, ""), "\x00") {
		return &outcome{printed: "no argument can have a null character"}, nil
	}
	dir, err := os.MkdirTemp(p.tmp, "process")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	home := filepath.Join(dir, environment)
	if err := os.MkdirAll(filepath.Join(home, "tmp"), 0o700); err != nil {
		return nil, err
	}
	ctx, cancel := context.WithTimeout(p.ctx, patience)
	defer cancel()
	output := filepath.Join(dir, "output")
	args = slices.Concat(strings.Fields(p.Command), args, []string{"--"}) // some programs do nothing without one
	cmd := exec.CommandContext(ctx, p.exe, args...)
	cmd.Dir, cmd.WaitDelay = home, time.Second
	cmd.Env = append(p.variables(environment, home), observer.Output+"="+output, observer.Command+"="+p.Command)
	printed, err := cmd.CombinedOutput()
	o := &outcome{status: "exit status 0", hangs: ctx.Err() != nil}
	o.output = strings.ReplaceAll(string(printed), p.exe, "program")
	o.printed = gocommand.Cause(o.output)
	if exit := new(exec.ExitError); errors.As(err, &exit) {
		o.status = exit.Error()
	} else if err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("cannot run the program that registers the flags: %w", err)
	}
	content, err := os.ReadFile(output)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return nil, err
	}
	// The directory of the process has the same name in all of them.
	content = bytes.ReplaceAll(content, []byte(filepath.ToSlash(dir)), []byte("/process"))
	decoder := json.NewDecoder(bytes.NewReader(content))
	for _, entry := range []**observer.Entry{&o.before, &o.after} {
		if err := decoder.Decode(entry); err != nil && !errors.Is(err, io.EOF) {
			return nil, err
		}
	}
	return o, nil
}

// variables returns the environment of a process.
func (p *program) variables(environment, home string) []string {
	all := []string{"PATH=" + os.Getenv("PATH"), "PWD=" + home, "HOME=" + home, "USERPROFILE=" + home,
		"TMPDIR=" + filepath.Join(home, "tmp"), "SystemRoot=" + os.Getenv("SystemRoot")}
	if environment == plainly {
		return append(all, "USER=configgen", "TZ=UTC")
	}
	for _, name := range source.Environment(p.Module) {
		if name != "HOME" && name != "PATH" {
			all = append(all, name+"=1")
		}
	}
	return append(all, "USER=other", "HOSTNAME=other", "TZ=Asia/Tokyo", "GOMAXPROCS=1")
}
