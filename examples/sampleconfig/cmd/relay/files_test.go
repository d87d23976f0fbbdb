package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configtest"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/options"
)

// TestFilesOfVersions: a file of each version loads, and a file in the old and in the new version mean the same.
func TestFilesOfVersions(t *testing.T) {
	newLoader := func() *componentconfig.Loader[config.RelayConfiguration] { return prepared(t, nil).loader }
	dir := t.TempDir()
	file := func(name, text string) string {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("apiVersion: relay.config.configgen.dev/"+text), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	configtest.Versions(t, newLoader, []string{
		"testdata/relay.yaml", "testdata/old.yaml", "testdata/instance.yaml",
		file("instance.yaml", "v1alpha1\nkind: RelayInstanceConfiguration\nserverID: edge-1\n"),
	}, "--upstream=198.51.100.1:53")
	const defaults = "kind: RelayConfiguration\nlisten: {port: 54}\ncache: {size: 4Mi, maxTTL: 1h}\n"
	old := file("old.yaml", "v1alpha1\n"+defaults)
	written := filepath.Join(dir, "new.yaml")
	execute(t, "--config="+old, "--upstream=198.51.100.1:53", "--write-config-to="+written)
	configtest.Same(t, newLoader, []string{"--config=" + old, "--upstream=198.51.100.1:53"},
		[]string{"--config=" + written})
}

// TestMoves compares the conversions of the versions with the markers +moved.
func TestMoves(t *testing.T) {
	configtest.Moves(t, options.RelayConfigurationRoot())
}

// TestDefaults: the descriptor, and with it the documentation, has the defaults that the component sets.
func TestDefaults(t *testing.T) {
	configtest.Defaults(t, func() *componentconfig.Loader[config.RelayConfiguration] { return prepared(t, nil).loader })
}
