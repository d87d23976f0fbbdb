package kubelet_test

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/configgen/configgen/componentconfig"

	"example.com/kubelet/config"
	"example.com/kubelet/options"
)

// header begins every file.
const header = "apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n"

// node is a machine with a kubelet.conf, drop-ins by name, and a command line.
type node struct {
	file    string
	dropIns map[string]string
	flags   []string
}

// load does what the kubelet would do when it starts. In arguments and errors $D stands for the directory of the files.
func (n node) load(t *testing.T) (*componentconfig.Loaded[config.KubeletConfiguration], string, error) {
	t.Helper()
	dir := t.TempDir()
	write := func(name, body string) {
		path := filepath.Join(dir, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(header+body), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	args := slices.Clone(n.flags)
	if n.file != "" {
		write("kubelet.conf", n.file)
		args = append(args, "--config="+filepath.Join(dir, "kubelet.conf"))
	}
	if n.dropIns != nil {
		for name, body := range n.dropIns {
			write("conf.d/"+name, body)
		}
		args = append(args, "--config-dir="+filepath.Join(dir, "conf.d"))
	}
	loaded, err := componentconfig.New("kubelet", options.KubeletConfigurationRoot(),
		componentconfig.WithConfigFile(), componentconfig.WithConfigDir(""), componentconfig.WithExplainConfig(), componentconfig.WithFlags(otherFlags)).Load(args)
	return loaded, dir, err
}

// otherFlags are the flags of KubeletFlags, less the two that the loader brings.
func otherFlags(fs *pflag.FlagSet) {
	all := pflag.NewFlagSet("", pflag.ContinueOnError)
	options.NewKubeletFlags().AddFlags(all)
	all.VisitAll(func(f *pflag.Flag) {
		if f.Name != "config" && f.Name != "config-dir" {
			fs.AddFlag(f)
		}
	})
}

func (n node) mustLoad(t *testing.T) (*componentconfig.Loaded[config.KubeletConfiguration], string) {
	t.Helper()
	loaded, dir, err := n.load(t)
	if err != nil {
		t.Fatal(err)
	}
	return loaded, dir
}

// origin is the winner and the overridden values, as --explain-config has them.
func origin(origins []componentconfig.Origin) string {
	var words []string
	for _, o := range origins {
		words = append(words, o.String())
	}
	return strings.Join(words, " < ")
}

// TestMergeCases has the cases of the kubelet's own tests of its drop-in directory.
func TestMergeCases(t *testing.T) {
	base := "port: 9080\nmaxPods: 11\nauthentication: {anonymous: {enabled: true}, webhook: {cacheTTL: 1m}}\nclusterDNS: [10.0.0.1, 10.0.0.2]\n"
	for _, c := range []struct {
		name, dropIn       string
		flags              []string
		path, line, winner string
	}{
		{"override of a scalar", "port: 9090\n", nil, "port", "port: 9090", "10-a.conf:3 < kubelet.conf:3"},
		{"what a drop-in does not mention stays", "port: 9090\n", nil, "maxPods", "maxPods: 11", "kubelet.conf:4"},
		{"override of a sub-field", "authentication: {anonymous: {enabled: false}}\n", nil, "authentication.anonymous.enabled", "enabled: false", "10-a.conf:3 < kubelet.conf:5"},
		{"the sub-field beside it stays", "authentication: {anonymous: {enabled: false}}\n", nil, "authentication.webhook.cacheTTL", "cacheTTL: 1m0s", "kubelet.conf:5"},
		{"list replacement", "clusterDNS: [10.0.0.9]\n", nil, "clusterDNS[0]", "- 10.0.0.9", "10-a.conf:3 < kubelet.conf:6"},
		{"command line over drop-ins", "port: 9090\n", []string{"--port=9100"}, "port", "port: 9100", "flag --port < 10-a.conf:3 < kubelet.conf:3"},
		{"command line over file", "maxPods: 12\n", []string{"--port=9100"}, "port", "port: 9100", "flag --port < kubelet.conf:3"},
		{"a delegated flag over file", "logging: {verbosity: 2}\n", []string{"-v=4"}, "logging.verbosity", "verbosity: 4", "flag --v < 10-a.conf:3"},
	} {
		t.Run(c.name, func(t *testing.T) {
			loaded, _ := node{base, map[string]string{"10-a.conf": c.dropIn}, c.flags}.mustLoad(t)
			if got := origin(loaded.Origins()[c.path]); got != c.winner {
				t.Errorf("%s: got %s, want %s", c.path, got, c.winner)
			}
			if text := loaded.Explain(); !strings.Contains(text, c.line+"  # ") {
				t.Errorf("no line says %s:\n%s", c.line, text)
			}
		})
	}
	t.Run("the replaced list has one item", func(t *testing.T) {
		loaded, _ := node{base, map[string]string{"10-a.conf": "clusterDNS: [10.0.0.9]\n"}, nil}.mustLoad(t)
		if got := loaded.Config.ClusterDNS; !slices.Equal(got, []string{"10.0.0.9"}) {
			t.Errorf("got %v", got)
		}
	})
	t.Run("feature gates A in the file, B in a drop-in, C on the command line give A, B, C", func(t *testing.T) {
		loaded, _ := node{"featureGates: {A: true}\n", map[string]string{"10-a.conf": "featureGates: {B: true}\n"}, []string{"--feature-gates=C=true"}}.mustLoad(t)
		if want := map[string]bool{"A": true, "B": true, "C": true}; !maps.Equal(loaded.Config.FeatureGates, want) {
			t.Errorf("got %v", loaded.Config.FeatureGates)
		}
		for name, want := range map[string]string{"A": "kubelet.conf:3", "B": "10-a.conf:3", "C": "flag --feature-gates"} {
			if got := origin(loaded.Origins()["featureGates["+name+"]"]); got != want {
				t.Errorf("%s: got %s, want %s", name, got, want)
			}
		}
	})
	t.Run("overridden origins are in order", func(t *testing.T) {
		loaded, _ := node{"port: 1\n", map[string]string{"20-b.conf": "port: 3\n", "10-a.conf": "port: 2\n"}, []string{"--port=4"}}.mustLoad(t)
		if got, want := origin(loaded.Origins()["port"]), "flag --port < 20-b.conf:3 < 10-a.conf:3 < kubelet.conf:3"; got != want || loaded.Config.Port != 4 {
			t.Errorf("port %d: got %s, want %s", loaded.Config.Port, got, want)
		}
	})
}

func TestPathsOfADropInAreRelativeToIt(t *testing.T) {
	loaded, dir := node{"staticPodPath: manifests\n", map[string]string{"a.conf": "tlsCertFile: pki/kubelet.crt\n"}, nil}.mustLoad(t)
	if got, want := loaded.Config.StaticPodPath, filepath.Join(dir, "manifests"); got != want {
		t.Errorf("staticPodPath: got %s, want %s", got, want)
	}
	if got, want := loaded.Config.TLSCertFile, filepath.Join(dir, "conf.d", "pki", "kubelet.crt"); got != want {
		t.Errorf("tlsCertFile: got %s, want %s", got, want)
	}
}

func TestUnknownFieldsOfADropInAreErrors(t *testing.T) {
	_, dir, err := node{"port: 1\n", map[string]string{"a.conf": "maxpods: 5\nauthentication: {anonymos: {}}\n"}, nil}.load(t)
	want := "$D/conf.d/a.conf:3:1: maxpods: unknown field; did you mean \"maxPods\"?\n" +
		"$D/conf.d/a.conf:4:18: authentication.anonymos: unknown field; did you mean \"anonymous\"?"
	if err == nil || strings.ReplaceAll(err.Error(), dir, "$D") != want {
		t.Errorf("got\n%v\nwant\n%s", err, want)
	}
}

func TestMaxParallelImagePullsIsAcceptedInADropInAsInTheMainFile(t *testing.T) {
	for name, n := range map[string]node{
		"main file": {"maxParallelImagePulls: 5\n", nil, nil},
		"drop-in":   {"port: 1\n", map[string]string{"a.conf": "maxParallelImagePulls: 5\n"}, nil},
	} {
		loaded, _, err := n.load(t)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		if c := loaded.Config; *c.MaxParallelImagePulls != 5 || c.SerializeImagePulls {
			t.Errorf("%s: got %d, one by one: %v", name, *c.MaxParallelImagePulls, c.SerializeImagePulls)
		}
	}
	if _, _, err := (node{"maxParallelImagePulls: 5\nserializeImagePulls: true\n", nil, nil}).load(t); err == nil {
		t.Error("the rule that B4 trips over is gone: this test shows nothing")
	}
}

func TestAMergeSwitchInADropInHasAnEffect(t *testing.T) {
	loaded, _ := node{"evictionHard: {memory.available: 1Gi}\n", map[string]string{"a.conf": "mergeDefaultEvictionSettings: true\n"}, nil}.mustLoad(t)
	want := map[string]string{"memory.available": "1Gi", "nodefs.available": "10%", "imagefs.available": "15%"}
	if got := loaded.Config.EvictionHard; !maps.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestADropInFolderAloneMeansVersionedDefaults(t *testing.T) {
	dropIn, _ := node{"", map[string]string{"a.conf": "maxPods: 5\n"}, nil}.mustLoad(t)
	if c := dropIn.Config; c.Authentication.Anonymous.Enabled || c.ReadOnlyPort != 0 || !c.Authentication.Webhook.Enabled || c.Authorization.Mode != "Webhook" || c.MaxPods != 5 {
		t.Errorf("a drop-in: got %+v, read-only port %d", c.Authentication, c.ReadOnlyPort)
	}
	alone, _ := node{}.mustLoad(t)
	if c := alone.Config; !c.Authentication.Anonymous.Enabled || c.ReadOnlyPort != 10255 || c.Authorization.Mode != "AlwaysAllow" {
		t.Errorf("flags alone: got %+v, read-only port %d", c.Authentication, c.ReadOnlyPort)
	}
	if got := origin(alone.Origins()["readOnlyPort"]); got != "legacy default" {
		t.Errorf("flags alone: the read-only port is of %s", got)
	}
}

// TestEveryLeafHasAnOrigin looks at all leaves of the facts that are set.
func TestEveryLeafHasAnOrigin(t *testing.T) {
	loaded, _ := node{"port: 1\nshutdownGracePeriodByPodPriority: [{priority: 1, shutdownGracePeriodSeconds: 2}]\n",
		map[string]string{"a.conf": "systemReserved: {cpu: 1m}\n"}, []string{"-v=2", "--max-pods=3"}}.mustLoad(t)
	alone, _ := node{}.mustLoad(t)
	kinds := map[string]bool{}
	for _, l := range []*componentconfig.Loaded[config.KubeletConfiguration]{loaded, alone} {
		leaves := 0
		for line := range strings.Lines(l.Explain()) {
			line = strings.TrimSpace(line)
			if strings.HasSuffix(line, ":") || strings.HasPrefix(line, "#") || strings.HasPrefix(line, "apiVersion: ") ||
				strings.HasPrefix(line, "kind: ") {
				continue
			}
			leaves++
			_, by, found := strings.Cut(line, "  # ")
			if !found {
				t.Errorf("no origin: %s", line)
			}
			kinds[by] = true
		}
		if leaves < 100 {
			t.Errorf("only %d leaves", leaves)
		}
	}
	for _, kind := range []string{"default", "legacy default", "kubelet.conf:3", "a.conf:3", "flag --max-pods", "flag --v"} {
		if !kinds[kind] {
			t.Errorf("no leaf is of %q", kind)
		}
	}
}
