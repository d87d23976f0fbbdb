package configcommand_test

import (
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/running"
	kiosk "github.com/configgen/configgen/componentconfig/testdata/kiosk/options"
)

// process serves the pages of a component that was started with some flags.
func process(t testing.TB, args ...string) *httptest.Server {
	t.Helper()
	loaded, err := newLoader(t).Load(args)
	if err != nil {
		t.Fatal(err)
	}
	mux := running.NewMux(loaded)
	server := httptest.NewServer(mux)
	t.Cleanup(server.Close)
	return server
}

// addresses replaces the ports of servers, which differ from run to run, by names.
type addresses map[string]string

func (a addresses) hide(text string) string {
	for name, url := range a {
		text = strings.ReplaceAll(text, url, name)
	}
	return text
}

// fleet starts processes A, B and C with one configuration, and D with a drop-in file. The file list has their URLs.
func fleet(t testing.TB) addresses {
	t.Helper()
	inFiles(t, map[string]string{
		"relay.yaml":          newestHeader + "port: 5\ncache: {size: 16Mi}\ntls: {keyPassword: hunter2}\n",
		"site.d/20-site.conf": newestHeader + "cache:\n  size: 8Mi\n",
	})
	known, list := addresses{}, "# all of them\n"
	for _, name := range []string{"A", "B", "C", "D"} {
		args := []string{"--config=relay.yaml"}
		if name == "D" {
			args = append(args, "--config-dir=site.d")
		}
		known[name] = process(t, args...).URL
		list += known[name] + "\n"
	}
	if err := os.WriteFile("list", []byte(list), 0o644); err != nil {
		t.Fatal(err)
	}
	return known
}

// TestManyProcesses: many processes are grouped by equal configurations, and what differs is named with its source.
func TestManyProcesses(t *testing.T) {
	known := fleet(t)
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"diff", "--running=@list", "--", "--config=relay.yaml"},
			"3 as here\n1 differs: cache.size 16Mi -> 8Mi from 20-site.conf:4\n  in D\n[status 1]\n"},
		{[]string{"diff", "--running=@list"},
			"3 alike\n1 differs: cache.size 16Mi -> 8Mi from 20-site.conf:4\n  in D\n[status 1]\n"},
		{[]string{"diff", "--running=" + known["A"] + "," + known["B"], "relay.yaml"}, "2 as here\n"},
		{[]string{"diff", "--running=@list", "--ignore=cache", "relay.yaml", "--", "--hostname-override=other"},
			"4 as here\n"},
		{[]string{"diff", "--running=@list", "--ignore=cash"},
			"error: --ignore: cash: unknown field; did you mean \"cache\"?\n[status 2]\n"},
		{[]string{"diff", "--running=" + known["D"], "relay.yaml"},
			"TAKES  FIELD       FROM  TO    SOURCE\n" +
				"hot    cache.size  8Mi   16Mi  relay.yaml:4  instead of 20-site.conf:4 (overrides relay.yaml:4)\n" +
				"the change takes effect while the component runs: 1 hot\nsecrets are masked, and not compared\n[status 1]\n"},
		{[]string{"print", "--running=@list", "--only=set", "--origins"},
			"# 3 processes:\n#   A\n#   B\n#   C\n" + newestHeader + "cache:\n  size: 16Mi  # relay.yaml:4\n" +
				"port: 5  # relay.yaml:3\ntls:\n  keyPassword: \"***\"  # relay.yaml:5\n# read: relay.yaml\n" +
				"---\n# 1 process:\n#   D\n" + newestHeader + "cache:\n" +
				"  size: 8Mi  # 20-site.conf:4 (overrides relay.yaml:4)\nport: 5  # relay.yaml:3\n" +
				"tls:\n  keyPassword: \"***\"  # relay.yaml:5\n# read: relay.yaml\n# read: site.d/20-site.conf\n"},
	} {
		if got := known.hide(run(t, c.args...)); got != c.want {
			t.Errorf("%q prints\n%s\nwant\n%s", c.args, got, c.want)
		}
	}
	got := known.hide(run(t, "explain", "cache.size", "--running=@list"))
	want := "  In A\n     B\n     C\n    cache.size: 16Mi  # relay.yaml:4\n\n" +
		"  In D\n    cache.size: 8Mi  # 20-site.conf:4 (overrides relay.yaml:4)\n"
	if !strings.HasSuffix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	var spread struct {
		Same   []string
		Groups []struct{ Processes []string }
	}
	text := run(t, "diff", "--running=@list", "--output=json")
	if err := json.Unmarshal([]byte(strings.TrimSuffix(text, "[status 1]\n")), &spread); err != nil ||
		len(spread.Same) != 3 || len(spread.Groups) != 1 || spread.Groups[0].Processes[0] != known["D"] {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestInstancesOfManyProcesses: a field of the instance configurations is compared if most processes have one value, or
// none; a field with many values is only named.
func TestInstancesOfManyProcesses(t *testing.T) {
	files := map[string]string{"relay.yaml": newestHeader + "port: 5\n"}
	header := strings.Replace(newestHeader, "RelayC", "RelayInstanceC", 1)
	for name, rest := range map[string]string{"A": "", "B": "", "C": "nodeIP: 10.0.0.9\n"} {
		files[name+".yaml"] = header + "hostName: " + name + "\nstateDir: /var\n" + rest
	}
	files["D.yaml"] = header + "hostName: D\nstateDir: /srv\n"
	inFiles(t, files)
	known, all := addresses{}, []string{}
	for _, name := range []string{"A", "B", "C", "D"} {
		known[name] = process(t, "--config=relay.yaml", "--instance-config="+name+".yaml").URL
		all = append(all, known[name])
	}
	differ := "1 differs: nodeIP \"\" -> 10.0.0.9 from C.yaml:5\n  in C\n" +
		"1 differs: stateDir /var -> /srv from D.yaml:4\n  in D\n" +
		"not compared, because no value is that of most: hostName\n[status 1]\n"
	for _, c := range []struct {
		args []string
		want string
	}{
		{nil, "2 alike\n" + differ},
		{[]string{"relay.yaml"}, "2 as here\n" + differ},
		{[]string{"--ignore=hostName,nodeIP,stateDir"}, "4 alike\n"},
	} {
		got := known.hide(run(t, append([]string{"diff", "--running=" + strings.Join(all, ",")}, c.args...)...))
		if got != c.want {
			t.Errorf("%q: got\n%s\nwant\n%s", c.args, got, c.want)
		}
	}
}

// TestProcessesThatDoNotAnswer: each is named with the reason, and what the others answered is there.
func TestProcessesThatDoNotAnswer(t *testing.T) {
	known := fleet(t)
	add := func(name string, handler http.Handler) {
		server := httptest.NewServer(handler)
		t.Cleanup(server.Close)
		known[name] = server.URL
	}
	text := func(body string) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, body) })
	}
	only := func(path string, handler http.Handler) http.Handler {
		mux := http.NewServeMux()
		mux.Handle(path, handler)
		return mux
	}
	add("EMPTY", http.NotFoundHandler())
	add("OLD", only("/configz", text(`{"relay.config.example.io": {"apiVersion": "relay.config.example.io/v1alpha1",
		"kind": "RelayConfiguration", "port": 7777}}`)))
	add("HOME", only("/configz", text(`{"other.example.io": {"kind": "Other"}}`)))
	add("HTML", text("<html>"))
	add("REFUSES", running.RequireToken(func() string { return "other" }, text("")))
	add("BROKEN", http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(500) }))
	add("MOVES", http.RedirectHandler("http://elsewhere/", http.StatusFound))
	add("LIES", raw(t, "HTTP/1.1 500 \x1b[2J\x1b]0;title\x07\r\nContent-Length: 0\r\n\r\n"))
	add("LIES-ON", raw(t, "HTTP/1.1 401 \x1b[31mall is well\r\nContent-Length: 0\r\n\r\n"))
	add("BABBLES", raw(t, "\x1b[2J all is well\r\n"))
	add("NEWER", text(`{"kind": "ConfigurationOrigins", "apiVersion": "origins.configgen.dev/v2", "roots": []}`))
	stand, err := componentconfig.New("kiosk", kiosk.KioskConfigurationRoot()).Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	mux := running.NewMux(stand)
	add("KIOSK", mux)
	secure := httptest.NewUnstartedServer(text("{}"))
	secure.Config.ErrorLog = log.New(io.Discard, "", 0) // The client says that it does not trust the server.
	secure.StartTLS()
	defer secure.Close()
	known["SECURE"] = secure.URL
	gone := httptest.NewServer(nil)
	gone.Close()
	known["GONE"] = gone.URL
	known["NONE"], known["WRONG"] = "no.sock", "http://me:hunter2%zz@h/"
	if err := os.WriteFile("token", []byte("guess\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	ask := func(name string, more ...string) string {
		all := append([]string{"diff", "--running=" + known["A"] + "," + known["B"] + "," + known[name]}, more...)
		got := known.hide(run(t, all...))
		rest, ok := strings.CutSuffix(got, "2 alike\n1 did not answer\n[status 2]\n")
		if !ok {
			t.Errorf("%s: the answers of the others are missing:\n%s", name, got)
		}
		return rest
	}
	for name, want := range map[string]string{
		"GONE": "error: GONE: no answer: connection refused\n",
		"NONE": "error: NONE: it does not exist; specify a URL such as http://127.0.0.1:8080, the path of a Unix socket or " +
			"of a file, or - for standard input\n",
		"WRONG": "error: entry 3 of --running: it is not a valid URL\n",
		"EMPTY": "error: EMPTY: the process does not serve /configz/origins/v1alpha1 or /configz at this address; it may " +
			"serve them on a loopback address alone, and its author adds them by the package componentconfig/running\n",
		"HOME": "error: HOME: configz has no configuration of relay.config.example.io: enable WithConfigz in the " +
			"component\n",
		"HTML":    "error: HTML: the answer is not a JSON object of /configz/origins/v1alpha1 or /configz\n",
		"REFUSES": "error: REFUSES: the process wants a token (401 Unauthorized); specify --token-file\n",
		"BROKEN":  "error: BROKEN: the process answers 500 Internal Server Error\n",
		"LIES":    `error: LIES: the process answers 500 \x1b[2J\x1b]0;title\a` + "\n",
		"LIES-ON": `error: LIES-ON: the process wants a token (401 \x1b[31mall is well); specify --token-file` + "\n",
		"NEWER": `error: NEWER: the document of the process has the apiVersion "origins.configgen.dev/v2", and this ` +
			"program reads origins.configgen.dev/v1alpha1; use the program of the release that the process runs\n",
		"MOVES": "error: MOVES: the process redirects to http://elsewhere/; specify the address of the process itself\n",
		"KIOSK": "error: KIOSK: the process is another component: kiosk, with the kind KioskConfiguration\n",
	} {
		if got := ask(name); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
	if got, want := ask("REFUSES", "--token-file=token"),
		"error: REFUSES: the token of --token-file is refused (401 Unauthorized)\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if got := ask("SECURE"); !strings.Contains(got, "the certificate is not trusted") ||
		!strings.HasSuffix(got, "; specify its authority by --ca-file\n") {
		t.Errorf("got %s", got)
	}
	if got := ask("BABBLES"); strings.Contains(got, "\x1b") {
		t.Errorf("got %q", got)
	}
	got := known.hide(run(t, "diff", "--running="+known["A"]+","+known["OLD"], "--", "--port=5"))
	if want := "warning: OLD: the process has no page /configz/origins/v1alpha1; its values are those of /configz, " +
		"without their sources\n"; !strings.HasPrefix(got, want) || !strings.Contains(got, "port 5 -> 7777") {
		t.Errorf("got %s", got)
	}
}

// raw answers with a text, which need not be HTTP.
func raw(t *testing.T, answer string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		conn, _, err := http.NewResponseController(w).Hijack()
		if err == nil {
			_, err = io.WriteString(conn, answer)
			conn.Close()
		}
		if err != nil {
			t.Error(err)
		}
	})
}

// BenchmarkFleet groups 300 processes. Three of them have a drop-in file. Each is a loader with pages of its own.
func BenchmarkFleet(b *testing.B) {
	inFiles(b, map[string]string{"relay.yaml": newestHeader + "cache: {size: 16Mi}\n",
		"site.d/20-site.conf": newestHeader + "cache: {size: 8Mi}\n"})
	var list strings.Builder
	for i := range 300 {
		args := []string{"--config=relay.yaml"}
		if i%100 == 7 {
			args = append(args, "--config-dir=site.d")
		}
		fmt.Fprintln(&list, process(b, args...).URL)
	}
	if err := os.WriteFile("list", []byte(list.String()), 0o644); err != nil {
		b.Fatal(err)
	}
	for b.Loop() {
		if got := run(b, "diff", "--running=@list", "--", "--config=relay.yaml"); !strings.HasPrefix(got, "297 as here\n"+
			"3 differ: cache.size 16Mi -> 8Mi from 20-site.conf:3\n") {
			b.Fatal(got)
		}
	}
}

// TestTextOfProcessesIsPlain: whatever strings a process sends, none of them reaches a terminal with its escapes.
func TestTextOfProcessesIsPlain(t *testing.T) {
	inFiles(t, map[string]string{"relay.yaml": newestHeader + "port: 5\nbindAddress: 10.0.0.9\n"})
	real := process(t, "--config=relay.yaml")
	response, err := http.Get(real.URL + "/configz/origins/v1alpha1")
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var doc map[string]any
	if err := json.NewDecoder(response.Body).Decode(&doc); err != nil {
		t.Fatal(err)
	}
	doc["status"] = map[string]any{"state": "failed", "digest": "aaaaaaaaaaaaaaaa", "refused": map[string]any{
		"time": "2026-05-04T10:11:12Z", "result": "invalid", "digest": "bbbbbbbbbbbbbbbb",
		"findings": []any{map[string]any{"file": "f", "message": "m", "field": "g", "code": "c"}}}}
	var hostile func(v any) any
	hostile = func(v any) any {
		switch v := v.(type) {
		case string:
			return v + "\x1b[31m\r"
		case []any:
			for i := range v {
				v[i] = hostile(v[i])
			}
		case map[string]any:
			for k := range v {
				if k != "kind" && k != "apiVersion" && k != "state" && k != "time" && k != "path" {
					v[k] = hostile(v[k])
				}
			}
		}
		return v
	}
	text, err := json.Marshal(hostile(doc))
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { w.Write(text) }))
	defer server.Close()
	for _, args := range [][]string{{"diff"}, {"diff", "relay.yaml"}, {"print"}, {"print", "--origins"},
		{"explain", "bindAddress"}, {"reload"}, {"wait", "aaaaaaaaaaaaaaaa", "--timeout=1s"},
		{"wait", "bbbbbbbbbbbbbbbb", "--timeout=1s"}} {
		got := run(t, append(args, "--running="+server.URL)...)
		if !strings.Contains(got, `\x1b`) && args[0] != "reload" || strings.ContainsAny(got, "\x1b\r") {
			t.Errorf("%q: %q", args, got)
		}
	}
}
