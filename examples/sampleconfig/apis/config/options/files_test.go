package options

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/examples/sampleconfig/internal/features"
)

// filesList is testdata/files.yaml.
type filesList struct {
	APIVersion string              `json:"apiVersion"`
	Kind       string              `json:"kind"`
	Files      []map[string]string `json:"files"`
}

// TestFiles loads the files of testdata/files.yaml. The JSON Schemas are held to the same list.
func TestFiles(t *testing.T) {
	content, err := os.ReadFile("testdata/files.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list filesList
	if err := yaml.UnmarshalStrict(content, &list); err != nil {
		t.Fatal(err)
	}
	gates, err := features.New()
	if err != nil {
		t.Fatal(err)
	}
	loader := componentconfig.New("relay", RelayConfigurationRoot(), componentconfig.WithConfigFile(),
		componentconfig.WithFeatureGates("FeatureGates", gates.Set))
	name := filepath.Join(t.TempDir(), "relay.yaml")
	for _, row := range list.Files {
		for verdict, file := range row {
			if verdict == "why" {
				continue
			}
			if err := os.WriteFile(name, []byte(list.complete(file)), 0o600); err != nil {
				t.Fatal(err)
			}
			_, err := loader.Load([]string{"--config=" + name, "--hosts-file=hosts"})
			if accepted := verdict == "accept" || verdict == "schema"; accepted != (err == nil) {
				t.Errorf("%s: %s\nThe loader says: %v", verdict, file, err)
			}
		}
	}
}

// complete adds the header to a file, as far as the file does not have it.
func (l filesList) complete(file string) string {
	header, separator := "", "\n"
	inside, flow := strings.CutPrefix(file, "{")
	if flow {
		separator = ", "
	}
	if !strings.Contains(file, "apiVersion:") {
		header += "apiVersion: " + l.APIVersion + separator
	}
	if !strings.Contains(file, "kind:") {
		header += "kind: " + l.Kind + separator
	}
	switch {
	case flow:
		return "{" + header + inside
	case strings.Contains(file, ": "):
		return header + file
	}
	return file
}
