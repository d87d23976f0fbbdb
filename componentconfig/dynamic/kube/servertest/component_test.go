package servertest

import (
	"context"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"k8s.io/client-go/rest"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/dynamic"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/protocol"
	"github.com/configgen/configgen/componentconfig/dynamic/kube"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
	"github.com/configgen/configgen/componentconfig/testdata/relay/options"
)

// patience ends a test that waits for what never comes.
const patience = 5 * time.Minute

// loaded is what the loader makes of a start.
type loaded = componentconfig.Loaded[relay.RelayConfiguration]

// configuration is a configuration that says its name, or is as bad as that says.
func configuration(name string) string {
	header := "apiVersion: relay.config.example.io/v1\nkind: RelayConfiguration\n"
	labels := "labels: {says: " + name + "}\n"
	switch word, _, _ := strings.Cut(name, "-"); word {
	case "bad parse":
		return header + "port: [1\n"
	case "bad validation":
		return header + "port: 70000\n" + labels
	}
	return header + labels
}

// payload is what a source makes of a text.
func (p *place) payload(text string) dynamic.Payload {
	p.t.Helper()
	name := "relay.yaml"
	if p.source.Object != nil {
		name = "config"
	}
	payload, err := dynamic.NewPayload(map[string][]byte{name: []byte(text)})
	if err != nil {
		p.t.Fatal(err)
	}
	return payload
}

// newLoader is the loader of a component whose dynamic configuration comes from a place behind a door.
func newLoader(door *rest.Config, source *kube.ConfigSource, o dynamic.Options,
	onStatus func(dynamic.Status)) *componentconfig.Loader[relay.RelayConfiguration] {
	connect := func(*loaded) (dynamic.Source, error) { return newSource(door, source, onStatus) }
	o.Build, o.Policy = "build", dynamic.ByApplication()
	root := options.RelayConfigurationRoot()
	root.ThirdPartyFlags = nil // What they set belongs to the process, in which tests have several components.
	allOn := func([]componentconfig.Gate) componentconfig.Gates {
		return componentconfig.Gates{Enabled: func(string) bool { return true }, Commit: func() {}}
	}
	return componentconfig.New("relay", root, componentconfig.WithConfigFile(),
		componentconfig.WithFeatureGates("FeatureGates", allOn),
		dynamic.WithConfigFrom(connect, o))
}

// newSource is the source of a component behind a door.
func newSource(door *rest.Config, source *kube.ConfigSource, onStatus func(dynamic.Status)) (*kube.Source, error) {
	return kube.NewSource(door, source, kube.Options{Component: "relay", Instance: "node-1", Version: "v1.2.3",
		OnStatus: onStatus})
}

// component is a process on a state directory, started again and again by the tests.
type component struct {
	*place
	dir      string
	clock    protocol.Clock
	loaded   *loaded
	statuses chan dynamic.Status
	restarts chan string
	// layer is what the start used.
	layer dynamic.Layer
	// reason is why the process was restarted last.
	reason string
	// stop ends the process: kill as SIGKILL does, else as SIGTERM does.
	stop func(kill bool)
}

func newComponent(p *place) *component {
	c := &component{place: p, dir: p.t.TempDir(), statuses: make(chan dynamic.Status, 1000), stop: func(bool) {}}
	p.t.Cleanup(func() { c.stop(true) })
	return c
}

func (p *component) arguments() []string {
	return []string{"--dynamic-config-dir=" + filepath.Join(p.dir, "state"), "--dynamic-config-crash-loop-threshold=1"}
}

// next kills the process, if one runs, and starts another.
func (p *component) next(args ...string) {
	p.t.Helper()
	p.stop(true)
	p.restarts = make(chan string, 1)
	restarts, statuses := p.restarts, p.statuses
	loader := newLoader(clientOf(p.cluster.door.url()), p.source,
		dynamic.Options{Restart: func(reason string) { restarts <- reason }},
		func(s dynamic.Status) { statuses <- s })
	var err error
	if p.loaded, err = loader.Load(slices.Concat(p.arguments(), args)); err != nil {
		p.t.Fatal(err)
	}
	controller := dynamic.ControllerOf(p.loaded)
	p.layer = controller.Status().ActiveLayer
	ctx, cancel := context.WithCancel(protocol.WithClock(context.Background(), p.clock))
	done := make(chan struct{})
	go func() {
		defer close(done)
		if err := controller.Run(ctx); err != nil && ctx.Err() == nil {
			p.t.Errorf("dynamic configuration is not followed: %v", err)
		}
	}()
	p.stop = func(kill bool) {
		if kill {
			controller.Close() // Before Run ends, so that it cannot give the attempt back.
		}
		cancel()
		<-done
		controller.Close()
		p.stop = func(bool) {}
	}
}

// restarted waits until the process asks to be restarted, and does it.
func (p *component) restarted() {
	p.t.Helper()
	select {
	case p.reason = <-p.restarts:
	case <-time.After(patience):
		p.t.Fatalf("the process never asked to be restarted: %+v", p.status().Condition)
	}
	p.next()
}

func (p *component) status() dynamic.Status { return dynamic.ControllerOf(p.loaded).Status() }

// reports waits for a status with this reason.
func (p *component) reports(status metav1.ConditionStatus, reason dynamic.Reason) dynamic.Status {
	p.t.Helper()
	deadline := time.After(patience)
	for {
		select {
		case st := <-p.statuses:
			if st.Condition.Status == status && st.Condition.Reason == reason {
				return st
			}
		case reason := <-p.restarts:
			p.t.Fatalf("the process wants to be restarted: %s", reason)
		case <-deadline:
			p.t.Fatalf("the condition never became %s %s: %+v", status, reason, p.status().Condition)
		}
	}
}

// shows waits until an administrator sees it: in an event, unless it is a step of a roll-out to an assignment, and in
// the status of an object that has one.
func (p *component) shows(status metav1.ConditionStatus, reason dynamic.Reason) {
	p.t.Helper()
	if p.source.Assignment == nil || reason != dynamic.ReasonOnTrial {
		p.event(status, reason)
	}
	if p.source.ConfigMap == nil {
		p.condition(status, reason)
	}
}

// uses holds the process to the layer and to what the configuration in use says.
func (p *component) uses(layer dynamic.Layer, content string) {
	p.t.Helper()
	st := p.status()
	if got := p.loaded.Config.Labels["says"]; p.layer != layer || got != content {
		p.t.Fatalf("%s: %s (%q), want %s %q", p.layer, st.Condition.Message, got, layer, content)
	}
}

func (p *component) confirm() {
	p.t.Helper()
	if err := dynamic.ControllerOf(p.loaded).Confirm(); err != nil {
		p.t.Fatal(err)
	}
}

// confirmed pushes a configuration and lets it pass its trial.
func (p *component) confirmed(content string) {
	p.t.Helper()
	p.push(content)
	p.next()
	p.uses(dynamic.LayerAssigned, content)
	p.confirm()
	p.shows(metav1.ConditionTrue, "Assigned")
}

// quick is a clock whose waits are a hundred times shorter than requested.
type quick struct{ protocol.Clock }

func (q quick) After(d time.Duration) <-chan time.Time { return q.Clock.After(d / 100) }

// newPlace makes a place of one kind under a name.
type newPlace func(t *testing.T, c *cluster, name string) *place
