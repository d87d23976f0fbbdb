package load

import (
	"crypto/sha256"
	"fmt"
	"go/build"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/tools/go/packages"

	"github.com/configgen/configgen/internal/parallel"
)

// guess returns the most likely answer of the go command to the patterns of a request, with the fields that sumOf
// compares: the packages in the directories of one module. It is nil if the directories alone do not tell, or if two go
// commands at a time might both edit go.mod.
func (r Request) guess() []*packages.Package {
	root, modulePath := r.module()
	if modulePath == "" || slices.ContainsFunc(
		[]string{variable(r.Env, "GOFLAGS"), string(settings(r.Env))},
		func(flags string) bool { return strings.Contains(flags, "-mod=mod") },
	) {
		return nil
	}
	for name := range r.Overlay {
		if _, err := os.Stat(name); err != nil {
			return nil
		}
	}
	s := Session{modules: modules{{modulePath, root}}}
	var dirs []string
	named := map[string]bool{} // the directories that a pattern names
	for _, pattern := range r.Patterns {
		top, all, ok := directoryOf(r.Dir, pattern)
		switch {
		case !ok || s.Directory(s.PathOf(top)) != top:
			return nil
		case all:
			walk(top, func(dir string) { dirs = append(dirs, dir) })
		default:
			dirs, named[top] = append(dirs, top), true
		}
	}
	slices.Sort(dirs)
	dirs = slices.Compact(dirs)
	guessed := make([]*packages.Package, len(dirs))
	reference := r.reference()
	reference.GOROOT, reference.GOPATH = "", "" // no package in them is requested
	workers := parallel.Limited(runtime.GOMAXPROCS(0))
	for i, dir := range dirs {
		workers.Go(func() {
			if p := inDirectory(reference, dir, named[dir]); p != nil {
				p.PkgPath, p.Module = s.PathOf(dir), &packages.Module{Path: modulePath, Dir: root, Main: true}
				guessed[i] = p
			}
		})
	}
	workers.Wait()
	guessed = slices.DeleteFunc(guessed, func(p *packages.Package) bool { return p == nil })
	if len(guessed) == 0 {
		return nil
	}
	sortByPath(guessed)
	return guessed
}

// module is the directory and the path of the module around the directory of the request, or empty.
func (r Request) module() (root, path string) {
	for dir := r.Dir; ; dir = filepath.Dir(dir) {
		if content, err := r.readFile(filepath.Join(dir, "go.mod")); err == nil {
			return dir, modfile.ModulePath(content)
		}
		if dir == filepath.Dir(dir) {
			return "", ""
		}
	}
}

// inDirectory is the package in a directory, without its path. It is nil if the go command does not list it: one that
// has no file for the reference platform is only listed if a pattern names it.
func inDirectory(reference build.Context, dir string, named bool) *packages.Package {
	found, _ := reference.ImportDir(dir, 0) // files with mistakes are listed, too
	if found == nil || len(found.GoFiles)+len(found.TestGoFiles)+len(found.XTestGoFiles) == 0 && !named {
		return nil
	}
	p := &packages.Package{Dir: dir, GoFiles: found.GoFiles, IgnoredFiles: found.IgnoredGoFiles}
	for _, names := range [][]string{p.GoFiles, p.IgnoredFiles} {
		for i, name := range names {
			names[i] = filepath.Join(dir, name)
		}
	}
	return p
}

// question identifies the request's question about packages.
func (r Request) question() string { return strings.Join(append([]string{r.Dir}, r.Patterns...), "\n") }

// sumOf identifies an answer to a question about packages: two of one sum lead to the same run.
func sumOf(listed []*packages.Package) string {
	h := sha256.New()
	for _, p := range listed {
		fmt.Fprintf(h, "%q %q %q %q\n", p.PkgPath, p.Dir, goFiles(p.GoFiles), goFiles(p.IgnoredFiles))
		if m := p.Module; m != nil {
			fmt.Fprintf(h, "%q %q %v\n", m.Path, m.Dir, m.Main)
		}
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// goFiles returns the names of Go files, sorted.
func goFiles(names []string) []string {
	names = slices.DeleteFunc(slices.Clone(names), func(name string) bool { return filepath.Ext(name) != ".go" })
	slices.Sort(names)
	return names
}
