package configcommand_test

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-base/featuregate"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configcommand"
	"github.com/configgen/configgen/componentconfig/gates"
	kiosk "github.com/configgen/configgen/componentconfig/testdata/kiosk/options"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
	"github.com/configgen/configgen/descriptor"
)

var update = flag.Bool("update", false, "record what the sessions print")

// newLoader is the loader of a component with a gate that is off, and with flags that are not configuration.
func newLoader(t testing.TB) *componentconfig.Loader[relay.RelayConfiguration] {
	t.Helper()
	declared := featuregate.NewFeatureGate()
	if err := declared.Add(map[featuregate.Feature]featuregate.FeatureSpec{
		"Shadow": {PreRelease: featuregate.Alpha}}); err != nil {
		t.Fatal(err)
	}
	known, err := gates.New(declared)
	if err != nil {
		t.Fatal(err)
	}
	flags, root := options.NewRelayFlags(), options.RelayConfigurationRoot()
	root.ThirdPartyFlags = nil // Several loaders reload at the same time, and a library has one variable for all.
	root.Fields = append(root.Fields, descriptor.Field{Path: "Cache", Since: "1.3"})
	root.Removed = []descriptor.Tombstone{
		{Of: descriptor.Identity{Path: "zones[].owner"}, Removed: "1.2", Use: "zones[].name"},
		{Of: descriptor.Identity{Flag: "zone-owner"}, Removed: "1.3"},
	}
	return componentconfig.New("relay", root,
		componentconfig.WithConfigFile(), componentconfig.WithConfigDir("", ".yaml"), componentconfig.WithVersion("1.4"),
		componentconfig.WithInstanceConfig(options.RelayInstanceConfigurationRoot()),
		componentconfig.WithFlags(flags.AddFlags), componentconfig.WithFeatureGates("FeatureGates", known.Set))
}

// TestSessions runs the commands in testdata and compares their output. A session has commands with their output and,
// if it is not 0, their status; then files, each after its name between dashes.
func TestSessions(t *testing.T) {
	names, err := filepath.Glob("testdata/*.txt")
	if err != nil || len(names) == 0 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		name, err := filepath.Abs(name)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(filepath.Base(name), func(t *testing.T) { session(t, name) })
	}
}

func session(t *testing.T, name string) {
	content, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	t.Chdir(t.TempDir())
	steps, files, _ := strings.Cut("\n"+string(content), "\n-- ")
	for _, part := range strings.Split(files, "\n-- ") {
		file, text, _ := strings.Cut(part, " --\n")
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(strings.TrimSuffix(text, "\n")+"\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var out strings.Builder
	for _, step := range strings.Split(steps, "\n$ ") {
		command, _, _ := strings.Cut(step, "\n")
		if out.Len() == 0 {
			out.WriteString(strings.TrimSpace(step) + "\n") // what the session is about
			continue
		}
		fmt.Fprintf(&out, "\n$ %s\n%s", command, run(t, strings.Fields(command)...))
	}
	got := out.String() + "\n-- " + files
	if *update {
		if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if got != string(content) {
		t.Errorf("the session is now\n%s", got)
	}
}

// run returns what a command prints, and its status.
func run(t testing.TB, args ...string) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	var out bytes.Buffer
	args = append([]string{"--os=linux"}, args...) // A verb that names another one has it last.
	status := configcommand.Run(t.Context(), newLoader(t), args, &out, &out)
	text := strings.ReplaceAll(out.String(), dir, "/srv")
	if status != 0 {
		text += fmt.Sprintf("[status %d]\n", status)
	}
	return text
}

// TestSameAsCommand asks the same of the function, of the subcommand of the component, and of Main.
func TestSameAsCommand(t *testing.T) {
	file := filepath.Join(t.TempDir(), "relay.yaml")
	text := "apiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\nprot: 1\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	want := run(t, "validate", file)
	l := newLoader(t)
	cmd := configcommand.New(l)
	var out bytes.Buffer
	cmd.SetArgs([]string{"validate", file})
	cmd.SetOut(&out)
	err := cmd.ExecuteContext(context.Background())
	code, ok := err.(interface{ ExitCode() int })
	if got := out.String() + "[status 1]\n"; got != want || !ok || code.ExitCode() != 1 {
		t.Errorf("the command prints %s and returns %v; want %s", got, err, want)
	}
}

// TestFlagsAreReset asks twice with flags that are not configuration. A later start has them, too.
func TestFlagsAreReset(t *testing.T) {
	items, number := []string{"a", "b c"}, 5
	l := componentconfig.New("relay", options.RelayConfigurationRoot(), componentconfig.WithFlags(
		func(fs *pflag.FlagSet) {
			fs.StringSliceVar(&items, "items", items, "")
			fs.IntVar(&number, "number", number, "")
		}, func() field.ErrorList {
			if number == 5 {
				return nil
			}
			return field.ErrorList{field.Invalid(field.NewPath("number"), number, strings.Join(items, "+"))}
		}), componentconfig.WithFeatureGates("FeatureGates", func([]componentconfig.Gate) componentconfig.Gates {
		return componentconfig.Gates{Enabled: func(string) bool { return true }}
	}))
	for range 2 {
		var out bytes.Buffer
		status := configcommand.Run(t.Context(), l,
			[]string{"validate", "--", "--items=d", "--items=e", "--number=6"}, &out, &out)
		if want := "number: Invalid value: 6: d+e\n"; status != 1 || out.String() != want {
			t.Errorf("status %d, %q; want %q", status, out.String(), want)
		}
		if number != 5 || !slices.Equal(items, []string{"a", "b c"}) {
			t.Errorf("the flags are %d and %q", number, items)
		}
	}
}

// TestRunningBySocket compares with a process that serves configz on a Unix socket, and with one that wants
// credentials.
func TestRunningBySocket(t *testing.T) {
	t.Chdir(t.TempDir()) // The name of a socket is short.
	listener, err := net.Listen("unix", "relay.sock")
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	mux.HandleFunc("/configz", func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, `{"relay.config.example.io": {"apiVersion": "relay.config.example.io/v1alpha1",
			"kind": "RelayConfiguration", "port": 7777}}`)
	})
	mux.HandleFunc("/secured/", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusForbidden) })
	server := &httptest.Server{Listener: listener, Config: &http.Server{Handler: mux}}
	server.Start()
	defer server.Close()
	tcp := httptest.NewServer(mux)
	defer tcp.Close()
	for _, from := range []string{"relay.sock", "unix://relay.sock", tcp.URL, tcp.URL + "/configz"} {
		if got := run(t, "diff", "--running="+from, "--", "--port=53"); !strings.Contains(got, "7777  53") {
			t.Errorf("--running=%s: %s", from, got)
		}
	}
	secured := strings.Replace(tcp.URL, "//", "//me:hunter2@", 1) + "/secured"
	if got := run(t, "diff", "--running="+secured, "--", "--port=53"); !strings.Contains(got, "me:xxxxx@") ||
		strings.Contains(got, "hunter2") {
		t.Errorf("got %s, want no password", got)
	}
	if got, want := run(t, "diff", "--running=http://me:hunter2%zz@h/", "--", "--port=53"),
		"error: entry 1 of --running: it is not a valid URL\n[status 2]\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	got := run(t, "diff", "--running="+tcp.URL+"/secured", "--", "--port=53")
	want := "error: " + tcp.URL + "/secured: the process wants a token (403 Forbidden); specify --token-file\n[status 2]\n"
	if got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestMigrateStandardInput prints its input in the newest version, and writes no file.
func TestMigrateStandardInput(t *testing.T) {
	t.Chdir(t.TempDir())
	real := os.Stdin
	defer func() { os.Stdin = real }()
	const newest = "apiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\nport: 5\n"
	for _, text := range []string{newest, strings.Replace(newest, "v1", "v1alpha1", 1)} {
		if err := os.WriteFile("in", []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		in, err := os.Open("in")
		if err != nil {
			t.Fatal(err)
		}
		os.Stdin = in
		var stdout, stderr bytes.Buffer
		status := configcommand.Run(t.Context(), newLoader(t), []string{"migrate", "-"}, &stdout, &stderr)
		if status != 0 || stdout.String() != newest {
			t.Errorf("status %d, %s%s", status, stdout.String(), stderr.String())
		}
		in.Close() //nolint:errcheck // It was read.
	}
	if entries, err := os.ReadDir("."); err != nil || len(entries) != 1 {
		t.Errorf("files %v, %v", entries, err)
	}
}

// TestVersionOfFilesWithoutVersions expects that a component without versions says that it has none.
func TestVersionOfFilesWithoutVersions(t *testing.T) {
	l := componentconfig.New("kiosk", kiosk.KioskConfigurationRoot(), componentconfig.WithConfigFile())
	for _, verb := range []string{"schema", "sample", "print"} {
		var out bytes.Buffer
		status := configcommand.Run(t.Context(), l, []string{verb, "--version=v1"}, &out, &out)
		want := "error: --version=v1: files of kiosk have no versions; remove the flag\n"
		if got := out.String(); status == 0 || got != want {
			t.Errorf("%s ends with %d and prints %s, want %s", verb, status, got, want)
		}
	}
}

// TestNothingToAsk: where nothing is named and the component cannot start without files, the command says what to
// specify, and not what is missing.
func TestNothingToAsk(t *testing.T) {
	t.Chdir(t.TempDir())
	root := options.RelayConfigurationRoot()
	root.ZerosKept, root.ThirdPartyFlags = false, nil
	root.Validate = func(c *relay.RelayConfiguration) field.ErrorList {
		if c.MaxParallelTransfers == nil {
			return field.ErrorList{field.Required(field.NewPath("maxParallelTransfers"), "")}
		}
		return nil
	}
	ask := func(args ...string) string {
		l := componentconfig.New("relay", root, componentconfig.WithConfigFile(), componentconfig.WithConfigDir(""),
			componentconfig.WithFeatureGates("FeatureGates", func([]componentconfig.Gate) componentconfig.Gates {
				return componentconfig.Gates{Enabled: func(string) bool { return true }}
			}))
		var out bytes.Buffer
		status := configcommand.Run(t.Context(), l, args, &out, &out)
		return fmt.Sprintf("%s[status %d]", out.String(), status)
	}
	const file = "apiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\n"
	zeros := file + "maxParallelTransfers: 0\nbindAddress: \"\"\ntimeout: 0s\ncache: {size: 0}\n"
	for name, text := range map[string]string{"short.yaml": file, "zeros.yaml": zeros} {
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	const missing = "maxParallelTransfers: Required value"
	for _, c := range []struct{ args, want string }{
		{"validate", "error: specify what to validate: files, directories of drop-in files, or flags such as " +
			"--config=FILE after two dashes\n[status 2]"},
		{"wait --running=http://127.0.0.1:1", "error: specify what to wait for: a digest, files, or flags such as " +
			"--config=FILE after two dashes\n[status 2]"},
		{"validate short.yaml", missing + "\n[status 1]"},
		{"validate -- --port=5", missing + "\n[status 1]"},
		{"wait --running=http://127.0.0.1:1 -- --port=5", missing + "\n[status 1]"},
		{"validate zeros.yaml", "zeros.yaml:4:1: warning: bindAddress: \"\" is replaced by the default 0.0.0.0\n" +
			"zeros.yaml:5:1: warning: timeout: 0s is replaced by the default 5s\n" +
			"zeros.yaml:6:9: warning: cache.size: 0 is replaced by the default 64Mi\n[status 0]"},
		{"print zeros.yaml --only=set", "zeros.yaml:4:1: warning: bindAddress: \"\" is replaced by the default 0.0.0.0, " +
			"like 2 other zeros\n" + file + "maxParallelTransfers: 0\n[status 0]"},
	} {
		if got := ask(strings.Fields(c.args)...); got != c.want {
			t.Errorf("%s: got\n%s\nwant\n%s", c.args, got, c.want)
		}
	}
}

// TestPrintShowsResetsWithOrigins: what a file resets to nothing is printed with its origins, and is not a value.
func TestPrintShowsResetsWithOrigins(t *testing.T) {
	inFiles(t, map[string]string{"relay.yaml": newestHeader + "labels: {a: b}\n",
		"reset.d/10.yaml": newestHeader + "labels: null\n"})
	const line, origins = "labels: null  # default (overrides 10.yaml:3, relay.yaml:3)\n", `"labels": [`
	for flag, want := range map[string]bool{"--origins": true, "--origins=false": false} {
		text := run(t, "print", "relay.yaml", "reset.d", flag)
		object := run(t, "print", "relay.yaml", "reset.d", "--output=json", flag)
		if strings.Contains(text, line) != want || strings.Contains(text, "labels") != want ||
			strings.Contains(object, origins) != want {
			t.Errorf("%s: got\n%s%s", flag, text, object)
		}
	}
}

// TestDynamicConfigurationInUse: the answer names what is in use, and does not speak of files.
func TestDynamicConfigurationInUse(t *testing.T) {
	inFiles(t, map[string]string{"relay.yaml": newestHeader + "port: 5\n"})
	real := process(t, "--config=relay.yaml")
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		answer, err := real.Client().Get(real.URL + r.URL.Path)
		if err != nil {
			t.Error(err)
			return
		}
		defer answer.Body.Close()
		var doc map[string]any
		if err := json.NewDecoder(answer.Body).Decode(&doc); err != nil {
			t.Error(err)
		}
		doc["dynamic"] = map[string]string{"layer": "assigned", "digest": "360eef06871b0000", "configOK": "True"}
		if err := json.NewEncoder(w).Encode(doc); err != nil {
			t.Error(err)
		}
	}))
	defer server.Close()
	got := varying.ReplaceAllString(run(t, "wait", "--running="+server.URL, "relay.yaml"), "X")
	if want := "the process uses dynamic configuration, assigned X, digest X\n"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
