// Command relay is a DNS server at the edge of a network. It shows how a component uses the code that configgen
// generates; see README.md of the module.
package main

import (
	"fmt"
	"os"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configcommand"
	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/kube"
	"github.com/configgen/configgen/componentconfig/reloadmetrics"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/options"
	"github.com/configgen/configgen/examples/sampleconfig/internal/features"
	"k8s.io/client-go/rest"
	"k8s.io/client-go/tools/clientcmd"
)

func main() {
	p, err := newProcess(os.Args[1:])
	if err != nil {
		fmt.Fprintln(os.Stderr, "relay: "+err.Error())
		os.Exit(1)
	}
	os.Exit(p.loader.Main(p.run))
}

// newProcess enables all options of componentconfig. It returns an error if features are declared inconsistently.
func newProcess(arguments []string) (*process, error) {
	known, err := features.New()
	if err != nil {
		return nil, err
	}
	p := &process{arguments: arguments, flags: options.NewRelayFlags(), gates: known}
	p.loader = componentconfig.New("relay", options.RelayConfigurationRoot(),
		componentconfig.WithDescription(
			"The relay answers DNS queries from hosts files and a cache, and forwards the others to upstream servers.", ""),
		componentconfig.WithFlags(p.flags.AddFlags, p.validateFlags),
		componentconfig.WithFeatureGates("FeatureGates", p.gates.Set),
		componentconfig.WithFlags(p.gates.AddEmulatedVersionFlag),
		componentconfig.WithConfigFile(), componentconfig.WithConfigDir("", ".yaml"),
		componentconfig.WithInstanceConfig(options.RelayInstanceConfigurationRoot()),
		componentconfig.WithWriteConfigTo(), componentconfig.WithExplainConfig(), componentconfig.WithConfigz(),
		componentconfig.WithPreflight(),
		componentconfig.WithVersion(features.Version), reloadmetrics.WithMetrics(),
		dynamic.WithConfig(dynamic.Options{Open: kube.Options{Component: "relay", Version: features.Version}.Open(cluster)}),
		configcommand.WithCommand())
	return p, nil
}

// cluster returns the client configuration for the server that can assign configurations: from KUBECONFIG, or from the
// pod that the relay runs in.
func cluster() (*rest.Config, error) {
	if kubeconfig := os.Getenv("KUBECONFIG"); kubeconfig != "" {
		return clientcmd.BuildConfigFromFlags("", kubeconfig)
	}
	return rest.InClusterConfig()
}
