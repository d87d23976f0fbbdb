// Package gomod tells what the go.mod of a module becomes with files that are not written yet.
package gomod

import (
	"context"
	"errors"
	"fmt"
	"go/token"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/overlay"
)

// Module is a module that is to have files which are not written yet.
type Module struct {
	// Root is its directory, Workspace the go.work that uses it, if there is one, and Tmp a directory for copies.
	Root, Workspace, Tmp string
	// Env are variables, as NAME=value, that the go command gets in addition to those of the process.
	Env []string
	// Require adds to a go.mod what the files need.
	Require func(old []byte) ([]byte, error)
}

// Plan is what the files of a module become.
type Plan struct {
	GoMod, GoSum []byte
	// File is the name of a go.mod in the temporary directory, for -modfile. It needs no workspace.
	File string
	// Changes says in one line what GoMod changes; empty if nothing.
	Changes string
}

// Make runs go mod tidy on a copy of the go.mod, with the files by their absolute names. What go.mod requires now, and
// no package imports, it goes on requiring. The findings say why the module cannot have the files.
func (m Module) Make(ctx context.Context, files map[string][]byte) (Plan, []diag.Diagnostic, error) {
	c := &change{Module: m, ctx: ctx, name: filepath.Join(m.Root, "go.mod")}
	old, err := os.ReadFile(c.name)
	if err != nil {
		return Plan{}, nil, err
	}
	if c.sum, err = os.ReadFile(filepath.Join(m.Root, "go.sum")); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Plan{}, nil, err
	}
	content, err := m.Alone(old)
	if err != nil {
		return Plan{}, nil, err
	}
	if err := c.write(content, files); err != nil {
		return Plan{}, nil, err
	}
	if c.before, err = modfile.Parse("go.mod", old, nil); err != nil {
		return Plan{}, nil, err
	}
	printed, err := c.run([]string{"GOFLAGS="}, "mod", "tidy", "-modfile="+c.file(), "-overlay="+c.overlay)
	switch {
	case err != nil:
		return Plan{}, nil, err
	case printed != "":
		message := "go.mod cannot have what the files require: go mod tidy fails: " + printed
		return Plan{}, []diag.Diagnostic{c.finding(nil, message, "correct it, and run the command again")}, nil
	}
	plan, err := c.plan()
	if err != nil {
		return Plan{}, nil, err
	}
	if plan.Changes = Changes(old, plan.GoMod); plan.Changes == "" {
		return plan, nil, nil
	}
	findings := c.unfit()
	if len(findings) == 0 {
		findings, err = c.builds()
	}
	return plan, findings, err
}

// Alone is a go.mod with what the files need, by which the module can be built without its workspace.
func (m Module) Alone(old []byte) ([]byte, error) {
	content, err := m.Require(old)
	if err != nil {
		return nil, fmt.Errorf("cannot understand go.mod: %w", err)
	}
	file, err := modfile.Parse("go.mod", content, nil)
	if err != nil {
		return nil, err
	}
	added, err := m.others(file)
	if err != nil {
		return nil, err
	}
	for _, r := range added {
		if err := file.AddReplace(r.Old.Path, r.Old.Version, r.New.Path, r.New.Version); err != nil {
			return nil, err
		}
	}
	return file.Format()
}

// others are the other modules of the workspace and its replacements, as replacements that the go.mod does not have.
func (m Module) others(file *modfile.File) (added []*modfile.Replace, err error) {
	work, err := m.workspace()
	if work == nil || err != nil {
		return nil, err
	}
	at := func(path string) string {
		if filepath.IsAbs(path) {
			return path
		}
		return filepath.Join(filepath.Dir(m.Workspace), filepath.FromSlash(path))
	}
	for _, used := range work.Use {
		other, err := os.ReadFile(filepath.Join(at(used.Path), "go.mod"))
		if err != nil {
			return nil, err
		}
		r := &modfile.Replace{}
		r.Old.Path, r.New.Path = modfile.ModulePath(other), at(used.Path)
		added = append(added, r)
	}
	for _, r := range work.Replace {
		if r.New.Version == "" {
			r.New.Path = at(r.New.Path)
		}
		added = append(added, r)
	}
	return slices.DeleteFunc(added, func(r *modfile.Replace) bool {
		return r.Old.Path == file.Module.Mod.Path ||
			slices.ContainsFunc(file.Replace, func(own *modfile.Replace) bool { return own.Old.Path == r.Old.Path })
	}), nil
}

func (m Module) workspace() (*modfile.WorkFile, error) {
	if m.Workspace == "" {
		return nil, nil
	}
	content, err := os.ReadFile(m.Workspace)
	if err != nil {
		return nil, err
	}
	return modfile.ParseWork(m.Workspace, content, nil)
}

// change is a change of a go.mod that is being made.
type change struct {
	Module
	ctx           context.Context
	name, overlay string
	sum           []byte
	before, after *modfile.File
}

// file is the copy of the go.mod.
func (c *change) file() string { return filepath.Join(c.Tmp, "go.mod") }

// write writes the copies.
func (c *change) write(content []byte, files map[string][]byte) (err error) {
	if c.overlay, _, err = overlay.Write(c.Tmp, files); err != nil {
		return err
	}
	return errors.Join(os.WriteFile(c.file(), content, 0o600), os.WriteFile(filepath.Join(c.Tmp, "go.sum"), c.sum, 0o600))
}

// run runs the go command with variables in addition to those of the module. It returns what the command says if it
// fails.
func (c *change) run(env []string, args ...string) (string, error) {
	cmd := exec.CommandContext(c.ctx, "go", args...)
	cmd.Dir = c.Root
	cmd.Env = append(slices.Concat(os.Environ(), c.Env, env), "PWD="+c.Root)
	output, err := cmd.CombinedOutput()
	var exit *exec.ExitError
	switch {
	case err == nil || c.ctx.Err() != nil:
		return "", c.ctx.Err()
	case !errors.As(err, &exit):
		return "", fmt.Errorf("cannot run the go command: %w", err)
	}
	lines := strings.Split(strings.TrimSpace(string(output)), "\n")
	return strings.TrimSpace(lines[len(lines)-1]), nil
}

// plan reads what the go command has made, and brings back what go.mod required and no package imports.
func (c *change) plan() (Plan, error) {
	p := Plan{File: c.file()}
	content, err := os.ReadFile(p.File)
	if err != nil {
		return p, err
	}
	if p.GoSum, err = os.ReadFile(filepath.Join(c.Tmp, "go.sum")); err != nil {
		return p, err
	}
	if c.after, err = modfile.Parse("go.mod", content, nil); err != nil {
		return p, err
	}
	lost := false
	for _, r := range c.before.Require {
		if !r.Indirect && required(c.after, r.Mod.Path) == "" {
			lost = true
			c.after.AddNewRequire(r.Mod.Path, r.Mod.Version, false)
		}
	}
	c.after.SetRequireSeparateIndirect(c.after.Require)
	c.after.Cleanup()
	if content, err = c.after.Format(); err != nil {
		return p, err
	}
	p.GoMod = content
	added, err := c.others(c.before)
	if err != nil {
		return p, err
	}
	if lost || len(added) > 0 {
		lines := slices.Collect(strings.Lines(string(c.sum) + string(p.GoSum)))
		slices.Sort(lines)
		p.GoSum = []byte(strings.Join(slices.Compact(lines), ""))
	}
	err = errors.Join(os.WriteFile(p.File, content, 0o600), os.WriteFile(filepath.Join(c.Tmp, "go.sum"), p.GoSum, 0o600))
	if len(added) == 0 || err != nil {
		return p, err
	}
	for _, r := range added {
		err = errors.Join(err, c.after.DropReplace(r.Old.Path, r.Old.Version))
		if r.Old.Version == "" && required(c.before, r.Old.Path) == "" && required(c.after, r.Old.Path) == unpublished {
			err = errors.Join(err, c.after.DropRequire(r.Old.Path))
		}
	}
	c.after.Cleanup()
	p.GoMod, err = c.after.Format()
	return p, err
}

// unpublished is the version of a module that is replaced by a directory.
const unpublished = "v0.0.0-00010101000000-000000000000"

// required is the version of a module that a go.mod requires.
func required(file *modfile.File, path string) string {
	for _, r := range file.Require {
		if r.Mod.Path == path {
			return r.Mod.Version
		}
	}
	return ""
}

// finding is at a line of go.mod.
func (c *change) finding(line *modfile.Line, message, fix string) diag.Diagnostic {
	at := token.Position{Filename: c.name, Line: 1, Column: 1}
	if line != nil {
		at.Line, at.Column = line.Start.Line, line.Start.LineRune
	}
	return diag.At(at, token.Position{}, "go-mod", message, fix)
}
