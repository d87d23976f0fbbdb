// Package metrics exposes the status of dynamic configuration to Prometheus, through k8s.io/component-base/metrics.
//
//	dynamic_config_info{role, layer, digest}            1 for the desired, assigned, active and last-known-good configuration
//	dynamic_config_ok{status}                           1 for the current status of ConfigOK: True, False, Unknown; 0 for the others
//	dynamic_config_confirmed_total                      configurations that passed their trial in this process
//	dynamic_config_failed_total                         configurations that this process marked as bad
//	dynamic_config_sync_errors_total                    reads of the source, or writes of what it said, that failed
//	dynamic_config_last_confirmed_timestamp_seconds     when that last happened in this process; missing before
//	dynamic_config_last_failed_timestamp_seconds
//
// They are all ALPHA. A loader of package componentconfig registers them by itself.
package metrics

import (
	"errors"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/component-base/metrics"
	"k8s.io/component-base/metrics/legacyregistry"

	"github.com/configgen/configgen/componentconfig/dynamic"
)

const namespace = "dynamic_config"

// Register exposes the status, a Store's Status, with k8s.io/component-base/metrics/legacyregistry, whose handler a component serves. A process has one
// dynamic configuration: of several registrations the last one counts.
func Register(status func() dynamic.Status) error {
	c := NewCollector(status)
	c.Create(nil, c)
	// Not by CustomRegister, which keeps hold of what it refuses.
	err := legacyregistry.Registerer().Register(c)
	var before prometheus.AlreadyRegisteredError
	if !errors.As(err, &before) {
		return err
	}
	first, ok := before.ExistingCollector.(*Collector)
	if !ok {
		return err
	}
	first.status.Store(&status)
	return nil
}

// Collector reads the status at each scrape.
type Collector struct {
	metrics.BaseStableCollector

	status                    atomic.Pointer[func() dynamic.Status]
	info, ok                  *metrics.Desc
	confirmed, failed, syncs  *metrics.Desc
	lastConfirmed, lastFailed *metrics.Desc
}

// NewCollector returns a collector for a registry's CustomRegister. status is a Store's Status.
func NewCollector(status func() dynamic.Status) *Collector {
	desc := func(name, help string, labels ...string) *metrics.Desc {
		return metrics.NewDesc(metrics.BuildFQName(namespace, "", name), help, labels, nil, metrics.ALPHA, "")
	}
	c := &Collector{
		info:          desc("info", "The configurations by role: desired, assigned, active, lastKnownGood. Without digest it is the local one.", "role", "layer", "digest"),
		ok:            desc("ok", "1 for the current status of the ConfigOK condition.", "status"),
		confirmed:     desc("confirmed_total", "Configurations that passed their trial in this process."),
		failed:        desc("failed_total", "Configurations that this process marked as bad."),
		syncs:         desc("sync_errors_total", "Reads of the source, or writes of what it said, that failed."),
		lastConfirmed: desc("last_confirmed_timestamp_seconds", "When this process last confirmed a configuration."),
		lastFailed:    desc("last_failed_timestamp_seconds", "When this process last marked a configuration as bad."),
	}
	c.status.Store(&status)
	return c
}

// DescribeWithStability implements metrics.StableCollector.
func (c *Collector) DescribeWithStability(ch chan<- *metrics.Desc) {
	for _, d := range []*metrics.Desc{c.info, c.ok, c.confirmed, c.failed, c.syncs, c.lastConfirmed, c.lastFailed} {
		ch <- d
	}
}

// CollectWithStability implements metrics.StableCollector.
func (c *Collector) CollectWithStability(ch chan<- metrics.Metric) {
	st := (*c.status.Load())()
	gauge := func(d *metrics.Desc, v float64, labels ...string) {
		ch <- metrics.NewLazyConstMetric(d, metrics.GaugeValue, v, labels...)
	}
	counter := func(d *metrics.Desc, n int) { ch <- metrics.NewLazyConstMetric(d, metrics.CounterValue, float64(n)) }
	stamp := func(d *metrics.Desc, t time.Time) {
		if !t.IsZero() {
			gauge(d, float64(t.UnixNano())/1e9)
		}
	}
	for role, r := range map[string]*dynamic.Reference{"desired": st.Desired, "assigned": st.Assigned, "lastKnownGood": st.LastKnownGood} {
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
	for _, status := range []dynamic.ConditionStatus{dynamic.True, dynamic.False, dynamic.Unknown} {
		v := 0.0
		if st.Condition.Status == status {
			v = 1
		}
		gauge(c.ok, v, string(status))
	}
	counter(c.confirmed, st.Counters.Confirmed)
	counter(c.failed, st.Counters.Failed)
	counter(c.syncs, st.Counters.SyncErrors)
	stamp(c.lastConfirmed, st.Counters.LastConfirmed)
	stamp(c.lastFailed, st.Counters.LastFailed)
}
