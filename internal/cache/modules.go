package cache

import (
	"errors"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"slices"

	"golang.org/x/mod/modfile"
)

// module is a module whose files the user may edit.
type module struct {
	dir string
	// main modules are read from source. The others replace a dependency; the go command also compiles their generated
	// files.
	main bool
}

// findModules finds the modules that the go command uses in dir, the main ones first, and adds the files that pin all
// other modules to the hash. Work is the file of the workspace, or empty.
func findModules(dir, work string, h hash.Hash) ([]module, error) {
	roots, replaced, err := mainModules(dir, work, h)
	if err != nil {
		return nil, err
	}
	for _, root := range roots {
		name := filepath.Join(root, "go.mod")
		content, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		parsed, err := modfile.Parse(name, content, nil)
		if err != nil {
			return nil, err
		}
		replaced = append(replaced, localReplacements(root, parsed.Replace)...)
	}
	var modules []module
	for _, root := range roots {
		modules = append(modules, module{root, true})
	}
	for _, dir := range replaced {
		if !slices.Contains(roots, dir) && !slices.Contains(modules, module{dir, false}) {
			modules = append(modules, module{dir, false})
		}
	}
	if work != "" { // its vendor directory is beside its file, which need not be in a module
		vendor := filepath.Join(filepath.Dir(work), "vendor")
		if info, err := os.Stat(vendor); err == nil && info.IsDir() && !slices.Contains(roots, filepath.Dir(work)) {
			modules = append(modules, module{vendor, false})
		}
	}
	return modules, nil
}

// mainModules returns the directories of the workspace's modules, or the directory of the module around dir, and the
// directories that the workspace replaces other modules with.
func mainModules(dir, work string, h hash.Hash) (roots, replaced []string, err error) {
	if work == "" {
		root := above(dir, "go.mod")
		if root == "" {
			return nil, nil, fs.ErrNotExist
		}
		return []string{filepath.Dir(root)}, nil, nil
	}
	content, err := os.ReadFile(work)
	if err != nil {
		return nil, nil, err
	}
	sums, err := os.ReadFile(work + ".sum")
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, nil, err
	}
	field(h, "go.work", string(content))
	field(h, "go.work.sum", string(sums))
	parsed, err := modfile.ParseWork(work, content, nil)
	if err != nil {
		return nil, nil, err
	}
	for _, use := range parsed.Use {
		roots = append(roots, absolute(filepath.Dir(work), use.Path))
	}
	return roots, localReplacements(filepath.Dir(work), parsed.Replace), nil
}

// above returns the path of a file in dir or the nearest directory around it that has the file; empty if there is none.
func above(dir, name string) string {
	for {
		path := filepath.Join(dir, name)
		if info, err := os.Stat(path); err == nil && info.Mode().IsRegular() {
			return path
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// localReplacements returns the directories that replace directives name.
func localReplacements(dir string, replace []*modfile.Replace) []string {
	var dirs []string
	for _, r := range replace {
		if r.New.Version == "" {
			dirs = append(dirs, absolute(dir, r.New.Path))
		}
	}
	return dirs
}

func absolute(dir, path string) string {
	if filepath.IsAbs(path) {
		return filepath.Clean(path)
	}
	return filepath.Join(dir, filepath.FromSlash(path))
}
