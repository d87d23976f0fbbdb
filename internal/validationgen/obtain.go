package validationgen

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os/exec"
	"regexp"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
)

// Import paths that decide on the tool.
const (
	toolModule = "k8s.io/code-generator"
	toolPath   = "k8s.io/code-generator/cmd/validation-gen"
	apiPath    = "k8s.io/apimachinery/pkg/runtime"
)

// module is a module as the go command describes it.
type module struct {
	Path, Version string
	Replace       *module
}

// released is the version that counts: what a replacement by another version of the same module says, or else what is required.
// Nil has none.
func (m *module) released() string {
	switch {
	case m == nil:
		return ""
	case m.Replace != nil && m.Replace.Path == m.Path:
		return m.Replace.Version
	}
	return m.Version
}

// obtain finds the version of the tool that suits the component, and the tool.
func (w *workshop) obtain() *problem {
	tool, api, err := w.modules()
	if err != nil {
		return unavailable("the go command does not answer", err)
	}
	if p := suits(tool, api); p != nil {
		return p
	}
	if tool != nil {
		w.version = tool.released()
		switch err := w.build(); {
		case err == nil:
			return nil
		case tool.Replace != nil || minor(tool) == 0:
			return w.missing(err)
		}
		// What only the command needs may be missing from go.sum; nothing but the version counts then.
	} else if w.version = versionFor(api); w.version == "" {
		return &problem{"validation-gen-missing", "the module graph has no " + toolModule + ", and no release of k8s.io/apimachinery tells which one suits",
			"run go get -tool " + toolPath}
	}
	if err := w.buildApart(); err != nil {
		return w.missing(err)
	}
	return nil
}

// missing is the problem that the tool cannot be built.
func (w *workshop) missing(err error) *problem {
	return &problem{"validation-gen-missing", fmt.Sprintf("cannot build validation-gen of %s %s: %s", toolModule, w.version, firstLine(err.Error())),
		fmt.Sprintf("run go get -tool %s@%s where the module can be downloaded", toolPath, w.version)}
}

// modules asks for the modules that have the tool and the API machinery in the component's module graph; nil where it has none.
// On the way it learns which of the common packages there are: a vendor folder has only those that are imported.
func (w *workshop) modules() (tool, api *module, err error) {
	query := append([]string{"list", "-find", "-e", "-json=ImportPath,Dir,Module", toolPath, apiPath}, common()...)
	printed, err := w.run(w.world.Command("go", query...))
	if err != nil {
		return nil, nil, err
	}
	found := map[string]*module{}
	for decoder := json.NewDecoder(strings.NewReader(printed)); ; {
		var listed struct {
			ImportPath, Dir string
			Module          *module
		}
		if err := decoder.Decode(&listed); errors.Is(err, io.EOF) {
			return found[toolPath], found[apiPath], nil
		} else if err != nil {
			return nil, nil, err
		}
		found[listed.ImportPath] = listed.Module
		if listed.Dir != "" && slices.Contains(common(), listed.ImportPath) {
			w.readOnly = append(w.readOnly, listed.ImportPath)
		}
	}
}

// run runs a command; the error is what it says.
func (w *workshop) run(cmd *exec.Cmd) (string, error) {
	printed, err := cmd.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) && len(exit.Stderr) > 0 {
		return "", errors.New(complaint(string(exit.Stderr)))
	}
	return string(printed), err
}

// complaint is the part of what the go command prints that says why it failed.
func complaint(text string) string {
	for line := range strings.Lines(text) {
		if !strings.HasPrefix(line, "go: downloading") && !strings.HasPrefix(line, "#") {
			return strings.TrimPrefix(strings.TrimSuffix(strings.TrimSpace(line), ":"), "go: ")
		}
	}
	return firstLine(text)
}

// release is the version of a released module of Kubernetes', whose modules have the same numbers.
var release = regexp.MustCompile(`^v0\.([1-9][0-9]*)\.[0-9]+(?:-(?:alpha|beta|rc)\.[0-9]+)?$`)

// minor is the minor of Kubernetes that a module belongs to; 0 where its version does not say.
func minor(m *module) int {
	number := 0
	if found := release.FindStringSubmatch(m.released()); found != nil {
		number, _ = strconv.Atoi(found[1]) // the pattern has digits there; too many of them are no minor
	}
	return number
}

// oldest is the first minor with validation-gen.
const oldest = 33

// suits refuses a tool whose output does not fit the component's API machinery: what it calls changes from minor to minor.
func suits(tool, api *module) *problem {
	have, want := minor(tool), minor(api)
	switch {
	case want != 0 && want < oldest:
		return &problem{"validation-gen-version", fmt.Sprintf("validation-gen needs k8s.io/apimachinery v0.%d or newer, and the module has %s", oldest, api.released()),
			"run go get k8s.io/apimachinery, or remove the tag and have configgen serve the constraints"}
	case have != 0 && want != 0 && have != want:
		return &problem{"validation-gen-version", fmt.Sprintf("validation-gen of %s %s writes code for k8s.io/apimachinery v0.%d, and the module has %s", toolModule, tool.released(), have, api.released()),
			fmt.Sprintf("run go get %s@%s", toolModule, api.released())}
	}
	return nil
}

// versionFor is the version of the tool that suits a component whose module graph has none: that of its API machinery or, where
// this is no release, that of the generators which configgen itself is built with.
func versionFor(api *module) string {
	if minor(api) != 0 {
		return api.released()
	}
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, linked := range build.Deps {
			if linked.Path == toolModule && release.MatchString(linked.Version) {
				return linked.Version
			}
		}
	}
	return ""
}
