package kubelet_test

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"
	"k8s.io/apimachinery/pkg/runtime"
	"k8s.io/component-base/configz"
	published "k8s.io/kubelet/config/v1beta1"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/running"
	"github.com/configgen/configgen/descriptor"

	"example.com/kubelet/config"
	"example.com/kubelet/options"
)

// contradictions are from kubernetes/kubernetes#140083 and #122736: the flags of a kubelet that kubeadm has started, of
// which flagz shows the default, the fields that its file sets to something else, and what configz shows.
var contradictions = []struct{ flag, flagz, path, configz, source string }{
	{"anonymous-auth", "true", "authentication.anonymous.enabled", "false", "kubelet.conf:5"},
	{"authentication-token-webhook", "false", "authentication.webhook.enabled", "true", "kubelet.conf:8"},
	{"client-ca-file", "", "authentication.x509.clientCAFile", `"/etc/kubernetes/pki/ca.crt"`, "kubelet.conf:10"},
	{"authorization-mode", "AlwaysAllow", "authorization.mode", `"Webhook"`, "kubelet.conf:12"},
	{"read-only-port", "10255", "readOnlyPort", "0", "default"},
	{"cgroup-driver", "cgroupfs", "cgroupDriver", `"systemd"`, "kubelet.conf:16"},
	{"fail-swap-on", "true", "failSwapOn", "false", "10-swap.conf:3"},
}

// legacy returns the configuration of a kubelet without a file, for the flags of the contradictions.
func legacy() (*published.KubeletConfiguration, error) {
	yes, no, swap := true, false, true
	return &published.KubeletConfiguration{
		Authentication: published.KubeletAuthentication{
			Anonymous: published.KubeletAnonymousAuthentication{Enabled: &yes},
			Webhook:   published.KubeletWebhookAuthentication{Enabled: &no},
		},
		Authorization: published.KubeletAuthorization{Mode: published.KubeletAuthorizationModeAlwaysAllow},
		ReadOnlyPort:  10255, CgroupDriver: "cgroupfs", FailSwapOn: &swap,
	}, nil
}

func addFlags(fs *pflag.FlagSet, c *published.KubeletConfiguration) {
	flag := func(p **bool, name string) {
		if *p == nil {
			*p = new(bool)
		}
		fs.BoolVar(*p, name, **p, "")
	}
	flag(&c.Authentication.Anonymous.Enabled, "anonymous-auth")
	flag(&c.Authentication.Webhook.Enabled, "authentication-token-webhook")
	flag(&c.FailSwapOn, "fail-swap-on")
	fs.StringVar(&c.Authentication.X509.ClientCAFile, "client-ca-file", c.Authentication.X509.ClientCAFile, "")
	fs.StringVar((*string)(&c.Authorization.Mode), "authorization-mode", string(c.Authorization.Mode), "")
	fs.Int32Var(&c.ReadOnlyPort, "read-only-port", c.ReadOnlyPort, "")
	fs.StringVar(&c.CgroupDriver, "cgroup-driver", c.CgroupDriver, "")
}

// publishedRoot has the published types, with the flags of the contradictions.
func publishedRoot() binding.Root[published.KubeletConfiguration] {
	return binding.Root[published.KubeletConfiguration]{
		Group: published.GroupName, Kind: "KubeletConfiguration", New: legacy, AddFlags: addFlags,
		AddToScheme: []func(*runtime.Scheme) error{published.AddToScheme},
		Reparse: func(c *published.KubeletConfiguration, args []string, others ...func(*pflag.FlagSet)) error {
			fs := pflag.NewFlagSet("", pflag.ContinueOnError)
			addFlags(fs, c)
			for _, other := range others {
				other(fs)
			}
			return fs.Parse(args)
		},
		Flags: []descriptor.Flag{
			{Name: "anonymous-auth", Sets: "Authentication.Anonymous.Enabled"},
			{Name: "authentication-token-webhook", Sets: "Authentication.Webhook.Enabled"},
			{Name: "client-ca-file", Sets: "Authentication.X509.ClientCAFile"},
			{Name: "authorization-mode", Sets: "Authorization.Mode"},
			{Name: "read-only-port", Sets: "ReadOnlyPort"},
			{Name: "cgroup-driver", Sets: "CgroupDriver"}, {Name: "fail-swap-on", Sets: "FailSwapOn"},
		},
	}
}

// origins are the parts of the document that this test reads.
type origins struct {
	Roots []struct {
		Fields []struct {
			Path   string
			Value  json.RawMessage
			Flags  []string
			Source struct{ Text string }
		}
	}
}

func request(t testing.TB, handler http.Handler, path string, into any) {
	t.Helper()
	recorder := httptest.NewRecorder()
	handler.ServeHTTP(recorder, httptest.NewRequest(http.MethodGet, path, nil))
	if err := json.Unmarshal(recorder.Body.Bytes(), into); err != nil {
		t.Fatal(err, recorder.Body)
	}
}

// TestContradictions: flagz and configz show different values of what looks like one setting. One request tells which
// of them is in use, and what has set it.
func TestContradictions(t *testing.T) {
	t.Cleanup(func() { configz.Delete(published.GroupName) })
	dir := t.TempDir()
	for name, text := range map[string]string{"kubelet.conf": marshaled, "conf.d/10-swap.conf": "failSwapOn: false\n"} {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(header+text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	loaded, err := componentconfig.New("kubelet", publishedRoot(), componentconfig.WithConfigFile(),
		componentconfig.WithConfigDir(""), componentconfig.WithConfigz()).Load([]string{
		"--config=" + filepath.Join(dir, "kubelet.conf"), "--config-dir=" + filepath.Join(dir, "conf.d")})
	if err != nil {
		t.Fatal(err)
	}
	mux := running.NewMux(loaded)
	var all map[string]json.RawMessage
	request(t, mux, "/configz", &all)
	var shown published.KubeletConfiguration
	if err := json.Unmarshal(all[published.GroupName], &shown); err != nil || *shown.Authentication.Anonymous.Enabled {
		t.Errorf("configz has %s: %v", all[published.GroupName], err)
	}
	var doc origins
	request(t, mux, "/configz/origins/v1alpha1", &doc)
	flags := pflag.NewFlagSet("", pflag.ContinueOnError)
	for _, section := range loaded.FlagSets().FlagSets {
		flags.AddFlagSet(section)
	}
	for _, c := range contradictions {
		if got := flags.Lookup(c.flag).Value.String(); got != c.flagz {
			t.Errorf("flagz shows --%s=%s, want %s", c.flag, got, c.flagz)
		}
		var answer string
		for _, f := range doc.Roots[0].Fields {
			if slices.Contains(f.Flags, c.flag) {
				answer += f.Path + " " + string(f.Value) + " " + f.Source.Text
			}
		}
		if want := strings.Join([]string{c.path, c.configz, c.source}, " "); answer != want {
			t.Errorf("--%s: %q, want %q", c.flag, answer, want)
		}
	}
}

// BenchmarkOrigins asks for the sources of a group as large as the group of the kubelet: of a configuration that was
// just loaded, and once more.
func BenchmarkOrigins(b *testing.B) {
	dir := b.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "kubelet.conf"), []byte(header+marshaled), 0o600); err != nil {
		b.Fatal(err)
	}
	loader := func() *componentconfig.Loaded[config.KubeletConfiguration] {
		loaded, err := componentconfig.New("kubelet", options.KubeletConfigurationRoot(), componentconfig.WithConfigFile()).
			Load([]string{"--config=" + filepath.Join(dir, "kubelet.conf"), "--max-pods=50"})
		if err != nil {
			b.Fatal(err)
		}
		return loaded
	}
	var doc json.RawMessage
	b.Run("first", func(b *testing.B) {
		for range b.N {
			b.StopTimer()
			mux := running.NewMux(loader())
			b.StartTimer()
			request(b, mux, "/configz/origins/v1alpha1", &doc)
		}
	})
	b.Run("again", func(b *testing.B) {
		mux := running.NewMux(loader())
		for b.Loop() {
			request(b, mux, "/configz/origins/v1alpha1", &doc)
		}
		b.ReportMetric(float64(len(doc)), "bytes")
	})
}
