package running_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig"
	form "github.com/configgen/configgen/componentconfig/internal/running"
	"github.com/configgen/configgen/componentconfig/running"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
)

const header = "apiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\n"

// write writes files below a directory.
func write(t *testing.T, dir string, files map[string]string) {
	t.Helper()
	for name, text := range files {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
}

// newLoader is the loader of a component with an instance root and gates.
func newLoader() *componentconfig.Loader[relay.RelayConfiguration] {
	return componentconfig.New("relay", options.RelayConfigurationRoot(), componentconfig.WithVersion("1.4"),
		componentconfig.WithConfigFile(), componentconfig.WithConfigDir(""), componentconfig.WithConfigz(),
		componentconfig.WithInstanceConfig(options.RelayInstanceConfigurationRoot()),
		componentconfig.WithFeatureGates("FeatureGates", func(set []componentconfig.Gate) componentconfig.Gates {
			return componentconfig.Gates{Commit: func() {}, Enabled: func(string) bool { return true },
				Describe: func(name string) string { return "BETA - default=true" }}
		}))
}

// served returns what a page answers.
func served(t *testing.T, pages http.Handler, method, path string) (int, string) {
	t.Helper()
	recorder := httptest.NewRecorder()
	pages.ServeHTTP(recorder, httptest.NewRequest(method, path, nil))
	body, err := io.ReadAll(recorder.Result().Body)
	if err != nil {
		t.Fatal(err)
	}
	return recorder.Code, string(body)
}

// document returns the document of a mux with the pages.
func document(t *testing.T, pages http.Handler) form.Document {
	t.Helper()
	status, body := served(t, pages, http.MethodGet, form.OriginsPath)
	var doc form.Document
	if err := json.Unmarshal([]byte(body), &doc); status != http.StatusOK || err != nil {
		t.Fatal(status, err, body)
	}
	return doc
}

func field(t *testing.T, doc form.Document, path string) form.Field {
	t.Helper()
	for _, root := range doc.Roots {
		for _, f := range root.Fields {
			if f.Path == path {
				return f
			}
		}
	}
	t.Fatalf("there is no field %s", path)
	return form.Field{}
}

// text is a field in one line: its value, source, what that overrides, its default, flags and class.
func text(f form.Field) string {
	source := func(s form.Source) string {
		known := ""
		if s.Digest != "" {
			known = fmt.Sprintf(" of %d", len(s.Digest))
		}
		return s.Text + known
	}
	out := string(f.Value) + " " + source(f.Source)
	for _, s := range f.Overrides {
		out += " < " + source(s)
	}
	out += ", default " + string(f.Default) + ", " + strings.Join(f.Flags, " ") + ", " + f.Reload
	if f.Pending != nil {
		out += ", pending " + string(f.Pending.Value) + " " + f.Pending.Source.Text
	}
	return out
}

// TestOrigins: one document has the values of both roots and of the gates with everything that is known of them.
func TestOrigins(t *testing.T) {
	t.Cleanup(func() { configz.Delete("relay.config.example.io") })
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"main.yaml":           header + "port: 10\nmaxQueries: 5\ntls: {keyPassword: sentinel}\nfeatureGates: {A: true}\n",
		"conf.d/20-site.conf": header + "port: 20\n",
		"instance.yaml":       strings.Replace(header, "RelayC", "RelayInstanceC", 1) + "hostName: here\n",
	})
	loaded, err := newLoader().Load([]string{"--config=" + dir + "/main.yaml", "--config-dir=" + dir + "/conf.d",
		"--instance-config=" + dir + "/instance.yaml", "--max-queries=7"})
	if err != nil {
		t.Fatal(err)
	}
	mux := running.NewMux(loaded)
	doc := document(t, mux)
	for path, want := range map[string]string{
		"port":            "20 20-site.conf:3 of 64 < main.yaml:3 of 64, default 53, port, restart",
		"maxQueries":      "7 flag --max-queries < main.yaml:4 of 64, default 110, max-queries, restart",
		"tls.keyPassword": `"***" main.yaml:5 of 64, default "", tls-key-password, restart`,
		"featureGates[A]": "true main.yaml:6 of 64, default , feature-gates, restart",
		"hostName":        `"here" instance.yaml:3 of 64, default "", hostname-override, restart`,
	} {
		if got := text(field(t, doc, path)); got != want {
			t.Errorf("%s is %s, want %s", path, got, want)
		}
	}
	if len(doc.Files) != 3 || doc.Component != "relay" || doc.Release != "1.4" || !doc.Roots[1].Instance ||
		doc.Roots[0].APIVersion != "relay.config.example.io/v1" {
		t.Errorf("the document is %+v", doc)
	}
	gate := doc.Gates[0]
	if gate.Name != "A" || !gate.Enabled || gate.Stage != "BETA - default=true" || gate.Source.Text != "main.yaml:6" {
		t.Errorf("the gate is %+v", gate)
	}
	_, body := served(t, mux, http.MethodGet, form.ConfigzPath)
	if !strings.Contains(body, string(doc.Roots[0].Configuration)) {
		t.Errorf("the configuration is %s, and configz has %s", doc.Roots[0].Configuration, body)
	}
}

// TestPages: pages can only be read, and the schema is served.
func TestPages(t *testing.T) {
	loaded, err := newLoader().Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	mux := running.NewMux(loaded)
	if status, body := served(t, mux, http.MethodPost, form.OriginsPath); status != http.StatusMethodNotAllowed {
		t.Errorf("POST: %d %s", status, body)
	}
	if status, body := served(t, mux, http.MethodGet, form.SchemaPath); status != http.StatusOK || body != form.Schema {
		t.Errorf("the schema: %d %s", status, body)
	}
}

// TestReloadPage: a POST reads the files, and has the status afterwards. Other methods, and scripts of web pages of
// other origins, change nothing.
func TestReloadPage(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{"main.yaml": header + "port: 10\n"})
	loaded, err := newLoader().Load([]string{"--config=" + dir + "/main.yaml"})
	if err != nil {
		t.Fatal(err)
	}
	mux := running.NewMux(loaded)
	write(t, dir, map[string]string{"main.yaml": header + "port: 20\n"})
	for _, c := range []struct {
		method, header, value string
		status                int
		contains              string
	}{
		{"GET", "", "", http.StatusMethodNotAllowed, "only POST is supported"},
		{"HEAD", "", "", http.StatusMethodNotAllowed, ""},
		{"PUT", "", "", http.StatusMethodNotAllowed, "only POST is supported"},
		{"POST", "Sec-Fetch-Site", "cross-site", http.StatusForbidden, "cross-origin"},
		{"POST", "Origin", "http://elsewhere.example.com", http.StatusForbidden, "cross-origin"},
		{"", "", "", http.StatusOK, `"state":"current"`},
		{"POST", "Sec-Fetch-Site", "same-origin", http.StatusOK, `"pending":[{"path":"port","class":"restart",`},
		{"POST", "", "", http.StatusOK, `"state":"pending"`},
	} {
		if c.method == "" { // What was refused has read nothing.
			status, body := served(t, mux, http.MethodGet, form.OriginsPath)
			if status != c.status || !strings.Contains(body, c.contains) {
				t.Errorf("%d %s", status, body)
			}
			continue
		}
		request, recorder := httptest.NewRequest(c.method, form.ReloadPath, nil), httptest.NewRecorder()
		request.Header.Set(c.header, c.value)
		mux.ServeHTTP(recorder, request)
		if body := recorder.Body.String(); recorder.Code != c.status || !strings.Contains(body, c.contains) {
			t.Errorf("%+v: %d %s", c, recorder.Code, body)
		}
	}
}

// TestRequireToken: without the token there are no pages, and a token that is replaced is used at once.
func TestRequireToken(t *testing.T) {
	token := ""
	empty := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	pages := running.RequireToken(func() string { return token }, empty)
	for _, c := range []struct {
		token, sent string
		status      int
	}{
		{"", "", http.StatusNotFound}, {"", "Bearer ", http.StatusNotFound}, {"a", "", http.StatusUnauthorized},
		{"a", "a", http.StatusUnauthorized}, {"a", "Bearer a", http.StatusOK}, {"b", "Bearer a", http.StatusUnauthorized},
	} {
		token = c.token
		request, recorder := httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRecorder()
		request.Header.Set("Authorization", c.sent)
		if pages.ServeHTTP(recorder, request); recorder.Code != c.status {
			t.Errorf("%+v: %d", c, recorder.Code)
		}
	}
}

// TestOtherOriginsAreRefused: no script of a web page of another origin gets an answer, of added pages neither.
func TestOtherOriginsAreRefused(t *testing.T) {
	loaded, err := newLoader().Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	pages := running.NewMux(loaded)
	pages.Handle("/stats", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	for origin, want := range map[string]int{"": http.StatusOK, "http://example.com": http.StatusOK,
		"http://elsewhere.example.com": http.StatusForbidden, "null": http.StatusForbidden} {
		for _, path := range []string{form.ConfigzPath, form.OriginsPath, form.SchemaPath, form.StatusPath, "/stats"} {
			request, recorder := httptest.NewRequest(http.MethodGet, path, nil), httptest.NewRecorder()
			request.Header.Set("Origin", origin)
			if pages.ServeHTTP(recorder, request); recorder.Code != want {
				t.Errorf("%s for the origin %q: %d, want %d", path, origin, recorder.Code, want)
			}
		}
	}
}

// TestRebindingIsRefused: a web page that gives its name a loopback address cannot read the pages, nor reload, and not
// the pages that a component adds. Whoever has the token may use any name.
func TestRebindingIsRefused(t *testing.T) {
	loaded, err := newLoader().Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	pages, mux := running.NewMux(loaded), http.NewServeMux()
	pages.Handle("/stats", http.HandlerFunc(func(http.ResponseWriter, *http.Request) {}))
	mux.Handle("/", pages)
	mux.Handle("/token/", http.StripPrefix("/token", running.RequireToken(func() string { return "a" }, pages)))
	server := httptest.NewServer(mux)
	defer server.Close()
	_, port, err := net.SplitHostPort(server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path, host string
		want       int
	}{
		{form.OriginsPath, "rebound.example.com:" + port, http.StatusForbidden},
		{form.OriginsPath, "rebound.example.com", http.StatusForbidden},
		{form.OriginsPath, "localhost.example.com:" + port, http.StatusForbidden},
		{form.OriginsPath, "192.0.2.1:" + port, http.StatusForbidden},
		{form.ConfigzPath, "rebound.example.com", http.StatusForbidden},
		{form.SchemaPath, "rebound.example.com", http.StatusForbidden},
		{form.StatusPath, "rebound.example.com", http.StatusForbidden},
		{form.ReloadPath, "rebound.example.com", http.StatusForbidden},
		{"/stats", "rebound.example.com", http.StatusForbidden},
		{"/absent", "rebound.example.com", http.StatusForbidden},
		{"/token" + form.OriginsPath, "relay.example.com", http.StatusOK},
		{form.OriginsPath, "127.0.0.1:" + port, http.StatusOK},
		{form.OriginsPath, "LocalHost.:" + port, http.StatusOK},
		{form.OriginsPath, "relay.localhost", http.StatusOK},
		{form.OriginsPath, "[::1]:" + port, http.StatusOK},
		{form.OriginsPath, "[::1]", http.StatusOK},
		{form.ReloadPath, "localhost:" + port, http.StatusOK},
		{"/stats", "localhost:" + port, http.StatusOK},
	} {
		method := http.MethodGet
		if c.path == form.ReloadPath {
			method = http.MethodPost
		}
		request, err := http.NewRequest(method, server.URL+c.path, nil)
		if err != nil {
			t.Fatal(err)
		}
		request.Host = c.host
		request.Header.Set("Authorization", "Bearer a")
		response, err := server.Client().Do(request)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(response.Body)
		response.Body.Close()
		if err != nil || response.StatusCode != c.want ||
			c.want == http.StatusForbidden && !strings.Contains(string(body), "ask for localhost") {
			t.Errorf("%s %s of %s: %d %s %v", method, c.path, c.host, response.StatusCode, body, err)
		}
	}
}

// TestProtect serves pages at a loopback address without the token, and elsewhere to clients with it.
func TestProtect(t *testing.T) {
	pages := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	for _, test := range []struct {
		address     net.Addr
		token, sent string
		status      int
	}{
		{&net.TCPAddr{IP: net.IPv4(127, 0, 0, 1)}, "", "", http.StatusOK},
		{&net.TCPAddr{IP: net.IPv6loopback}, "secret", "", http.StatusOK},
		{&net.TCPAddr{IP: net.IPv4zero}, "", "", http.StatusNotFound},
		{&net.TCPAddr{IP: net.IPv4(192, 0, 2, 1)}, "secret", "guess", http.StatusUnauthorized},
		{&net.TCPAddr{IP: net.IPv4(192, 0, 2, 1)}, "secret", "secret", http.StatusOK},
		{&net.UnixAddr{Name: "relay.sock", Net: "unix"}, "", "", http.StatusNotFound},
	} {
		request, recorder := httptest.NewRequest(http.MethodGet, "/", nil), httptest.NewRecorder()
		request.Header.Set("Authorization", "Bearer "+test.sent)
		running.Protect(test.address, func() string { return test.token }, pages).ServeHTTP(recorder, request)
		if recorder.Code != test.status {
			t.Errorf("%+v: status %d", test, recorder.Code)
		}
	}
}

// TestServerFinishesRequests cancels the context while a request is in flight.
func TestServerFinishesRequests(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	arrived, release := make(chan bool), make(chan bool)
	ended := make(chan error, 1)
	address := serve(t, ctx, running.Server{Grace: time.Minute,
		Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close(arrived); <-release }),
	}, ended)
	answered := make(chan error, 1)
	go func() {
		response, err := http.Get("http://" + address)
		if err == nil {
			err = response.Body.Close()
		}
		answered <- err
	}()
	<-arrived
	stop()
	close(release)
	for _, err := range []error{<-answered, <-ended} {
		if err != nil {
			t.Error(err)
		}
	}
}

// TestServerEnds shows the errors of a server: a request that does not finish, a certificate that is missing.
func TestServerEnds(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	defer stop()
	arrived, release := make(chan bool), make(chan bool)
	defer close(release)
	ended := make(chan error, 1)
	address := serve(t, ctx, running.Server{
		Handler: http.HandlerFunc(func(http.ResponseWriter, *http.Request) { close(arrived); <-release }),
	}, ended)
	go http.Get("http://" + address) //nolint:errcheck // It has no answer.
	<-arrived
	stop()
	if err := <-ended; !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("got %v", err)
	}
	serve(t, context.Background(), running.Server{CertFile: "missing.pem", KeyFile: "missing.key"}, ended)
	if err := <-ended; !errors.Is(err, os.ErrNotExist) {
		t.Errorf("got %v", err)
	}
}

// serve starts a server and returns its address.
func serve(t *testing.T, ctx context.Context, server running.Server, ended chan<- error) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() { ended <- server.Serve(ctx, listener) }()
	return listener.Addr().String()
}
