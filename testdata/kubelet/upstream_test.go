package kubelet_test

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"

	"example.com/kubelet/config"
	"example.com/kubelet/options"
)

// upstreamCase is a case of Kubernetes v1.36.0, re-expressed: the files of one kubelet and its configuration.
type upstreamCase struct {
	name string
	// files have the header of v1beta1 unless their text begins with a line break. The main file is kubelet.conf.
	files map[string]string
	flags []string
	// want are paths and their values in the effective configuration.
	want map[string]string
	// refused is a part of the error.
	refused string
	skipped []string
	// differs is why the result here differs from the result of the kubelet.
	differs string
}

// mergeCases are the 12 cases of TestMergeKubeletConfigurations and the 2 of TestMergeKubeletConfigsWithSubdirs in
// cmd/kubelet/app/server_test.go.
var mergeCases = []upstreamCase{
	{name: "drop-ins over the main file", files: map[string]string{"kubelet.conf": "port: 9090\nreadOnlyPort: 10257\n",
		"10-kubelet.conf": "port: 9090\n", "20-kubelet.conf": "port: 8080\nreadOnlyPort: 10255\n"},
		want: map[string]string{"port": "8080", "readOnlyPort": "10255"}},
	{name: "a key of a map", files: map[string]string{
		"kubelet.conf":    "readOnlyPort: 10256\nkubeReserved: {memory: 100Mi}\nsyncFrequency: 5m\n",
		"10-kubelet.conf": "readOnlyPort: 10255\nkubeReserved:\n  memory: 150Mi\n  cpu: 200m\n",
		"20-kubelet.conf": "readOnlyPort: 10257\nkubeReserved:\n  memory: 100Mi\n"},
		want: map[string]string{"readOnlyPort": "10257", "kubeReserved[cpu]": "200m", "kubeReserved[memory]": "100Mi",
			"syncFrequency": "5m0s"}},
	{name: "lists", files: map[string]string{
		"kubelet.conf":    "port: 9090\nclusterDNS: [192.168.1.3, 192.168.1.4]\n",
		"10-kubelet.conf": "port: 9090\nsystemReserved:\n  memory: 1Gi\n",
		"20-kubelet.conf": "port: 8080\nreadOnlyPort: 10255\nsystemReserved:\n  memory: 2Gi\nclusterDNS:\n" +
			"  - 192.168.1.1\n  - 192.168.1.5\n  - 192.168.1.8\n"},
		want: map[string]string{"port": "8080", "readOnlyPort": "10255", "systemReserved[memory]": "2Gi",
			"clusterDNS": "192.168.1.1 192.168.1.5 192.168.1.8"}},
	{name: "flags over drop-ins", files: map[string]string{
		"10-kubelet.conf": "port: 9090\n", "20-kubelet.conf": "port: 8080\nreadOnlyPort: 10255\n"},
		flags: []string{"--port=8081", "--read-only-port=10256"},
		want:  map[string]string{"port": "8081", "readOnlyPort": "10256"}},
	{name: "flags over the main file", files: map[string]string{"kubelet.conf": "port: 9090\nclusterDNS: [192.168.1.3]\n"},
		flags: []string{"--port=9090", "--cluster-dns=192.168.1.2"},
		want:  map[string]string{"port": "9090", "clusterDNS": "192.168.1.2"}},
	{name: "a zero in a drop-in gets the default", files: map[string]string{
		"kubelet.conf":    "resolvConf: /original\nport: 123\nreadOnlyPort: 234\n",
		"10-kubelet.conf": "resolvConf: /dropin1\n", "20-kubelet.conf": "port: 0\n"},
		want: map[string]string{"resolvConf": "/dropin1", "port": "10250", "readOnlyPort": "234"}},
	{name: "an unknown version of a drop-in", files: map[string]string{"kubelet.conf": "",
		"10-kubelet.conf": "\napiVersion: kubelet.config.k8s.io/v1beta2\nkind: KubeletConfiguration\n"},
		refused: `10-kubelet.conf:2:13: apiVersion: must be kubelet.config.k8s.io/v1beta1, not "kubelet.config.k8s.io/v1beta2"`},
	{name: "an unknown kind of a drop-in", files: map[string]string{"kubelet.conf": "",
		"10-kubelet.conf": "\napiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration2\n"},
		refused: `10-kubelet.conf:3:7: kind: must be KubeletConfiguration, not "KubeletConfiguration2"`},
	{name: "a drop-in without a header", files: map[string]string{"kubelet.conf": "", "10-kubelet.conf": "\nport: 123\n"},
		refused: "10-kubelet.conf:1:1: kind is missing"},
	{name: "a drop-in like the main file", files: map[string]string{"kubelet.conf": "port: 9090\nreadOnlyPort: 10255\n",
		"10-kubelet.conf": "port: 9090\nreadOnlyPort: 10255\n"},
		want: map[string]string{"port": "9090", "readOnlyPort": "10255"}},
	{name: "files with other extensions", files: map[string]string{"kubelet.conf": "port: 9090\n",
		"10-should-be-ignored.yaml": "port: 7777\n", "20-should-be-ignored.txt": "\nreadme text",
		"30-valid.conf": "readOnlyPort: 10255\n"},
		want:    map[string]string{"port": "9090", "readOnlyPort": "10255"},
		skipped: []string{"10-should-be-ignored.yaml", "20-should-be-ignored.txt"}},
	{name: "a drop-in that is not YAML", files: map[string]string{"kubelet.conf": "port: 9090\n",
		"10-malformed.conf": "port: [this is not valid\n  indentation is wrong\n    more indentation\n"},
		refused: "10-malformed.conf:3:1: not valid YAML"},
	{name: "subdirectories in the order of their paths", files: map[string]string{
		"kubelet.conf": "port: 9090\nreadOnlyPort: 10257\n", "10-kubelet.conf": "port: 8080\n",
		"subdir/20-kubelet.conf": "port: 7777\nreadOnlyPort: 9999\n"},
		want: map[string]string{"port": "7777", "readOnlyPort": "9999"}},
	{name: "one name in several directories", files: map[string]string{
		"kubelet.conf": "port: 9090\nreadOnlyPort: 10255\n", "10-kubelet.conf": "port: 8080\n",
		"sub-dir1/10-kubelet.conf": "port: 7070\nreadOnlyPort: 8888\n",
		"sub-dir2/10-kubelet.conf": "port: 6060\nreadOnlyPort: 9999\n"},
		want: map[string]string{"port": "6060", "readOnlyPort": "9999"}},
}

const relative = "staticPodPath: relative/path/test\n"

// fileCases are the 14 cases of TestLoad and the 3 of TestResolveRelativePaths in
// pkg/kubelet/kubeletconfig/configfiles/configfiles_test.go.
var fileCases = []upstreamCase{
	{name: "missing", flags: []string{"--config=$D/no-such-file"}, refused: "no-such-file: the file does not exist"},
	{name: "empty", files: map[string]string{"kubelet.conf": "\n"}, want: map[string]string{"port": "10250"},
		differs: "an empty file is a file without settings, and a warning; componentconfig.WithoutEmptyFiles refuses it"},
	{name: "not YAML", files: map[string]string{"kubelet.conf": "\n*"}, refused: "kubelet.conf:2:1: "},
	{name: "not JSON", files: map[string]string{"kubelet.conf": "\n{*"}, refused: "kubelet.conf:2:"},
	{name: "no kind", files: map[string]string{"kubelet.conf": "\n{\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\"}"},
		refused: "kind is missing"},
	{name: "no version", files: map[string]string{"kubelet.conf": "\n{\"kind\":\"KubeletConfiguration\"}"},
		refused: "apiVersion is missing"},
	{name: "another kind", files: map[string]string{
		"kubelet.conf": "\n{\"kind\":\"BogusKind\",\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\"}"},
		refused: `kind: must be KubeletConfiguration, not "BogusKind"`},
	{name: "another version", files: map[string]string{
		"kubelet.conf": "\n{\"kind\":\"KubeletConfiguration\",\"apiVersion\":\"bogusversion\"}"},
		refused: `apiVersion: must be kubelet.config.k8s.io/v1beta1, not "bogusversion"`},
	{name: "defaults in YAML", files: map[string]string{"kubelet.conf": ""},
		want: map[string]string{"port": "10250", "readOnlyPort": "0", "maxPods": "110", "syncFrequency": "1m0s"}},
	{name: "defaults in JSON", files: map[string]string{
		"kubelet.conf": "\n{\"kind\":\"KubeletConfiguration\",\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\"}"},
		want: map[string]string{"port": "10250", "readOnlyPort": "0", "maxPods": "110", "syncFrequency": "1m0s"}},
	{name: "a relative path in YAML", files: map[string]string{"kubelet.conf": relative},
		want: map[string]string{"staticPodPath": "$D/relative/path/test"}},
	{name: "a relative path in JSON", files: map[string]string{"kubelet.conf": "\n{\"kind\":\"KubeletConfiguration\"," +
		"\"apiVersion\":\"kubelet.config.k8s.io/v1beta1\",\"staticPodPath\":\"relative/path/test\"}"},
		want: map[string]string{"staticPodPath": "$D/relative/path/test"}},
	{name: "a duplicate field", files: map[string]string{"kubelet.conf": relative + "staticPodPath: relative/path/test/foo\n"},
		refused: "kubelet.conf:4:1: ",
		differs: "the kubelet is lenient in v1beta1 and takes the last value; componentconfig.WithLenientDecoding does, too"},
	{name: "an unknown field", files: map[string]string{"kubelet.conf": "foo: bar\n"},
		refused: "kubelet.conf:3:1: foo: unknown field",
		differs: "the kubelet is lenient in v1beta1; componentconfig.WithLenientDecoding is, too"},
	{name: "an empty path", files: map[string]string{"kubelet.conf": "staticPodPath: \"\"\n"},
		want: map[string]string{"staticPodPath": `""`}},
	{name: "an absolute path", files: map[string]string{"kubelet.conf": "staticPodPath: /absolute\n"},
		want: map[string]string{"staticPodPath": "/absolute"}},
	{name: "a relative path", files: map[string]string{"kubelet.conf": relative},
		want: map[string]string{"staticPodPath": "$D/relative/path/test"}},
}

// TestUpstreamCases loads the cases of the kubelet's own tests of its configuration files.
func TestUpstreamCases(t *testing.T) {
	if len(mergeCases) != 14 || len(fileCases) != 17 {
		t.Errorf("%d and %d cases, want 14 and 17", len(mergeCases), len(fileCases))
	}
	loader := componentconfig.New("kubelet", options.KubeletConfigurationRoot(), componentconfig.WithConfigFile(),
		componentconfig.WithConfigDir("", "**"), componentconfig.WithExplainConfig())
	for _, c := range slices.Concat(mergeCases, fileCases) {
		t.Run(c.name, func(t *testing.T) { c.run(t, loader) })
	}
}

func (c upstreamCase) run(t *testing.T, loader *componentconfig.Loader[config.KubeletConfiguration]) {
	dir := t.TempDir()
	var args []string
	for name, text := range c.files {
		path := filepath.Join(dir, "kubelet.conf.d", name)
		if name == "kubelet.conf" {
			path = filepath.Join(dir, name)
			args = append(args, "--config="+path)
		}
		if !strings.HasPrefix(text, "\n") {
			text = header + text
		}
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := os.Stat(filepath.Join(dir, "kubelet.conf.d")); err == nil {
		args = append(args, "--config-dir="+filepath.Join(dir, "kubelet.conf.d"))
	}
	for _, flag := range c.flags {
		args = append(args, strings.ReplaceAll(flag, "$D", dir))
	}
	loaded, err := loader.Load(args)
	if c.refused != "" {
		if err == nil || !strings.Contains(err.Error(), c.refused) {
			t.Errorf("got %v, want %s", err, c.refused)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	shown := values(loaded.Explain())
	for path, want := range c.want {
		if got := strings.ReplaceAll(shown[path], dir, "$D"); got != want {
			t.Errorf("%s: got %s, want %s", path, got, want)
		}
	}
	var skipped []string
	for _, path := range loaded.Skipped {
		skipped = append(skipped, filepath.Base(path))
	}
	if !slices.Equal(skipped, c.skipped) {
		t.Errorf("skipped %q, want %q", skipped, c.skipped)
	}
}

// values returns the values of the fields of --explain-config, and the values of the keys of maps: kubeReserved[cpu].
func values(explained string) map[string]string {
	out := map[string]string{}
	parent := ""
	for line := range strings.Lines(explained) {
		text, _, _ := strings.Cut(strings.TrimRight(line, "\n"), "  # ")
		name, value, isField := strings.Cut(strings.TrimSpace(text), ":")
		inner := strings.HasPrefix(text, "  ")
		switch item, isItem := strings.CutPrefix(strings.TrimSpace(text), "- "); {
		case isItem:
			out[parent] = strings.TrimSpace(out[parent] + " " + item)
		case isField && inner:
			out[parent+"["+name+"]"] = strings.TrimSpace(value)
		case isField:
			parent = name
			out[name] = strings.TrimSpace(value)
		}
	}
	return out
}
