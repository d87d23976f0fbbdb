package scaffold

import (
	"cmp"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// Layout says which types the program works with.
type Layout string

const (
	// Internal gives the group an internal type, to which every version of the files converts.
	Internal Layout = "internal"
	// External gives it none: the program works with the first version itself.
	External Layout = "external"
)

// Component has the facts that the files of a new group depend on: the answers of the user, and the findings of init in
// the module. The templates see it through a view.
type Component struct {
	// Group is the API group, as in relay.config.example.io.
	Group string
	// Kind is the root type, as in RelayConfiguration.
	Kind string
	// Version is the first version of the files, as in v1alpha1.
	Version string
	// Module is the path of the module that the files are in.
	Module string
	// InModule says that the module is there already.
	InModule bool
	// Name is the name of the program, of its directory in cmd, and of its files in config.
	Name string
	// Path is the directory of the group below the root of the module, with slashes, as in apis/config.
	Path string
	// Tools is the directory of the module of tools below the root of the module, with slashes, as in tools or hack/tools.
	Tools string
	// Layout says whether there is an internal type.
	Layout Layout
	// FlagsStruct is the name of the struct of flags that are not configuration; empty for none.
	FlagsStruct string
	// Dynamic adds dynamic configuration.
	Dynamic bool
	// Assignments lets an object of a cluster assign the configuration of each instance. It implies Dynamic.
	Assignments bool
	// Manager makes the component an operator on controller-runtime.
	Manager bool
	// ZPages adds /flagz and /statusz to /configz, and links the program with k8s.io/apiserver.
	ZPages bool
	// ToolVersion is the version of configgen and of its runtime library to require.
	ToolVersion string
	// Generators is the version of k8s.io/code-generator that the module of tools requires: the minor of the component's
	// own Kubernetes libraries decides what generated code looks like.
	Generators string
	// Replace is the directory of a checkout of configgen that takes the place of ToolVersion, with slashes: absolute, or
	// relative to the root of the module. Empty for none.
	Replace string
	// Workspace says that the module is below a go.work.
	Workspace bool
	// ReplaceFromRoot is Replace, absolute: go -modfile resolves relative replacements against another directory than go
	// -C.
	ReplaceFromRoot string
}

// WithDefaults fills what was left empty and follows from the rest: Version, Name, Path, Tools, Layout, Dynamic and
// Generators.
func (c Component) WithDefaults() Component {
	name, _, _ := strings.Cut(c.Group, ".")
	c.Version, c.Name, c.Path = cmp.Or(c.Version, "v1alpha1"), cmp.Or(c.Name, name), cmp.Or(c.Path, "apis/config")
	c.Tools, c.Layout = cmp.Or(c.Tools, "tools"), cmp.Or(c.Layout, Internal)
	c.Generators, c.Dynamic = cmp.Or(c.Generators, kubernetes), c.Dynamic || c.Assignments
	return c
}

// Base is the kind without the word that every kind of a configuration ends in: Relay.
func (c Component) Base() string {
	for _, suffix := range []string{"Configuration", "Config"} {
		if base := strings.TrimSuffix(c.Kind, suffix); base != "" && base != c.Kind {
			return base
		}
	}
	return c.Kind
}

// Internal reports whether there is an internal type.
func (c Component) Internal() bool { return c.Layout == Internal }

// Import is the import path of the group's directory.
func (c Component) Import() string { return c.Module + "/" + c.Path }

// VersionPath is the directory of the version below the root of the module.
func (c Component) VersionPath() string { return c.Path + "/" + c.Version }

// ProgramPath is the directory of the program below the root of the module.
func (c Component) ProgramPath() string { return "cmd/" + c.Name }

// versionParts splits a version of an API: v1, v2alpha1.
var versionParts = regexp.MustCompile(`^v([1-9][0-9]*)(?:(alpha|beta)([1-9][0-9]*))?$`)

// Follows reports whether a version of an API comes after another one as they are made: v1alpha1, v1alpha2, v1beta1,
// v1, v2alpha1. Both are versions that CheckVersion has nothing against.
func Follows(version, other string) bool {
	age := func(version string) []int {
		parts := versionParts.FindStringSubmatch(version)
		if parts == nil {
			return nil
		}
		major, _ := strconv.Atoi(parts[1]) // digits, as the expression says
		minor, _ := strconv.Atoi(parts[3])
		return []int{major, slices.Index([]string{"alpha", "beta", ""}, parts[2]), minor}
	}
	return slices.Compare(age(version), age(other)) > 0
}

// NextVersion is the version that most likely comes after another one: v1alpha1, v1beta1, v1, v2alpha1.
func NextVersion(version string) string {
	parts := versionParts.FindStringSubmatch(version)
	if parts == nil {
		return "v1"
	}
	switch parts[2] {
	case "alpha":
		return "v" + parts[1] + "beta1"
	case "beta":
		return "v" + parts[1]
	}
	major, _ := strconv.Atoi(parts[1]) // digits, as the expression says
	return "v" + strconv.Itoa(major+1) + "alpha1"
}
