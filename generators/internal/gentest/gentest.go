// Package gentest runs one generator, or a few, over packages on disk, as the command line does over all.
package gentest

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/generators"
	"github.com/configgen/configgen/group"
	"github.com/configgen/configgen/load"
	"github.com/configgen/configgen/markers"
)

var update = flag.Bool("update", false, "write what is generated and found to the golden files")

// Run loads the packages that patterns name, as seen from dir, and runs the generators over their groups.
func Run(t testing.TB, dir string, patterns []string, list ...generators.Generator) ([]generators.File, []diag.Diagnostic) {
	t.Helper()
	world, findings, err := load.Load(t.Context(), dir, patterns, markers.Mentions)
	if err != nil {
		t.Fatal(err)
	}
	groups, found := group.Build(world)
	findings = slices.Concat(findings, found)
	var files []generators.File
	if !diag.Failed(findings) {
		for _, g := range groups {
			for _, generator := range list {
				generated, found := generator.Run(g)
				files, findings = append(files, generated...), append(findings, found...)
			}
		}
	}
	return files, diag.Sort(findings)
}

// Golden compares what the generator makes of the packages below testdata/golden/<name> with the files there.
func Golden(t *testing.T, name string, generator generators.Generator) {
	t.Helper()
	files, findings := Run(t, Module(t), []string{"./" + name + "/..."}, generator)
	for _, finding := range findings {
		t.Error(finding)
	}
	if len(files) == 0 {
		t.Error("nothing is generated")
	}
	for _, file := range files {
		path := filepath.Join(file.Dir, file.Name)
		if *update {
			if err := os.MkdirAll(file.Dir, 0o755); err != nil {
				t.Fatal(err)
			}
			if err := os.WriteFile(path, file.Content, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		committed, err := os.ReadFile(path)
		if err != nil {
			t.Error(err)
		} else if !bytes.Equal(committed, file.Content) {
			t.Errorf("%s is stale; it should be:\n%s", path, file.Content)
		}
	}
}

// Module is the folder of the golden module, whose requirements all tests share.
func Module(t testing.TB) string {
	t.Helper()
	dir, err := filepath.Abs("../../testdata/golden")
	if err != nil {
		t.Fatal(err)
	}
	return dir
}

// Write puts the files of an archive, which make up a module, into a new folder. The module's go.mod and go.sum are those of
// the golden module unless the archive brings its own.
func Write(t testing.TB, archive []byte) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join(Module(t), name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, dir, name, content)
	}
	for _, file := range txtar.Parse(archive).Files {
		write(t, dir, file.Name, file.Data)
	}
	return dir
}

func write(t testing.TB, dir, name string, content []byte) {
	t.Helper()
	path := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, content, 0o644); err != nil {
		t.Fatal(err)
	}
}

// Text renders findings as the command line prints them when it is called in dir.
func Text(dir string, findings []diag.Diagnostic) string {
	var out strings.Builder
	for _, finding := range findings {
		if name, err := filepath.Rel(dir, finding.Position.Filename); err == nil {
			finding.Position.Filename = filepath.ToSlash(name)
		}
		out.WriteString(finding.String() + "\n")
	}
	return out.String()
}
