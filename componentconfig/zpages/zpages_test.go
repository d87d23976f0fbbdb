package zpages_test

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	courier "github.com/configgen/configgen/componentconfig/testdata/courier/options"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
	"github.com/configgen/configgen/componentconfig/zpages"
)

var separators = regexp.MustCompile(`(?m)^([a-z-]+)[:= ]+`)

func TestPages(t *testing.T) {
	config := filepath.Join(t.TempDir(), "config.yaml")
	if err := os.WriteFile(config, []byte("apiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\n"+
		"maxQueries: 7\ntls: {keyPassword: hidden-in-file}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	loader := componentconfig.New("relay", options.RelayConfigurationRoot(), componentconfig.WithConfigFile(),
		componentconfig.WithConfigz(), componentconfig.WithFeatureGates("FeatureGates",
			func([]componentconfig.Gate) componentconfig.Gates {
				return componentconfig.Gates{Enabled: func(string) bool { return true }, Commit: func() {}}
			}))
	loaded, err := loader.Load([]string{"--config=" + config, "--port=54", "--tls-key-password=hidden-in-flag"})
	if err != nil {
		t.Fatal(err)
	}
	mux := zpages.NewMux("relay", loaded, nil, "/healthz", "/stats")
	for path, want := range map[string][]string{
		"/flagz":   {"relay\tflagz", "port\t54", "tls-key-password\tCLASSIFIED", "bind-address\t0.0.0.0"},
		"/statusz": {"relay statusz", "/healthz", "/stats"},
		"/configz": {`"maxQueries":7`, `"port":54`, `"keyPassword":"***"`},
	} {
		request := httptest.NewRequest(http.MethodGet, path, nil)
		request.Header.Set("Accept", "text/plain")
		recorder := httptest.NewRecorder()
		mux.ServeHTTP(recorder, request)
		body := recorder.Body.String()
		if path == "/flagz" {
			body = separators.ReplaceAllString(body, "$1\t") // They are random, so that no program reads the page.
		}
		for _, text := range want {
			if recorder.Code != http.StatusOK || !strings.Contains(body, text) {
				t.Errorf("%s: status %d, want %s in\n%s", path, recorder.Code, text, body)
			}
		}
		if strings.Contains(body, "hidden") {
			t.Errorf("%s shows a secret:\n%s", path, body)
		}
	}
}

// TestRebindingIsRefused: a web page that gives its name a loopback address cannot read the pages.
func TestRebindingIsRefused(t *testing.T) {
	loaded, err := componentconfig.New("courier", courier.CourierConfigurationRoot()).Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	mux := zpages.NewMux("courier", loaded, nil)
	server := httptest.NewServer(mux)
	defer server.Close()
	for _, path := range []string{"/flagz", "/statusz", "/configz"} {
		for host, want := range map[string]int{"localhost": http.StatusOK, "rebound.example.com": http.StatusForbidden} {
			request, err := http.NewRequest(http.MethodGet, server.URL+path, nil)
			if err != nil {
				t.Fatal(err)
			}
			request.Host = host
			request.Header.Set("Accept", "text/plain, */*")
			response, err := server.Client().Do(request)
			if err != nil {
				t.Fatal(err)
			}
			response.Body.Close()
			if response.StatusCode != want {
				t.Errorf("%s of %s: %s", path, host, response.Status)
			}
		}
	}
}
