package validationgen

import "testing"

// TestCheck compares the versions of the tool and of the library that its output calls.
func TestCheck(t *testing.T) {
	at := func(version string) *module { return &module{Path: "m", Version: version} }
	const get = "run go get -tool k8s.io/code-generator/cmd/validation-gen@"
	for name, test := range map[string]struct {
		tool, api    *module
		message, fix string
	}{
		"same":              {tool: at("v0.37.2"), api: at("v0.37.0")},
		"release candidate": {tool: at("v0.37.0-rc.1"), api: at("v0.37.2")},
		"three digits":      {tool: at("v0.100.0"), api: at("v0.100.1")},
		"commit":            {tool: at("v0.37.2"), api: at("v0.0.0-20260101000000-0123456789ab")},
		"no API machinery":  {tool: at("v0.37.2")},
		"unknown tool":      {tool: at("v0.0.0"), api: at("v0.37.2")},
		"older tool": {
			tool: at("v0.36.1"), api: at("v0.37.2"), fix: get + "v0.37.2",
			message: "validation-gen of k8s.io/code-generator v0.36.1 generates code for " +
				"k8s.io/apimachinery v0.36, but the module has v0.37.2",
		},
		"newer tool": {
			tool: at("v0.37.2"), api: at("v0.33.0"), fix: get + "v0.33.0",
			message: "validation-gen of k8s.io/code-generator v0.37.2 generates code for " +
				"k8s.io/apimachinery v0.37, but the module has v0.33.0",
		},
		"one digit": {
			api: at("v0.9.0"), message: "validation-gen needs k8s.io/apimachinery v0.33 or newer, but the module has v0.9.0",
			fix: "run go get k8s.io/apimachinery, or remove the tag, so that configgen validates the constraints",
		},
		"before the tool": {
			tool: at("v0.37.2"), api: at("v0.32.9"),
			message: "validation-gen needs k8s.io/apimachinery v0.33 or newer, but the module has v0.32.9",
			fix:     "run go get k8s.io/apimachinery, or remove the tag, so that configgen validates the constraints",
		},
		"no tool": {api: at("v0.37.2"), message: missing, fix: get + "v0.37.2"},
		"pinned": {
			api:     &module{Path: "m", Version: "v0.33.0", Replace: at("v0.37.1")},
			message: missing, fix: get + "v0.37.1",
		},
		"fork": {
			api:     &module{Path: "m", Version: "v0.37.2", Replace: &module{Path: "../fork"}},
			message: missing, fix: get + "v0.37.2",
		},
		"no tool for a commit": {
			api: at("v0.0.0-20260101000000-0123456789ab"), message: missing, fix: get + "latest",
		},
		"no tool and no API machinery": {message: missing, fix: get + "latest"},
	} {
		t.Run(name, func(t *testing.T) {
			found := check(test.tool, test.api)
			if found == nil {
				found = &problem{}
			}
			if found.message != test.message || found.fix != test.fix {
				t.Errorf("got %q; %q\nwant %q; %q", found.message, found.fix, test.message, test.fix)
			}
		})
	}
}

const missing = "go.mod does not name validation-gen as a tool"
