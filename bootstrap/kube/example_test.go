package kube_test

import (
	"context"
	"fmt"
	"os"

	"k8s.io/client-go/rest"

	"github.com/configgen/configgen/bootstrap"
	"github.com/configgen/configgen/bootstrap/kube"
	"github.com/configgen/configgen/bootstrap/lkg"
	"github.com/configgen/configgen/bootstrap/testdata/shipper"
	"github.com/configgen/configgen/bootstrap/testdata/shipper/options"
)

// The dynamic configuration of a component comes from the key shipper.yaml of the ConfigMap edge/shipper.
func Example() {
	source := func(*bootstrap.Loaded[shipper.ShipperConfiguration]) (lkg.Source, error) {
		cluster, err := rest.InClusterConfig()
		if err != nil {
			return nil, err
		}
		return kube.NewForConfig(cluster, &kube.ConfigSource{
			ConfigMap: &kube.ConfigMapSource{Namespace: "edge", Name: "shipper", Key: "shipper.yaml"},
		}, kube.Options{Component: "shipper"})
	}
	loader := bootstrap.New("shipper", options.ShipperConfigurationRoot(), bootstrap.ConfigFile(),
		bootstrap.DynamicConfigFrom(source, lkg.AfterUptime(), lkg.Options{}))
	os.Exit(loader.Main(func(ctx context.Context, c *bootstrap.Loaded[shipper.ShipperConfiguration]) error {
		fmt.Printf("%d lines at a time\n", c.Config.Lines)
		<-ctx.Done()
		return nil
	}))
}
