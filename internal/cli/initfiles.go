package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/scaffold"
	"github.com/configgen/configgen/internal/transaction"
)

// plannedFile is a file of a scaffold, with the content of the file on the disk.
type plannedFile struct {
	scaffold.File
	path  string // absolute
	old   []byte // nil where there is none
	write bool
}

// planFiles decides which files are written: files that do not exist, and existing files that force names.
func planFiles(root string, files []scaffold.File, force []string) ([]plannedFile, []diag.Diagnostic, error) {
	var plan []plannedFile
	var names []string
	for _, file := range files {
		names = append(names, file.Path)
		planned := plannedFile{File: file, path: filepath.Join(root, filepath.FromSlash(file.Path))}
		old, err := os.ReadFile(planned.path)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			planned.write = true
		case err != nil:
			return nil, nil, fmt.Errorf("cannot read %s: %w; no file was changed", file.Path, withoutPath(err))
		default:
			planned.old = old
			planned.write = slices.Contains(force, file.Path) && !bytes.Equal(old, file.Content)
		}
		plan = append(plan, planned)
	}
	var findings []diag.Diagnostic
	for _, name := range force {
		if slices.Contains(names, name) {
			continue
		}
		fix := "name files as init lists them, relative to the root of the module"
		if near, ok := meant(name, names); ok {
			fix = "did you mean " + near + "?"
		}
		findings = append(findings, diagnostic("--force", "force-name", fmt.Sprintf("init writes no file %s", name), fix))
	}
	slices.SortFunc(plan, func(a, b plannedFile) int { return strings.Compare(a.Path, b.Path) })
	return plan, findings, nil
}

// showPlan prints the tree, and the differences to existing files.
func (t initializer) showPlan(root string, plan []plannedFile) error {
	r := t.reporter(report.Text)
	r.Color = t.env.color(t.env.Stdout)
	if _, err := io.WriteString(t.env.Stdout, tree(r.Path(root), plan)+"\n"); err != nil {
		return err
	}
	for _, file := range plan {
		if !file.write {
			continue
		}
		before, name := "/dev/null", strings.TrimPrefix(r.Path(file.path), "/")
		if file.old != nil {
			before = "a/" + name
		}
		if err := r.Diff(t.env.Stdout, diff.Diff(before, file.old, "b/"+name, file.Content)); err != nil {
			return err
		}
	}
	return nil
}

// tree draws files below their directories, each directory once, and marks existing files as overwritten or unchanged.
func tree(root string, plan []plannedFile) string {
	lines := []string{root}
	var open []string
	for _, file := range plan {
		parts := strings.Split(file.Path, "/")
		directories := parts[:len(parts)-1]
		shared := 0
		for shared < len(open) && shared < len(directories) && open[shared] == directories[shared] {
			shared++
		}
		for i := shared; i < len(directories); i++ {
			lines = append(lines, strings.Repeat("  ", i+1)+directories[i]+"/")
		}
		open = directories
		line := strings.Repeat("  ", len(parts)) + parts[len(parts)-1]
		switch {
		case file.old != nil && file.write:
			line += "  (overwritten)"
		case file.old != nil:
			line += "  (exists, not changed)"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n") + "\n"
}

// write writes the files of a plan, all or none, and lists them.
func (t initializer) write(plan []plannedFile) error {
	r := t.reporter(report.Text)
	var changes []transaction.Change
	for _, file := range plan {
		if file.write {
			changes = append(changes, transaction.Change{Path: file.path, Content: file.Content, Executable: file.Executable})
		}
	}
	if err := transaction.Commit(changes); err != nil {
		return explainCommit(r, err)
	}
	for _, file := range plan {
		line := r.Path(file.path)
		switch {
		case !file.write && file.Path == "go.mod":
			continue // the go command may change it
		case !file.write:
			line += " exists and was not changed"
		}
		if _, err := fmt.Fprintln(t.env.Stdout, line); err != nil {
			return err
		}
	}
	return nil
}

// explainCommit makes a writeError of a transaction's.
func explainCommit(r report.Reporter, err error) error {
	var failed *transaction.Error
	if !errors.As(err, &failed) {
		return err
	}
	text := fmt.Sprintf("cannot write %s: %v", r.Path(failed.Path), failed.Cause())
	if len(failed.Lost) == 0 {
		return writeError(text + "; no file was changed")
	}
	for _, path := range slices.Sorted(maps.Keys(failed.Lost)) {
		if backup := failed.Lost[path]; backup != "" {
			text += fmt.Sprintf("; %s could not be put back, its former content is in %s", r.Path(path), r.Path(backup))
		} else {
			text += fmt.Sprintf("; %s is new and could not be removed again", r.Path(path))
		}
	}
	return writeError(text)
}

// withRequirements plans the lines that init adds to an existing go.mod. The go command completes it when the files are
// written.
func (asked *initRequest) withRequirements(plan []plannedFile) ([]plannedFile, error) {
	plan = slices.Clone(plan)
	for i, file := range plan {
		if file.Path != "go.mod" || file.old == nil {
			continue
		}
		content, err := asked.Require(file.old)
		if err != nil {
			return nil, fmt.Errorf("cannot understand go.mod: %w", err)
		}
		plan[i].Content, plan[i].write = content, !bytes.Equal(content, file.old)
	}
	return plan, nil
}

// outdated returns notes about missing parts of existing files that were not changed.
func (asked *initRequest) outdated(plan []plannedFile) []string {
	var notes []string
	for _, file := range plan {
		switch {
		case file.old == nil || file.write && file.Path != "go.mod":
		case file.Path == "go.mod" && asked.dryRun && file.write:
			notes = append(notes, "go mod tidy will add to go.mod and go.sum what these requirements require")
		case file.Path == "Makefile" && !hasTargets(file.old):
			notes = append(notes, "Makefile has no targets generate and verify, which would run hack/update-codegen.sh and "+
				"hack/verify-codegen.sh; add them, or overwrite it by --force Makefile")
		case file.Path == "README.md" && !bytes.Contains(file.old, []byte("go generate")):
			notes = append(notes, "README.md does not say how the generated files are kept fresh; "+
				"add that, or overwrite it by --force README.md")
		}
	}
	return notes
}

// hasTargets reports whether a Makefile has the targets that the next steps name.
func hasTargets(makefile []byte) bool {
	for _, target := range []string{"generate", "verify"} {
		if !regexp.MustCompile(`(?m)^([^\t#:]*\s)?` + target + `(\s[^:]*)?:`).Match(makefile) {
			return false
		}
	}
	return true
}

// printNextSteps prints the commands that a user needs next, as they are run in the working directory.
func (t initializer) printNextSteps(asked *initRequest, plan []plannedFile) error {
	verify := "make verify"
	for _, file := range plan {
		if file.Path == "Makefile" && file.old != nil && !file.write && !hasTargets(file.old) {
			verify = "hack/verify-codegen.sh"
		}
	}
	steps := [][2]string{
		{"go generate ./...", "after each change of the types; the first time, it builds configgen"},
		{verify, "in CI: the generated files are fresh"},
	}
	if !asked.destination().ForeignProgram() {
		steps = append(steps, [2]string{
			fmt.Sprintf("go run ./%s --config config/%s.yaml --explain-config", asked.ProgramPath(), asked.Name),
			"where each value comes from",
		})
	}
	if dir := t.reporter(report.Text).Path(asked.root); dir != "." {
		steps = append([][2]string{{"cd " + quote(filepath.ToSlash(dir)), ""}}, steps...)
	}
	width := 0
	for _, step := range steps {
		width = max(width, len(step[0]))
	}
	text := "\nNext:\n"
	for _, step := range steps {
		line := "  " + step[0]
		if step[1] != "" {
			line += strings.Repeat(" ", width-len(step[0])) + "  # " + step[1]
		}
		text += line + "\n"
	}
	if asked.Replace != "" {
		text += fmt.Sprintf("\nUntil there is a release, go.mod and %s/go.mod name a checkout of configgen on this "+
			"machine.\nREADME.md has the commands for CI and other machines.\n", asked.Tools)
	}
	_, err := fmt.Fprint(t.env.Stdout, text)
	return err
}
