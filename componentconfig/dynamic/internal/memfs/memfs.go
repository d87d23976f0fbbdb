package memfs

import (
	"bytes"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"path"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// Disk implements store.Files. What was written but not synced may be lost, in part or as a whole, at a power failure,
// each name and each file independently. That is more than any file system does, so what survives here survives on all
// of them.
//
// Within gives a process the disk. Goroutines of a process that a test has left behind fail when Reap has been called:
// they are not there any more.
type Disk struct {
	*state
	// of is the process that has this disk; 0 for the test itself.
	of int
}

// state is a disk as all of its processes see it.
type state struct {
	// Ops counts the operations that change something. At number StopAt the calling goroutine, which represents the
	// process, dies; at number FailAt the operation fails with EIO, before or after it took effect.
	Ops, StopAt, FailAt int
	// LoseAt is the number of the operation that returns success and does not happen.
	LoseAt int
	// Reads counts the operations that only look. At number FailReadAt the operation fails with ENFILE.
	Reads, FailReadAt int
	// Onward: every operation from FailAt or FailReadAt on fails.
	Onward bool
	// NoDirSync: directories cannot be synced, as on some file systems.
	NoDirSync bool
	// Full: no space. ReadOnly: mounted read-only. Locked: a process holds the lock.
	Full, ReadOnly, Locked bool

	rng  *rand.Rand
	root *Node
	// dead: the process died, and what its deferred calls still ask for does not happen.
	dead bool
	// mu is held during each operation of a process, which is the present one.
	mu      sync.Mutex
	process int
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
func New(rng *rand.Rand) *Disk { return &Disk{state: &state{rng: rng, root: newDir(), process: 1}} }

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

// ended reports whether the process that has the disk is not there any more. The caller holds mu.
func ended(m *Disk) bool { return m.dead || m.of != 0 && m.of != m.process }

// change runs one operation that changes the disk, with the faults that were requested.
func change(m *Disk, apply func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ended(m) {
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
	if strikes(m, m.Ops, m.FailAt) {
		if after {
			apply()
		}
		return syscall.EIO
	}
	if m.Ops == m.LoseAt {
		return nil
	}
	return apply()
}

// strikes reports whether a fault that was requested for operation at is due at operation n.
func strikes(m *Disk, n, at int) bool { return n == at || m.Onward && at > 0 && n > at }

// look runs one operation that changes nothing, and fails if that was requested.
func look(m *Disk, at func() error) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ended(m) {
		return syscall.EIO
	}
	m.Reads++
	if strikes(m, m.Reads, m.FailReadAt) {
		return syscall.ENFILE
	}
	return at()
}

// Die ends the process: recover does not catch it, as it does not catch SIGKILL.
func (m *Disk) Die() {
	m.dead = true
	runtime.Goexit()
}

// Reap makes the disk ready for the next process.
func (m *Disk) Reap() {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.process++
	m.dead, m.Locked = false, false
	m.Calm()
}

// Unfailing calls read without faults, and without counting its reads: for code that watches a process.
func Unfailing(m *Disk, read func()) {
	reads, at := m.Reads, m.FailReadAt
	m.FailReadAt = 0
	defer func() { m.Reads, m.FailReadAt = reads, at }()
	read()
}

// Calm takes back the faults that were requested.
func (m *Disk) Calm() { m.StopAt, m.FailAt, m.FailReadAt, m.LoseAt, m.Onward = 0, 0, 0, 0, false }

// PowerFailure leaves what was synced, and a random part of the rest.
func (m *Disk) PowerFailure() { settle(m, m.root) }

func settle(m *Disk, n *Node) {
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
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if n.dir[name] != n.durableDir[name] && m.rng.IntN(2) == 0 {
			set(n.dir, name, n.durableDir[name])
		}
		set(n.durableDir, name, n.dir[name])
		if child := n.dir[name]; child != nil {
			settle(m, child)
		}
	}
}

func set(dir map[string]*Node, name string, n *Node) {
	if n == nil {
		delete(dir, name)
	} else {
		dir[name] = n
	}
}

// Within implements store.Files. There are no links. The result is the disk of the present process.
func (m *Disk) Within(string) store.Files {
	m.mu.Lock()
	defer m.mu.Unlock()
	return &Disk{m.state, m.process}
}

// safely is Find for a process.
func safely(m *Disk, name string) *Node {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.Find(name)
}

// MkdirAll implements store.Files.
func (m *Disk) MkdirAll(dir string) error {
	if n := safely(m, dir); n != nil {
		if n.dir == nil {
			return syscall.ENOTDIR
		}
		return nil
	}
	return m.Mkdir(dir)
}

// Mkdir implements store.Files.
func (m *Disk) Mkdir(dir string) error {
	return change(m, func() error {
		parent := m.Find(path.Dir(dir))
		if parent == nil || parent.dir == nil {
			return fs.ErrNotExist
		}
		if parent.dir[path.Base(dir)] != nil {
			return fs.ErrExist
		}
		parent.dir[path.Base(dir)] = newDir()
		return nil
	})
}

// Lstat implements store.Files.
func (m *Disk) Lstat(name string) (mode fs.FileMode, err error) {
	err = look(m, func() error {
		switch n := m.Find(name); {
		case n == nil:
			return fs.ErrNotExist
		case n.dir != nil:
			mode = fs.ModeDir | 0o700
		}
		return nil
	})
	return mode, err
}

// Names returns what a directory holds, whatever fails.
func Names(m *Disk, dir string) []string {
	n := m.Find(dir)
	if n == nil {
		return nil
	}
	names := map[string]bool{}
	for name := range n.dir {
		names[name] = true
	}
	return slices.Sorted(maps.Keys(names))
}

// ReadDir implements store.Files.
func (m *Disk) ReadDir(dir string) (names []string, err error) {
	err = look(m, func() error {
		n := m.Find(dir)
		if n == nil || n.dir == nil {
			return fs.ErrNotExist
		}
		names = Names(m, dir)
		return nil
	})
	return names, err
}

// ReadFile implements store.Files.
func (m *Disk) ReadFile(name string, limit int) (data []byte, err error) {
	err = look(m, func() error {
		n := m.Find(name)
		if n == nil {
			return fs.ErrNotExist
		}
		if n.dir != nil || len(n.Data) > limit {
			return fmt.Errorf("%w: not a file, or too large", store.ErrDamaged)
		}
		data = bytes.Clone(n.Data)
		return nil
	})
	return data, err
}

// Create implements store.Files.
func (m *Disk) Create(name string) (store.WriteFile, error) {
	n := &Node{}
	err := change(m, func() error {
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
	err := change(f.m, func() error {
		if f.m.Full {
			return syscall.ENOSPC
		}
		f.n.Data = append(f.n.Data, p...)
		return nil
	})
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

func (f memFile) Sync() error {
	return change(f.m, func() error { f.n.Durable = bytes.Clone(f.n.Data); return nil })
}

func (f memFile) Close() error { return nil }

// Rename implements store.Files.
func (m *Disk) Rename(from, to string) error {
	return change(m, func() error {
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

// Erase takes a file or directory away, whatever fails, as others than the process do.
func (m *Disk) Erase(name string) {
	if dir := m.Find(path.Dir(name)); dir != nil {
		delete(dir.dir, path.Base(name))
		delete(dir.durableDir, path.Base(name))
	}
}

// Remove implements store.Files.
func (m *Disk) Remove(name string) error {
	n := safely(m, name)
	if n == nil {
		return nil
	}
	if n.dir != nil {
		return store.ErrDamaged
	}
	return change(m, func() error { delete(m.Find(path.Dir(name)).dir, path.Base(name)); return nil })
}

// SyncDir implements store.Files.
func (m *Disk) SyncDir(dir string) error {
	return change(m, func() error {
		if m.NoDirSync {
			return syscall.EINVAL
		}
		n := m.Find(dir)
		if n == nil || n.dir == nil {
			return fs.ErrNotExist
		}
		n.durableDir = map[string]*Node{}
		maps.Copy(n.durableDir, n.dir)
		return nil
	})
}

// Lock implements store.Files.
func (m *Disk) Lock(name string) (store.Lock, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if ended(m) || m.ReadOnly {
		return nil, syscall.EROFS
	}
	if m.Locked {
		return nil, store.ErrLocked
	}
	n := m.Find(name)
	if n != nil && n.dir != nil {
		return nil, store.ErrDamaged
	}
	if n == nil {
		n = &Node{}
		m.Find(path.Dir(name)).dir[path.Base(name)] = n
	}
	m.Locked = true
	return memLock{m, n, name}, nil
}

// Held implements store.Files.
func (m *Disk) Held(string) bool {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.Locked
}

// Allow implements store.Files. Modes do not change.
func (m *Disk) Allow(string) error { return nil }

// Exclusive implements store.Files.
func (m *Disk) Exclusive(do func() error) error { return do() }

type memLock struct {
	m    *Disk
	n    *Node
	name string
}

// Lost implements store.Lock.
func (l memLock) Lost() bool {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	return l.m.Find(l.name) != l.n
}

// Note does not count as a change of the disk: nothing depends on it.
func (l memLock) Note(text []byte) error {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	if ended(l.m) || l.m.Full || l.m.ReadOnly {
		return syscall.ENOSPC
	}
	l.n.Data = bytes.Clone(text)
	return nil
}

func (l memLock) Noted(limit int) (text []byte, err error) {
	err = look(l.m, func() error {
		text = bytes.Clone(l.n.Data[:min(len(l.n.Data), limit)])
		return nil
	})
	return text, err
}

func (l memLock) Unlock() error {
	l.m.mu.Lock()
	defer l.m.mu.Unlock()
	if !ended(l.m) {
		l.m.Locked = false
	}
	return nil
}
