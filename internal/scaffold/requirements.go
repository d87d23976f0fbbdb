package scaffold

import (
	"fmt"
	"go/version"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/module"
	"golang.org/x/mod/semver"
)

// goVersion is the Go version that the pinned Kubernetes libraries need, runtimeGoVersion the one that the runtime
// library needs.
const (
	goVersion        = "1.26.0"
	runtimeGoVersion = "1.25.0"
)

// toolGoVersion is the Go that configgen's own go.mod says.
const toolGoVersion = "1.24.0"

// runtimeLibrary is the module that a component loads its configuration through.
const runtimeLibrary = toolModule + "/componentconfig"

// descriptorLibrary is the module with the types of the descriptor.
const descriptorLibrary = toolModule + "/descriptor"

// testLibrary is the module with the tests of what markers promise.
const testLibrary = runtimeLibrary + "/configtest"

// pagesLibrary is the module of /flagz and /statusz. It needs the Go of the pinned Kubernetes libraries.
const pagesLibrary = runtimeLibrary + "/zpages"

// apimachinery is the module whose version all of Kubernetes' own modules share.
const apimachinery = "k8s.io/apimachinery"

// kubernetes is the version of Kubernetes' modules that a component gets which has none yet.
const kubernetes = "v0.37.2"

// pin is a module at a version.
type pin struct{ path, version string }

// pins are the modules that the files import, at the versions that they were tested with.
var pins = []pin{
	{"github.com/spf13/pflag", "v1.0.10"},
	{apimachinery, kubernetes},
	{"k8s.io/component-base", kubernetes},
	{"k8s.io/utils", "v0.0.0-20260626114624-be93311217bd"},
}

// assignmentsLibrary is the module with the sources of dynamic configuration in a cluster.
const assignmentsLibrary = runtimeLibrary + "/dynamic/kube"

// managerLibrary is the module with the types of managers.
const managerLibrary = runtimeLibrary + "/manager"

// managerPins are the modules that the files of an operator import in addition.
var managerPins = []pin{
	{"k8s.io/api", kubernetes},
	{"k8s.io/client-go", kubernetes},
	{"k8s.io/klog/v2", "v2.140.0"},
	{"sigs.k8s.io/controller-runtime", "v0.25.2"},
}

// imported returns the modules that the files of the component import: modules of configgen, and of others.
func (c Component) imported() (libraries []string, modules []pin) {
	libraries, modules = []string{runtimeLibrary, descriptorLibrary, testLibrary}, pins
	if c.ZPages {
		libraries = append(libraries, pagesLibrary)
	}
	if c.Manager {
		libraries = append(libraries, managerLibrary)
		modules = slices.Concat(pins, managerPins)
	}
	if c.Assignments {
		libraries = append(libraries, assignmentsLibrary)
		modules = append(slices.Clip(modules), pin{"k8s.io/client-go", kubernetes})
	}
	return libraries, modules
}

// Require adds to a go.mod the modules that the files of the component import; existing requirements keep their version
// and replacement. The modules of Kubernetes get the minor version of the required apimachinery. If nothing is to be
// added, the content is returned unchanged. It returns an error if the go.mod is invalid.
func (c Component) Require(content []byte) ([]byte, error) {
	file, err := modfile.Parse("go.mod", content, nil)
	if err != nil {
		return nil, err
	}
	required := map[string]string{}
	for _, r := range file.Require {
		required[r.Mod.Path] = r.Mod.Version
	}
	changed := false
	add := func(path, pinned string) {
		if err == nil && required[path] == "" {
			changed, err = true, file.AddRequire(path, pinned)
		}
	}
	libraries, modules := c.imported()
	for _, library := range libraries {
		add(library, c.ToolVersion)
	}
	for _, pin := range modules {
		pinned := pin.version
		if own := required[apimachinery]; own != "" && pinned == kubernetes {
			pinned = own
		}
		add(pin.path, pinned)
	}
	if err == nil && changed {
		err = raiseGo(file, required, c.ZPages)
	}
	for _, library := range libraries {
		replaced := slices.ContainsFunc(file.Replace, func(r *modfile.Replace) bool { return r.Old.Path == library })
		if err == nil && c.Replace != "" && !replaced {
			directory := c.Replace + strings.TrimPrefix(library, toolModule)
			changed, err = true, file.AddReplace(library, "", directory, "")
		}
	}
	switch {
	case err != nil:
		return nil, err
	case !changed:
		return content, nil
	}
	file.Cleanup()
	return file.Format()
}

// raiseGo raises the Go version of a go.mod to the one that its requirements need, as go mod tidy would.
func raiseGo(file *modfile.File, required map[string]string, pages bool) error {
	needed := ""
	if required[runtimeLibrary] == "" {
		needed = runtimeGoVersion
	}
	if required[apimachinery] == "" || pages && required[pagesLibrary] == "" {
		needed = goVersion
	}
	if needed == "" || file.Go != nil && version.Compare("go"+file.Go.Version, "go"+needed) >= 0 {
		return nil
	}
	return file.AddGoStmt(needed)
}

// GeneratorsOf returns the version of k8s.io/code-generator that belongs to the Kubernetes libraries which a go.mod
// requires, the first of the minor where it requires an unreleased one; empty if it does not require them.
func GeneratorsOf(content []byte) string {
	file, err := modfile.Parse("go.mod", content, nil)
	if err != nil {
		return "" // which Require reports
	}
	for _, r := range file.Require {
		minor := semver.MajorMinor(r.Mod.Version)
		switch {
		case r.Mod.Path != apimachinery || minor == "v0.0": // of Kubernetes' own repository
		case module.IsPseudoVersion(r.Mod.Version):
			return minor + ".0"
		default:
			return r.Mod.Version
		}
	}
	return ""
}

// ModulePath returns the path in a go.mod. The error is for one that has none.
func ModulePath(content []byte) (string, error) {
	if path := modfile.ModulePath(content); path != "" {
		return path, nil
	}
	first, _, _ := strings.Cut(string(content), "\n")
	return "", fmt.Errorf("it has no module line, and begins with %q", first)
}
