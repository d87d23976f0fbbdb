// Published writes snapshots of the published configuration types of some components, for each minor version: the data
// of a test of internal/breaking. It reads the sources from the module cache or the module proxy, and needs the network
// for missing modules. Run it from the root of the repository:
//
//	go run ./hack/published
//
// The sources of all versions are read with the same libraries, so that the snapshots differ only by changes of the
// types themselves. Fields with a type of another module have no fields below them.
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

	"github.com/configgen/configgen/descriptor"
	"github.com/configgen/configgen/internal/breaking/published"
	"github.com/configgen/configgen/internal/emit"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/markers"
	"github.com/configgen/configgen/internal/model"
)

// libraries is the version of the libraries that the types import.
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
		for _, minor := range component.Minors {
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
		name := filepath.Join("internal", "breaking", "published", "testdata", component.Name+".txt")
		merged := map[string]*descriptor.Descriptor{}
		for _, minor := range component.Minors {
			merged[minor] = published.Merge(found[place(component, minor)])
		}
		text, err := component.Encode(merged)
		if err != nil {
			return err
		}
		if err := os.WriteFile(name, text, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// place returns the directory of a version of a component in the module of all sources.
func place(component published.Component, minor string) string {
	return component.Name + "/m" + minor + "/"
}

// copySources copies the types of a component, and marks objects as roots.
func copySources(dir string, component published.Component, minor string) error {
	out, err := command(".", "go", "mod", "download", "-json",
		fmt.Sprintf("%s@%s.%s.0", component.Module, component.Major, minor))
	if err != nil {
		return err
	}
	var module struct{ Dir string }
	if err := json.Unmarshal(out, &module); err != nil {
		return err
	}
	var files []string
	for _, pattern := range component.Dirs {
		found, err := filepath.Glob(filepath.Join(module.Dir, pattern, "types*.go"))
		if err != nil {
			return err
		}
		files = append(files, found...)
	}
	if len(files) == 0 {
		return fmt.Errorf("%s has no types", module.Dir)
	}
	for _, file := range files {
		if strings.HasSuffix(file, "_test.go") {
			continue
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(module.Dir, file)
		if err != nil {
			return err
		}
		into := filepath.Join(dir, place(component, minor), filepath.Dir(relative))
		content = objects.ReplaceAll(content, []byte("$0// +config\n"))
		for _, kind := range component.Kinds {
			head := "\ntype " + kind + " struct {"
			content = bytes.Replace(content, []byte(head), []byte("\n// +config"+head), 1)
		}
		content = bytes.ReplaceAll(content, []byte(`"`+component.Module+"/"), []byte(`"`+sources+place(component, minor)))
		doc := fmt.Sprintf("// Package %s has types.\n// +groupName=%s.config.k8s.io\n// +configgen:api(release: \"1.%s\")\n"+
			"package %[1]s\n", filepath.Base(into), component.Name, minor)
		if err := write(filepath.Join(into, "doc.go"), []byte(doc)); err != nil {
			return err
		}
		if err := write(filepath.Join(into, filepath.Base(file)), content); err != nil {
			return err
		}
	}
	return nil
}

// sources is the module of all sources, with a slash.
const sources = "example.com/published/"

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

// snapshots returns the snapshots of all packages, by the directory of their component and minor version.
func snapshots(dir string) (map[string][]*descriptor.Descriptor, error) {
	session, _, err := load.Load(context.Background(), load.Request{
		Dir: dir, Patterns: []string{"./..."}, Env: os.Environ(), Wanted: markers.Mentions, Ours: emit.IsOurs,
	})
	if err != nil {
		return nil, err
	}
	groups, findings := model.Groups(session)
	for _, f := range findings {
		if f.Code == "type-error" || f.Code == "syntax" {
			return nil, fmt.Errorf("%s", f)
		}
	}
	found := map[string][]*descriptor.Descriptor{}
	for _, g := range groups {
		parts := strings.Split(strings.TrimPrefix(g.Package.Path, sources), "/")
		in := strings.Join(parts[:2], "/") + "/"
		api := g.Descriptor
		withoutForeign(g, api)
		if len(api.Kinds) == 0 {
			continue
		}
		text, err := api.Encode()
		if err != nil {
			return nil, err
		}
		if api, err = descriptor.Decode(bytes.ReplaceAll(text, []byte(sources+in), nil)); err != nil {
			return nil, err
		}
		found[in] = append(found[in], api)
	}
	return found, nil
}

// withoutForeign removes the fields that the types of other modules have.
func withoutForeign(g *group.Group, api *descriptor.Descriptor) {
	for i, root := range g.Roots {
		foreign := map[string]bool{}
		root.Walk(func(field *group.Field) {
			holder := field.Parent
			for holder != nil && holder.JSONName == "" { // the fields of an embedded struct belong to the struct around it
				holder = holder.Parent
			}
			foreign[field.Path] = !field.Own() && holder != nil
		})
		kind := &api.Kinds[i]
		kind.Fields = slices.DeleteFunc(kind.Fields, func(f descriptor.Field) bool { return foreign[f.Path] })
		for j := range kind.Versions {
			v := &kind.Versions[j]
			v.Fields = slices.DeleteFunc(v.Fields, func(f descriptor.VersionField) bool { return foreign[f.Go] })
		}
	}
}

// command runs a command and returns its output.
func command(dir, name string, args ...string) ([]byte, error) {
	cmd := exec.Command(name, args...)
	cmd.Dir, cmd.Env = dir, append(os.Environ(), "GOWORK=off")
	var printed bytes.Buffer
	cmd.Stderr = &printed
	out, err := cmd.Output()
	if err != nil {
		err = fmt.Errorf("%s: %w: %s", strings.Join(slices.Concat([]string{name}, args), " "), err, printed.String())
	}
	return out, err
}
