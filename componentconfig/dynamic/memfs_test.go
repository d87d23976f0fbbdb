package dynamic

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
)

// memFiles is a disk that forgets: what was written but not synced may be lost, in part or as a whole, at a power failure, each name and each
// file for itself. That is more than any file system does, so what survives here survives on all of them.
type memFiles struct {
	rng  *rand.Rand
	root *inode
	held bool

	// ops counts the operations that change something. At number stopAt the calling goroutine, which stands for the process, dies; at
	// number failAt the operation fails with EIO, before or after it took effect.
	ops, stopAt, failAt int
	// dead: the process is gone, and what its deferred calls still ask for does not happen.
	dead bool
	// full: no space; readOnly: mounted read-only.
	full, readOnly bool
}

// inode is a file or, if dir is not nil, a folder. The durable half is what a power failure leaves at least.
type inode struct {
	data, durable []byte
	dir           map[string]*inode
	durableDir    map[string]*inode
}

func newMemFiles(rng *rand.Rand) *memFiles {
	return &memFiles{rng: rng, root: newDir()}
}

func newDir() *inode { return &inode{dir: map[string]*inode{}, durableDir: map[string]*inode{}} }

// stateDir is the state folder of the simulations; its parent is always there.
const stateDir = "/state"

func (m *memFiles) find(name string) *inode {
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

// change runs one operation that changes the disk, with the faults that were asked for.
func (m *memFiles) change(apply func() error) error {
	if m.dead {
		return syscall.EIO
	}
	if m.readOnly {
		return syscall.EROFS
	}
	m.ops++
	after := m.rng.IntN(2) == 0
	if m.ops == m.stopAt {
		if after {
			apply()
		}
		m.die()
	}
	if m.ops == m.failAt {
		if after {
			apply()
		}
		return syscall.EIO
	}
	return apply()
}

// die ends the process: no recover catches it, as none catches SIGKILL.
func (m *memFiles) die() {
	m.dead = true
	runtime.Goexit()
}

// reap makes the disk ready for the next process.
func (m *memFiles) reap() {
	m.dead, m.held, m.stopAt, m.failAt = false, false, 0, 0
}

// powerFailure leaves what was synced, and of the rest whatever chance leaves.
func (m *memFiles) powerFailure() { m.settle(m.root) }

func (m *memFiles) settle(n *inode) {
	if n.dir == nil {
		if !bytes.Equal(n.data, n.durable) {
			switch m.rng.IntN(4) {
			case 0:
				n.data = n.durable
			case 1:
				n.data = nil
			case 2:
				n.data = n.data[:m.rng.IntN(len(n.data)+1)]
			}
		}
		n.durable = n.data
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

func set(dir map[string]*inode, name string, n *inode) {
	if n == nil {
		delete(dir, name)
	} else {
		dir[name] = n
	}
}

func (m *memFiles) MkdirAll(dir string) error {
	if n := m.find(dir); n != nil {
		if n.dir == nil {
			return syscall.ENOTDIR
		}
		return nil
	}
	return m.change(func() error {
		parent := m.find(path.Dir(dir))
		if parent == nil || parent.dir == nil {
			return fs.ErrNotExist
		}
		parent.dir[path.Base(dir)] = newDir()
		return nil
	})
}

func (m *memFiles) ReadDir(dir string) ([]string, error) {
	n := m.find(dir)
	if n == nil || n.dir == nil {
		return nil, fs.ErrNotExist
	}
	names := map[string]bool{}
	for name := range n.dir {
		names[name] = true
	}
	return sortedKeys(names), nil
}

func (m *memFiles) ReadFile(name string, limit int) ([]byte, error) {
	n := m.find(name)
	if n == nil {
		return nil, fs.ErrNotExist
	}
	if n.dir != nil || len(n.data) > limit {
		return nil, errors.New("not a file, or too large")
	}
	return bytes.Clone(n.data), nil
}

func (m *memFiles) Create(name string) (WriteFile, error) {
	n := &inode{}
	err := m.change(func() error {
		dir := m.find(path.Dir(name))
		if dir == nil || dir.dir == nil {
			return fs.ErrNotExist
		}
		if dir.dir[path.Base(name)] != nil {
			return fs.ErrExist
		}
		if m.full {
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
	m *memFiles
	n *inode
}

func (f memFile) Write(p []byte) (int, error) {
	wrote := 0
	err := f.m.change(func() error {
		if f.m.full {
			return syscall.ENOSPC
		}
		f.n.data = append(f.n.data, p...)
		wrote = len(p)
		return nil
	})
	return wrote, err
}

func (f memFile) Sync() error {
	return f.m.change(func() error { f.n.durable = bytes.Clone(f.n.data); return nil })
}

func (f memFile) Close() error { return nil }

func (m *memFiles) Rename(from, to string) error {
	return m.change(func() error {
		source, target := m.find(path.Dir(from)), m.find(path.Dir(to))
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

func (m *memFiles) RemoveAll(name string) error {
	if m.find(name) == nil {
		return nil
	}
	return m.change(func() error { delete(m.find(path.Dir(name)).dir, path.Base(name)); return nil })
}

func (m *memFiles) SyncDir(dir string) error {
	return m.change(func() error {
		n := m.find(dir)
		if n == nil || n.dir == nil {
			return fs.ErrNotExist
		}
		n.durableDir = map[string]*inode{}
		for name, child := range n.dir {
			n.durableDir[name] = child
		}
		return nil
	})
}

func (m *memFiles) Lock(string) (Lock, error) {
	if m.dead || m.readOnly {
		return nil, syscall.EROFS
	}
	if m.held {
		return nil, ErrLocked
	}
	m.held = true
	return memLock{m}, nil
}

type memLock struct{ m *memFiles }

func (l memLock) Note([]byte) error { return nil }

func (l memLock) Unlock() error {
	l.m.held = false
	return nil
}
