package adopt

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/adopt/observe"
)

// TestTypes expects that a root which is not there is refused: without it, its flags would stay by hand in silence.
func TestTypes(t *testing.T) {
	dir := t.TempDir()
	for name, content := range map[string]string{
		"go.mod": "module example.com/a\n\ngo 1.26\n",
		"a.go": "package a\n\ntype Options struct{ Configuration }\n\ntype Configuration struct{ A string }\n\n" +
			"type Alias = Configuration\n\nfunc New() *Options { return nil }\n",
		"b/b.go": "package b\n\ntype Configuration struct{ A string }\n",
	} {
		if err := os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, known := range map[string]bool{
		"example.com/a.Configuration": true, "example.com/a.Alias": true,
		"example.com/a.Configuraton": false, "example.com/a.New": false, "./b.Configuration": true, "./b.New": false,
		"Configuration": false,
	} {
		r := &run{Request: Request{Dir: dir, Types: []string{name}},
			theirs: &observe.Observation{Type: "example.com/a.Options"}}
		if err := r.load(t.Context()); (err == nil) != known ||
			err != nil && !strings.HasPrefix(err.Error(), "no type "+name+" in this module; ") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
