package house

import (
	"os"
	"os/exec"
	"regexp"
	"strings"
	"testing"
)

// TestModulesTellWhenTheyBeginAndHowTheyEnd runs a command in every module: it fails in one of them, and prints two
// lines, which stay together.
func TestModulesTellWhenTheyBeginAndHowTheyEnd(t *testing.T) {
	modules, err := exec.Command(root + "/hack/modules.sh").Output()
	if err != nil {
		t.Fatalf("the list of modules needs a shell and git: %v", err)
	}
	cmd := exec.Command(root+"/hack/each.sh", "sh", "-c", `echo one; echo two; test "${PWD##*/}" != fleet`)
	cmd.Env = append(os.Environ(), "WITHOUT=") // make test leaves out a module
	output, err := cmd.CombinedOutput()
	if err == nil {
		t.Error("status 0, although the command fails in one module")
	}
	text := regexp.MustCompile(`, \d+ s\n`).ReplaceAllString(string(output), "\n")
	for module := range strings.Lines(string(modules)) {
		module = strings.TrimSpace(module)
		ended := "== " + module + ": passed\none\ntwo\n"
		if module == "fleet" {
			ended = "== fleet: FAILED\none\ntwo\n"
		}
		begins, ends := strings.Index(text, "-- "+module+"\n"), strings.Index(text, ended)
		if begins < 0 || ends < begins {
			t.Errorf("%s: no line when it begins, or none when it ended:\n%s", module, text)
		}
	}
}
