// Package alerts tries the alert rules of docs/operating.md with the engine of Prometheus. It is a module of its own,
// because that engine has many dependencies; make test-tools runs it.
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

// rules are those of the page.
func rules(t *testing.T) map[string]string {
	t.Helper()
	page, err := os.ReadFile("../../docs/operating.md")
	if err != nil {
		t.Fatal(err)
	}
	_, rest, found := strings.Cut(string(page), "```yaml\ngroups:")
	text, _, ended := strings.Cut(rest, "```")
	if !found || !ended {
		t.Fatal("the page has no rules")
	}
	parsed, errs := rulefmt.Parse([]byte("groups:"+text), false)
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

// series are what the relays a and b expose. Relay a is well; b has one trouble after the other, each for ten minutes.
const series = `load 1m
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

func TestAlerts(t *testing.T) {
	expressions := rules(t)
	want := map[string]map[string]string{
		"ConfigRefused":         {"15m": `config_refused{job="relay", instance="b", result="invalid", digest="z"} 1`},
		"ConfigRestartPending":  {"25m": `{job="relay", instance="b"} 1`},
		"ConfigDiffers":         {"35m": `{job="relay"} 2`},
		"DynamicConfigDiffers":  {"55m": `{job="relay"} 2`},
		"ConfigDeprecatedInUse": {"45m": `{path="old", removal="1.6"} 1`},
	}
	for name, expr := range expressions {
		var input strings.Builder
		input.WriteString(series + "\n")
		for _, at := range []string{"5m", "15m", "25m", "35m", "45m", "55m", "65m"} {
			input.WriteString("eval instant at " + at + " " + expr + "\n")
			if fires, ok := want[name][at]; ok {
				input.WriteString("  " + fires + "\n")
			}
			input.WriteString("\n")
		}
		if want[name] == nil {
			t.Errorf("%s is not tried", name)
		}
		t.Run(name, func(t *testing.T) {
			promqltest.RunTest(t, input.String(), promql.NewEngine(promql.EngineOpts{MaxSamples: 10000, Timeout: time.Minute,
				EnableAtModifier: true, EnableNegativeOffset: true}))
		})
	}
	if len(expressions) != len(want) {
		t.Errorf("%d rules, and %d are tried", len(expressions), len(want))
	}
}
