package servertest

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	apierrors "k8s.io/apimachinery/pkg/api/errors"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"

	"github.com/configgen/configgen/bootstrap/kube"
	"github.com/configgen/configgen/bootstrap/lkg"
)

// patience ends a test that waits for what never comes.
const patience = time.Minute

// component is a process on a state folder, started again and again by the tests.
type component struct {
	t        *testing.T
	cluster  *cluster
	dir      string
	store    *lkg.Store
	decision lkg.Decision
	statuses chan lkg.Status
	restarts chan string
	// reason is why the process was restarted last.
	reason string
	end    func()
}

func newComponent(t *testing.T, c *cluster) *component {
	p := &component{t: t, cluster: c, dir: t.TempDir(), statuses: make(chan lkg.Status, 1000), end: func() {}}
	t.Cleanup(func() { p.end() })
	return p
}

// check reads "bad parse" and "bad validation" as what they say.
func check(p lkg.Payload) error {
	for _, f := range p.Files() {
		if text := string(f.Data); strings.HasPrefix(text, "bad") {
			return errors.New(text)
		}
	}
	return nil
}

// next ends the process, if one runs, and starts another.
func (p *component) next() lkg.Decision {
	p.t.Helper()
	p.end()
	p.restarts = make(chan string, 1)
	restarts := p.restarts
	store, err := lkg.Open(p.dir, lkg.Options{
		Check: check, Build: "build", Parameters: &lkg.Parameters{TrialPeriod: time.Hour, CrashLoopThreshold: 1},
		Restart: func(reason string) { restarts <- reason },
	})
	if err != nil {
		p.t.Fatal(err)
	}
	config := &kube.ConfigSource{Object: &kube.ObjectSource{
		Group: relayConfigs.Group, Version: relayConfigs.Version, Resource: relayConfigs.Resource, Name: "main", Field: "spec.config",
	}}
	statuses := p.statuses
	source, err := kube.NewSource(p.cluster.client(), config, kube.Options{OnStatus: func(s lkg.Status) { statuses <- s }})
	if err != nil {
		p.t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	store.Sync(ctx, source)
	cancel()
	if p.decision, err = store.Start(lkg.Payload{}); err != nil {
		p.t.Fatal(err)
	}
	ctx, cancel = context.WithCancel(context.Background())
	done := make(chan struct{})
	go func() {
		defer close(done)
		store.Run(ctx, source, lkg.ByApplication())
	}()
	p.store = store
	p.end = func() {
		store.Close() // Before Run ends, so that it cannot give the attempt back: the process is killed.
		cancel()
		<-done
		p.end = func() {}
	}
	return p.decision
}

// restarted waits until the process asks to be restarted, and does it.
func (p *component) restarted() lkg.Decision {
	p.t.Helper()
	select {
	case p.reason = <-p.restarts:
	case <-time.After(patience):
		p.t.Fatalf("the process never asked to be restarted: %+v", p.store.Status().Condition)
	}
	return p.next()
}

// reports waits for a status with this reason.
func (p *component) reports(status lkg.ConditionStatus, reason string) lkg.Status {
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
			p.t.Fatalf("the condition never became %s %s: %+v", status, reason, p.store.Status().Condition)
		}
	}
}

// onServer waits until the object's status says so.
func (p *component) onServer(status lkg.ConditionStatus, reason string) *unstructured.Unstructured {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	objects := p.cluster.admin().Resource(relayConfigs)
	w, err := objects.Watch(ctx, metav1.ListOptions{})
	if err != nil {
		p.t.Fatal(err)
	}
	defer w.Stop()
	for e := range w.ResultChan() {
		obj, ok := e.Object.(*unstructured.Unstructured)
		if !ok {
			continue
		}
		conditions, _, _ := unstructured.NestedSlice(obj.Object, "status", "conditions")
		for _, c := range conditions {
			if m := c.(map[string]any); m["type"] == lkg.ConditionType && m["status"] == string(status) && m["reason"] == reason {
				return obj
			}
		}
	}
	p.t.Fatalf("the object's condition never became %s %s", status, reason)
	return nil
}

func (p *component) uses(layer lkg.Layer, content string) {
	p.t.Helper()
	got := ""
	for _, f := range p.decision.Payload.Files() {
		got += string(f.Data)
	}
	if p.decision.Layer != layer || got != content {
		p.t.Fatalf("%s (%q), want %s %q", p.decision, got, layer, content)
	}
}

func (p *component) confirm() {
	p.t.Helper()
	if err := p.store.Confirm(); err != nil {
		p.t.Fatal(err)
	}
}

// push writes the configuration into the object, making it if need be.
func (c *cluster) push(content string) {
	c.t.Helper()
	ctx := context.Background()
	objects := c.admin().Resource(relayConfigs)
	patch := []byte(`{"spec":{"config":"` + content + `"}}`)
	_, err := objects.Patch(ctx, "main", types.MergePatchType, patch, metav1.PatchOptions{})
	if apierrors.IsNotFound(err) {
		_, err = objects.Create(ctx, &unstructured.Unstructured{Object: map[string]any{
			"apiVersion": relayConfigs.GroupVersion().String(), "kind": "RelayConfig",
			"metadata": map[string]any{"name": "main"}, "spec": map[string]any{"config": content},
		}}, metav1.CreateOptions{})
	}
	if err != nil {
		c.t.Fatal(err)
	}
}

func (c *cluster) remove() {
	c.t.Helper()
	if err := c.admin().Resource(relayConfigs).Delete(context.Background(), "main", metav1.DeleteOptions{}); err != nil {
		c.t.Fatal(err)
	}
}
