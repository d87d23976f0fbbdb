package servertest

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/apis/meta/v1/unstructured"
	"k8s.io/apimachinery/pkg/types"
	"k8s.io/client-go/features"
	featurestesting "k8s.io/client-go/features/testing"

	"github.com/configgen/configgen/bootstrap/lkg"
)

// TestServer runs upstream's cases on one real server, one after the other; each has an object and a state folder of its own.
func TestServer(t *testing.T) {
	c := newCluster(t)
	for _, story := range []struct {
		name string
		tell func(*testing.T, *cluster, *component)
	}{
		{"assign, graduate, bad parse, bad validation", tellGraduate},
		{"roll-back and recovery", tellRollBack},
		{"deletion and re-creation", tellDeletion},
		{"reset", tellReset},
		{"others' status", tellOthers},
		{"partition", tellPartition},
		{"server restart", tellRestart},
		{"expired watch", tellExpired},
		{"stale cache", tellStale},
		{"101 changes", tellMany},
	} {
		t.Run(story.name, func(t *testing.T) {
			c.t = t
			p := newComponent(t, c)
			story.tell(t, c, p)
			p.end()
			c.admin().Resource(relayConfigs).Delete(context.Background(), "main", metav1.DeleteOptions{})
		})
	}
	c.t = t
}

// confirmed pushes content and lets it pass its trial.
func (p *component) confirmed(content string) {
	p.t.Helper()
	p.cluster.push(content)
	p.next()
	p.uses(lkg.Assigned, content)
	p.confirm()
	p.onServer(lkg.True, "Assigned")
}

func tellGraduate(t *testing.T, c *cluster, p *component) {
	p.next()
	p.uses(lkg.Local, "")
	p.reports(lkg.Unknown, "SourceUnavailable")
	c.push("one")
	p.restarted()
	p.uses(lkg.Assigned, "one")
	p.onServer(lkg.Unknown, "OnTrial")
	p.confirm()
	obj := p.onServer(lkg.True, "Assigned")
	good, _, _ := unstructured.NestedString(obj.Object, "status", "config", "lastKnownGood", "digest")
	if good != string(p.decision.Digest) {
		t.Errorf("status.config.lastKnownGood is %q", good)
	}
	for _, bad := range []string{"bad parse", "bad validation"} {
		c.push(bad)
		p.onServer(lkg.False, "Rejected")
	}
	p.next()
	p.uses(lkg.Assigned, "one")
	// In-place change: the same object, a new content.
	c.push("two")
	p.restarted()
	p.uses(lkg.Assigned, "two")
}

func tellRollBack(t *testing.T, c *cluster, p *component) {
	p.confirmed("one")
	c.push("kills")
	p.restarted()
	p.uses(lkg.Assigned, "kills")
	p.next()
	p.uses(lkg.Assigned, "kills")
	p.next()
	p.uses(lkg.LastKnownGood, "one")
	obj := p.onServer(lkg.False, "CrashLoop")
	if failed, _, _ := unstructured.NestedString(obj.Object, "status", "config", "lastFailed", "reason"); failed == "" {
		t.Error("status.config.lastFailed has no reason")
	}
	c.push("repair")
	p.restarted()
	p.uses(lkg.Assigned, "repair")
	p.confirm()
	p.onServer(lkg.True, "Assigned")
}

func tellDeletion(_ *testing.T, c *cluster, p *component) {
	p.confirmed("one")
	c.remove()
	p.reports(lkg.Unknown, "SourceUnavailable")
	p.next()
	p.uses(lkg.Assigned, "one")
	c.push("one") // Another UID, the same content: nothing to do.
	p.onServer(lkg.True, "Assigned")
	c.remove()
	c.push("two")
	p.restarted()
	p.uses(lkg.Assigned, "two")
}

func tellReset(t *testing.T, c *cluster, p *component) {
	p.confirmed("one")
	if _, err := c.admin().Resource(relayConfigs).Patch(context.Background(), "main", types.MergePatchType, []byte(`{"spec":{"config":null}}`), metav1.PatchOptions{}); err != nil {
		t.Fatal(err)
	}
	p.restarted()
	p.uses(lkg.Local, "")
	obj := p.onServer(lkg.True, "Local")
	if _, found, _ := unstructured.NestedMap(obj.Object, "status", "config", "lastKnownGood"); found {
		t.Error("last-known-good has outlived the reset")
	}
}

// tellOthers: writes that are not ours move the resourceVersion, not the assignment, and our writes keep what others wrote.
func tellOthers(t *testing.T, c *cluster, p *component) {
	p.confirmed("one")
	patch := []byte(`{"metadata":{"labels":{"a":"b"}},"status":{"conditions":[{"type":"Ready","status":"True"}]}}`)
	objects := c.admin().Resource(relayConfigs)
	for _, sub := range [][]string{nil, {"status"}} {
		if _, err := objects.Patch(context.Background(), "main", types.MergePatchType, patch, metav1.PatchOptions{}, sub...); err != nil {
			t.Fatal(err)
		}
	}
	c.push("bad parse")
	obj := p.onServer(lkg.False, "Rejected")
	conditions, _, _ := unstructured.NestedSlice(obj.Object, "status", "conditions")
	if len(conditions) != 2 || conditions[0].(map[string]any)["type"] != "Ready" {
		t.Errorf("conditions %v", conditions)
	}
}

func tellPartition(_ *testing.T, c *cluster, p *component) {
	p.confirmed("one")
	c.setShut(true)
	c.push("two")
	p.next()
	p.uses(lkg.Assigned, "one")
	p.reports(lkg.Unknown, "SourceUnavailable")
	c.setShut(false)
	p.restarted()
	p.uses(lkg.Assigned, "two")
	p.confirm()
	c.setShut(true)
	c.push("three")
	c.setShut(false)
	p.restarted()
	p.uses(lkg.Assigned, "three")
}

func tellRestart(_ *testing.T, c *cluster, p *component) {
	p.confirmed("one")
	c.restart()
	c.push("two")
	p.restarted()
	p.uses(lkg.Assigned, "two")
}

// tellExpired: while the component is away its place in the history is compacted away, so its watch is answered with "too old".
func tellExpired(_ *testing.T, c *cluster, p *component) {
	p.confirmed("one")
	c.setShut(true)
	c.push("two")
	for i := range 20 {
		c.push(fmt.Sprint("three ", i%2))
	}
	c.compact()
	c.restart()
	p.restarted()
	p.uses(lkg.Assigned, "three 1")
}

// tellStale: after an expired watch the server's list is older than what the process has seen. It must not bring the old content back.
func tellStale(t *testing.T, c *cluster, p *component) {
	// Lists have to be lists for the door to know them.
	featurestesting.SetFeatureDuringTest(t, features.WatchListClient, false)
	p.confirmed("one")
	p.reports(lkg.True, "Assigned")
	c.mu.Lock()
	stale := c.list
	c.mu.Unlock()
	if !bytes.Contains(stale, []byte(`"one"`)) {
		t.Fatalf("the list to be repeated is %s", stale)
	}
	c.push("two")
	p.restarted()
	p.uses(lkg.Assigned, "two")
	p.onServer(lkg.Unknown, "OnTrial")
	held := &hold{make(chan struct{}, 10), make(chan struct{})}
	release := sync.OnceFunc(func() {
		c.mu.Lock()
		c.held = nil
		c.mu.Unlock()
		close(held.release)
	})
	defer release()
	c.mu.Lock()
	c.list, c.stale, c.gone, c.held = stale, true, true, held
	c.mu.Unlock()
	c.door.CloseClientConnections()
	select {
	case <-held.arrived: // It has taken the list in, and watches on from there.
	case <-time.After(patience):
		t.Fatal("the process does not watch")
	}
	p.confirm() // Has the process look at its source.
	p.onServer(lkg.True, "Assigned")
	release()
	c.push("three")
	p.restarted()
	three, err := lkg.NewPayload(lkg.File{Name: "config", Data: []byte("three")})
	if err != nil {
		t.Fatal(err)
	}
	if want := "configuration " + three.Digest().Short() + " is assigned"; p.reason != want {
		t.Errorf("restarted because %s, want because %s", p.reason, want)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stale {
		t.Error("no stale list was given, so nothing was tested")
	}
}

// tellMany is upstream's case of 101 changes.
func tellMany(t *testing.T, c *cluster, p *component) {
	p.confirmed("number 0")
	var goroutines, files int
	for i := 1; i <= 101; i++ {
		c.push(fmt.Sprint("number ", i))
		p.restarted()
		p.uses(lkg.Assigned, fmt.Sprint("number ", i))
		p.confirm()
		if i == 10 {
			goroutines, files = runtime.NumGoroutine(), count(t, p.dir)
		}
	}
	if n := count(t, p.dir); n > files {
		t.Errorf("%d files after 101 changes, %d after 10", n, files)
	}
	deadline := time.After(patience)
	for runtime.NumGoroutine() > goroutines+20 {
		select {
		case <-deadline:
			t.Fatalf("%d goroutines after 101 changes, %d after 10", runtime.NumGoroutine(), goroutines)
		case <-time.After(10 * time.Millisecond):
		}
	}
}

func count(t *testing.T, dir string) int {
	n := 0
	err := filepath.WalkDir(dir, func(_ string, _ os.DirEntry, err error) error { n++; return err })
	if err != nil {
		t.Fatal(err)
	}
	return n
}
