package layers

import (
	"flag"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"
)

// directory creates a directory of files; a value that starts with -> is a link.
func directory(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		path := filepath.Join(dir, name)
		must(t, os.MkdirAll(filepath.Dir(path), 0o755))
		if target, ok := strings.CutPrefix(text, "->"); ok {
			must(t, os.Symlink(target, path))
			continue
		}
		must(t, os.WriteFile(path, []byte(text), 0o644))
	}
	return dir
}

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// read describes a snapshot of a drop-in directory.
func read(r *Reader, s Sources) string {
	snap, problems := r.Read(s)
	var out []string
	if snap != nil {
		for _, f := range snap.Files {
			out = append(out, filepath.Base(f.Name)+"="+string(f.Data))
		}
		for _, p := range snap.Skipped {
			out = append(out, "skipped "+filepath.Base(p))
		}
		out = append(out, snap.Warnings...)
	}
	for _, p := range problems.Sorted() {
		out = append(out, "error "+p.String())
	}
	return strings.ReplaceAll(strings.Join(out, "; "), filepath.Dir(s.DropIns[0])+"/", "")
}

func TestDropInFolder(t *testing.T) {
	for _, c := range []struct {
		row   string
		files map[string]string
		more  []string
		want  string
	}{
		{"order of drop-ins: byte order of the names", map[string]string{"b.conf": "2", "a.conf": "1", "B.conf": "0"}, nil,
			"B.conf=0; a.conf=1; b.conf=2"},
		{"unpadded numbers that sort against their value (9 after 10) get a warning", map[string]string{"10-a.conf": "1",
			"9-b.conf": "2"}, nil,
			"10-a.conf=1; 9-b.conf=2; d: 9-b.conf is read after 10-a.conf, because names are sorted byte by byte: use the " +
				"same number of digits in all of them"},
		{"padded numbers get none", map[string]string{"09-a.conf": "1", "10-b.conf": "2"}, nil, "09-a.conf=1; 10-b.conf=2"},
		{"which files: *.conf", map[string]string{"a.conf": "1", "a.yaml": "2", "README": "3"}, nil,
			"a.conf=1; skipped README; skipped a.yaml"},
		{"which files: *.yaml when asked for", map[string]string{"a.conf": "1", "a.yaml": "2"}, []string{".yaml"},
			"a.conf=1; a.yaml=2"},
		{"dotfiles and names that begin with .. never", map[string]string{".a.conf": "1", "..b.conf": "2", "c.conf": "3"},
			nil, "c.conf=3; skipped .a.conf"},
		{"subfolders are not entered", map[string]string{"sub.conf/a.conf": "1", "b.conf": "2"}, nil,
			"b.conf=2; skipped sub.conf; d/sub.conf/a.conf: the file is not read, because it is in a subdirectory of the " +
				"drop-in directory"},
		{"ConfigMap mounts: each file once", map[string]string{"..2024/a.conf": "1", "..data": "->..2024",
			"a.conf": "->..data/a.conf"}, nil, "a.conf=1"},
		{"symlink to /dev/null masks", map[string]string{"a.conf": "->/dev/null", "b.conf": "2"}, nil, "b.conf=2"},
		{"a dangling symlink is an error that names it", map[string]string{"a.conf": "->gone"}, nil,
			"error d/a.conf: is a link to gone, which does not exist"},
	} {
		t.Run(c.row, func(t *testing.T) {
			files := map[string]string{}
			for name, text := range c.files {
				files["d/"+name] = text
			}
			dir := filepath.Join(directory(t, files), "d")
			if got := read(&Reader{}, Sources{DropIns: []string{dir}, Extensions: append([]string{".conf"},
				c.more...)}); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestMissingFolder(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "d")
	if got, want := read(&Reader{}, Sources{DropIns: []string{dir}}),
		"d: the drop-in directory does not exist"; got != want {
		t.Errorf("a default: got %s, want the warning %s", got, want)
	}
	if got, want := read(&Reader{}, Sources{DropIns: []string{dir}, MustExist: true}),
		"error d: the drop-in directory does not exist"; got != want {
		t.Errorf("set explicitly: got %s, want %s", got, want)
	}
}

func TestFilesThatCannotBeRead(t *testing.T) {
	denied := func(string) (*os.File, error) {
		return nil, &fs.PathError{Op: "open", Path: "f", Err: fs.ErrPermission}
	}
	broken := func(string) (*os.File, error) { return nil, &fs.PathError{Op: "open", Path: "f", Err: syscall.EIO} }
	for _, c := range []struct {
		name   string
		make   func(t *testing.T, path string)
		reader *Reader
		want   string
	}{
		{"missing", func(*testing.T, string) {}, &Reader{}, "f: the file does not exist"},
		{"a directory where a file should be", func(t *testing.T, p string) { must(t, os.Mkdir(p, 0o755)) }, &Reader{},
			"f: is a directory, not a file"},
		{"an unreadable file", plain, &Reader{openFile: denied}, "f: the file cannot be read: permission denied"},
		{"a disk error", plain, &Reader{openFile: broken}, "f: the file cannot be read: input/output error"},
		{"a 100 MiB file", func(t *testing.T, p string) {
			plain(t, p)
			must(t, os.Truncate(p, 100<<20))
		}, &Reader{}, "f: the file is larger than 4 MiB"},
		{"everyone can write to it, root", func(t *testing.T, p string) {
			plain(t, p)
			must(t, os.Chmod(p, 0o666))
		}, &Reader{euid: func() int { return 0 }, ownerOf: root}, "f: everyone can write to this file, and it is not " +
			"read as root: run chmod o-w on it"},
		{"everyone can write to it, not root", func(t *testing.T, p string) {
			plain(t, p)
			must(t, os.Chmod(p, 0o666))
		}, &Reader{euid: func() int { return 1000 }}, ""},
		{"everyone can write to it, told otherwise", func(t *testing.T, p string) {
			plain(t, p)
			must(t, os.Chmod(p, 0o666))
		}, &Reader{AllowUntrusted: true, euid: func() int { return 0 }}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "f")
			c.make(t, path)
			_, problems := c.reader.Read(Sources{Main: path})
			if got := strings.ReplaceAll(problems.Error(), filepath.Dir(path)+"/", ""); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// root owns every file.
func root(fs.FileInfo) (uid, gid int, ok bool) { return 0, 0, true }

func plain(t *testing.T, path string) { must(t, os.WriteFile(path, []byte("x"), 0o644)) }

func TestFileDeletedBetweenListingAndReadingIsNotInTheSnapshot(t *testing.T) {
	dir := directory(t, map[string]string{"a.conf": "1", "b.conf": "2"})
	opened := 0
	r := &Reader{openFile: func(name string) (*os.File, error) {
		if opened++; opened == 1 {
			must(t, os.Remove(filepath.Join(dir, "b.conf")))
		}
		return os.Open(name)
	}}
	if got := read(r, Sources{DropIns: []string{dir}, Extensions: []string{".conf"}}); got != "a.conf=1" {
		t.Errorf("got %s, want a.conf alone", got)
	}
}

func TestFileThatIsWrittenMeanwhileIsReadAgain(t *testing.T) {
	dir := directory(t, map[string]string{"a.conf": "old", "b.conf": "old"})
	opened := 0
	r := &Reader{openFile: func(name string) (*os.File, error) {
		if opened++; opened == 2 { // a was read, b is about to be
			for _, n := range []string{"a.conf", "b.conf"} {
				must(t, os.WriteFile(filepath.Join(dir, n), []byte("newer"), 0o644))
			}
		}
		return os.Open(name)
	}}
	if got := read(r, Sources{DropIns: []string{dir}, Extensions: []string{".conf"}}); got != "a.conf=newer; "+
		"b.conf=newer" {
		t.Errorf("got %s, want both new", got)
	}
}

// TestNoEndOfChanges checks that a directory in which something always changes is given up, as --config-dir=/ is with
// the files of /proc in it.
func TestNoEndOfChanges(t *testing.T) {
	dir := directory(t, map[string]string{"a.conf": ""})
	opened := 0
	r := &Reader{patience: time.Nanosecond, openFile: func(name string) (*os.File, error) {
		opened++
		must(t, os.WriteFile(name, []byte(strings.Repeat("x", opened)), 0o644))
		return os.Open(name)
	}}
	got := read(r, Sources{DropIns: []string{dir}, Extensions: []string{".conf"}})
	if want := "keeps changing while it is read"; !strings.Contains(got, want) || opened > 10 {
		t.Errorf("got %s after opening a file %d times, want: %s", got, opened, want)
	}
}

func TestStandardInputIsReadOnce(t *testing.T) {
	r := &Reader{Stdin: strings.NewReader("x: 1")}
	for range 2 {
		snap, problems := r.Read(Sources{Main: "-"})
		if len(problems) > 0 || string(snap.Files[0].Data) != "x: 1" || snap.Files[0].Name != "<stdin>" {
			t.Fatalf("got %v, %v", snap, problems)
		}
	}
}

var swaps = flag.Int("swaps", 500, "swaps of the ConfigMap mount in TestSnapshotIsNeverAMix")

// TestSnapshotIsNeverAMix swaps the ..data link of a ConfigMap mount many times under a reader.
func TestSnapshotIsNeverAMix(t *testing.T) {
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		t.Setenv("TMPDIR", "/dev/shm") // so many files are better kept in memory
	}
	dir := directory(t, map[string]string{"..0/a.conf": "0", "..0/b.conf": "0", "..0/main.yaml": "0", "..data": "->..0",
		"a.conf": "->..data/a.conf", "b.conf": "->..data/b.conf", "main.yaml": "->..data/main.yaml"})
	done := make(chan error, 1)
	go func() { done <- swap(dir, *swaps) }()
	r := &Reader{}
	reads, versions := 0, map[string]bool{}
	for running := true; running; reads++ {
		select {
		case err := <-done:
			must(t, err)
			running = false
		default:
		}
		snap, problems := r.Read(Sources{Main: filepath.Join(dir, "main.yaml"), DropIns: []string{dir},
			Extensions: []string{".conf"}})
		if len(problems) > 0 {
			t.Fatalf("read %d: %v", reads, problems)
		}
		var all []string
		for _, f := range snap.Files {
			all = append(all, string(f.Data))
		}
		if len(all) != 3 || len(slices.Compact(slices.Clone(all))) != 1 {
			t.Fatalf("read %d: a mix: %v", reads, all)
		}
		versions[all[0]] = true
	}
	if !versions[fmt.Sprint(*swaps)] {
		t.Errorf("the last version was not seen")
	}
	t.Logf("%d reads saw %d of %d versions", reads, len(versions), *swaps)
}

// swap does what the kubelet's atomic writer does: a new directory, then a link to it that is renamed over the old
// link.
func swap(dir string, times int) error {
	for i := 1; i <= times; i++ {
		next := fmt.Sprintf("..%d", i)
		if err := os.Mkdir(filepath.Join(dir, next), 0o755); err != nil {
			return err
		}
		for _, name := range []string{"a.conf", "b.conf", "main.yaml"} {
			if err := os.WriteFile(filepath.Join(dir, next, name), []byte(fmt.Sprint(i)), 0o644); err != nil {
				return err
			}
		}
		if err := os.Symlink(next, filepath.Join(dir, "..tmp")); err != nil {
			return err
		}
		if err := os.Rename(filepath.Join(dir, "..tmp"), filepath.Join(dir, "..data")); err != nil {
			return err
		}
		if err := os.RemoveAll(filepath.Join(dir, fmt.Sprintf("..%d", i-1))); err != nil {
			return err
		}
	}
	return nil
}
