package dynamic

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
	"github.com/configgen/configgen/descriptor"
)

// TestNoStatusShowsAMistypedSecret pushes configurations with mistakes in or near a secret, and looks for it in the
// status, whose condition is the text of an event, and in the warnings. What the loader itself says of many more
// mistakes is tested beside it.
func TestNoStatusShowsAMistypedSecret(t *testing.T) {
	const sentinel = "xyzzy-Plugh-42"
	m := newMachine(t)
	for _, text := range []string{
		"tls: {keyPasword: SECRET}\n",
		"tls: {keyPassword:SECRET}\n",
		"tls: {keyPassword SECRET}\n",
		"tls: {keyPassword: [SECRET]}\n",
		"tls: {keyPassword: {SECRET: 1}}\n",
		"tls: {keyPassword: &SECRET [*SECRET]}\n",
		"tls: {keyPassword: \"\\SECRET\"}\n",
		"tls: {keyPassword: SECRET}\nport: x\n",
		"tls: {keyPassword: SECRET}\nport: 0\ntimeout: SECRET\n",
		"tls:\n  keyPassword: SECRET\n keyPassword: x\n",
		"keyPassword: SECRET\n",
		"tls: keyPassword=SECRET\n",
		"zones: [{name: z, file: z, keys: [{name: k, secrt: SECRET}]}]\n",
	} {
		m.source.push(v1Header + strings.ReplaceAll(text, "SECRET", sentinel))
		var status Status
		out := m.start(func(out *componentconfig.Loaded[relay.RelayConfiguration]) {
			status = ControllerOf(out).Status()
		})
		m.wants(out, LayerLocal, 1)
		if status.Condition.Reason != ReasonRejected || !strings.Contains(status.Condition.Message, "pushed.yaml") {
			t.Errorf("%s: the condition is %+v, want one that says what is rejected, and where", text, status.Condition)
		}
		shown, err := json.Marshal(status)
		if err != nil {
			t.Fatal(err)
		}
		if all := string(shown) + fmt.Sprint(status, out.Warnings); strings.Contains(all, sentinel) {
			t.Errorf("%s: the secret is in %s", text, all)
		}
	}
}

// TestSecretFilesOfPushedConfigurations pushes a configuration that names the file of a secret, and rotates the file.
func TestSecretFilesOfPushedConfigurations(t *testing.T) {
	m := newMachine(t)
	m.write("password", "first\n")
	root := options.RelayConfigurationRoot()
	root.Fields = append(root.Fields, descriptor.Field{Path: "TLS.KeyPassword", SecretFile: "TLS.CertFile"})
	allOn := func([]componentconfig.Gate) componentconfig.Gates {
		return componentconfig.Gates{Enabled: func(string) bool { return true }, Commit: func() {}}
	}
	l := componentconfig.New("relay", root, componentconfig.WithConfigFile(),
		componentconfig.WithFeatureGates("FeatureGates", allOn), WithConfig(Options{Source: m.source, Build: "build"}))
	m.source.push(v1Header + "tls: {certFile: password}\n")
	out, err := l.Load(m.args)
	if err != nil {
		t.Fatal(err)
	}
	defer ControllerOf(out).Close() //nolint:errcheck // The test is over.
	if got := out.Config.TLS.KeyPassword; got != "first" || ControllerOf(out).decision.Layer != LayerAssigned {
		t.Fatalf("got %q of %s", got, ControllerOf(out).decision)
	}
	ctx, stop := context.WithCancel(context.Background())
	reports, done := make(chan componentconfig.ReloadResult, 10), make(chan error)
	go func() {
		done <- l.Watch(ctx, m.args, out, componentconfig.Activation[relay.RelayConfiguration]{
			Report: func(r componentconfig.ReloadResult) { reports <- r },
		})
	}()
	m.write("password.tmp", "second\n")
	if err := os.Rename(filepath.Join(m.dir, "password.tmp"), filepath.Join(m.dir, "password")); err != nil {
		t.Fatal(err)
	}
	if r := <-reports; fmt.Sprint(r.Err) != "the changed configuration takes effect after a restart: tls.keyPassword: "+
		"*** -> *** (restart, password)" {
		t.Errorf("got %+v", r)
	}
	stop()
	if err := <-done; err != nil {
		t.Error(err)
	}
}
