package certmanager

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// TestCounts counts the lines that are written by hand, in the published module of cert-manager and here, for the table
// of the how-to.
func TestCounts(t *testing.T) {
	out, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", "github.com/cert-manager/cert-manager").Output()
	if err != nil {
		t.Fatal(err)
	}
	page, err := os.ReadFile("../../../docs/replacing.md")
	if err != nil {
		t.Fatal(err)
	}
	there := strings.TrimSpace(string(out))
	const apis = "internal/apis/config/"
	for _, row := range []struct {
		what        string
		there, here []string
	}{
		{"flags of the webhook", []string{"pkg/webhook/options/*.go"}, []string{"usage/*.go"}},
		{"loading", []string{"pkg/util/configfile/*.go", "pkg/*/configfile/*.go"}, []string{"certmanager.go"}},
		{"internal types, registration, scheme", []string{apis + "*/*.go", apis + "*/scheme/*.go"},
			[]string{"controller/*.go", "cainjector/*.go", "webhook/*.go", "shared/*.go"}},
		{"defaults, conversions", []string{apis + "*/v1alpha1/*.go"}, []string{"[cs]*/v1alpha1/*.go",
			"webhook/v1alpha1/[dr]*.go"}},
		{"validation", []string{apis + "*/validation/*.go"}, []string{"*/validation/*.go"}},
	} {
		upstream, _ := count(t, there, row.there)
		own, markers := count(t, ".", row.here)
		line := fmt.Sprintf("| %s | %d | %d |\n", row.what, upstream, own)
		if markers > 0 {
			line = fmt.Sprintf("| %s | %d | %d, and %d markers |\n", row.what, upstream, own, markers)
		}
		if !strings.Contains(string(page), line) {
			t.Errorf("docs/replacing.md does not have the line\n%s", line)
		}
	}
}

// count counts the lines without comments in files that are not generated and not tests, and the markers.
func count(t *testing.T, dir string, patterns []string) (lines, markers int) {
	for _, pattern := range patterns {
		files, err := filepath.Glob(filepath.Join(dir, pattern))
		if err != nil || len(files) == 0 {
			t.Fatal(pattern, err)
		}
		for _, file := range files {
			name := filepath.Base(file)
			if strings.HasPrefix(name, "zz_generated.") || strings.HasSuffix(name, "_test.go") {
				continue
			}
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			_, code, found := strings.Cut(string(text), "*/\n") // the license
			if !found {
				code = string(text)
			}
			for line := range strings.Lines(code) {
				switch line = strings.TrimSpace(line); {
				case strings.HasPrefix(line, "// +") && dir == ".":
					markers++
				case line != "" && !strings.HasPrefix(line, "//"):
					lines++
				}
			}
		}
	}
	return lines, markers
}
