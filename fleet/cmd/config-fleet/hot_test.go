package main

import (
	"context"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig/manager"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/metrics"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
)

const kubeconfig = `{"apiVersion":"v1","kind":"Config","current-context":"c",
"clusters":[{"name":"c","cluster":{"server":"http://127.0.0.1:1"}}],
"contexts":[{"name":"c","context":{"cluster":"c"}}]}`

// TestHotFields: a new configuration reaches the client and the log of the program that runs.
func TestHotFields(t *testing.T) {
	t.Chdir(t.TempDir())
	if err := os.WriteFile("kubeconfig", []byte(kubeconfig), 0o600); err != nil {
		t.Fatal(err)
	}
	first, err := newLoader().Load([]string{"--kubeconfig=kubeconfig"})
	if err != nil {
		t.Fatal(err)
	}
	client, err := manager.NewClient(&first.Config.ClientConnection)
	if err != nil {
		t.Fatal(err)
	}
	next, err := newLoader().Load([]string{"--kubeconfig=kubeconfig", "-v=4"})
	if err != nil {
		t.Fatal(err)
	}
	next.Config.ClientConnection.QPS = 7
	commit, err := activation(client).Prepare(t.Context(), next)
	if err != nil {
		t.Fatal(err)
	}
	if commit(); client.Config.RateLimiter.QPS() != 7 || !klog.V(4).Enabled() || klog.V(5).Enabled() {
		t.Errorf("%v requests a second, verbosity 4: %t", client.Config.RateLimiter.QPS(), klog.V(4).Enabled())
	}
	if err := manager.SetVerbosity(0); err != nil {
		t.Error(err)
	}
}

// TestSecured: the pages of the configuration are beside metrics that are served with TLS, and behind their filter.
// They answer no script of a web page.
func TestSecured(t *testing.T) {
	first, err := newLoader().Load([]string{"--namespaces=edge"})
	if err != nil {
		t.Fatal(err)
	}
	var plain metricsserver.Options
	if secured(&plain, first); plain.FilterProvider != nil || plain.ExtraHandlers != nil {
		t.Errorf("without TLS: %+v", plain)
	}
	opts := metricsserver.Options{SecureServing: true}
	secured(&opts, first)
	if opts.FilterProvider == nil || len(opts.ExtraHandlers) == 0 {
		t.Fatalf("with TLS: %+v", opts)
	}
	for path, handler := range opts.ExtraHandlers {
		recorder := httptest.NewRecorder()
		if path == "/configz/" {
			path = "/configz/origins/v1alpha1"
		}
		handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, path, nil))
		if body := recorder.Body.String(); recorder.Code != http.StatusOK || !strings.Contains(body, `"edge"`) {
			t.Errorf("%s answers %d: %s", path, recorder.Code, body)
		}
		for header, value := range map[string]string{"Host": "rebound.example.com", "Origin": "http://example.net"} {
			ctx := context.WithValue(t.Context(), http.LocalAddrContextKey, &net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)})
			request := httptest.NewRequestWithContext(ctx, http.MethodGet, path, nil)
			request.Host = "localhost"
			if request.Header.Set(header, value); header == "Host" {
				request.Host = value
			}
			recorder := httptest.NewRecorder()
			if handler.ServeHTTP(recorder, request); recorder.Code != http.StatusForbidden {
				t.Errorf("%s with the %s %s answers %d", path, header, value, recorder.Code)
			}
		}
	}
}

// TestConfigurationIsShown: what a manager serves has the metrics of the configuration file.
func TestConfigurationIsShown(t *testing.T) {
	if _, err := newLoader().Load(nil); err != nil {
		t.Fatal(err)
	}
	families, err := metrics.Registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, f := range families {
		if strings.HasPrefix(f.GetName(), "config_") {
			names = append(names, f.GetName())
		}
	}
	if !slices.Equal(names, []string{"config_info", "config_last_reload_success"}) {
		t.Errorf("metrics %v", names)
	}
}

// TestVersion expects the version of the module, whether it is the main module of the program or a dependency.
func TestVersion(t *testing.T) {
	ours := debug.Module{Path: "github.com/configgen/configgen/fleet", Version: "v0.3.0"}
	released := debug.BuildInfo{Deps: []*debug.Module{{Path: "k8s.io/api"}, &ours}}
	for _, info := range []*debug.BuildInfo{{Main: ours}, &released} {
		if got := versionIn(info); got != "v0.3.0" {
			t.Errorf("%s of %+v", got, info)
		}
	}
	if got := versionIn(nil); got != "(devel)" {
		t.Errorf("%s of a program that does not know its modules", got)
	}
}
