package scripttest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// Scripts is a directory of scripts.
type Scripts struct {
	// Dir holds the scripts, files whose names end in .txtar.
	Dir string
	// Name is the script that runs, without its ending. If it is empty, all scripts in Dir run.
	Name string
	// Golden is the directory of the golden module.
	Golden string
	// Update rewrites the files that cmp compares in the scripts with the actual content.
	Update bool
	// GoFlags are flags that are added to GOFLAGS of the environment in the scripts.
	GoFlags string
}

// Run runs every script as a subtest, all at once. The test fails if -run names none of them.
func (s Scripts) Run(t *testing.T) {
	environment := goEnvironment(t)
	var ran atomic.Bool
	t.Cleanup(func() {
		if !ran.Load() {
			t.Errorf("no script in %s has a name that -run matches", s.Dir)
		}
	})
	testscript.Run(t, testscript.Params{
		Files:               s.files(t),
		UpdateScripts:       s.Update,
		RequireExplicitExec: true,
		Setup: func(env *testscript.Env) error {
			ran.Store(true)
			repository, err := filepath.Abs(filepath.Join(s.Golden, "..", ".."))
			if err != nil {
				return err
			}
			env.Vars = append(append(env.Vars, environment...), "REPO="+repository)
			env.Setenv("GOFLAGS", strings.TrimSpace(env.Getenv("GOFLAGS")+" "+s.GoFlags))
			env.Values[snapshotKey] = &tree{}
			return provideModule(s.Golden, env.WorkDir)
		},
		Cmds: map[string]func(*testscript.TestScript, bool, []string){
			"snapshot":  snapshot,
			"unchanged": unchanged,
			"same":      same,
			"status":    status,
			"tool":      tool,
			"workflow":  workflow,
			"hooks":     hooks,
			"serve":     serve,
			"page":      page(s.Update),
			"publish":   publish,
			"offer":     offer,
		},
	})
}

// files returns the scripts that run.
func (s Scripts) files(t *testing.T) []string {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(s.Dir, cmp.Or(s.Name, "*")+".txtar"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no scripts in %s: %v", s.Dir, err)
	}
	return files
}

// goEnvironment returns the variables of the go command, with its caches of downloads and builds, so that a script
// needs no network and does not build again.
func goEnvironment(t *testing.T) []string {
	names := []string{"GOCACHE", "GOMODCACHE", "GOPROXY", "GOSUMDB", "GONOSUMDB", "GOPRIVATE", "GOFLAGS", "GOTOOLCHAIN"}
	printed, err := exec.Command("go", append([]string{"env", "-json"}, names...)...).Output()
	if err != nil {
		t.Fatal(err)
	}
	values := map[string]string{}
	if err := json.Unmarshal(printed, &values); err != nil {
		t.Fatal(err)
	}
	environment := []string{"GOGC=" + os.Getenv("GOGC")}
	for _, name := range names {
		environment = append(environment, name+"="+values[name])
	}
	if cache, err := os.UserCacheDir(); err == nil {
		environment = append(
			environment, "STATICCHECK_CACHE="+filepath.Join(cache, "staticcheck"),
			"GOLANGCI_LINT_CACHE="+filepath.Join(cache, "golangci-lint"),
		)
	}
	return environment
}

// provideModule makes dir a module, unless it is one, or has a directory named outside, which asks for none.
func provideModule(golden, dir string) error {
	for _, own := range []string{"go.mod", "outside"} {
		if _, err := os.Stat(filepath.Join(dir, own)); err == nil {
			return nil
		}
	}
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join(golden, name))
		if err != nil {
			return err
		}
		if err := os.WriteFile(filepath.Join(dir, name), content, 0o666); err != nil {
			return err
		}
	}
	return nil
}

// snapshotKey finds the tree that snapshot saw among the values of a script.
const snapshotKey = "snapshot"

// tree is every file below a directory, by name with slashes.
type tree map[string]seen

// seen is one file, directory or link.
type seen struct {
	info    fs.FileInfo
	content []byte
}

// snapshot implements the command of that name.
func snapshot(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: snapshot")
	}
	files, err := look(ts.MkAbs(ts.Getenv("WORK")))
	ts.Check(err)
	*ts.Value(snapshotKey).(*tree) = files
}

// unchanged implements the command of that name.
func unchanged(ts *testscript.TestScript, neg bool, args []string) {
	before := *ts.Value(snapshotKey).(*tree)
	if len(args) != 0 || before == nil {
		ts.Fatalf("usage: [!] unchanged, after snapshot")
	}
	after, err := look(ts.MkAbs(ts.Getenv("WORK")))
	ts.Check(err)
	changes := compare(before, after)
	if neg && len(changes) == 0 {
		ts.Fatalf("no file has changed")
	}
	if !neg && len(changes) > 0 {
		ts.Fatalf("files have changed: %q", changes)
	}
}

// same implements the command of that name.
func same(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: same directory directory")
	}
	var trees [2]tree
	for i, arg := range args {
		files, err := look(ts.MkAbs(arg))
		ts.Check(err)
		if len(files) < 2 {
			ts.Fatalf("directory %s is empty", arg)
		}
		trees[i] = files
	}
	for name, file := range trees[0] {
		if other, ok := trees[1][name]; !ok || !bytes.Equal(file.content, other.content) {
			ts.Fatalf("%s differs between %s and %s", name, args[0], args[1])
		}
	}
	for name := range trees[1] {
		if _, ok := trees[0][name]; !ok {
			ts.Fatalf("%s is in %s only", name, args[1])
		}
	}
}

// compare names the differences between two snapshots of a directory. The times of directories are ignored.
func compare(before, after tree) []string {
	var changes []string
	for name, old := range before {
		now, exists := after[name]
		switch {
		case !exists:
			changes = append(changes, "gone: "+name)
		case old.info.IsDir() && now.info.IsDir():
		case !os.SameFile(old.info, now.info), old.info.ModTime() != now.info.ModTime(), old.info.Mode() != now.info.Mode():
			changes = append(changes, "written: "+name)
		case !bytes.Equal(old.content, now.content):
			changes = append(changes, "edited: "+name)
		}
	}
	for name := range after {
		if _, existed := before[name]; !existed {
			changes = append(changes, "new: "+name)
		}
	}
	slices.Sort(changes)
	return changes
}

// look reads every file and directory below dir, except testscript's own.
func look(dir string) (tree, error) {
	files := tree{}
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && entry.Name() == ".tmp" && filepath.Dir(path) == dir {
			return filepath.SkipDir
		}
		info, err := entry.Info()
		if err != nil {
			return err
		}
		file := seen{info: info}
		if info.Mode().IsRegular() {
			if file.content, err = os.ReadFile(path); err != nil {
				return err
			}
		}
		name, err := filepath.Rel(dir, path)
		files[filepath.ToSlash(name)] = file
		return err
	})
	return files, err
}
