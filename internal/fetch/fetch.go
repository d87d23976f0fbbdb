// Package fetch loads a package of a published module, in a module of its own in a temporary directory. The go command
// downloads the module and what it requires, and verifies their checksums. Nothing is built.
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
	"path/filepath"
	"strings"

	"golang.org/x/mod/modfile"
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

// Get downloads the package that an argument such as k8s.io/kubelet/config/v1beta1@v0.36.0 names, and copies the Go
// files of its module into the directory work, which is empty and belongs to the caller. It returns an error in one
// line, with advice, if there is no such module, version or package, if it cannot be downloaded, or if its checksum is
// not the expected one.
func Get(ctx context.Context, work, argument string) (*Package, error) {
	path, version, _ := strings.Cut(argument, "@")
	if path == "" || version == "" {
		return nil, fmt.Errorf("invalid package %q; specify an import path and a version, such as "+
			"k8s.io/kubelet/config/v1beta1@v0.36.0", argument)
	}
	name := filepath.Join(work, "go.mod")
	if err := os.WriteFile(name, []byte("module published.invalid\n"), 0o666); err != nil {
		return nil, err
	}
	if _, err := goCommand(ctx, work, "get", argument); err != nil {
		return nil, fmt.Errorf("cannot download the package: %w", err)
	}
	listed, err := goCommand(ctx, work, "list", "-find", "-json=Dir,Module", path)
	if err != nil {
		return nil, fmt.Errorf("cannot load %s: %w", argument, err)
	}
	var found struct {
		Dir    string
		Module *struct{ Path, Version, Dir string }
	}
	if err := json.Unmarshal(listed, &found); err != nil {
		return nil, fmt.Errorf("cannot read what the go command says of %s: %w", argument, err)
	}
	if found.Module == nil {
		return nil, fmt.Errorf("%s is a package of the standard library, which has no configuration kinds", path)
	}
	below, err := filepath.Rel(found.Module.Dir, found.Dir)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(becomeMain(name, found.Module.Path), copySources(work, found.Module.Dir)); err != nil {
		return nil, err
	}
	return &Package{
		Path: path, Dir: filepath.Join(work, below), Module: found.Module.Path, Version: found.Module.Version,
		Env: environment(),
	}, nil
}

// environment makes the go command add to go.mod and go.sum what is missing.
func environment() []string {
	return []string{"GOWORK=off", "GOFLAGS=" + strings.TrimSpace(os.Getenv("GOFLAGS")+" -mod=mod")}
}

// copySources copies the Go files of a module, but for its tests: those in the module cache cannot be changed.
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
		case !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go"):
			return nil
		}
		source, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		return os.WriteFile(target, source, 0o666)
	})
}

// becomeMain makes a module that a go.mod requires the one that the go.mod is of.
func becomeMain(name, module string) error {
	content, err := os.ReadFile(name)
	if err != nil {
		return err
	}
	file, err := modfile.Parse(name, content, nil)
	if err != nil {
		return err
	}
	if err := errors.Join(file.DropRequire(module), file.AddModuleStmt(module)); err != nil {
		return err
	}
	file.Cleanup()
	if content, err = file.Format(); err != nil {
		return err
	}
	return os.WriteFile(name, content, 0o666)
}

// goCommand runs the go command and returns what it prints. Its error is the first line of what it complains of, with
// advice.
func goCommand(ctx context.Context, dir string, args ...string) ([]byte, error) {
	cmd := exec.CommandContext(ctx, "go", args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), environment()...)
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

// explain makes one line of what the go command complains of.
func explain(complaints string) error {
	for line := range strings.Lines(complaints) {
		line = strings.TrimSpace(strings.TrimPrefix(line, "go: ")) // which begins with the package
		if line == "" || strings.HasPrefix(line, "downloading ") || strings.HasPrefix(line, "added ") {
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
