package memfs

import (
	"errors"
	"io/fs"
	"math/rand/v2"
	"slices"
	"syscall"
	"testing"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

func newDisk(seed uint64) *Disk { return New(rand.New(rand.NewPCG(seed, 1))) }

// write creates a file with a text, and syncs it and its directory if asked to.
func write(t *testing.T, d *Disk, name, text string, syncs ...func(store.WriteFile) error) {
	t.Helper()
	f, err := d.Create(name)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := f.Write([]byte(text)); err != nil {
		t.Fatal(err)
	}
	for _, sync := range syncs {
		if err := sync(f); err != nil {
			t.Fatal(err)
		}
	}
	if err := f.Close(); err != nil {
		t.Fatal(err)
	}
}

// TestPowerFailure: what is synced stays, and of the rest each part is lost sometimes.
func TestPowerFailure(t *testing.T) {
	results := map[string]int{}
	for seed := range uint64(200) {
		d := newDisk(seed)
		file := store.WriteFile.Sync
		dir := func(store.WriteFile) error { return d.SyncDir("/") }
		write(t, d, "/synced", "text", file, dir)
		write(t, d, "/renamed", "text", file, dir)
		write(t, d, "/named", "text", dir)
		write(t, d, "/lost", "text")
		if err := d.Rename("/renamed", "/new"); err != nil {
			t.Fatal(err)
		}
		d.PowerFailure()
		if got, err := d.ReadFile("/synced", 9); err != nil || string(got) != "text" {
			t.Fatalf("seed %d: %q, %v", seed, got, err)
		}
		for _, name := range []string{"/named", "/lost", "/renamed", "/new"} {
			got, err := d.ReadFile(name, 9)
			if err != nil {
				got = []byte("no file")
			}
			results[name+" "+string(got)]++
		}
	}
	for _, want := range []string{
		"/named ", "/named te", "/named text", "/lost no file", "/lost ", "/lost text", "/renamed no file",
		"/renamed text", "/new no file", "/new text",
	} {
		if results[want] == 0 {
			t.Errorf("%q never happens: %v", want, results)
		}
	}
	if results["/named no file"] > 0 {
		t.Error("a synced name was lost")
	}
}

func TestFaults(t *testing.T) {
	d := newDisk(1)
	if err := d.MkdirAll("/dir"); err != nil {
		t.Fatal(err)
	}
	d.FailAt = d.Ops + 1
	if err := d.SyncDir("/dir"); !errors.Is(err, syscall.EIO) {
		t.Errorf("%v", err)
	}
	d.Full = true
	if _, err := d.Create("/dir/x"); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("%v", err)
	}
	d.Full, d.ReadOnly = false, true
	if err := d.MkdirAll("/other"); !errors.Is(err, syscall.EROFS) {
		t.Errorf("%v", err)
	}
}

// TestDeath: the process ends at the change, whatever it recovers from, and its deferred calls change nothing.
func TestDeath(t *testing.T) {
	d := newDisk(1)
	d.StopAt = d.Ops + 2
	ended, survived := make(chan struct{}), false
	go func() {
		defer close(ended)
		defer func() { recover(); d.MkdirAll("/deferred") }()
		d.MkdirAll("/one")
		d.MkdirAll("/two")
		survived = true
	}()
	<-ended
	if survived || d.Find("/deferred") != nil || d.Find("/one") == nil {
		t.Errorf("survived %t, deferred %v", survived, d.Find("/deferred"))
	}
	d.Reap()
	if err := d.MkdirAll("/deferred"); err != nil {
		t.Errorf("the next process: %v", err)
	}
}

// TestNames: names of files and directories are treated as on a real disk.
func TestNames(t *testing.T) {
	d := newDisk(1)
	write(t, d, "/file", "text")
	if err := d.MkdirAll("/dir"); err != nil {
		t.Fatal(err)
	}
	for what, got := range map[string]error{
		"a file as a directory": d.MkdirAll("/file"), "over a directory": d.Rename("/file", "/dir"),
		"of nothing": d.Rename("/nothing", "/file"), "in nothing": d.SyncDir("/nothing"),
		"below nothing": d.MkdirAll("/nothing/dir"),
	} {
		if got == nil {
			t.Errorf("%s: no error", what)
		}
	}
	if _, err := d.Create("/file"); !errors.Is(err, fs.ErrExist) {
		t.Errorf("%v", err)
	}
	if _, err := d.ReadFile("/file", 2); err == nil {
		t.Error("a file that is too large was read")
	}
	if names, err := d.ReadDir("/"); err != nil || !slices.Equal(names, []string{"dir", "file"}) {
		t.Errorf("%q, %v", names, err)
	}
	if _, err := d.ReadDir("/file"); err == nil {
		t.Error("a file was read as a directory")
	}
	if err := errors.Join(d.Remove("/file"), d.Remove("/file")); err != nil || d.Find("/file") != nil {
		t.Errorf("%v", err)
	}
}

func TestLock(t *testing.T) {
	d := newDisk(1)
	lock, err := d.Lock("/lock")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Lock("/lock"); !errors.Is(err, store.ErrLocked) {
		t.Errorf("%v", err)
	}
	if err := errors.Join(lock.Note(nil), lock.Unlock()); err != nil || d.Held("/lock") {
		t.Errorf("%v, held %t", err, d.Held("/lock"))
	}
}
