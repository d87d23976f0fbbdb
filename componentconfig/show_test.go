package componentconfig_test

import (
	"bytes"
	"flag"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/util/validation/field"
	cliflag "k8s.io/component-base/cli/flag"
	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/flagvalue"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
	"github.com/configgen/configgen/componentconfig/testdata/relay/resolver"
	"github.com/configgen/configgen/descriptor"
)

// TestExplainConfigNamesFiles: files of one name in two directories are told apart.
func TestExplainConfigNamesFiles(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml": v1Header + "port: 1\nreadOnlyPort: 0\n", "conf.d/config.yaml": v1Header + "port: 2\n",
		"conf.d/b.conf": v1Header + "timeout: 1s\n", "conf.d/not.txt": "",
	})
	l := componentconfig.New("relay", options.RelayConfigurationRoot(), componentconfig.WithConfigFile(),
		componentconfig.WithConfigDir("", ".conf", ".yaml"), componentconfig.WithExplainConfig(),
		componentconfig.WithFeatureGates("FeatureGates", allOn))
	loaded, err := l.Load(s.args(files))
	if err != nil {
		t.Fatal(err)
	}
	text := s.hide(loaded.Explain())
	for _, want := range []string{
		"port: 2  # $D/conf.d/config.yaml:3 (overrides $D/config.yaml:3)\n", "timeout: 1s  # b.conf:3\n",
		"\n# read: $D/config.yaml\n# read: $D/conf.d/b.conf\n# read: $D/conf.d/config.yaml\n# not read: $D/conf.d/not.txt\n",
	} {
		if !strings.Contains(text, want) {
			t.Errorf("got\n%s\nwant %s", text, want)
		}
	}
}

func TestExplainConfigPrintsEveryLeafWithItsOriginAndExits(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml":         v1Header + "port: 1\nlabels: {yes: \"on\", time: \"1:30\", text: \"a: b\"}\n",
		"conf.d/20-site.conf": v1Header + "port: 2\n",
	})
	stdout, stderr, err := s.run(loader(), append([]string{"--explain-config", "--port=8080"}, files...)...)
	if err != nil || stderr != "" {
		t.Fatalf("%v %s", err, stderr)
	}
	for _, want := range []string{
		"apiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\nanonymousAccess: false  # default\n",
		"port: 8080  # flag --port (overrides 20-site.conf:3, config.yaml:3)\n",
		"labels:\n  text: \"a: b\"  # config.yaml:4\n  time: \"1:30\"  # config.yaml:4\n  \"yes\": \"on\"  # config.yaml:4\n",
	} {
		if !strings.Contains(stdout, want) {
			t.Errorf("want\n%s\nin\n%s", want, stdout)
		}
	}
	if strings.Contains(stdout, "THE COMPONENT RAN") {
		t.Error("the component ran")
	}
}

// secretSite has secrets in every layer.
func secretSite(t *testing.T, more string) site {
	return newSite(t, map[string]string{
		"config.yaml": v1Header + "tls: {keyPassword: overridden1}\nzones: [{name: z, file: z, keys: [{name: k, secret: " +
			"'hunter2\"\\'}]}]\n" + more,
		"conf.d/a.conf": v1alpha1Header + "tls: {keyPassword: 'hunter2\"\\'}\n",
	})
}

func TestSecretsReachNeitherDumpNorConfigzNorErrors(t *testing.T) {
	s := secretSite(t, "")
	flag := "--tls-key-password=flagsecret3"
	shown := map[string]string{}
	shown["--explain-config"], _, _ = s.run(loader(), append([]string{"--explain-config"}, files...)...)
	shown["--explain-config with a flag"], _, _ = s.run(loader(), append([]string{"--explain-config", flag}, files...)...)
	_, shown["the warnings of --write-config-to"], _ = s.run(loader(), append([]string{"--write-config-to=$D/out.yaml"},
		files...)...)
	shown["--write-config-to"] = s.read("out.yaml")
	if _, err := loader(componentconfig.WithConfigz()).Load(s.args(append([]string{flag}, files...))); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { configz.Delete("relay.config.example.io") })
	shown["configz"] = getConfigz(t)
	shown["an error beside"] = s.problems(loader(), append([]string{"--port=0", flag}, files...)...)
	shown["validation"] = s.problems(loader(), append([]string{"--tls-key-password=abc"}, files...)...)
	for name, yaml := range map[string]string{
		"a secret of the wrong type":       "tls: {keyPassword: [hunter2]}\n",
		"a secret where an object belongs": "tls: hunter2\n",
		"a number as a secret":             "tls: {keyPassword: 12345678}\n",
		"a secret with a wrong name":       "tls: {keyPasswort: hunter2}\n",
		"a secret in a wrong list":         "zones: hunter2\n",
	} {
		bad := newSite(t, map[string]string{"config.yaml": v1Header + yaml})
		shown[name] = bad.problems(loader(), files[0])
	}
	for name, text := range shown {
		if text == "" {
			t.Errorf("%s: shows nothing at all", name)
		}
		for _, s := range []string{"hunter2", "overridden1", "flagsecret3", "12345678", "abc"} {
			if strings.Contains(text, s) {
				t.Errorf("%s shows the secret %s:\n%s", name, s, text)
			}
		}
	}
	if want := "--tls-key-password: tls.keyPassword: Invalid value: the reason is not shown, because it may contain " +
		"the secret"; shown["validation"] != want {
		t.Errorf("got %s, want %s", shown["validation"], want)
	}
	if !strings.Contains(shown["--explain-config"], `keyPassword: "***"  # a.conf:3 (overrides config.yaml:3)`) {
		t.Errorf("a masked secret has origins, too:\n%s", shown["--explain-config"])
	}
}

// A mask in place of a letter or a word would reveal it: a text that may quote a short secret is shown as it is if it
// is about another field, and otherwise not at all.
func TestShortSecretsAreNotMaskedInWords(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "tls: {keyPassword: b}\nport: 0\nbindAddress: bb b\n"})
	want := "$D/config.yaml:3:7: tls.keyPassword: Invalid value: the reason is not shown, because it may " +
		"contain the secret (flag --tls-key-password)\n" +
		"$D/config.yaml:4:1: port: Invalid value: 0: must be between 1 and 65535 (flag --port)\n" +
		`$D/config.yaml:5:1: bindAddress: Invalid value: "bb b": must be an IP address, such as 10.0.0.1 or 2001:db8::1 ` +
		`(flag --bind-address)`
	if got := s.problems(loader(), files[0]); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

// TestMaskingFollowsTheField has a secret that another field repeats: what shows the configuration masks the field of
// the secret, and messages mask the value wherever it is.
func TestMaskingFollowsTheField(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "tls: {keyPassword: opensesame}\nlabels: " +
		"{a: opensesame}\n"})
	shown := s.load(files[0]).Explain()
	for _, want := range []string{`keyPassword: "***"  # config.yaml:3`, "a: opensesame  # config.yaml:4"} {
		if !strings.Contains(shown, want) {
			t.Errorf("want %s in\n%s", want, shown)
		}
	}
	s.write("config.yaml", v1Header+"tls: {keyPassword: opensesame}\nbindAddress: opensesame\n")
	if got := s.problems(loader(), files[0]); !strings.Contains(got, `Invalid value: "***"`) {
		t.Errorf("got %s", got)
	}
}

func getConfigz(t testing.TB) string {
	t.Helper()
	mux := http.NewServeMux()
	configz.InstallHandler(mux)
	w := httptest.NewRecorder()
	mux.ServeHTTP(w, httptest.NewRequest("GET", "/configz", nil))
	var out bytes.Buffer
	out.ReadFrom(w.Body) //nolint:errcheck // from memory
	return out.String()
}

func TestConfigzShowsTheEffectiveConfigurationUnderTheGroup(t *testing.T) {
	s := newSite(t, nil)
	if _, err := loader(componentconfig.WithConfigz()).Load(s.args([]string{"--port=5"})); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { configz.Delete("relay.config.example.io") })
	got := getConfigz(t)
	if !strings.HasPrefix(got, `{"relay.config.example.io":{"anonymousAccess":true,`) ||
		!strings.Contains(got, `"port":5,`) {
		t.Errorf("got %s", got)
	}
}

func TestWriteConfigToLeavesSecretsOutAndSaysSo(t *testing.T) {
	s := secretSite(t, "")
	stdout, stderr,
		err := s.run(loader(), append([]string{"--write-config-to=$D/out.yaml", "--write-instance-config-to=$D/instance.yaml",
		"--hostname-override=h"}, files...)...)
	if err != nil || stdout != "" {
		t.Fatalf("%v %s", err, stdout)
	}
	if want := "warning: secrets are not written to $D/out.yaml: tls.keyPassword, " +
		"zones[0].keys[0].secret\n"; stderr != want {
		t.Errorf("got %s, want %s", stderr, want)
	}
	if got := s.read("out.yaml"); !strings.HasPrefix(got, "# Secrets that are not written: tls.keyPassword, "+
		"zones[0].keys[0].secret\napiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\n") {
		t.Errorf("got\n%s", got)
	}
	again := s.load("--config=$D/out.yaml", "--instance-config=$D/instance.yaml")
	if got := again.Instance.(*relay.RelayInstanceConfiguration).HostName; got != "h" {
		t.Errorf("instance: got %s", got)
	}
	if got := again.Config.Zones[0].Keys[0].Name; got != "k" {
		t.Errorf("got %s", got)
	}
	if _, stderr, err := s.run(loader(), "--write-config-to=/dev/null"); err != nil {
		t.Errorf("a device: %v %s", err, stderr)
	}
	if info, err := os.Lstat("/dev/null"); err != nil || info.Mode().IsRegular() {
		t.Errorf("the device was replaced: %v, %v", info, err)
	}
	if _, stderr, err := s.run(loader(), "--write-config-to=$D/none/out.yaml"); err == nil ||
		stderr != "$D/none/out.yaml: the configuration cannot be written: no such file or directory\n" {
		t.Errorf("got %q, %v", stderr, err)
	}
}

// The error names what the newest version does not preserve. Nothing is written.
func TestDumpThatCannotLoadBack(t *testing.T) {
	root := options.RelayConfigurationRoot()
	reparse := root.Reparse
	root.Reparse = func(c *relay.RelayConfiguration, args []string, others ...func(*pflag.FlagSet)) error {
		c.APIVersion = "lost" // no conversion takes it along
		return reparse(c, args, others...)
	}
	s := newSite(t, nil)
	_, stderr, err := s.run(componentconfig.New("relay", root, componentconfig.WithWriteConfigTo(),
		componentconfig.ForOS("linux"), componentconfig.WithFeatureGates("FeatureGates", allOn)),
		"--write-config-to=$D/out.yaml", "--port=1")
	if want := "the configuration cannot be written so that it loads back the same: version v1 does not preserve " +
		"apiVersion\n"; err == nil || stderr != want {
		t.Errorf("got %q, %v, want %q", stderr, err, want)
	}
	if _, err := os.Stat(s.dir + "/out.yaml"); err == nil {
		t.Error("it was written")
	}
}

// configurations is larger in "make soak".
var configurations = flag.Int("configurations", 20, "random configurations that are written and loaded back")

// TestEffectiveDumpLoadsBackToTheIdenticalObject writes and reads random configurations, with zeros and empty lists.
func TestEffectiveDumpLoadsBackToTheIdenticalObject(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range *configurations {
		root := options.RelayConfigurationRoot()
		want := randomConfig(r)
		root.New = func() (*relay.RelayConfiguration, error) { return want.DeepCopy(), nil }
		root.Validate = nil
		s := newSite(t, nil)
		random := componentconfig.New("relay", root, componentconfig.WithConfigFile(), componentconfig.WithWriteConfigTo(),
			componentconfig.WithFeatureGates("FeatureGates", allOn))
		if _, stderr, err := s.run(random, "--write-config-to=$D/out.yaml"); err != nil {
			t.Fatalf("%s\n%#v", stderr, want)
		}
		root.New = options.NewRelayConfiguration
		back, err := componentconfig.New("relay", root, componentconfig.WithConfigFile(),
			componentconfig.WithFeatureGates("FeatureGates", allOn)).Load(s.args([]string{"--config=$D/out.yaml"}))
		if err != nil {
			t.Fatalf("%v\n%s", err, s.read("out.yaml"))
		}
		if !equality.Semantic.DeepEqual(want, back.Config) {
			t.Fatalf("wrote\n%#v\nread\n%#v\nthrough\n%s", want, back.Config, s.read("out.yaml"))
		}
	}
}

func randomConfig(r *rand.Rand) *relay.RelayConfiguration {
	c, err := options.NewRelayConfiguration()
	if err != nil {
		panic(err)
	}
	c.WindowsPriorityClass = ""
	text := func() string {
		return []string{"", "a", "yes", "1:30", "null", "#x", "a: b", "é\n", " x ", "0x10", "1e3", "2024-01-01", "'",
			`"`}[r.IntN(14)]
	}
	num := func() int32 { return r.Int32N(3) }
	c.BindAddress, c.Transport, c.Port, c.MaxQueries, c.ReadOnlyPort = text(), text(), num(), num(), num()
	c.AnonymousAccess, c.SerializeTransfers, c.Logging.Options.Text.SplitStream = r.IntN(2) == 0, r.IntN(2) == 0,
		r.IntN(2) == 0
	c.Timeout = metav1.Duration{Duration: time.Duration(num()) * 500 * time.Millisecond}
	c.KernelBuffer = *resource.NewQuantity(int64(num())<<20, resource.BinarySI)
	c.SearchDomains = []string{}
	for range r.IntN(3) {
		c.SearchDomains = append(c.SearchDomains, text())
	}
	if r.IntN(2) == 0 {
		c.Labels = map[string]string{text(): text(), "b": text()}
	}
	for range r.IntN(3) {
		c.Zones = append(c.Zones, relay.Zone{Name: text(), File: "/" + text(), NoTransfer: r.IntN(2) == 0,
			TTL: metav1.Duration{Duration: time.Duration(num()) * time.Hour}})
	}
	if r.IntN(2) == 0 {
		c.Cache.Negative = &relay.NegativeCache{Entries: num()}
	}
	if r.IntN(2) == 0 {
		n := num()
		c.MaxParallelTransfers = &n
	}
	c.FeatureGates = map[string]bool{}
	if r.IntN(2) == 0 {
		c.FeatureGates["A"] = false
	}
	return c
}

func TestThirdPartyFlagIsSetFromTheFieldAfterLoading(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "verbosity: 7\n",
		"bad.yaml": v1Header + "verbosity: 8\nport: 0\n"})
	t.Cleanup(func() { resolver.Level = 0 })
	s.problems(loader(), "--config=$D/bad.yaml")
	if resolver.Level != 0 {
		t.Errorf("an invalid configuration set the library's flag to %d", resolver.Level)
	}
	s.load(files[0])
	if resolver.Level != 7 {
		t.Errorf("got %d, want 7", resolver.Level)
	}
	stdout, _, err := s.run(loader(), "--help")
	if err != nil || strings.Contains(stdout, "resolver") {
		t.Errorf("help shows the library's flags: %v\n%s", err, stdout)
	}
}

func TestHelpShowsWhatWasRegisteredBySection(t *testing.T) {
	flags := options.NewRelayFlags()
	s := newSite(t, nil)
	l := loader(componentconfig.WithDescription("Relays queries.", "It does."), componentconfig.WithFlags(flags.AddFlags))
	stdout, stderr, err := s.run(l, "-h")
	if err != nil || stderr != "" {
		t.Fatal(err, stderr)
	}
	order := []string{"Relays queries.\n\nIt does.\n\nUsage:\n  relay [flags]\n", "\nServing flags:\n", "--port int32",
		"\nSecurity flags:\n", "--anonymous-access", "\nLogging flags:\n",
		"--logging-format", "\nRelay flags:\n", "--config string", "--explain-config", "--hostname-override", "--pid-file",
		"--write-config-to"}
	rest := stdout
	for _, want := range order {
		_, after, found := strings.Cut(rest, want)
		if !found {
			t.Fatalf("want %q after the ones before it in\n%s", want, stdout)
		}
		rest = after
	}
	if _, _, err := s.run(l, "--pid-file=x"); err != nil || flags.PidFile != "x" {
		t.Errorf("flags that are not configuration: got %q, %v", flags.PidFile, err)
	}
}

// TestExplainShowsWhatFilesReset: a null or an empty value over values of a lower file is explained with both
// positions, also where the configuration has nothing in the end.
func TestExplainShowsWhatFilesReset(t *testing.T) {
	main := "cache: {negative: {ttl: 5s}}\nlabels: {a: b, c: d}\nmaxParallelTransfers: 4\nsearchDomains: [x]\n" +
		"allowedClients: [w]\nzones: [{name: a, file: b}]\nfeatureGates: {EarlyHints: true}\n"
	for _, c := range []struct{ version, text, path, want string }{
		{v1Header, "labels: null\n", "labels", "null  # default (overrides 10.conf:3, config.yaml:4)"},
		{v1Header, "labels: {}\n", "a", "b  # config.yaml:4"},
		{v1Header, "labels: {a: null}\n", "a", "null  # default (overrides 10.conf:3, config.yaml:4)"},
		{v1Header, "labels: {a: null}\n", "c", "d  # config.yaml:4"},
		{v1Header, "labels: {c: null, a: null}\n", "c", "null  # default (overrides 10.conf:3, config.yaml:4)"},
		{v1Header, "labels: {e: null}\n", "e", ""},
		{v1Header, "cache: null\n", "negative", "null  # default (overrides 10.conf:3, config.yaml:3)"},
		{v1Header, "cache:\n", "negative", "null  # default (overrides 10.conf:3, config.yaml:3)"},
		{v1Header, "maxParallelTransfers: null\n", "maxParallelTransfers",
			"null  # default (overrides 10.conf:3, config.yaml:5)"},
		{v1Header, "allowedClients: null\n", "allowedClients", "null  # default (overrides 10.conf:3, config.yaml:7)"},
		{v1Header, "allowedClients: []\n", "allowedClients", "[]  # 10.conf:3 (overrides config.yaml:7)"},
		{v1Header, "hookFiles: null\n", "hookFiles", ""},
		{v1alpha1Header, "labels: null\n", "labels", "null  # default (overrides 10.conf:3, config.yaml:4)"},
	} {
		s := newSite(t, map[string]string{"config.yaml": c.version + main, "conf.d/10.conf": c.version + c.text})
		loaded, err := loader().Load(s.args(files))
		if err != nil {
			t.Fatal(err)
		}
		if got := explained(s, loaded, c.path); got != c.want {
			t.Errorf("%s: got %q, want %q in\n%s", c.text, got, c.want, s.hide(loaded.Explain()))
		}
	}
}

// TestDefaultsBeforeFlags: a default that depends on the value of a flag was computed before it, and says so. The same
// value in a file gives another default.
func TestDefaultsBeforeFlags(t *testing.T) {
	root := options.RelayConfigurationRoot()
	register := func(fs *pflag.FlagSet, c *relay.RelayConfiguration) {
		fs.Var(flagvalue.NewPointer(&c.MaxParallelTransfers, func(p *int32) pflag.Value {
			return flagvalue.New(p, flagvalue.Int[int32]("int32", 32))
		}), "max-parallel-transfers", "")
	}
	add, reparse := root.AddFlagSets, root.Reparse
	root.AddFlagSets = func(fss *cliflag.NamedFlagSets, c *relay.RelayConfiguration) {
		add(fss, c)
		register(fss.FlagSet("serving"), c)
	}
	root.Reparse = func(c *relay.RelayConfiguration, args []string, more ...func(*pflag.FlagSet)) error {
		return reparse(c, args, append(more, func(fs *pflag.FlagSet) { register(fs, c) })...)
	}
	root.Flags = append(root.Flags, descriptor.Flag{Name: "max-parallel-transfers", Sets: "MaxParallelTransfers"})
	validate := root.Validate
	root.Validate = func(c *relay.RelayConfiguration) field.ErrorList {
		return slices.DeleteFunc(validate(c), func(err *field.Error) bool { return err.Field == "maxParallelTransfers" })
	}
	s := newSite(t, map[string]string{"config.yaml": v1Header + "maxParallelTransfers: 4\n", "none.yaml": v1Header})
	const before = "true  # default (computed before --max-parallel-transfers)"
	for args, want := range map[string]string{
		"--config=$D/config.yaml":                                    "false  # default",
		"--config=$D/none.yaml":                                      "true  # default",
		"--config=$D/none.yaml --max-parallel-transfers=4":           before,
		"--config=$D/none.yaml --max-parallel-transfers=1 --port=53": "true  # default",
		"--max-parallel-transfers=4 --port=53":                       before,
	} {
		l := componentconfig.New("relay", root, componentconfig.WithConfigFile(),
			componentconfig.WithFeatureGates("FeatureGates", allOn))
		loaded, err := l.Load(s.args(strings.Fields(args)))
		if err != nil {
			t.Fatal(err)
		}
		if got := explained(s, loaded, "serializeTransfers"); got != want {
			t.Errorf("%s: %s", args, got)
		}
	}
}
