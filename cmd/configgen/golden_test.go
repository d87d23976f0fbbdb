package main

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen"
	"github.com/configgen/configgen/internal/cli"
	"github.com/configgen/configgen/internal/upstream"
	"github.com/configgen/configgen/internal/validationgen"
)

// golden is the module of the golden cases.
const golden = "../../testdata/golden"

// TestGolden runs the generated code of the directories of the golden module that -run selects. With -update, it first
// generates into a copy of the module, and records the files only if the tests pass there.
func TestGolden(t *testing.T) {
	module := absolute(t, golden)
	entries, err := os.ReadDir(module)
	if err != nil {
		t.Fatal(err)
	}
	var names, patterns []string
	for _, entry := range entries {
		if entry.IsDir() {
			names = append(names, entry.Name())
		}
	}
	for _, name := range choose(t, names, func(*testing.T, string) {}) {
		patterns = append(patterns, "./"+name+"/...")
	}
	if *update {
		record(t, module, patterns)
	}
	goTool(t, module, "", append([]string{"test"}, patterns...)...)
}

// TestModules expects the generated files of every module in the repository to be up to date.
func TestModules(t *testing.T) {
	for _, dir := range modules(t) {
		t.Run(filepath.Base(dir), func(t *testing.T) { verify(t, absolute(t, dir)) })
	}
}

// modules returns the directories of the modules with generated files.
func modules(t *testing.T) []string {
	t.Helper()
	var dirs []string
	for _, pattern := range []string{"../../testdata/*/go.mod", "../../examples/*/go.mod"} {
		found, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range found {
			dirs = append(dirs, filepath.Dir(file))
		}
	}
	if !slices.Contains(dirs, filepath.Clean(golden)) {
		t.Fatalf("the golden module is not among %q", dirs)
	}
	return dirs
}

// TestGroupsOfComponentConfig verifies that the generated files of the groups in the tests of the runtime library, and
// of the group of config-fleet, are up to date.
func TestGroupsOfComponentConfig(t *testing.T) {
	if status, output := run(
		t, absolute(t, "../../componentconfig"), "verify", "./testdata/relay", "./testdata/shipper", "./testdata/depot",
		"./testdata/kiosk",
	); status != 0 || output != "" {
		t.Errorf("configgen verify: status %d\n%s", status, output)
	}
	verify(t, absolute(t, "../../componentconfig/manager"))
	verify(t, absolute(t, "../../fleet"))
}

// verify runs configgen verify in a module, in this process.
func verify(t *testing.T, module string) {
	t.Helper()
	if status, output := run(t, module, "verify"); status != 0 || output != "" {
		t.Errorf("configgen verify: status %d\n%s", status, output)
	}
}

// run runs configgen in a directory, in this process, and returns its status and all that it prints.
func run(t *testing.T, dir string, args ...string) (int, string) {
	t.Helper()
	var output bytes.Buffer
	getenv := func(string) string { return "" }
	env := cli.Environment{Dir: dir, Stdout: &output, Stderr: &output, Getenv: getenv}
	status := cli.Run(context.Background(), env, args, configgen.Generators(), upstream.Adapter, validationgen.Adapter)
	return status, output.String()
}

// goTool runs the go command in a directory, as for another system where goos is not empty.
func goTool(t *testing.T, dir, goos string, args ...string) {
	t.Helper()
	cmd := exec.Command("go", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "PWD="+dir)
	if goos != "" {
		cmd.Env = append(cmd.Env, "GOOS="+goos, "GOARCH=amd64", "CGO_ENABLED=0")
	}
	if output, err := cmd.CombinedOutput(); err != nil {
		t.Errorf("go %s: %v\n%s", strings.Join(args, " "), err, passed.ReplaceAll(output, nil))
	}
}

// passed matches the lines about packages that pass, and pflag's lines about deprecated flags.
var passed = regexp.MustCompile(`(?m)^(ok  |\?   |Flag --\S+ has been deprecated).*\n`)

// record generates into a copy of the module, compiles, checks and runs the packages in the copy that the patterns
// name, and takes over the files that changed. The copy is beside the module, so that relative replacements in go.mod
// hold.
func record(t *testing.T, module string, patterns []string) {
	t.Helper()
	trial, err := os.MkdirTemp(filepath.Dir(module), ".golden-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := os.RemoveAll(trial); err != nil {
			t.Error(err)
		}
	})
	if err := os.CopyFS(trial, os.DirFS(module)); err != nil {
		t.Fatal(err)
	}
	status, output := run(t, trial, append([]string{"generate"}, patterns...)...)
	if status != 0 {
		t.Fatalf("configgen generate: status %d; nothing is recorded\n%s", status, output)
	}
	goTool(t, trial, "", append([]string{"vet"}, patterns...)...)
	goTool(t, trial, "", append([]string{"test"}, patterns...)...)
	if t.Failed() {
		t.Fatal("what was generated does not pass; nothing is recorded")
	}
	for line := range strings.Lines(output) {
		name, removed := strings.CutPrefix(strings.TrimSuffix(line, "\n"), "removed ")
		t.Logf("recording %s", name)
		if err := takeOver(filepath.Join(trial, name), filepath.Join(module, name), removed); err != nil {
			t.Fatal(err)
		}
	}
}

// takeOver makes one file of the module as it is in the copy.
func takeOver(from, to string, removed bool) error {
	if removed {
		return os.Remove(to)
	}
	content, err := os.ReadFile(from)
	if err != nil {
		return err
	}
	if err := os.Mkdir(filepath.Dir(to), 0o777); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.WriteFile(to, content, 0o666)
}

// absolute returns the absolute form of a path seen from this directory.
func absolute(t *testing.T, path string) string {
	t.Helper()
	path, err := filepath.Abs(path)
	if err != nil {
		t.Fatal(err)
	}
	return path
}
