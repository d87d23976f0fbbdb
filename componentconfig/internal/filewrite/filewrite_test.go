//go:build unix

package filewrite

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/configgen/configgen/componentconfig/internal/fileowner"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// trusting refuses nothing.
func trusting() *fileowner.Judge { return &fileowner.Judge{AcceptAll: true} }

// layout describes the entries of a directory: name, mode, target or content.
func layout(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	var out []string
	for _, e := range entries {
		path := filepath.Join(dir, e.Name())
		if target, err := os.Readlink(path); err == nil {
			out = append(out, e.Name()+"->"+target)
			continue
		}
		info, err := e.Info()
		must(t, err)
		text := ""
		if info.Mode().IsRegular() {
			data, err := os.ReadFile(path)
			must(t, err)
			text = " " + string(data)
		}
		out = append(out, e.Name()+" "+info.Mode().String()+text)
	}
	return strings.Join(out, ", ")
}

func TestWriteRegularFilesAndLinks(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		to    string
		want  string
	}{
		{"a new file is private", nil, "a", "a -rw------- new"},
		{"a file keeps its mode", map[string]string{"a": "0640 old text"}, "a", "a -rw-r----- new"},
		{"a link is followed", map[string]string{"a": "->b", "b": "0644 old"}, "a", "a->b, b -rw-r--r-- new"},
		{"links are followed", map[string]string{"a": "->b", "b": "->c", "c": "0604 old"}, "a",
			"a->b, b->c, c -rw----r-- new"},
		{"a dangling link creates its target", map[string]string{"a": "->b"}, "a", "a->b, b -rw------- new"},
		{"a link that leads to itself", map[string]string{"a": "->a"}, "a", "more than 40 links; a->a"},
		{"a directory is an error", map[string]string{"d/": ""}, "d", "is a directory; d drwxr-xr-x"},
		{"no such directory", nil, "none/a", "no such file or directory; "},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			for name, text := range c.files {
				path := filepath.Join(dir, name)
				if target, ok := strings.CutPrefix(text, "->"); ok {
					must(t, os.Symlink(target, path))
				} else if strings.HasSuffix(name, "/") {
					must(t, os.Mkdir(path, 0o755))
				} else {
					must(t, os.WriteFile(path, []byte(text[5:]), 0o600))
					mode, err := strconv.ParseUint(text[:4], 8, 32)
					must(t, err)
					must(t, os.Chmod(path, fs.FileMode(mode)))
				}
			}
			got := ""
			if err := Write(trusting(), filepath.Join(dir, c.to), "new"); err != nil {
				got = err.Error()[strings.LastIndex(err.Error(), ": ")+1:] + "; "
			}
			if got = strings.TrimSpace(got + layout(t, dir)); got != strings.TrimSpace(c.want) {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// A file of another owner keeps it. Without the right to do that, the file is written in place.
func TestWriteKeepsTheOwner(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	must(t, os.WriteFile(name, []byte("old"), 0o664))
	if os.Geteuid() == 0 {
		must(t, os.Chown(name, 1234, 5678))
		must(t, os.Chmod(name, 0o664))
	}
	before, err := os.Stat(name)
	must(t, err)
	must(t, Write(trusting(), name, "new"))
	after, err := os.Stat(name)
	must(t, err)
	was, is := before.Sys().(*syscall.Stat_t), after.Sys().(*syscall.Stat_t)
	if was.Uid != is.Uid || was.Gid != is.Gid || before.Mode() != after.Mode() {
		t.Errorf("owner %d:%d, mode %s; was %d:%d, %s", is.Uid, is.Gid, after.Mode(), was.Uid, was.Gid, before.Mode())
	}
	if got := layout(t, dir); got != "a "+before.Mode().String()+" new" {
		t.Errorf("got %s", got)
	}
}

func TestWriteInPlace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "a")
	must(t, os.WriteFile(name, []byte("longer than before"), 0o644))
	must(t, overwrite(name, "new"))
	if got := layout(t, filepath.Dir(name)); got != "a -rw-r--r-- new" {
		t.Errorf("got %s", got)
	}
}

// full makes every file end after four bytes while it calls a function.
func full(t *testing.T, call func()) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	defer signal.Reset(syscall.SIGXFSZ)
	var limit syscall.Rlimit
	must(t, syscall.Getrlimit(syscall.RLIMIT_FSIZE, &limit))
	small := limit
	small.Cur = 4
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &small))
	call()
	must(t, syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit))
}

// A text that does not fit on the disk leaves a file as it was.
func TestWriteToAFullDisk(t *testing.T) {
	dir := t.TempDir()
	name := filepath.Join(dir, "a")
	must(t, os.WriteFile(name, []byte("old"), 0o644))
	var written, replaced error
	full(t, func() {
		written = Write(trusting(), name, "longer")
		_, _, replaced = Replace(trusting(), []File{{name, "longer"}})
	})
	if !errors.Is(written, syscall.EFBIG) || !errors.Is(replaced, syscall.EFBIG) {
		t.Errorf("got %v and %v", written, replaced)
	}
	if got := layout(t, dir); got != "a -rw-r--r-- old" {
		t.Errorf("got %s", got)
	}
}

func TestReplace(t *testing.T) {
	for _, c := range []struct {
		name  string
		files []string
		want  string
	}{
		{"all files", []string{"a", "link"}, "2   a -rw-r--r-- new, b -rw-r----- new, link->b, p prw-r--r--"},
		{"one does not exist", []string{"a", "none"},
			"0 none file does not exist a -rw-r--r-- old, b -rw-r----- old, link->b, p prw-r--r--"},
		{"one is a pipe", []string{"a", "p", "b"},
			"0 p it is not a regular file a -rw-r--r-- old, b -rw-r----- old, link->b, p prw-r--r--"},
		{"none", nil, "0   a -rw-r--r-- old, b -rw-r----- old, link->b, p prw-r--r--"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := t.TempDir()
			must(t, os.WriteFile(filepath.Join(dir, "a"), []byte("old"), 0o644))
			must(t, os.WriteFile(filepath.Join(dir, "b"), []byte("old"), 0o640))
			must(t, os.Symlink("b", filepath.Join(dir, "link")))
			must(t, syscall.Mkfifo(filepath.Join(dir, "p"), 0o644))
			var files []File
			for _, name := range c.files {
				files = append(files, File{filepath.Join(dir, name), "new"})
			}
			done, failed, err := Replace(trusting(), files)
			text := ""
			if err != nil {
				failed, text = filepath.Base(failed), err.Error()
			}
			if got := fmt.Sprintf("%d %s %s %s", done, failed, text, layout(t, dir)); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// Errors do not show the name of the temporary file.
func TestErrorsOfRename(t *testing.T) {
	dir := t.TempDir()
	must(t, os.Mkdir(filepath.Join(dir, "d"), 0o755))
	tmp, err := stage(filepath.Join(dir, "d"), nil, "new")
	must(t, err)
	if err := cause(commit(tmp, filepath.Join(dir, "d"))); err == nil || strings.Contains(err.Error(), dir) {
		t.Errorf("got %v", err)
	}
	if got := layout(t, dir); got != "d drwxr-xr-x" {
		t.Errorf("got %s", got)
	}
}

func TestWriteToAPipe(t *testing.T) {
	dir := t.TempDir()
	pipe := filepath.Join(dir, "pipe")
	must(t, syscall.Mkfifo(pipe, 0o600))
	must(t, os.Symlink("pipe", filepath.Join(dir, "link")))
	read := make(chan string)
	go func() {
		data, err := os.ReadFile(pipe)
		read <- string(data)
		if err != nil {
			t.Error(err)
		}
	}()
	must(t, Write(trusting(), filepath.Join(dir, "link"), "new"))
	if got := <-read; got != "new" {
		t.Errorf("read %q", got)
	}
	if got := layout(t, dir); got != "link->pipe, pipe prw-------" {
		t.Errorf("got %s", got)
	}
}

// The streams of a process have names below /dev and /proc that lead to regular files, pipes and sockets. They are
// written to, at their end, and the names stay.
func TestWriteToTheNamesOfADescriptor(t *testing.T) {
	if _, err := os.Stat("/proc/self/fd"); errors.Is(err, fs.ErrNotExist) {
		t.Log("this system has no names for descriptors")
		return
	}
	f, err := os.Create(filepath.Join(t.TempDir(), "a"))
	must(t, err)
	defer f.Close() //nolint:errcheck // It is read through its name.
	_, err = f.WriteString("before ")
	must(t, err)
	link := filepath.Join("/proc/self/fd", itoa(f.Fd()))
	must(t, Write(trusting(), link, "new"))
	data, err := os.ReadFile(f.Name())
	must(t, err)
	if string(data) != "before new" {
		t.Errorf("got %q", data)
	}
	r, w, err := os.Pipe()
	must(t, err)
	must(t, Write(trusting(), filepath.Join("/dev/fd", itoa(w.Fd())), "new"))
	must(t, w.Close())
	if data, err = io.ReadAll(r); err != nil || string(data) != "new" {
		t.Errorf("a pipe: got %q, %v", data, err)
	}
	must(t, Write(trusting(), "/dev/null", "new"))
	if info, err := os.Lstat("/dev/null"); err != nil || info.Mode().IsRegular() {
		t.Errorf("/dev/null was replaced: %v, %v", info, err)
	}
}

func itoa(fd uintptr) string { return strconv.FormatUint(uint64(fd), 10) }

// Devices and parts of processes are never replaced, and not judged. Memory that everyone can name files in is a
// directory like others.
func TestDevicesAreNotMemory(t *testing.T) {
	for name, want := range map[string]bool{"/dev/stdout": true, "/dev/fd/3": true, "/proc/self/fd/1": true,
		"/dev/shm": false, "/dev/shm/x": false, "/dev/shmx": true, "/devel/x": false, "/tmp/dev/x": false} {
		if got := special(name); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
