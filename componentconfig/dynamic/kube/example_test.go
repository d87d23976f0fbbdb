package kube_test

import (
	"context"
	"fmt"
	"os"

	"k8s.io/client-go/rest"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/kube"
	"github.com/configgen/configgen/componentconfig/testdata/shipper"
	"github.com/configgen/configgen/componentconfig/testdata/shipper/options"
)

// The dynamic configuration of a component comes from the key shipper.yaml of the ConfigMap edge/shipper.
func Example() {
	source := func(*componentconfig.Loaded[shipper.ShipperConfiguration]) (dynamic.Source, error) {
		cluster, err := rest.InClusterConfig()
		if err != nil {
			return nil, err
		}
		return kube.NewSource(cluster, &kube.ConfigSource{
			ConfigMap: &kube.ConfigMapSource{Namespace: "edge", Name: "shipper", Key: "shipper.yaml"},
		}, kube.Options{Component: "shipper"})
	}
	loader := componentconfig.New("shipper", options.ShipperConfigurationRoot(), componentconfig.WithConfigFile(),
		dynamic.WithConfigFrom(source, dynamic.Options{}))
	os.Exit(loader.Main(func(ctx context.Context, c *componentconfig.Loaded[shipper.ShipperConfiguration]) error {
		fmt.Printf("%d lines at a time\n", c.Config.Lines)
		<-ctx.Done()
		return nil
	}))
}
