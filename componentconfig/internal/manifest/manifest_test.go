package manifest_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig/internal/manifest"
)

// TestChoice: the container of the component is found by its name, its program or its image.
func TestChoice(t *testing.T) {
	for text, want := range map[string]string{
		"spec: {containers: [{name: a}]}":                                                            "a",
		"spec: {containers: [{name: a}, {name: relay}]}":                                             "relay",
		"spec: {containers: [{name: a}, {name: b, command: [/bin/relay]}]}":                          "b",
		"items: [{initContainers: [{name: a, image: h:5/x/relay:v1@sha256:0}]}, {containers: [{}]}]": "a",
		"spec: {containers: [{name: relay}]}\n---\nspec: {containers: [{name: b}]}":                  "relay",
		"spec: {containers: [{name: a}, {name: edge-relay}]}":                                        "edge-relay",
	} {
		if c, err := manifest.Read([]byte(text), "", "relay", "edge-relay"); err != nil || c.Name != want {
			t.Errorf("%s: got %q, %v; want %q", text, c.Name, err, want)
		}
	}
	for text, want := range map[string]string{
		"":                    "no containers",
		"spec: {containers: ": "cannot be read",
		"spec: {containers: [{name: a}, {name: b}]}":                           "a (line 1), b (line 1): choose one",
		"spec: {containers: [{name: relay}, {name: b, image: relay}]}":         "choose one by --container",
		"spec: {containers: [{name: relay, command: [bash, -c, exec relay]}]}": "runs a shell",
	} {
		if _, err := manifest.Read([]byte(text), "", "relay"); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", text, err, want)
		}
	}
}

func TestArguments(t *testing.T) {
	c, err := manifest.Read([]byte("containers: [{name: a, command: [/relay, serve], args: [--port, 53]}]"), "a", "relay")
	if err != nil || !slices.Equal(c.Arguments(), []string{"serve", "--port", "53"}) {
		t.Errorf("got %q, %v", c.Arguments(), err)
	}
	want := "command:\n  - /relay\nargs:\n  - serve\n  - '- a: \"$(B)\"'\n"
	if got, err := c.With([]string{"serve", `- a: "$(B)"`}); err != nil || got != want {
		t.Errorf("got %s, %v; want %s", got, err, want)
	}
}

// TestReferences: two dollar signs are one, as Kubernetes reads them.
func TestReferences(t *testing.T) {
	for argument, want := range map[string]struct{ variable, text string }{
		"--a=b": {"", "--a=b"}, "$(A)": {"$(A)", "$(A)"}, "x$$(A)": {"", "x$(A)"}, "$$$(A.b-C)": {"$(A.b-C)", "$$(A.b-C)"},
		"$A ${B} $()": {"", "$A ${B} $()"},
	} {
		if got := manifest.Variable(argument); got != want.variable {
			t.Errorf("%s: got %q, want %q", argument, got, want.variable)
		}
		if got := manifest.Text(argument); got != want.text {
			t.Errorf("%s: got %q, want %q", argument, got, want.text)
		}
	}
}
