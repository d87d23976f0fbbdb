package manager

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	cliflag "k8s.io/component-base/cli/flag"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/cache"
	ctrlconfig "sigs.k8s.io/controller-runtime/pkg/config"
	"sigs.k8s.io/controller-runtime/pkg/healthz"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	metricsserver "sigs.k8s.io/controller-runtime/pkg/metrics/server"
	"sigs.k8s.io/controller-runtime/pkg/webhook"

	"github.com/configgen/configgen/componentconfig/manager/config"
)

// Options are the options of a manager that c configures. What c leaves empty has the default of controller-runtime.
// What is not configuration, such as the scheme, is for the caller to set; functions for the TLS of the webhook server
// and of the metrics endpoint, such as [WithoutHTTP2], are called before c.TLS is applied. It returns an error if c.TLS
// is invalid.
func Options(c *config.ManagerConfiguration, tlsOpts ...func(*tls.Config)) (manager.Options, error) {
	configured, err := tlsOption(&c.TLS)
	if err != nil {
		return manager.Options{}, err
	}
	if configured != nil {
		tlsOpts = append(tlsOpts[:len(tlsOpts):len(tlsOpts)], configured)
	}
	if file := missingCertificate(&c.Metrics); file != "" {
		ctrl.Log.Info("The certificate of metrics.certDir does not exist; metrics have one that no CA has signed",
			"file", file)
	}
	return manager.Options{
		Cache: cacheOptions(&c.Cache),

		LeaderElection:             c.LeaderElection.LeaderElect,
		LeaderElectionResourceLock: c.LeaderElection.ResourceLock,
		LeaderElectionNamespace:    c.LeaderElection.ResourceNamespace,
		LeaderElectionID:           c.LeaderElection.ResourceName,
		LeaseDuration:              unlessZero(c.LeaderElection.LeaseDuration),
		RenewDeadline:              unlessZero(c.LeaderElection.RenewDeadline),
		RetryPeriod:                unlessZero(c.LeaderElection.RetryPeriod),

		Metrics: metricsserver.Options{
			BindAddress:   c.Metrics.BindAddress,
			SecureServing: c.Metrics.SecureServing,
			CertDir:       c.Metrics.CertDir,
			CertName:      c.Metrics.CertName,
			KeyName:       c.Metrics.KeyName,
			TLSOpts:       tlsOpts,
		},
		WebhookServer: listening(webhook.NewServer(webhookOptions(&c.Webhook, tlsOpts)), c.Webhook.Port),

		HealthProbeBindAddress: c.Health.HealthProbeBindAddress,
		ReadinessEndpointName:  c.Health.ReadinessEndpointName,
		LivenessEndpointName:   c.Health.LivenessEndpointName,
		PprofBindAddress:       c.PprofBindAddress,

		GracefulShutdownTimeout: unlessNil(c.GracefulShutdownTimeout),
		Controller: ctrlconfig.Controller{
			GroupKindConcurrency:    c.Controller.GroupKindConcurrency,
			MaxConcurrentReconciles: c.Controller.MaxConcurrentReconciles,
			CacheSyncTimeout:        c.Controller.CacheSyncTimeout.Duration,
			ReconciliationTimeout:   c.Controller.ReconciliationTimeout.Duration,
			RecoverPanic:            c.Controller.RecoverPanic,
		},
	}, nil
}

// missingCertificate is the certificate that c names, or its key, if that does not exist. The manager does not tell it.
func missingCertificate(c *config.MetricsConfiguration) string {
	if !c.SecureServing || c.BindAddress == "0" || c.CertDir == "" {
		return ""
	}
	for _, name := range []string{cmp.Or(c.CertName, "tls.crt"), cmp.Or(c.KeyName, "tls.key")} {
		file := filepath.Join(c.CertDir, name)
		if _, err := os.Stat(file); errors.Is(err, fs.ErrNotExist) {
			return file
		}
	}
	return ""
}

func webhookOptions(c *config.WebhookConfiguration, tlsOpts []func(*tls.Config)) webhook.Options {
	return webhook.Options{
		Host:         c.Host,
		Port:         c.Port,
		CertDir:      c.CertDir,
		CertName:     c.CertName,
		KeyName:      c.KeyName,
		ClientCAName: c.ClientCAName,
		TLSOpts:      tlsOpts,
	}
}

// listening returns a server that does not listen if the port is negative.
func listening(server webhook.Server, port int) webhook.Server {
	if port < 0 {
		return disabled{server}
	}
	return server
}

// disabled is a server of webhooks that does not listen. That of controller-runtime v0.25 is such with a negative port.
type disabled struct{ webhook.Server }

func (disabled) Start(context.Context) error { return nil }

func (disabled) StartedChecker() healthz.Checker { return healthz.Ping }

func cacheOptions(c *config.CacheConfiguration) cache.Options {
	options := cache.Options{SyncPeriod: unlessZero(c.SyncPeriod)}
	for _, namespace := range c.Namespaces {
		if options.DefaultNamespaces == nil {
			options.DefaultNamespaces = map[string]cache.Config{}
		}
		options.DefaultNamespaces[namespace] = cache.Config{}
	}
	return options
}

func unlessZero(d metav1.Duration) *time.Duration {
	if d.Duration == 0 {
		return nil
	}
	return &d.Duration
}

func unlessNil(d *metav1.Duration) *time.Duration {
	if d == nil {
		return nil
	}
	return &d.Duration
}

// tlsOption is nil if nothing is configured.
func tlsOption(c *config.TLSConfiguration) (func(*tls.Config), error) {
	if c.MinVersion == "" && len(c.CipherSuites) == 0 {
		return nil, nil
	}
	suites, err := cliflag.TLSCipherSuites(c.CipherSuites)
	if err != nil {
		return nil, err
	}
	version, err := cliflag.TLSVersion(c.MinVersion)
	if err != nil {
		return nil, err
	}
	return func(t *tls.Config) {
		if c.MinVersion != "" {
			t.MinVersion = version
		}
		if suites != nil {
			t.CipherSuites = suites
		}
	}, nil
}

// WithoutHTTP2 offers clients HTTP/1.1 alone. Servers without authentication of their own should not serve HTTP/2,
// because clients can make it expensive (CVE-2023-44487, CVE-2023-39325).
func WithoutHTTP2(t *tls.Config) { t.NextProtos = []string{"http/1.1"} }
