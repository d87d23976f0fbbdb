package load

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// module is a module that the user may edit.
type module struct{ path, dir string }

// modules are the modules that are read from source.
type modules []module

// directory maps an import path to the directory of a module that the user edits.
func (list modules) directory(path string) string {
	best, longest := "", -1
	for _, m := range list {
		rest, ok := strings.CutPrefix(path, m.path)
		if !ok || rest != "" && rest[0] != '/' || len(m.path) < longest {
			continue
		}
		best, longest = filepath.Join(m.dir, filepath.FromSlash(rest)), len(m.path)
		for dir := best; dir != m.dir && len(dir) > len(m.dir); dir = filepath.Dir(dir) {
			_, nested := os.Stat(filepath.Join(dir, "go.mod"))
			info, err := os.Lstat(dir)
			if nested == nil || err == nil && info.Mode()&fs.ModeSymlink != 0 {
				best = "" // a module of its own, or a link, which patterns do not follow
				break
			}
		}
	}
	return best
}
