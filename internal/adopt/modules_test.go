package adopt

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/configgen/configgen/internal/adopt/source"
)

// TestMissingModule expects that a module without k8s.io/apimachinery is told to require it, since generated code
// imports it.
func TestMissingModule(t *testing.T) {
	const start = "module example.com/relay\n\ngo 1.26.0\n\n"
	for _, row := range []struct {
		mod, exported, want string
	}{
		{start + "require github.com/spf13/pflag v1.0.10\n", "github.com/spf13/pflag", apimachinery},
		{start + "require k8s.io/apimachinery v0.37.2 // indirect\n", "github.com/spf13/pflag", ""},
		{start, apimachinery + "/pkg/util/validation/field", ""},
		{"module " + apimachinery + "\n", "", ""},
	} {
		dir := t.TempDir()
		if err := os.WriteFile(filepath.Join(dir, "go.mod"), []byte(row.mod), 0o666); err != nil {
			t.Fatal(err)
		}
		c := &component{source: &source.Module{Main: source.Root{Dir: dir}}, exported: map[string]string{row.exported: "a"}}
		w := &draft{}
		if got := missingModule(c); got != row.want {
			t.Errorf("%q: got %q, want %q", row.mod, got, row.want)
		}
		if removable(c, w) != (row.want == "") || (len(w.Notes) == 1) != (row.want != "") {
			t.Errorf("%q: notes %q", row.mod, w.Notes)
		}
	}
}
