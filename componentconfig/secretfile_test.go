package componentconfig_test

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configcommand"
	"github.com/configgen/configgen/componentconfig/internal/filewatch"
	"github.com/configgen/configgen/componentconfig/testdata/depot"
	depotoptions "github.com/configgen/configgen/componentconfig/testdata/depot/options"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
	"github.com/configgen/configgen/descriptor"
)

// pairedLoader is a loader of a root with two secrets that files may have: the certificate and the name of a key stand
// for the fields that name them.
func pairedLoader(more ...componentconfig.Option) *componentconfig.Loader[relay.RelayConfiguration] {
	root := options.RelayConfigurationRoot()
	root.Fields = append(root.Fields,
		descriptor.Field{Path: "TLS.KeyPassword", SecretFile: "TLS.CertFile"},
		descriptor.Field{Path: "Zones[].Keys[].Secret", SecretFile: "Zones[].Keys[].Name",
			Reload: componentconfig.ReloadHot})
	validate := root.Validate
	root.Validate = func(c *relay.RelayConfiguration) field.ErrorList {
		errs := validate(c)
		if password := c.TLS.KeyPassword; strings.HasPrefix(password, "bad") {
			errs = append(errs, field.Invalid(field.NewPath("tls", "keyPassword"), password, "must not be "+password))
		}
		return errs
	}
	return componentconfig.New("relay", root, append([]componentconfig.Option{componentconfig.WithConfigFile(),
		componentconfig.WithConfigDir(""), componentconfig.WithExplainConfig(), componentconfig.WithWriteConfigTo(),
		componentconfig.WithConfigz(), componentconfig.ForOS("linux"),
		componentconfig.WithFeatureGates("FeatureGates", allOn),
		configcommand.WithCommand()}, more...)...)
}

func TestSecretFiles(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml": v1Header + "tls: {certFile: secrets/password}\nzones:\n- name: z\n  file: z\n  keys:\n" +
			"  - {name: $D/secrets/key}\n  - {name: '', secret: '${HOME}'}\n",
		"both.yaml":        v1Header + "tls:\n  keyPassword: " + sentinel + "\n  certFile: secrets/password\n",
		"missing.yaml":     v1Header + "tls: {certFile: none}\n",
		"empty.yaml":       v1Header + "tls: {certFile: secrets/empty}\n",
		"bad.yaml":         v1Header + "tls: {certFile: secrets/bad}\n",
		"inline.yaml":      v1Header + "tls: {keyPassword: " + sentinel + "}\n",
		"conf.d/a.conf":    v1Header + "tls: {certFile: ../secrets/password}\n",
		"secrets/password": sentinel + "\r\n", "secrets/key": sentinel + "\n\n", "secrets/empty": "\n",
		"secrets/bad": "bad" + sentinel,
	})
	s.write("config.yaml", strings.ReplaceAll(s.read("config.yaml"), "$D", s.dir))
	t.Cleanup(func() { configz.Delete("relay.config.example.io") })
	loaded, err := pairedLoader().Load(s.args([]string{"--config=$D/config.yaml"}))
	if err != nil {
		t.Fatal(s.hide(err.Error()))
	}
	keys := loaded.Config.Zones[0].Keys
	if loaded.Config.TLS.KeyPassword != sentinel || keys[0].Secret != sentinel || keys[1].Secret != "${HOME}" {
		t.Errorf("got %q and %+v; text is text, also ${HOME}", loaded.Config.TLS.KeyPassword, keys)
	}
	if got := explained(s, loaded, "keyPassword"); got != `"***"  # password` {
		t.Errorf("explained as %s", got)
	}
	var shown bytes.Buffer
	fmt.Fprint(&shown, loaded.Explain(), loaded.Warnings, getConfigz(t))
	if strings.Contains(shown.String(), sentinel) {
		t.Errorf("a secret is shown:\n%s", shown.String())
	}
	for _, c := range []struct{ args, want string }{
		{"--config=$D/both.yaml", "$D/both.yaml:4:3: tls.keyPassword: Forbidden: tls.certFile is set, too (both.yaml:5): " +
			"keep one of them (flag --tls-key-password)"},
		{"--config=$D/inline.yaml --config-dir=$D/conf.d", "$D/inline.yaml:3:7: tls.keyPassword: Forbidden: tls.certFile " +
			"is set, too (a.conf:3): keep one of them (flag --tls-key-password)"},
		{"--config=$D/inline.yaml --tls-cert-file=$D/secrets/password", "$D/inline.yaml:3:7: tls.keyPassword: Forbidden: " +
			"tls.certFile is set, too (flag --tls-cert-file): keep one of them (flag --tls-key-password)"},
		{"--config=$D/missing.yaml", "$D/missing.yaml:3:7: tls.certFile: Invalid value: $D/none: the file does not exist " +
			"(flag --tls-cert-file)"},
		{"--config=$D/empty.yaml", "$D/empty.yaml:3:7: tls.certFile: Invalid value: $D/secrets/empty: the file is empty " +
			"(flag --tls-cert-file)"},
		{"--config=$D/bad.yaml", "$D/secrets/bad: tls.keyPassword: Invalid value: the reason is not shown, because it may " +
			"contain the secret (flag --tls-key-password)"},
		{"--tls-cert-file=$D/none",
			`--tls-cert-file: tls.certFile: Invalid value: $D/none: the file does not exist`},
	} {
		_, err := pairedLoader().Load(s.args(strings.Fields(c.args)))
		if err == nil || s.hide(err.Error()) != c.want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.args, err, c.want)
		}
	}
}

// TestSecretFilesAreWrittenByName writes the name of the file, and neither the secret nor a warning.
func TestSecretFilesAreWrittenByName(t *testing.T) {
	s := newSite(t, map[string]string{
		"config.yaml": v1Header + "tls: {certFile: password}\n", "password": sentinel + "\n",
		"elsewhere.yaml": v1Header + "tls: {certFile: /on/another/machine}\n",
	})
	run := func(args ...string) (string, error) {
		var out bytes.Buffer
		cmd := pairedLoader().Command(nil)
		cmd.SetArgs(s.args(args))
		cmd.SetOut(&out)
		cmd.SetErr(&out)
		err := cmd.Execute()
		return s.hide(out.String()), err
	}
	if out, err := run("--config=$D/config.yaml", "--write-config-to=$D/written.yaml"); err != nil || out != "" {
		t.Errorf("%v: %s", err, out)
	}
	written := s.hide(s.read("written.yaml"))
	if strings.Contains(written, sentinel) || !strings.Contains(written, "certFile: \"$D/password\"") &&
		!strings.Contains(written, "certFile: $D/password") {
		t.Errorf("written:\n%s", written)
	}
	again, err := pairedLoader().Load(s.args([]string{"--config=$D/written.yaml"}))
	if err != nil || again.Config.TLS.KeyPassword != sentinel {
		t.Errorf("%v", err)
	}
	if out, err := run("config", "validate", "$D/elsewhere.yaml"); err != nil {
		t.Errorf("a file of another machine: %v: %s", err, out)
	}
	if out, err := run("config", "validate", "--preflight", "$D/elsewhere.yaml"); err == nil || !strings.Contains(out,
		`elsewhere.yaml:3:7: tls.certFile: Invalid value: /on/another/machine: the file does not exist`) {
		t.Errorf("on this machine: %v: %s", err, out)
	}
}

// TestRotation replaces the file of a secret, names another one, and checks that the change is reported without it.
func TestRotation(t *testing.T) {
	const config = v1Header + "zones: [{name: z, file: z, keys: [{name: $D/key}]}]\n"
	s := newSite(t, map[string]string{"key": sentinel + "1\n"})
	s.write("config.yaml", strings.ReplaceAll(config, "$D", s.dir))
	inUse := make(chan string, 10)
	outcomes := s.watchWith(pairedLoader(componentconfig.WithTiming(filewatch.Timing{Settle: time.Millisecond,
		Poll: time.Hour}, time.Millisecond)),
		func(next *componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) {
			return func() { inUse <- next.Config.Zones[0].Keys[0].Secret }, nil
		}, "--config=$D/config.yaml")
	expect := func(what, secret string) {
		t.Helper()
		o := <-outcomes
		if !o.Committed || strings.Contains(fmt.Sprint(o.Changes), sentinel) {
			t.Fatalf("%s: %+v", what, o)
		}
		if got := <-inUse; got != secret {
			t.Errorf("%s: got %s, want %s", what, got, secret)
		}
	}
	s.replace("key", sentinel+"2\n")
	expect("rotated", sentinel+"2")

	s.replace("config.yaml", strings.ReplaceAll(s.read("config.yaml"), "/key", "/other"))
	var invalid componentconfig.Problems
	if o := <-outcomes; !errors.As(o.Err, &invalid) {
		t.Fatalf("the other file does not exist yet: %+v", o)
	}
	s.replace("other", sentinel+"3\n")
	if o := <-outcomes; o.Committed {
		t.Errorf("the name of the file is not hot: %+v", o)
	}
}

// TestSecretsUnderOddKeys: the keys of a map can be empty or have brackets in them, and the secrets of its values are
// found and masked all the same.
func TestSecretsUnderOddKeys(t *testing.T) {
	root := depotoptions.DepotConfigurationRoot()
	root.Fields = []descriptor.Field{
		{Path: "Zones[].Mode", Secret: true, SecretFile: "Zones[].Heat"}, {Path: "Zones[].Heat", File: &descriptor.File{}}}
	root.GatedValues = nil
	root.Validate = func(c *depot.DepotConfiguration) (errs field.ErrorList) {
		for key, zone := range c.Zones {
			errs = append(errs, field.Invalid(field.NewPath("zones").Key(key).Child("mode"), zone.Mode, "is not valid"))
		}
		return errs
	}
	l := componentconfig.New("depot", root, componentconfig.WithConfigFile())
	const header = "apiVersion: depot.config.example.io/v1beta1\nkind: DepotConfiguration\nzones:\n"
	s := newSite(t, map[string]string{
		"valid.yaml": header + "  '': {mode: " + sentinel + "}\n  'a[]b':\n    mode: " + sentinel + "\n  'c]d': {heat: f}\n",
		"both.yaml": header + "  '': {heat: f, mode: x}\n  'a[]b':\n    heat: f\n    mode: x\n" +
			"  'c]d[': {heat: f, mode: x}\n  e: {heat: none}\n",
		"f": sentinel,
	})
	for _, c := range []struct{ file, want string }{
		{"valid.yaml", "$D/f: zones[c]d].mode: Invalid value: is not valid\n" +
			"$D/valid.yaml:4:8: zones[].mode: Invalid value: is not valid\n" +
			"$D/valid.yaml:6:5: zones[a[]b].mode: Invalid value: is not valid"},
		{"both.yaml", "$D/both.yaml:4:17: zones[].mode: Forbidden: zones[].heat is set, too (both.yaml:4): keep " +
			"one of them\n" +
			"$D/both.yaml:7:5: zones[a[]b].mode: Forbidden: zones[a[]b].heat is set, too (both.yaml:6): keep one of them\n" +
			"$D/both.yaml:8:21: zones[c]d[].mode: Forbidden: zones[c]d[].heat is set, too (both.yaml:8): keep one of them\n" +
			"$D/both.yaml:9:7: zones[e].heat: Invalid value: $D/none: the file does not exist"},
	} {
		_, err := l.Load([]string{"--config=" + s.dir + "/" + c.file})
		if err == nil || s.hide(err.Error()) != c.want {
			t.Errorf("%s:\ngot  %v\nwant %s", c.file, err, c.want)
		}
	}
}

// TestWatchedContent: +path(watch: true) makes the content of a file a change with the class of the field. What the
// component refuses is tried again, and a file that does not exist yet is one without content.
func TestWatchedContent(t *testing.T) {
	root := options.RelayConfigurationRoot()
	root.Fields = append(root.Fields,
		descriptor.Field{Path: "TLS.CertFile", Reload: componentconfig.ReloadHot,
			File: &descriptor.File{Kind: descriptor.RegularFile, Watch: true}},
		descriptor.Field{Path: "Zones[].File", File: &descriptor.File{Kind: descriptor.RegularFile, Watch: true}})
	l := componentconfig.New("relay", root, componentconfig.WithConfigFile(), componentconfig.ForOS("linux"),
		componentconfig.WithFeatureGates("FeatureGates", allOn),
		componentconfig.WithTiming(filewatch.Timing{Settle: time.Millisecond, Poll: time.Hour}, time.Millisecond))
	s := newSite(t, map[string]string{
		"config.yaml": v1Header + "tls: {certFile: cert}\nzones: [{name: z, file: zone}]\n", "cert": "\xff1", "zone": "a",
	})
	outcomes := s.watchWith(l, func(*componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) {
		if !strings.HasSuffix(s.read("cert"), s.read("cert.key")) {
			return nil, errors.New("the key is of another certificate")
		}
		return func() {}, nil
	}, "--config=$D/config.yaml")
	expect := func(what, changes, err string) {
		t.Helper()
		o := <-outcomes
		got := fmt.Sprint(o.Err)
		if o.Err == nil {
			got = fmt.Sprint(o.Committed)
		}
		if shown := s.hide(fmt.Sprint(o.Changes)); shown != changes || s.hide(got) != err {
			t.Errorf("%s: %s, %s", what, shown, s.hide(got))
		}
	}
	s.write("cert.key", "1")
	s.replace("cert", "\xff2")
	const hot = `[tls.certFile: new content of $D/cert (hot, config.yaml:3)]`
	expect("a pair that does not match", hot, "the key is of another certificate")
	s.write("cert.key", "2") // It is not watched: the attempt that follows finds it.
	expect("tried again", hot, "true")
	s.replace("zone", "b")
	const cold = `zones[0].file: new content of $D/zone (restart, config.yaml:4)`
	expect("another class", "["+cold+"]", "the changed configuration takes effect after a restart: "+cold)
	s.replace("zone", "a")
	if o := <-outcomes; !o.Recovered {
		t.Errorf("the former content: %+v", o)
	}
	if err := os.Remove(filepath.Join(s.dir, "zone")); err != nil {
		t.Fatal(err)
	}
	expect("a file that is gone", "["+cold+"]", "the changed configuration takes effect after a restart: "+cold)
}
