package filewatch

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/fsnotify/fsnotify"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// tree creates files; a value that starts with -> is a link, a name that ends with a slash a directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for _, name := range slices.Sorted(maps.Keys(files)) {
		path, text := filepath.Join(dir, name), files[name]
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		if target, ok := strings.CutPrefix(text, "->"); ok {
			must(t, os.Symlink(target, path))
		} else if strings.HasSuffix(name, "/") {
			must(t, os.MkdirAll(path, 0o755))
		} else {
			must(t, os.WriteFile(path, []byte(text), 0o644))
		}
	}
	return dir
}

// replace replaces a file or link as a whole.
func replace(t *testing.T, path, text string) {
	t.Helper()
	if target, ok := strings.CutPrefix(text, "->"); ok {
		must(t, os.Symlink(target, path+".new"))
	} else {
		must(t, os.WriteFile(path+".new", []byte(text), 0o644))
	}
	must(t, os.Rename(path+".new", path))
}

func conf(name string) bool { return filepath.Ext(name) == ".conf" }

func TestEverythingOnTheWayIsWatched(t *testing.T) {
	dir := tree(t, map[string]string{"real/a.yaml": "", "a.yaml": "->real/a.yaml", "r1/conf/a.yaml": "", "current": "->r1",
		"d/a.conf": "->../elsewhere/a", "d/b.conf": "", "d/b.txt": "", "elsewhere/a": "", "linked.d": "->d",
		"self": "->self", "r1/up.yaml": "->../current/../a.yaml", "elsewhere/up": "->../current/conf",
		"d/up.yaml": "->../elsewhere/up/../up.yaml"})
	parents := func(r route) string {
		var out []string
		for watched, names := range r.directories {
			if below, ok := strings.CutPrefix(watched, dir); ok {
				out = append(out, "$D"+below+": "+strings.Join(slices.Sorted(maps.Keys(names)), " "))
			}
		}
		slices.Sort(out)
		return strings.Join(out, "; ")
	}
	for _, c := range []struct {
		name  string
		paths Paths
		want  string
	}{
		{"nothing", Paths{Files: []string{"", "-"}, Directories: []string{""}}, ""},
		{"a file by its parents", Paths{Files: []string{dir + "/r1/conf/a.yaml"}}, "$D/r1/conf: a.yaml; $D/r1: conf; $D: r1"},
		{"a link and its target", Paths{Files: []string{dir + "/a.yaml"}}, "$D/real: a.yaml; $D: a.yaml real"},
		{"a link in the middle", Paths{Files: []string{dir + "/current/conf/a.yaml"}},
			"$D/r1/conf: a.yaml; $D/r1: conf; $D: current r1"},
		{"a link upwards from a link", Paths{Files: []string{dir + "/d/up.yaml"}},
			"$D/d: up.yaml; $D/elsewhere: up; $D/r1: conf up.yaml; $D/real: a.yaml; $D: a.yaml current d elsewhere r1 real"},
		{"a file that does not exist", Paths{Files: []string{dir + "/none/a.yaml"}}, "$D: none"},
		{"a link to itself", Paths{Files: []string{dir + "/self"}}, "$D: self"},
		{"a directory, and a file in it that links elsewhere", Paths{Directories: []string{dir + "/d"}, Reads: conf},
			"$D/d: / a.conf; $D/elsewhere: a; $D: d elsewhere"},
		{"a directory that is a link", Paths{Directories: []string{dir + "/linked.d"}, Reads: conf},
			"$D/d: / a.conf; $D/elsewhere: a; $D: d elsewhere linked.d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := parents(findRoute(c.paths)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
	r := findRoute(Paths{Directories: []string{dir + "/d"}, Reads: conf})
	for name, want := range map[string]bool{"d/new.conf": true, "d/new.txt": false, "d": true, "other": false,
		"elsewhere/a": true, "elsewhere/b": false, "d/a.conf": true} {
		if got := r.matters(Paths{Reads: conf}, filepath.Join(dir, name)); got != want {
			t.Errorf("an event of %s matters: got %v, want %v", name, got, want)
		}
	}
}

// patient is a timing without a poll, so that only events make a test pass.
var patient = Timing{Settle: time.Millisecond, Poll: time.Hour}

// watching watches until the test ends. Each read sends the content of a file, "" if there is none.
func watching(t *testing.T, paths Paths, timing Timing, file string) <-chan string {
	t.Helper()
	reads := make(chan string)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan bool)
	go func() {
		defer close(done)
		Watch(ctx, func() Paths { return paths }, timing, func() time.Duration {
			data, _ := os.ReadFile(file) //nolint:errcheck // A file that does not exist is empty.
			select {
			case reads <- string(data):
			case <-ctx.Done():
			}
			return 0
		}, func(error) {})
	}()
	t.Cleanup(func() {
		stop()
		<-done
	})
	return reads
}

// until reads until the file has a content. A change that is not seen makes the test time out.
func until(t *testing.T, reads <-chan string, want string) {
	t.Helper()
	for got := range reads {
		if got == want {
			return
		}
	}
}

func TestWatchSees(t *testing.T) {
	for _, c := range []struct {
		name   string
		files  map[string]string
		file   string // the file that is read
		paths  func(dir string) Paths
		change func(t *testing.T, dir string)
	}{
		{"a file that is written in place", map[string]string{"a.yaml": "old"}, "a.yaml", file("a.yaml"),
			func(t *testing.T, dir string) { must(t, os.WriteFile(dir+"/a.yaml", []byte("new"), 0o644)) }},
		{"a file that is replaced", map[string]string{"a.yaml": "old"}, "a.yaml", file("a.yaml"),
			func(t *testing.T, dir string) { replace(t, dir+"/a.yaml", "new") }},
		{"a link that is replaced", map[string]string{"1": "old", "2": "new", "a.yaml": "->1"}, "a.yaml", file("a.yaml"),
			func(t *testing.T, dir string) { replace(t, dir+"/a.yaml", "->2") }},
		{"current -> r2", map[string]string{"r1/a.yaml": "old", "r2/a.yaml": "new", "current": "->r1"}, "current/a.yaml",
			file("current/a.yaml"), func(t *testing.T, dir string) { replace(t, dir+"/current", "->r2") }},
		{"a target elsewhere that is replaced", map[string]string{"x/y/a": "old", "d/a.conf": "->../x/y/a"}, "d/a.conf",
			directoryOf("d"), func(t *testing.T, dir string) { replace(t, dir+"/x/y/a", "new") }},
		{"a grandparent that is replaced", map[string]string{"g/p/a.yaml": "old", "h/p/a.yaml": "new"}, "g/p/a.yaml",
			file("g/p/a.yaml"), func(t *testing.T, dir string) {
				must(t, os.Rename(dir+"/g", dir+"/old"))
				must(t, os.Rename(dir+"/h", dir+"/g"))
			}},
		{"a file below the grandparent that was replaced", map[string]string{"g/p/a.yaml": "old", "h/p/": ""}, "g/p/a.yaml",
			file("g/p/a.yaml"), func(t *testing.T, dir string) {
				must(t, os.Rename(dir+"/g", dir+"/old"))
				must(t, os.Rename(dir+"/h", dir+"/g"))
				must(t, os.WriteFile(dir+"/g/p/a.yaml", []byte("new"), 0o644))
			}},
		{"a directory that is a link", map[string]string{"1/": "", "d": "->1"}, "d/a.conf", directoryOf("d"),
			func(t *testing.T, dir string) { replace(t, dir+"/1/a.conf", "new") }},
		{"a directory that is a link to another one now", map[string]string{"1/": "", "2/a.conf": "new", "d": "->1"},
			"d/a.conf", directoryOf("d"), func(t *testing.T, dir string) { replace(t, dir+"/d", "->2") }},
		{"a directory that is created later", nil, "c/d/a.conf", directoryOf("c/d"), func(t *testing.T, dir string) {
			must(t, os.MkdirAll(dir+"/c/d", 0o755))
			must(t, os.WriteFile(dir+"/c/d/a.conf", []byte("new"), 0o644))
		}},
		{"a ConfigMap", map[string]string{"..1/a.conf": "old", "..2/a.conf": "new", "..data": "->..1",
			"a.conf": "->..data/a.conf"}, "a.conf", directoryOf("."), func(t *testing.T, dir string) {
			replace(t,
				dir+"/..data", "->..2")
		}},
		{"a subdirectory", map[string]string{"d/x.conf": ""}, "d/s/a.conf", func(dir string) Paths {
			return Paths{Directories: []string{dir + "/d"}, Reads: conf, Recursive: true}
		}, func(t *testing.T, dir string) {
			must(t, os.Mkdir(dir+"/d/s", 0o755))
			must(t, os.WriteFile(dir+"/d/s/a.conf", []byte("new"), 0o644))
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := tree(t, c.files)
			reads := watching(t, c.paths(dir), patient, filepath.Join(dir, c.file))
			<-reads
			c.change(t, dir)
			until(t, reads, "new")
		})
	}
}

func file(name string) func(dir string) Paths {
	return func(dir string) Paths { return Paths{Files: []string{filepath.Join(dir, name)}} }
}

func directoryOf(name string) func(dir string) Paths {
	return func(dir string) Paths { return Paths{Directories: []string{filepath.Join(dir, name)}, Reads: conf} }
}

// A directory that never settles does not delay a read forever, whether a neighbor changes or a file that is read.
func TestWatchIsNotStarved(t *testing.T) {
	for name, busy := range map[string]string{"by a neighbor": "d/busy.log", "by a file that is read": "d/busy.conf"} {
		t.Run(name, func(t *testing.T) {
			dir := tree(t, map[string]string{"d/a.conf": "old"})
			stop, stopped := make(chan bool), make(chan bool)
			go func() {
				defer close(stopped)
				for {
					select {
					case <-stop:
						return
					default:
						os.WriteFile(filepath.Join(dir, busy), []byte("x"), 0o644) //nolint:errcheck // The next one will do.
					}
				}
			}()
			reads := watching(t, directoryOf("d")(dir), Timing{Settle: 100 * time.Millisecond, Bound: 200 * time.Millisecond,
				Poll: time.Hour}, filepath.Join(dir, "d/a.conf"))
			<-reads
			replace(t, filepath.Join(dir, "d/a.conf"), "new")
			until(t, reads, "new")
			close(stop)
			<-stopped
		})
	}
}

// Without events the files are compared from time to time, and nothing is read if nothing has changed.
func TestWatchWithoutEvents(t *testing.T) {
	for name, timing := range map[string]Timing{
		"no instance": {newWatcher: func() (*fsnotify.Watcher, error) { return nil, syscall.EMFILE }},
		"no watches":  {newWatcher: closedWatcher},
	} {
		t.Run(name, func(t *testing.T) {
			dir := tree(t, map[string]string{"a.yaml": "old"})
			timing.Poll = time.Millisecond
			var failures []error
			reads := 0
			ctx, stop := context.WithCancel(context.Background())
			Watch(ctx, func() Paths { return file("a.yaml")(dir) }, timing, func() time.Duration {
				switch reads++; reads {
				case 1:
					replace(t, filepath.Join(dir, "a.yaml"), "new")
				case 2:
					stop()
				}
				return 0
			}, func(err error) { failures = append(failures, err) })
			if len(failures) != 1 || reads != 2 {
				t.Errorf("got the failures %v and %d reads, want one failure and two reads", failures, reads)
			}
		})
	}
}

// A write through another hard link has no event in the directories that are watched. The files are compared although
// the system sends events of all other changes.
func TestWatchSeesAnotherHardLink(t *testing.T) {
	for name, paths := range map[string]func(string) Paths{"a file": file("d/a.conf"), "a directory": directoryOf("d")} {
		t.Run(name, func(t *testing.T) {
			dir := tree(t, map[string]string{"d/a.conf": "old", "elsewhere/": ""})
			must(t, os.Link(dir+"/d/a.conf", dir+"/elsewhere/b"))
			timing := Timing{Settle: time.Hour, Bound: time.Hour, Poll: time.Millisecond}
			reads := watching(t, paths(dir), timing, dir+"/d/a.conf")
			<-reads
			must(t, os.WriteFile(dir+"/elsewhere/b", []byte("newer"), 0o644))
			until(t, reads, "newer")
		})
	}
}

// closedWatcher returns a watcher that watches nothing.
func closedWatcher() (*fsnotify.Watcher, error) {
	w, err := fsnotify.NewWatcher()
	if err == nil {
		err = w.Close()
	}
	return w, err
}

func TestWatchTriesAgain(t *testing.T) {
	dir := tree(t, map[string]string{"a.yaml": ""})
	reads := 0
	ctx, stop := context.WithCancel(context.Background())
	Watch(ctx, func() Paths { return file("a.yaml")(dir) }, patient, func() time.Duration {
		if reads++; reads == 3 {
			stop()
		}
		return time.Nanosecond
	}, func(err error) { t.Error(err) })
	if reads != 3 {
		t.Errorf("got %d reads", reads)
	}
}

var flips = flag.Int("flips", 10000, "times that a link is replaced under a watch")

// TestFlipsLeakNothing replaces a link on the way, and the directory that it leads to, many times.
func TestFlipsLeakNothing(t *testing.T) {
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		t.Setenv("TMPDIR", "/dev/shm") // so many links are better kept in memory
	}
	dir := tree(t, map[string]string{"0/a.yaml": "0", "1/a.yaml": "1", "current": "->0"})
	open := func() int {
		entries, err := os.ReadDir("/proc/self/fd")
		if errors.Is(err, os.ErrNotExist) {
			return 0
		}
		must(t, err)
		return len(entries)
	}
	before, goroutines := open(), runtime.NumGoroutine()
	flipped, sightings := 0, 0
	ctx, stop := context.WithCancel(context.Background())
	paths := func() Paths { return file("current/a.yaml")(dir) }
	Watch(ctx, paths, Timing{Settle: time.Nanosecond, Poll: time.Hour}, func() time.Duration {
		data, err := os.ReadFile(filepath.Join(dir, "current/a.yaml"))
		must(t, err)
		if string(data) != fmt.Sprint(flipped%2) {
			t.Fatalf("after %d flips: read %s", flipped, data)
		}
		if sightings++; flipped >= *flips {
			stop()
			return 0
		}
		for range min(100, *flips-flipped) {
			flipped++
			replace(t, filepath.Join(dir, "current"), fmt.Sprintf("->%d", flipped%2))
		}
		return 0
	}, func(err error) { t.Error(err) })
	const slack = 3
	if after := open(); after > before+slack {
		t.Errorf("%d descriptors before, %d after", before, after)
	}
	// The goroutines of closed watchers end soon. With others the test times out.
	for runtime.NumGoroutine() > goroutines+slack {
		runtime.Gosched()
	}
	t.Logf("%d flips, %d sightings", flipped, sightings)
}
