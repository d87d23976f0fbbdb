package house

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

// TestAction runs what the action of GitHub runs, with a go command that prints its arguments.
func TestAction(t *testing.T) {
	const tool, of = "module x\n\ntool github.com/configgen/configgen/cmd/configgen\n", " -mod=readonly -modfile="
	const program = "/go.mod github.com/configgen/configgen/cmd/configgen verify --format github ./..."
	for name, test := range map[string]struct {
		goMod string // the file with the tool
		env   []string
		want  []string
	}{
		"tools":      {"tools/go.mod", nil, []string{"run" + of + "tools" + program}},
		"hack/tools": {"hack/tools/go.mod", nil, []string{"run" + of + "hack/tools" + program}},
		"go.mod": {"go.mod", []string{"CONFIGGEN_PACKAGES=./a ./b"},
			[]string{"tool configgen verify --format github ./a ./b"}},
		"elsewhere":        {"build/go.mod", []string{"CONFIGGEN_TOOLS=build"}, []string{"run" + of + "build" + program}},
		"without the tool": {"tools/go.mod", []string{"CONFIGGEN_TOOLS=build"}, nil},
		"own program, lint and breaking": {"tools/go.mod",
			[]string{"CONFIGGEN_PROGRAM=./hack/generate", "CONFIGGEN_LINT=true", "CONFIGGEN_AGAINST=git:origin/main"},
			[]string{
				"run ./hack/generate verify --format github ./...",
				"run ./hack/generate lint --format github ./...",
				"run ./hack/generate breaking --against git:origin/main --format github ./...",
			}},
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			testfiles.Write(t, filepath.Join(dir, test.goMod), tool)
			testfiles.Write(t, filepath.Join(dir, "bin/go"), "#!/bin/sh\necho \"$@\"\n")
			if err := os.Chmod(filepath.Join(dir, "bin/go"), 0o755); err != nil {
				t.Fatal(err)
			}
			script, err := filepath.Abs(root + "/hack/action.sh")
			if err != nil {
				t.Fatal(err)
			}
			cmd := exec.Command(script)
			cmd.Dir = dir
			cmd.Env = append(os.Environ(), "PATH="+dir+"/bin:"+os.Getenv("PATH"))
			cmd.Env = append(cmd.Env, test.env...)
			output, err := cmd.Output()
			if got := strings.TrimSpace(string(output)); got != strings.Join(test.want, "\n") {
				t.Errorf("got\n%s\nwant\n%s", got, strings.Join(test.want, "\n"))
			}
			if (err != nil) != (test.want == nil) {
				t.Errorf("error %v", err)
			}
		})
	}
}
