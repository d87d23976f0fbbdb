package componentconfig_test

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configcommand"
	kiosk "github.com/configgen/configgen/componentconfig/testdata/kiosk/options"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
)

// found returns what is wrong with a configuration, or nothing.
func found[T any](s site, l *componentconfig.Loader[T], args ...string) string {
	if _, err := l.Load(s.args(args)); err != nil {
		return s.hide(err.Error())
	}
	return ""
}

// TestHeaderOptional loads files of a root with +config(typeMeta: optional), which may lack apiVersion and kind.
func TestHeaderOptional(t *testing.T) {
	s := newSite(t, map[string]string{
		"none.yaml": "port: 1\n", "both.yaml": v1Header + "port: 2\n", "old.yaml": v1alpha1Header + "timeoutSeconds: 3\n",
		"half.yaml": "kind: RelayConfiguration\nport: 4\n", "typo.yaml": "prt: 5\n",
		"old-half.yaml": "apiVersion: relay.config.example.io/v1alpha1\ntimeoutSeconds: 3\n",
		"other.yaml":    "kind: Kiosk\nport: 4\n", "number.yaml": "kind: 5\nport: 4\n",
		"v9.yaml": "apiVersion: relay.config.example.io/v9\nport: 4\n",
	})
	root := options.RelayConfigurationRoot()
	root.HeaderOptional = true
	optional := componentconfig.New("relay", root, componentconfig.WithConfigFile(),
		componentconfig.WithFeatureGates("FeatureGates", allOn))
	for file, want := range map[string]string{
		"none.yaml": "", "both.yaml": "", "old.yaml": "",
		"half.yaml": "", "old-half.yaml": "",
		"other.yaml": `$D/other.yaml:1:7: kind: must be RelayConfiguration, not "Kiosk"`,
		"number.yaml": "$D/number.yaml:1:7: kind: must be a string\n" +
			"$D/number.yaml:1:7: kind: must be a string, not 5: write \"5\"",
		"v9.yaml": "$D/v9.yaml:1:13: apiVersion: must be relay.config.example.io/v1 or relay.config.example.io/v1alpha1, " +
			`not "relay.config.example.io/v9"`,
		"typo.yaml": `$D/typo.yaml:1:1: prt: unknown field; did you mean "port"?`,
	} {
		if got := found(s, optional, "--config=$D/"+file); got != want {
			t.Errorf("%s: got %q, want %q", file, got, want)
		}
	}
	if got := found(s, loader(), "--config=$D/none.yaml"); !strings.Contains(got, "apiVersion is missing") {
		t.Errorf("a root that needs the header: got %q", got)
	}
	out, err := optional.Load(s.args([]string{"--config=$D/none.yaml"}))
	if err != nil || out.Config.Port != 1 || !strings.Contains(out.Explain(), "apiVersion: ") {
		t.Errorf("got %v, %v; want the header of the newest version", out, err)
	}
	var stdout, stderr bytes.Buffer
	configcommand.Run(context.Background(), optional, s.args([]string{"migrate", "$D/old-half.yaml"}), &stdout, &stderr)
	if s.read("old-half.yaml") != "apiVersion: relay.config.example.io/v1\ntimeout: 3s\n" {
		t.Errorf("migrated to %q: %s", s.read("old-half.yaml"), stderr.String())
	}
}

// TestPlain loads files of a root without metav1.TypeMeta, which have no header.
func TestPlain(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml": "kind: mine\nopen: false\nitems: [a]\npage: p.html\n", "conf.d/a.conf": "items: [b]\n",
		"zero.yaml": "port: 0\nopen: true\n", "header.yaml": "apiVersion: v1\nkind: 5\n", "closed.yaml": "port: 10000\n",
		"high.yaml": "open: true\nport: 10000\n",
	})
	t.Cleanup(func() { configz.Delete("KioskConfiguration") })
	l := componentconfig.New("kiosk", kiosk.KioskConfigurationRoot(), componentconfig.WithConfigFile(),
		componentconfig.WithConfigDir(""), componentconfig.WithExplainConfig(), componentconfig.WithConfigz())
	for _, c := range []struct{ args, want, warning string }{
		{"--config=$D/config.yaml --config-dir=$D/conf.d", "{mine 8080 [a b] false $D/p.html}", ""},
		{"", "{legacy 8080 [] false }", ""},
		{"--kind=new --port=9", "{new 9 [] false }", ""},
		{"--config=$D/high.yaml", "{ 10000 [] true }",
			"$D/high.yaml:2:1: port: Invalid value: 10000: must be at most 9999 (flag --port)"},
		{"--config=$D/zero.yaml", "{ 8080 [] true }", "$D/zero.yaml:1:1: port: 0 is replaced by the default 8080"},
		{"--config=$D/zero.yaml --port=0", "--port: port: Invalid value: 0: must be at least 1", ""},
		{"--config=$D/closed.yaml", "$D/closed.yaml:1:1: open: Required value: must be in the file", ""},
		{"--config=$D/header.yaml", "$D/header.yaml:1:1: apiVersion: unknown field\n" +
			"$D/header.yaml:2:7: kind: must be a string, not 5: write \"5\"", ""},
	} {
		out, err := l.Load(s.args(strings.Fields(c.args)))
		got, warning := "", ""
		if err != nil {
			got = s.hide(err.Error())
		} else {
			got, warning = s.hide(fmt.Sprint(*out.Config)), s.hide(out.Warnings.Error())
		}
		if got != c.want || warning != c.warning {
			t.Errorf("%s: got %s, %q; want %s, %q", c.args, got, warning, c.want, c.warning)
		}
	}
	out, err := l.Load(s.args([]string{"--config=$D/config.yaml"}))
	if err != nil {
		t.Fatal(err)
	}
	if text := out.Explain(); !strings.HasPrefix(text, "kind: ") || !strings.Contains(text, "port: 8080  # default") {
		t.Errorf("got %s", text)
	}
}

// TestRequired asks for the keys of fields that always have a value.
func TestRequired(t *testing.T) {
	s := newSite(t, map[string]string{
		"all.yaml":  v1Header + "anonymousAccess: false\nzones: [{name: a, file: /a, ttl: 0s}]\ncache: {}\n",
		"none.yaml": v1Header + "zones:\n- name: a\n  file: /a\n- {name: b, file: /b, ttl: 1s}\n",
		"null.yaml": v1Header + "anonymousAccess: null\ncache: {}\n",
		"old.yaml":  v1alpha1Header + "address: 10.0.0.1\n",
	})
	root := options.RelayConfigurationRoot()
	for i := range root.Fields {
		root.Fields[i].KeyRequired = false
	}
	for _, path := range []string{"AnonymousAccess", "Zones[*].TTL", "Cache"} {
		factsAt(&root, path).KeyRequired = true
	}
	l := componentconfig.New("relay", root, componentconfig.WithConfigFile(),
		componentconfig.WithFeatureGates("FeatureGates", allOn))
	for _, c := range []struct{ args, want string }{
		{"", ""}, {"--config=$D/all.yaml", ""},
		{"--config=$D/none.yaml", "$D/none.yaml:1:1: anonymousAccess: Required value: must be in the file\n" +
			"$D/none.yaml:1:1: cache: Required value: must be in the file\n" +
			"$D/none.yaml:4:3: zones[0].ttl: Required value: must be in the file"},
		{"--config=$D/null.yaml", "$D/null.yaml:1:1: anonymousAccess: Required value: must be in the file"},
		{"--config=$D/null.yaml --anonymous-access=true", ""},
		{"--config=$D/old.yaml --anonymous-access=true", "$D/old.yaml:1:1: cache: Required value: must be in the file"},
	} {
		if got := found(s, l, strings.Fields(c.args)...); got != c.want {
			t.Errorf("%s: got %s, want %s", c.args, got, c.want)
		}
	}
}

// TestWarn makes warnings of what constraints refuse that are not enforced yet.
func TestWarn(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "port: 7\n"})
	root := options.RelayConfigurationRoot()
	root.Warn = func(c *relay.RelayConfiguration) (errs field.ErrorList) {
		if c.Port == 7 {
			errs = append(errs, field.Invalid(field.NewPath("port"), c.Port, "must be another one"))
		}
		return errs
	}
	l := componentconfig.New("relay", root, componentconfig.WithConfigFile(),
		componentconfig.WithFeatureGates("FeatureGates", allOn))
	out, err := l.Load(s.args([]string{"--config=$D/config.yaml"}))
	want := []string{s.dir + "/config.yaml:3:1: port: Invalid value: 7: must be another one (flag --port)"}
	if err != nil || !slices.Equal(texts(out.Warnings), want) {
		t.Errorf("got %q, %v", out.Warnings, err)
	}
	if out, err := l.Load([]string{"--port=8"}); err != nil || len(out.Warnings) > 0 {
		t.Errorf("got %q, %v; want no warning", out.Warnings, err)
	}
}
