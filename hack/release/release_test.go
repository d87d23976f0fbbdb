package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// repository makes a repository with two modules, and changes into it.
func repository(t *testing.T) {
	t.Helper()
	list, err := os.ReadFile("../modules.sh")
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	for name, content := range map[string]string{
		"CHANGELOG.md": "# Changes\n\n## [0.3.0] - 2026-11-30\n\nAll.\n", "hack/modules.sh": string(list),
		"go.mod": "module example.com/a\n", "testdata/go.mod": "module example.com/test\n",
		"kube/go.mod": "module example.com/a/kube\n\nrequire example.com/a v0.0.0\n\nreplace example.com/a => ../\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(content), 0o777); err != nil {
			t.Fatal(err)
		}
	}
	git(t, "init", "--quiet")
	git(t, "add", "--all")
	git(t, "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "--quiet", "--message", "All")
}

func git(t *testing.T, arguments ...string) string {
	t.Helper()
	out, err := output(".", "git", arguments...)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

// All modules are tagged at one commit, in which they require each other, and no branch moves.
func TestTags(t *testing.T) {
	repository(t)
	before := git(t, "rev-parse", "HEAD")
	if err := ready("v0.3.0"); err != nil {
		t.Fatal(err)
	}
	c := &candidate{version: "v0.3.0", clone: filepath.Join(t.TempDir(), "clone")}
	if err := c.commit(); err != nil {
		t.Fatal(err)
	}
	if err := c.publish(); err != nil {
		t.Fatal(err)
	}
	if tags := git(t, "tag", "--list"); tags != "kube/v0.3.0\nv0.3.0" {
		t.Errorf("the tags are %q", tags)
	}
	if parent := git(t, "rev-parse", "v0.3.0^"); parent != before || git(t, "rev-parse", "HEAD") != before {
		t.Error("the commit does not follow the one that is released, or a branch has moved")
	}
	if git(t, "rev-parse", "v0.3.0") != git(t, "rev-parse", "kube/v0.3.0") {
		t.Error("the modules are tagged at different commits")
	}
	if mod := git(t, "show", "kube/v0.3.0:kube/go.mod"); !strings.Contains(mod, "require example.com/a v0.3.0") ||
		strings.Contains(mod, "replace") {
		t.Errorf("the tagged go.mod is %s", mod)
	}
	for _, left := range []string{"v0.3.0", "kube/v0.3.0"} {
		if err := ready("v0.3.0"); err == nil || !strings.HasPrefix(err.Error(), "there is a tag "+left) {
			t.Errorf("a second release with the tag %s: %v", left, err)
		}
		git(t, "tag", "--delete", left)
	}
}

func TestWhatKeepsFromARelease(t *testing.T) {
	repository(t)
	for version, want := range map[string]string{
		"0.3.0": "is not a semantic version", "v0.3": "is not a semantic version", "v2.0.0": "module paths that end in /v2",
		"v0.4.0": "CHANGELOG.md has no heading ## [0.4.0]",
	} {
		if err := release(version, true); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", version, err, want)
		}
	}
	if err := os.WriteFile("go.mod", []byte("module example.com/b\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if err := release("v0.3.0", true); err == nil || !strings.Contains(err.Error(), "commit your changes first") {
		t.Errorf("with changes: %v", err)
	}
}
