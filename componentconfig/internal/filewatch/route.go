package filewatch

import (
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
)

// Paths are what is watched. Empty names, and - for standard input, are ignored.
type Paths struct {
	Files, Directories []string
	// Reads reports whether a file of a directory is read, by its name. Nil means all.
	Reads func(name string) bool
	// Recursive watches subdirectories, too.
	Recursive bool
}

// Any reports whether there is anything to watch.
func (p Paths) Any() bool {
	return len(p.Directories) > 0 || slices.ContainsFunc(p.Files, func(name string) bool { return name != "" })
}

// route is everything on the way to the files: each directory, with the names in it that matter. A name matters if it
// is a file that is read, or a directory or link that leads to one.
type route struct {
	directories map[string]map[string]bool
	// way changes with the identity of each directory and the target of each link, state with the identity, size and time
	// of each file.
	way, state []string
}

// sameWay reports whether two routes lead through the same directories and links. Files may differ.
func (r route) sameWay(other route) bool {
	return slices.Equal(slices.Sorted(maps.Keys(r.directories)), slices.Sorted(maps.Keys(other.directories))) &&
		slices.Equal(r.way, other.way)
}

// same reports whether nothing has changed.
func (r route) same(other route) bool { return r.sameWay(other) && slices.Equal(r.state, other.state) }

// findRoute walks all paths. Whatever does not exist, or cannot be read, ends a path; the name in its parent matters.
func findRoute(paths Paths) route {
	r := route{directories: map[string]map[string]bool{}}
	for _, file := range paths.Files {
		if file != "" && file != "-" {
			r.follow(file)
		}
	}
	for _, dir := range paths.Directories {
		if dir != "" {
			r.list(paths, dir)
		}
	}
	slices.Sort(r.way)
	r.way = slices.Compact(r.way)
	slices.Sort(r.state)
	return r
}

// list adds a directory and the files in it that are read.
func (r *route) list(paths Paths, dir string) {
	real, ok := r.follow(dir)
	if !ok {
		return
	}
	entries, err := os.ReadDir(real)
	if err != nil {
		return
	}
	r.watch(real)[everyFile] = true
	for _, e := range entries {
		switch name := e.Name(); {
		case e.IsDir():
			if paths.Recursive && !strings.HasPrefix(name, ".") {
				r.list(paths, filepath.Join(dir, name))
			}
		case paths.Reads != nil && !paths.Reads(name):
		case e.Type().IsRegular():
			if info, err := e.Info(); err == nil {
				r.state = append(r.state, filepath.Join(real, name)+" "+identity(info))
			}
		default:
			r.follow(filepath.Join(real, name))
		}
	}
}

// everyFile means all files that are read. No file has this name.
const everyFile = "/"

// watch returns the names of a directory that matter.
func (r *route) watch(dir string) map[string]bool {
	if r.directories[dir] == nil {
		r.directories[dir] = map[string]bool{}
	}
	return r.directories[dir]
}

// mostLinks is how many links a path may lead through.
const mostLinks = 40

// follow walks to a file from the root of the file system, and adds each directory and link on the way. It returns the
// path without links, and false if there is no such file.
func (r *route) follow(name string) (string, bool) {
	absolute, err := unshortened(name)
	if err != nil {
		return "", false
	}
	volume := filepath.VolumeName(absolute)
	return r.walk(volume+string(filepath.Separator), strings.Split(absolute[len(volume):], string(filepath.Separator)), 0)
}

// unshortened makes a path absolute. What is above a link is left to walk, but on Windows, which shortens paths itself.
func unshortened(name string) (string, error) {
	switch {
	case runtime.GOOS == "windows":
		return filepath.Abs(name)
	case filepath.IsAbs(name):
		return name, nil
	}
	dir, err := os.Getwd()
	return dir + string(filepath.Separator) + name, err
}

// walk is follow for the parts of a path below a directory that is not reached through links. They are not shortened
// before: what is above a link is not what is above its target.
func (r *route) walk(dir string, rest []string, links int) (string, bool) {
	for i, part := range rest {
		switch part {
		case "", ".":
			continue
		case "..":
			dir = filepath.Dir(dir)
			continue
		}
		r.watch(dir)[part] = true
		path := filepath.Join(dir, part)
		info, err := os.Lstat(path)
		if err != nil {
			r.state = append(r.state, path+" is missing")
			return "", false
		}
		if info.Mode()&fs.ModeSymlink != 0 {
			target, err := os.Readlink(path)
			if err != nil {
				return "", false
			}
			r.way = append(r.way, path+" -> "+target)
			return r.lead(dir, target, rest[i+1:], links+1)
		}
		if info.IsDir() {
			r.way = append(r.way, path+" "+identity(info))
		} else {
			r.state = append(r.state, path+" "+identity(info))
		}
		dir = path
	}
	return dir, true
}

// lead follows the target of a link in a directory, and the rest of a path behind it.
func (r *route) lead(dir, target string, rest []string, links int) (string, bool) {
	if links > mostLinks {
		return "", false
	}
	volume := filepath.VolumeName(target)
	if filepath.IsAbs(target) {
		dir, target = volume+string(filepath.Separator), target[len(volume):]
	}
	return r.walk(dir, append(strings.Split(filepath.FromSlash(target), string(filepath.Separator)), rest...), links)
}

// identity changes if a file is written or replaced, and if a directory is replaced. A new file in a directory does not
// change it: the route does not lead through that file.
func identity(info fs.FileInfo) string {
	if info.IsDir() {
		return fmt.Sprintf("%s %s", info.Mode(), number(info))
	}
	return fmt.Sprintf("%s %s %d %d", info.Mode(), number(info), info.Size(), info.ModTime().UnixNano())
}

// matters reports whether an event about a path is about something on the way.
func (r route) matters(paths Paths, path string) bool {
	names, watched := r.directories[filepath.Dir(path)]
	if !watched {
		_, watched = r.directories[path] // The directory itself.
		return watched
	}
	base := filepath.Base(path)
	return names[base] || names[everyFile] && (paths.Reads == nil || paths.Reads(base) || paths.Recursive)
}
