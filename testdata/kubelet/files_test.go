package kubelet_test

import (
	"os"
	"strings"
	"testing"

	"sigs.k8s.io/yaml"
)

// TestFiles loads the files of testdata/files.yaml. Package generators/docs holds the JSON Schema to the same list.
func TestFiles(t *testing.T) {
	content, err := os.ReadFile("testdata/files.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		APIVersion string              `json:"apiVersion"`
		Kind       string              `json:"kind"`
		Files      []map[string]string `json:"files"`
	}
	if err := yaml.UnmarshalStrict(content, &list); err != nil {
		t.Fatal(err)
	}
	for _, row := range list.Files {
		for verdict, file := range row {
			if verdict == "why" {
				continue
			}
			if inside, flow := strings.CutPrefix(file, "{"); flow {
				file = strings.ReplaceAll(strings.TrimSuffix(inside, "}"), ", ", "\n")
			}
			_, _, err := node{file: file}.load(t)
			if accepted := verdict == "accept"; accepted != (err == nil) {
				t.Errorf("%s: %s\nThe loader says: %v", verdict, file, err)
			}
		}
	}
}
