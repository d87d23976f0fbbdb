package store_test

import (
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// TestSystemFiles runs what a state directory needs on a real disk.
func TestSystemFiles(t *testing.T) {
	d := store.New(store.SystemFiles(), filepath.Join(t.TempDir(), "parent", "state"))
	check(t, d.Make())
	p := payload(t, "a")
	check(t, d.WriteCheckpoint(p))
	check(t, d.Save(store.AssignedFile, store.Assigned{Digest: p.Digest()}))
	check(t, d.Save(store.AssignedFile, store.Assigned{Digest: p.Digest(), Origin: "again"}))
	var a store.Assigned
	if err := d.Read(store.AssignedFile, &a); err != nil || a.Origin != "again" {
		t.Errorf("%v, %+v", err, a)
	}
	if got, err := d.ReadCheckpoint(p.Digest()); err != nil || !got.Equal(p) {
		t.Errorf("%v", err)
	}
	check(t, d.Request(clearAll))
	if errs := d.Requests(func(store.Request) error { return nil }); errs != nil {
		t.Error(errs)
	}
	if _, err := d.Quarantine(store.AssignedFile); err != nil {
		t.Error(err)
	}
	if got, err := store.SystemFiles().Within(d.Path()).ReadDir(d.Path()); err != nil ||
		!slices.Equal(got, []string{"checkpoints", "quarantine", "requests"}) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestSystemFilesThatAreNot(t *testing.T) {
	dir := t.TempDir()
	files := store.SystemFiles().Within(dir)
	name := filepath.Join(dir, "file")
	check(t, os.WriteFile(name, []byte("12345"), 0o600))
	if _, err := files.ReadFile(name, 4); err == nil || !strings.HasSuffix(err.Error(), "has more than 4 bytes") {
		t.Errorf("too long: %v", err)
	}
	if _, err := files.ReadFile(dir, 4); err == nil || !strings.HasSuffix(err.Error(), "is not a regular file") {
		t.Errorf("a directory: %v", err)
	}
	if _, err := files.ReadFile(filepath.Join(dir, "missing"), 4); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
	if _, err := files.ReadDir(name); err == nil {
		t.Error("a file was read as a directory")
	}
	if err := files.SyncDir(filepath.Join(dir, "missing")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing directory: %v", err)
	}
	if _, err := files.Create(name); !errors.Is(err, fs.ErrExist) {
		t.Errorf("an existing file: %v", err)
	}
}

// TestLock: one holder at a time, with a note for the others, which each new one replaces as a whole.
func TestLock(t *testing.T) {
	d := store.New(store.SystemFiles(), t.TempDir())
	lock, err := d.Lock()
	check(t, err)
	if _, err := d.Lock(); !errors.Is(err, store.ErrLocked) {
		t.Errorf("%v", err)
	}
	var note struct{ Text string }
	for _, text := range []string{strings.Repeat("long ", 100), "short"} {
		body, err := json.Marshal(map[string]string{"text": text})
		check(t, err)
		check(t, lock.Note(store.Seal(store.LockFile, body)))
		if err := d.ReadNote(&note); err != nil || note.Text != text {
			t.Errorf("%v, %q", err, note.Text)
		}
	}
	check(t, lock.Unlock())
	again, err := d.Lock()
	check(t, err)
	check(t, again.Unlock())
}

// TestLinksE1: nothing outside of the state directory is written, read or removed, whatever links there are in it.
func TestLinksE1(t *testing.T) {
	p := payload(t, "a")
	for _, name := range []string{store.RequestDir, store.CheckpointDir, store.QuarantineDir, store.LockFile,
		store.AssignedFile, store.TempPrefix + store.AssignedFile, store.RequestDir + "/all",
		store.CheckpointDir + "/" + string(p.Digest())} {
		for kind, link := range map[string]func(string, string) error{"symbolic": os.Symlink, "hard": os.Link} {
			if kind == "hard" && slices.Contains([]string{"requests", "checkpoints", "quarantine"}, name) {
				continue
			}
			t.Run(kind+"/"+name, func(t *testing.T) {
				parent := t.TempDir()
				outside, dir := filepath.Join(parent, "outside"), filepath.Join(parent, "state")
				check(t, os.MkdirAll(filepath.Join(dir, filepath.Dir(name)), 0o700))
				check(t, os.Mkdir(outside, 0o700))
				for _, file := range []string{"all", string(p.Digest()), "file"} {
					check(t, os.WriteFile(filepath.Join(outside, file), []byte("precious"), 0o600))
				}
				target := outside
				if kind == "hard" || name == store.LockFile {
					target = filepath.Join(outside, "file")
				}
				check(t, link(target, filepath.Join(dir, name)))
				d := store.New(store.SystemFiles(), dir)
				useAll(t, d, p)
				if got := snapshot(t, outside); got != "all=precious "+string(p.Digest())+"=precious file=precious " {
					t.Errorf("outside: %s", got)
				}
			})
		}
	}
}

// useAll uses everything in a state directory twice: what is in the way at first is not at last.
func useAll(t *testing.T, d *store.Dir, p store.Payload) {
	t.Helper()
	for range 2 {
		d.ReadCheckpoint(p.Digest())
		d.Sweep(func(store.Digest) bool { return false })
		d.Requests(func(store.Request) error { return nil })
		if lock, err := d.Lock(); err == nil {
			check(t, lock.Note([]byte("note")))
			check(t, lock.Unlock())
		} else {
			t.Error(err)
		}
		check(t, d.Save(store.AssignedFile, store.Assigned{Digest: p.Digest()}))
		check(t, d.Request(clearAll))
		check(t, d.WriteCheckpoint(p))
		d.Quarantine(store.AssignedFile)
		d.Remove(store.AssignedFile)
	}
	if got, err := d.ReadCheckpoint(p.Digest()); err != nil || !got.Equal(p) {
		t.Errorf("%v", err)
	}
}

// snapshot is what is in a directory.
func snapshot(t *testing.T, dir string) string {
	t.Helper()
	entries, err := os.ReadDir(dir)
	check(t, err)
	var b strings.Builder
	for _, e := range entries {
		data, err := os.ReadFile(filepath.Join(dir, e.Name()))
		check(t, err)
		b.WriteString(e.Name() + "=" + string(data) + " ")
	}
	return b.String()
}

// TestLookingCreatesNothingE9: to find out who holds the lock does not create it, nor takes it.
func TestLookingCreatesNothingE9(t *testing.T) {
	d := store.New(store.SystemFiles(), t.TempDir())
	if d.Held() || snapshot(t, d.Path()) != "" {
		t.Errorf("held %t, %s", d.Held(), snapshot(t, d.Path()))
	}
	lock, err := d.Lock()
	check(t, err)
	if !d.Held() {
		t.Error("the lock is not held")
	}
	check(t, lock.Unlock())
	if d.Held() {
		t.Error("the lock is still held")
	}
}

// TestStrangeLockE15: what cannot be a lock file is moved to quarantine; a lock that is held is not.
func TestStrangeLockE15(t *testing.T) {
	d := store.New(store.SystemFiles(), t.TempDir())
	check(t, os.MkdirAll(filepath.Join(d.Path(store.LockFile), "theirs"), 0o700))
	lock, err := d.Lock()
	check(t, err)
	if _, err := os.Stat(filepath.Join(d.Path(store.QuarantineDir), store.LockFile, "theirs")); err != nil {
		t.Error(err)
	}
	other := store.New(store.SystemFiles(), d.Path())
	if _, err := other.Lock(); !errors.Is(err, store.ErrLocked) {
		t.Errorf("two processes hold the lock: %v", err)
	}
	check(t, lock.Unlock())
}

// TestModeIsCorrected: a file that its owner may not read is made readable, and not lost.
func TestModeIsCorrected(t *testing.T) {
	d := store.New(store.SystemFiles(), t.TempDir())
	check(t, d.Save(store.AssignedFile, store.Assigned{Origin: "a"}))
	check(t, os.Chmod(d.Path(store.AssignedFile), 0))
	var a store.Assigned
	if err := d.Read(store.AssignedFile, &a); err != nil || a.Origin != "a" {
		t.Errorf("%v, %+v", err, a)
	}
}
