// Package memfs is a disk in memory that forgets, fails and fills up, for tests of package store and of what is built
// on it.
package memfs

import (
	"bytes"
	"errors"
	"io/fs"
	"math/rand/v2"
	"path"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// Disk implements store.Files. What was written but not synced may be lost, in part or as a whole, at a power failure,
// each name and each file independently. That is more than any file system does, so what survives here survives on all
// of them.
type Disk struct {
	// Ops counts the operations that change something. At number StopAt the calling goroutine, which represents the
	// process, dies; at number FailAt the operation fails with EIO, before or after it took effect.
	Ops, StopAt, FailAt int
	// Full: no space. ReadOnly: mounted read-only. Held: a process holds the lock.
	Full, ReadOnly, Held bool

	rng  *rand.Rand
	root *Node
	// dead: the process died, and what its deferred calls still ask for does not happen.
	dead bool
}

// Node is a file or a directory.
type Node struct {
	// Data is the content of a file, Durable what a power failure leaves at least.
	Data, Durable []byte
	// dir is nil for a file.
	dir        map[string]*Node
	durableDir map[string]*Node
}

// New returns an empty disk with the power to lose what rng says.
func New(rng *rand.Rand) *Disk { return &Disk{rng: rng, root: newDir()} }

func newDir() *Node { return &Node{dir: map[string]*Node{}, durableDir: map[string]*Node{}} }

// Find returns a file or directory, nil if there is nothing of this name.
func (m *Disk) Find(name string) *Node {
	at := m.root
	for rest := strings.Trim(name, "/"); rest != ""; {
		var elem string
		elem, rest, _ = strings.Cut(rest, "/")
		if at = at.dir[elem]; at == nil {
			return nil
		}
	}
	return at
}

// change runs one operation that changes the disk, with the faults that were requested.
func (m *Disk) change(apply func() error) error {
	if m.dead {
		return syscall.EIO
	}
	if m.ReadOnly {
		return syscall.EROFS
	}
	m.Ops++
	after := m.rng.IntN(2) == 0
	if m.Ops == m.StopAt {
		if after {
			apply()
		}
		m.Die()
	}
	if m.Ops == m.FailAt {
		if after {
			apply()
		}
		return syscall.EIO
	}
	return apply()
}

// Die ends the process: recover does not catch it, as it does not catch SIGKILL.
func (m *Disk) Die() {
	m.dead = true
	runtime.Goexit()
}

// Reap makes the disk ready for the next process.
func (m *Disk) Reap() {
	m.dead, m.Held, m.StopAt, m.FailAt = false, false, 0, 0
}

// PowerFailure leaves what was synced, and a random part of the rest.
func (m *Disk) PowerFailure() { m.settle(m.root) }

func (m *Disk) settle(n *Node) {
	if n.dir == nil {
		if !bytes.Equal(n.Data, n.Durable) {
			switch m.rng.IntN(4) {
			case 0:
				n.Data = n.Durable
			case 1:
				n.Data = nil
			case 2:
				n.Data = n.Data[:m.rng.IntN(len(n.Data)+1)]
			}
		}
		n.Durable = n.Data
		return
	}
	names := map[string]bool{}
	for name := range n.dir {
		names[name] = true
	}
	for name := range n.durableDir {
		names[name] = true
	}
	for _, name := range sortedKeys(names) {
		if n.dir[name] != n.durableDir[name] && m.rng.IntN(2) == 0 {
			set(n.dir, name, n.durableDir[name])
		}
		set(n.durableDir, name, n.dir[name])
		if child := n.dir[name]; child != nil {
			m.settle(child)
		}
	}
}

func sortedKeys(m map[string]bool) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func set(dir map[string]*Node, name string, n *Node) {
	if n == nil {
		delete(dir, name)
	} else {
		dir[name] = n
	}
}

// MkdirAll implements store.Files.
func (m *Disk) MkdirAll(dir string) error {
	if n := m.Find(dir); n != nil {
		if n.dir == nil {
			return syscall.ENOTDIR
		}
		return nil
	}
	return m.change(func() error {
		parent := m.Find(path.Dir(dir))
		if parent == nil || parent.dir == nil {
			return fs.ErrNotExist
		}
		parent.dir[path.Base(dir)] = newDir()
		return nil
	})
}

// ReadDir implements store.Files.
func (m *Disk) ReadDir(dir string) ([]string, error) {
	n := m.Find(dir)
	if n == nil || n.dir == nil {
		return nil, fs.ErrNotExist
	}
	names := map[string]bool{}
	for name := range n.dir {
		names[name] = true
	}
	return sortedKeys(names), nil
}

// ReadFile implements store.Files.
func (m *Disk) ReadFile(name string, limit int) ([]byte, error) {
	n := m.Find(name)
	if n == nil {
		return nil, fs.ErrNotExist
	}
	if n.dir != nil || len(n.Data) > limit {
		return nil, errors.New("not a file, or too large")
	}
	return bytes.Clone(n.Data), nil
}

// Create implements store.Files.
func (m *Disk) Create(name string) (store.WriteFile, error) {
	n := &Node{}
	err := m.change(func() error {
		dir := m.Find(path.Dir(name))
		if dir == nil || dir.dir == nil {
			return fs.ErrNotExist
		}
		if dir.dir[path.Base(name)] != nil {
			return fs.ErrExist
		}
		if m.Full {
			return syscall.ENOSPC
		}
		dir.dir[path.Base(name)] = n
		return nil
	})
	if err != nil {
		return nil, err
	}
	return memFile{m, n}, nil
}

type memFile struct {
	m *Disk
	n *Node
}

func (f memFile) Write(p []byte) (int, error) {
	wrote := 0
	err := f.m.change(func() error {
		if f.m.Full {
			return syscall.ENOSPC
		}
		f.n.Data = append(f.n.Data, p...)
		wrote = len(p)
		return nil
	})
	return wrote, err
}

func (f memFile) Sync() error {
	return f.m.change(func() error { f.n.Durable = bytes.Clone(f.n.Data); return nil })
}

func (f memFile) Close() error { return nil }

// Rename implements store.Files.
func (m *Disk) Rename(from, to string) error {
	return m.change(func() error {
		source, target := m.Find(path.Dir(from)), m.Find(path.Dir(to))
		if source == nil || target == nil || source.dir[path.Base(from)] == nil {
			return fs.ErrNotExist
		}
		if old := target.dir[path.Base(to)]; old != nil && old.dir != nil {
			return syscall.EISDIR
		}
		target.dir[path.Base(to)] = source.dir[path.Base(from)]
		delete(source.dir, path.Base(from))
		return nil
	})
}

// RemoveAll implements store.Files.
func (m *Disk) RemoveAll(name string) error {
	if m.Find(name) == nil {
		return nil
	}
	return m.change(func() error { delete(m.Find(path.Dir(name)).dir, path.Base(name)); return nil })
}

// SyncDir implements store.Files.
func (m *Disk) SyncDir(dir string) error {
	return m.change(func() error {
		n := m.Find(dir)
		if n == nil || n.dir == nil {
			return fs.ErrNotExist
		}
		n.durableDir = map[string]*Node{}
		for name, child := range n.dir {
			n.durableDir[name] = child
		}
		return nil
	})
}

// Lock implements store.Files.
func (m *Disk) Lock(string) (store.Lock, error) {
	if m.dead || m.ReadOnly {
		return nil, syscall.EROFS
	}
	if m.Held {
		return nil, store.ErrLocked
	}
	m.Held = true
	return memLock{m}, nil
}

type memLock struct{ m *Disk }

func (l memLock) Note([]byte) error { return nil }

func (l memLock) Unlock() error {
	l.m.Held = false
	return nil
}
