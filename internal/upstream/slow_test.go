package upstream

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/configgen/configgen/diag"
	"github.com/configgen/configgen/internal/load"
	"github.com/configgen/configgen/internal/upstream/universe"
)

// TestSlowLoad expects one warning, on the group of the first input, when gengo had to load everything itself, and none
// else.
func TestSlowLoad(t *testing.T) {
	session, findings, err := load.Load(
		t.Context(), load.Request{Dir: "../../testdata/kubelet", Patterns: []string{"./config/..."}},
	)
	if err != nil || len(findings) > 0 {
		t.Fatal(err, findings)
	}
	const config, v1beta1 = "example.com/kubelet/config", "example.com/kubelet/config/v1beta1"
	const first, second = "first", "second"
	for name, test := range map[string]struct {
		slow error
		want int
	}{
		"fast": {nil, 0},
		"slow": {errors.New("the parser has another field"), 1},
	} {
		t.Run(name, func(t *testing.T) {
			r := &run{
				session: session, owner: map[string]string{config: first, v1beta1: second},
				findings: map[string][]diag.Diagnostic{},
			}
			r.adopt(&universe.Universe{Slow: test.slow}, []string{config, v1beta1})
			if r.universe == nil || len(r.findings[first]) != test.want || len(r.findings[second]) != 0 {
				t.Fatalf("got %v", r.findings)
			}
			for _, finding := range r.findings[first] {
				reasoned := strings.Contains(finding.Message, test.slow.Error())
				if finding.Severity != diag.Warning || diag.Failed(r.findings[first]) || finding.Code != "slow-load" || !reasoned {
					t.Errorf("got %s", finding)
				}
				if filepath.Base(finding.Position.Filename) != "doc.go" || finding.Position.Line == 0 {
					t.Errorf("it is at %s", finding.Position)
				}
			}
		})
	}
}

// TestOtherGengo builds configgen with a gengo whose parser has one more field, and expects the same files of it, and
// the warning.
func TestOtherGengo(t *testing.T) {
	command := func(dir, name string, args ...string) string {
		cmd := exec.Command(name, args...)
		cmd.Dir = dir
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, args, err, out)
		}
		return string(out)
	}
	work := t.TempDir()
	gengo, main := filepath.Join(work, "gengo"), filepath.Join(work, "go.mod")
	released := strings.TrimSpace(command(".", "go", "list", "-m", "-f", "{{.Dir}}", "k8s.io/gengo/v2"))
	if err := os.CopyFS(gengo, os.DirFS(released)); err != nil {
		t.Fatal(err)
	}
	source := filepath.Join(gengo, "parser", "parse.go")
	content, err := os.ReadFile(source)
	if err != nil {
		t.Fatal(err)
	}
	const declared = "type Parser struct {\n"
	if !strings.Contains(string(content), declared) {
		t.Fatalf("%s does not declare the parser", source)
	}
	write(t, source, []byte(strings.Replace(string(content), declared, declared+"\tanother int\n", 1)))
	for _, name := range []string{"go.mod", "go.sum"} {
		content, err := os.ReadFile(filepath.Join("../..", name))
		if err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(work, name), content)
	}
	command(work, "go", "mod", "edit", "-replace=k8s.io/gengo/v2="+gengo)
	tool := filepath.Join(work, "configgen")
	command(
		"../../cmd/configgen", "go", "build", "-trimpath", "-modfile", main, "-o", tool, ".",
	) // what is built has no path in it, so it is built once
	said := command("../../testdata/kubelet", tool, "verify", "--no-cache")
	if !regexp.MustCompile(
		`^config/doc\.go:\d+:\d+: warning: .* load every dependency from source, .*: ` +
			`parser.Parser does not have the 6 fields that it used to have; .*\(slow-load\)\n$`,
	).MatchString(said) {
		t.Errorf("configgen says %q", said)
	}
}
