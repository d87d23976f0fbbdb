package certmanager

import (
	"context"
	"io"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	cainjectoroptions "example.com/replacements/certmanager/cainjector/options"
	controlleroptions "example.com/replacements/certmanager/controller/options"
	webhookoptions "example.com/replacements/certmanager/webhook/options"
	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
)

// lost are configurations that no file gives, with what would be lost: their flags set what the defaults set in another
// way.
var lost = map[string]string{
	"controller/gw flag": "enableGatewayAPI, enableGatewayAPIListenerSet; a zero in a file means that the field is not " +
		"set",
	"controller/gw flag over old":       "enableGatewayAPI",
	"controller/controllers empty flag": "controllers; a zero in a file means that the field is not set",
}

// TestRoundTrip writes what each file and command line comes to, and loads it back.
func TestRoundTrip(t *testing.T) {
	write, load, written := map[string]func(args []string) error{
		"controller": writing("controller", controlleroptions.ControllerConfigurationRoot()),
		"webhook":    writing("webhook", webhookoptions.WebhookConfigurationRoot()),
		"cainjector": writing("cainjector", cainjectoroptions.CAInjectorConfigurationRoot()),
	}, loaders(t), 0
	for _, r := range rows(t) {
		component, name := r.names()
		t.Run(name, func(t *testing.T) {
			args, dir := r.start(t)
			config, _, err := load[component](args)
			if err != nil {
				return // The row is compared by TestCases.
			}
			file := filepath.Join(dir, "written.yaml")
			err = write[component](append([]string{"--write-config-to=" + file}, args...))
			if reason := lost[name]; reason != "" {
				if err == nil || !strings.HasSuffix(err.Error(), "version v1alpha1 does not preserve "+reason) {
					t.Errorf("got %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			again, _, err := load[component]([]string{"--config=" + file})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tree(t, config, dir), tree(t, again, dir)); diff != "" {
				t.Errorf("effective configuration (-once +written and loaded back):\n%s", diff)
			}
			written++
		})
	}
	if written < 100 {
		t.Errorf("%d configurations were written", written)
	}
}

func writing[T any](name string, root binding.Root[T]) func(args []string) error {
	loader := componentconfig.New(name, root, componentconfig.WithConfigFile(), componentconfig.WithWriteConfigTo(),
		componentconfig.WithArguments(func([]string) error { return nil }))
	return func(args []string) error {
		command := loader.Command(func(context.Context, *componentconfig.Loaded[T]) error { return nil })
		command.SetOut(io.Discard)
		command.SetErr(io.Discard)
		command.SetArgs(args)
		return command.Execute()
	}
}
