package fetch

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	xmodule "golang.org/x/mod/module"
)

// Package is a published package.
type Package struct {
	// Path is its import path, Dir the directory with a copy of its files.
	Path, Dir string
	// Module is the path of its module, Version the version, such as v0.36.0.
	Module, Version string
	// Env are variables, as NAME=value, that the go command needs in Dir.
	Env []string
}

// Get downloads the module of the package that an argument such as k8s.io/kubelet/config/v1beta1@v0.36.0 names, and
// copies its files into the directory work, which is empty and belongs to the caller. It returns an error in one line,
// with advice, if there is no such module, version or package, if it cannot be downloaded, or if its checksum is not
// the expected one.
func Get(ctx context.Context, work, argument string) (*Package, error) {
	importPath, version, _ := strings.Cut(argument, "@")
	if importPath == "" || version == "" {
		return nil, fmt.Errorf("invalid package %q; specify an import path and a version, such as "+
			"k8s.io/kubelet/config/v1beta1@v0.36.0", argument)
	}
	name := filepath.Join(work, "go.mod")
	if err := os.WriteFile(name, []byte("module published.invalid\n"), 0o666); err != nil {
		return nil, err
	}
	m, err := moduleOf(ctx, work, importPath, version)
	if err != nil {
		return nil, err
	}
	requirements, unpublished, err := m.requirements()
	if err != nil {
		return nil, err
	}
	if err := errors.Join(copySources(work, m.Dir), os.WriteFile(name, requirements, 0o666)); err != nil {
		return nil, err
	}
	env := environment("readonly") // with the versions and checksums of the module, if these are complete
	if _, err = goCommand(ctx, work, env, "list", "-deps", importPath); err != nil {
		env = environment("mod")
		_, err = goCommand(ctx, work, env, "list", "-deps", importPath)
	}
	if err != nil {
		if unpublished != nil {
			err = fmt.Errorf("%w; go.mod of %s replaces %s by a directory that is not published", err, m.Path, unpublished[0])
		}
		return nil, fmt.Errorf("cannot download what %s imports: %w", argument, err)
	}
	return &Package{
		Path: importPath, Dir: filepath.Join(work, filepath.FromSlash(strings.TrimPrefix(importPath, m.Path))),
		Module: m.Path, Version: m.Version, Env: env,
	}, nil
}

// module is a module in the module cache.
type module struct{ Path, Version, Dir, GoMod string }

// moduleOf downloads the module of a package: of all that it may belong to, the one with the longest path that has the
// package.
func moduleOf(ctx context.Context, work, importPath, version string) (*module, error) {
	if first, _, _ := strings.Cut(importPath, "/"); !strings.Contains(first, ".") {
		return nil, fmt.Errorf("%s is a package of the standard library, which has no configuration kinds", importPath)
	}
	for above := importPath; above != "."; above = path.Dir(above) {
		out, err := goCommand(ctx, work, environment("mod"), "mod", "download", "-json", above+"@"+version)
		if err != nil {
			continue // which is explained below
		}
		var m module
		if err := json.Unmarshal(out, &m); err != nil {
			return nil, fmt.Errorf("cannot read the answer of the go command about %s@%s: %w", above, version, err)
		}
		if sources, _ := filepath.Glob(filepath.Join(m.Dir, strings.TrimPrefix(importPath, above), "*.go")); sources != nil {
			return &m, nil
		}
	}
	_, err := goCommand(ctx, work, environment("mod"), "get", importPath+"@"+version)
	if err == nil {
		err = errors.New("no module has it; check the import path")
	}
	return nil, fmt.Errorf("cannot download the package: %w", err)
}

// requirements are the go.mod of the module for a build outside of its repository. Replacements by modules stay as they
// are: only the module itself declares them. Those by directories of the repository are removed, unless the
// directories are published as modules of their own; unpublished has the modules for which no other version is known.
func (m *module) requirements() (content []byte, unpublished []string, err error) {
	if content, err = os.ReadFile(m.GoMod); err != nil {
		return nil, nil, err
	}
	file, err := modfile.Parse(m.GoMod, content, nil)
	if err != nil {
		return nil, nil, fmt.Errorf("cannot read go.mod of %s@%s: %w", m.Path, m.Version, err)
	}
	staged, err := m.staged()
	if err != nil {
		return nil, nil, err
	}
	for _, replaced := range slices.Clone(file.Replace) {
		old, directory := replaced.Old, replaced.New.Version == ""
		switch {
		case !directory:
		case staged != "" && strings.HasPrefix(replaced.New.Path, "./staging/src/"):
			err = errors.Join(err, file.AddReplace(old.Path, old.Version, old.Path, staged))
		default:
			err = errors.Join(err, file.DropReplace(old.Path, old.Version))
			for _, required := range file.Require {
				if required.Mod.Path == old.Path && required.Mod.Version == "v0.0.0" {
					unpublished = append(unpublished, old.Path)
				}
			}
		}
	}
	for _, tool := range slices.Clone(file.Tool) {
		err = errors.Join(err, file.DropTool(tool.Path))
	}
	file.DropToolchainStmt()
	if err != nil {
		return nil, nil, err
	}
	file.Cleanup()
	content, err = file.Format()
	return content, unpublished, err
}

// staged is the version of the modules that Kubernetes publishes from its directory staging: v0.36.2 for v1.36.2. It is
// empty for other modules.
func (m *module) staged() (string, error) {
	rest, isRelease := strings.CutPrefix(m.Version, "v1.")
	switch {
	case m.Path != "k8s.io/kubernetes":
		return "", nil
	case !isRelease || xmodule.IsPseudoVersion(m.Version):
		return "", fmt.Errorf("%s@%s is not a release, and its modules in staging are published for releases only; "+
			"specify the version of a release, such as v1.36.2", m.Path, m.Version)
	}
	return "v0." + rest, nil
}

// environment makes the go command use go.mod: mod adds what is missing in it and in go.sum, readonly does not.
func environment(mod string) []string {
	return []string{"GOWORK=off", "GOFLAGS=" + strings.TrimSpace(os.Getenv("GOFLAGS")+" -mod="+mod)}
}

// copySources copies the files of a module, but for its tests: those in the module cache cannot be changed.
func copySources(work, module string) error {
	return filepath.WalkDir(module, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		below, err := filepath.Rel(module, name)
		target := filepath.Join(work, below)
		switch {
		case err != nil:
			return err
		case entry.IsDir() && (entry.Name() == "testdata" || entry.Name() == "vendor"):
			return fs.SkipDir
		case entry.IsDir():
			return os.MkdirAll(target, 0o777)
		case strings.HasSuffix(name, "_test.go") || !entry.Type().IsRegular():
			return nil
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, source, 0o666)
	})
}

// goCommand runs the go command and returns its output. The error is the first line of its complaint, with advice.
func goCommand(ctx context.Context, dir string, env []string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), env...)
	var complaints bytes.Buffer
	cmd.Stderr = &complaints
	out, err := cmd.Output()
	switch {
	case err == nil:
		return out, nil
	case errors.Is(err, exec.ErrNotFound):
		return nil, errors.New("go command not found in PATH; install Go from https://go.dev")
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	return nil, explain(complaints.String())
}

// explain returns one line of the go command's error output: the first that is neither about its progress, nor about
// the imports and requirements that lead to the reason.
func explain(complaints string) error {
	for line := range strings.Lines(complaints) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "go: ")) // which begins with the package
		if line == "" || strings.HasPrefix(line, "downloading ") || strings.HasPrefix(line, "added ") ||
			strings.HasSuffix(line, " imports") || strings.HasSuffix(line, " requires") {
			continue
		}
		advice := "check the import path, the version and the network"
		switch {
		case strings.Contains(complaints, "SECURITY ERROR"):
			advice = "the download is not what others have got, so nothing of it was used"
		case strings.Contains(line, "GOPROXY=off"):
			advice = "it is not in the module cache either; unset GOPROXY to download it"
		}
		return errors.New(line + "; " + advice)
	}
	return errors.New("the go command says nothing; run go version to check that it works")
}
