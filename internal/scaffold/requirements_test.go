package scaffold

import (
	"strings"
	"testing"

	"golang.org/x/mod/modfile"

	"github.com/configgen/configgen/internal/testfiles"
)

// TestGeneratorsOf expects the generators of the minor of the libraries that a module requires.
func TestGeneratorsOf(t *testing.T) {
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

// TestGo expects the versions of Go in written files to be the versions in configgen's own modules.
func TestGo(t *testing.T) {
	for name, want := range map[string]string{
		"../../go.mod": toolGoVersion, "../../descriptor/go.mod": toolGoVersion,
		"../../componentconfig/go.mod":        runtimeGoVersion,
		"../../componentconfig/zpages/go.mod": goVersion,
	} {
		content := testfiles.Read(t, name)
		file, err := modfile.Parse("go.mod", content, nil)
		if err != nil {
			t.Fatal(err)
		}
		if file.Go.Version != want {
			t.Errorf("%s says %s, and init %s", name, file.Go.Version, want)
		}
	}
}

// TestRaiseGo expects the Go that the added requirements need in the go.mod, so that a dry run shows it.
func TestRaiseGo(t *testing.T) {
	const libraries = "\nrequire k8s.io/apimachinery v0.34.1\n"
	for name, test := range map[string]struct{ content, want string }{
		"too old":                {"go 1.24.0\n", goVersion},
		"without Go":             {"", goVersion},
		"newer":                  {"go 1.26.3\n", "1.26.3"},
		"libraries of their own": {"go 1.24.0\n" + libraries, runtimeGoVersion},
		"libraries, new enough":  {"go 1.25.4\n" + libraries, "1.25.4"},
	} {
		t.Run(name, func(t *testing.T) {
			content, err := Component{ToolVersion: "v0.0.0"}.Require([]byte("module example.com/relay\n\n" + test.content))
			if err != nil {
				t.Fatal(err)
			}
			file, err := modfile.Parse("go.mod", content, nil)
			if err != nil || file.Go.Version != test.want {
				t.Errorf("got %v\n%s", err, content)
			}
		})
	}
}

// TestRequireAssignments expects the module of the sources in a cluster from the same place, and a client of the
// version of the Kubernetes libraries.
func TestRequireAssignments(t *testing.T) {
	const old = "module example.com/relay\n\ngo 1.25.0\n\nrequire k8s.io/apimachinery v0.34.1\n"
	content, err := Component{ToolVersion: "v0.0.0", Replace: "../checkout", Assignments: true}.Require([]byte(old))
	if err != nil {
		t.Fatal(err)
	}
	for _, line := range []string{
		"replace " + assignmentsLibrary + " => ../checkout/componentconfig/dynamic/kube\n", "\tk8s.io/client-go v0.34.1\n",
	} {
		if !strings.Contains(string(content), line) {
			t.Errorf("the line %q is missing\n%s", line, content)
		}
	}
}

// TestRequirePages expects the module of /flagz and /statusz in the go.mod of a component that serves them, from the
// same place as the runtime library, and the Go that it needs.
func TestRequirePages(t *testing.T) {
	const old = "module example.com/relay\n\ngo 1.25.0\n\nrequire k8s.io/apimachinery v0.34.1\n"
	for _, pages := range []bool{true, false} {
		content, err := Component{ToolVersion: "v0.0.0", Replace: "../checkout", ZPages: pages}.Require([]byte(old))
		if err != nil {
			t.Fatal(err)
		}
		for _, line := range []string{
			"\t" + pagesLibrary + " v0.0.0\n", "replace " + pagesLibrary + " => ../checkout/componentconfig/zpages\n",
			"go " + goVersion + "\n",
		} {
			if strings.Contains(string(content), line) != pages {
				t.Errorf("pages: %t, the line %q\n%s", pages, line, content)
			}
		}
	}
}
