package configcommand_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig/running"
)

// varying are digests and times in what commands print.
var varying = regexp.MustCompile(`\b[0-9a-f]{12}\b|\d{4}-\d\d-\d\dT[0-9:]+Z`)

// TestReload: many processes read their files. What came of it is said once for those with the same.
func TestReload(t *testing.T) {
	known := fleet(t)
	known["E"] = process(t).URL
	reload := func(more ...string) string {
		text := run(t, append([]string{"reload", "--running=@list"}, more...)...)
		return varying.ReplaceAllString(known.hide(text), "X")
	}
	write := func(text string) {
		if err := os.WriteFile("relay.yaml", []byte(newestHeader+text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const mistakes = "  relay.yaml:3:1: prot: unknown field; did you mean \"port\"?\n" +
		"  relay.yaml:4:9: labels: must be an object, not a list\n"
	for _, c := range []struct{ text, want string }{
		{"port: 5\ncache: {size: 16Mi}\ntls: {keyPassword: hunter2}\n",
			"3 use their files, digest X\n  in A\n     B\n     C\n1 uses its files, digest X\n  in D\n"},
		{"port: 6\ncache: {size: 17Mi}\ntls: {keyPassword: hunter3}\n",
			"3 wait for a restart to use changed files:\n  cache.size: 16Mi -> 17Mi (hot, relay.yaml:4:9)\n" +
				"  port: 5 -> 6 (restart, relay.yaml:3:1)\n  tls.keyPassword: *** -> *** (restart, relay.yaml:5:7)\n" +
				"  in A\n     B\n     C\n1 waits for a restart to use changed files:\n  port: 5 -> 6 (restart, relay.yaml:3:1)\n" +
				"  tls.keyPassword: *** -> *** (restart, relay.yaml:5:7)\n  in D\n[status 1]\n"},
		{"prot: 6\nlabels: [hunter4]\n", "3 refuse their changed files, the first since X:\n" + mistakes +
			"  in A\n     B\n     C\n1 refuses its changed files since X:\n" + mistakes + "  in D\n[status 1]\n"},
	} {
		if write(c.text); reload() != c.want {
			t.Errorf("%s: prints\n%s\nwant\n%s", c.text, reload(), c.want)
		}
	}
	got := varying.ReplaceAllString(run(t, "print", "--only=set", "--running="+known["D"]), "X")
	want := "warning: the process refuses its changed files since X:\n" + mistakes + newestHeader + "cache:\n"
	if !strings.HasPrefix(got, want) {
		t.Errorf("print begins with\n%s\nwant\n%s", got, want)
	}
	if got := run(t, "diff", "--running=@list"); !strings.Contains(got, "\n1 refuses its changed files since ") {
		t.Errorf("diff prints\n%s", got)
	}
	var out struct {
		Conditions []struct {
			Processes []string
			State     string
			Refused   struct {
				Findings []struct{ Code, Field string }
			}
		}
	}
	text := strings.TrimSuffix(run(t, "reload", "--running="+known["A"], "--output=json"), "[status 1]\n")
	if err := json.Unmarshal([]byte(text), &out); err != nil || len(out.Conditions) != 1 ||
		out.Conditions[0].State != "failed" || len(out.Conditions[0].Processes) != 1 ||
		out.Conditions[0].Refused.Findings[0].Code != "unknown-field" {
		t.Errorf("%v\n%s", err, text)
	}
	if got := run(t, "reload", "--running="+known["E"]); got != "the process has no configuration files\n" {
		t.Errorf("got %s", got)
	}
}

// TestWait: a digest, the beginning of one, and the files with it. A process that refuses them is not waited for.
func TestWait(t *testing.T) {
	known := fleet(t)
	_, rest, _ := strings.Cut(run(t, "reload", "--running="+known["A"], "--output=json"), `"digest": "`)
	digest, _, _ := strings.Cut(rest, `"`)
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	wait := func(more ...string) string {
		return varying.ReplaceAllString(known.hide(run(t, append([]string{"wait"}, more...)...)), "X")
	}
	const met = "3 use their files, digest X\n  in A\n     B\n     C\n"
	three := "--running=" + known["A"] + "," + known["B"] + "," + known["C"]
	for _, args := range [][]string{
		{digest}, {digest[:8]}, {"relay.yaml"}, {"--", "--config=" + dir + "/relay.yaml"}, // whatever the name
	} {
		if got := wait(append([]string{three}, args...)...); got != met {
			t.Errorf("%q: got %s, want %s", args, got, met)
		}
	}
	if err := os.WriteFile("relay.yaml", []byte(newestHeader+"dataDir: /elsewhere\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, name := range []string{"A", "B"} {
		run(t, "reload", "--running="+known[name])
	}
	got := wait("--running="+known["A"], "relay.yaml")
	want := "the process refuses its changed files since X:\n  relay.yaml:3:1: dataDir: is immutable (/var/lib/relay -> " +
		"/elsewhere): restore the old value\nit does not use X\n[status 1]\n"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	got = wait("--running="+known["A"]+","+known["B"], "relay.yaml")
	if !strings.HasSuffix(got, "  in A\n     B\n2 do not use X\n[status 1]\n") {
		t.Errorf("got %s", got)
	}
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"wait", "--running=" + known["A"]}, "specify what to wait for: a digest, files, or flags such as " +
			"--config=FILE after two dashes"},
		{[]string{"wait", "relay.yaml"}, "specify the processes by --running, such as --running=http://127.0.0.1:8080"},
		{[]string{"reload"}, "specify the processes by --running, such as --running=http://127.0.0.1:8080"},
		{[]string{"reload", "relay.yaml"}, `unexpected argument "relay.yaml": a process reads the files of its own command ` +
			"line"},
		{[]string{"wait", "0f3a"}, "0f3a: specify at least 8 characters of a digest"},
	} {
		if got := run(t, c.args...); got != "error: "+c.want+"\n[status 2]\n" {
			t.Errorf("%q: got %s", c.args, got)
		}
	}
	if err := os.WriteFile("bad.yaml", []byte(newestHeader+"prot: 1\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	want = "bad.yaml:3:1: prot: unknown field; did you mean \"port\"?\n[status 1]\n"
	if got := wait(three, "bad.yaml"); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestReloadThatIsRefused: what does not read its files is named, and what the others do is printed.
func TestReloadThatIsRefused(t *testing.T) {
	known := fleet(t)
	add := func(name string, handler http.Handler) {
		server := httptest.NewServer(handler)
		t.Cleanup(server.Close)
		known[name] = server.URL
	}
	loaded, err := newLoader(t).Load(nil)
	if err != nil {
		t.Fatal(err)
	}
	pages := running.NewMux(loaded)
	add("OLD", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			http.NotFound(w, r)
			return
		}
		pages.ServeHTTP(w, r)
	}))
	add("READS", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			w.WriteHeader(http.StatusForbidden)
			return
		}
		pages.ServeHTTP(w, r)
	}))
	add("KIOSK", http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method == http.MethodPost {
			t.Error("a process of another component is asked to reload")
		}
		w.Write([]byte(`{"kind": "ConfigurationOrigins", "apiVersion": "origins.configgen.dev/v1alpha1",
			"component": "kiosk", "status": {}, "roots": [{"kind": "Kiosk"}]}`)) //nolint:errcheck // The client reports it.
	}))
	for name, content := range map[string]string{"token": "guess\n", "copy.json": "{}"} {
		if err := os.WriteFile(name, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	known["FILE"] = "copy.json"
	for name, want := range map[string]string{
		"OLD": "OLD: the process has no page /configz/reload/v1alpha1; send it SIGHUP, or restart it",
		"READS": "READS: the token of --token-file does not permit POST /configz/reload/v1alpha1 " +
			"(403 Forbidden)",
		"KIOSK": "KIOSK: the process is another component: kiosk, with the kind Kiosk",
		"FILE":  "FILE: it is a file and not a process; specify a URL or a Unix socket",
	} {
		got := run(t, "reload", "--token-file=token", "--running="+known["A"]+","+known["B"]+","+known[name])
		got = varying.ReplaceAllString(known.hide(got), "X")
		want = "error: " + want + "\n2 use their files, digest X\n  in A\n     B\n1 did not answer\n[status 2]\n"
		if got != want {
			t.Errorf("%s: got\n%s\nwant\n%s", name, got, want)
		}
	}
}
