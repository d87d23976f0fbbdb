package golangci

import (
	"strings"
	"testing"

	"github.com/golangci/plugin-module-register/register"
)

// TestPlugin expects an analyzer for each rule, and settings that name rules that exist.
func TestPlugin(t *testing.T) {
	found, err := register.GetPlugin("configgen")
	if err != nil {
		t.Fatal(err)
	}
	made, err := found(map[string]any{"disable": []string{"number-float"}})
	if err != nil {
		t.Fatal(err)
	}
	all, err := made.BuildAnalyzers()
	if err != nil || len(all) < 25 || made.GetLoadMode() != register.LoadModeSyntax {
		t.Errorf("got %d analyzers, %s, %v", len(all), made.GetLoadMode(), err)
	}
	for setting, want := range map[string]string{"disable": "did you mean number-float?", "enabled": "unknown field"} {
		if _, err := found(map[string]any{setting: []string{"number-flot"}}); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("%s: got %v, want %s", setting, err, want)
		}
	}
}
