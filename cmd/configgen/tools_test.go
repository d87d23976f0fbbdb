//go:build tools

package main

import (
	"path/filepath"
	"testing"
)

// TestInitTools runs what takes too long for TestInit: the files that init writes with tools other than Go and git
// (linters, hooks, a workflow's shell, releases), their later versions, and pages about a component that runs.
func TestInitTools(t *testing.T) { scaffolds(t, "../../testdata/script/tools") }

// TestInitSoak runs the longest scripts: linters on the scaffolds of all layouts, scaffolds in workspaces, with vendor
// directories and beside other code, files of earlier releases, the oldest validation-gen, and programs that from-flags
// refuses.
func TestInitSoak(t *testing.T) { scaffolds(t, "../../testdata/script/soak") }

// TestOnOtherSystems compiles and vets the runtime library and all generated code, tests included, for systems that the
// tests do not run on.
func TestOnOtherSystems(t *testing.T) {
	for _, dir := range append(modules(t), "../../componentconfig", "../../componentconfig/dynamic/kube") {
		for _, goos := range []string{"windows", "darwin", "freebsd"} {
			t.Run(filepath.Base(dir)+"-"+goos, func(t *testing.T) { goTool(t, absolute(t, dir), goos, "vet", "./...") })
		}
	}
}
