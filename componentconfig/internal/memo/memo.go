// Package memo remembers answers that several goroutines ask for.
package memo

import "sync"

// Of are answers by their questions. The zero value has none. It is safe for concurrent use.
type Of[K comparable, V any] struct {
	mu    sync.RWMutex
	known map[K]V
}

// Get returns the answer to a question. The first time, answer gives it, without a lock: two goroutines that ask at the
// same time may both call it, and the answers must be equal.
func (m *Of[K, V]) Get(question K, answer func() V) V {
	m.mu.RLock()
	known, ok := m.known[question]
	m.mu.RUnlock()
	if ok {
		return known
	}
	found := answer()
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known == nil {
		m.known = map[K]V{}
	}
	m.known[question] = found
	return found
}
