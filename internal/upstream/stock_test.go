package upstream_test

import (
	"bytes"
	"flag"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/upstream"
)

// stockTools are the commands that the generator replaces, and the files that they write.
var stockTools = map[string]string{
	"deepcopy-gen":   "zz_generated.deepcopy.go",
	"defaulter-gen":  "zz_generated.defaults.go",
	"conversion-gen": "zz_generated.conversion.go",
	"register-gen":   "zz_generated.register.go",
}

// TestEqualsStock runs the stock tools and ours on the same packages. The stock tools take half a minute for a module,
// so that without -all only their option for conversions is compared, which no published module uses.
func TestEqualsStock(t *testing.T) {
	const convert = "conversion-gen" // which has the option
	tools := []string{convert}
	if *all {
		tools = slices.Collect(maps.Keys(stockTools))
	}
	bin := buildStock(t, tools)
	each := func(name string, test func(t *testing.T)) {
		if *all {
			t.Run(name, test)
		}
	}
	each("kubelet", func(t *testing.T) {
		dir := t.TempDir()
		copyTree(t, "../../testdata/kubelet", dir)
		compare(t, bin, dir, stockTools, map[string][]string{"config": {"config", "config/v1beta1"}})
	})
	t.Run("skip-unsafe", func(t *testing.T) {
		dir := t.TempDir()
		copyTree(t, "../../testdata/kubelet", dir)
		compare(
			t, bin, dir, map[string]string{convert: stockTools[convert]},
			map[string][]string{"config": {"config", "config/v1beta1"}}, skipUnsafe,
		)
		content, err := os.ReadFile(filepath.Join(dir, "config/v1beta1/zz_generated.conversion.go"))
		if err != nil || bytes.Contains(content, []byte("unsafe.")) {
			t.Errorf("the stock tool uses package unsafe, so the option is not shown to matter (%v)", err)
		}
	})
	each("sample", func(t *testing.T) {
		dir := besides(t, "../../examples")
		copyTree(t, "../../examples/sampleconfig", dir)
		compare(
			t, bin, dir, stockTools,
			map[string][]string{"config": {"apis/config", "apis/config/v1alpha1", "apis/config/v1beta1"}},
		)
	})
	each("certmanager", func(t *testing.T) {
		const module = "example.com/replacements/certmanager"
		var packages []string
		for _, name := range []string{"shared", "controller", "cainjector", "webhook"} {
			packages = append(packages, "./"+name, "./"+name+"/v1alpha1")
		}
		peers := extraPeers + "=" + module + "/shared/v1alpha1," + module + "/controller/v1alpha1"
		compareReplacement(t, bin, "certmanager", packages, 13, peers)
	})
	each("kubescheduler", func(t *testing.T) {
		compareReplacement(t, bin, "kubescheduler", []string{"./config", "./config/v1"}, 3)
	})
}

// skipUnsafe is an option of conversion-gen, extraPeers one of conversion-gen and defaulter-gen.
const (
	skipUnsafe = "--skip-unsafe"
	extraPeers = "--extra-peer-dirs"
)

// compareReplacement expects that both make the same files of a module whose types are published, and whose defaults
// and conversions are in packages of their own. +configgen:peers is in place of options for the stock tools.
func compareReplacement(t *testing.T, bin, name string, packages []string, files int, options ...string) {
	dir, program := besides(t, "../../testdata/replacements"), filepath.Join(bin, "configgen")
	copyTree(t, filepath.Join("../../testdata/replacements", name), dir)
	modfile := flag.Lookup("generators").Value.String()
	run(t, "../..", "go", "build", "-modfile", modfile, "-o", program, "./cmd/configgen")
	run(t, dir, program, "generate", "./...")
	ours := map[string]string{}
	for _, pkg := range packages {
		for _, file := range stockTools {
			path := filepath.Join(dir, pkg, file)
			if content, err := os.ReadFile(path); err == nil {
				ours[path] = string(content)
			}
			os.Remove(path)
		}
	}
	stock := runStock(t, bin, dir, stockTools, packages, options)
	for path, text := range ours {
		if diff := cmp.Diff(stock[path], text); diff != "" {
			t.Errorf("%s (-stock +ours):\n%s", path, diff)
		}
	}
	if len(ours) != files {
		t.Errorf("%d files compared", len(ours))
	}
}

// besides returns a new directory in another one, so that relative paths in a go.mod hold.
func besides(t *testing.T, other string) string {
	t.Helper()
	dir, err := os.MkdirTemp(other, ".stock-")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(dir) })
	if dir, err = filepath.Abs(dir); err != nil {
		t.Fatal(err)
	}
	return dir
}

// compare expects that the given tools and their stock versions make the same files of the groups in dir, each given by
// its directories. The stock tools get all groups at once, and conversion-gen its options, too.
func compare(t *testing.T, bin, dir string, tools map[string]string, groups map[string][]string, options ...string) {
	t.Helper()
	var patterns []string
	for _, directories := range groups {
		for _, directory := range directories {
			patterns = append(patterns, "./"+directory)
		}
	}
	slices.Sort(patterns)
	for _, file := range stockTools {
		for _, pattern := range patterns {
			os.Remove(filepath.Join(dir, pattern, file)) // where it stands with a header of theirs, ours would leave it to them
		}
	}
	ours := runOurs(t, dir, groups, options)
	maps.DeleteFunc(ours, func(path, _ string) bool {
		return !slices.Contains(slices.Collect(maps.Values(tools)), filepath.Base(path))
	})
	stock := runStock(t, bin, dir, tools, patterns, options)
	if len(stock) == 0 {
		t.Fatal("the stock tools wrote nothing")
	}
	for _, path := range slices.Sorted(maps.Keys(stock)) {
		if diff := cmp.Diff(stock[path], ours[path]); diff != "" {
			t.Errorf("%s (-stock +ours):\n%s", path, diff)
		}
	}
	for path := range ours {
		if _, too := stock[path]; !too {
			t.Errorf("the stock tools do not write %s", path)
		}
	}
}

// runStock runs the stock tools, at the same time, and returns their files by path, with our name in the header. None
// sees the output of the others, because they build with a tag that excludes it.
func runStock(t *testing.T, bin, dir string, tools map[string]string, patterns, options []string) map[string]string {
	t.Helper()
	var running sync.WaitGroup
	for tool, file := range tools {
		args := []string{"--output-file", file}
		for _, option := range options {
			if tool == "conversion-gen" || tool == "defaulter-gen" && strings.HasPrefix(option, extraPeers) {
				args = append(args, option)
			}
		}
		running.Add(1)
		go func() {
			defer running.Done()
			cmd := exec.Command(filepath.Join(bin, tool), append(args, patterns...)...)
			cmd.Dir = dir
			if out, err := cmd.CombinedOutput(); err != nil {
				t.Errorf("%s: %v\n%s", tool, err, out)
			}
		}()
	}
	running.Wait()
	stock := map[string]string{}
	for tool, file := range tools {
		for _, pattern := range patterns {
			path := filepath.Join(dir, pattern, file)
			if content, err := os.ReadFile(path); err == nil {
				stock[path] = string(bytes.Replace(content, []byte("generated by "+tool+"."), []byte("generated by configgen."), 1))
			}
		}
	}
	return stock
}

// runOurs returns the files by path, and fails where there is a finding.
func runOurs(t *testing.T, dir string, directories map[string][]string, options []string) map[string]string {
	t.Helper()
	session, findings, err := load.Load(t.Context(), load.Request{Dir: dir, Patterns: []string{"./..."}})
	if err != nil || diag.Failed(findings) {
		t.Fatal(err, findings)
	}
	var groups []*group.Group
	for _, list := range directories {
		g := &group.Group{SkipUnsafe: slices.Contains(options, skipUnsafe)}
		for i, directory := range list {
			for _, pkg := range session.Packages {
				described := group.Package{Path: pkg.Path, Name: pkg.Name, Dir: pkg.Dir}
				if pkg.Dir == filepath.Join(dir, directory) && i == 0 {
					g.Package = described
				} else if pkg.Dir == filepath.Join(dir, directory) {
					g.Versions = append(g.Versions, group.Version{Name: pkg.Name, Package: described, Types: described})
				}
			}
		}
		groups = append(groups, g)
	}
	generate := upstream.Adapter.Prepare(session, groups)
	files := map[string]string{}
	for _, g := range groups {
		produced, findings := generate(generators.NewInput(g))
		for _, finding := range findings {
			t.Errorf("finding: %s", finding)
		}
		for _, file := range produced {
			files[filepath.Join(file.Dir, file.Name)] = string(file.Content)
		}
	}
	return files
}

// buildStock builds stock tools of the minor that the tests were built with.
func buildStock(t *testing.T, tools []string) string {
	t.Helper()
	bin := t.TempDir()
	args := []string{"build", "-modfile", flag.Lookup("generators").Value.String(), "-o", bin + string(filepath.Separator)}
	for _, tool := range tools {
		args = append(args, "k8s.io/code-generator/cmd/"+tool)
	}
	run(t, "../..", "go", args...)
	return bin
}

// run runs a command in dir and returns its output.
func run(t *testing.T, dir, name string, args ...string) string {
	t.Helper()
	cmd := exec.Command(name, args...)
	cmd.Dir = dir
	var stderr strings.Builder
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, stderr.String())
	}
	return string(out)
}

// copyTree copies a directory with all that is below it.
func copyTree(t *testing.T, from, to string) {
	t.Helper()
	if err := os.CopyFS(to, os.DirFS(from)); err != nil {
		t.Fatal(err)
	}
}
