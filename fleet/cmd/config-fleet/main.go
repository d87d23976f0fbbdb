// Command config-fleet rolls configurations out: it moves the instances of each ConfigPool to the configuration of the
// pool in waves, and stops if one of them reports that it does not work.
//
//	config-fleet --config config-fleet.yaml         runs the controller; see --help
//	config-fleet status relay -n edge               says which instances of a pool differ, why, and what to do
//	config-fleet config sample                      prints a configuration file with all fields
//
// The directory manifests of the module has a Deployment with the rights that it needs.
package main

import (
	"context"
	"errors"
	"os"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configcommand"
	"github.com/configgen/configgen/componentconfig/manager"
	"github.com/configgen/configgen/componentconfig/reloadmetrics"
	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/metrics"

	"github.com/configgen/configgen/fleet/internal/config"
	"github.com/configgen/configgen/fleet/internal/config/options"
	"github.com/configgen/configgen/fleet/internal/controller"
	"github.com/configgen/configgen/fleet/internal/status"
)

type (
	loader = componentconfig.Loader[config.ConfigFleetConfiguration]
	loaded = componentconfig.Loaded[config.ConfigFleetConfiguration]
)

func main() {
	from := newLoader()
	os.Exit(from.Main(func(ctx context.Context, first *loaded) error { return run(ctx, from, first) }))
}

// newLoader says where configuration comes from.
func newLoader() *loader {
	return componentconfig.New("config-fleet", options.ConfigFleetConfigurationRoot(), componentconfig.WithConfigFile(),
		componentconfig.WithDescription("Rolls configurations out to the instances of pools, in waves.", ""),
		componentconfig.WithSubcommand(status.NewCommand), configcommand.WithCommand(), componentconfig.WithConfigz(),
		componentconfig.WithExplainConfig(), componentconfig.WithWriteConfigTo(), componentconfig.WithVersion(version()),
		reloadmetrics.WithMetrics(metrics.Registry))
}

// run runs the manager until ctx is canceled. The process ends afterwards, so that the next leader need not wait.
func run(ctx context.Context, from *loader, first *loaded) error {
	c := first.Config
	if c.LeaderElection.LeaderElect && c.LeaderElection.ResourceNamespace == "" && !inPod() {
		return errors.New("the lease of the leader needs a namespace, because this is not a pod: specify " +
			"--leader-election-namespace, or --leader-elect=false")
	}
	ctrl.SetLogger(klog.Background())
	client, clientErr := manager.NewClient(&c.ClientConnection)
	opts, optionsErr := manager.Options(&c.ManagerConfiguration, manager.WithoutHTTP2)
	if err := errors.Join(logsapi.ValidateAndApply(&c.Logging, nil), clientErr, optionsErr); err != nil {
		return err
	}
	first.Log(klog.FromContext(ctx))
	opts.LeaderElectionConfig, opts.LeaderElectionReleaseOnCancel = client.LeaderElection, true
	secured(&opts.Metrics, first)
	controller.Prepare(&opts)
	mgr, err := ctrl.NewManager(client.Config, opts)
	if err != nil {
		return status.Explain(err)
	}
	var nodeNamespaces []string
	if c.Instances == config.InstancesNodes {
		nodeNamespaces = c.Cache.Namespaces
	}
	if err := errors.Join(mgr.AddHealthzCheck("healthz", healthz.Ping), mgr.AddReadyzCheck("readyz", healthz.Ping),
		controller.SetUp(mgr, nodeNamespaces)); err != nil {
		return err
	}
	go from.Watch(ctx, os.Args[1:], first, activation(client)) //nolint:errcheck // The error is always nil.
	return mgr.Start(ctx)
}
