package cache

import (
	"errors"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"golang.org/x/mod/modfile"
)

// module is a module whose files the user may edit.
type module struct {
	dir string
	// main modules are read from source; of the others, which stand in the place of a dependency, the go command compiles
	// generated files, too.
	main bool
}

// findModules finds the modules that count in dir, the main ones first, and adds what pins all others to the hash. Work is the file
// of the workspace, "" where there is none.
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
	if work != "" { // its dependencies are vendored beside its file, which need not be in a module
		vendor := filepath.Join(filepath.Dir(work), "vendor")
		if info, err := os.Stat(vendor); err == nil && info.IsDir() && !slices.Contains(roots, filepath.Dir(work)) {
			modules = append(modules, module{vendor, false})
		}
	}
	return modules, nil
}

// mainModules are the folders of the workspace's modules, or of the one module around dir, and those that the workspace puts
// in the place of others.
func mainModules(dir, work string, h hash.Hash) (roots, replaced []string, err error) {
	if work == "" {
		root := above(dir, "go.mod")
		if root == "" {
			return nil, nil, errUnknowable
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

// above finds a file in dir or the nearest folder around it; "" where there is none.
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

// localReplacements are the folders that replace directives name.
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

// hash adds every file of the module that a run can read. Nested modules are not part of it.
func (m module) hash(h hash.Hash, request Request, sources *Sources) error {
	field(h, "module", m.dir)
	top := m.dir + string(filepath.Separator) + "." // a link in the place of the module's own folder is followed
	return filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			return m.folder(filepath.Clean(path), entry.Name())
		case entry.Type()&fs.ModeSymlink != 0:
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				return errUnknowable // what is behind it may be a package
			}
		case !entry.Type().IsRegular():
			return nil // the go command does not look at pipes and sockets either
		}
		generated := m.main && strings.HasPrefix(entry.Name(), request.GeneratedPrefix) // history that is no Go is read, too
		if !generated && !read(entry.Name()) {
			return nil
		}
		content, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		if generated && strings.HasSuffix(entry.Name(), ".go") && request.Ours(content) {
			sources.Generated[path] = Sum(content)
			return nil
		}
		field(h, path, Sum(content))
		return nil
	})
}

// folder decides whether to go into a folder.
func (m module) folder(path, name string) error {
	if path == m.dir {
		return nil
	}
	if name == ".git" || name == "node_modules" {
		return fs.SkipDir
	}
	if info, err := os.Stat(filepath.Join(path, "go.mod")); err == nil && !info.IsDir() {
		return fs.SkipDir
	}
	return nil
}

// read reports whether a run may read a file of the given name.
func read(name string) bool {
	switch name {
	case "go.mod", "go.sum", "modules.txt":
		return true
	}
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
}
