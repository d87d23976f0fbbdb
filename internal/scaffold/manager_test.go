package scaffold

import (
	"strings"
	"testing"
)

// TestOperator expects the program of an operator to be short enough to be read, and a file of the defaults, a
// Deployment and a kustomization that belong together.
func TestOperator(t *testing.T) {
	operator := Component{Group: "relay.config.example.io", Kind: "RelayConfiguration", Module: "example.com/relay",
		Manager: true, ToolVersion: "v0.0.0"}.WithDefaults()
	if findings := operator.Check(); len(findings) > 0 {
		t.Fatal(findings)
	}
	files, err := operator.Files()
	if err != nil {
		t.Fatal(err)
	}
	text := map[string]string{}
	for _, file := range files {
		text[file.Path] = string(file.Content)
	}
	if lines := strings.Count(text["cmd/relay/main.go"], "\n"); lines == 0 || lines > 60 {
		t.Errorf("main.go has %d lines", lines)
	}
	for path, want := range map[string]string{
		"config/kustomization.yaml":     "configMapGenerator:\n  - name: relay-config\n    files:\n      - relay.yaml\n",
		"config/deployment.yaml":        "          configMap:\n            name: relay-config\n",
		"config/relay.yaml":             "\nkind: RelayConfiguration\n",
		"apis/config/v1alpha1/doc.go":   "+k8s:conversion-gen=" + managerLibrary + "/config/v1alpha1\n",
		"apis/config/v1alpha1/types.go": "json:\",inline\"",
	} {
		if !strings.Contains(text[path], want) {
			t.Errorf("%s does not have %q:\n%s", path, want, text[path])
		}
	}
	for path := range text {
		if strings.Contains(path, ".conf.d/") || strings.HasSuffix(path, "/run.go") {
			t.Errorf("an operator has %s", path)
		}
	}
	const old = "module example.com/relay\n\ngo 1.26.0\n\nrequire k8s.io/apimachinery v0.36.3\n"
	content, err := operator.Require([]byte(old))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{"\tk8s.io/client-go v0.36.3\n", "\t" + managerLibrary + " v0.0.0\n",
		"\tsigs.k8s.io/controller-runtime v"} {
		if !strings.Contains(string(content), line) {
			t.Errorf("the line %q is missing:\n%s", line, content)
		}
	}
}

// TestOperatorsAreOneLayout expects findings about what operators do not have.
func TestOperatorsAreOneLayout(t *testing.T) {
	for flag, change := range map[string]func(*Component){
		"--layout":       func(c *Component) { c.Layout = External },
		"--flags-struct": func(c *Component) { c.FlagsStruct = "RelayFlags" },
		"--dynamic":      func(c *Component) { c.Dynamic = true },
		"--zpages":       func(c *Component) { c.ZPages = true },
	} {
		c := Component{Group: "relay.config.example.io", Kind: "RelayConfiguration", Module: "example.com/relay",
			Manager: true}.WithDefaults()
		change(&c)
		if findings := c.Check(); len(findings) != 1 || findings[0].Position.Filename != flag {
			t.Errorf("%s: %v", flag, findings)
		}
	}
}
