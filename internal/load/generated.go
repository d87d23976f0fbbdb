package load

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// GeneratedIn returns the files in the given directories that a Kubernetes code generator has written, by their names.
// A directory that cannot be read has none.
func GeneratedIn(dirs ...string) []string {
	var files []string
	for _, dir := range dirs {
		entries, _ := os.ReadDir(dir)
		for _, entry := range entries {
			if entry.Type().IsRegular() && strings.HasPrefix(entry.Name(), GeneratedPrefix) {
				files = append(files, filepath.Join(dir, entry.Name()))
			}
		}
	}
	return files
}

// DocsFile is the file that each directory of documentation has.
const DocsFile = "index.html"

// docsExtensions are the extensions of documentation files. Their names have no prefix, because people see them.
var docsExtensions = []string{".html", ".json", ".md", ".svg", ".yaml"}

// DocsIn returns the files in directories of documentation that may be generated, by their names.
func DocsIn(dirs ...string) []string {
	var files []string
	for _, dir := range dirs {
		entries, _ := os.ReadDir(dir)
		for _, entry := range entries {
			if entry.Type().IsRegular() && slices.Contains(docsExtensions, filepath.Ext(entry.Name())) {
				files = append(files, filepath.Join(dir, entry.Name()))
			}
		}
	}
	return files
}

// generatedBelow are the generated files in the directories that a pattern such as ./pkg/... reaches from dir. The go
// command does not name directories that no longer hold Go files, and what was generated there is still there.
func generatedBelow(dir, pattern string) []string {
	top, all, ok := directoryOf(dir, pattern)
	if !ok || !all {
		return nil
	}
	var files []string
	walk(top, func(dir string) {
		files = append(files, GeneratedIn(dir)...)
		if info, err := os.Stat(filepath.Join(dir, DocsFile)); err == nil && info.Mode().IsRegular() {
			files = append(files, filepath.Join(dir, DocsFile))
		}
	})
	return files
}

// directoryOf is the directory that a pattern names from dir, and whether the pattern matches all packages below it,
// too. It is not ok if the pattern does not name a directory.
func directoryOf(dir, pattern string) (top string, all, ok bool) {
	top, all = strings.CutSuffix(filepath.ToSlash(pattern), "/...")
	relative := top == "." || top == ".." || strings.HasPrefix(top, "./") || strings.HasPrefix(top, "../")
	if strings.Contains(top, "...") || !relative && !filepath.IsAbs(pattern) {
		return "", false, false
	}
	if top = filepath.FromSlash(top); !filepath.IsAbs(top) {
		top = filepath.Join(dir, top)
	}
	return filepath.Clean(top), all, true
}

// walk visits a directory and those below it that patterns with dots reach.
func walk(top string, visit func(dir string)) {
	_ = filepath.WalkDir(top, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return nil // what cannot be read holds nothing of ours that a run could fix
		}
		if path != top && passedOver(path, entry.Name()) {
			return fs.SkipDir
		}
		visit(path)
		return nil
	})
}

// passedOver reports whether patterns with dots do not reach into a directory.
func passedOver(path, name string) bool {
	known := slices.Contains([]string{"testdata", "vendor", "node_modules"}, name)
	if known || strings.HasPrefix(name, ".") || strings.HasPrefix(name, "_") {
		return true
	}
	_, err := os.Stat(filepath.Join(path, "go.mod"))
	return err == nil
}
