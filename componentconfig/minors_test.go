package componentconfig_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestAComponentOnTheOldestMinorStaysThere creates a module with the requirements of this one, and asks the go command
// for its module graph: this module must not raise the version of any other, k8s.io modules included.
func TestAComponentOnTheOldestMinorStaysThere(t *testing.T) {
	here, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	const oldest = "v0.33.0"
	s := newSite(t, map[string]string{
		"go.mod": "module example.com/component\n\ngo 1.24.0\n\nrequire (\n" +
			"\tgithub.com/configgen/configgen/componentconfig v0.0.0\n\tk8s.io/apimachinery " + oldest +
			"\n\tk8s.io/component-base " + oldest + "\n)\n\nreplace github.com/configgen/configgen/componentconfig => " + here +
			"\nreplace github.com/configgen/configgen/descriptor => " + filepath.Join(here, "../descriptor") + "\n",
		"main.go": "package main\n\nimport _ \"github.com/configgen/configgen/componentconfig\"\n\nfunc main() {}\n",
	})
	sums, err := os.ReadFile(filepath.Join(here, "go.sum"))
	if err != nil {
		t.Fatal(err)
	}
	s.write("go.sum", string(sums))
	goTool := func(args ...string) string {
		cmd := exec.Command("go", args...)
		cmd.Dir, cmd.Env = s.dir, append(os.Environ(), "GOFLAGS=-mod=mod", "GOWORK=off")
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("go %v: %v\n%s", args, err, out)
		}
		return string(out)
	}
	seen := map[string]bool{}
	for line := range strings.Lines(goTool("mod", "graph")) {
		for _, m := range strings.Fields(line) {
			path, version, _ := strings.Cut(m, "@")
			if path == "k8s.io/apimachinery" || path == "k8s.io/component-base" || path == "k8s.io/client-go" ||
				path == "k8s.io/api" {
				seen[m] = true
				if version != oldest {
					t.Errorf("go mod graph: %s", strings.TrimSpace(line))
				}
			}
		}
	}
	if !seen["k8s.io/component-base@"+oldest] {
		t.Errorf("the graph does not have k8s.io/component-base: %v", seen)
	}
	for line := range strings.Lines(goTool("list", "-m", "-f", "{{.Path}} {{.Version}}", "k8s.io/apimachinery",
		"k8s.io/component-base", "github.com/spf13/cobra", "github.com/spf13/pflag", "k8s.io/klog/v2")) {
		if want := map[string]string{
			"k8s.io/apimachinery": oldest, "k8s.io/component-base": oldest,
			// What component-base of that minor requires itself.
			"github.com/spf13/cobra": "v1.8.1", "github.com/spf13/pflag": "v1.0.5", "k8s.io/klog/v2": "v2.130.1",
		}[strings.Fields(line)[0]]; strings.Fields(line)[1] != want {
			t.Errorf("selected %s; want %s", strings.TrimSpace(line), want)
		}
	}
}
