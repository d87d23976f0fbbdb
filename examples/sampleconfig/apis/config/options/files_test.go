package options

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	apiequality "k8s.io/apimachinery/pkg/api/equality"
	"sigs.k8s.io/yaml"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
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

// complete adds the parts of the header that a file does not have.
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

// TestSamples loads the samples, with their values in comments and without, as the files of one relay. Values have the
// same origins if fields are found by trial, and not by the names in the binding.
func TestSamples(t *testing.T) {
	inComment := regexp.MustCompile(`(?m)^( *)#([^ #\n])`)
	kinds := map[string]string{"config": "relayconfiguration", "instance-config": "relayinstanceconfiguration"}
	for _, version := range []string{"v1alpha1", "v1beta1"} {
		var arguments [2][]string
		for flag, kind := range kinds {
			content, err := os.ReadFile("../../../docs/config/" + kind + "." + version + ".sample.yaml")
			if err != nil {
				t.Fatal(err)
			}
			for i, text := range []string{string(content), inComment.ReplaceAllString(string(content), "$1$2")} {
				name := filepath.Join(t.TempDir(), kind+".yaml")
				if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
				arguments[i] = append(arguments[i], "--"+flag+"="+name)
			}
		}
		gates, err := features.New()
		if err != nil {
			t.Fatal(err)
		}
		loader := componentconfig.New("relay", RelayConfigurationRoot(), componentconfig.WithConfigFile(),
			componentconfig.WithInstanceConfig(RelayInstanceConfigurationRoot()),
			componentconfig.WithFeatureGates("FeatureGates", gates.Set))
		var loaded [2]*componentconfig.Loaded[config.RelayConfiguration]
		for i := range arguments {
			if loaded[i], err = loader.Load(append(arguments[i], "--hosts-file=hosts")); err != nil {
				t.Fatalf("%s: %v", version, err)
			}
		}
		if !apiequality.Semantic.DeepEqual(loaded[0].Config, loaded[1].Config) {
			t.Errorf("%s: with and without comments, the sample means\n%+v\n%+v", version, loaded[0].Config, loaded[1].Config)
		}
	}
}
