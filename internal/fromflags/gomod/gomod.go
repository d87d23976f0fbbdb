// Package gomod tells what the go.mod of a module becomes with files that are not written yet.
package gomod

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"

	"github.com/configgen/configgen/internal/overlay"
)

// Plan is what the files of a module become.
type Plan struct {
	GoMod, GoSum []byte
	// File is the name of the file in the temporary directory that has GoMod, for -modfile.
	File string
}

// Make runs go mod tidy on a copy of the go.mod in dir, to which require has been applied, with files that are not on
// disk. What go.mod requires now, and no package imports, it goes on requiring. tmp is a directory for the copies. The
// error says why the module cannot have the files.
func Make(ctx context.Context, dir, tmp string, files map[string][]byte, require func(old []byte) ([]byte, error),
	env []string) (Plan, error) {
	old, err := os.ReadFile(filepath.Join(dir, "go.mod"))
	if err != nil {
		return Plan{}, err
	}
	content, err := require(old)
	if err != nil {
		return Plan{}, fmt.Errorf("cannot understand go.mod: %w", err)
	}
	sum, err := os.ReadFile(filepath.Join(dir, "go.sum"))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return Plan{}, err
	}
	plan := Plan{File: filepath.Join(tmp, "go.mod")}
	write := func(name string, content []byte) {
		err = errors.Join(err, os.WriteFile(filepath.Join(tmp, name), content, 0o600))
	}
	err = nil
	write("go.mod", content)
	write("go.sum", sum)
	if err != nil {
		return Plan{}, err
	}
	replaced, _, err := overlay.Write(tmp, files)
	if err != nil {
		return Plan{}, err
	}
	command := func(args ...string) error {
		files := []string{"-modfile=" + plan.File, "-overlay=" + replaced}
		cmd := exec.CommandContext(ctx, "go", append(args, files...)...)
		cmd.Dir = dir
		cmd.Env = append(slices.Concat(os.Environ(), env), "PWD="+dir, "GOWORK=off", "GOFLAGS=")
		output, err := cmd.CombinedOutput()
		if err == nil || ctx.Err() != nil {
			return ctx.Err()
		}
		lines := strings.Split(strings.TrimSpace(string(output)), "\n")
		return fmt.Errorf("go.mod cannot have what the files require: go %s fails: %s", strings.Join(args, " "),
			strings.TrimSpace(lines[len(lines)-1]))
	}
	if err := command("mod", "tidy"); err != nil {
		return Plan{}, err
	}
	if plan.GoMod, err = os.ReadFile(plan.File); err != nil {
		return Plan{}, err
	}
	if plan.GoSum, err = os.ReadFile(filepath.Join(tmp, "go.sum")); err != nil {
		return Plan{}, err
	}
	return plan, plan.keep(old, sum)
}

// keep brings back what go.mod required, and no package imports.
func (p *Plan) keep(old, sum []byte) error {
	before, err := modfile.Parse("go.mod", old, nil)
	if err != nil {
		return err
	}
	now, err := modfile.Parse("go.mod", p.GoMod, nil)
	if err != nil {
		return err
	}
	lost := false
	for _, r := range before.Require {
		same := func(other *modfile.Require) bool { return other.Mod.Path == r.Mod.Path }
		if !r.Indirect && !slices.ContainsFunc(now.Require, same) {
			lost = true
			now.AddNewRequire(r.Mod.Path, r.Mod.Version, false)
		}
	}
	if !lost {
		return nil
	}
	now.SetRequireSeparateIndirect(now.Require)
	now.Cleanup()
	lines := slices.Collect(strings.Lines(string(sum) + string(p.GoSum)))
	slices.Sort(lines)
	p.GoSum = []byte(strings.Join(slices.Compact(lines), ""))
	if p.GoMod, err = now.Format(); err != nil {
		return err
	}
	return errors.Join(os.WriteFile(p.File, p.GoMod, 0o600),
		os.WriteFile(strings.TrimSuffix(p.File, ".mod")+".sum", p.GoSum, 0o600))
}
