package store_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"syscall"
	"testing"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/memfs"
	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

const root = "/state"

// newDir returns a state directory that exists, on a disk in memory.
func newDir(t *testing.T) (*store.Dir, *memfs.Disk) {
	t.Helper()
	disk := memfs.New(rand.New(rand.NewPCG(1, 1)))
	d := store.New(disk, root+"/")
	if err := d.Make(); err != nil {
		t.Fatal(err)
	}
	return d, disk
}

func payload(t *testing.T, text string) store.Payload {
	t.Helper()
	p, err := store.NewPayload(store.File{Name: "config", Data: []byte(text)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// names returns what a directory below the state directory holds.
func names(t *testing.T, disk *memfs.Disk, dir string) []string {
	t.Helper()
	all, err := disk.ReadDir(root + "/" + dir)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func check(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

func TestSaveAndRead(t *testing.T) {
	d, disk := newDir(t)
	var g store.Good
	if err := d.Read(store.GoodFile, &g); !errors.Is(err, store.ErrMissing) {
		t.Errorf("%v", err)
	}
	digest := payload(t, "a").Digest()
	check(t, d.Save(store.GoodFile, store.Good{Digest: digest, Build: "v1"}))
	disk.PowerFailure()
	check(t, store.New(disk, root).Read(store.GoodFile, &g))
	if g.Digest != digest || g.Build != "v1" {
		t.Errorf("%+v", g)
	}
	check(t, d.Remove(store.GoodFile))
	disk.PowerFailure()
	if err := d.Read(store.GoodFile, &g); !errors.Is(err, store.ErrMissing) {
		t.Errorf("after Remove: %v", err)
	}
}

// TestSaveIsAtomic: whichever change of the disk fails, and whatever a power failure then leaves, the file is old or
// new.
func TestSaveIsAtomic(t *testing.T) {
	for at := 1; ; at++ {
		d, disk := newDir(t)
		check(t, d.Save(store.AssignedFile, store.Assigned{Origin: "old"}))
		disk.FailAt = disk.Ops + at
		err := d.Save(store.AssignedFile, store.Assigned{Origin: "new"})
		if disk.Ops < disk.FailAt {
			if err != nil || at < 5 {
				t.Errorf("%d changes: %v", at-1, err)
			}
			return
		}
		if err == nil && d.Unsure(store.AssignedFile) || err != nil && !d.Unsure(store.AssignedFile) {
			t.Errorf("change %d: %v, unsure %t", at, err, d.Unsure(store.AssignedFile))
		}
		disk.PowerFailure()
		var a store.Assigned
		if rerr := store.New(disk, root).Read(store.AssignedFile, &a); rerr != nil || a.Origin != "old" && a.Origin != "new" {
			t.Errorf("change %d: %v, %q", at, rerr, a.Origin)
		}
		disk.FailAt = 0
		check(t, d.Save(store.AssignedFile, store.Assigned{Origin: "newer"}))
		if d.Unsure(store.AssignedFile) {
			t.Error("unsure after a write that succeeded")
		}
	}
}

// TestCheckpoints: a configuration is returned only with the bytes that its digest names (D8), and repaired if it is
// written again.
func TestCheckpoints(t *testing.T) {
	d, disk := newDir(t)
	p := payload(t, "port: 1")
	if _, err := d.ReadCheckpoint(p.Digest()); !errors.Is(err, store.ErrMissing) {
		t.Errorf("%v", err)
	}
	check(t, d.WriteCheckpoint(p))
	disk.PowerFailure()
	if got, err := d.ReadCheckpoint(p.Digest()); err != nil || !got.Equal(p) {
		t.Errorf("%v", err)
	}
	node := disk.Find(d.Path(store.CheckpointDir, string(p.Digest())))
	node.Data = []byte(strings.Replace(string(node.Data), "port: 1", "port: 2", 1))
	if _, err := d.ReadCheckpoint(p.Digest()); err == nil || !strings.Contains(err.Error(), "its bytes have the digest ") {
		t.Errorf("%v", err)
	}
	check(t, d.WriteCheckpoint(p))
	if got, err := d.ReadCheckpoint(p.Digest()); err != nil || !got.Equal(p) {
		t.Errorf("%v", err)
	}
	if got := names(t, disk, store.QuarantineDir); !slices.Equal(got, []string{"checkpoint"}) {
		t.Errorf("in quarantine: %q", got)
	}
	before := disk.Ops
	check(t, d.WriteCheckpoint(p))
	if disk.Ops > before+2 {
		t.Errorf("an intact checkpoint costs %d changes", disk.Ops-before)
	}
}

// TestSweep removes what is not kept, and what a crash left, and nothing else.
func TestSweep(t *testing.T) {
	d, disk := newDir(t)
	d.Sweep(func(store.Digest) bool { return false }) // There is nothing yet.
	keep, drop := payload(t, "a"), payload(t, "b")
	check(t, d.WriteCheckpoint(keep))
	check(t, d.WriteCheckpoint(drop))
	for _, name := range []string{store.TempPrefix + "x", "somebody's"} {
		if _, err := disk.Create(d.Path(store.CheckpointDir, name)); err != nil {
			t.Fatal(err)
		}
	}
	d.Sweep(func(digest store.Digest) bool { return digest == keep.Digest() })
	want := []string{string(keep.Digest()), "somebody's"}
	slices.Sort(want)
	if got := names(t, disk, store.CheckpointDir); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestQuarantine: a damaged file is moved away, and the next one of its kind replaces it.
func TestQuarantine(t *testing.T) {
	d, disk := newDir(t)
	for range 2 {
		check(t, d.Save(store.LedgerFile, store.Ledger{}))
		disk.Find(d.Path(store.LedgerFile)).Data = []byte("garbage")
		if err := d.Read(store.LedgerFile, &store.Ledger{}); err == nil || errors.Is(err, store.ErrMissing) {
			t.Errorf("%v", err)
		}
		to, err := d.Quarantine(store.LedgerFile)
		if err != nil || to != "/state/quarantine/trials" || string(disk.Find(to).Data) != "garbage" {
			t.Errorf("%s, %v", to, err)
		}
	}
}

// TestNameIsTaken: a file in the place of a directory is moved away, or prevented every write.
func TestNameIsTaken(t *testing.T) {
	for _, name := range []string{store.CheckpointDir, store.QuarantineDir, store.RequestDir} {
		d, disk := newDir(t)
		if _, err := disk.Create(d.Path(name)); err != nil {
			t.Fatal(err)
		}
		p := payload(t, "a")
		check(t, d.WriteCheckpoint(p))
		check(t, d.QuarantineCheckpoint(p.Digest()))
		check(t, d.Request(""))
	}
}

func TestRequests(t *testing.T) {
	d, disk := newDir(t)
	digest := payload(t, "a").Digest()
	if errs := d.Requests(func(store.Digest) error { t.Error("nothing was requested"); return nil }); errs != nil {
		t.Error(errs)
	}
	check(t, d.Request(digest))
	check(t, d.Request(""))
	if _, err := disk.Create(d.Path(store.RequestDir, "garbage")); err != nil {
		t.Fatal(err)
	}
	broken := errors.New("broken")
	errs := d.Requests(func(got store.Digest) error {
		if got == digest {
			return broken
		}
		return nil
	})
	if len(errs) != 1 || !errors.Is(errs[0], broken) {
		t.Errorf("%v", errs)
	}
	if got := names(t, disk, store.RequestDir); !slices.Equal(got, []string{string(digest)}) {
		t.Errorf("%q", got)
	}
	var cleared []store.Digest
	if errs := d.Requests(func(got store.Digest) error { cleared = append(cleared, got); return nil }); errs != nil {
		t.Error(errs)
	}
	if !slices.Equal(cleared, []store.Digest{digest}) || len(names(t, disk, store.RequestDir)) > 0 {
		t.Errorf("cleared %v, and there are still requests", cleared)
	}
}

func TestLockInMemory(t *testing.T) {
	d, disk := newDir(t)
	lock, err := d.Lock()
	check(t, err)
	if _, err := d.Lock(); !errors.Is(err, store.ErrLocked) {
		t.Errorf("%v", err)
	}
	check(t, lock.Unlock())
	disk.ReadOnly = true
	if _, err := d.Lock(); !errors.Is(err, syscall.EROFS) {
		t.Errorf("%v", err)
	}
}
