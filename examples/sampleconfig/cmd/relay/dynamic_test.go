package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"k8s.io/component-base/featuregate"
	"k8s.io/component-base/metrics/legacyregistry"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/internal/features"
)

const header = "apiVersion: relay.config.configgen.dev/v1beta1\nkind: RelayConfiguration\n"

// edge is a machine with a relay that gets its dynamic configuration from a file.
type edge struct {
	*testing.T
	dir string
}

func newEdge(t *testing.T) edge {
	e := edge{t, t.TempDir()}
	e.write("local.yaml", "listen: {port: 5301}\nforwarding: {upstreams: ['198.51.100.1:53']}\n")
	return e
}

func (e edge) path(name string) string { return filepath.Join(e.dir, name) }

// write replaces a file as a whole, so that a process that watches it never sees a part of it. It was written long ago,
// so that a start does not wait for the rest of it.
func (e edge) write(name, body string) {
	e.Helper()
	path := e.path(name)
	if err := errors.Join(os.WriteFile(path+".new", []byte(header+body), 0o600),
		os.Chtimes(path+".new", time.Time{}, time.Unix(1, 0)), os.Rename(path+".new", path)); err != nil {
		e.Fatal(err)
	}
}

// push writes a configuration that can answer, with one more field.
func (e edge) push(body string) {
	e.Helper()
	e.write("pushed.yaml", "forwarding: {upstreams: ['198.51.100.2:53']}\n"+body+"\n")
}

func (e edge) arguments(more ...string) []string {
	return append([]string{"--config=" + e.path("local.yaml"), "--dynamic-config-dir=" + e.path("state"),
		"--dynamic-config-source=" + e.path("pushed.yaml"),
		"--dynamic-config-crash-loop-threshold=1"}, more...)
}

// start is a process that loads its configuration, lives as long as do, and dies without warning.
func (e edge) start(do func(*process, *loaded), more ...string) *loaded {
	e.Helper()
	arguments := e.arguments(more...)
	p := prepared(e, arguments)
	now, err := p.loader.Load(arguments)
	if err != nil {
		e.Fatal(err)
	}
	if do != nil {
		do(p, now)
	}
	if err := dynamic.ControllerOf(now).Close(); err != nil {
		e.Fatal(err)
	}
	return now
}

func (e edge) uses(now *loaded, layer dynamic.Layer, port int32) {
	e.Helper()
	st := dynamic.ControllerOf(now).Status()
	if st.ActiveLayer != layer || now.Config.Listen.Port != port {
		e.Errorf("%s, port %d; want %s, port %d", st.Condition.Message, now.Config.Listen.Port, layer, port)
	}
}

// warns expects a warning of a start.
func (e edge) warns(now *loaded, want string) {
	e.Helper()
	if !strings.Contains(now.Warnings.Error(), want) {
		e.Errorf("warnings %q, want one with %s", now.Warnings, want)
	}
}

// confirm passes the trial.
func (e edge) confirm(_ *process, now *loaded) {
	e.Helper()
	if err := dynamic.ControllerOf(now).Confirm(); err != nil {
		e.Fatal(err)
	}
}

// release ends the process on request.
func (e edge) release(_ *process, now *loaded) {
	e.Helper()
	if err := dynamic.ControllerOf(now).Release(); err != nil {
		e.Fatal(err)
	}
}

// TestDynamicTrialParameters: a pushed configuration decides about its own trial. Flags are the defaults, and what is
// out of range is rejected.
func TestDynamicTrialParameters(t *testing.T) {
	e := newEdge(t)
	e.push("crashLoopThreshold: 0\nconfigTrialDuration: 1h0m0s\nlisten: {port: 5302}")
	e.uses(e.start(nil), dynamic.LayerAssigned, 5302)
	now := e.start(nil)
	e.uses(now, dynamic.LayerLocal, 5301)
	e.warns(now, "crash loop: 1 starts ended before the configuration was confirmed (threshold 0)")
	e.push("listen: {port: 5303}")
	e.start(nil)
	e.uses(e.start(nil), dynamic.LayerAssigned, 5303)
	for field, want := range map[string]string{
		"crashLoopThreshold: 11":  "crashLoopThreshold: Invalid value: 11: must be between 0 and 10",
		"configTrialDuration: 0s": "configTrialDuration: Invalid value: \"0s\": must be at least 1ms",
	} {
		e.push(field)
		e.warns(e.start(nil), want)
	}
}

// TestDynamicLife: assigned, on trial, confirmed; a push that kills the relay, the roll-back, the repair.
func TestDynamicLife(t *testing.T) {
	e := newEdge(t)
	now := e.start(nil)
	e.uses(now, dynamic.LayerLocal, 5301)
	e.warns(now, "the source cannot be read")
	e.push("listen: {port: 5302}")
	for attempt := 1; attempt <= 2; attempt++ {
		now = e.start(func(p *process, now *loaded) {
			trial := dynamic.ControllerOf(now).Status().Trial
			if !dynamic.ControllerOf(now).OnTrial() || trial.Used != attempt || trial.Allowed != 2 {
				t.Errorf("%+v, want start %d of 2", trial, attempt)
			}
			if attempt == 2 {
				e.confirm(p, now)
			}
		})
		e.uses(now, dynamic.LayerAssigned, 5302)
	}
	if now = e.start(nil); dynamic.ControllerOf(now).OnTrial() {
		t.Error("what was confirmed is on trial")
	}
	e.push("listen: {port: 5303}")
	e.uses(e.start(nil), dynamic.LayerAssigned, 5303)
	e.uses(e.start(nil), dynamic.LayerAssigned, 5303)
	now = e.start(nil)
	e.uses(now, dynamic.LayerLastKnownGood, 5302)
	e.warns(now, "crash loop: 2 starts ended before the configuration was confirmed (threshold 1)")
	e.push("listen: {port: 5304}")
	e.uses(e.start(e.confirm), dynamic.LayerAssigned, 5304)
}

// TestDynamicIsValidatedBeforeUse: by everything that checks a file: strict decoding, generated rules, hand-written
// rules, gates.
func TestDynamicIsValidatedBeforeUse(t *testing.T) {
	e := newEdge(t)
	e.push("listen: {port: 5302}")
	e.start(e.confirm)
	for _, c := range []struct{ body, want string }{
		{"listen: {prot: 1}", `(pushed.yaml):4:10: listen.prot: unknown field; did you mean "port"?`},
		{"listen: {port: x}", "(pushed.yaml):4:16: listen.port: must be a number"},
		{"listen: {port: 70000}", "(pushed.yaml):4:10: listen.port: Invalid value: 70000: must be between 0 and 65535"},
		{"cache: {minTTL: 2h, maxTTL: 1h}", "cache."},
		{"cache: {serveStale: 1h}", "(pushed.yaml):4:9: cache.serveStale: can be set only if the feature gate ServeStale " +
			"is on"},
		{"featureGates: {ServeStal: " +
			"true}",
			`(pushed.yaml):4:16: featureGates[ServeStal]: unrecognized feature gate: ServeStal; did you mean "ServeStale"?`},
		{"listen: [", "not valid YAML"},
	} {
		e.push(c.body)
		now := e.start(e.release)
		e.uses(now, dynamic.LayerAssigned, 5302)
		e.warns(now, "the assigned configuration was rejected: ")
		e.warns(now, c.want)
		if dynamic.ControllerOf(now).OnTrial() {
			t.Errorf("%s: an attempt was spent", c.body)
		}
	}
}

// TestDynamicFeatureGates: the gates of the assigned configuration are in effect, and the command line overrides them.
func TestDynamicFeatureGates(t *testing.T) {
	e := newEdge(t)
	e.push("cache: {serveStale: 1h}\nfeatureGates: {ServeStale: true, AnswerANY: true}")
	enabled := func(now *loaded, p *process, want map[featuregate.Feature]bool) {
		t.Helper()
		for feature, on := range want {
			if p.gates.Enabled(feature) != on {
				t.Errorf("%s is %t; %s", feature, !on, dynamic.ControllerOf(now).Status().Condition.Message)
			}
		}
	}
	e.start(func(p *process, now *loaded) {
		e.uses(now, dynamic.LayerAssigned, 53)
		enabled(now, p, map[featuregate.Feature]bool{features.ServeStale: true, features.AnswerANY: false})
	}, "--feature-gates=AnswerANY=false")
	// The gate that the configuration needs is off on the command line, so it cannot be loaded. The local one is used,
	// with its gates.
	e.start(func(p *process, now *loaded) {
		e.uses(now, dynamic.LayerLocal, 5301)
		e.warns(now, "can be set only if the feature gate ServeStale is on")
		enabled(now, p, map[featuregate.Feature]bool{features.ServeStale: false, features.AnswerANY: false})
	}, "--feature-gates=ServeStale=false")
}

// TestDynamicIsBelowDropInsAndTheCommandLine: and so are the origins of its values.
func TestDynamicIsBelowDropInsAndTheCommandLine(t *testing.T) {
	e := newEdge(t)
	if err := os.Mkdir(e.path("conf.d"), 0o700); err != nil {
		t.Fatal(err)
	}
	e.write("conf.d/10-site.conf", "cache: {size: 1Mi}\n")
	e.push("listen: {port: 5302, maxUDPSize: 600}\ncache: {size: 2Mi}\nqueryLog: {file: log/queries.json}")
	e.start(func(_ *process, now *loaded) {
		digest := dynamic.ControllerOf(now).Status().Active.Digest.Short()
		text := now.Explain()
		for _, want := range []string{
			"port: 5309  # flag --port (overrides dynamic configuration sha256:" + digest + " (pushed.yaml):4)",
			"maxUDPSize: 600  # dynamic configuration sha256:" + digest + " (pushed.yaml):4",
			"size: 1Mi  # 10-site.conf:3 (overrides dynamic configuration sha256:" + digest + " (pushed.yaml):5)",
			"file: " + e.path("log/queries.json") + "  # dynamic configuration sha256:" + digest,
		} {
			if !strings.Contains(text, want) {
				t.Errorf("nothing says %s in\n%s", want, text)
			}
		}
	}, "--config-dir="+e.path("conf.d"), "--port=5309")
}

// TestDynamicMetrics: the relay serves the metrics of its configuration.
func TestDynamicMetrics(t *testing.T) {
	e := newEdge(t)
	e.push("listen: {port: 5302}")
	e.start(func(p *process, now *loaded) {
		e.confirm(p, now)
		response := httptest.NewRecorder()
		legacyregistry.Handler().ServeHTTP(response, httptest.NewRequest("GET", "/metrics", nil))
		for _, want := range []string{
			`dynamic_config_info{digest="` + string(dynamic.ControllerOf(now).Status().Active.Digest) +
				`",layer="assigned",role="active"} 1`,
			`dynamic_config_ok{status="True"} 1`, "dynamic_config_confirmed_total 1",
		} {
			if !strings.Contains(response.Body.String(), want) {
				t.Errorf("no %s", want)
			}
		}
	})
}

// TestDynamicCommands: what an operator sees, and how a failure record is cleared.
func TestDynamicCommands(t *testing.T) {
	e := newEdge(t)
	e.push("listen: {port: 70000}")
	e.start(nil)
	operate := func(arguments ...string) (string, error) {
		command := prepared(t, nil).loader.Command(nil)
		var out bytes.Buffer
		command.SetOut(&out)
		command.SetErr(&out)
		command.SetArgs(append([]string{"dynamic-config", "--dynamic-config-dir=" + e.path("state")}, arguments...))
		err := command.Execute()
		return out.String(), err
	}
	text, err := operate("status")
	for _, want := range []string{"Assigned:", "none", "Failed:", "must be between 0 and 65535"} {
		if err != nil || !strings.Contains(text, want) {
			t.Errorf("%v: no %s in\n%s", err, want, text)
		}
	}
	text, err = operate("status", "--output=json")
	var status dynamic.Status
	if err != nil || json.Unmarshal([]byte(text), &status) != nil || len(status.Failed) != 1 {
		t.Fatalf("%v: %s", err, text)
	}
	// The failure record holds until an operator clears it: the same bytes are not checked again.
	if now := e.start(nil); !dynamic.ControllerOf(now).Status().Failed[0].Time.Equal(status.Failed[0].Time) {
		t.Error("what was rejected was tried again")
	}
	if text, err = operate("clear", string(status.Failed[0].Digest)); err != nil || !strings.HasPrefix(text, "cleared") {
		t.Errorf("%v: %s", err, text)
	}
	if now := e.start(nil); len(dynamic.ControllerOf(now).Status().Failed) != 1 {
		t.Error("what was cleared was not tried again")
	}
}

// TestDynamicAndWatch: while a dynamic configuration is in use, changed drop-ins are applied above it, not above the
// local file.
func TestDynamicAndWatch(t *testing.T) {
	e := newEdge(t)
	if err := os.Mkdir(e.path("conf.d"), 0o700); err != nil {
		t.Fatal(err)
	}
	e.push("listen: {port: 5302}")
	e.start(func(p *process, now *loaded) {
		got := make(chan *loaded, 1)
		outcomes := make(chan componentconfig.ReloadResult, 1)
		go watchOnce(t, p, now, got, outcomes)
		e.write("conf.d/10-site.conf", "hosts: {records: {a.example: [192.0.2.1]}}\n")
		if o := <-outcomes; !o.Committed || o.Err != nil {
			t.Fatalf("%+v", o)
		}
		next := <-got
		if next.Config.Listen.Port != 5302 || len(next.Config.Hosts.Records) != 1 {
			t.Errorf("port %d, records %v", next.Config.Listen.Port, next.Config.Hosts.Records)
		}
	}, "--config-dir="+e.path("conf.d"))
}

func watchOnce(t *testing.T, p *process, now *loaded, got chan<- *loaded,
	outcomes chan<- componentconfig.ReloadResult) {
	err := p.loader.Watch(t.Context(), p.arguments, now, componentconfig.Activation[config.RelayConfiguration]{
		Prepare: func(_ context.Context, next *loaded) (func(), error) { return func() { got <- next }, nil },
		Report:  func(o componentconfig.ReloadResult) { outcomes <- o },
	})
	if err != nil {
		t.Error(err)
	}
}
