package transaction_test

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
	"github.com/configgen/configgen/internal/transaction"
)

// files are the contents of a directory by name with slashes; a directory without files is listed with a slash behind
// it.
type files map[string]string

func TestCommit(t *testing.T) {
	before := files{"old.go": "old", "sub/kept.go": "kept", "gone.go": "gone"}
	change := func(name, content string) transaction.Change {
		return transaction.Change{Path: name, Content: []byte(content)}
	}
	remove := func(name string) transaction.Change { return transaction.Change{Path: name, Remove: true} }
	tests := []struct {
		name    string
		changes []transaction.Change
		after   files
		fails   string // the file that the error names; empty where there is none
	}{
		{"nothing", nil, before, ""},
		{
			"write, make, remove", []transaction.Change{change("old.go", "new"), change("a/b/c.go", "made"), remove("gone.go")},
			files{"old.go": "new", "sub/kept.go": "kept", "a/b/c.go": "made"}, "",
		},
		{
			"a directory in the way of a file",
			[]transaction.Change{change("old.go", "new"), change("a/b/c.go", "made"), change("sub", "x")}, before, "sub",
		},
		{
			"a file in the way of a directory", []transaction.Change{change("x/y.go", "made"), change("old.go/z.go", "x")},
			before, "old.go/z.go",
		},
		// The directory is made for the last file before the file of its name is put in place, so only a rename can fail.
		{
			"a rename fails when others are done",
			[]transaction.Change{
				change("old.go", "new"), change("a/b.go", "made"), remove("gone.go"), remove("never.go"), change("x", "in the way"),
				change("x/y.go", "made"),
			}, before, "x",
		},
		{
			"a removal of nothing", []transaction.Change{change("old.go", "new"), remove("never.go")},
			files{"old.go": "new", "sub/kept.go": "kept", "gone.go": "gone"}, "",
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, dir, before)
			for i := range test.changes {
				test.changes[i].Path = filepath.Join(dir, filepath.FromSlash(test.changes[i].Path))
			}
			err := transaction.Commit(test.changes)
			if test.fails == "" && err != nil {
				t.Fatal(err)
			}
			var failed *transaction.Error
			if test.fails != "" {
				if !errors.As(err, &failed) {
					t.Fatalf("error %v, want a *transaction.Error", err)
				}
				if want := filepath.Join(dir, filepath.FromSlash(test.fails)); failed.Path != want || len(failed.Lost) > 0 {
					t.Errorf("error about %s, lost %v, want one about %s and nothing lost", failed.Path, failed.Lost, want)
				}
				if strings.Contains(failed.Cause().Error(), ".tmp") {
					t.Errorf("cause %q shows a temporary file", failed.Cause())
				}
			}
			if got := read(t, dir); !equal(got, test.after) {
				t.Errorf("files %v, want %v", got, test.after)
			}
		})
	}
}

// TestUndoKeepsIdentity shows that a file whose change was undone is the very same file: builds that look at times see
// no change.
func TestUndoKeepsIdentity(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, files{"old.go": "old", "gone.go": "gone"})
	path, gone := filepath.Join(dir, "old.go"), filepath.Join(dir, "gone.go")
	before, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	err = transaction.Commit([]transaction.Change{
		{Path: path, Content: []byte("new")}, {Path: gone, Remove: true}, {Path: filepath.Join(dir, "x")},
		{Path: filepath.Join(dir, "x", "y.go")},
	})
	if err == nil {
		t.Fatal("a file took the place of its directory")
	}
	after, err := os.Stat(path)
	if err != nil || !os.SameFile(before, after) || before.ModTime() != after.ModTime() {
		t.Errorf("the file is another one, error %v", err)
	}
}

// TestCommitsSideBySide has runs make the same changes at the same time, as go generate does in several terminals: none
// takes the temporary files of another one for its own, and none fails because another one was faster.
func TestCommitsSideBySide(t *testing.T) {
	const runs = 16
	for range 5 {
		dir := t.TempDir()
		write(t, dir, files{"old.go": "old", "gone.go": "gone"})
		old, made, gone := filepath.Join(dir, "old.go"), filepath.Join(dir, "a", "b", "c.go"), filepath.Join(dir, "gone.go")
		failed := make(chan error, runs)
		for range runs {
			go func() {
				failed <- transaction.Commit([]transaction.Change{
					{Path: old, Content: []byte("new")}, {Path: made, Content: []byte("made")}, {Path: gone, Remove: true},
				})
			}()
		}
		for range runs {
			if err := <-failed; err != nil {
				t.Error(err)
			}
		}
		if got, want := read(t, dir), (files{"old.go": "new", "a/b/c.go": "made"}); !equal(got, want) {
			t.Errorf("files %v, want %v", got, want)
		}
	}
}

func write(t *testing.T, dir string, content files) {
	t.Helper()
	for name, text := range content {
		testfiles.Write(t, filepath.Join(dir, filepath.FromSlash(name)), text)
	}
}

func read(t *testing.T, dir string) files {
	t.Helper()
	found := files{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || path == dir {
			return err
		}
		name, err := filepath.Rel(dir, path)
		if err != nil {
			return err
		}
		name = filepath.ToSlash(name)
		if entry.IsDir() {
			if inside, err := os.ReadDir(path); err != nil || len(inside) > 0 {
				return err
			}
			found[name+"/"] = ""
			return nil
		}
		content, err := os.ReadFile(path)
		found[name] = string(content)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return found
}

func equal(a, b files) bool {
	if len(a) != len(b) {
		return false
	}
	for name, content := range a {
		if other, ok := b[name]; !ok || other != content {
			return false
		}
	}
	return true
}

// TestSweepRemovesTheFilesOfKilledProcesses: files of running processes and of other programs are kept.
func TestSweepRemovesTheFilesOfKilledProcesses(t *testing.T) {
	exited := exec.Command(os.Args[0], "-test.run=^$")
	if err := exited.Run(); err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	ours := func(pid int) string { return fmt.Sprintf(".zz_generated.flags.go.%d-17.tmp", pid) }
	kept := files{
		ours(os.Getpid()): "", "zz_generated.flags.go": "", ".types.go.swp": "", ".cache.tmp": "",
		ours(exited.Process.Pid) + "/x": "",
	}
	before := maps.Clone(kept)
	before["sub/"+ours(exited.Process.Pid)] = ""
	before["sub/types.go"], kept["sub/types.go"] = "", ""
	write(t, dir, before)
	transaction.Sweep(dir, filepath.Join(dir, "sub"), filepath.Join(dir, "missing"))
	if got := read(t, dir); !equal(got, kept) {
		t.Errorf("files %v, want %v", got, kept)
	}
}
