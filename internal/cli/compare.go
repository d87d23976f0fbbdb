package cli

import (
	"bytes"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/transaction"
)

// state is how a file on disk differs from the output. It is the code of verify's finding.
type state string

const (
	stale   state = "stale"
	missing state = "missing"
	orphan  state = "orphan"
	foreign state = "foreign"
)

// difference is one file that is not as the output says.
type difference struct {
	path  string
	state state
	old   []byte // nil for a missing file
	new   []byte // nil for an orphan
}

// compare finds all differences between the output and the disk, by path. The error names a file as r does.
func (out *output) compare(r report.Reporter) ([]difference, error) {
	var differences []difference
	claimed := map[string]bool{}
	for _, file := range out.files {
		path := filepath.Join(file.Dir, file.Name)
		claimed[path] = true
		state, old, err := stateOf(path, file)
		if err != nil {
			return nil, fmt.Errorf("cannot read %s: %w; no file was changed", r.Path(path), err)
		}
		if state != "" {
			differences = append(differences, difference{path, state, old, file.Content})
		}
	}
	for _, path := range out.present() {
		if claimed[path] {
			continue
		}
		if content, err := os.ReadFile(path); err == nil && emit.IsOurs(content) {
			differences = append(differences, difference{path, orphan, content, nil})
		}
	}
	slices.SortFunc(differences, func(a, b difference) int { return strings.Compare(a.path, b.path) })
	return differences, nil
}

// stateOf compares one file of the output with the disk; the state is empty where nothing is to be done.
func stateOf(path string, file generators.File) (state, []byte, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return missing, nil, nil
	case err != nil:
		return "", nil, withoutPath(err)
	case file.Once:
		return "", nil, nil // the user's since it exists
	case !info.Mode().IsRegular():
		return foreign, nil, nil
	}
	old, err := os.ReadFile(path)
	switch {
	case err != nil:
		return "", nil, withoutPath(err)
	case bytes.Equal(old, file.Content):
		return "", old, nil
	case !emit.IsOurs(old):
		return foreign, old, nil
	}
	return stale, old, nil
}

// withoutPath strips an error of the operating system's view of it.
func withoutPath(err error) error {
	var pathError *fs.PathError
	if errors.As(err, &pathError) {
		return pathError.Err
	}
	return err
}

// finding is what verify says of a difference. It stands at the first line that differs.
func (d difference) finding() diag.Diagnostic {
	message, fix := "", ""
	switch d.state {
	case stale:
		message = "generated file is out of date"
	case missing:
		message = "generated file is missing"
	case orphan:
		message = "generated file is left over: no marker asks for it any more"
	case foreign:
		message = "configgen would write this file, but did not write the one that is here"
		fix = "move or delete it, or name another package with +configgen:output"
	}
	at := token.Position{Filename: d.path, Line: 1, Column: 1}
	if d.state == stale {
		at.Line = firstDifference(d.old, d.new)
	}
	return diag.At(at, token.Position{}, string(d.state), message, fix)
}

// firstDifference is the first line of old that is not in the same place in new; the last line where new merely has more.
func firstDifference(old, new []byte) int {
	before, after := bytes.SplitAfter(old, []byte("\n")), bytes.SplitAfter(new, []byte("\n"))
	for i := range before {
		if i >= len(after) || !bytes.Equal(before[i], after[i]) {
			return i + 1
		}
	}
	return len(before)
}

// diff is the difference as a patch that git apply and patch -p1 take.
func (d difference) diff(r report.Reporter) []byte {
	name := strings.TrimPrefix(r.Path(d.path), "/")
	before, after := "a/"+name, "b/"+name
	if d.old == nil {
		before = "/dev/null"
	}
	if d.new == nil {
		after = "/dev/null"
	}
	return diff.Diff(before, d.old, after, d.new)
}

// change is what generate does about a difference.
func (d difference) change() transaction.Change {
	return transaction.Change{Path: d.path, Content: d.new, Remove: d.state == orphan}
}
