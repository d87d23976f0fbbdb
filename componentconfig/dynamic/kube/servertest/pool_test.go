package servertest

import (
	"context"
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	corev1 "k8s.io/api/core/v1"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/client-go/kubernetes"
	typedcorev1 "k8s.io/client-go/kubernetes/typed/core/v1"

	fleet "github.com/configgen/configgen/fleet/v1alpha1"
)

// Limits of a roll-out: the requests for each instance, the requests of config-fleet for any number of instances (its
// lease, and the status of the pool), and the memory of config-fleet in bytes.
const (
	perRollout = 8
	perPool    = 100
	mostMemory = 150 << 20
)

// TestPool rolls configurations out to many nodes: good ones in four waves, and bad ones that reach one instance each.
// What is repaired goes to all, as does an old revision.
func TestPool(t *testing.T) {
	p := newPoolFleet(t, *instances)
	p.start()
	first, second := p.content("good-0"), p.content("good-1")
	p.requested("a roll-out", func() { p.good("the first configuration", first) })
	p.remembered()
	p.resting()
	p.good("the second configuration", second)
	p.bad("a configuration that is not valid", p.content("bad validation-2"), second)
	p.bad("a configuration that crashes", p.content("kills-3"), second)
	repaired := p.content("good-4")
	p.good("a repaired configuration", repaired)
	p.rollBack("the first configuration again", first)
}

// TestPoolUnderFaults kills config-fleet at random requests, restarts the server, and changes everything that
// config-fleet reads, at random. When all is repaired, the pool does what its spec asks for.
func TestPoolUnderFaults(t *testing.T) {
	p := newPoolFleet(t, *shaken)
	p.start()
	first := p.content("good-0")
	p.set(first, nil)
	p.faults(first)
}

// poolFleet is a fleet whose assignments belong to a pool.
type poolFleet struct {
	*testFleet
	pool    *place
	seen    *history
	program *configFleet
}

// newPoolFleet starts a cluster with nodes, which run n instances, and config-fleet.
func newPoolFleet(t *testing.T, n int) *poolFleet {
	t.Helper()
	p := &poolFleet{testFleet: newFleet(t, n, assignmentDefinition, poolDefinition)}
	pool := *p.place
	p.pool = &pool
	p.pool.resource, p.pool.kind, p.pool.name = configPools, "ConfigPool", "relay"
	for _, i := range p.instances[:cuttable] {
		i.door = &door{}
		i.door.open(t, http.HandlerFunc(p.cluster.serve))
		t.Cleanup(i.door.shut)
	}
	p.seen = observe(p.testFleet, p.holds)
	p.program = newConfigFleet(t, p.cluster, p.random, "instances: nodes\ncache: {namespaces: [edge]}\n")
	return p
}

// holds holds an assignment to the contents that the pool has named.
func (p *poolFleet) holds(instance, digest string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if digest != "" && !p.named[digest] {
		p.t.Errorf("%s is assigned %s, which the pool has never named", instance, digest)
	}
}

// start makes the nodes, and runs config-fleet and the instances. No node has an assignment before there is a content.
func (p *poolFleet) start() {
	p.t.Helper()
	p.program.run()
	for _, i := range p.instances {
		p.node(i)
		p.run(i)
	}
}

// node makes the node of an instance.
func (p *poolFleet) node(i *instance) {
	p.t.Helper()
	// As a kubelet writes it, with the images that it has.
	images := make([]corev1.ContainerImage, 50)
	for n := range images {
		name := fmt.Sprintf("registry.example.com/edge/image-%d", n)
		digest := "@sha256:" + strings.Repeat("0", 64)
		images[n] = corev1.ContainerImage{Names: []string{name + digest, name + ":v1.2.3"}, SizeBytes: 1 << 27}
	}
	node := &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: i.name, Labels: map[string]string{"component": "relay"}},
		Status: corev1.NodeStatus{
			Conditions: []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue}}, Images: images,
		},
	}
	p.done(func() error {
		_, err := p.nodes().Create(context.Background(), node, metav1.CreateOptions{})
		return err
	})
}

// permit allows the instances to use a content.
func (p *poolFleet) permit(c content) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.named[c.digest] = true
}

// nodes is the administrator's way to nodes.
func (p *poolFleet) nodes() typedcorev1.NodeInterface {
	return kubernetes.NewForConfigOrDie(p.cluster.core).CoreV1().Nodes()
}

// set makes the pool roll a content out, or another revision of its source if that has another digest.
func (p *poolFleet) set(c content, digest any) {
	p.t.Helper()
	p.permit(c)
	p.seen.begin()
	p.pool.merge(map[string]any{"spec": map[string]any{
		"selector": map[string]any{"matchLabels": map[string]any{"component": "relay"}},
		"source":   map[string]any{"name": c.name, "key": c.key, "digest": digest},
		"rollout":  map[string]any{"deadline": "10m", "pause": "0s"},
	}})
}

// good rolls a content out to all, in four waves.
func (p *poolFleet) good(what string, c content) {
	p.t.Helper()
	began := time.Now()
	p.set(c, nil)
	p.complete(c)
	n := len(p.instances)
	sizes := p.seen.waves(p.pool.name, c.digest, max(1, n/10))
	if want := []int{1, ceil(n, 20), ceil(n, 4), n}; !slices.Equal(sizes, want) {
		p.t.Errorf("%s: the waves were %v, want %v", what, sizes, want)
	}
	p.t.Logf("%s has reached %d instances after %v", what, n, time.Since(began).Round(time.Second/10))
}

func ceil(n, by int) int { return (n + by - 1) / by }

// rollBack makes the pool roll an old revision out.
func (p *poolFleet) rollBack(what string, c content) {
	p.t.Helper()
	began := time.Now()
	p.set(c, c.digest)
	p.complete(c)
	p.t.Logf("%s has reached %d instances after %v", what, len(p.instances), time.Since(began).Round(time.Second/10))
}

// complete waits until all instances have a content, and the pool says so.
func (p *poolFleet) complete(c content) {
	p.t.Helper()
	p.until("all have "+c.name, func() bool {
		pool, n := p.seen.pools[p.pool.name], len(p.instances)
		return pool.Status.Revision == c.digest && int(pool.Status.Updated) == n && int(pool.Status.Instances) == n &&
			isTrue(pool, fleet.ConditionComplete) && !slices.ContainsFunc(p.instances, func(i *instance) bool {
			s := p.seen.states[i.name]
			return s.digest != c.digest || !s.updated()
		})
	})
}

// bad rolls a content out that reaches one instance, which goes on with the content before. The others never had it.
func (p *poolFleet) bad(what string, c, before content) {
	p.t.Helper()
	p.set(c, nil)
	stopped := ""
	p.until(what+" is stopped", func() bool {
		pool := p.seen.pools[p.pool.name]
		stopped = condition(pool, fleet.ConditionStopped).Message
		return pool.Status.Revision == c.digest && isTrue(pool, fleet.ConditionStopped)
	})
	name, after := p.seen.told(p.pool.name, c.digest)
	p.until(name+" says what it uses", func() bool {
		s := p.seen.states[name]
		return s.observed && s.status == c.status && slices.Contains(c.reasons, s.reason) && s.active == before.digest &&
			s.lastKnownGood == before.digest
	})
	p.seen.mu.Lock()
	had := slices.Collect(maps.Keys(p.seen.had[c.digest]))
	p.seen.mu.Unlock()
	if !slices.Equal(had, []string{name}) {
		p.t.Errorf("%s was assigned to %v, only %s should have it", what, had, name)
	}
	if after > time.Minute {
		p.t.Errorf("%s: the pool named %s after %v", what, name, after)
	}
	p.t.Logf("%s has reached %s of %d instances; the pool said so after %v: %s", what, name, len(p.instances),
		after.Round(time.Second/10), stopped)
}

func condition(pool fleet.ConfigPool, name string) metav1.Condition {
	for _, c := range pool.Status.Conditions {
		if c.Type == name {
			return c
		}
	}
	return metav1.Condition{}
}

func isTrue(pool fleet.ConfigPool, name string) bool {
	return condition(pool, name).Status == metav1.ConditionTrue
}

// until waits until something is so of what is seen.
func (p *poolFleet) until(what string, is func() bool) {
	p.t.Helper()
	p.seen.until(patience*time.Duration(2+len(p.instances)/500), is, func() string {
		pool, reasons := p.seen.pools[p.pool.name], map[string]int{}
		for _, s := range p.seen.states {
			reasons[fmt.Sprintf("%.12s %s %s", s.digest, s.status, s.reason)]++
		}
		return fmt.Sprintf("%s: assignments %v; pool %s", what, reasons, asJSON(p.t, pool))
	})
}

// requested counts the requests during do, without requests that begin a watch again.
func (p *poolFleet) requested(what string, do func()) {
	p.t.Helper()
	p.counted()
	do()
	_, kinds := p.counted()
	total, ofProgram := 0, 0
	for kind, n := range kinds {
		if strings.HasSuffix(kind, " again") {
			continue
		}
		total += n
		if strings.HasPrefix(kind, "config-fleet ") {
			ofProgram += n
		}
	}
	p.t.Logf("%s: %.2f requests an instance, %d of config-fleet: %v", what, float64(total)/float64(len(p.instances)),
		ofProgram, kinds)
	if most := perRollout*len(p.instances) + perPool; total > most {
		p.t.Errorf("%s: %d requests, at most %d are allowed", what, total, most)
	}
}

// remembered holds config-fleet to its limit of memory.
func (p *poolFleet) remembered() {
	p.t.Helper()
	resident, most, heap, processor := p.program.cost()
	p.t.Logf("for %d instances, config-fleet has %d MiB resident, had at most %d MiB, uses %d MiB of its heap, and has "+
		"used the processor for %.1f s", len(p.instances), resident>>20, most>>20, heap>>20, processor)
	if most > mostMemory {
		p.t.Errorf("config-fleet had %d MiB, at most %d MiB are allowed", most>>20, mostMemory>>20)
	}
}
