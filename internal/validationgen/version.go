package validationgen

import (
	"cmp"
	"fmt"
	"regexp"
	"strconv"
)

// module is a module as the go command describes it.
type module struct {
	Path, Version string
	Replace       *module
}

// released returns the version in use: the version of a replacement by the same module, or else the required version.
// It is empty for nil.
func (m *module) released() string {
	switch {
	case m == nil:
		return ""
	case m.Replace != nil && m.Replace.Path == m.Path:
		return m.Replace.Version
	}
	return m.Version
}

// release is the version of a released Kubernetes module. All of them share one number.
var release = regexp.MustCompile(`^v0\.([1-9][0-9]*)\.[0-9]+(?:-(?:alpha|beta|rc)\.[0-9]+)?$`)

// minor returns the Kubernetes minor version of a module; 0 if the version of the module does not tell.
func minor(m *module) int {
	number := 0
	if found := release.FindStringSubmatch(m.released()); found != nil {
		number, _ = strconv.Atoi(found[1]) // the pattern has digits there; too many of them are not a minor version
	}
	return number
}

// oldest is the first minor version with validation-gen.
const oldest = 33

// check refuses a component without the tool, or with a version of the tool that does not match its API machinery: the
// functions that the output calls change from minor version to minor version.
func check(tool, api *module) *problem {
	have, want := minor(tool), minor(api)
	switch {
	case want != 0 && want < oldest:
		return &problem{
			"validation-gen-version",
			fmt.Sprintf("validation-gen needs k8s.io/apimachinery v0.%d or newer, but the module has %s", oldest,
				api.released()),
			"run go get k8s.io/apimachinery, or remove the tag, so that configgen validates the constraints",
		}
	case tool == nil:
		return &problem{"validation-gen-missing", "go.mod does not name validation-gen as a tool", "run " + install(api)}
	case have != 0 && want != 0 && have != want:
		return &problem{
			"validation-gen-version",
			fmt.Sprintf("validation-gen of %s %s generates code for k8s.io/apimachinery v0.%d, but the module has %s",
				toolModule, tool.released(), have, api.released()),
			"run " + install(api),
		}
	}
	return nil
}

// install returns the command that adds the tool to go.mod, in the version of the API machinery if that is a release.
func install(api *module) string {
	version := ""
	if minor(api) != 0 {
		version = api.released()
	}
	return "go get -tool " + toolPath + "@" + cmp.Or(version, "latest")
}
