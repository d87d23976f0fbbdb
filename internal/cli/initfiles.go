package cli

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/rogpeppe/go-internal/diff"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/report"
	"github.com/configgen/configgen/internal/transaction"
	"github.com/configgen/configgen/scaffold"
)

// plannedFile is one file of a scaffold beside what is on the disk.
type plannedFile struct {
	scaffold.File
	path  string // absolute
	old   []byte // nil where there is none
	write bool
}

// planFiles decides which files are written: those that do not exist, and of the others those that force names.
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

// showPlan prints the tree, and the difference to what is there.
func (t *tool) showPlan(root string, plan []plannedFile) error {
	r := t.reporter(report.Text)
	r.Colour = t.colour(t.env.Stdout)
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

// tree draws files below their folders, each folder once, and marks those that are left alone.
func tree(root string, plan []plannedFile) string {
	lines := []string{root}
	var open []string
	for _, file := range plan {
		parts := strings.Split(file.Path, "/")
		folders := parts[:len(parts)-1]
		shared := 0
		for shared < len(open) && shared < len(folders) && open[shared] == folders[shared] {
			shared++
		}
		for i := shared; i < len(folders); i++ {
			lines = append(lines, strings.Repeat("  ", i+1)+folders[i]+"/")
		}
		open = folders
		line := strings.Repeat("  ", len(parts)) + parts[len(parts)-1]
		switch {
		case file.old != nil && file.write:
			line += "  (overwritten)"
		case file.old != nil:
			line += "  (exists, left alone)"
		}
		lines = append(lines, line)
	}
	return strings.Join(lines, "\n") + "\n"
}

// write writes the files of a plan, all or none, and lists them.
func (t *tool) write(plan []plannedFile) error {
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
		if !file.write {
			line += " exists and was left alone"
		}
		if _, err := fmt.Fprintln(t.env.Stdout, line); err != nil {
			return err
		}
	}
	return nil
}

// carryOut writes the files, and generates.
func (t *tool) carryOut(ctx context.Context, asked initRequest, plan []plannedFile) error {
	if err := t.write(plan); err != nil {
		return err
	}
	patterns := []string{"./" + asked.Path + "/..."}
	if asked.newModule {
		patterns = []string{"./..."}
	}
	next := fmt.Sprintf("the files are written; when that is mended, run: go mod tidy && configgen generate %s", strings.Join(patterns, " "))
	if err := asked.tidy(ctx); err != nil {
		return fmt.Errorf("%w; %s", err, next)
	}
	if err := t.generateIn(ctx, asked.root, patterns); err != nil {
		return err
	}
	if err := asked.tidy(ctx); err != nil { // the generated files import more
		return fmt.Errorf("%w; %s", err, next)
	}
	for _, file := range plan {
		if file.Path == "tools/go.mod" && file.write {
			if err := runGo(ctx, filepath.Dir(file.path), "mod", "tidy"); err != nil {
				return fmt.Errorf("%w; %s, and go mod tidy in tools", err, next)
			}
		}
	}
	return nil
}

// generateIn generates in another folder than the working directory.
func (t *tool) generateIn(ctx context.Context, dir string, patterns []string) error {
	there := *t
	there.env.Dir = dir
	return there.generate(ctx, request{patterns: patterns, format: string(report.Text)})
}

// tidy makes the module require what the files import.
func (asked *initRequest) tidy(ctx context.Context) error {
	name := filepath.Join(asked.root, "go.mod")
	old, err := os.ReadFile(name)
	if err != nil {
		return fmt.Errorf("cannot read go.mod: %w", withoutPath(err))
	}
	content, err := asked.Require(old)
	if err != nil {
		return fmt.Errorf("cannot understand go.mod: %w", err)
	}
	if err := transaction.Commit([]transaction.Change{{Path: name, Content: content}}); err != nil {
		return err
	}
	return runGo(ctx, asked.root, "mod", "tidy")
}

// runGo runs the go command in a folder. The error is the last thing that it says.
func runGo(ctx context.Context, dir string, args ...string) error {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir)
	output, err := cmd.CombinedOutput()
	if err == nil {
		return nil
	}
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	return fmt.Errorf("go %s fails: %s", strings.Join(args, " "), strings.TrimSpace(lines[len(lines)-1]))
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
