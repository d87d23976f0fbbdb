package house

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// source is one file of the repository, named by its slash-separated path from the root.
type source struct {
	path string
	text string
}

const root = "../.."

// sources returns the files of every module that keep says yes to, in the order of their paths. It passes over what
// git does not keep: hidden directories other than .ci and .github, and bin.
func sources(t *testing.T, keep func(path string) bool) []source {
	t.Helper()
	var found []source
	err := filepath.WalkDir(root, func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		name := entry.Name()
		if entry.IsDir() {
			hidden := strings.HasPrefix(name, ".") && file != root && name != ".ci" && name != ".github"
			if hidden || name == "bin" || name == "node_modules" {
				return fs.SkipDir
			}
			return nil
		}
		relative, err := filepath.Rel(root, file)
		if err != nil {
			return err
		}
		relative = filepath.ToSlash(relative)
		if !entry.Type().IsRegular() || !keep(relative) {
			return nil
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return err
		}
		if !bytes.ContainsRune(text, 0) {
			found = append(found, source{relative, string(text)})
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

// within reports whether one of the path's elements is the given directory.
func within(file, directory string) bool {
	return slices.Contains(strings.Split(path.Dir(file), "/"), directory)
}

// generated reports whether nobody edits the file by hand.
func (s source) generated() bool {
	name := path.Base(s.path)
	return strings.HasPrefix(name, "zz_generated.") || name == "go.sum" || strings.HasSuffix(name, ".newest.sum")
}

// lines calls visit with every line of the file and its number.
func (s source) lines(visit func(number int, line string)) {
	for number, line := range strings.Split(s.text, "\n") {
		visit(number+1, line)
	}
}
