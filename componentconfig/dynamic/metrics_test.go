package dynamic

import (
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/component-base/metrics"
	"k8s.io/component-base/metrics/legacyregistry"
	"k8s.io/component-base/metrics/testutil"
)

func TestCollector(t *testing.T) {
	read := func() (Status, counters) {
		return Status{
				Desired: &Reference{Digest: "bb"}, Assigned: &Reference{Digest: "bb"}, Active: &Reference{Digest: "aa"},
				LastKnownGood: &Reference{Digest: "aa"}, ActiveLayer: LayerLastKnownGood,
				Condition: Condition{Status: metav1.ConditionFalse},
			}, counters{
				confirmed: 1, failed: 2, syncErrors: 3, last: &Failure{Time: time.Unix(1700000000, 500000000)},
			}
	}
	registry := metrics.NewKubeRegistry()
	if err := registry.CustomRegister(newCollector(read)); err != nil {
		t.Fatal(err)
	}
	want := `
# HELP dynamic_config_confirmed_total [ALPHA] Configurations that passed their trial in this process.
# TYPE dynamic_config_confirmed_total counter
dynamic_config_confirmed_total 1
# HELP dynamic_config_failed_total [ALPHA] Failures of configurations that this process recorded.
# TYPE dynamic_config_failed_total counter
dynamic_config_failed_total 2
# HELP dynamic_config_info [ALPHA] Configurations by role. The local configuration has no digest.
# TYPE dynamic_config_info gauge
dynamic_config_info{digest="aa",layer="",role="lastKnownGood"} 1
dynamic_config_info{digest="aa",layer="last-known-good",role="active"} 1
dynamic_config_info{digest="bb",layer="",role="assigned"} 1
dynamic_config_info{digest="bb",layer="",role="desired"} 1
# HELP dynamic_config_last_failed_timestamp_seconds [ALPHA] When this process last recorded a failure.
# TYPE dynamic_config_last_failed_timestamp_seconds gauge
dynamic_config_last_failed_timestamp_seconds 1.7000000005e+09
# HELP dynamic_config_ok [ALPHA] 1 for the current status of the ConfigOK condition.
# TYPE dynamic_config_ok gauge
dynamic_config_ok{status="False"} 1
dynamic_config_ok{status="True"} 0
dynamic_config_ok{status="Unknown"} 0
# HELP dynamic_config_quarantined_total [ALPHA] Damaged files that this process moved to quarantine.
# TYPE dynamic_config_quarantined_total counter
dynamic_config_quarantined_total 0
# HELP dynamic_config_sync_errors_total [ALPHA] Failed reads of the source and failed writes of what it wants.
# TYPE dynamic_config_sync_errors_total counter
dynamic_config_sync_errors_total 3
`
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want)); err != nil {
		t.Error(err)
	}
}

// TestRegister: a component that serves the metrics of Kubernetes serves these; the last of several registrations is
// used.
func TestRegister(t *testing.T) {
	for _, digest := range []Digest{"aa", "bb"} {
		if err := registerMetrics(func() (Status, counters) {
			return Status{Assigned: &Reference{Digest: digest}},
				counters{}
		}); err != nil {
			t.Fatal(err)
		}
		response := httptest.NewRecorder()
		legacyregistry.Handler().ServeHTTP(response, httptest.NewRequest("GET", "/metrics", nil))
		body := response.Body.String()
		if want := `dynamic_config_info{digest="` + string(digest) +
			`",layer="",role="assigned"} 1`; !strings.Contains(body, want) || strings.Count(body, "dynamic_config_info{") != 1 {
			t.Errorf("nothing says %s, or something says more:\n%s", want, body)
		}
	}
}

// TestConventions: the names and texts are as Prometheus demands.
func TestConventions(t *testing.T) {
	registerMetrics(func() (Status, counters) {
		return Status{Condition: Condition{Status: metav1.ConditionTrue}}, counters{}
	})
	response := httptest.NewRecorder()
	legacyregistry.Handler().ServeHTTP(response, httptest.NewRequest("GET", "/metrics", nil))
	var ours strings.Builder
	for line := range strings.Lines(response.Body.String()) {
		if strings.Contains(line, namespace) {
			ours.WriteString(line)
		}
	}
	problems, err := testutil.NewPromLinter(strings.NewReader(ours.String())).Lint()
	if err != nil || len(problems) > 0 || ours.Len() == 0 {
		t.Errorf("%v, %v in\n%s", problems, err, ours.String())
	}
}
