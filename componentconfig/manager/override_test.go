package manager_test

import (
	"crypto/tls"
	"net/http"
	"strings"
	"testing"
	"time"

	"k8s.io/utils/ptr"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"
	"sigs.k8s.io/yaml"

	operatormanager "github.com/configgen/configgen/componentconfig/manager"
	"github.com/configgen/configgen/componentconfig/manager/config/v1alpha1"
)

// program are the options of an operator that has flags for some of them.
func program(server webhook.Server) manager.Options {
	shared := append(make([]func(*tls.Config), 0, 2), operatormanager.WithoutHTTP2)
	if server == nil {
		server = webhook.NewServer(webhook.Options{Port: 9443, CertDir: "/flag", TLSOpts: shared})
	}
	return manager.Options{
		Metrics:                 metricsserver.Options{BindAddress: ":1", SecureServing: true, TLSOpts: shared},
		LeaderElection:          true,
		LeaderElectionID:        "lease",
		HealthProbeBindAddress:  ":2",
		GracefulShutdownTimeout: ptr.To(time.Second),
		WebhookServer:           server,
	}
}

func overridden(t *testing.T, file string, server webhook.Server, flags ...string) (manager.Options, error) {
	t.Helper()
	var c v1alpha1.ManagerConfiguration
	if err := yaml.UnmarshalStrict([]byte(file), &c); err != nil {
		t.Fatal(err)
	}
	return operatormanager.Override(program(server), &c, flags...)
}

// TestOverride: a file changes the options of a program that it sets, also to false and to zero, and those alone.
func TestOverride(t *testing.T) {
	got, err := overridden(t, `
webhook: {port: 9444}
metrics: {bindAddress: ":3", secureServing: false}
health: {healthProbeBindAddress: ":4"}
leaderElection: {leaderElect: false, leaseDuration: 30s}
controller: {maxConcurrentReconciles: 3}
cache: {namespaces: [one]}
gracefulShutdownTimeout: 0s
tls: {minVersion: VersionTLS13}
`, nil, "Metrics.BindAddress", "LeaderElection.LeaderElect", "Cache.SyncPeriod")
	if err != nil {
		t.Fatal(err)
	}
	server := got.WebhookServer.(*webhook.DefaultServer).Options
	if server.Port != 9444 || server.CertDir != "/flag" || len(server.TLSOpts) != 2 || len(got.Metrics.TLSOpts) != 2 {
		t.Errorf("the webhook server has %+v", server)
	}
	if got.Metrics.BindAddress != ":1" || got.Metrics.SecureServing || got.HealthProbeBindAddress != ":4" ||
		!got.LeaderElection || got.LeaderElectionID != "lease" || *got.LeaseDuration != 30*time.Second ||
		got.Controller.MaxConcurrentReconciles != 3 || len(got.Cache.DefaultNamespaces) != 1 ||
		*got.GracefulShutdownTimeout != 0 {
		t.Errorf("the options are %+v", got)
	}
	if got, err = overridden(t, "{}", nil, "LeaderElection.LeaderElect"); err != nil || !got.LeaderElection ||
		!got.Metrics.SecureServing || *got.GracefulShutdownTimeout != time.Second {
		t.Errorf("an empty file gives %+v, %v", got, err)
	}
}

// own is a webhook server of the program's.
type own struct{ webhook.Server }

func (own) WebhookMux() *http.ServeMux { return nil }

// TestWhatCannotBeOverridden is an error.
func TestWhatCannotBeOverridden(t *testing.T) {
	for file, want := range map[string]string{
		"webhook: {port: 1}":            "webhook and tls have no effect on the webhook server of this operator",
		"tls: {minVersion: unknown}":    "unknown",
		"controller: {}":                "",
		"metrics: {bindAddress: ':10'}": "",
	} {
		if _, err := overridden(t, file, own{}); (err == nil) != (want == "") ||
			err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", file, err, want)
		}
	}
	if _, err := overridden(t, "{}", nil, "Metrics.Address"); err == nil ||
		!strings.Contains(err.Error(), "does not have the field Metrics.Address") {
		t.Errorf("a field that does not exist: %v", err)
	}
}
