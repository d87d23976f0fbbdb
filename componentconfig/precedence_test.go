package componentconfig_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
	"github.com/configgen/configgen/descriptor"
)

// changedLoader is a loader of the relay whose markers differ.
func changedLoader(change func(*binding.Root[relay.RelayConfiguration]),
	more ...componentconfig.Option) *componentconfig.Loader[relay.RelayConfiguration] {
	root := options.RelayConfigurationRoot()
	root.Fields = slices.Clone(root.Fields)
	change(&root)
	return componentconfig.New("relay", root, append([]componentconfig.Option{
		componentconfig.WithConfigFile(), componentconfig.WithConfigDir(""), componentconfig.WithExplainConfig(),
		componentconfig.WithWriteConfigTo(), componentconfig.WithFeatureGates("FeatureGates", allOn),
	}, more...)...)
}

// factsAt returns what a root says of a field, which a test may change.
func factsAt(root *binding.Root[relay.RelayConfiguration], path string) *descriptor.Field {
	i := slices.IndexFunc(root.Fields, func(f descriptor.Field) bool { return f.Path == path })
	if i < 0 {
		i = len(root.Fields)
		root.Fields = append(root.Fields, descriptor.Field{Path: path})
	}
	return &root.Fields[i]
}

// precedence sets the marker +precedence of fields.
func precedence(of map[string]string) func(*binding.Root[relay.RelayConfiguration]) {
	return func(root *binding.Root[relay.RelayConfiguration]) {
		for path, p := range of {
			factsAt(root, path).Precedence = descriptor.Precedence(p)
		}
	}
}

// TestFileFirst loads with flags that are ignored if there is a file, as in kube-proxy.
func TestFileFirst(t *testing.T) {
	file := map[string]string{"Port": "file", "TLS": "file",
		"TLS.KeyPassword": "replace"}
	except := map[string]string{"Port": "replace"}
	args := []string{"--port=1", "--port=2", "--tls-cert-file=/a", "--tls-key-password=opensesame", "--max-queries=3"}
	for _, c := range []struct {
		name   string
		loader *componentconfig.Loader[relay.RelayConfiguration]
		files  []string
		// ignored are the flags that have no effect.
		ignored []string
	}{
		{"fields", changedLoader(precedence(file)), files[:1], []string{"port", "tls-cert-file"}},
		{"fields without a file", changedLoader(precedence(file)), nil, nil},
		{"the loader", changedLoader(precedence(except), componentconfig.WithFileFirst()),
			files[:1], []string{"tls-cert-file", "tls-key-password", "max-queries"}},
		{"the loader without a file", changedLoader(precedence(except),
			componentconfig.WithFileFirst()), nil, nil},
		{"neither", changedLoader(precedence(nil)), files[:1], nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := newSite(t, map[string]string{"config.yaml": v1Header + "transport: tcp\n"})
			loaded, err := c.loader.Load(s.args(append(slices.Clone(c.files), args...)))
			if err != nil {
				t.Fatal(err)
			}
			got := loaded.Config
			set := map[string]bool{"port": got.Port == 2, "tls-cert-file": got.TLS.CertFile == "/a",
				"tls-key-password": got.TLS.KeyPassword == "opensesame", "max-queries": got.MaxQueries == 3}
			for name, set := range set {
				if set == slices.Contains(c.ignored, name) {
					t.Errorf("--%s: set is %t", name, set)
				}
				warned := strings.Contains("\n"+loaded.Warnings.Error(), "\n--"+name+" is")
				if warned == set {
					t.Errorf("--%s: the warnings are %q", name, loaded.Warnings)
				}
			}
			if strings.Contains(loaded.Warnings.Error(), "--port is ignored") {
				want := "--port is ignored, because there is a configuration file; set port in the file"
				if !slices.Contains(texts(loaded.Warnings), want) {
					t.Errorf("got %q, want %q", loaded.Warnings, want)
				}
			}
		})
	}
}

// TestPrependedLists loads a list that begins with the items of the command line.
func TestPrependedLists(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "logging: {vmodule: [{filePattern: a, verbosity: 3}, " +
		"{filePattern: b, verbosity: 4}]}\n"})
	for _, c := range []struct {
		args []string
		want string
	}{
		{[]string{"--vmodule=a=5", "--vmodule=c=6"}, "a 5 flag --vmodule, c 6 flag --vmodule, a 3 config.yaml:3, " +
			"b 4 config.yaml:3"},
		{[]string{"--vmodule="}, "a 3 config.yaml:3, b 4 config.yaml:3"},
		{nil, "a 3 config.yaml:3, b 4 config.yaml:3"},
	} {
		loaded := s.load(append([]string{"--config=$D/config.yaml"}, c.args...)...)
		var got []string
		for i, item := range loaded.Config.Logging.VModule {
			path := "logging.vmodule[" + string(rune('0'+i)) + "].verbosity"
			got = append(got, item.FilePattern+" "+string(rune('0'+item.Verbosity))+" "+loaded.Origins()[path][0].String())
		}
		if text := strings.Join(got, ", "); text != c.want {
			t.Errorf("%v: got %s, want %s", c.args, text, c.want)
		}
	}
}

// TestZerosMeanUnset loads zeros that defaulting replaces, and writes some that it would replace.
func TestZerosMeanUnset(t *testing.T) {
	unset := func(root *binding.Root[relay.RelayConfiguration]) { root.ZerosKept = false }
	s := newSite(t, map[string]string{
		"config.yaml": v1Header + "maxQueries: 5\nbindAddress: \"\"\nport: 7\ntimeout: 0s\ncache: {size: 0}\n" +
			"readOnlyPort: 0\nmaxParallelTransfers: 0\nserializeTransfers: false\n",
		"conf.d/a.conf": v1Header + "maxQueries: 0\n",
		"old.yaml":      v1alpha1Header + "timeoutSeconds: 0\n",
	})
	loaded, err := changedLoader(unset).Load(s.args(files))
	if err != nil {
		t.Fatal(err)
	}
	for key, want := range map[string]string{
		"maxQueries":  "110  # default (overrides a.conf:3, config.yaml:3)",
		"bindAddress": "0.0.0.0  # default (overrides config.yaml:4)",
		"port":        "7  # config.yaml:5",
		"timeout":     "5s  # default (overrides config.yaml:6)", "size": "64Mi  # default (overrides config.yaml:7)",
		"readOnlyPort": "0  # config.yaml:8", "maxParallelTransfers": "0  # config.yaml:9",
	} {
		if got := explained(s, loaded, key); got != want {
			t.Errorf("%s: got %s, want %s", key, got, want)
		}
	}
	loaded, err = changedLoader(unset).Load(s.args([]string{"--config=$D/old.yaml"}))
	if err != nil {
		t.Fatal(err)
	}
	if got, want := explained(s, loaded, "timeout"), "5s  # default (overrides old.yaml:3)"; got != want {
		t.Errorf("another version: got %s, want %s", got, want)
	}
	_, _, err = s.run(changedLoader(unset), "--max-queries=0", "--write-config-to=$D/out.yaml")
	want := "the configuration cannot be written so that it loads back the same: version v1 does not preserve " +
		"maxQueries; a zero in a file means that the field is not set"
	if err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestZerosOfExcludedFields has files that set all fields, as a program writes them: zeros in fields that are excluded
// are not set.
func TestZerosOfExcludedFields(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "shadowServer: \"\"\nwindowsPriorityClass: \"\"\n"})
	off := func([]componentconfig.Gate) componentconfig.Gates {
		return componentconfig.Gates{Enabled: func(string) bool { return false }, Commit: func() {}}
	}
	for kept, want := range map[bool]string{
		true:  "shadowServer: can be set only if the feature gate Shadow is on",
		false: "",
	} {
		l := changedLoader(func(root *binding.Root[relay.RelayConfiguration]) { root.ZerosKept = kept },
			componentconfig.WithFeatureGates("FeatureGates", off), componentconfig.ForOS("linux"))
		loaded, err := l.Load(s.args(files[:1]))
		if want != "" {
			if err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("zeros kept: got %v, want %s", err, want)
			}
			continue
		}
		if err != nil || len(loaded.Warnings) > 0 {
			t.Errorf("got %v, %v", err, loaded)
		}
	}
}
