package probe

import (
	"path"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/configgen/configgen/internal/adopt/source"
)

// near is the directory of a program next to a package, with its import path: in that of the package or, if this one
// embeds every directory that it has and may read it as a file, in the next one above that does not.
func near(module *source.Module, pkg *source.Package) (dir, name string) {
	dir, name = pkg.Dir, pkg.Path
	for at := pkg; at != nil && embeds(at); at = module.Package(name) {
		if dir == pkg.Module || !strings.Contains(name, "/") {
			dir, name = pkg.Dir, pkg.Path
			break
		}
		dir, name = filepath.Dir(dir), path.Dir(name)
	}
	return filepath.Join(dir, below), name + "/" + below
}

// embeds reports whether a package embeds the directory of a program, too.
func embeds(pkg *source.Package) bool {
	for _, file := range pkg.Files {
		for _, group := range file.Comments {
			for _, comment := range group.List {
				patterns, isDirective := strings.CutPrefix(comment.Text, "//go:embed ")
				if isDirective && matches(patterns) {
					return true
				}
			}
		}
	}
	return false
}

// matches reports whether one of the patterns of a directive matches the directory of a program, or what is in it.
func matches(patterns string) bool {
	for pattern := range strings.FieldsSeq(patterns) {
		if plain, err := strconv.Unquote(pattern); err == nil {
			pattern = plain
		}
		first, _, _ := strings.Cut(strings.TrimPrefix(pattern, "all:"), "/")
		if found, _ := path.Match(first, below); found {
			return true
		}
	}
	return false
}
