// Package reloadmetrics exposes the configuration of a component as metrics, with
// k8s.io/component-base/metrics/legacyregistry or another registry, which the component serves. A component without its
// option does not link it. The metrics are all ALPHA:
//
//	config_info{version, digest}             1 for the configuration in use: the version that its files were merged in,
//	                                         and the digest of the files, dynamic configuration among them
//	config_reload_total{result}              changes of the files by their result: committed, recovered (the files are
//	                                         again those in use), invalid, refused (by the component, which tries again),
//	                                         restart (needed), or immutable (fields were changed)
//	config_last_reload_success               1 if the configuration in use is the configuration in the files
//	config_refused{result, digest}           1 while the files cannot be used, with the result and the digest of the last
//	                                         ones that were refused
//	config_last_reload_timestamp_seconds     when a change was last committed; absent before
//	config_last_reload_change{path, class, origin, old, new}
//	                                         1 for each field of the last change that was committed, at most 100 of them;
//	                                         long values are cut, and secrets masked
//	config_restart_pending{path, class, origin, old, new}
//	                                         the same for the changed fields that take effect after a restart
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
	"github.com/configgen/configgen/componentconfig/internal/layers"
)

// mostChanges limits the series of one metric.
const mostChanges = 100

// WithMetrics registers the metrics with registries, such as the registry of controller-runtime, and keeps them up to
// date. The default registry is legacyregistry. A process has one configuration: the last loader with this option is
// shown.
func WithMetrics(registries ...prometheus.Registerer) componentconfig.Option {
	if len(registries) == 0 {
		registries = []prometheus.Registerer{legacyregistry.Registerer()}
	}
	return componentconfig.WithObserver(newObserver(registries...).observe)
}

// observer is the state of one loader.
type observer struct {
	registries []prometheus.Registerer

	mu      sync.Mutex
	now     componentconfig.Status
	reloads map[componentconfig.Outcome]int
	// committed is when a change was last committed, and changes are its fields.
	committed time.Time
	changes   []componentconfig.Change
}

func newObserver(registries ...prometheus.Registerer) *observer {
	return &observer{registries: registries, reloads: map[componentconfig.Outcome]int{}}
}

func (o *observer) observe(now componentconfig.Status) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.now = now
	if now.Result == "" {
		var failed []error
		for _, r := range o.registries {
			failed = append(failed, show(o, r))
		}
		return errors.Join(failed...)
	}
	o.reloads[now.Result]++
	if now.Result == componentconfig.OutcomeCommitted {
		o.committed, o.changes = now.At, now.Changes
	}
	return nil
}

// show makes a registry show the state of an observer.
func show(o *observer, registry prometheus.Registerer) error {
	c := newCollector()
	c.shown.Store(o)
	c.Create(nil, c)
	// Not by CustomRegister, which keeps a reference to a collector that it refuses.
	err := registry.Register(c)
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

	shown                             atomic.Pointer[observer]
	info, reloads, success, timestamp *metrics.Desc
	change, pending, deprecated       *metrics.Desc
	refused                           *metrics.Desc
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
		change:     desc("last_reload_change", "Fields of the last change that was committed.", ofChange...),
		pending:    desc("restart_pending", "Changed fields that take effect after a restart.", ofChange...),
		refused:    desc("refused", "1 while the configuration files cannot be used.", "result", "digest"),
		deprecated: desc("deprecated_in_use", "Deprecated fields and flags that are set.", "path", "flag", "removal"),
	}
}

// ofChange are the labels of a change.
var ofChange = []string{"path", "class", "origin", "old", "new"}

// DescribeWithStability implements metrics.StableCollector.
func (c *collector) DescribeWithStability(ch chan<- *metrics.Desc) {
	for _, d := range []*metrics.Desc{c.info, c.reloads, c.success, c.timestamp, c.change, c.pending, c.deprecated,
		c.refused} {
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
	gauge(c.info, 1, o.now.Version, o.now.Digest)
	for _, result := range slices.Sorted(maps.Keys(o.reloads)) {
		ch <- metrics.NewLazyConstMetric(c.reloads, metrics.CounterValue, float64(o.reloads[result]), string(result))
	}
	success := 1.0
	if o.now.State() != componentconfig.StateCurrent {
		success = 0
	}
	gauge(c.success, success)
	if r := o.now.Refused; r != nil {
		gauge(c.refused, 1, string(r.Result), r.Digest)
	}
	if !o.committed.IsZero() {
		gauge(c.timestamp, float64(o.committed.UnixNano())/1e9)
	}
	for d, changes := range map[*metrics.Desc][]componentconfig.Change{c.change: o.changes, c.pending: o.now.Pending} {
		shown := map[[5]string]bool{} // Two roots may have the same path.
		for _, change := range changes[:min(len(changes), mostChanges)] {
			labels := [5]string{change.Path, string(change.Reload), change.Origin.String(), layers.Brief(change.Old),
				layers.Brief(change.New)}
			if !shown[labels] {
				gauge(d, 1, labels[:]...)
			}
			shown[labels] = true
		}
	}
	for _, d := range o.now.Deprecated {
		gauge(c.deprecated, 1, d.Path, d.Flag, d.Removal)
	}
}
