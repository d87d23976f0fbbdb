// Command relay is a component that has configuration and nothing else.
package main

import (
	"context"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/util/validation/field"
	"k8s.io/apimachinery/pkg/util/version"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/gates"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
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
	loader := componentconfig.New("relay", options.RelayConfigurationRoot(),
		componentconfig.WithDescription("Relays DNS queries.", ""),
		componentconfig.WithFlags(flags.AddFlags, func() field.ErrorList { return options.ValidateRelayFlags(flags) }), componentconfig.WithFeatureGates("FeatureGates", features.Set),
		componentconfig.WithConfigFile(), componentconfig.WithConfigDir(""), componentconfig.WithInstanceConfig(options.RelayInstanceConfigurationRoot()),
		componentconfig.WithExplainConfig(), componentconfig.WithWriteConfigTo(), componentconfig.WithConfigz())
	os.Exit(loader.Main(func(_ context.Context, c *componentconfig.Loaded[relay.RelayConfiguration]) error {
		_, err := fmt.Printf("listening on %s, port %d\n", c.Config.BindAddress, c.Config.Port)
		return err
	}))
}
