package kubeproxy

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"go.yaml.in/yaml/v3"
)

// TestFiles loads the files of testdata/files.yaml. Package generators/docs holds the JSON Schema to the same list.
func TestFiles(t *testing.T) {
	content, err := os.ReadFile("testdata/files.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		APIVersion string              `yaml:"apiVersion"`
		Kind       string              `yaml:"kind"`
		Files      []map[string]string `yaml:"files"`
	}
	if err := yaml.Unmarshal(content, &list); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "config.yaml")
	for _, row := range list.Files {
		for verdict, file := range row {
			if verdict == "why" {
				continue
			}
			text := fmt.Sprintf("apiVersion: %s\nkind: %s\n%s", list.APIVersion, list.Kind, file)
			if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			loader, err := NewLoader(&Flags{})
			if err != nil {
				t.Fatal(err)
			}
			_, err = loader.Load([]string{"--config=" + name})
			if accepted := verdict == "accept" || verdict == "schema"; accepted != (err == nil) {
				t.Errorf("%s: %s\nThe loader says: %v", verdict, file, err)
			}
		}
	}
}

// TestSample loads the sample, with its values in comments and without.
func TestSample(t *testing.T) {
	content, err := os.ReadFile("docs/config/kubeproxyconfiguration.v1alpha1.sample.yaml")
	if err != nil {
		t.Fatal(err)
	}
	inComment := regexp.MustCompile(`(?m)^( *)#([^ #\n])`)
	name := filepath.Join(t.TempDir(), "config.yaml")
	for _, text := range []string{string(content), inComment.ReplaceAllString(string(content), "$1$2")} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		loader, err := NewLoader(&Flags{})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := loader.Load([]string{"--config=" + name}); err != nil {
			t.Error(err)
		}
	}
}
