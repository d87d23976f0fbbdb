package configcommand

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
	"github.com/configgen/configgen/componentconfig/internal/fileowner"
	"github.com/configgen/configgen/componentconfig/internal/filewrite"
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// migratedFiles are four files in a directory: a, none/b, c, and d, which has the newest version already. All but
// none/b exist.
func migratedFiles(t *testing.T) (dir string, files []extension.Migrated) {
	t.Helper()
	dir = t.TempDir()
	for _, name := range []string{"a", "none/b", "c", "d"} {
		file := extension.Migrated{Name: filepath.Join(dir, name), Text: "new\n", From: "v1alpha1", To: "v1"}
		if name == "d" {
			file.From = "v1"
		}
		if err := os.WriteFile(file.Name, []byte("old\n"), 0o600); err != nil && name != "none/b" {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	return dir, files
}

// TestWriteMigratedAllOrNone: the second of four files cannot be written, so the first one is not written either.
func TestWriteMigratedAllOrNone(t *testing.T) {
	dir, files := migratedFiles(t)
	var stderr bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetErr(&stderr)
	err := writeMigrated(cmd, &fileowner.Judge{AcceptAll: true}, files)
	if err == nil {
		t.Fatal("no error")
	}
	const want = "$D/a: not migrated\n$D/none/b: not migrated\n$D/c: not migrated\n$D/d: nothing to do\n" +
		"$D/none/b: cannot be replaced as a whole, with its owner and mode: no such file or directory; correct this and " +
		"run the same command again, or write the output of --dry-run to the file"
	if got := strings.ReplaceAll(stderr.String()+err.Error(), dir, "$D"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	for _, name := range []string{"a", "c", "d"} {
		if text, err := os.ReadFile(filepath.Join(dir, name)); err != nil || string(text) != "old\n" {
			t.Errorf("%s is now %q, %v", name, text, err)
		}
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 3 {
		t.Errorf("files %v, %v", entries, err)
	}
}

// TestSayMigratedInPart: the disk failed after the first file.
func TestSayMigratedInPart(t *testing.T) {
	var stderr bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetErr(&stderr)
	dir, files := migratedFiles(t)
	sayMigrated(cmd, files, []filewrite.File{{Name: files[1].Name}, {Name: files[2].Name}})
	const want = "$D/a: migrated from v1alpha1 to v1\n$D/none/b: not migrated\n$D/c: not migrated\n$D/d: nothing to do\n"
	if got := strings.ReplaceAll(stderr.String(), dir, "$D"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestWriteMigratedPrints: standard input is printed, also if it has the newest version already.
func TestWriteMigratedPrints(t *testing.T) {
	var stdout, stderr bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetOut(&stdout)
	cmd.SetErr(&stderr)
	files := []extension.Migrated{{Name: layers.StandardInput, Text: "new\n", From: "v1", To: "v1"}}
	err := writeMigrated(cmd, &fileowner.Judge{AcceptAll: true}, files)
	if err != nil || stdout.String() != "new\n" || stderr.String() != "<stdin>: nothing to do\n" {
		t.Errorf("printed %q and %q, %v", stdout.String(), stderr.String(), err)
	}
}

// TestContentOfOtherFiles: what has no end, and what is too large, is not read.
func TestContentOfOtherFiles(t *testing.T) {
	dir := t.TempDir()
	small, large := filepath.Join(dir, "small"), filepath.Join(dir, "large")
	for _, name := range []string{small, large} {
		if err := os.WriteFile(name, []byte("a"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Truncate(large, layers.MaxSize+1); err != nil {
		t.Fatal(err)
	}
	if text := content(small); string(text) != "a" {
		t.Errorf("got %q", text)
	}
	for _, name := range []string{large, dir, os.DevNull, filepath.Join(dir, "none")} {
		if content(name) != nil {
			t.Errorf("%s was read", name)
		}
	}
}
