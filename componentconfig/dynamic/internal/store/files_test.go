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
	check(t, d.Request(""))
	if errs := d.Requests(func(store.Digest) error { return nil }); errs != nil {
		t.Error(errs)
	}
	if _, err := d.Quarantine(store.AssignedFile); err != nil {
		t.Error(err)
	}
	files := store.SystemFiles()
	if got, err := files.ReadDir(d.Path()); err != nil ||
		!slices.Equal(got, []string{"checkpoints", "quarantine", "requests"}) {
		t.Errorf("%q, %v", got, err)
	}
}

func TestSystemFilesThatAreNot(t *testing.T) {
	files, dir := store.SystemFiles(), t.TempDir()
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
