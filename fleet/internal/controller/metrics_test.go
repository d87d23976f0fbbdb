package controller

import (
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"sigs.k8s.io/controller-runtime/pkg/client"
	"sigs.k8s.io/controller-runtime/pkg/client/interceptor"

	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// scraped are the metrics of a collector, one a line, in order.
func scraped(t *testing.T, c *collector) (lines []string) {
	t.Helper()
	registry := prometheus.NewPedanticRegistry()
	if err := registry.Register(c); err != nil {
		t.Fatal(err)
	}
	families, err := registry.Gather()
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range families {
		for _, m := range f.Metric {
			var labels []string
			for _, l := range m.Label {
				if l.GetName() != "namespace" {
					labels = append(labels, l.GetValue())
				}
			}
			lines = append(lines, fmt.Sprintf("%s{%s} %v", f.GetName(), strings.Join(labels, " "), m.Gauge.GetValue()))
		}
	}
	slices.Sort(lines)
	return lines
}

// TestMetrics: only the leader has metrics, and only of pools that exist.
func TestMetrics(t *testing.T) {
	complete := relay(func(p *fleet.ConfigPool) {
		p.Name, p.Status.Instances, p.Status.Updated, p.Status.Revision = "done", 4, 4, "d"
		p.Status.Revisions = []fleet.Revision{{Digest: "d", Outcome: fleet.OutcomeComplete}}
	})
	r := newRig(t, complete)
	stopped := relay(func(p *fleet.ConfigPool) {
		p.Status = fleet.ConfigPoolStatus{Instances: 4, Updated: 1, Bad: 2, Unavailable: 1, Skipped: 1, Revision: "e",
			Revisions: []fleet.Revision{
				{Digest: "e", Outcome: fleet.OutcomeStopped, Time: metav1.NewTime(r.now)},
				{Digest: "d", Outcome: fleet.OutcomeComplete},
			},
			Conditions: []metav1.Condition{
				{Type: fleet.ConditionStopped, Status: metav1.ConditionTrue, Reason: fleet.ReasonInstancesFailed},
				{Type: fleet.ConditionComplete, Status: metav1.ConditionFalse, Reason: fleet.ReasonInstancesFailed},
			}}
	})
	if err := r.server.Create(t.Context(), stopped); err != nil {
		t.Fatal(err)
	}
	leads := make(chan struct{})
	c := &collector{pools: r.server, leads: leads}
	if got := scraped(t, c); len(got) > 0 {
		t.Errorf("not the leader: %v", got)
	}
	close(leads)
	of := func(pool, outcome string, selected, updated, skipped, bad, unavailable int) []string {
		return []string{
			fmt.Sprintf("configfleet_pool_instances{%s bad} %d", pool, bad),
			fmt.Sprintf("configfleet_pool_instances{%s selected} %d", pool, selected),
			fmt.Sprintf("configfleet_pool_instances{%s skipped} %d", pool, skipped),
			fmt.Sprintf("configfleet_pool_instances{%s unavailable} %d", pool, unavailable),
			fmt.Sprintf("configfleet_pool_instances{%s updated} %d", pool, updated),
			fmt.Sprintf("configfleet_pool_rollout_outcome{%s %s} 1", outcome, pool),
		}
	}
	done := of("done", "Complete", 4, 4, 0, 0, 0)
	want := append(of("relay", "Stopped", 4, 1, 1, 2, 1), "configfleet_pool_condition{relay InstancesFailed Stopped} 1",
		fmt.Sprintf("configfleet_pool_rollout_start_timestamp_seconds{relay} %v", float64(r.now.Unix())))
	want = append(want, done...)
	slices.Sort(want)
	if got := scraped(t, c); !slices.Equal(got, want) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if err := r.server.Delete(t.Context(), stopped); err != nil {
		t.Fatal(err)
	}
	if got := scraped(t, c); !slices.Equal(got, done) {
		t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(done, "\n"))
	}
	c.pools = interceptor.NewClient(r.server, interceptor.Funcs{List: func(context.Context, client.WithWatch,
		client.ObjectList, ...client.ListOption) error {
		return errors.New("no informer")
	}})
	if got := scraped(t, c); len(got) > 0 {
		t.Errorf("got %v", got)
	}
}

// TestPages: the documentation has each metric with its labels, and the alert rules use no others.
func TestPages(t *testing.T) {
	descriptions := make(chan *prometheus.Desc, 10)
	(&collector{}).Describe(descriptions)
	close(descriptions)
	want := map[string]bool{}
	for d := range descriptions {
		parts := regexp.MustCompile(`fqName: "(\w+)".*variableLabels: (\{.*\})\}$`).FindStringSubmatch(d.String())
		want[parts[1]], want["`"+parts[1]+parts[2]+"`"] = true, true
	}
	var text [2]string
	for n, file := range []string{"../../../docs/operating.md", "../../manifests/alert-rules.yaml"} {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		text[n] = string(content)
	}
	for name := range want {
		if !strings.Contains(text[0], name) {
			t.Errorf("the page does not have %s", name)
		}
	}
	for _, name := range regexp.MustCompile(`configfleet_\w+`).FindAllString(text[0]+text[1], -1) {
		if !want[name] {
			t.Errorf("%s does not exist", name)
		}
	}
}
