package validation

import (
	"os"
	"testing"

	"sigs.k8s.io/yaml"

	v1 "example.com/golden/docs-resource"
)

// TestFiles holds validation to the list that the definition of the custom resource is held to.
func TestFiles(t *testing.T) {
	content, err := os.ReadFile("../files.yaml")
	if err != nil {
		t.Fatal(err)
	}
	var list struct {
		Files []struct{ Accept, Refuse string }
	}
	if err := yaml.Unmarshal(content, &list); err != nil {
		t.Fatal(err)
	}
	for _, row := range list.Files {
		var c v1.ProbeConfiguration
		err := yaml.UnmarshalStrict([]byte(row.Accept+row.Refuse), &c)
		if err == nil {
			err = ValidateProbeConfiguration(&c).ToAggregate()
		}
		if (err == nil) != (row.Accept != "") {
			t.Errorf("%s%s: %v", row.Accept, row.Refuse, err)
		}
	}
}
