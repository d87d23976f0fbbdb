package main

import (
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/configgen/configgen/componentconfig/configtest"
)

var update = flag.Bool("update", false, "write the configurations in testdata")

// written is a configuration file in a directory of the test: as root, the program does not trust a checkout that is
// below a directory of another user.
func written(t *testing.T, content string) string {
	t.Helper()
	t.Chdir(t.TempDir())
	if err := os.WriteFile("config-fleet.yaml", []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	return "--config=config-fleet.yaml"
}

// TestDefaults: the documentation has the defaults that the program sets.
func TestDefaults(t *testing.T) { configtest.Defaults(t, newLoader) }

// TestConfigurations compares what starts would use with files: the defaults of the version, and what the Deployment
// mounts.
func TestConfigurations(t *testing.T) {
	mounted, err := os.ReadFile("../../manifests/config-fleet.yaml")
	if err != nil {
		t.Fatal(err)
	}
	for name, content := range map[string]string{
		"defaults.yaml":   "apiVersion: configfleet.config.configgen.dev/v1alpha1\nkind: ConfigFleetConfiguration\n",
		"deployment.yaml": string(mounted),
	} {
		t.Run(name, func(t *testing.T) {
			file, err := filepath.Abs(filepath.Join("testdata", name))
			if err != nil {
				t.Fatal(err)
			}
			loaded, err := newLoader().Load([]string{written(t, content)})
			if err != nil {
				t.Fatal(err)
			}
			got := loaded.Explain()
			if *update {
				if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(file)
			if err != nil || got != string(want) {
				t.Errorf("%v (- want, + got):\n%s", err, cmp.Diff(string(want), got))
			}
		})
	}
}

// TestMistakes shows that a configuration that would have no effect is refused.
func TestMistakes(t *testing.T) {
	const header = "apiVersion: configfleet.config.configgen.dev/v1alpha1\nkind: ConfigFleetConfiguration\n"
	for content, want := range map[string]string{
		"instances: nodes\n": "cache.namespaces: Required value: instances: nodes needs the namespaces in which each node " +
			"gets an assignment (flag --namespaces)",
		"instances: pods\n": "config-fleet.yaml:3:1: instances: Unsupported value: \"pods\": supported values: " +
			"\"assignments\", \"nodes\" (flag --instances)",
		"webhook: {port: 443}\n": "config-fleet.yaml:3:1: webhook: Forbidden: config-fleet has no webhooks",
		"controller: {groupKindConcurrency: {ConfigPool.fleet.configgen.dev: 2}}\n": "config-fleet.yaml:3:14: " +
			"controller.groupKindConcurrency: Forbidden: config-fleet uses maxConcurrentReconciles alone",
	} {
		if _, err := newLoader().Load([]string{written(t, header+content)}); err == nil || err.Error() != want {
			t.Errorf("%q:\n%v", content, err)
		}
	}
}

// TestLeaseOutsideOfAPod: the program says which flag is missing before it connects.
func TestLeaseOutsideOfAPod(t *testing.T) {
	from := newLoader()
	first, err := from.Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	const want = "the lease of the leader needs a namespace, because this is not a pod: specify " +
		"--leader-election-namespace, or --leader-elect=false"
	if err := run(t.Context(), from, first); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}

// TestServerWithoutDefinitions: the program says what to apply before it can run.
func TestServerWithoutDefinitions(t *testing.T) {
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		switch r.URL.Path {
		case "/api":
			fmt.Fprint(w, `{"kind":"APIVersions","versions":["v1"]}`) //nolint:errcheck // The test fails without it.
		case "/api/v1":
			fmt.Fprint(w, `{"kind":"APIResourceList","groupVersion":"v1","resources":[{"name":"nodes","kind":"Node"},
				{"name":"configmaps","kind":"ConfigMap","namespaced":true}]}`) //nolint:errcheck // The test fails without it.
		case "/apis":
			fmt.Fprint(w, `{"kind":"APIGroupList","groups":[]}`) //nolint:errcheck // The test fails without it.
		default:
			http.NotFound(w, r)
		}
	}))
	defer server.Close()
	t.Chdir(t.TempDir())
	text := strings.ReplaceAll(kubeconfig, "http://127.0.0.1:1", server.URL)
	if err := os.WriteFile("kubeconfig", []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	from := newLoader()
	first, err := from.Load([]string{"--kubeconfig=kubeconfig", "--leader-elect=false", "--metrics-bind-address=0",
		"--health-probe-bind-address=0"})
	if err != nil {
		t.Fatal(err)
	}
	const want = "the API server does not know the group fleet.configgen.dev: apply the definitions in fleet/manifests"
	if err := run(t.Context(), from, first); err == nil || err.Error() != want {
		t.Errorf("got %v", err)
	}
}
