// Published writes what the published configuration types of four components of Kubernetes are like, minor version by
// minor version: the data of a test of internal/breaking. It takes the sources from the module cache or the module
// proxy, and needs the network for what is not there. Run it from the root of the repository:
//
//	go run ./hack/published
//
// The sources of all versions are read beside the same libraries, so that a snapshot has the changes of the types
// themselves, and fields with a type of another module have none below them.
package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/configgen/configgen/internal/breaking/published"
	"github.com/configgen/configgen/internal/build"
	"github.com/configgen/configgen/internal/configapi"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/markers"
)

// libraries are the versions of what the types import.
const libraries = "v0.37.2"

func main() {
	if err := run(); err != nil {
		fmt.Fprintln(os.Stderr, "published: "+err.Error())
		os.Exit(1)
	}
}

func run() error {
	dir, err := os.MkdirTemp("", "published")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	for _, component := range published.Components() {
		for _, minor := range published.Minors() {
			if err := copySources(dir, component, minor); err != nil {
				return err
			}
		}
	}
	if err := resolve(dir); err != nil {
		return err
	}
	found, err := snapshots(dir)
	if err != nil {
		return err
	}
	for _, component := range published.Components() {
		name := filepath.Join("internal", "breaking", "published", "testdata", component+".txt")
		if err := os.WriteFile(name, published.Encode(found[component]), 0o666); err != nil {
			return err
		}
	}
	return nil
}

// copySources copies the types of a component, and marks those that are objects as roots.
func copySources(dir, component, minor string) error {
	out, err := command(".", "go", "mod", "download", "-json", "k8s.io/"+component+"@v0."+minor+".0")
	if err != nil {
		return err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(module.Dir, "config", "v*", "types*.go"))
	if err != nil || len(files) == 0 {
		return fmt.Errorf("%s has no types: %w", module.Dir, err)
	}
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		version := filepath.Base(filepath.Dir(file))
		into := filepath.Join(dir, component, "m"+minor, version)
		content = objects.ReplaceAll(content, []byte("$0// +config\n"))
		doc := fmt.Sprintf("// Package %s has types.\n// +groupName=%s.config.k8s.io\n// +configgen:api(release: \"1.%s\")\n"+
			"package %[1]s\n", version, component, minor)
		if err := write(filepath.Join(into, "doc.go"), []byte(doc)); err != nil {
			return err
		}
		if err := write(filepath.Join(into, filepath.Base(file)), content); err != nil {
			return err
		}
	}
	return nil
}

// objects matches the tag of an object up to the declaration, which may be apart from it.
var objects = regexp.MustCompile(
	`// \+k8s:deepcopy-gen:interfaces=k8s.io/apimachinery/pkg/runtime.Object\n(//[^\n]*\n|\n)*`)

func write(name string, content []byte) error {
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		return err
	}
	return os.WriteFile(name, content, 0o666)
}

// resolve makes a module of the sources.
func resolve(dir string) error {
	var mod strings.Builder
	mod.WriteString("module example.com/published\n\ngo 1.25\n\nrequire (\n")
	for _, name := range []string{"api", "apimachinery", "cloud-provider", "component-base", "controller-manager"} {
		fmt.Fprintf(&mod, "\tk8s.io/%s %s\n", name, libraries)
	}
	mod.WriteString(")\n")
	if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(mod.String()), 0o666); err != nil {
		return err
	}
	_, err := command(dir, "go", "list", "-mod=mod", "-e", "-deps", "./...")
	return err
}

// snapshots are those of all components, by component and minor version.
func snapshots(dir string) (map[string]map[string]configapi.Snapshot, error) {
	session, _, err := load.Load(context.Background(), load.Request{
		Dir: dir, Patterns: []string{"./..."}, Env: os.Environ(), Wanted: markers.Mentions, Ours: emit.IsOurs,
	})
	if err != nil {
		return nil, err
	}
	groups, findings := build.Groups(session)
	for _, f := range findings {
		if f.Code == "type-error" || f.Code == "syntax" {
			return nil, fmt.Errorf("%s", f)
		}
	}
	found := map[string]map[string]configapi.Snapshot{}
	for _, g := range groups {
		parts := strings.Split(g.Package.Path, "/")
		component, minor := parts[2], strings.TrimPrefix(parts[3], "m")
		if found[component] == nil {
			found[component] = map[string]configapi.Snapshot{}
		}
		found[component][minor] = published.Merge(found[component][minor], configapi.Describe(g).Snapshot)
	}
	return found, nil
}

// command runs a command and returns its output.
func command(dir, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
	var said bytes.Buffer
	cmd.Stderr = &said
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", strings.Join(slices.Concat([]string{name}, args), " "), err, said.String())
	}
	return out, err
}
