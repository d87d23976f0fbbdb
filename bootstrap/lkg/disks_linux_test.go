package lkg

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

func TestFullDisk(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("b", Accepted)
	r.disk.full = true
	d := r.next()
	r.uses(d, LastKnownGood, "a")
	r.condition(False, ReasonNotRecorded)
	if !strings.Contains(d.String(), "no space left on device") {
		t.Errorf("the decision does not say why: %s", d)
	}
	if _, err := r.store.Assign(payload(t, "c"), ""); err == nil {
		t.Error("an assignment on a full disk is no error")
	}
	r.disk.full = false
	r.uses(r.next(), Assigned, "b")
}

func TestReadOnlyDisk(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.disk.readOnly = true
	r.uses(r.next(), Assigned, "a")
	r.condition(Unknown, "ReadOnly")
	r.disk.readOnly = false
	r.uses(r.next(), Assigned, "a")
	r.assign("b", Accepted)
	r.disk.readOnly = true
	r.uses(r.next(), LastKnownGood, "a")
	st := r.store.Status()
	if len(st.Warnings) == 0 || !strings.Contains(st.Warnings[0], "read-only file system") {
		t.Errorf("warnings %q", st.Warnings)
	}
	if _, err := r.store.Assign(payload(t, "c"), ""); !errors.Is(err, ErrReadOnly) {
		t.Errorf("assigned: %v", err)
	}
}

func TestFolderCannotBeMade(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(os.WriteFile(file, nil, 0o600))
	r := newRig(t)
	r.opts.Files = SystemFiles()
	s, err := Open(filepath.Join(file, "state"), r.opts)
	if err != nil {
		t.Fatal(err)
	}
	d, err := s.Start(Payload{})
	if err != nil || d.Layer != Local || len(s.Status().Warnings) == 0 {
		t.Errorf("%s, %v, %q", d, err, s.Status().Warnings)
	}
}

func TestStrangeFiles(t *testing.T) {
	for name, make := range map[string]func(name string) error{
		"folder":           func(name string) error { return os.MkdirAll(filepath.Join(name, "x"), 0o700) },
		"named pipe":       func(name string) error { return exec.Command("mkfifo", name).Run() },
		"dangling symlink": func(name string) error { return os.Symlink("nowhere", name) },
		"device":           func(name string) error { return os.Symlink("/dev/zero", name) },
	} {
		for _, file := range []string{assignedFile, goodFile, trialsFile} {
			t.Run(name+"/"+file, func(t *testing.T) {
				dir := filepath.Join(t.TempDir(), "state")
				o := &ours{t: t, dir: dir, clock: &fakeClock{}}
				confirm(o, "a", "a")
				must(os.RemoveAll(filepath.Join(dir, file)))
				must(make(filepath.Join(dir, file)))
				used, err := o.start()
				if err != nil || used != "a" {
					t.Errorf("used %q, %v", used, err)
				}
				if err := o.assign("b", "b"); err != nil {
					t.Errorf("the folder does not heal: %v", err)
				}
				o.crash()
				if used, err := o.start(); err != nil || used != "b" {
					t.Errorf("used %q, %v", used, err)
				}
				o.crash()
			})
		}
	}
}

// TestTwoProcesses runs a second process, a real one, on the folder of this one.
func TestTwoProcesses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	o := &ours{t: t, dir: dir, clock: &fakeClock{}}
	confirm(o, "a", "a")
	must(o.assign("b", "b"))
	o.crash()
	if used, err := o.start(); err != nil || used != "b" {
		t.Fatal(used, err)
	}
	before := must2(os.ReadFile(o.file(trialsFile)))
	out := component(t, dir, "start")
	if !strings.Contains(out, "using the last-known-good configuration") || !strings.Contains(out, "owns it") {
		t.Errorf("the second process says: %s", out)
	}
	if out := component(t, dir, "assign c"); !strings.Contains(out, "not written by this process: process") {
		t.Errorf("the second process says: %s", out)
	}
	if string(before) != string(must2(os.ReadFile(o.file(trialsFile)))) {
		t.Error("the second process wrote")
	}
	component(t, dir, "clear")
	if names := must2(os.ReadDir(filepath.Join(dir, requestDir))); len(names) != 1 {
		t.Errorf("%d requests, want 1", len(names))
	}
	o.store.housekeeping()
	if names := must2(os.ReadDir(filepath.Join(dir, requestDir))); len(names) != 0 {
		t.Errorf("%d requests are left", len(names))
	}
	o.crash()
	if out := component(t, dir, "start"); !strings.Contains(out, "using the assigned configuration") {
		t.Errorf("the folder is free and the process says: %s", out)
	}
}

func TestClear(t *testing.T) {
	r := newRig(t)
	r.next()
	r.assign("kills", Accepted)
	for range 3 {
		r.next()
	}
	r.uses(r.next(), Local, "")
	if _, err := r.store.Clear("../../etc"); err == nil {
		t.Error("a path was taken for a digest")
	}
	if pending, err := r.store.Clear(payload(t, "kills").Digest()); pending || err != nil {
		t.Fatal(pending, err)
	}
	for range 3 {
		r.uses(r.next(), Assigned, "kills")
	}
	r.uses(r.next(), Local, "")
	other, err := Inspect(stateDir, r.opts)
	if err != nil {
		t.Fatal(err)
	}
	if pending, err := other.Clear(""); !pending || err != nil {
		t.Fatal(pending, err)
	}
	r.uses(r.next(), Assigned, "kills")
}
