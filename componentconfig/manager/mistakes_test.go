package manager_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	"k8s.io/client-go/kubernetes/scheme"
	ctrlmanager "sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/webhook"

	"github.com/configgen/configgen/componentconfig/manager"
	"github.com/configgen/configgen/componentconfig/manager/config"
	"github.com/configgen/configgen/componentconfig/manager/config/v1alpha1"
)

// expect loads a file with the lines, which must be refused with a message that has the text, or accepted if that is
// empty.
func expect(t *testing.T, lines, want string) {
	t.Helper()
	header := strings.Join(strings.SplitN(everything, "\n", 3)[:2], "\n") + "\n"
	_, err := load(t, header+lines+"\n")
	if want == "" && err != nil || want != "" && (err == nil || !strings.Contains(err.Error(), want)) {
		t.Errorf("%s: got %v; want %q", lines, err, want)
	}
}

// TestMistakes loads files with mistakes that controller-runtime reports at the start, or not at all.
func TestMistakes(t *testing.T) {
	for file, want := range map[string]string{
		"metrics: {bindAddress: 8443}":                                 "operator.yaml:3:24: metrics.bindAddress",
		"metrics: {bindAddress: ':metrics-of-mine'}":                   "must be an address with a port, as in",
		"health: {healthProbeBindAddress: nowhere}":                    "health.healthProbeBindAddress",
		"metrics: {bindAddress: 'localhost:'}":                         "metrics.bindAddress",
		"health: {readinessEndpointName: readyz}":                      "must be a path, as in /readyz",
		"health: {livenessEndpointName: GET /live}":                    "health.livenessEndpointName",
		"health: {livenessEndpointName: /readyz}":                      "must differ from readinessEndpointName",
		"pprofBindAddress: '6060'":                                     "pprofBindAddress",
		"webhook: {port: 70000}":                                       "webhook.port",
		"webhook: {port: -2}":                                          "webhook.port",
		"webhook: {host: 'localhost:9443'}":                            "must be a host name or an IP address",
		"webhook: {host: '[::1]'}":                                     "webhook.host",
		"webhook: {keyName: /tls/tls.key}":                             "must be the name of a file in certDir",
		"metrics: {certName: /tls/tls.crt}":                            "metrics.certName",
		"metrics: {bindAddress: '*:8443'}":                             "metrics.bindAddress",
		"metrics: {bindAddress: ':8081'}":                              "must differ from metrics.bindAddress",
		"health: {readinessEndpointName: '/r?a'}":                      "health.readinessEndpointName",
		"tls: {minVersion: VersionTLS11}":                              "tls.minVersion",
		"tls: {cipherSuites: [NONE]}":                                  "tls.cipherSuites[0]",
		"tls: {cipherSuites: [TLS_RSA_WITH_RC4_128_SHA]}":              "tls.cipherSuites[0]",
		"tls: {cipherSuites: [TLS_AES_128_GCM_SHA256]}":                "tls.cipherSuites[0]",
		"tls: {minVersion: VersionTLS13, cipherSuites: [X]}":           "may not be specified when minVersion is",
		"leaderElection: {resourceLock: endpoints}":                    "leaderElection.resourceLock",
		"leaderElection: {resourceName: My Lease}":                     "leaderElection.resourceName",
		"leaderElection: {resourceNamespace: Kube_System}":             "leaderElection.resourceNamespace",
		"leaderElection: {leaseDuration: 900ms}":                       "must be at least 1s",
		"leaderElection: {leaseDuration: 1s}":                          "leaderElection.leaseDuration",
		"leaderElection: {leaseDuration: 10.9s, renewDeadline: 10.5s}": "leaderElection.leaseDuration",
		"leaderElection: {renewDeadline: 2s}":                          "must be greater than 1.2 times retryPeriod",
		"leaderElection: {retryPeriod: -1s}":                           "leaderElection.retryPeriod",
		"controller: {maxConcurrentReconciles: 1000000000}":            "controller.maxConcurrentReconciles",
		"controller: {groupKindConcurrency: {Pod: 20000}}":             "controller.groupKindConcurrency[Pod]",
		"cache: {syncPeriod: 1ms}":                                     "must be at least 1s, or 0",
		"leaderElection: {retryPeriod: 1ms}":                           "must be at least 100ms",
		"health: {livenessEndpointName: '/%61'}":                       "health.livenessEndpointName",
		"controller: {groupKindConcurrency: {Pod: 0}}":                 "controller.groupKindConcurrency[Pod]",
		"cache: {namespaces: [Default]}":                               "cache.namespaces[0]",
		"cacheNamespace: default":                                      "cacheNamespace",
		"clientConnection: {burst: -1}":                                "clientConnection.burst",
		"controller: {cacheSyncTimeout: 120000000000}":                 "controller.cacheSyncTimeout",
		"leaderElection: {leaderElect: true, resourceName: }":          "",
	} {
		expect(t, file, want)
	}
}

// TestNoMistakes loads what is unusual, and what a manager can use.
func TestNoMistakes(t *testing.T) {
	for _, lines := range []string{
		"webhook: {port: -1, host: '::1'}",
		"webhook: {certName: sub/tls.crt}",
		"metrics: {bindAddress: '[fe80::1%eth0]:8443'}",
		"metrics: {bindAddress: 'localhost.:8443'}\nwebhook: {host: my_host}",
		"metrics: {bindAddress: '127.0.0.1:80'}\npprofBindAddress: '127.0.0.2:80'",
		"metrics: {bindAddress: ':0'}\npprofBindAddress: ':0'",
		"leaderElection: {leaseDuration: 11s, renewDeadline: 10.9s}",
	} {
		expect(t, lines, "")
	}
}

// TestKinds: a key that no kind of an object is written as is refused, with what to write.
func TestKinds(t *testing.T) {
	for _, kind := range []string{"Pod", "Deployment.apps", "Relay.v.example.com", "IPAddress.networking.k8s.io"} {
		expect(t, "controller: {groupKindConcurrency: {"+kind+": 1}}", "")
	}
	for _, key := range []string{
		"apps/v1 Deployment", "deployments.apps", "Pod.", ".apps", "Pod.core", "Job.v1.batch", "Pod.v1", "Pod/core", "*",
	} {
		expect(t, "controller: {groupKindConcurrency: {'"+key+"': 1}}", "controller.groupKindConcurrency["+key+
			`]: Invalid value: "`+key+`": must be a kind and its group, as in Deployment.apps, or Pod for the core group`)
	}
}

// TestKindsOfTheOperator: a kind that the scheme does not have is refused, with suggestions of similar kinds.
func TestKindsOfTheOperator(t *testing.T) {
	c := &config.ControllerConfiguration{GroupKindConcurrency: map[string]int{"Deployment.apps": 1, "Pod": 1}}
	if err := manager.CheckKinds(c, scheme.Scheme); err != nil {
		t.Error(err)
	}
	c.GroupKindConcurrency = map[string]int{"Deployments.apps": 1, "Deployment": 2, "Relay.example.com": 3}
	const did = ": the operator does not know this kind; did you mean Deployment.apps or Deployment.extensions?"
	want := strings.NewReplacer("AT", "controller.groupKindConcurrency", "DID", did).Replace(
		`[AT[Deployment]: Invalid value: "Deployment"DID, AT[Deployments.apps]: Invalid value: "Deployments.apps"DID, ` +
			`AT[Relay.example.com]: Invalid value: "Relay.example.com": the operator does not know this kind]`)
	if err := manager.CheckKinds(c, scheme.Scheme); err == nil || err.Error() != want {
		t.Errorf("got %v; want %s", err, want)
	}
}

// TestWebhooksOff: with the port -1 no minor version of controller-runtime listens for webhooks.
func TestWebhooksOff(t *testing.T) {
	o, err := manager.Options(&config.ManagerConfiguration{Webhook: config.WebhookConfiguration{Port: -1}})
	if err != nil {
		t.Fatal(err)
	}
	port := -1
	over, err := manager.Override(ctrlmanager.Options{}, &v1alpha1.ManagerConfiguration{
		Webhook: v1alpha1.WebhookConfiguration{Port: &port}})
	if err != nil {
		t.Fatal(err)
	}
	for _, server := range []webhook.Server{o.WebhookServer, over.WebhookServer} {
		server.Register("/mutate", http.NotFoundHandler())
		if err := server.Start(context.Background()); err != nil {
			t.Error(err)
		}
		if err := server.StartedChecker()(nil); err != nil {
			t.Error(err)
		}
	}
}
