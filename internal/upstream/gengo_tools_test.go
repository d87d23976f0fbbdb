//go:build tools

package upstream

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

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
	content := testfiles.Read(t, source)
	const declared = "type Parser struct {\n"
	if !strings.Contains(string(content), declared) {
		t.Fatalf("%s does not declare the parser", source)
	}
	testfiles.Write(t, source, strings.Replace(string(content), declared, declared+"\tanother int\n", 1))
	testfiles.Requirements(t, "../..", work)
	command(work, "go", "mod", "edit", "-replace=k8s.io/gengo/v2="+gengo)
	tool := filepath.Join(work, "configgen")
	command(
		"../../cmd/configgen", "go", "build", "-trimpath", "-modfile", main, "-o", tool, ".",
	) // -trimpath: the binaries have no path and are built once
	printed := command("../../testdata/kubelet", tool, "verify", "--no-cache")
	if !regexp.MustCompile(
		`^config/doc\.go:\d+:\d+: warning: .* load every dependency from source, .*: ` +
			`parser.Parser does not have the 6 fields that it used to have; .*\(slow-load\)\n$`,
	).MatchString(printed) {
		t.Errorf("configgen says %q", printed)
	}
}
