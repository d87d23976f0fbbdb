package fromflags

import (
	"strings"
	"testing"

	"github.com/configgen/configgen/internal/fromflags/observer"
	"github.com/configgen/configgen/internal/scaffold"
)

// operator returns the rows of an operator's flags, each with a default.
func operator(lines ...string) []*Row {
	var rows []*Row
	for _, line := range lines {
		words := strings.Fields(line)
		rows = append(rows, &Row{Flag: observer.Flag{
			Name: words[0], Type: words[1], GoType: "*flag." + words[1] + "Value", Text: strings.Join(words[2:], ""),
		}})
	}
	propose(rows, "")
	manage(rows)
	return rows
}

// TestManage gives flags the fields of managers, and leaves the names of these to them.
func TestManage(t *testing.T) {
	for flags, want := range map[string]string{
		"metrics-bind-address string, metrics-secure bool, metrics-labels string": "metrics.bindAddress " +
			"metrics.secureServing metricsLabels",
		"leader-elect string, pprof-bind-address string":    "leaderElect pprofBindAddress",
		"webhook-cert-dir string, webhook-cert-path string": "webhookCertDir webhookCertPath",
		"metrics bool, metrics-secure bool, metrics-bind-address string": "metrics.enabled metrics.secure " +
			"metrics.bindAddress",
	} {
		var got []string
		for _, row := range operator(strings.Split(flags, ",")...) {
			got = append(got, row.Field)
		}
		if text := strings.Join(got, " "); text != want {
			t.Errorf("%s: got %s, want %s", flags, text, want)
		}
	}
}

// TestFitManager keeps the types of managers away where a file could change the value of a flag by another field.
func TestFitManager(t *testing.T) {
	moved := operator("metrics-secure bool", "leader-elect bool")
	byHand := operator("leader-elect bool", "metrics-secure bool")
	moved[1].Field = "elect"
	byHand[0].refuse("its value cannot be read back")
	for name, test := range map[string]struct {
		rows []*Row
		want bool
	}{
		"all":              {operator("metrics-secure bool", "enable-http2 bool"), true},
		"none":             {operator("enable-http2 bool"), false},
		"another field":    {moved, false},
		"by hand":          {byHand, false},
		"the place of one": {operator("metrics-secure bool", "cache bool"), false},
	} {
		if got := fitManager(test.rows); got != test.want {
			t.Errorf("%s: %t, want %t", name, got, test.want)
		}
	}
}

// TestManagerIsEmbedded makes the files of an operator.
func TestManagerIsEmbedded(t *testing.T) {
	files, err := groupFiles(scaffold.Component{
		Group: "relay.example.io", Kind: "RelayConfiguration", Version: "v1alpha1", Name: "relay", Path: "apis/config",
		Module: "example.com/relay", Tools: "tools", Layout: scaffold.External, Manager: true,
	}, "flag", "", operator("metrics-bind-address string 0", "metrics-cert-path string", "leader-elect bool true",
		"leader-election-id string", "leader-elect-lease-duration duration 15s", "sync-period duration 10h0m0s",
		"webhook-port int 9443", "enable-http2 bool false"))
	if err != nil {
		t.Fatal(err)
	}
	text := map[string]string{}
	for _, file := range files {
		text[file.Path] = string(file.Content)
	}
	for name, want := range map[string]string{
		"apis/config/v1alpha1/types.go": `
	// managerConfiguration configures the manager.
	// +subfield(Metrics.BindAddress)=+flag=metrics-bind-address
	// +subfield(Metrics.CertDir)=+flag=metrics-cert-path
	// +subfield(LeaderElection.LeaderElect)=+flag=leader-elect
	// +subfield(LeaderElection.ResourceName)=+flag=leader-election-id
	// +subfield(LeaderElection.LeaseDuration)=+flag=leader-elect-lease-duration
	// +subfield(Cache.SyncPeriod)=+flag=sync-period
	// +subfield(Webhook.Port)=+flag=webhook-port
	managerconfigv1alpha1.ManagerConfiguration ` + "`json:\",inline\"`" + `
	// enableHTTP2: the value of the flag --enable-http2
`,
		"apis/config/v1alpha1/defaults.go": `
	if obj.Metrics.BindAddress == "" {
		obj.Metrics.BindAddress = "0"
	}
	if obj.LeaderElection == nil {
		obj.LeaderElection = &componentbaseconfigv1alpha1.LeaderElectionConfiguration{}
	}
	if obj.LeaderElection.LeaderElect == nil {
		obj.LeaderElection.LeaderElect = ptr.To(true)
	}
	if obj.LeaderElection.LeaseDuration.Duration == 0 {
		obj.LeaderElection.LeaseDuration.Duration = 15 * time.Second
	}
	if obj.Cache == nil {
		obj.Cache = &managerconfigv1alpha1.CacheConfiguration{}
	}
	if obj.Cache.SyncPeriod == nil {
		obj.Cache.SyncPeriod = &metav1.Duration{Duration: 10 * time.Hour}
	}
	if obj.Webhook.Port == nil {
		obj.Webhook.Port = ptr.To(9443)
	}
}
`,
		"apis/config/options/commandline.go": `
	opts, err := operatormanager.Override(opts, &config.ManagerConfiguration,
		"Metrics.BindAddress",
		"Metrics.CertDir",
		"LeaderElection.LeaderElect",
		"LeaderElection.ResourceName",
		"LeaderElection.LeaseDuration",
		"Cache.SyncPeriod",
		"Webhook.Port")
`,
		"apis/config/validation/validation.go": "managervalidation.ValidateOverrides(&in.ManagerConfiguration, fldPath)",
		"apis/config/scheme/testdata/RelayConfiguration/after/v1alpha1.yaml": `
cache:
  syncPeriod: 10h0m0s
health: {}
kind: RelayConfiguration
leaderElection:
  leaderElect: true
  leaseDuration: 15s
  renewDeadline: 0s
  resourceLock: ""
  resourceName: ""
  resourceNamespace: ""
  retryPeriod: 0s
metrics:
  bindAddress: "0"
webhook:
  port: 9443
`,
	} {
		if !strings.Contains(text[name], want) {
			t.Errorf("%s does not have\n%s\nbut is\n%s", name, want, text[name])
		}
	}
}
