//go:build unix

package fileowner

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// tree makes files, directories (with a slash at the end) and links, and returns their directory.
func tree(t *testing.T, files map[string]string) string {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if target, ok := strings.CutPrefix(text, "->"); ok {
			err = os.Symlink(strings.ReplaceAll(target, "$D", dir), path)
		} else if strings.HasSuffix(name, "/") {
			err = os.MkdirAll(path, 0o755)
		} else {
			err = os.WriteFile(path, []byte(text), 0o644)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

// TestWhoMayOwnWhat is the table of docs/operating.md. A name of an x and a letter belongs to user 4711, one of a y
// and a letter to user 4712, all others to root.
func TestWhoMayOwnWhat(t *testing.T) {
	const stickyBit = fs.ModeSticky
	owner := func(info fs.FileInfo) (uid, gid int, ok bool) {
		return map[string]int{"xa": 4711, "xf": 4711, "xl": 4711, "yl": 4712}[info.Name()], 0, true
	}
	for _, c := range []struct {
		name  string
		files map[string]string
		modes map[string]fs.FileMode
		path  string
		root  string // what root is told
		user  string // what user 4712 is told
	}{
		{"a file of root", map[string]string{"a/f": ""}, nil, "a/f", "", ""},
		{"a new file", map[string]string{"a/": ""}, nil, "a/f", "", ""},
		{"a group can write", map[string]string{"a/f": ""}, map[string]fs.FileMode{"a": 0o775, "a/f": 0o664}, "a/f", "", ""},
		{"a sticky directory", map[string]string{"a/f": ""}, map[string]fs.FileMode{"a": 0o777 | stickyBit}, "a/f", "", ""},
		{"a link of root", map[string]string{"a/l": "->../b/f", "b/f": ""}, nil, "a/l", "", ""},
		{"a file of another user", map[string]string{"a/xf": ""}, nil, "a/xf", "the owner of this file is the user 4711, " +
			"and files of other users are not read as root: run chown root on it", ""},
		{"everyone can write to the file", map[string]string{"a/f": ""}, map[string]fs.FileMode{"a/f": 0o666}, "a/f",
			"everyone can write to this file, and it is not read as root: run chmod o-w on it", ""},
		{"a directory of another user", map[string]string{"xa/f": ""}, nil, "xa/f",
			"the user 4711 owns the directory $D/xa " +
				"and can replace the files in it, and they are not read as root: run chown root on this directory", ""},
		{"a parent of another user", map[string]string{"xa/b/c/f": ""}, nil, "xa/b/c/f", "the user 4711 owns the directory " +
			"$D/xa and can replace the files in it, and they are not read as root: run chown root on this directory", ""},
		{"a directory itself", map[string]string{"xa/": ""}, nil, "xa", "the user 4711 owns the directory $D/xa and can " +
			"replace the files in it, and they are not read as root: run chown root on this directory", ""},
		{"a new file in a directory of another user", map[string]string{"xa/": ""}, nil, "xa/f", "the user 4711 owns the " +
			"directory $D/xa and can replace the files in it, and they are not read as root: run chown root on this directory",
			""},
		{"everyone can replace a parent", map[string]string{"a/b/f": ""}, map[string]fs.FileMode{"a": 0o777}, "a/b/f",
			"everyone can replace the files in $D/a, and they are not read as root: run chmod o-w on this directory", ""},
		{"above a link", map[string]string{"a/l": "->../b/c", "b/c/d/f": "", "b/f": ""}, map[string]fs.FileMode{"b": 0o777},
			"a/l/../f", "everyone can replace the files in $D/b, and they are not read as root: run chmod o-w on this " +
				"directory", ""},
		{"a link of another user in a sticky directory", map[string]string{"a/xl": "->../b/f", "b/f": ""},
			map[string]fs.FileMode{"a": 0o777 | stickyBit}, "a/xl", "the owner of this link is the user 4711, and links of " +
				"other users are not followed as root: name what it leads to, or run chown -h root on it",
			"the owner of this link is the user 4711, and everyone can make links in $D/a: name what it leads to"},
		{"a dangling link of another user", map[string]string{"a/xl": "->../b/f", "b/": ""},
			map[string]fs.FileMode{"a": 0o777 | stickyBit}, "a/xl", "the owner of this link is the user 4711, and links of " +
				"other users are not followed as root: name what it leads to, or run chown -h root on it",
			"the owner of this link is the user 4711, and everyone can make links in $D/a: name what it leads to"},
		{"a link on the way", map[string]string{"a/xl": "->../b", "b/f": ""},
			map[string]fs.FileMode{"a": 0o777 | stickyBit}, "a/xl/f", "the owner of the link $D/a/xl is the user 4711, and " +
				"links of other users are not followed as root: name what it leads to, or run chown -h root on it",
			"the owner of the link $D/a/xl is the user 4711, and everyone can make links in $D/a: name what it leads to"},
		{"an own link in a sticky directory", map[string]string{"a/yl": "->../b/f", "b/f": ""},
			map[string]fs.FileMode{"a": 0o777 | stickyBit}, "a/yl", "the owner of this link is the user 4712, and links of " +
				"other users are not followed as root: name what it leads to, or run chown -h root on it", ""},
		{"a link of the owner of a sticky directory", map[string]string{"xa/xl": "->../b/f", "b/f": ""},
			map[string]fs.FileMode{"xa": 0o777 | stickyBit}, "xa/xl", "the user 4711 owns the directory $D/xa and can replace " +
				"the files in it, and they are not read as root: run chown root on this directory", ""},
	} {
		dir := tree(t, c.files)
		for name, mode := range c.modes {
			if err := os.Chmod(filepath.Join(dir, name), mode); err != nil {
				t.Fatal(err)
			}
		}
		for uid, want := range map[int]string{0: c.root, 4712: c.user} {
			j := &Judge{User: uid, Verb: "read", Owner: owner}
			_, _, err := j.Follow(dir + "/" + c.path)
			got := ""
			if err != nil {
				got = strings.ReplaceAll(err.Error(), dir, "$D")
			}
			if got != want {
				t.Errorf("%s, user %d:\n got %s\nwant %s", c.name, uid, got, want)
			}
		}
		if _, _, err := (&Judge{AcceptAll: true, Owner: owner}).Follow(dir + "/" + c.path); err != nil {
			t.Errorf("%s, told otherwise: %v", c.name, err)
		}
	}
}

// Place leaves the permissions of a directory to the process, and judges its owner and all that is above it.
func TestPlaces(t *testing.T) {
	dir := tree(t, map[string]string{"a/b/": "", "xc/": "", "l": "->a/b"})
	if err := os.Chmod(filepath.Join(dir, "a/b"), 0o777); err != nil {
		t.Fatal(err)
	}
	owner := func(info fs.FileInfo) (uid, gid int, ok bool) {
		return map[string]int{"xc": 4711}[info.Name()], 0, true
	}
	for name, want := range map[string]bool{"a/b": true, "l": true, "a/b/c": false, "xc": false, "a/new": true} {
		_, _, err := (&Judge{Owner: owner, Verb: "used"}).Place(filepath.Join(dir, name))
		if (err == nil) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Follow finds what the kernel finds.
func TestFollow(t *testing.T) {
	dir := tree(t, map[string]string{"a/b/f": "", "a/l": "->b/../b/./f", "m": "->$D/a",
		"loop": "->loop", "dangling": "->a/n"})
	t.Chdir(dir)
	for name, want := range map[string]string{
		"a/l": "a/b/f", "m/b/f": "a/b/f", "m/../a//b/f": "a/b/f", "dangling": "a/n", "a/b": "a/b", ".": ".",
		"loop": "error more than 40 links", "none/f": "error lstat $D/none: no such file or directory",
		"a/b/f/g": "error lstat $D/a/b/f/g: not a directory",
	} {
		got, _, err := (&Judge{AcceptAll: true}).Follow(name)
		if err != nil {
			got = "error " + strings.ReplaceAll(err.Error(), dir, "$D")
		} else if rel, err := filepath.Rel(dir, got); err == nil {
			got = rel
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// A process that asks for it uses no file of a third user in a directory that everyone can write to, nor a directory
// there.
func TestSharedDirectories(t *testing.T) {
	dir := tree(t, map[string]string{"open/xf": "", "open/xa/f": "", "open/f": "", "open/yl": "->../a/f", "a/f": "",
		"a/xf": ""})
	if err := os.Chmod(filepath.Join(dir, "open"), 0o777); err != nil {
		t.Fatal(err)
	}
	owner := func(info fs.FileInfo) (uid, gid int, ok bool) {
		return map[string]int{"xa": 4711, "xf": 4711, "yl": 4712}[info.Name()], 0, true
	}
	for name, want := range map[string]string{"open/f": "", "open/yl": "", "a/xf": "", "open/xa/f": "",
		"open/xf": "the owner of this file is the user 4711, and everyone can write to $D/open: run chown 4712 on it",
		"open/xa": "the owner of this directory is the user 4711, and everyone can write to $D/open: run chown 4712 on it",
	} {
		got := ""
		if _, _, err := (&Judge{User: 4712, Shared: true, Owner: owner}).Follow(filepath.Join(dir, name)); err != nil {
			got = strings.ReplaceAll(err.Error(), dir, "$D")
		}
		if got != want {
			t.Errorf("%s: got %s, want %s", name, got, want)
		}
	}
}

// TestUserNamespace: a directory that belongs to nobody in the user namespace is one of the system around it, unless
// the namespace has that user. Links and files of such users are refused as ever.
func TestUserNamespace(t *testing.T) {
	dir := tree(t, map[string]string{
		"nobody/f": "", "nobody/nobody.conf": "", "nobody/nobody.link": "->f",
		"one": "         0       1001          1\n", "some": "0 1000 1\n1 100000 65536\n", "all": "0 0 4294967295\n",
	})
	owner := func(info fs.FileInfo) (uid, gid int, ok bool) {
		if strings.HasPrefix(info.Name(), "nobody") {
			return 65534, 0, true
		}
		return 0, 0, true
	}
	for uidMap, names := range map[string]map[string]bool{
		"one": {"f": true, "nobody.conf": false, "nobody.link": false}, "some": {"f": false}, "all": {"f": false},
	} {
		for name, accepted := range names {
			j := Judge{Verb: "read", Owner: owner, uidMap: filepath.Join(dir, uidMap)}
			if _, _, err := j.Follow(filepath.Join(dir, "nobody", name)); (err == nil) != accepted {
				t.Errorf("%s in a namespace with %s: %v", name, uidMap, err)
			}
		}
	}
}
