package filewatch

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestDirectories(t *testing.T) {
	dir := t.TempDir()
	must(t, os.MkdirAll(filepath.Join(dir, "real"), 0o755))
	must(t, os.WriteFile(filepath.Join(dir, "real", "a.yaml"), nil, 0o644))
	must(t, os.Symlink("real/a.yaml", filepath.Join(dir, "a.yaml")))
	for _, c := range []struct {
		name  string
		paths Paths
		want  string
	}{
		{"nothing", Paths{Files: []string{"", "-"}, Directories: []string{""}}, ""},
		{"a file is watched by its parent", Paths{Files: []string{dir + "/b.yaml"}}, dir},
		{"a link also by that of its target", Paths{Files: []string{dir + "/a.yaml"}}, dir + " " + dir + "/real"},
		{"once", Paths{Files: []string{dir + "/b.yaml", dir + "/c.yaml"}, Directories: []string{dir}}, dir},
		{"a directory itself", Paths{Directories: []string{dir + "/conf.d"}}, dir + "/conf.d"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := strings.Join(directories(c.paths), " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
		})
	}
}

// watch watches until the test ends. Each read sends the names in a directory.
func watch(t *testing.T, paths Paths, dir string) <-chan string {
	t.Helper()
	reads := make(chan string)
	ctx, stop := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- Watch(ctx, paths, func() {
			var names []string
			entries, _ := os.ReadDir(dir) //nolint:errcheck // A directory that does not exist yet has no entries.
			for _, e := range entries {
				names = append(names, e.Name())
			}
			select {
			case reads <- strings.Join(names, " "):
			case <-ctx.Done():
			}
		})
	}()
	t.Cleanup(func() {
		stop()
		must(t, <-done)
	})
	return reads
}

func until(t *testing.T, reads <-chan string, want string) {
	t.Helper()
	for got := range reads {
		if got == want {
			return
		}
	}
}

func TestWatchReadsAtOnceAndAfterAChange(t *testing.T) {
	dir := t.TempDir()
	reads := watch(t, Paths{Directories: []string{dir}}, dir)
	if got := <-reads; got != "" {
		t.Errorf("the first read saw %q, want nothing", got)
	}
	must(t, os.WriteFile(filepath.Join(dir, "a.conf"), nil, 0o644))
	until(t, reads, "a.conf")
}

func TestWatchSeesADirectoryThatIsCreatedLater(t *testing.T) {
	parent := t.TempDir()
	dir := filepath.Join(parent, "conf.d", "site")
	reads := watch(t, Paths{Directories: []string{dir}}, dir)
	<-reads
	must(t, os.MkdirAll(dir, 0o755))
	until(t, reads, "")
	must(t, os.WriteFile(filepath.Join(dir, "a.conf"), nil, 0o644))
	until(t, reads, "a.conf")
}

func TestWatchFailsOnADirectoryThatIsNotOne(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(t, os.WriteFile(file, nil, 0o644))
	err := Watch(context.Background(), Paths{Directories: []string{filepath.Join(file, "below")}},
		func() { t.Error("was read") })
	if err == nil || !slices.Contains(strings.Fields(err.Error()), "watched:") {
		t.Errorf("got %v, want an error that names the directory", err)
	}
}
