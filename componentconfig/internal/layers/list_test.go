package layers

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestSeveralDirectories(t *testing.T) {
	for _, c := range []struct {
		row   string
		files map[string]string
		want  string
	}{
		{"the files of all directories are sorted together", map[string]string{"usr/20-b.conf": "b", "etc/10-a.conf": "a",
			"usr/30-c.conf": "c"}, "10-a.conf=a; 20-b.conf=b; 30-c.conf=c"},
		{"a later directory masks files of the same name", map[string]string{"usr/a.conf": "vendor", "run/a.conf": "runtime",
			"etc/a.conf": "site", "run/b.conf": "runtime"}, "a.conf=site; b.conf=runtime; skipped usr/a.conf; skipped " +
			"run/a.conf"},
		{"a link to /dev/null in a later directory removes a file", map[string]string{"usr/a.conf": "vendor",
			"etc/a.conf": "->/dev/null", "usr/b.conf": "b"}, "b.conf=b; skipped usr/a.conf"},
		{"numbers are compared over all directories", map[string]string{"usr/9-a.conf": "a", "etc/10-b.conf": "b"},
			"10-b.conf=b; 9-a.conf=a; usr: 9-a.conf is read after 10-b.conf, because names are sorted byte by byte: use the " +
				"same number of digits in all of them"},
	} {
		t.Run(c.row, func(t *testing.T) {
			files := map[string]string{"usr/.x": "", "run/.x": "", "etc/.x": ""}
			for name, text := range c.files {
				files[name] = text
			}
			dir := directory(t, files)
			snap, problems := (&Reader{}).Read(Sources{Extensions: []string{".conf"},
				DropIns: []string{dir + "/usr", dir + "/run", dir + "/etc"}})
			var out []string
			for _, f := range snap.Files {
				out = append(out, filepath.Base(f.Name)+"="+string(f.Data))
			}
			for _, s := range snap.Skipped {
				if filepath.Base(s) != ".x" {
					out = append(out, "skipped "+s)
				}
			}
			got := strings.ReplaceAll(strings.Join(append(out, snap.Warnings...), "; "), dir+"/", "")
			if got != c.want || len(problems) > 0 {
				t.Errorf("got  %s, %v\nwant %s", got, problems, c.want)
			}
		})
	}
}

func TestRecursive(t *testing.T) {
	dir := directory(t, map[string]string{"b.conf": "1", "a/z.conf": "2", "a.conf": "3", "c/d/e.conf": "4", "c/README": "",
		".hidden/f.conf": "5", "..data/g.conf": "6", "link": "->c"})
	want := "a.conf=3; z.conf=2; b.conf=1; e.conf=4; skipped .hidden; skipped README; skipped link"
	s := Sources{DropIns: []string{dir}, Extensions: []string{".conf"}, Recursive: true}
	snap, problems := (&Reader{}).Read(s)
	var out []string
	for _, f := range snap.Files {
		out = append(out, filepath.Base(f.Name)+"="+string(f.Data))
	}
	for _, p := range snap.Skipped {
		out = append(out, "skipped "+filepath.Base(p))
	}
	if got := strings.Join(out, "; "); got != want || len(problems) > 0 {
		t.Errorf("got  %s, %v\nwant %s", got, problems, want)
	}
}

// What a link in a directory leads to may be everything: it is not read, and not searched for files that are not read.
func TestALinkToADirectoryIsNotSearched(t *testing.T) {
	dir := directory(t, map[string]string{"d/a.conf": "a", "d/link": "->../other", "d/sub/c.conf": "c",
		"other/b.conf": "b"})
	got := read(&Reader{}, Sources{DropIns: []string{filepath.Join(dir, "d")}, Extensions: []string{".conf"}})
	want := "a.conf=a; skipped link; skipped sub; d/sub/c.conf: the file is not read, because it is in a subdirectory " +
		"of the drop-in directory"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestADirectoryThatCannotBeListed(t *testing.T) {
	dir := directory(t, map[string]string{"file": "", "loop": "->loop"})
	for name, want := range map[string]string{
		"file": "error file: is not a directory",
		"loop": "error loop: the drop-in directory cannot be listed: too many levels of symbolic links",
	} {
		if got := read(&Reader{}, Sources{DropIns: []string{filepath.Join(dir, name)}}); got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
}

// A release directory behind a link is common. As root, the files in it that are links upwards could not be read.
func TestALinkUpwardsFromALinkedDirectory(t *testing.T) {
	dir := directory(t, map[string]string{
		"etc/current": "->../releases/r2", "releases/r2/f": "->../../shared/up/../f",
		"shared/up": "->deep/er", "shared/deep/er/x": "", "shared/deep/f": "x",
	})
	r := &Reader{euid: func() int { return 0 }, ownerOf: func(fs.FileInfo) (uid, gid int, ok bool) { return 0, 0, true }}
	path := filepath.Join(dir, "etc/current/f")
	if _, problems := r.Read(Sources{Main: path}); len(problems) > 0 {
		t.Error(problems)
	}
	must(t, os.Chmod(filepath.Join(dir, "shared/deep"), 0o777))
	_, problems := r.Read(Sources{Main: path})
	if !strings.Contains(problems.Error(), "everyone can replace the files in ") {
		t.Errorf("the directory of the file is not judged: %v", problems)
	}
}

// As root, files that others can write to or replace are refused, at both ends of a link.
func TestUntrustedFiles(t *testing.T) {
	const stranger = 4711
	for _, c := range []struct {
		name, link, target string // who owns the link and its target
		modes              map[string]fs.FileMode
		want               string
	}{
		{"root everywhere", "root", "root", nil, ""},
		{"everyone can write to the directory of the file", "root", "root", map[string]fs.FileMode{"b": 0o777},
			"a/f: everyone can replace the files in b, and they are not read as root: run chmod o-w on this directory"},
		{"everyone can write to the directory of the link", "root", "root", map[string]fs.FileMode{"a": 0o777},
			"a/f: everyone can replace the files in a, and they are not read as root: run chmod o-w on this directory"},
		{"with the sticky bit only owners can", "root", "root", map[string]fs.FileMode{"a": 0o777 | fs.ModeSticky,
			"b": 0o777 | fs.ModeSticky}, ""},
		{"a group can write", "root", "root", map[string]fs.FileMode{"a": 0o775, "b": 0o775, "b/f": 0o664}, ""},
		{"everyone can write to the file", "root", "root", map[string]fs.FileMode{"b/f": 0o646},
			"a/f: everyone can write to the file b/f, and it is not read as root: run chmod o-w on it"},
		{"the file belongs to another user", "root", "stranger", nil,
			"a/f: the owner of the file b/f is the user 4711, and " +
				"files of other users are not read as root: run chown root on it"},
		{"the link belongs to another user", "stranger", "root", nil, "a/f: the owner of this link is the user 4711, and " +
			"links of other users are not followed as root: name what it leads to, or run chown -h root on it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			dir := directory(t, map[string]string{"b/f": "x", "a/f": "->../b/f"})
			for name, mode := range c.modes {
				must(t, os.Chmod(filepath.Join(dir, name), mode))
			}
			owner := func(info fs.FileInfo) (uid, gid int, ok bool) {
				of := c.target
				if info.IsDir() {
					of = "root"
				} else if info.Mode()&fs.ModeSymlink != 0 {
					of = c.link
				}
				return map[string]int{"stranger": stranger}[of], 0, true
			}
			for euid, want := range map[int]string{0: c.want, 1000: ""} {
				r := &Reader{euid: func() int { return euid }, ownerOf: owner}
				_, problems := r.Read(Sources{Main: filepath.Join(dir, "a/f")})
				got := strings.ReplaceAll(strings.ReplaceAll(problems.Error(), dir+"/a/../", ""), dir+"/", "")
				if got != want {
					t.Errorf("user %d: got  %s\nwant %s", euid, got, want)
				}
			}
			if _, problems := (&Reader{euid: func() int { return 0 }, ownerOf: owner, AllowUntrusted: true}).Read(
				Sources{Main: filepath.Join(dir, "a/f")}); len(problems) > 0 {
				t.Errorf("told otherwise: %v", problems)
			}
		})
	}
}
