package componentconfig_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
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

// TestExtensions reads files with an extension that is given with or without a dot.
func TestExtensions(t *testing.T) {
	s := newSite(t, map[string]string{"conf.d/a.yaml": v1Header + "port: 1\n",
		"conf.d/b.json": v1Header + "maxQueries: 2\n"})
	loaded, err := loader(componentconfig.WithConfigDir("", "yaml", ".json")).Load(s.args(files[1:]))
	if err != nil || loaded.Config.Port != 1 || loaded.Config.MaxQueries != 2 {
		t.Errorf("got %+v, %v", loaded, err)
	}
}

// TestHelpOfTheConfigFile checks what help says about --config, and about empty values.
func TestHelpOfTheConfigFile(t *testing.T) {
	s := newSite(t, nil)
	for want, option := range map[string]componentconfig.Option{
		"Flags override its values.":                            componentconfig.WithConfigFile(),
		"Most other flags are ignored if it is specified.":      componentconfig.WithFileFirst(),
		"An empty value, as in --flag=, clears a list or a map": componentconfig.WithConfigFile(),
	} {
		if help, _, err := s.run(loader(option), "--help"); err != nil || !strings.Contains(help, want) {
			t.Errorf("want %s in\n%s", want, help)
		}
	}
}

// TestConfigFileFlag reads the file of a flag that is not called --config.
func TestConfigFileFlag(t *testing.T) {
	s := newSite(t, map[string]string{"policy.yaml": v1Header + "port: 1\n"})
	renamed := func() *componentconfig.Loader[relay.RelayConfiguration] {
		return loader(componentconfig.WithConfigFile("policy-config-file"), componentconfig.WithConfigDir(""))
	}
	loaded, err := renamed().Load(s.args([]string{"--policy-config-file=$D/policy.yaml"}))
	if err != nil || loaded.Config.Port != 1 {
		t.Errorf("got %+v, %v", loaded, err)
	}
	_, err = renamed().Load([]string{"--config=policy.yaml"})
	if err == nil || !strings.Contains(err.Error(), "unknown flag --config") {
		t.Errorf("--config is accepted: %v", err)
	}
	help, _, err := s.run(renamed(), "--help")
	if err != nil || !strings.Contains(strings.Join(strings.Fields(help), " "), "override --policy-config-file in the") {
		t.Errorf("%v\n%s", err, help)
	}
}
