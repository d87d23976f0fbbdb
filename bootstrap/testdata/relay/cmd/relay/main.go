// Command relay is a whole component, as far as its configuration goes.
package main

import (
	"context"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/version"

	"github.com/configgen/configgen/bootstrap"
	"github.com/configgen/configgen/bootstrap/gates"
	"github.com/configgen/configgen/bootstrap/testdata/relay"
	"github.com/configgen/configgen/bootstrap/testdata/relay/options"
)

func main() {
	declared, err := relay.NewFeatureGate(version.MustParse("1.0"))
	if err != nil {
		panic(err)
	}
	features, err := gates.New(declared)
	if err != nil {
		panic(err)
	}
	flags := options.NewRelayFlags()
	loader := bootstrap.New("relay", options.RelayConfigurationRoot(),
		bootstrap.Description("Relays DNS queries.", ""),
		bootstrap.Flags(flags.AddFlags, func() field.ErrorList { return options.ValidateRelayFlags(flags) }), bootstrap.FeatureGates("FeatureGates", features.Set),
		bootstrap.ConfigFile(), bootstrap.ConfigDir(""), bootstrap.InstanceConfig(options.RelayInstanceConfigurationRoot()),
		bootstrap.ExplainConfig(), bootstrap.WriteConfigTo(), bootstrap.Configz())
	os.Exit(loader.Main(func(_ context.Context, c *bootstrap.Loaded[relay.RelayConfiguration]) error {
		_, err := fmt.Printf("listening on %s, port %d\n", c.Config.BindAddress, c.Config.Port)
		return err
	}))
}
