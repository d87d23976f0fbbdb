package observe

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/configgen/configgen/internal/fromflags/observer"
)

// patience is how long a program may take to parse its flags.
const patience = 10 * time.Second

// Environment is what a program finds around it.
type Environment string

// The environments.
const (
	// Plain has a temporary home directory, and none of the variables that the component reads.
	Plain Environment = "plain"
	// Other has other directories, another user, one processor, and the value 1 for each of these variables.
	Other Environment = "other"
)

// Outcome is what a process has done.
type Outcome struct {
	// Before is what there is when the flags are to be parsed; nil if the process did not come so far.
	Before *observer.Entry
	// After is what there is when they are parsed; nil if the process ended there.
	After *observer.Entry
	// Output is all that the process has printed, and Printed why it ended, in its own words; Status says how. Hangs is
	// set if it had to be ended.
	Output, Printed, Status string
	Hangs                   bool
}

// Refused reports whether the component did not accept the command line.
func (o *Outcome) Refused() bool { return o.After == nil || o.After.Refused != "" }

// Text is that of a flag when the flags are parsed.
func (o *Outcome) Text(flag string) string {
	if f := o.After.Flag(flag); f != nil {
		return f.Text
	}
	return ""
}

// Run runs a process in a directory of its own.
func (p *Program) Run(ctx context.Context, environment Environment, args ...string) (*Outcome, error) {
	dir, err := os.MkdirTemp(p.tmp, "process")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	home := filepath.Join(dir, string(environment))
	for _, made := range []string{home, filepath.Join(home, "tmp")} {
		if err := os.MkdirAll(made, 0o700); err != nil {
			return nil, err
		}
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	output := filepath.Join(dir, "output")
	args = slices.Concat(strings.Fields(p.entrance.Command), args, []string{"--"}) // some programs do nothing without one
	cmd := exec.CommandContext(ctx, p.exe, args...)
	cmd.Dir, cmd.WaitDelay = home, time.Second
	cmd.Env = append(p.variables(environment, home), observer.Output+"="+output, observer.Command+"="+p.entrance.Command)
	var printed bytes.Buffer
	cmd.Stdout, cmd.Stderr = &printed, &printed
	err = cmd.Run()
	outcome := &Outcome{Status: "exit status 0", Hangs: ctx.Err() != nil}
	outcome.Output = strings.ReplaceAll(printed.String(), p.exe, "program")
	outcome.Printed = cause(outcome.Output)
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		outcome.Status = exit.Error()
	} else if err != nil && ctx.Err() == nil {
		return nil, fmt.Errorf("cannot run the program that registers the flags: %w", err)
	}
	return outcome, outcome.read(output, dir)
}

// variables is the environment of a process.
func (p *Program) variables(environment Environment, home string) []string {
	all := []string{"PATH=" + os.Getenv("PATH"), "PWD=" + home, "HOME=" + home, "USERPROFILE=" + home,
		"TMPDIR=" + filepath.Join(home, "tmp"), "SystemRoot=" + os.Getenv("SystemRoot")}
	if environment == Plain {
		return append(all, "USER=configgen", "TZ=UTC")
	}
	for _, name := range p.source.variables {
		if name != "HOME" && name != "PATH" {
			all = append(all, name+"=1")
		}
	}
	return append(all, "USER=other", "HOSTNAME=other", "TZ=Asia/Tokyo", "GOMAXPROCS=1")
}

// read reads what the observer has written. The directory of the process has the same name in all of them.
func (o *Outcome) read(name, dir string) error {
	content, err := os.ReadFile(name)
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		return err
	}
	content = bytes.ReplaceAll(content, []byte(filepath.ToSlash(dir)), []byte("/process"))
	decoder := json.NewDecoder(bytes.NewReader(content))
	for _, entry := range []**observer.Entry{&o.Before, &o.After} {
		if err := decoder.Decode(entry); err != nil && !errors.Is(err, io.EOF) {
			return err
		}
	}
	return nil
}

// cause is why a program ends, as it says itself: the cause of a crash, or its last line.
func cause(printed string) string {
	if found := crash.FindStringSubmatch(printed); found != nil {
		return found[1]
	}
	lines := strings.Split(strings.TrimSpace(printed), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}

// crash is the line that the runtime of Go writes before the stacks of the goroutines.
var crash = regexp.MustCompile(`(?m)^((?:panic|fatal error): .*)$`)
