package controller

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	ctrl "sigs.k8s.io/controller-runtime"
	"sigs.k8s.io/controller-runtime/pkg/client"

	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// collector makes metrics of the status of all pools, at the leader. A pool that has gone has none.
type collector struct {
	pools client.Reader
	// leads is closed once this process is the leader.
	leads <-chan struct{}
}

var (
	instancesMetric = described("configfleet_pool_instances", "Instances that a pool has selected, has updated to its "+
		"newest revision, or has skipped, and those that are bad or unavailable. An instance may be in several states.",
		"state")
	conditionMetric = described("configfleet_pool_condition", "1 for each condition of a pool that is True.",
		"type", "reason")
	startMetric = described("configfleet_pool_rollout_start_timestamp_seconds",
		"When the newest revision of a pool was taken. There is none if it is complete.")
	outcomeMetric = described("configfleet_pool_rollout_outcome", "1 for the outcome of the newest revision of a pool.",
		"outcome")
)

func described(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, append([]string{"namespace", "pool"}, labels...), nil)
}

// Describe implements prometheus.Collector.
func (c *collector) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{instancesMetric, conditionMetric, startMetric, outcomeMetric} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (c *collector) Collect(to chan<- prometheus.Metric) {
	select {
	case <-c.leads:
	default:
		return
	}
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	var pools fleet.ConfigPoolList
	if err := c.pools.List(ctx, &pools, client.UnsafeDisableDeepCopy); err != nil {
		ctrl.Log.Error(err, "Pools cannot be listed for their metrics")
		return
	}
	for i := range pools.Items {
		collect(&pools.Items[i], to)
	}
}

func collect(p *fleet.ConfigPool, to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value,
			append([]string{p.Namespace, p.Name}, labels...)...)
	}
	s := p.Status
	for state, n := range map[string]int32{
		"selected": s.Instances, "updated": s.Updated, "skipped": s.Skipped, "bad": s.Bad, "unavailable": s.Unavailable,
	} {
		gauge(instancesMetric, float64(n), state)
	}
	for _, v := range s.Revisions {
		if v.Digest == s.Revision {
			gauge(outcomeMetric, 1, string(v.Outcome))
			if v.Outcome != fleet.OutcomeComplete {
				gauge(startMetric, float64(v.Time.Unix()))
			}
		}
	}
	for _, c := range s.Conditions {
		if c.Status == metav1.ConditionTrue {
			gauge(conditionMetric, 1, c.Type, c.Reason)
		}
	}
}
