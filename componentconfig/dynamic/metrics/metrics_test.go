package metrics

import (
	"strings"
	"testing"
	"time"

	"k8s.io/component-base/metrics"
	"k8s.io/component-base/metrics/testutil"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

func TestCollector(t *testing.T) {
	st := dynamic.Status{
		Desired: &dynamic.Reference{Digest: "bb"}, Assigned: &dynamic.Reference{Digest: "bb"}, Active: &dynamic.Reference{Digest: "aa"},
		LastKnownGood: &dynamic.Reference{Digest: "aa"}, ActiveLayer: dynamic.LastKnownGood, Condition: dynamic.Condition{Status: dynamic.False},
		Counters: dynamic.Counters{Confirmed: 1, Failed: 2, SyncErrors: 3, LastFailed: time.Unix(1700000000, 500000000)},
	}
	registry := metrics.NewKubeRegistry()
	if err := registry.CustomRegister(NewCollector(func() dynamic.Status { return st })); err != nil {
		t.Fatal(err)
	}
	want := `
# HELP dynamic_config_confirmed_total [ALPHA] Configurations that passed their trial in this process.
# TYPE dynamic_config_confirmed_total counter
dynamic_config_confirmed_total 1
# HELP dynamic_config_failed_total [ALPHA] Configurations that this process marked as bad.
# TYPE dynamic_config_failed_total counter
dynamic_config_failed_total 2
# HELP dynamic_config_info [ALPHA] The configurations by role: desired, assigned, active, lastKnownGood. Without digest it is the local one.
# TYPE dynamic_config_info gauge
dynamic_config_info{digest="aa",layer="",role="lastKnownGood"} 1
dynamic_config_info{digest="aa",layer="last-known-good",role="active"} 1
dynamic_config_info{digest="bb",layer="",role="assigned"} 1
dynamic_config_info{digest="bb",layer="",role="desired"} 1
# HELP dynamic_config_last_failed_timestamp_seconds [ALPHA] When this process last marked a configuration as bad.
# TYPE dynamic_config_last_failed_timestamp_seconds gauge
dynamic_config_last_failed_timestamp_seconds 1.7000000005e+09
# HELP dynamic_config_ok [ALPHA] 1 for the current status of the ConfigOK condition.
# TYPE dynamic_config_ok gauge
dynamic_config_ok{status="False"} 1
dynamic_config_ok{status="True"} 0
dynamic_config_ok{status="Unknown"} 0
# HELP dynamic_config_sync_errors_total [ALPHA] Reads of the source, or writes of what it said, that failed.
# TYPE dynamic_config_sync_errors_total counter
dynamic_config_sync_errors_total 3
`
	if err := testutil.GatherAndCompare(registry, strings.NewReader(want)); err != nil {
		t.Error(err)
	}
}
