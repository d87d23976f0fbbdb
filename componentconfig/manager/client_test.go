package manager_test

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	goruntime "runtime"
	"strconv"
	"strings"
	"testing"

	logsapi "k8s.io/component-base/logs/api/v1"
	"k8s.io/klog/v2"
	ctrl "sigs.k8s.io/controller-runtime"

	"github.com/configgen/configgen/componentconfig/manager"
	"github.com/configgen/configgen/componentconfig/manager/config"
)

const kubeconfig = `apiVersion: v1
kind: Config
clusters: [{name: one, cluster: {server: "http://127.0.0.1:1"}}]
contexts: [{name: one, context: {cluster: one}}]
current-context: one
`

// TestLimitsChange: the limits of a client change while it is in use, and the election of a leader has none.
func TestLimitsChange(t *testing.T) {
	c := config.ClientConnectionConfiguration{Kubeconfig: filepath.Join(t.TempDir(), "admin.conf"), QPS: 0.001, Burst: 2}
	want := "clientConnection.kubeconfig: stat " + c.Kubeconfig + ": no such file or directory"
	if _, err := manager.NewClient(&c); err == nil || goruntime.GOOS != "windows" && err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	if err := os.WriteFile(c.Kubeconfig, []byte(kubeconfig), 0o600); err != nil {
		t.Fatal(err)
	}
	client, err := manager.NewClient(&c)
	if err != nil {
		t.Fatal(err)
	}
	if client.Config.Host != "http://127.0.0.1:1" || client.LeaderElection.RateLimiter != nil ||
		client.LeaderElection.QPS != -1 {
		t.Errorf("the configurations are %+v %+v", client.Config, client.LeaderElection)
	}
	limiter, accepted := client.Config.RateLimiter, 0
	for range 10 {
		if limiter.TryAccept() {
			accepted++
		}
	}
	if accepted != 2 || limiter.QPS() != 0.001 {
		t.Errorf("%d requests at once, %f in a second", accepted, limiter.QPS())
	}
	if client.SetLimits(&c); limiter.TryAccept() {
		t.Error("limits that have not changed start anew")
	}
	client.SetLimits(&config.ClientConnectionConfiguration{})
	for range 1000 {
		limiter.Accept()
		if err := limiter.Wait(context.Background()); err != nil {
			t.Fatal(err)
		}
	}
	client.SetLimits(&config.ClientConnectionConfiguration{QPS: 100})
	if limiter.QPS() != 100 {
		t.Errorf("%f requests in a second", limiter.QPS())
	}
	limiter.Stop()
}

// TestLimitsChangeForThoseThatWait: a request that waits under the old limit is sent under the new limit.
func TestLimitsChangeForThoseThatWait(t *testing.T) {
	c := config.ClientConnectionConfiguration{Kubeconfig: filepath.Join(t.TempDir(), "admin.conf"), QPS: 1e-4, Burst: 1}
	if err := os.WriteFile(c.Kubeconfig, []byte(kubeconfig), 0o600); err != nil {
		t.Fatal(err)
	}
	client, err := manager.NewClient(&c)
	if err != nil {
		t.Fatal(err)
	}
	limiter, ctx := client.Config.RateLimiter, context.Background()
	limiter.Accept()
	ended, end := context.WithCancel(ctx)
	done := make(chan error)
	for _, each := range []context.Context{ended, ctx, ctx} {
		go func() { done <- limiter.Wait(each) }()
	}
	end()
	if err := <-done; !errors.Is(err, context.Canceled) {
		t.Errorf("got %v", err)
	}
	client.SetLimits(&config.ClientConnectionConfiguration{QPS: 1e6})
	for range 2 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

// TestNoServerIsConfigured: a file that does not exist, has no context, or none, is told with what to set.
func TestNoServerIsConfigured(t *testing.T) {
	file := filepath.Join(t.TempDir(), "admin.conf")
	if err := os.WriteFile(file, []byte(strings.TrimSuffix(kubeconfig, "current-context: one\n")), 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := manager.NewClient(&config.ClientConnectionConfiguration{Kubeconfig: file})
	if want := "clientConnection.kubeconfig: " + file + " has no current-context: add it"; err == nil ||
		err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
	t.Setenv("KUBECONFIG", filepath.Join(t.TempDir(), "missing"))
	t.Setenv("HOME", t.TempDir())
	t.Setenv("KUBERNETES_SERVICE_HOST", "")
	const want = "no API server is configured: specify clientConnection.kubeconfig (flag --kubeconfig), or set " +
		"KUBECONFIG to a file that exists and has a current-context"
	if _, err := manager.NewClient(&config.ClientConnectionConfiguration{}); err == nil || err.Error() != want {
		t.Errorf("%v, want %s", err, want)
	}
}

// TestMissingCertificate: that metrics do not have the certificate of the configuration is in the log.
func TestMissingCertificate(t *testing.T) {
	var log bytes.Buffer
	klog.LogToStderr(false)
	klog.SetOutput(&log)
	defer klog.LogToStderr(true)
	ctrl.SetLogger(klog.Background())
	c := config.ManagerConfiguration{Metrics: config.MetricsConfiguration{SecureServing: true, CertDir: t.TempDir()}}
	for _, file := range []string{"tls.crt", "tls.key", ""} {
		log.Reset()
		if _, err := manager.Options(&c); err != nil {
			t.Fatal(err)
		}
		klog.Flush()
		missing := filepath.Join(c.Metrics.CertDir, file)
		if got := log.String(); file != "" && !strings.Contains(got, strconv.Quote(missing)) || file == "" && got != "" {
			t.Errorf("without %s: %s", file, got)
		} else if file != "" {
			if err := os.WriteFile(missing, nil, 0o600); err != nil {
				t.Fatal(err)
			}
		}
	}
}

func TestVerbosityChanges(t *testing.T) {
	for _, level := range []logsapi.VerbosityLevel{4, 0} {
		if err := manager.SetVerbosity(level); err != nil {
			t.Fatal(err)
		}
		if got := klog.V(4).Enabled(); got != (level == 4) {
			t.Errorf("at %d, messages of level 4 are logged: %v", level, got)
		}
	}
}
