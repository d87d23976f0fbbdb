package cache

import (
	"fmt"
	"hash"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// reader hashes the files of modules.
type reader struct {
	hash.Hash
	request   Request
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
	) // generators also read generated files that are not Go files
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

// link adds a link to a directory. What is behind it is not part of the module: patterns with dots do not follow links,
// nor does load.
func (r *reader) link(path string) error {
	target, err := os.Readlink(path)
	if err != nil {
		return err
	}
	field(r, path, target)
	return nil
}

// linked returns an Unusable error if a pattern names a directory behind a link in the module of the request.
func linked(request Request) error {
	for _, pattern := range request.Patterns {
		if !filepath.IsLocal(pattern) && !strings.HasPrefix(pattern, ".") {
			continue
		}
		dir := request.Dir
		for _, element := range strings.Split(filepath.ToSlash(filepath.Clean(pattern)), "/") {
			dir = filepath.Join(dir, element)
			info, err := os.Lstat(dir)
			if err == nil && element != ".." && element != "." && info.Mode()&fs.ModeSymlink != 0 {
				return &Unusable{fmt.Sprintf("the pattern %s leads through the link %s", pattern, dir)}
			}
		}
	}
	return nil
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
