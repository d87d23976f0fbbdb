// Package reloadmetrics exposes the configuration of a component as metrics, with
// k8s.io/component-base/metrics/legacyregistry, which the component serves. A component without its option does not
// link it. The metrics are all ALPHA:
//
//	config_info{version, digest}             1 for the configuration in use: the version that its files were merged in,
//	                                         and the digest of the files, dynamic configuration among them
//	config_reload_total{result}              changes of the files by their result: committed, recovered (the files are
//	                                         again those in use), invalid, refused (by the component, which tries again),
//	                                         restart (needed), or immutable (fields were changed)
//	config_last_reload_success               1 if the configuration in use is that of the files
//	config_last_reload_timestamp_seconds     when a change was last committed; absent before
//	config_restart_pending{path, class}      1 for each changed field that takes effect after a restart
//	config_deprecated_in_use{path, flag, removal}
//	                                         1 for each deprecated field or flag that is set, with the release that
//	                                         removes it
package reloadmetrics

import (
	"errors"
	"maps"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
	"k8s.io/component-base/metrics"
	"k8s.io/component-base/metrics/legacyregistry"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/extension"
)

// WithMetrics registers the metrics and keeps them up to date. A process has one configuration: the last loader with
// this option is shown.
func WithMetrics() componentconfig.Option {
	return componentconfig.WithObserver(&observer{reloads: map[string]int{}})
}

// observer is the state of one loader.
type observer struct {
	mu      sync.Mutex
	inUse   extension.InUse
	reloads map[string]int
	failed  bool
	// committed is when a change was last committed.
	committed time.Time
	pending   map[extension.Pending]bool
}

// Loaded implements extension.Observer.
func (o *observer) Loaded(now extension.InUse) error {
	o.mu.Lock()
	o.inUse = now
	o.mu.Unlock()
	return show(o)
}

// Reloaded implements extension.Observer.
func (o *observer) Reloaded(result extension.ReloadResult, pending []extension.Pending, at time.Time) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.reloads[string(result)]++
	o.failed = result != extension.Committed && result != extension.Recovered
	if result == extension.Committed {
		o.committed = at
	}
	o.pending = map[extension.Pending]bool{}
	for _, p := range pending {
		o.pending[p] = true
	}
}

// show makes an observer the one that the registry shows.
func show(o *observer) error {
	c := newCollector()
	c.shown.Store(o)
	c.Create(nil, c)
	// Not by CustomRegister, which keeps a reference to what it refuses.
	err := legacyregistry.Registerer().Register(c)
	var before prometheus.AlreadyRegisteredError
	if !errors.As(err, &before) {
		return err
	}
	first, ok := before.ExistingCollector.(*collector)
	if !ok {
		return err
	}
	first.shown.Store(o)
	return nil
}

// collector reads the state at each scrape.
type collector struct {
	metrics.BaseStableCollector

	shown                                      atomic.Pointer[observer]
	info, reloads, success, timestamp, pending *metrics.Desc
	deprecated                                 *metrics.Desc
}

func newCollector() *collector {
	desc := func(name, help string, labels ...string) *metrics.Desc {
		return metrics.NewDesc(metrics.BuildFQName("config", "", name), help, labels, nil, metrics.ALPHA, "")
	}
	return &collector{
		info:       desc("info", "The configuration in use.", "version", "digest"),
		reloads:    desc("reload_total", "Changes of the configuration files by their result.", "result"),
		success:    desc("last_reload_success", "1 if the configuration in use is that of the files."),
		timestamp:  desc("last_reload_timestamp_seconds", "When a change of the files was last committed."),
		pending:    desc("restart_pending", "Changed fields that take effect after a restart.", "path", "class"),
		deprecated: desc("deprecated_in_use", "Deprecated fields and flags that are set.", "path", "flag", "removal"),
	}
}

// DescribeWithStability implements metrics.StableCollector.
func (c *collector) DescribeWithStability(ch chan<- *metrics.Desc) {
	for _, d := range []*metrics.Desc{c.info, c.reloads, c.success, c.timestamp, c.pending,
		c.deprecated} {
		ch <- d
	}
}

// CollectWithStability implements metrics.StableCollector.
func (c *collector) CollectWithStability(ch chan<- metrics.Metric) {
	o := c.shown.Load()
	o.mu.Lock()
	defer o.mu.Unlock()
	gauge := func(d *metrics.Desc, v float64, labels ...string) {
		ch <- metrics.NewLazyConstMetric(d, metrics.GaugeValue, v, labels...)
	}
	gauge(c.info, 1, o.inUse.Version, o.inUse.Digest)
	for _, result := range slices.Sorted(maps.Keys(o.reloads)) {
		ch <- metrics.NewLazyConstMetric(c.reloads, metrics.CounterValue, float64(o.reloads[result]), result)
	}
	success := 1.0
	if o.failed {
		success = 0
	}
	gauge(c.success, success)
	if !o.committed.IsZero() {
		gauge(c.timestamp, float64(o.committed.UnixNano())/1e9)
	}
	for p := range o.pending {
		gauge(c.pending, 1, p.Path, p.Class)
	}
	for _, d := range o.inUse.Deprecated {
		gauge(c.deprecated, 1, d.Path, d.Flag, d.Removal)
	}
}
