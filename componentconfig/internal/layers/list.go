package layers

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
)

// listing are the entries of the drop-in directories.
type listing struct {
	// paths are the files that are read, in the byte order of their names.
	paths []string
	// skipped are the other files and directories, nested are files in subdirectories that are not read.
	skipped, nested []string
	// masks are the files that each of paths masks.
	masks map[string][]string
	// failed are the errors of directories.
	failed []listError
}

type listError struct {
	dir string
	err error
}

// dropIn is a file, with its name below its directory.
type dropIn struct{ name, path string }

// listed lists the drop-in directories. As in systemd, the files of all directories are sorted together, and a file in
// a later directory masks the files of the same name in earlier directories.
func listed(s Sources) listing {
	out := listing{masks: map[string][]string{}}
	chosen := map[string]dropIn{}
	for _, dir := range s.DropIns {
		var files []dropIn
		if err := out.add(s, dir, "", &files); err != nil {
			out.failed = append(out.failed, listError{dir, err})
		}
		for _, f := range files {
			if masked, ok := chosen[f.name]; ok && masked.path != f.path {
				out.skipped = append(out.skipped, masked.path)
				out.masks[f.path] = append(out.masks[masked.path], masked.path)
			}
			chosen[f.name] = f
		}
	}
	files := make([]dropIn, 0, len(chosen))
	for _, f := range chosen {
		files = append(files, f)
	}
	slices.SortFunc(files, func(a, b dropIn) int { return cmp.Compare(a.name, b.name) })
	for _, f := range files {
		out.paths = append(out.paths, f.path)
	}
	return out
}

// add lists one directory. below is its path below the drop-in directory.
func (l *listing) add(s Sources, dir, below string, files *[]dropIn) error {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return err
	}
	for _, e := range entries {
		path, name := filepath.Join(dir, e.Name()), filepath.Join(below, e.Name())
		isDir := e.IsDir()
		if e.Type()&fs.ModeSymlink != 0 {
			info, err := os.Stat(path)
			isDir = err == nil && info.IsDir()
		}
		switch {
		case strings.HasPrefix(e.Name(), ".."):
		case strings.HasPrefix(e.Name(), "."):
			l.skipped = append(l.skipped, path)
		case isDir && s.Recursive && e.IsDir(): // A link to a directory may lead back.
			if err := l.add(s, path, name, files); err != nil {
				l.failed = append(l.failed, listError{path, err})
			}
		case isDir:
			l.skipped = append(l.skipped, path)
			if e.IsDir() { // A link may lead to any number of files, and no reader enters it.
				l.nested = append(l.nested, nestedFiles(s, path)...)
			}
		case slices.Contains(s.Extensions, filepath.Ext(e.Name())):
			*files = append(*files, dropIn{name, path})
		default:
			l.skipped = append(l.skipped, path)
		}
	}
	return nil
}

// nestedFiles returns the files of a subdirectory that would be read if subdirectories were entered.
func nestedFiles(s Sources, dir string) []string {
	s.DropIns, s.Recursive = []string{dir}, true
	return listed(s).paths
}

// report records the warnings and problems of a listing.
func (a *attempt) report(s Sources, l listing, snap *Snapshot) {
	for _, f := range l.failed {
		switch problem := (Problem{Pos: Pos{File: f.dir}, Code: BadFile}); {
		case errors.Is(f.err, fs.ErrNotExist) && !s.MustExist:
			snap.Warnings = append(snap.Warnings, f.dir+": the drop-in directory does not exist")
			continue
		case errors.Is(f.err, fs.ErrNotExist):
			problem.Message = "the drop-in directory does not exist"
			a.problems = append(a.problems, problem)
		case errors.Is(f.err, fs.ErrPermission):
			problem.Message = "the drop-in directory cannot be listed: permission denied"
			a.problems = append(a.problems, problem)
		default:
			problem.Message = "the drop-in directory cannot be listed: " + cause(f.err).Error()
			if info, err := os.Stat(f.dir); err == nil && !info.IsDir() {
				problem.Message = "is not a directory"
			}
			a.problems = append(a.problems, problem)
		}
	}
	snap.Skipped = l.skipped
	for _, path := range l.nested {
		snap.Warnings = append(snap.Warnings, path+": the file is not read, because it is in a subdirectory of the "+
			"drop-in directory")
	}
	snap.Warnings = append(snap.Warnings, numberWarnings(l.paths)...)
}

// numberWarnings warns of leading numbers that do not sort by their value: 10-a sorts before 9-b.
func numberWarnings(paths []string) []string {
	var out []string
	last, lastName := -1, ""
	for _, path := range paths {
		name := filepath.Base(path)
		digits := name[:len(name)-len(strings.TrimLeft(name, "0123456789"))]
		n, err := strconv.Atoi(digits)
		if err != nil {
			continue
		}
		if n < last {
			out = append(out, fmt.Sprintf("%s: %s is read after %s, because names are sorted byte by byte: use the same "+
				"number of digits in all of them", filepath.Dir(path), name, lastName))
		}
		if n > last {
			last, lastName = n, name
		}
	}
	return out
}
