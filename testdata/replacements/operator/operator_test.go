package operator

import (
	"bufio"
	"encoding/json"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrlmanager "sigs.k8s.io/controller-runtime/pkg/manager"
	"sigs.k8s.io/controller-runtime/pkg/webhook"

	"example.com/replacements/operator/config"
)

// better are the files that JobSet accepts and that are refused here, with a part of the message.
var better = map[string]string{
	// The manager fails at its start, or takes another value, without naming the field.
	"port too large":          "operator.yaml:3:11: webhook.port: Invalid value: 70000",
	"metrics without port":    "operator.yaml:3:11: metrics.bindAddress: Invalid value",
	"renewal after the lease": "leaderElection.leaseDuration: Invalid value: \"5s\": must be greater than renewDeadline",
	"negative burst":          "clientConnection.burst: Invalid value: -1",
	"health":                  "health.readinessEndpointName: Invalid value: \"ready\": must be a path, as in /readyz",
}

// names are the fields that messages name here, where the messages of JobSet name no field or the one around it.
var names = map[string]string{
	"tls 1.0":     "operator.yaml:3:7: tls.minVersion",
	"tls unknown": "tls.minVersion", "tls suite unknown": "tls.cipherSuites[0]",
	"unknown field": "operator.yaml:3:1: invalidField", "wrong type": "operator.yaml:3:17: webhook.port",
	"other group": "jobset.x-k8s.io/v1alpha1",
}

// TestFiles compares the result of each file with what JobSet made of it in August 2026: the configuration, and the
// options of the manager.
func TestFiles(t *testing.T) {
	file, err := os.Open("testdata/cases.jsonl")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	rows := 0
	for lines := bufio.NewScanner(file); lines.Scan(); rows++ {
		var want struct {
			Name, File, Error string
			Config            any
			Options           map[string]any
		}
		if err := json.Unmarshal(lines.Bytes(), &want); err != nil {
			t.Fatal(err)
		}
		t.Run(want.Name, func(t *testing.T) {
			c, err := load(t, strings.ReplaceAll(want.File, "GROUP", config.SchemeGroupVersion.Group))
			if part, ok := better[want.Name]; ok {
				if want.Error != "" || err == nil || !strings.Contains(err.Error(), part) {
					t.Errorf("got %v; want an error with %q, which JobSet does not have: %q", err, part, want.Error)
				}
				return
			}
			if (err != nil) != (want.Error != "") || err != nil && !strings.Contains(err.Error(), names[want.Name]) {
				t.Fatalf("got the error %v; want %q, and the field %q", err, want.Error, names[want.Name])
			}
			if want.Name == "tls empty" {
				want.Options["tls"] = false // JobSet sets TLS 1.2, which is the default of Go.
			}
			if err == nil {
				same(t, "configuration", c, want.Config)
				o, err := Options(c)
				if err != nil {
					t.Fatal(err)
				}
				same(t, "options", summary(o), want.Options)
			}
		})
	}
	if rows < 60 {
		t.Errorf("%d files", rows)
	}
}

func load(t *testing.T, content string) (*config.Configuration, error) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "operator.yaml")
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
	loaded, err := NewLoader().Load([]string{"--config=" + path})
	if err != nil {
		return nil, err
	}
	loaded.Config.TypeMeta = metav1.TypeMeta{}
	return loaded.Config, nil
}

func same(t *testing.T, what string, got, want any) {
	t.Helper()
	text, err := json.Marshal(got)
	if err != nil {
		t.Fatal(err)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		t.Fatal(err)
	}
	if wantMap, ok := want.(map[string]any); !ok || !reflect.DeepEqual(value, any(wantMap)) {
		t.Errorf("the %s is\n%s\nwant\n%v", what, text, want)
	}
}

// summary are the options that a file can set.
func summary(o ctrlmanager.Options) map[string]any {
	server := o.WebhookServer.(*webhook.DefaultServer).Options
	return map[string]any{
		"leaderElection": o.LeaderElection, "lock": o.LeaderElectionResourceLock,
		"namespace": o.LeaderElectionNamespace, "id": o.LeaderElectionID, "lease": o.LeaseDuration.String(),
		"renew": o.RenewDeadline.String(), "retry": o.RetryPeriod.String(), "metrics": o.Metrics.BindAddress,
		"metricsCertDir": o.Metrics.CertDir, "health": o.HealthProbeBindAddress, "ready": o.ReadinessEndpointName,
		"live": o.LivenessEndpointName, "webhookPort": server.Port, "webhookHost": server.Host,
		"webhookCertDir": server.CertDir, "tls": len(server.TLSOpts) > 0,
	}
}

// TestFlags: a flag wins over the file, also for fields of structs that a file leaves out.
func TestFlags(t *testing.T) {
	loaded, err := NewLoader().Load([]string{
		"--leader-elect=false", "--kube-api-qps=5", "--metrics-bind-address=0", "--health-probe-bind-address=:1",
	})
	if err != nil {
		t.Fatal(err)
	}
	c := loaded.Config
	if *c.LeaderElection.LeaderElect || *c.ClientConnection.QPS != 5 || *c.ClientConnection.Burst != 500 ||
		c.Metrics.BindAddress != "0" || c.Health.HealthProbeBindAddress != ":1" {
		t.Errorf("the configuration is %+v", c)
	}
}
