//go:build tools

package main

import (
	"path/filepath"
	"testing"
)

// TestInitTools runs what init writes with what is more than Go and git (linters, hooks, a workflow's shell, releases),
// and with copies of the dependencies, which take long.
func TestInitTools(t *testing.T) { scaffolds(t, "../../testdata/script/tools") }

// TestComponentConfigOnOtherSystems compiles the runtime library, tests included, for systems that the tests do not run
// on.
func TestComponentConfigOnOtherSystems(t *testing.T) {
	for _, module := range []string{"../../componentconfig", "../../componentconfig/dynamic/kube"} {
		for _, goos := range []string{"windows", "darwin", "freebsd"} {
			t.Run(filepath.Base(module)+"-"+goos, func(t *testing.T) { goTool(t, absolute(t, module), goos, "vet", "./...") })
		}
	}
}
