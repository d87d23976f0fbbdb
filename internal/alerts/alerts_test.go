// Package alerts tries the alert rules of docs/operating.md and of module fleet with the engine of Prometheus. It is a
// module of its own, because that engine has many dependencies; make test-tools runs it.
package alerts

import (
	"os"
	"strings"
	"testing"
	"time"

	"github.com/prometheus/prometheus/model/rulefmt"
	"github.com/prometheus/prometheus/promql"
	"github.com/prometheus/prometheus/promql/promqltest"
)

// rules returns the expressions of alert rules, by their names.
func rules(t *testing.T, text string) map[string]string {
	t.Helper()
	parsed, errs := rulefmt.Parse([]byte(text), false)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	out := map[string]string{}
	for _, group := range parsed.Groups {
		for _, rule := range group.Rules {
			if out[rule.Alert] = rule.Expr; rule.For == 0 || rule.Labels["severity"] == "" ||
				rule.Annotations["summary"] == "" {
				t.Errorf("%s has no duration, severity or summary", rule.Alert)
			}
		}
	}
	return out
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// relays are the metrics of the relays a and b. Relay a is healthy; b has one problem after the other, each for ten
// minutes.
const relays = `load 1m
  config_refused{job="relay", instance="b", result="invalid", digest="z"} _x9 1x9 _x50
  config_restart_pending{job="relay", instance="b", path="port", class="restart"} _x19 1x9 _x30
  config_info{job="relay", instance="a", version="v1", digest="x"} 1x60
  config_info{job="relay", instance="b", version="v1", digest="x"} 1x29 _x30
  config_info{job="relay", instance="b", version="v1", digest="y"} _x29 1x9 _x20
  dynamic_config_info{job="relay", instance="a", role="active", layer="assigned", digest="x"} 1x70
  dynamic_config_info{job="relay", instance="a", role="assigned", digest="x"} 1x70
  dynamic_config_info{job="relay", instance="b", role="active", layer="assigned", digest="x"} 1x49 _x9 1x9
  dynamic_config_info{job="relay", instance="b", role="active", layer="last-known-good", digest="w"} _x49 1x9 _x9
  dynamic_config_info{job="relay", instance="b", role="assigned", digest="x"} 1x70
  config_deprecated_in_use{job="relay", instance="b", path="old", flag="", removal="1.6"} _x39 1x9 _x10
`

// fleets are the metrics of two replicas of config-fleet; b leads after a, and no replica leads at the end. The
// roll-out of pool x continues, the roll-out of y is stuck. The roll-out of z is stopped, its source changes, it skips
// instances, and later pauses between waves.
const fleets = `load 1m
  leader_election_master_status{job="config-fleet", instance="a", name="config-fleet"} 1x99 _x300
  leader_election_master_status{job="config-fleet", instance="b", name="config-fleet"} 0x99 1x120 0x180
  controller_runtime_reconcile_errors_total{job="config-fleet", instance="a", controller="pool"} 0x30 1+1x68
  configfleet_pool_instances{instance="a", namespace="n", pool="x", state="updated"} 0+1x99
  configfleet_pool_instances{instance="b", namespace="n", pool="x", state="updated"} _x99 100+1x120
  configfleet_pool_instances{instance="a", namespace="n", pool="y", state="updated"} 7x99
  configfleet_pool_instances{instance="b", namespace="n", pool="y", state="updated"} _x99 7x120
  configfleet_pool_instances{instance="a", namespace="n", pool="z", state="updated"} 7x99
  configfleet_pool_instances{instance="b", namespace="n", pool="z", state="updated"} _x99 7x120
  configfleet_pool_instances{instance="a", namespace="n", pool="x", state="skipped"} 0x99
  configfleet_pool_instances{instance="a", namespace="n", pool="z", state="skipped"} 0x58 2x9 0x20
  configfleet_pool_condition{instance="b", namespace="n", pool="x", type="Progressing", reason="RollingOut"} _x99 1x120
  configfleet_pool_condition{instance="b", namespace="n", pool="y", type="Progressing", reason="Held"} _x99 1x120
  configfleet_pool_condition{namespace="n", pool="z", type="Progressing", reason="BetweenWaves"} _x99 1x120
  configfleet_pool_condition{instance="a", namespace="n", pool="z", type="Stopped", reason="InstancesFailed"} _x9 1x9
  configfleet_pool_condition{instance="a", namespace="n", pool="z", type="SourceChanged", reason="Edited"} _x19 1x9
`

// TestAlerts: each rule fires when it should, and at no other time.
func TestAlerts(t *testing.T) {
	_, rest, found := strings.Cut(read(t, "../../docs/operating.md"), "```yaml\ngroups:")
	page, _, ended := strings.Cut(rest, "```")
	if !found || !ended {
		t.Fatal("the page has no rules")
	}
	for _, c := range []struct {
		rules, series string
		at            []string
		want          map[string]map[string]string
	}{
		{"groups:" + page, relays, []string{"5m", "15m", "25m", "35m", "45m", "55m", "65m"}, map[string]map[string]string{
			"ConfigRefused":         {"15m": `config_refused{job="relay", instance="b", result="invalid", digest="z"} 1`},
			"ConfigRestartPending":  {"25m": `{job="relay", instance="b"} 1`},
			"ConfigDiffers":         {"35m": `{job="relay"} 2`},
			"DynamicConfigDiffers":  {"55m": `{job="relay"} 2`},
			"ConfigDeprecatedInUse": {"45m": `{path="old", removal="1.6"} 1`},
		}},
		{read(t, "../../fleet/manifests/alert-rules.yaml"), fleets, []string{"5m", "15m", "25m", "60m", "200m", "300m"},
			map[string]map[string]string{
				"ConfigPoolStopped":          {"15m": `{namespace="n", pool="z", reason="InstancesFailed"} 1`},
				"ConfigPoolInstancesSkipped": {"60m": `{namespace="n", pool="z"} 2`},
				"ConfigPoolSourceChanged":    {"25m": `{namespace="n", pool="z"} 1`},
				"ConfigPoolStuck":            {"200m": `{namespace="n", pool="y"} 1`},
				"ConfigFleetFails":           {"60m": `{controller="pool"} 0.016666666666666666`},
				"ConfigFleetAbsent":          {"300m": `{} 1`},
			}},
	} {
		expressions := rules(t, c.rules)
		for name, expr := range expressions {
			var input strings.Builder
			input.WriteString(c.series + "\n")
			for _, at := range c.at {
				input.WriteString("eval instant at " + at + " " + expr + "\n")
				if fires, ok := c.want[name][at]; ok {
					input.WriteString("  " + fires + "\n")
				}
				input.WriteString("\n")
			}
			if c.want[name] == nil {
				t.Errorf("%s is not tried", name)
			}
			t.Run(name, func(t *testing.T) {
				promqltest.RunTest(t, input.String(), promql.NewEngine(promql.EngineOpts{MaxSamples: 10000,
					Timeout: time.Minute, EnableAtModifier: true, EnableNegativeOffset: true}))
			})
		}
		if len(expressions) != len(c.want) {
			t.Errorf("%d rules, and %d are tried", len(expressions), len(c.want))
		}
	}
}
