// Package modproxy has the modules of this repository as they are once they are released, and serves them from files.
package modproxy

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/zip"
)

// Module is a module of the repository that others can require.
type Module struct {
	// Dir is its directory in the repository, with slashes; "." for the first one. Path is its path.
	Dir, Path string
}

// Tag is the name of the tag of a version of the module.
func (m Module) Tag(version string) string { return path.Join(m.Dir, version) }

// Published returns the modules of a repository that others can require, as hack/modules.sh lists them.
func Published(repository string) ([]Module, error) {
	cmd := exec.Command("hack/modules.sh", "published")
	cmd.Dir = repository
	listed, err := cmd.Output()
	if err != nil {
		return nil, fmt.Errorf("hack/modules.sh published: %w", err)
	}
	var modules []Module
	for dir := range strings.FieldsSeq(string(listed)) {
		content, err := os.ReadFile(filepath.Join(repository, dir, "go.mod"))
		if err != nil {
			return nil, err
		}
		modules = append(modules, Module{dir, modfile.ModulePath(content)})
	}
	return modules, nil
}

// Released returns a go.mod of the repository as released: it requires the published modules in the version of the
// release, without replacements.
func Released(content []byte, modules []Module, version string) ([]byte, error) {
	file, err := modfile.Parse("go.mod", content, nil)
	if err != nil {
		return nil, err
	}
	changed := false
	for _, r := range file.Require {
		if slices.ContainsFunc(modules, func(m Module) bool { return m.Path == r.Mod.Path }) {
			changed = true
			if err := errors.Join(file.AddRequire(r.Mod.Path, version), file.DropReplace(r.Mod.Path, "")); err != nil {
				return nil, err
			}
		}
	}
	if !changed {
		return content, nil
	}
	file.Cleanup()
	return file.Format()
}

// Serve writes what a proxy has of one version of a module, whose files are in source, into the directory of the proxy:
// https://go.dev/ref/mod#goproxy-protocol.
func Serve(proxy, source string, version module.Version) error {
	target := filepath.Join(proxy, filepath.FromSlash(version.Path), "@v")
	if err := os.MkdirAll(target, 0o777); err != nil {
		return err
	}
	requirements, err := os.ReadFile(filepath.Join(source, "go.mod"))
	if err != nil {
		return err
	}
	for name, content := range map[string]string{
		"list":                    version.Version + "\n",
		version.Version + ".info": fmt.Sprintf(`{"Version":%q,"Time":"2026-01-02T03:04:05Z"}`, version.Version),
		version.Version + ".mod":  string(requirements),
	} {
		if err := os.WriteFile(filepath.Join(target, name), []byte(content), 0o666); err != nil {
			return err
		}
	}
	archive, err := os.Create(filepath.Join(target, version.Version+".zip"))
	if err != nil {
		return err
	}
	return errors.Join(zip.CreateFromDir(archive, version, source), archive.Close())
}
