package dynamic

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/component-base/metrics"
	"k8s.io/component-base/metrics/legacyregistry"
)

// The metrics, which are all ALPHA:
//
//	dynamic_config_info{role, layer, digest}            1 for the desired, assigned, active and last known good one
//	dynamic_config_ok{status}                           1 for the current status of ConfigOK, 0 for the other two
//	dynamic_config_confirmed_total                      configurations that passed their trial in this process
//	dynamic_config_failed_total                         failures that this process recorded
//	dynamic_config_quarantined_total                    damaged files that this process moved to quarantine
//	dynamic_config_sync_errors_total                    failed reads of the source and failed writes of its content
//	dynamic_config_last_confirmed_timestamp_seconds     when that last happened in this process; absent before
//	dynamic_config_last_failed_timestamp_seconds
const namespace = "dynamic_config"

// registerMetrics exposes what read returns with k8s.io/component-base/metrics/legacyregistry, which a component
// serves. A process has one dynamic configuration: the last of several registrations is used.
func registerMetrics(read func() (Status, counters)) error {
	m := newCollector(read)
	m.Create(nil, m)
	// Not by CustomRegister, which keeps a reference to a collector that it refuses.
	err := legacyregistry.Registerer().Register(m)
	var before prometheus.AlreadyRegisteredError
	if !errors.As(err, &before) {
		return err
	}
	first, ok := before.ExistingCollector.(*collector)
	if !ok {
		return err
	}
	first.read.Store(&read)
	return nil
}

// measure returns what the metrics show.
func (c *Controller) measure() (Status, counters) {
	c.readLayers()
	c.mu.Lock()
	defer c.mu.Unlock()
	counted := c.counters
	counted.quarantined = c.journal.dir.Quarantined()
	return c.view().status(), counted
}

// collector reads the status at each scrape.
type collector struct {
	metrics.BaseStableCollector

	read                      atomic.Pointer[func() (Status, counters)]
	info, ok                  *metrics.Desc
	confirmed, failed, syncs  *metrics.Desc
	quarantined               *metrics.Desc
	lastConfirmed, lastFailed *metrics.Desc
}

func newCollector(read func() (Status, counters)) *collector {
	desc := func(name, help string, labels ...string) *metrics.Desc {
		return metrics.NewDesc(metrics.BuildFQName(namespace, "", name), help, labels, nil, metrics.ALPHA, "")
	}
	c := &collector{
		info: desc("info", "Configurations by role. The local configuration has no digest.",
			"role", "layer", "digest"),
		ok:            desc("ok", "1 for the current status of the ConfigOK condition.", "status"),
		confirmed:     desc("confirmed_total", "Configurations that passed their trial in this process."),
		failed:        desc("failed_total", "Failures of configurations that this process recorded."),
		syncs:         desc("sync_errors_total", "Failed reads of the source and failed writes of what it wants."),
		quarantined:   desc("quarantined_total", "Damaged files that this process moved to quarantine."),
		lastConfirmed: desc("last_confirmed_timestamp_seconds", "When this process last confirmed a configuration."),
		lastFailed: desc("last_failed_timestamp_seconds",
			"When this process last recorded a failure."),
	}
	c.read.Store(&read)
	return c
}

// DescribeWithStability implements metrics.StableCollector.
func (c *collector) DescribeWithStability(ch chan<- *metrics.Desc) {
	for _, d := range []*metrics.Desc{
		c.info, c.ok, c.confirmed, c.failed, c.syncs, c.quarantined, c.lastConfirmed, c.lastFailed,
	} {
		ch <- d
	}
}

// CollectWithStability implements metrics.StableCollector.
func (c *collector) CollectWithStability(ch chan<- metrics.Metric) {
	st, counted := (*c.read.Load())()
	gauge := func(d *metrics.Desc, v float64, labels ...string) {
		ch <- metrics.NewLazyConstMetric(d, metrics.GaugeValue, v, labels...)
	}
	counter := func(d *metrics.Desc, n int) { ch <- metrics.NewLazyConstMetric(d, metrics.CounterValue, float64(n)) }
	at := func(d *metrics.Desc, t time.Time) {
		if !t.IsZero() {
			gauge(d, float64(t.UnixNano())/1e9)
		}
	}
	roles := map[string]*Reference{"desired": st.Desired, "assigned": st.Assigned, "lastKnownGood": st.LastKnownGood}
	for role, r := range roles {
		if r != nil {
			gauge(c.info, 1, role, "", string(r.Digest))
		}
	}
	if st.ActiveLayer != "" {
		var digest string
		if st.Active != nil {
			digest = string(st.Active.Digest)
		}
		gauge(c.info, 1, "active", string(st.ActiveLayer), digest)
	}
	for _, status := range []metav1.ConditionStatus{metav1.ConditionTrue, metav1.ConditionFalse, metav1.ConditionUnknown} {
		v := 0.0
		if st.Condition.Status == status {
			v = 1
		}
		gauge(c.ok, v, string(status))
	}
	counter(c.confirmed, counted.confirmed)
	counter(c.failed, counted.failed)
	counter(c.syncs, counted.syncErrors)
	counter(c.quarantined, counted.quarantined)
	at(c.lastConfirmed, counted.lastConfirmed)
	if counted.last != nil {
		at(c.lastFailed, counted.last.Time)
	}
}
