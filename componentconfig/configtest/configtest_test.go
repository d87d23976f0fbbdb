package configtest

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	cliflag "k8s.io/component-base/cli/flag"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/layers"
	"github.com/configgen/configgen/componentconfig/running"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
	"github.com/configgen/configgen/descriptor"
)

// failing is a test that is expected to fail.
type failing struct {
	testing.TB
	text []string
}

func (f *failing) Helper() {}

func (f *failing) Errorf(format string, args ...any) {
	f.text = append(f.text, fmt.Sprintf(format, args...))
}

func (f *failing) Fatalf(format string, args ...any) {
	f.Errorf(format, args...)
	panic(f)
}

// failures are what a test says when it fails, with $D for a directory if there is one.
func failures(t *testing.T, dir string, test func(testing.TB)) string {
	t.Helper()
	f := &failing{TB: t}
	func() {
		defer func() {
			if stopped := recover(); stopped != nil && stopped != any(f) {
				panic(stopped)
			}
		}()
		test(f)
	}()
	text := strings.Join(f.text, "\n")
	if dir == "" {
		return text
	}
	return strings.ReplaceAll(text, dir, "$D")
}

func newLoader() *componentconfig.Loader[relay.RelayConfiguration] {
	return loaderOf(options.RelayConfigurationRoot())
}

func loaderOf(root binding.Root[relay.RelayConfiguration]) *componentconfig.Loader[relay.RelayConfiguration] {
	allOn := func([]componentconfig.Gate) componentconfig.Gates {
		return componentconfig.Gates{Enabled: func(string) bool { return true }, Commit: func() {}}
	}
	return componentconfig.New("relay", root, componentconfig.WithConfigFile(), componentconfig.WithConfigz(),
		componentconfig.WithInstanceConfig(options.RelayInstanceConfigurationRoot()),
		componentconfig.WithFeatureGates("FeatureGates", allOn))
}

// files are files of every version.
func files(t *testing.T) (dir string, names map[string]string) {
	t.Helper()
	dir, names = t.TempDir(), map[string]string{}
	const group = "apiVersion: relay.config.example.io/"
	for name, text := range map[string]string{
		"v1":       "v1\nkind: RelayConfiguration\nbindAddress: 192.0.2.1\nport: 5\ntls: {keyPassword: hidden}\n",
		"v1alpha1": "v1alpha1\nkind: RelayConfiguration\naddress: 192.0.2.1\nport: 5\ntls: {keyPassword: other}\n",
		"instance": "v1\nkind: RelayInstanceConfiguration\nhostName: a\n",
		"old":      "v1alpha1\nkind: RelayInstanceConfiguration\n",
		"bad":      "v1\nkind: RelayConfiguration\nprot: 1\n",
	} {
		names[name] = filepath.Join(dir, name+".yaml")
		if err := os.WriteFile(names[name], []byte(group+text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return dir, names
}

// TestMoves: the conversions of the relay agree with its markers. A missing marker is printed, and so is a wrong one.
func TestMoves(t *testing.T) {
	Moves(t, options.RelayInstanceConfigurationRoot())
	const (
		address = "address of v1alpha1 becomes BindAddress: add +moved(from: \"address\", in: v1alpha1) to BindAddress"
		timeout = "timeoutSeconds of v1alpha1 becomes Timeout: add +moved(from: \"timeoutSeconds\", in: v1alpha1) to Timeout"
	)
	declared, undeclared, wrong := options.RelayConfigurationRoot(), options.RelayConfigurationRoot(),
		options.RelayConfigurationRoot()
	undeclared.Moves = nil
	undeclared.Opaque = []binding.Opaque{{Version: "v1alpha1",
		Fields: []string{"Address", "BindAddress", "TimeoutSeconds", "Timeout"}}}
	wrong.Opaque = nil
	wrong.Moves = slices.Clone(wrong.Moves)
	for i, move := range wrong.Moves {
		if move.From == "address" {
			wrong.Moves[i].Field = "Transport"
		}
	}
	for _, c := range []struct {
		root binding.Root[relay.RelayConfiguration]
		want string
	}{{declared, ""}, {undeclared, address + "\n" + timeout}, {wrong, address}} {
		if got := failures(t, "$D", func(t testing.TB) { Moves(t, c.root) }); got != c.want {
			t.Errorf("got\n%s\nwant\n%s", got, c.want)
		}
	}
}

func TestVersions(t *testing.T) {
	dir, names := files(t)
	Versions(t, newLoader, []string{names["v1"], names["v1alpha1"], names["instance"], names["old"]}, "--max-queries=3")
	got := failures(t, dir, func(t testing.TB) { Versions(t, newLoader, []string{names["bad"], names["old"]}) })
	if want := "$D/bad.yaml does not load:\n$D/bad.yaml:3:1: prot: unknown field; did you mean \"port\"?\n" +
		"no file has apiVersion relay.config.example.io/v1alpha1 and kind RelayConfiguration: add one\n" +
		"no file has apiVersion relay.config.example.io/v1 and kind RelayInstanceConfiguration: add one"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestSame(t *testing.T) {
	dir, names := files(t)
	const same = "--tls-key-password=correct-horse"
	v1, alpha := []string{"--config=" + names["v1"], same}, []string{"--config=" + names["v1alpha1"], same}
	alpha = append(alpha, "--timeout=30s")
	Same(t, newLoader, append(v1, "--timeout=30s", "--max-queries=1"), append(alpha, "--max-queries=1"))
	got := failures(t, dir, func(t testing.TB) {
		Same(t, newLoader, []string{"--config=" + names["v1"], "--labels=a=b"}, []string{"--config=" + names["v1alpha1"],
			"--max-queries=1"})
	})
	for _, want := range []string{
		"--config=$D/v1.yaml --labels=a=b and --config=$D/v1alpha1.yaml --max-queries=1 do not mean the same:\n",
		`tls.keyPassword: "***" (v1.yaml:5), and "***" (v1alpha1.yaml:5)`,
		`labels[a]: "b" (flag --labels), and not set`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("got\n%s\nwant\n%s", got, want)
		}
	}
	if strings.Contains(got, "bindAddress") || strings.Contains(got, "hidden") {
		t.Errorf("a value that is the same, or a secret: %s", got)
	}
}

func TestMigrates(t *testing.T) {
	dir, names := files(t)
	old := filepath.Join(dir, "old-relay.yaml")
	object := map[string]any{
		"apiVersion": "relay.config.example.io/v1alpha1", "kind": "RelayConfiguration", "address": "192.0.2.1", "port": 5,
		"tls": map[string]any{"keyPassword": "hidden"}, "zones": []any{map[string]any{"name": "example.org", "file": "a"}},
	}
	for seed := range int64(10) {
		text := Commented(t, seed, object, "address")
		if text != Commented(t, seed, object, "address") {
			t.Errorf("seed %d gives two texts", seed)
		}
		if !strings.Contains(text, "address") {
			t.Errorf("a field that is kept is not in\n%s", text)
		}
		if err := os.WriteFile(old, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if Migrates(t, newLoader, old); t.Failed() {
			t.Fatal(text)
		}
	}
	got := failures(t, dir, func(t testing.TB) { Migrates(t, newLoader, names["v1"], names["v1alpha1"]) })
	if want := "$D/v1.yaml has the newest version already: there is nothing to migrate"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestComments(t *testing.T) {
	const text = "# One.\na: 'no # comment' # two\nb: \"\\\" # no\"\t#three\nc: it's # four\nd: {e: f#g, # five\n  h: 1}\n"
	want := []string{"# One.", "# two", "#three", "# four", "# five"}
	if got := comments(text); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// server is a component that follows the timeout, and forgets the cache.
type server struct{ now *relay.RelayConfiguration }

// following is a component of a server. What it does with a change is keep.
func following(keep func(old, next *relay.RelayConfiguration)) Component[relay.RelayConfiguration, *server] {
	return Component[relay.RelayConfiguration, *server]{
		Loader: newLoader, Args: []string{"--port=7"},
		Start: func(_ testing.TB, now *componentconfig.Loaded[relay.RelayConfiguration]) (*server,
			Prepare[relay.RelayConfiguration]) {
			s := &server{now.Config}
			return s, func(_ context.Context, next *componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) {
				return func() { keep(s.now, next.Config) }, nil
			}
		},
	}
}

// change is a change that is observed in the configuration that the server keeps.
func change(before, after string, observe func(*relay.RelayConfiguration) any) Change[*server] {
	return Change[*server]{Before: before, After: after,
		Observe: func(_ testing.TB, s *server) any { return observe(s.now) }}
}

var changes = map[string]Change[*server]{
	"timeout": change("timeout: 1s", "timeout: 2s", func(c *relay.RelayConfiguration) any { return c.Timeout }),
	"cache": change("cache: {negative: {entries: 1}}", "cache: {negative: {entries: 2}}",
		func(c *relay.RelayConfiguration) any { return c.Cache.Negative.Entries }),
	"verbosity": change("verbosity: 1", "verbosity: 2", func(c *relay.RelayConfiguration) any { return c.Verbosity }),
	"logging": change("logging: {verbosity: 1}", "logging: {verbosity: 2}",
		func(c *relay.RelayConfiguration) any { return c.Logging.Verbosity }),
}

func TestHot(t *testing.T) {
	all := following(func(old, next *relay.RelayConfiguration) { *old = *next })
	Hot(t, all, changes)

	forgets := following(func(old, next *relay.RelayConfiguration) { old.Timeout = next.Timeout })
	forgets.reaches(t, "timeout", changes["timeout"])
	for _, c := range []struct {
		path   string
		change Change[*server]
		want   string
	}{
		{"cache", changes["cache"], "the consumer does not follow: before and after the change of cache, it has 1"},
		{"timeout",
			Change[*server]{Before: "timeout: 1s", After: "timeout: 2s\nverbosity: 5", Observe: changes["timeout"].Observe},
			"the files differ in verbosity, too: change timeout alone"},
		{"timeout", Change[*server]{Before: "timeout: 1s", After: "timeout: 1s", Observe: changes["timeout"].Observe},
			"the files before and after the change of timeout are the same"},
		{"timeout",
			Change[*server]{Before: "timeout: 1s", After: "timeout: 2s\nmaxQueries: 5", Observe: changes["timeout"].Observe},
			"the change is not in use: the changed configuration takes effect after a restart: maxQueries: 110 -> 5 " +
				"(restart, config.yaml:4)"},
	} {
		if got := failures(t, "no directory", func(t testing.TB) { forgets.reaches(t, c.path, c.change) }); got != c.want {
			t.Errorf("got %s, want %s", got, c.want)
		}
	}
	got := failures(t, "no directory", func(t testing.TB) {
		covered(t, all, map[string]Change[*server]{"timeout": {}, "verbosity": {}, "logging": {}, "port": {},
			"cache.size": {}})
	})
	if want := "cache has +reload=hot, and no test shows that a change reaches its consumer: add one\n" +
		"cache.size is not a field with +reload=hot of its own: remove its test\n" +
		"port is not a field with +reload=hot of its own: remove its test"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestDefaults(t *testing.T) {
	Defaults(t, newLoader)
	object, _ := layers.Parse(layers.File{Name: "a", Data: []byte(
		"kind: Relay\napiVersion: a/v1\nport: 5\ntimeout: 1m0s\nzero: 0\nlist: []\nother: a\nin: {a: 1}\n")})
	field := func(path, value string) descriptor.VersionField {
		return descriptor.VersionField{Path: path, Default: []byte(value)}
	}
	got := failures(t, "no directory", func(t testing.TB) {
		sameDefaults(t, "Relay in v1", []descriptor.VersionField{
			field("port", "6"), field("timeout", `"1m"`), field("zero", ""), field("list", ""), field("other", ""),
			field("in", ""), field("in.a", "1"), field("out", ""), field("out.a", "1"), field("missing", "true"),
			{Path: "other", Computed: true},
		}, object.Root)
	})
	if want := "port of Relay in v1: the component sets 5, and the descriptor has 6\n" +
		"other of Relay in v1: the component sets \"a\", and the descriptor has no default\n" +
		"missing of Relay in v1: the component sets null, and the descriptor has true"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// printing is the value of a flag that prints a text.
type printing struct {
	pflag.Value
	text string
}

func (p printing) String() string { return p.text }

func TestDefaultsOfFlags(t *testing.T) {
	root := options.RelayConfigurationRoot()
	root.AddFlagSets = func(fss *cliflag.NamedFlagSets, c *relay.RelayConfiguration) {
		options.AddRelayConfigurationFlagSets(fss, c)
		for name, text := range map[string]string{"port": "5", "timeout": "half a minute"} {
			flag := fss.FlagSet("serving").Lookup(name)
			flag.Value = printing{flag.Value, text}
		}
	}
	got := failures(t, "no directory", func(t testing.TB) {
		Defaults(t, func() *componentconfig.Loader[relay.RelayConfiguration] { return loaderOf(root) })
	})
	if want := "--port reads its default 53 as another value:\nport: 53 (default), and 5 (flag --port)\n" +
		"--timeout does not read its default 5s:\n--timeout: must be a duration such as 30s or 5m"; got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestUnprotectedPagesFail expects a failure of a component that serves the pages without running.Protect, or the
// others outside of the mux.
func TestUnprotectedPagesFail(t *testing.T) {
	type loaded = componentconfig.Loaded[relay.RelayConfiguration]
	ok := http.HandlerFunc(func(http.ResponseWriter, *http.Request) {})
	protected := func(l *loaded, address net.Addr, token func() string) http.Handler {
		mux := running.NewMux(l)
		mux.Handle("/flagz", ok)
		return running.Protect(address, token, mux)
	}
	Pages(t, newLoader, protected, "/flagz")
	for want, handler := range map[string]func(*loaded, net.Addr, func() string) http.Handler{
		`GET /configz at 192.0.2.1, Host "example.com", Origin "", token "", sent "": status 200, want 404`: func(
			l *loaded, _ net.Addr, _ func() string,
		) http.Handler {
			return running.NewMux(l)
		},
		`GET /flagz at 127.0.0.1, Host "rebound.example.com", Origin "", token "", sent "": status 200, want 403`: func(
			l *loaded, address net.Addr, token func() string,
		) http.Handler {
			mux := http.NewServeMux()
			mux.Handle("/", protected(l, address, token))
			mux.Handle("/flagz", ok)
			return mux
		},
	} {
		text := failures(t, "", func(t testing.TB) { Pages(t, newLoader, handler, "/flagz") })
		if !strings.Contains(text, want) {
			t.Errorf("got %q, want %q", text, want)
		}
	}
}
