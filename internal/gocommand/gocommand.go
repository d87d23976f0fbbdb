// Package gocommand runs the go command, also with files that are not on disk, and reads its output and the output of
// the programs that it builds.
package gocommand

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"go/token"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Run runs the go command in a directory, with variables, as NAME=value, in addition to the environment of the process.
// It returns the output of the command if the command fails, and an error if the command cannot be run, or if the
// context ends.
func Run(ctx context.Context, dir string, env []string, args ...string) (printed string, err error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(slices.Concat(os.Environ(), env), "PWD="+dir)
	output, err := cmd.CombinedOutput()
	switch exit := new(exec.ExitError); {
	case err == nil || ctx.Err() != nil:
		return "", ctx.Err()
	case errors.As(err, &exit):
		return string(output) + "\n", nil
	}
	return "", fmt.Errorf("cannot run the go command: %w", err)
}

// Overlay writes the files, by their absolute names, to a directory, and the JSON for the flag -overlay of the go
// command. It returns the name of the JSON, and for each written file the name of the file that it replaces.
func Overlay(dir string, files map[string][]byte) (name string, originals map[string]string, err error) {
	replace := map[string]string{}
	originals = map[string]string{}
	for i, original := range slices.Sorted(maps.Keys(files)) {
		at := filepath.Join(dir, strconv.Itoa(i)+".go")
		if err := os.WriteFile(at, files[original], 0o600); err != nil {
			return "", nil, err
		}
		replace[original], originals[at] = at, original
	}
	content, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", nil, err
	}
	name = filepath.Join(dir, "overlay.json")
	return name, originals, os.WriteFile(name, content, 0o600)
}

// Mistake is an error of the compiler.
type Mistake struct {
	At   token.Position
	Text string
}

// mistake is how the go command prints one.
var mistake = regexp.MustCompile(`(?m)^(\S[^\n]*?\.go):(\d+)(?::(\d+))?: (.*(?:\n\t.*)*)$`)

// Mistakes returns the mistakes in the output of the go command in a directory. originals are the originals that
// Overlay returned.
func Mistakes(dir string, originals map[string]string, printed string) (all []Mistake) {
	for _, found := range mistake.FindAllStringSubmatch(printed, -1) {
		at := token.Position{Filename: found[1], Column: 1}
		fmt.Sscan(found[2], &at.Line)
		fmt.Sscan(found[3], &at.Column)
		if !filepath.IsAbs(at.Filename) {
			at.Filename = filepath.Join(dir, at.Filename)
		}
		at.Filename = cmp.Or(originals[at.Filename], at.Filename)
		all = append(all, Mistake{at, strings.Join(strings.Fields(found[4]), " ")})
	}
	return all
}

// crash is the line that the runtime of Go writes before the stacks of the goroutines.
var crash = regexp.MustCompile(`(?m)^((?:panic|fatal error): .*)$`)

// Cause is why a program ends, as it says itself: the cause of a crash, or its last line.
func Cause(printed string) string {
	if found := crash.FindString(printed); found != "" {
		return found
	}
	return LastLine(printed)
}

// LastLine returns the last line that is printed.
func LastLine(printed string) string {
	lines := strings.Split(strings.TrimSpace(printed), "\n")
	return strings.TrimSpace(lines[len(lines)-1])
}
