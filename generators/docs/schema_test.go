package docs

import (
	"bytes"
	"encoding/json"
	"fmt"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"go.yaml.in/yaml/v3"

	"github.com/configgen/configgen/internal/testfiles"
)

// directories have generated documentation, and a list of files with what the loader says of them in a test of their
// own. The first part of a path is relative to the repository.
var directories = []struct{ docs, files string }{
	{"examples/sampleconfig/docs/config", "examples/sampleconfig/apis/config/options/testdata/files.yaml"},
	{"testdata/kubelet/docs/config", "testdata/kubelet/testdata/files.yaml"},
	{"testdata/replacements/kubeproxy/docs/config", "testdata/replacements/kubeproxy/testdata/files.yaml"},
}

// drafts are the versions of JSON Schema that each schema is valid under.
var drafts = map[string]*jsonschema.Draft{
	"http://json-schema.org/draft-07/schema#":      jsonschema.Draft7,
	"https://json-schema.org/draft/2020-12/schema": jsonschema.Draft2020,
}

// schemas compiles the schemas in a directory under a draft. The key is apiVersion and kind.
func schemas(t *testing.T, dir, draft string) map[string]*jsonschema.Schema {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.schema.json"))
	if err != nil || len(names) == 0 {
		t.Fatalf("no schema in %s: %v", dir, err)
	}
	compiler, found := jsonschema.NewCompiler(), map[string]*jsonschema.Schema{}
	compiler.DefaultDraft(drafts[draft])
	for _, name := range names {
		content := testfiles.Read(t, name)
		document, err := jsonschema.UnmarshalJSON(bytes.NewReader(content))
		if err != nil {
			t.Fatal(err)
		}
		document.(map[string]any)["$schema"] = draft
		properties := document.(map[string]any)["properties"].(map[string]any)
		constant := func(key string) any { return properties[key].(map[string]any)["const"] }
		if err := compiler.AddResource(name, document); err != nil {
			t.Fatal(err)
		}
		compiled, err := compiler.Compile(name)
		if err != nil {
			t.Fatal(err)
		}
		found[fmt.Sprint(constant("apiVersion"), constant("kind"))] = compiled
	}
	return found
}

// filesList is a list of files with those who accept them.
type filesList struct {
	APIVersion string              `yaml:"apiVersion"`
	Kind       string              `yaml:"kind"`
	Files      []map[string]string `yaml:"files"`
}

func readFiles(t *testing.T, name string) filesList {
	t.Helper()
	content := testfiles.Read(t, filepath.Join("../..", name))
	var list filesList
	if err := yaml.Unmarshal(content, &list); err != nil {
		t.Fatal(err)
	}
	return list
}

// value is a file as a schema sees it, with the header that it does not have.
func (l filesList) value(t *testing.T, file string) any {
	t.Helper()
	var parsed any
	if err := yaml.Unmarshal([]byte(file), &parsed); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	if object, ok := parsed.(map[string]any); ok {
		for key, own := range map[string]string{"apiVersion": l.APIVersion, "kind": l.Kind} {
			if _, has := object[key]; !has {
				object[key] = own
			}
		}
	}
	text, err := json.Marshal(parsed)
	if err != nil {
		t.Fatal(err)
	}
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	return value
}

// TestSchemasAgreeWithTheLoader holds the schemas, under both drafts, to the lists that the loader is held to. A file
// with a header that no schema is for is refused by all; it is tried with the schema of the newest version.
func TestSchemasAgreeWithTheLoader(t *testing.T) {
	count := 0
	for _, directory := range directories {
		list := readFiles(t, directory.files)
		for draft := range drafts {
			compiled := schemas(t, filepath.Join("../..", directory.docs), draft)
			for _, row := range list.Files {
				count++
				for verdict, file := range row {
					if verdict == "why" {
						continue
					}
					if differs := verdict == "loader" || verdict == "schema"; differs != (row["why"] != "") {
						t.Errorf("%s: there must be a reason if loader and schema differ, and only then", file)
					}
					value := list.value(t, file)
					schema := compiled[list.APIVersion+list.Kind]
					if object, ok := value.(map[string]any); ok {
						if own := compiled[fmt.Sprint(object["apiVersion"], object["kind"])]; own != nil {
							schema = own
						}
					}
					err := schema.Validate(value)
					if accepted := verdict == "accept" || verdict == "loader"; accepted != (err == nil) {
						t.Errorf("%s: %s\nUnder %s the schema says: %v", verdict, file, draft, err)
					}
				}
			}
		}
	}
	if count < 2*150 {
		t.Errorf("there are only %d files", count/2)
	}
}

// A reader of a schema finds the comments, defaults and markers of a field in it.
func TestSchemaSaysWhatIsKnown(t *testing.T) {
	content := testfiles.Read(t, "../../examples/sampleconfig/docs/config/relayconfiguration.v1beta1.schema.json")
	for _, want := range []string{
		`"description": "The UDP and TCP port that the relay listens on. 0 selects a free port.",`,
		`"default": 53,`, `"default": "16Mi",`, `"x-configgen-flag": ["--bind-address"],`,
		`"x-configgen-legacy-default": "0.0.0.0"`, `"x-configgen-reload": "hot"`, `"x-configgen-gate": ["ServeStale"]`,
		`"x-configgen-maximum": "30s"`, `"x-configgen-secret": true`, `"x-configgen-path": true`,
		`"x-configgen-os": ["linux", "darwin"]`, `"enum": ["Ordered", "Random", "", null],`,
	} {
		if !strings.Contains(string(content), want) {
			t.Errorf("the schema has no %s", want)
		}
	}
}

// TestSamplesFitTheirSchemas holds each sample to its schema, with its values in comments and without.
func TestSamplesFitTheirSchemas(t *testing.T) {
	inComment := regexp.MustCompile(`(?m)^( *)#([^ #\n])`)
	for _, directory := range directories {
		for draft := range drafts {
			compiled := schemas(t, filepath.Join("../..", directory.docs), draft)
			names, err := filepath.Glob(filepath.Join("../..", directory.docs, "*.sample.yaml"))
			if err != nil || len(names) != len(compiled) {
				t.Errorf("%s has %d samples and %d schemas", directory.docs, len(names), len(compiled))
			}
			for _, name := range names {
				content := testfiles.Read(t, name)
				for _, text := range []string{string(content), inComment.ReplaceAllString(string(content), "$1$2")} {
					value := filesList{}.value(t, text)
					object, _ := value.(map[string]any)
					schema := compiled[fmt.Sprint(object["apiVersion"], object["kind"])]
					if schema == nil {
						t.Errorf("%s has no schema", name)
					} else if err := schema.Validate(value); err != nil {
						t.Errorf("%s: %v", name, err)
					}
				}
			}
		}
	}
}
