package kube_test

import (
	"context"
	"fmt"
	"os"

	"k8s.io/client-go/rest"

	"github.com/configgen/configgen/bootstrap"
	"github.com/configgen/configgen/bootstrap/kube"
	"github.com/configgen/configgen/bootstrap/lkg"
	"github.com/configgen/configgen/bootstrap/testdata/relay"
	"github.com/configgen/configgen/bootstrap/testdata/relay/options"
)

// The dynamic configuration of a component comes from the key relay.yaml of the ConfigMap edge/relay.
func Example() {
	source := func(*bootstrap.Loaded[relay.RelayConfiguration]) (lkg.Source, error) {
		cluster, err := rest.InClusterConfig()
		if err != nil {
			return nil, err
		}
		return kube.NewForConfig(cluster, &kube.ConfigSource{
			ConfigMap: &kube.ConfigMapSource{Namespace: "edge", Name: "relay", Key: "relay.yaml"},
		}, kube.Options{Component: "relay"})
	}
	loader := bootstrap.New("relay", options.RelayConfigurationRoot(), bootstrap.ConfigFile(),
		bootstrap.DynamicConfigFrom(source, lkg.AfterUptime(), lkg.Options{}))
	os.Exit(loader.Main(func(ctx context.Context, c *bootstrap.Loaded[relay.RelayConfiguration]) error {
		fmt.Printf("port %d\n", c.Config.Port)
		<-ctx.Done()
		return nil
	}))
}
