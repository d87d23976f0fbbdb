// Command relay is a DNS server at the edge of a network. It shows how a component is put together from what configgen
// generates: see README.md two folders up.
package main

import (
	"fmt"
	"os"

	"github.com/configgen/configgen/bootstrap"
	"github.com/configgen/configgen/bootstrap/lkg"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/options"
	"github.com/configgen/configgen/examples/sampleconfig/internal/features"
)

func main() {
	p, err := newProcess(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "relay: "+err.Error())
		os.Exit(1)
	}
	os.Exit(p.loader.Main(p.run))
}

// newProcess offers all that bootstrap has. The error says that the relay's features are declared wrongly.
func newProcess(arguments []string) (*process, error) {
	known, err := features.New()
	if err != nil {
		return nil, err
	}
	p := &process{arguments: arguments, flags: options.NewRelayFlags(), gates: known}
	p.loader = bootstrap.New("relay", options.RelayConfigurationRoot(),
		bootstrap.Description("The relay answers DNS queries from hosts files and a cache, and forwards the others to upstream servers.", ""),
		bootstrap.Flags(p.flags.AddFlags, p.validateFlags), bootstrap.FeatureGates("FeatureGates", p.gates.Set), bootstrap.Flags(p.gates.AddEmulatedVersionFlag),
		bootstrap.ConfigFile(), bootstrap.ConfigDir("", ".yaml"), bootstrap.InstanceConfig(options.RelayInstanceConfigurationRoot()),
		bootstrap.WriteConfigTo(), bootstrap.ExplainConfig(), bootstrap.Configz(),
		bootstrap.DynamicConfig(nil, lkg.AfterUptime(), lkg.Options{}))
	return p, nil
}
