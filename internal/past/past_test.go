package past_test

import (
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/group"
	"github.com/configgen/configgen/internal/past"
	"github.com/configgen/configgen/internal/testfiles"
)

const content = `{"descriptor": 1, "rows": [{"facts": {"group": "relay.config.example.com"}}]}`

// module writes a module with the files of the given names, and returns its directory.
func module(t *testing.T, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	for name, text := range files {
		testfiles.Write(t, filepath.Join(dir, name), text)
	}
	return dir
}

func git(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...)
	cmd.Dir = dir
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v %s", args, err, out)
	}
}

func files() map[string]string {
	return map[string]string{
		"go.mod":                                "module example.com/relay\n",
		"config/" + group.APISnapshotFile:       content,
		"testdata/old/" + group.APISnapshotFile: "not read",
	}
}

// refused expects an error in one line.
func refused(t *testing.T, dir, state, want string) {
	t.Helper()
	if _, err := past.Read(t.Context(), dir, state); err == nil || !strings.Contains(err.Error(), want) ||
		strings.Contains(err.Error(), "\n") {
		t.Errorf("%s: got the error %v, want %q", state, err, want)
	}
}

// TestOwner expects the command that git suggests for the repository of another user, whose root is above.
func TestOwner(t *testing.T) {
	dir := module(t, files())
	git(t, dir, "init", "--quiet")
	t.Setenv("GIT_CONFIG_GLOBAL", filepath.Join(dir, "none"))
	t.Setenv("GIT_CONFIG_NOSYSTEM", "1")
	t.Setenv("GIT_TEST_ASSUME_DIFFERENT_OWNER", "1")
	refused(t, filepath.Join(dir, "config"), "git:HEAD",
		"of another user; run git config --global --add safe.directory "+dir)
}

func TestRead(t *testing.T) {
	dir := module(t, files())
	refused(t, dir, "git:HEAD", "is not in a git repository")
	refused(t, dir, "git:", "git: names no revision; specify one, as in git:origin/main")
	git(t, dir, "init", "-q")
	git(t, dir, "add", ".")
	git(t, dir, "commit", "-qm", "first")
	git(t, dir, "tag", "v1.0")
	testfiles.Write(t, filepath.Join(dir, "config", group.APISnapshotFile), "<<<<")
	git(t, dir, "commit", "-qam", "second")
	config := filepath.Join(dir, "config")
	for _, state := range []string{"git:v1.0", "git:HEAD~1"} {
		for _, from := range []string{dir, config} {
			found, err := past.Read(t.Context(), from, state)
			if err != nil || len(found) != 1 || found[0].Dir != config ||
				found[0].API.Group != "relay.config.example.com" {
				t.Errorf("%s from %s: got %v and the error %v", state, from, found, err)
			}
		}
	}
	refused(t, dir, "git:v2.0", "git does not know v2.0")
	refused(t, dir, "git:--all", "git does not know --all")
	refused(t, dir, "git:HEAD", "cannot read HEAD:config/zz_generated.configapi.json: it is not a descriptor")
	refused(t, dir, "config/"+group.APISnapshotFile, "it is not a descriptor")
	refused(t, dir, ".", "it is not a descriptor")
	refused(t, dir, "v1.0", "specify git:v1.0 for a revision of git")
	shallow := filepath.Join(t.TempDir(), "shallow")
	git(t, dir, "clone", "-q", "--depth=1", "file://"+dir, shallow)
	refused(t, shallow, "git:v1.0", "this shallow clone does not have v1.0; run git fetch --unshallow --tags")
}

func TestReadDirectory(t *testing.T) {
	dir, old := module(t, files()), module(t, files())
	found, err := past.Read(t.Context(), dir, old)
	if err != nil || len(found) != 1 || found[0].Dir != filepath.Join(dir, "config") || found[0].Only {
		t.Errorf("got %v and the error %v", found, err)
	}
	found, err = past.Read(t.Context(), dir, "config/"+group.APISnapshotFile)
	if err != nil || len(found) != 1 || !found[0].Only {
		t.Errorf("got %v and the error %v", found, err)
	}
}
