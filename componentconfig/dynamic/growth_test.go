package dynamic

import (
	"fmt"
	"path"
	"runtime"
	"testing"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// TestChangesDoNotAccumulate is upstream's case of 101 changes in a row.
func TestChangesDoNotAccumulate(t *testing.T) {
	r := newRig(t)
	for i := range 101 {
		r.confirmed(fmt.Sprint("number ", i))
		r.assign(fmt.Sprint("bad ", i), rejected)
	}
	count := 0
	for _, dir := range []string{stateDir, path.Join(stateDir, store.CheckpointDir)} {
		names, err := r.disk.ReadDir(dir)
		if err != nil {
			t.Fatal(err)
		}
		count += len(names)
	}
	if count > 5+r.opts.Keep+2 {
		t.Errorf("%d files are left", count)
	}
	for i := range 200 {
		r.assign(fmt.Sprint("bad too ", i), rejected)
	}
	if n := len(r.controller.journal.state.Ledger.Entries); n > store.MaxEntries {
		t.Errorf("the ledger has %d entries", n)
	}
	r.uses(r.next(), LayerAssigned, "number 100")
}

// TestChangesInOneProcess: what one process keeps does not grow with the number of changes.
func TestChangesInOneProcess(t *testing.T) {
	r := newRig(t)
	r.next()
	changes := 0
	measure := func(upTo int) uint64 {
		for ; changes < upTo; changes++ {
			r.assign(fmt.Sprint("number ", changes), accepted)
			r.assign(fmt.Sprint("bad ", changes), rejected)
			if _, err := r.controller.syncOnce(t.Context(), &fakeSource{err: fmt.Errorf("error %d", changes)}); err == nil {
				t.Fatal("no error")
			}
		}
		runtime.GC()
		runtime.GC()
		var m runtime.MemStats
		runtime.ReadMemStats(&m)
		return m.HeapAlloc
	}
	// The ledger is full after 128 changes, the history before.
	before, goroutines := measure(256), runtime.NumGoroutine()
	after := measure(256 + 2*101)
	// Other changes are far smaller than one payload for each change.
	if after > before+150*uint64(len("configuration checkpoint v1\nfile 10 \"config\"\nnumber 100\n")) {
		t.Errorf("%d bytes after 256 changes, %d after 458", before, after)
	}
	if n := runtime.NumGoroutine(); n > goroutines {
		t.Errorf("%d goroutines, then %d", goroutines, n)
	}
	names, err := r.disk.ReadDir(path.Join(stateDir, store.CheckpointDir))
	if err != nil || len(names) > r.opts.Keep+2 {
		t.Errorf("checkpoints %q, %v", names, err)
	}
	if st := r.controller.Status(); len(st.Failed) > store.MaxEntries || len(st.Warnings) > maxWarnings {
		t.Errorf("%d bad marks and %d warnings", len(st.Failed), len(st.Warnings))
	}
}

// TestSyncs checks the numbers of the package documentation.
func TestSyncs(t *testing.T) {
	r := newRig(t)
	syncs := 0
	r.opts.system.files = countingFiles{r.disk, &syncs}
	r.confirmed("a")
	count := func(what string, want int, f func()) {
		t.Helper()
		syncs = 0
		if f(); syncs != want {
			t.Errorf("%s costs %d syncs, the manual says %d", what, syncs, want)
		}
	}
	count("a confirmed start", 0, func() { r.next() })
	count("the same assignment", 0, func() { r.assign("a", unchanged) })
	count("an assignment", 9, func() { r.assign("b", accepted) })
	count("a start on trial", 2, func() { r.next() })
	count("a confirmation", 4, func() { r.controller.Confirm() })
}

type countingFiles struct {
	store.Files
	n *int
}

func (c countingFiles) Within(dir string) store.Files { return countingFiles{c.Files.Within(dir), c.n} }

func (c countingFiles) SyncDir(dir string) error { *c.n++; return c.Files.SyncDir(dir) }

func (c countingFiles) Create(name string) (store.WriteFile, error) {
	f, err := c.Files.Create(name)
	return countingFile{f, c.n}, err
}

type countingFile struct {
	store.WriteFile
	n *int
}

func (c countingFile) Sync() error { *c.n++; return c.WriteFile.Sync() }
