//go:build tools

package docs

import (
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"github.com/configgen/configgen/internal/testfiles"
)

// lenient matches the cases that a component accepts because it decodes without strictness when strict decoding fails,
// and those with a boolean of YAML 1.1, which is a string to schemas.
var lenient = regexp.MustCompile(`unknown|wrong case|duplicate|twice|mistake/yes`)

// TestPublishedSchemasAcceptRecordedFiles holds the schemas that configgen docs makes of published packages to what the
// components made of files: a schema refuses none that a component runs with. It needs the network.
func TestPublishedSchemasAcceptRecordedFiles(t *testing.T) {
	configgen := filepath.Join(t.TempDir(), "configgen")
	tool(t, "../..", "go", "build", "-o", configgen, "./cmd/configgen")
	for _, component := range []struct {
		name, published string
		recorded        []string
		atLeast         int
	}{
		{"kubelet", "k8s.io/kubelet/config/v1beta1@v0.37.2", []string{"cases.jsonl", "random.jsonl"}, 700},
		{"kubescheduler", "k8s.io/kube-scheduler/config/v1@v0.36.3", []string{"cases.yaml"}, 30},
	} {
		t.Run(component.name, func(t *testing.T) {
			dir := t.TempDir()
			tool(t, dir, configgen, "docs", component.published, dir)
			compiled, tried := schemas(t, dir, "http://json-schema.org/draft-07/schema#"), 0
			for _, name := range component.recorded {
				content := testfiles.Read(t, filepath.Join("../../testdata/replacements", component.name, "testdata", name))
				for name, file := range accepted(t, content) {
					value := filesList{}.value(t, file)
					object, _ := value.(map[string]any)
					schema := compiled[fmt.Sprint(object["apiVersion"], object["kind"])]
					if schema == nil { // another file in the directory
						continue
					}
					tried++
					if err := schema.Validate(value); err != nil {
						t.Errorf("%s: %v\n%s", name, err, file)
					}
				}
			}
			if tried < component.atLeast {
				t.Errorf("there are only %d files", tried)
			}
		})
	}
}

// accepted are the files of the recorded cases, a list in YAML or lines of JSON, that strict decoding accepts, too. The
// keys are the names of case and file.
func accepted(t *testing.T, recorded []byte) map[string]string {
	t.Helper()
	var rows []struct {
		Case     string
		File     string
		Files    map[string]string
		Accepted bool
		// Effective is recorded instead of Accepted in some lists, for accepted files alone.
		Effective map[string]any
	}
	list := string(recorded)
	if strings.HasPrefix(list, "{") {
		list = "- " + strings.ReplaceAll(strings.TrimSpace(list), "\n", "\n- ")
	}
	if err := yaml.Unmarshal([]byte(list), &rows); err != nil {
		t.Fatal(err)
	}
	files := map[string]string{}
	for _, row := range rows {
		if lenient.MatchString(row.Case) || !row.Accepted && row.Effective == nil {
			continue
		}
		files[row.Case] = row.File
		for name, file := range row.Files {
			files[row.Case+", "+name] = file
		}
	}
	return files
}
