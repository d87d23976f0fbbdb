package kubelet_test

import (
	"os"
	"regexp"
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

// TestSample loads the sample, with its values in comments and without.
func TestSample(t *testing.T) {
	content, err := os.ReadFile("docs/config/kubeletconfiguration.v1beta1.sample.yaml")
	if err != nil {
		t.Fatal(err)
	}
	body := strings.Replace(string(content), header, "", 1)
	inComment := regexp.MustCompile(`(?m)^( *)#([^ #\n])`)
	for _, text := range []string{body, inComment.ReplaceAllString(body, "$1$2")} {
		if _, _, err := (node{file: text}).load(t); err != nil {
			t.Error(err)
		}
	}
}
