package componentconfig_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/configgen/configgen/componentconfig"
)

// TestWorldWritableFiles checks that only root refuses a file that everyone can write to, and that
// WithWorldWritableFiles accepts it for every user.
func TestWorldWritableFiles(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "port: 1\n"})
	if err := os.Chmod(filepath.Join(s.dir, "config.yaml"), 0o666); err != nil {
		t.Fatal(err)
	}
	args := s.args([]string{"--config=$D/config.yaml"})
	_, err := loader().Load(args)
	if refused, root := err != nil, os.Geteuid() == 0; refused != root {
		t.Errorf("without the option, as root %v: error %v", root, err)
	}
	loaded, err := loader(componentconfig.WithWorldWritableFiles()).Load(args)
	if err != nil {
		t.Fatalf("with the option: %v", err)
	}
	if loaded.Config.Port != 1 {
		t.Errorf("got port %d, want 1", loaded.Config.Port)
	}
}
