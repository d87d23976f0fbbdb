package scaffold

import (
	"os"
	"testing"

	"golang.org/x/mod/modfile"
)

// TestA17GeneratorsOf expects the generators of the minor of the libraries that a module requires.
func TestA17GeneratorsOf(t *testing.T) {
	for name, test := range map[string]struct{ line, want string }{
		"release":             {"require k8s.io/apimachinery v0.34.1", "v0.34.1"},
		"indirect":            {"require k8s.io/apimachinery v0.35.2 // indirect", "v0.35.2"},
		"release candidate":   {"require k8s.io/apimachinery v0.36.0-rc.1", "v0.36.0-rc.1"},
		"commit":              {"require k8s.io/apimachinery v0.36.1-0.20260101000000-0123456789ab", "v0.36.0"},
		"Kubernetes' own":     {"require k8s.io/apimachinery v0.0.0", ""},
		"commit of no minor":  {"require k8s.io/apimachinery v0.0.0-20260101000000-0123456789ab", ""},
		"another module":      {"require k8s.io/api v0.36.0", ""},
		"nothing":             {"", ""},
		"not a go.mod at all": {"requires", ""},
	} {
		t.Run(name, func(t *testing.T) {
			content := "module example.com/relay\n\n" + test.line + "\n"
			if got := GeneratorsOf([]byte(content)); got != test.want {
				t.Errorf("got %q, want %q", got, test.want)
			}
		})
	}
}

// TestA17Go expects the module of tools to begin with the Go of configgen.
func TestA17Go(t *testing.T) {
	content, err := os.ReadFile("../../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	file, err := modfile.Parse("go.mod", content, nil)
	if err != nil {
		t.Fatal(err)
	}
	if file.Go.Version != toolGoVersion {
		t.Errorf("go.mod says %s, and the module of tools %s", file.Go.Version, toolGoVersion)
	}
}
