package store_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
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

// TestLostWriteIsNoticed: whichever change of the disk is lost although the disk reports success, the file is old or
// new, and a lost write is an error.
func TestLostWriteIsNoticed(t *testing.T) {
	noticed := 0
	for at := 1; ; at++ {
		d, disk := newDir(t)
		check(t, d.Save(store.AssignedFile, store.Assigned{Origin: "old"}))
		disk.LoseAt = disk.Ops + at
		err := d.Save(store.AssignedFile, store.Assigned{Origin: "new"})
		if disk.Ops < disk.LoseAt {
			break
		}
		if err != nil && strings.Contains(err.Error(), "the disk has lost a write of /state/.tmp-assigned") {
			noticed++
		}
		var a store.Assigned
		if rerr := d.Read(store.AssignedFile, &a); rerr != nil || a.Origin != "old" && a.Origin != "new" {
			t.Errorf("change %d: %v, %v, %q", at, err, rerr, a.Origin)
		}
	}
	if noticed != 1 {
		t.Errorf("%d lost writes are noticed", noticed)
	}
}

// TestOtherEncodingD8: a payload has one encoding. Read from another one, it has another digest than the one that was
// asked for, and nothing that is known of that is found.
func TestOtherEncodingD8(t *testing.T) {
	d, disk := newDir(t)
	check(t, d.WriteCheckpoint(payload(t, "port: 1")))
	other := "configuration checkpoint v1\nfile 7 \"\\x61\"\nport: 1\n"
	sum := sha256.Sum256([]byte(other))
	digest := store.Digest(hex.EncodeToString(sum[:]))
	f, err := disk.Create(d.Path(store.CheckpointDir, string(digest)))
	check(t, err)
	if _, err := f.Write([]byte(other)); err != nil {
		t.Fatal(err)
	}
	check(t, f.Close())
	if _, err := d.ReadCheckpoint(digest); !errors.Is(err, store.ErrDamaged) {
		t.Errorf("%v", err)
	}
}

// TestCheckpoints: a configuration is returned only with the bytes that its digest names, and repaired if it is
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
	for _, name := range []string{store.TempPrefix + string(drop.Digest()), store.TempPrefix + "x", "somebody's"} {
		if _, err := disk.Create(d.Path(store.CheckpointDir, name)); err != nil {
			t.Fatal(err)
		}
	}
	d.Sweep(func(digest store.Digest) bool { return digest == keep.Digest() })
	want := []string{store.TempPrefix + "x", string(keep.Digest()), "somebody's"}
	slices.Sort(want)
	if got := names(t, disk, store.CheckpointDir); !slices.Equal(got, want) {
		t.Errorf("%q", got)
	}
}

// TestQuarantine: a damaged file is moved away, and does not replace one that was moved before, up to a limit.
func TestQuarantine(t *testing.T) {
	d, disk := newDir(t)
	for n := range 10 {
		check(t, d.Save(store.LedgerFile, store.Ledger{}))
		disk.Find(d.Path(store.LedgerFile)).Data = fmt.Append(nil, "garbage", n)
		if err := d.Read(store.LedgerFile, &store.Ledger{}); !errors.Is(err, store.ErrDamaged) {
			t.Errorf("%v", err)
		}
		to, err := d.Quarantine(store.LedgerFile)
		want := "/state/quarantine/trials"
		if n > 0 {
			want += fmt.Sprint(".", min(n, 7))
		}
		if err != nil || to != want || string(disk.Find(to).Data) != fmt.Sprint("garbage", n) {
			t.Errorf("%s, %v", to, err)
		}
	}
	if got := string(disk.Find("/state/quarantine/trials").Data); got != "garbage0" {
		t.Errorf("the first one is now %s", got)
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
		check(t, d.Request(clearAll))
	}
}

var clearAll = store.Request{Verb: store.Clear}

// TestRequests: a request is removed before it is carried out.
func TestRequests(t *testing.T) {
	d, disk := newDir(t)
	digest := payload(t, "a").Digest()
	if errs := d.Requests(func(store.Request) error { t.Error("nothing was requested"); return nil }); errs != nil {
		t.Error(errs)
	}
	all := []store.Request{{Verb: store.Clear, Digest: digest}, clearAll, {Verb: store.Confirm, Digest: digest},
		{Verb: store.RollBack, Digest: digest}}
	for _, r := range all {
		check(t, d.Request(r))
	}
	for _, name := range []string{"garbage", "clear-" + string(digest), "confirm-", "remove-" + string(digest)} {
		if _, err := disk.Create(d.Path(store.RequestDir, name)); err != nil {
			t.Fatal(err)
		}
	}
	if got, err := d.Requested(); err != nil || !sameRequests(got, all) {
		t.Errorf("%v, %v", got, err)
	}
	broken := errors.New("broken")
	var done []store.Request
	errs := d.Requests(func(r store.Request) error {
		done = append(done, r)
		if r == clearAll {
			return broken
		}
		return nil
	})
	if len(errs) != 1 || !errors.Is(errs[0], broken) || !sameRequests(done, all) {
		t.Errorf("%v, %v", errs, done)
	}
	if got := names(t, disk, store.RequestDir); len(got) != 4 || !slices.Contains(got, "garbage") {
		t.Errorf("what is not a request was removed: %q", got)
	}
}

func sameRequests(got, want []store.Request) bool {
	missing := func(r store.Request) bool { return !slices.Contains(want, r) }
	return len(got) == len(want) && !slices.ContainsFunc(got, missing)
}

// TestRequestThatStaysE2: a request that cannot be removed is not carried out: it would be again at each start.
func TestRequestThatStaysE2(t *testing.T) {
	d, disk := newDir(t)
	check(t, d.Request(clearAll))
	disk.FailAt, disk.Onward = disk.Ops+1, true
	errs := d.Requests(func(store.Request) error { t.Error("it was carried out"); return nil })
	if len(errs) != 1 || !strings.Contains(errs[0].Error(), "the request to clear was not carried out") {
		t.Errorf("%v", errs)
	}
	// A directory of that name is moved away.
	disk.Calm()
	check(t, d.Remove(store.RequestDir+"/all"))
	check(t, disk.Mkdir(d.Path(store.RequestDir, "all")))
	d.Requests(func(store.Request) error { t.Error("a directory was carried out"); return nil })
	if got := names(t, disk, store.RequestDir); len(got) > 0 {
		t.Errorf("%q", got)
	}
}

// TestFailedReadIsNotDamageE3: an error of the disk says nothing about the content.
func TestFailedReadIsNotDamageE3(t *testing.T) {
	d, disk := newDir(t)
	p := payload(t, "a")
	check(t, d.WriteCheckpoint(p))
	check(t, d.Save(store.LedgerFile, store.Ledger{}))
	for at := 1; at <= 3; at++ {
		disk.FailReadAt = disk.Reads + at
		_, err := d.ReadCheckpoint(p.Digest())
		if failed := disk.Reads >= disk.FailReadAt; failed == (err == nil) || errors.Is(err, store.ErrDamaged) ||
			errors.Is(err, store.ErrMissing) {
			t.Errorf("read %d: %v", at, err)
		}
		disk.FailReadAt = disk.Reads + at
		if err := d.WriteCheckpoint(p); errors.Is(err, store.ErrDamaged) {
			t.Errorf("read %d: %v", at, err)
		}
	}
	disk.FailReadAt = disk.Reads + 1
	if err := d.Read(store.LedgerFile, &store.Ledger{}); err == nil || errors.Is(err, store.ErrDamaged) ||
		errors.Is(err, store.ErrMissing) {
		t.Errorf("%v", err)
	}
	if d.Quarantined() > 0 {
		t.Error("an intact file was moved to quarantine")
	}
}

// TestDirectoriesThatCannotBeSyncedE7: such a file system is used all the same.
func TestDirectoriesThatCannotBeSyncedE7(t *testing.T) {
	d, disk := newDir(t)
	disk.NoDirSync = true
	check(t, d.Save(store.GoodFile, store.Good{Digest: payload(t, "a").Digest()}))
	check(t, d.WriteCheckpoint(payload(t, "a")))
	if !errors.Is(d.Unsynced(), syscall.EINVAL) {
		t.Errorf("%v", d.Unsynced())
	}
	disk.FailAt, disk.Onward = disk.Ops+1, true
	if d.Save(store.GoodFile, store.Good{}) == nil {
		t.Error("another error is ignored, too")
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
