package configcommand

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/spf13/cobra"

	"github.com/configgen/configgen/componentconfig/internal/extension"
)

// TestWriteMigratedStops: the second of four files cannot be written.
func TestWriteMigratedStops(t *testing.T) {
	dir := t.TempDir()
	var files []extension.Migrated
	for _, name := range []string{"a", "none/b", "c", "d"} {
		file := extension.Migrated{Name: filepath.Join(dir, name), Text: "new\n", From: "v1alpha1", To: "v1"}
		if name == "d" {
			file.From = "v1"
		}
		files = append(files, file)
	}
	var stderr bytes.Buffer
	cmd := &cobra.Command{}
	cmd.SetErr(&stderr)
	err := writeMigrated(cmd, migrating{}, files)
	if err == nil {
		t.Fatal("no error")
	}
	const want = "$D/a: migrated from v1alpha1 to v1\n$D/c: not migrated\n" +
		"$D/none/b: cannot be written: no such file or directory; correct this and run the same command again"
	if got := strings.ReplaceAll(stderr.String()+err.Error(), dir, "$D"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if entries, err := os.ReadDir(dir); err != nil || len(entries) != 1 {
		t.Errorf("files %v, %v", entries, err)
	}
}
