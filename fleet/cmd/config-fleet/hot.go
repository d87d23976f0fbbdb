package main

import (
	"context"
	"net/http"
	"os"
	"runtime/debug"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/manager"
	"github.com/configgen/configgen/componentconfig/running"
	"k8s.io/klog/v2"
	"sigs.k8s.io/controller-runtime/pkg/metrics/filters"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"

	"github.com/configgen/configgen/fleet/internal/config"
)

// activation changes what has +reload=hot while the manager runs, and logs what takes a restart.
func activation(client *manager.Client) componentconfig.Activation[config.ConfigFleetConfiguration] {
	return componentconfig.Activation[config.ConfigFleetConfiguration]{
		Prepare: func(ctx context.Context, next *loaded) (func(), error) {
			return func() {
				client.SetLimits(&next.Config.ClientConnection)
				if err := manager.SetVerbosity(next.Config.Logging.Verbosity); err != nil {
					klog.FromContext(ctx).Error(err, "The verbosity of the log has not changed")
				}
			}, nil
		},
		Report: func(result componentconfig.ReloadResult) { result.Log(klog.Background()) },
	}
}

// secured shows metrics, and the pages of the configuration, to those whom the API server permits it. Without TLS,
// everybody could read a token, so there are no pages then.
func secured(opts *metricsserver.Options, first *loaded) {
	if !opts.SecureServing {
		return
	}
	pages := running.NewMux(first)
	opts.ExtraHandlers = map[string]http.Handler{"/configz": pages, "/configz/": pages}
	opts.FilterProvider = filters.WithAuthenticationAndAuthorization
}

// inPod reports whether the process is in a pod, whose namespace a manager finds by itself.
func inPod() bool {
	_, err := os.Stat("/var/run/secrets/kubernetes.io/serviceaccount/namespace")
	return err == nil
}

// version returns the version of the module, which is known to programs of go install and of a release. In the program
// of a release, the module is one of the dependencies. It returns "(devel)" if the version is unknown.
func version() string {
	info, _ := debug.ReadBuildInfo()
	return versionIn(info)
}

func versionIn(info *debug.BuildInfo) string {
	const module = "github.com/configgen/configgen/fleet"
	if info == nil {
		return "(devel)"
	}
	for _, m := range append(info.Deps, &info.Main) {
		if m.Path == module {
			return m.Version
		}
	}
	return "(devel)"
}
