package cache

import (
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// reader hashes the files of modules.
type reader struct {
	hash.Hash
	request   Request
	modules   []module
	generated map[string]string // as in Sources
}

// module adds every file of the module that a run can read. Nested modules are not part of it.
func (r *reader) module(m module) error {
	field(r, "module", m.dir)
	top := m.dir + string(filepath.Separator) + "." // follows a link in the place of the module's own directory
	return filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir():
			if path != top && notRead(filepath.Clean(path)) {
				return fs.SkipDir
			}
			return nil
		case entry.Type()&fs.ModeSymlink != 0:
			if info, err := os.Stat(path); err == nil && info.IsDir() {
				return r.link(path)
			}
		case !entry.Type().IsRegular():
			return nil // the go command ignores pipes and sockets, too
		}
		return r.file(m, path, entry.Name())
	})
}

// file adds a file of the module if a run can read it.
func (r *reader) file(m module, path, name string) error {
	generated := m.main && strings.HasPrefix(
		name, r.request.GeneratedPrefix,
	) // generators also read those that are not Go files
	if !generated && !isRead(name) {
		return nil
	}
	content, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	if generated && strings.HasSuffix(name, ".go") && r.request.Ours(content) {
		r.generated[path] = Sum(content)
		return nil
	}
	field(r, path, Sum(content))
	return nil
}

// link adds a link to a directory. The files behind it are covered if they are in one of the modules; otherwise it
// returns an Unusable error, because they may be a package.
func (r *reader) link(path string) error {
	target, err := filepath.EvalSymlinks(path)
	if err != nil {
		return err
	}
	if !slices.ContainsFunc(r.modules, func(m module) bool { return m.reaches(target) }) {
		return &Unusable{fmt.Sprintf("%s is a link to a directory outside of the module", path)}
	}
	field(r, path, target)
	return nil
}

// reaches reports whether the walk through the module comes to a directory, which is given without links.
func (m module) reaches(dir string) bool {
	top, err := filepath.EvalSymlinks(m.dir)
	if err != nil {
		return false
	}
	for ; dir != top; dir = filepath.Dir(dir) {
		if notRead(dir) || dir == filepath.Dir(dir) {
			return false
		}
	}
	return true
}

// notRead reports whether a directory below the root of a module is not part of the module, or has no packages.
func notRead(dir string) bool {
	if name := filepath.Base(dir); name == ".git" || name == "node_modules" {
		return true
	}
	info, err := os.Stat(filepath.Join(dir, "go.mod"))
	return err == nil && !info.IsDir()
}

// isRead reports whether a run may read a file of the given name.
func isRead(name string) bool {
	switch name {
	case "go.mod", "go.sum", "modules.txt":
		return true
	}
	return strings.HasSuffix(name, ".go") && !strings.HasSuffix(name, "_test.go")
}
