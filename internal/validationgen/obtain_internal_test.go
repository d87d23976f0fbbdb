package validationgen

import (
	"os"
	"path/filepath"
	"testing"
	"time"
)

// TestSuits holds the minors of the tool and of what its output calls together.
func TestSuits(t *testing.T) {
	at := func(version string) *module { return &module{Path: "m", Version: version} }
	for name, test := range map[string]struct {
		tool, api     *module
		message, want string // want is the version where the graph has no tool
	}{
		"same":                       {tool: at("v0.37.2"), api: at("v0.37.0"), want: "v0.37.0"},
		"older tool":                 {tool: at("v0.36.1"), api: at("v0.37.2"), message: "validation-gen of k8s.io/code-generator v0.36.1 writes code for k8s.io/apimachinery v0.36, and the module has v0.37.2", want: "v0.37.2"},
		"newer tool":                 {tool: at("v0.37.2"), api: at("v0.33.0"), message: "validation-gen of k8s.io/code-generator v0.37.2 writes code for k8s.io/apimachinery v0.37, and the module has v0.33.0", want: "v0.33.0"},
		"release candidate":          {tool: at("v0.37.0-rc.1"), api: at("v0.37.2"), want: "v0.37.2"},
		"a minor of one digit":       {api: at("v0.9.0"), message: "validation-gen needs k8s.io/apimachinery v0.33 or newer, and the module has v0.9.0", want: "v0.9.0"},
		"before there was the tool":  {api: at("v0.32.9"), message: "validation-gen needs k8s.io/apimachinery v0.33 or newer, and the module has v0.32.9", want: "v0.32.9"},
		"a minor of three digits":    {tool: at("v0.100.0"), api: at("v0.100.1"), want: "v0.100.1"},
		"a commit tells nothing":     {tool: at("v0.37.2"), api: at("v0.0.0-20260101000000-0123456789ab")},
		"a pinned version counts":    {tool: at("v0.37.2"), api: &module{Path: "m", Version: "v0.33.0", Replace: at("v0.37.1")}, want: "v0.37.1"},
		"a fork keeps its number":    {api: &module{Path: "m", Version: "v0.37.2", Replace: &module{Path: "../fork"}}, want: "v0.37.2"},
		"no API machinery":           {tool: at("v0.37.2")},
		"no tool and no machinery":   {},
		"a tool of no known version": {tool: at("v0.0.0"), api: at("v0.37.2"), want: "v0.37.2"},
	} {
		t.Run(name, func(t *testing.T) {
			message := ""
			if p := suits(test.tool, test.api); p != nil {
				message = p.message
			}
			if message != test.message {
				t.Errorf("got %q, want %q", message, test.message)
			}
			if got := versionFor(test.api); got != test.want && test.want != "" {
				t.Errorf("got version %q, want %q", got, test.want)
			}
		})
	}
}

// TestSweep keeps the programs that somebody has asked for.
func TestSweep(t *testing.T) {
	all, since := t.TempDir(), time.Date(2026, 1, 2, 0, 0, 0, 0, time.UTC)
	for name, used := range map[string]time.Time{"old": since.Add(-time.Hour), "new": since.Add(time.Hour)} {
		dir := filepath.Join(all, name)
		if err := os.MkdirAll(dir, 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(dir, "program"), nil, 0o644); err != nil {
			t.Fatal(err)
		}
		if err := os.Chtimes(dir, used, used); err != nil {
			t.Fatal(err)
		}
	}
	sweep(all, since)
	if left, err := os.ReadDir(all); err != nil || len(left) != 1 || left[0].Name() != "new" {
		t.Errorf("left are %v (%v)", left, err)
	}
}
