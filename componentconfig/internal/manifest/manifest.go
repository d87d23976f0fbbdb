// Package manifest reads the arguments of containers from manifests of Kubernetes.
package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"
)

// Container is a container, and the command line of its program.
type Container struct {
	Name, Image string
	// Line and Column are the position of the container.
	Line, Column int
	// Command are the program and the arguments of the field command, Args the arguments of the field args.
	Command, Args []string
}

// Arguments are the arguments of the program.
func (c Container) Arguments() []string {
	return slices.Concat(c.Command[min(1, len(c.Command)):], c.Args)
}

// With returns the fields of the container with other arguments.
func (c Container) With(arguments []string) (string, error) {
	fields := struct {
		Command []string `yaml:"command,omitempty"`
		Args    []string `yaml:"args"`
	}{Args: arguments}
	if len(c.Command) > 1 {
		fields.Command = c.Command[:1]
	}
	var out strings.Builder
	e := yaml.NewEncoder(&out)
	e.SetIndent(2)
	err := e.Encode(fields)
	return out.String(), err
}

// Read returns the container of a component in a manifest with any kinds of objects: the one with a name. For an empty
// name it is the only one, or the only one that has one of the names of the component, a program or an image of that
// name. It returns an error that says what to do.
func Read(text []byte, name string, component ...string) (Container, error) {
	var all []Container
	decoder := yaml.NewDecoder(bytes.NewReader(text))
	for {
		var document yaml.Node
		err := decoder.Decode(&document)
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return Container{}, fmt.Errorf("the manifest cannot be read: %w; if it is a template, render it first", err)
		}
		collect(&document, &all)
	}
	chosen := all
	if name != "" || len(all) > 1 {
		chosen = slices.DeleteFunc(slices.Clone(all), func(c Container) bool { return !c.runs(name, component) })
	}
	switch {
	case len(all) == 0:
		return Container{}, errors.New("the manifest has no containers")
	case len(chosen) != 1:
		var names []string
		for _, c := range all {
			names = append(names, fmt.Sprintf("%s (line %d)", c.Name, c.Line))
		}
		return Container{}, fmt.Errorf("the manifest has the containers %s: choose one by --container",
			strings.Join(names, ", "))
	case chosen[0].inShell():
		return Container{}, fmt.Errorf("the container %s (line %d) runs a shell: specify the flags of the component after "+
			"two dashes", chosen[0].Name, chosen[0].Line)
	}
	return chosen[0], nil
}

// collect finds the containers at any depth.
func collect(n *yaml.Node, all *[]Container) {
	for i, child := range n.Content {
		isKey := n.Kind == yaml.MappingNode && i%2 == 0
		if isKey && (child.Value == "containers" || child.Value == "initContainers") {
			for _, item := range n.Content[i+1].Content {
				var c Container
				if item.Decode(&c) == nil {
					c.Line, c.Column = item.Line, item.Column
					*all = append(*all, c)
				}
			}
		}
		collect(child, all)
	}
}

// runs reports whether a container has a name. For an empty name, it reports whether the name, image or program of the
// container is one of the names of a component.
func (c Container) runs(name string, component []string) bool {
	if name != "" {
		return c.Name == name
	}
	image, _, _ := strings.Cut(path.Base(c.Image), "@")
	image, _, _ = strings.Cut(image, ":")
	return slices.Contains(component, c.Name) || slices.Contains(component, image) ||
		len(c.Command) > 0 && slices.Contains(component, path.Base(c.Command[0]))
}

func (c Container) inShell() bool {
	return len(c.Command) > 0 && slices.Contains([]string{"sh", "bash", "ash", "dash"}, path.Base(c.Command[0]))
}

// variable is a reference to an environment variable of a container.
var variable = regexp.MustCompile(`\$\([-._a-zA-Z0-9]+\)`)

// Variable returns the first reference to an environment variable in an argument of a container, as in $(NODE_NAME);
// empty for none. Two dollar signs are one.
func Variable(argument string) string {
	return variable.FindString(strings.ReplaceAll(argument, "$$", ""))
}

// Text returns an argument without references as the program gets it.
func Text(argument string) string { return strings.ReplaceAll(argument, "$$", "$") }
