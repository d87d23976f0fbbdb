//go:build tools

package docs

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/testfiles"
)

// ajv is the version of the implementation of JSON Schema that most editors and tools of JavaScript use.
const ajv = "ajv@8.17.1"

// TestAjvAgreesWithTheLoader holds the schemas, as ajv reads them under both drafts, to the lists that the loader is
// held to. It installs ajv from the registry that npm is configured for.
func TestAjvAgreesWithTheLoader(t *testing.T) {
	type file struct {
		Text   string
		Value  any
		Accept bool
	}
	type list struct {
		Schemas []string
		Default string
		Files   []file
	}
	var lists []list
	for _, directory := range directories {
		schemas, err := filepath.Glob(filepath.Join("../..", directory.docs, "*.schema.json"))
		if err != nil || len(schemas) == 0 {
			t.Fatal(directory.docs, err)
		}
		known := readFiles(t, directory.files)
		l := list{Default: known.APIVersion + known.Kind}
		for _, name := range schemas {
			absolute, err := filepath.Abs(name)
			if err != nil {
				t.Fatal(err)
			}
			l.Schemas = append(l.Schemas, absolute)
		}
		for _, row := range known.Files {
			for verdict, text := range row {
				if verdict != "why" {
					l.Files = append(l.Files, file{text, known.value(t, text), verdict == "accept" || verdict == "loader"})
				}
			}
		}
		lists = append(lists, l)
	}
	dir := t.TempDir()
	content, err := json.Marshal(lists)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(dir, "lists.json"), content, 0o600); err != nil {
		t.Fatal(err)
	}
	script := testfiles.Read(t, "testdata/ajv.cjs")
	if err := os.WriteFile(filepath.Join(dir, "ajv.cjs"), script, 0o600); err != nil {
		t.Fatal(err)
	}
	tool(t, dir, "npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", dir, ajv)
	t.Log(tool(t, dir, "node", "ajv.cjs", "lists.json"))
}

// tool runs a program in a directory, and returns its output.
func tool(t *testing.T, dir, name string, arguments ...string) string {
	t.Helper()
	cmd := exec.CommandContext(t.Context(), name, arguments...)
	cmd.Dir = dir
	output, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, output)
	}
	return string(output)
}

// languageServer is the server of the YAML extension for VS Code, and of most other editors.
const languageServer = "yaml-language-server@1.19.2"

// TestLanguageServer asks the language server about a file with mistakes: it marks them in our words, shows the comment
// of a field, and completes the fields that the file does not have.
func TestLanguageServer(t *testing.T) {
	schema, err := filepath.Abs("../../examples/sampleconfig/docs/config/relayconfiguration.v1beta1.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	script := testfiles.Read(t, "testdata/yamlls.cjs")
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "yamlls.cjs"), script, 0o600); err != nil {
		t.Fatal(err)
	}
	tool(t, dir, "npm", "install", "--silent", "--no-audit", "--no-fund", "--prefix", dir, languageServer)
	output := tool(t, dir, "node", "yamlls.cjs", schema)
	var shown struct {
		Errors, Labels []string
		Hover          string
	}
	if err := json.Unmarshal([]byte(output), &shown); err != nil {
		t.Fatalf("%v\n%s", err, output)
	}
	slices.Sort(shown.Errors)
	want := []string{
		"5: Value is above the maximum of 65535.", "6: Property adress is not allowed.",
		"7: must be an IP address, such as 10.0.0.1 or 2001:db8::1",
	}
	if !slices.Equal(shown.Errors, want) {
		t.Errorf("it marks %q, want %q", shown.Errors, want)
	}
	if !strings.Contains(shown.Hover, "The UDP and TCP port that the relay listens on") {
		t.Errorf("it shows %s", shown.Hover)
	}
	if want := []string{"upstreams", "timeout", "attempts", "zones", "aliases"}; !slices.Equal(shown.Labels, want) {
		t.Errorf("it completes %q, want %q", shown.Labels, want)
	}
}
