package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// subject is a component whose generation is measured: its module, and the packages that the stock tools are given.
type subject struct {
	dir      string
	packages []string
}

// prepare removes the output of the stock tools, which configgen would otherwise keep, and generates.
func (s *subject) prepare(configgen string) error {
	for _, directory := range s.packages {
		for _, file := range stockFiles {
			if err := os.RemoveAll(filepath.Join(s.dir, directory, file)); err != nil {
				return err
			}
		}
	}
	return run(s.dir, configgen, "generate")
}

// edit adds a comment to a source.
func (s *subject) edit() error {
	return edit(s.dir, filepath.Join(s.packages[0], "doc.go"), "\npackage ", "\n// An edit.\npackage ")
}

// copySample copies the sample of a checkout to a place beside it, so that the paths in its go.mod hold, and builds it
// as users do, so that the build cache is as theirs.
func copySample(checkout string) (*subject, error) {
	dir, err := os.MkdirTemp(filepath.Join(checkout, "examples"), ".bench-")
	if err != nil {
		return nil, err
	}
	s := &subject{dir, []string{"./apis/config", "./apis/config/v1alpha1", "./apis/config/v1beta1"}}
	if err = os.CopyFS(dir, os.DirFS(filepath.Join(checkout, "examples/sampleconfig"))); err == nil {
		err = run(dir, "go", "build", "-trimpath=false", "./...")
	}
	if err != nil {
		s.remove()
	}
	return s, err
}

// remove removes the module.
func (s *subject) remove() {
	_ = os.RemoveAll(s.dir) // git status shows remaining files.
}

// copyGroups makes a module of the kubelet-shaped group in the testdata of a checkout, so many times, without its
// generated files. A hundred groups cannot share the directory of documentation.
func copyGroups(checkout, dir string, groups int) error {
	from := filepath.Join(checkout, "testdata/kubelet")
	root, err := filepath.Abs(checkout)
	if err != nil {
		return err
	}
	outside := strings.NewReplacer("=> ../../", "=> "+root+string(filepath.Separator))
	for _, pattern := range []string{"go.*", "flagusage/*.go"} {
		if err := copyFiles(from, pattern, dir, outside); err != nil {
			return err
		}
	}
	for i := range groups {
		number := fmt.Sprint(i)
		names := []string{`, docs: "docs/config"`, ""}
		for _, name := range []string{"config", "options", "flagvalues"} {
			names = append(names, "example.com/kubelet/"+name, "example.com/kubelet/"+name+number)
		}
		for _, name := range []string{"config", "config/v1beta1", "options", "flagvalues"} {
			first, rest, _ := strings.Cut(name, "/")
			to := filepath.Join(dir, first+number, rest)
			if err := copyFiles(filepath.Join(from, name), "*.go", to, strings.NewReplacer(names...)); err != nil {
				return err
			}
		}
	}
	return nil
}

// copyFiles copies the hand-written files below a directory that match a pattern, without tests.
func copyFiles(from, pattern, to string, edit *strings.Replacer) error {
	names, err := filepath.Glob(filepath.Join(from, pattern))
	if err != nil {
		return err
	}
	for _, name := range names {
		base := filepath.Base(name)
		if strings.HasPrefix(base, "zz_generated.") || strings.HasSuffix(base, "_test.go") {
			continue
		}
		content, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		relative, err := filepath.Rel(from, name)
		if err != nil {
			return err
		}
		target := filepath.Join(to, relative)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return err
		}
		if err := os.WriteFile(target, []byte(edit.Replace(string(content))), 0o644); err != nil {
			return err
		}
	}
	return nil
}
