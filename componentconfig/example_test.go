package componentconfig_test

import (
	"context"
	"fmt"
	"os"

	"k8s.io/apimachinery/pkg/util/version"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/gates"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
)

// newLoader is code of a component: the options add its flags that are not configuration.
func newLoader() (*componentconfig.Loader[relay.RelayConfiguration], error) {
	known, err := relay.NewFeatureGate(version.MustParse("1.4"))
	if err != nil {
		return nil, err
	}
	features, err := gates.New(known)
	if err != nil {
		return nil, err
	}
	return componentconfig.New("relay", options.RelayConfigurationRoot(),
		componentconfig.WithConfigFile(), componentconfig.WithConfigDir("/etc/relay.conf.d"),
		componentconfig.WithExplainConfig(), componentconfig.WithFeatureGates("FeatureGates", features.Set)), nil
}

// Load returns the configuration, and says where each value comes from.
func ExampleLoader_Load() {
	loader, err := newLoader()
	if err != nil {
		panic(err)
	}
	loaded, err := loader.Load([]string{"--port=5353"})
	if err != nil {
		fmt.Println(err) // All mistakes, one a line.
		return
	}
	fmt.Println(loaded.Config.Port, loaded.Origins().Of("port")[0])
	fmt.Println(loaded.Config.BindAddress, loaded.Origins().Of("bindAddress")[0])

	_, err = loader.Load([]string{"--prot=5353"})
	fmt.Println(err)
	// Output:
	// 5353 flag --port
	// 0.0.0.0 default
	// unknown flag --prot; did you mean --port?
}

// Main is all that the main function of a component calls.
func ExampleLoader_Main() {
	loader, err := newLoader()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(loader.Main(func(ctx context.Context, loaded *componentconfig.Loaded[relay.RelayConfiguration]) error {
		fmt.Println("listening on port", loaded.Config.Port)
		<-ctx.Done()
		return nil
	}))
}

// Watch passes changed files on. Prepare builds what the new configuration needs; nothing changes if it fails.
func ExampleLoader_Watch() {
	loader, err := newLoader()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	os.Exit(loader.Main(func(ctx context.Context, loaded *componentconfig.Loaded[relay.RelayConfiguration]) error {
		return loader.Watch(ctx, os.Args[1:], loaded, componentconfig.Activation[relay.RelayConfiguration]{
			Prepare: func(_ context.Context, next *componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) {
				return func() { fmt.Println("the timeout is", next.Config.Timeout.Duration) }, nil
			},
			Report: func(result componentconfig.ReloadResult) { fmt.Println(result.Committed, result.Err) },
		})
	}))
}
