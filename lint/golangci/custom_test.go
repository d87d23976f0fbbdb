//go:build tools

package golangci

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCustom builds golangci-lint with the plugin and kube-api-linter, and runs it with the checked-in profile on the
// files of configgen init: they have no findings, a mistake is found by each of the two, and --fix corrects it.
func TestCustom(t *testing.T) {
	repository, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	run := func(in string, name string, args ...string) (string, error) {
		command := exec.CommandContext(t.Context(), name, args...)
		command.Dir = in
		command.Env = append(os.Environ(), "GOWORK=off", "GOLANGCI_LINT_CACHE="+filepath.Join(dir, "cache"))
		out, err := command.CombinedOutput()
		return string(out), err
	}
	must := func(in string, name string, args ...string) {
		t.Helper()
		if out, err := run(in, name, args...); err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
	}
	linter := filepath.Join(dir, "golangci-lint")
	must("testdata/custom", "go", "build", "-o", linter, ".")
	must(repository, "go", "build", "-o", filepath.Join(dir, "configgen"), "./cmd/configgen")
	must(dir, filepath.Join(dir, "configgen"), "init", "--group", "relay.config.example.io", "--kind",
		"RelayConfiguration", "--module", "example.com/relay", "--flags-struct", "--zpages=false", "--replace", repository,
		"relay")
	relay := filepath.Join(dir, "relay")
	profile, err := filepath.Abs("profile.golangci.yml")
	if err != nil {
		t.Fatal(err)
	}
	must(relay, linter, "run", "--config", profile, "./...")

	types := filepath.Join(relay, "apis/config/v1alpha1/types.go")
	content, err := os.ReadFile(types)
	if err != nil {
		t.Fatal(err)
	}
	wrong := strings.Replace(string(content), `json:"port,omitempty"`, `json:"port"`, 1)
	wrong = strings.Replace(wrong, "// bindAddress is", "// An address is", 1)
	if err := os.WriteFile(types, []byte(wrong), 0o644); err != nil {
		t.Fatal(err)
	}
	out, err := run(relay, linter, "run", "--config", profile, "./...")
	for _, want := range []string{"(optional-omitempty) (configgen)", "commentstart", "(kubeapilinter)"} {
		if err == nil || !strings.Contains(out, want) {
			t.Errorf("no %s in\n%s", want, out)
		}
	}
	out, err = run(relay, linter, "run", "--fix", "--config", profile, "--enable-only", "configgen", "./...")
	if err != nil {
		t.Errorf("%v\n%s", err, out)
	}
	if content, err = os.ReadFile(types); err != nil || !strings.Contains(string(content), `json:"port,omitempty"`) {
		t.Errorf("%v\n%s", err, content)
	}
}
