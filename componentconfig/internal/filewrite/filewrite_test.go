//go:build unix

package filewrite

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

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
			if err := Write(filepath.Join(dir, c.to), "new"); err != nil {
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
	must(t, Write(name, "new"))
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
	must(t, Write(filepath.Join(dir, "link"), "new"))
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
	must(t, Write(link, "new"))
	data, err := os.ReadFile(f.Name())
	must(t, err)
	if string(data) != "before new" {
		t.Errorf("got %q", data)
	}
	r, w, err := os.Pipe()
	must(t, err)
	must(t, Write(filepath.Join("/dev/fd", itoa(w.Fd())), "new"))
	must(t, w.Close())
	if data, err = io.ReadAll(r); err != nil || string(data) != "new" {
		t.Errorf("a pipe: got %q, %v", data, err)
	}
	must(t, Write("/dev/null", "new"))
	if info, err := os.Lstat("/dev/null"); err != nil || info.Mode().IsRegular() {
		t.Errorf("/dev/null was replaced: %v, %v", info, err)
	}
}

func itoa(fd uintptr) string { return strconv.FormatUint(uint64(fd), 10) }
