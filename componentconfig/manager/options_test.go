package manager_test

import (
	"crypto/tls"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"regexp"
	goruntime "runtime"
	"strings"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/api/equality"
	"k8s.io/apimachinery/pkg/runtime"
	"sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/webhook"

	"github.com/configgen/configgen/componentconfig"
	operatormanager "github.com/configgen/configgen/componentconfig/manager"
	"github.com/configgen/configgen/componentconfig/manager/config"
	managerconfig "github.com/configgen/configgen/componentconfig/manager/config/v1alpha1"
	"github.com/configgen/configgen/componentconfig/manager/internal/operator"
	"github.com/configgen/configgen/componentconfig/manager/internal/operator/options"
	"github.com/configgen/configgen/componentconfig/manager/internal/operator/v1alpha1"
)

// configured are the options that have a field in a file.
var configured = map[string]string{
	"Cache.SyncPeriod":                   "cache.syncPeriod",
	"Cache.DefaultNamespaces":            "cache.namespaces",
	"LeaderElection":                     "leaderElection.leaderElect",
	"LeaderElectionResourceLock":         "leaderElection.resourceLock",
	"LeaderElectionNamespace":            "leaderElection.resourceNamespace",
	"LeaderElectionID":                   "leaderElection.resourceName",
	"LeaseDuration":                      "leaderElection.leaseDuration",
	"RenewDeadline":                      "leaderElection.renewDeadline",
	"RetryPeriod":                        "leaderElection.retryPeriod",
	"Metrics.SecureServing":              "metrics.secureServing",
	"Metrics.BindAddress":                "metrics.bindAddress",
	"Metrics.CertDir":                    "metrics.certDir",
	"Metrics.CertName":                   "metrics.certName",
	"Metrics.KeyName":                    "metrics.keyName",
	"Metrics.TLSOpts":                    "tls",
	"HealthProbeBindAddress":             "health.healthProbeBindAddress",
	"ReadinessEndpointName":              "health.readinessEndpointName",
	"LivenessEndpointName":               "health.livenessEndpointName",
	"PprofBindAddress":                   "pprofBindAddress",
	"WebhookServer.Host":                 "webhook.host",
	"WebhookServer.Port":                 "webhook.port",
	"WebhookServer.CertDir":              "webhook.certDir",
	"WebhookServer.CertName":             "webhook.certName",
	"WebhookServer.KeyName":              "webhook.keyName",
	"WebhookServer.ClientCAName":         "webhook.clientCAName",
	"WebhookServer.TLSOpts":              "tls",
	"GracefulShutdownTimeout":            "gracefulShutdownTimeout",
	"Controller.GroupKindConcurrency":    "controller.groupKindConcurrency",
	"Controller.MaxConcurrentReconciles": "controller.maxConcurrentReconciles",
	"Controller.CacheSyncTimeout":        "controller.cacheSyncTimeout",
	"Controller.ReconciliationTimeout":   "controller.reconciliationTimeout",
	"Controller.RecoverPanic":            "controller.recoverPanic",
}

const (
	code    = "is code, which a file cannot have"
	objects = "depends on the objects and the reconcilers of the operator, which know best"
	lowest  = "is for tests and for clients of other clusters"
)

// inCode are the options that the operator sets, with the reason.
var inCode = map[string]string{
	"Scheme":                                       code,
	"MapperProvider":                               code,
	"NewCache":                                     code,
	"NewClient":                                    code,
	"Logger":                                       "is the logger of the process, which logging configures",
	"LeaderElectionConfig":                         "is that of Client, which clientConnection configures",
	"LeaderElectionReleaseOnCancel":                "is safe only if the program ends at once after the manager",
	"LeaderElectionLabels":                         "are about one replica, and files are for all",
	"LeaderElectionResourceLockInterface":          code,
	"BaseContext":                                  code,
	"EventBroadcaster":                             code,
	"Cache.HTTPClient":                             lowest,
	"Cache.Scheme":                                 lowest,
	"Cache.Mapper":                                 lowest,
	"Cache.ReaderFailOnMissingInformer":            objects,
	"Cache.DefaultLabelSelector":                   objects,
	"Cache.DefaultFieldSelector":                   objects,
	"Cache.DefaultTransform":                       code,
	"Cache.DefaultWatchErrorHandler":               code,
	"Cache.DefaultUnsafeDisableDeepCopy":           objects,
	"Cache.DefaultEnableWatchBookmarks":            objects,
	"Cache.ByObject":                               objects,
	"Cache.NewInformer":                            code,
	"Client.HTTPClient":                            lowest,
	"Client.Scheme":                                lowest,
	"Client.Mapper":                                lowest,
	"Client.Cache.Reader":                          code,
	"Client.Cache.DisableFor":                      objects,
	"Client.Cache.Unstructured":                    objects,
	"Client.Cache.EnableReadYourWritesConsistency": objects,
	"Client.DryRun":                                objects,
	"Client.FieldOwner":                            objects,
	"Client.FieldValidation":                       objects,
	"Client.Log":                                   "is the logger of the process, which logging configures",
	"Metrics.ExtraHandlers":                        code,
	"Metrics.HandlerOpts":                          code,
	"Metrics.FilterProvider":                       "links k8s.io/apiserver, which not every operator needs",
	"Metrics.ListenConfig":                         code,
	"WebhookServer.WebhookMux":                     code,
	"Controller.SkipNameValidation":                lowest,
	"Controller.NeedLeaderElection":                objects,
	"Controller.EnableWarmup":                      objects,
	"Controller.UsePriorityQueue":                  objects,
	"Controller.Logger":                            "is the logger of the process, which logging configures",
}

// since are the options that the oldest minor version lacks, with the minor version that brought them.
var since = map[string]string{
	"Client.Cache.EnableReadYourWritesConsistency": "v0.25",
	"Client.Log":          "v0.25",
	"Metrics.HandlerOpts": "v0.25",
}

// TestEveryOptionIsKnown compares the options of controller-runtime with the tables, so that an option of a new minor
// version is noticed.
func TestEveryOptionIsKnown(t *testing.T) {
	known := map[string]bool{}
	walk(reflect.ValueOf(manager.Options{}), "", func(path string, _ reflect.Value) { known[path] = true })
	walk(reflect.ValueOf(webhook.Options{}), "WebhookServer.", func(path string, _ reflect.Value) { known[path] = true })
	used := minor(t)
	for path := range known {
		if configured[path] == "" && inCode[path] == "" {
			t.Errorf("the option %s of controller-runtime %s is in no table", path, used)
		}
	}
	for _, table := range []map[string]string{configured, inCode} {
		for path := range table {
			if lacks := since[path] > used; known[path] == lacks {
				t.Errorf("the table has %s, since %q, and controller-runtime %s has it: %v", path, since[path], used, known[path])
			}
		}
	}
}

// walk calls visit for each exported option. For an option that is a struct of controller-runtime, it visits the fields
// of the struct instead.
func walk(v reflect.Value, prefix string, visit func(path string, v reflect.Value)) {
	for i := range v.NumField() {
		field, value := v.Type().Field(i), v.Field(i)
		if field.Type.Kind() == reflect.Pointer && value.IsNil() {
			value = reflect.New(field.Type.Elem())
		}
		inner := reflect.Indirect(value)
		switch {
		case !field.IsExported() || prefix+field.Name == "WebhookServer":
		case inner.Kind() == reflect.Struct && strings.HasPrefix(inner.Type().PkgPath(), "sigs.k8s.io/controller-runtime/"):
			walk(inner, prefix+field.Name+".", visit)
		default:
			visit(prefix+field.Name, v.Field(i))
		}
	}
}

// minor is the minor version of controller-runtime that the test is built with.
func minor(t *testing.T) string {
	t.Helper()
	file, _ := goruntime.FuncForPC(reflect.ValueOf(webhook.NewServer).Pointer()).FileLine(0)
	version := regexp.MustCompile(`sigs.k8s.io/controller-runtime@(v\d+\.\d+)`).FindStringSubmatch(file)
	if version == nil {
		t.Fatalf("%s is not in the module cache", file)
	}
	return version[1]
}

const everything = `apiVersion: operator.config.example.io/v1alpha1
kind: OperatorConfiguration
webhook: {port: 9444, host: 127.0.0.1, certDir: /certs, certName: a.crt, keyName: a.key, clientCAName: ca.crt}
leaderElection:
  leaderElect: true
  leaseDuration: 30s
  renewDeadline: 20s
  retryPeriod: 4s
  resourceLock: leases
  resourceName: lease
  resourceNamespace: system
metrics: {bindAddress: ":8444", secureServing: true, certDir: /metrics, certName: b.crt, keyName: b.key}
health: {healthProbeBindAddress: ":8082", readinessEndpointName: /ready, livenessEndpointName: /live}
pprofBindAddress: 127.0.0.1:6060
controller:
  groupKindConcurrency: {Deployment.apps: 5}
  maxConcurrentReconciles: 2
  cacheSyncTimeout: 3m
  reconciliationTimeout: 1m
  recoverPanic: false
cache: {namespaces: [one, two], syncPeriod: 1h}
gracefulShutdownTimeout: 10s
tls: {minVersion: VersionTLS12, cipherSuites: [TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256]}
clientConnection: {kubeconfig: admin.conf, qps: 50, burst: 100}
`

// load loads a file and flags.
func load(t *testing.T, file string, flags ...string) (*operator.OperatorConfiguration, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "operator.yaml")
	if err := os.WriteFile(path, []byte(file), 0o600); err != nil {
		t.Fatal(err)
	}
	loader := componentconfig.New("operator", options.OperatorConfigurationRoot(), componentconfig.WithConfigFile())
	loaded, err := loader.Load(append(flags, "--config="+path))
	if err != nil {
		return nil, err
	}
	return loaded.Config, nil
}

// optionsOf are the options for a file.
func optionsOf(t *testing.T, file string, flags ...string) (manager.Options, webhook.Options) {
	t.Helper()
	c, err := load(t, file, flags...)
	if err != nil {
		t.Fatal(err)
	}
	o, err := operatormanager.Options(&c.ManagerConfiguration)
	if err != nil {
		t.Fatal(err)
	}
	return o, o.WebhookServer.(*webhook.DefaultServer).Options
}

// TestConfiguredOptions loads a file that sets everything: the options that the table says are set, and no others.
func TestConfiguredOptions(t *testing.T) {
	o, server := optionsOf(t, everything)
	visit := func(path string, v reflect.Value) {
		if want := configured[path] != ""; v.IsZero() == want {
			t.Errorf("%s is %v; want it to be set: %v", path, v, want)
		}
	}
	walk(reflect.ValueOf(o), "", visit)
	walk(reflect.ValueOf(server), "WebhookServer.", visit)
	var got tls.Config
	for _, set := range server.TLSOpts {
		set(&got)
	}
	if got.MinVersion != tls.VersionTLS12 || len(got.CipherSuites) != 1 {
		t.Errorf("TLS is %x %v", got.MinVersion, got.CipherSuites)
	}
	if *o.Cache.SyncPeriod != time.Hour || len(o.Cache.DefaultNamespaces) != 2 || *o.Controller.RecoverPanic {
		t.Errorf("the options are %+v", o)
	}
}

// TestTLSOfTheProgramStays: what the file does not configure remains as the program has set it.
func TestTLSOfTheProgramStays(t *testing.T) {
	suites := []uint16{tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384}
	program := func(t *tls.Config) { t.MinVersion, t.CipherSuites = tls.VersionTLS13, suites }
	for _, c := range []config.TLSConfiguration{
		{MinVersion: "VersionTLS12"}, {CipherSuites: []string{"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256"}},
	} {
		o, err := operatormanager.Options(&config.ManagerConfiguration{TLS: c}, program)
		if err != nil {
			t.Fatal(err)
		}
		var got tls.Config
		for _, set := range o.Metrics.TLSOpts {
			set(&got)
		}
		if (got.MinVersion == tls.VersionTLS13) != (c.MinVersion == "") ||
			(got.CipherSuites[0] == suites[0]) != (c.CipherSuites == nil) {
			t.Errorf("%+v: TLS is %x %v", c, got.MinVersion, got.CipherSuites)
		}
	}
}

// TestDefaultOptions loads an empty file: the recommended defaults, and flags over them.
func TestDefaultOptions(t *testing.T) {
	header := strings.Join(strings.SplitN(everything, "\n", 3)[:2], "\n") + "\n"
	o, server := optionsOf(t, header, "--metrics-bind-address=0", "--leader-elect=false")
	if server.Port != 9443 || server.TLSOpts != nil || o.Metrics.BindAddress != "0" || !o.Metrics.SecureServing ||
		o.HealthProbeBindAddress != ":8081" || o.LeaderElection || *o.LeaseDuration != 15*time.Second ||
		o.LeaderElectionResourceLock != "leases" || *o.GracefulShutdownTimeout != 30*time.Second ||
		o.Cache.DefaultNamespaces != nil || o.Cache.SyncPeriod != nil || o.Controller.RecoverPanic != nil {
		t.Errorf("the options are %+v %+v", o, server)
	}
}

// TestFilesOfKueue loads what the 12 files that Kueue publishes (ff69552e79, of 2026-08-22) have of these types, in
// their three forms. Its own are metrics.enableClusterQueueResources and all other sections.
func TestFilesOfKueue(t *testing.T) {
	header := strings.Join(strings.SplitN(everything, "\n", 3)[:2], "\n") + "\n"
	const kinds = "controller: {groupKindConcurrency: {Job.batch: 5, Pod: 5, Workload.kueue.x-k8s.io: 10, " +
		"LocalQueue.kueue.x-k8s.io: 5, ClusterQueue.kueue.x-k8s.io: 5, ResourceFlavor.kueue.x-k8s.io: 1}}\n" +
		"clientConnection: {qps: 300, burst: 500}\n"
	const suites = "tls: {minVersion: VersionTLS12, cipherSuites: [TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, " +
		"TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256, TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, " +
		"TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256, TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, " +
		"TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384]}\n"
	for file, lease := range map[string]time.Duration{
		"health: {healthProbeBindAddress: ':8081'}\nmetrics: {bindAddress: ':8443'}\nwebhook: {port: 9443}\n" +
			"leaderElection: {leaderElect: true, resourceName: c1f6bfd2.kueue.x-k8s.io}\n" + kinds: 15 * time.Second,
		"leaderElection: {leaderElect: true}\n" + kinds + suites: 15 * time.Second,
		"leaderElection: {leaderElect: true, leaseDuration: 60s, renewDeadline: 40s, retryPeriod: 5s}\n" +
			kinds + suites: time.Minute,
	} {
		o, server := optionsOf(t, header+file)
		if server.Port != 9443 || o.Metrics.BindAddress != ":8443" || o.HealthProbeBindAddress != ":8081" ||
			!o.LeaderElection || *o.LeaseDuration != lease ||
			o.Controller.GroupKindConcurrency["Workload.kueue.x-k8s.io"] != 10 {
			t.Errorf("%s\nThe options are %+v %+v", file, o, server)
		}
	}
}

// TestRoundTrip converts all fields to the version and back.
func TestRoundTrip(t *testing.T) {
	c, err := load(t, everything)
	if err != nil {
		t.Fatal(err)
	}
	scheme, file, back := runtime.NewScheme(), &v1alpha1.OperatorConfiguration{}, &operator.OperatorConfiguration{}
	if err := errors.Join(v1alpha1.AddToScheme(scheme), scheme.Convert(c, file, nil),
		scheme.Convert(file, back, nil)); err != nil {
		t.Fatal(err)
	}
	if back.TypeMeta = c.TypeMeta; !equality.Semantic.DeepEqual(c, back) {
		t.Errorf("%+v became %+v", c, back)
	}
}

// TestShapeOfTheFile: empty sections are in the JSON, as in the JSON of the operators that these types come from.
func TestShapeOfTheFile(t *testing.T) {
	text, err := json.Marshal(managerconfig.ManagerConfiguration{})
	if want := `{"webhook":{},"metrics":{},"health":{}}`; err != nil || string(text) != want {
		t.Errorf("got %s, %v; want %s", text, err, want)
	}
}
