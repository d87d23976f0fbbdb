package controller

import (
	"fmt"
	"maps"
	"sync"
	"time"

	"k8s.io/apimachinery/pkg/types"

	"github.com/configgen/configgen/fleet/internal/rollout"
)

// memory has the observations of this process, with times of its own clock, which nobody else can set. A successor
// begins without any: a roll-out is safe without them.
type memory struct {
	mu sync.Mutex
	// since is when a pass over a pool saw something first.
	since map[types.NamespacedName]map[string]time.Time
	// refusals are the assignments with a write that the server has refused.
	refusals map[types.NamespacedName]refused
	// deleted is when Nodes were deleted that were ready.
	deleted map[types.UID]time.Time
}

// refused says until when an assignment is not changed again. The wait doubles with each attempt, up to longestRefusal.
type refused struct {
	text  string
	wait  time.Duration
	until time.Time
}

// longestRefusal is the longest time until an assignment is tried again.
const longestRefusal = 10 * time.Minute

func (m *memory) refuse(assignment types.NamespacedName, text string, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.refusals == nil {
		m.refusals = map[types.NamespacedName]refused{}
	}
	maps.DeleteFunc(m.refusals, func(_ types.NamespacedName, r refused) bool { return now.Sub(r.until) > longestRefusal })
	wait := min(max(2*m.refusals[assignment].wait, retry), longestRefusal)
	m.refusals[assignment] = refused{text, wait, now.Add(wait)}
}

func (m *memory) allow(assignment types.NamespacedName) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.refusals, assignment)
}

// remembered is how long it is known that a Node was ready when it was deleted. Its assignment is removed before.
const remembered = time.Hour

// gone notes that a Node was deleted that was ready.
func (m *memory) gone(node types.UID, now time.Time) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.deleted == nil {
		m.deleted = map[types.UID]time.Time{}
	}
	maps.DeleteFunc(m.deleted, func(_ types.UID, at time.Time) bool { return now.Sub(at) > remembered })
	m.deleted[node] = now
}

// forget drops the observations of a pool.
func (m *memory) forget(pool types.NamespacedName) {
	m.mu.Lock()
	defer m.mu.Unlock()
	delete(m.since, pool)
}

// recall adds to the snapshot of a pool how long its facts have been seen, and returns when an assignment that was
// refused is to be tried again.
func (m *memory) recall(pool types.NamespacedName, s *rollout.Snapshot) (again time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	before, next := m.since[pool], map[string]time.Time{}
	waited := func(what string) time.Duration {
		at, seen := before[what]
		if !seen {
			at = s.Now
		}
		next[what] = at
		return s.Now.Sub(at)
	}
	s.Waited = make(map[types.UID]time.Duration, len(s.Assignments))
	for _, a := range s.Assignments {
		s.Waited[a.UID] = waited(fmt.Sprintf("%s/%d/%t", a.UID, a.Generation, s.Nodes[a.Name].Ready))
	}
	if st := s.Pool.Status; st.WavePassedTime != nil {
		s.Resting = waited(fmt.Sprintf("%s/%d/%d", st.Revision, st.Wave, st.WavePassedTime.Unix()))
	}
	s.Refused = map[string]string{}
	for key, r := range m.refusals {
		if left := r.until.Sub(s.Now); key.Namespace == pool.Namespace && left > 0 {
			s.Refused[key.Name], again = r.text, soonest(again, left)
		}
	}
	s.Deleted = make(map[types.UID]bool, len(m.deleted))
	for uid := range m.deleted {
		s.Deleted[uid] = true
	}
	if m.since == nil {
		m.since = map[types.NamespacedName]map[string]time.Time{}
	}
	m.since[pool] = next
	return again
}
