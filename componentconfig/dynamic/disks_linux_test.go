package dynamic

import (
	"errors"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

func TestFullDisk(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.assign("b", accepted)
	r.disk.Full = true
	d := r.next()
	r.uses(d, LayerLastKnownGood, "a")
	r.condition(metav1.ConditionFalse, ReasonAttemptNotRecorded)
	if !strings.Contains(d.String(), "no space left on device") {
		t.Errorf("the decision does not say why: %s", d)
	}
	if _, err := r.controller.Assign(payload(t, "c"), ""); err == nil {
		t.Error("an assignment on a full disk returns nil")
	}
	r.disk.Full = false
	r.uses(r.next(), LayerAssigned, "b")
}

func TestReadOnlyDisk(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	r.disk.ReadOnly = true
	r.uses(r.next(), LayerAssigned, "a")
	r.condition(metav1.ConditionUnknown, "ReadOnly")
	r.disk.ReadOnly = false
	r.uses(r.next(), LayerAssigned, "a")
	r.assign("b", accepted)
	r.disk.ReadOnly = true
	r.uses(r.next(), LayerLastKnownGood, "a")
	st := r.controller.Status()
	if len(st.Warnings) == 0 || !strings.Contains(st.Warnings[0], "read-only file system") {
		t.Errorf("warnings %q", st.Warnings)
	}
	if _, err := r.controller.Assign(payload(t, "c"), ""); !errors.Is(err, errReadOnly) {
		t.Errorf("assigned: %v", err)
	}
}

func TestDirectoryCannotBeCreated(t *testing.T) {
	file := filepath.Join(t.TempDir(), "file")
	must(os.WriteFile(file, nil, 0o600))
	r := newRig(t)
	r.opts.system.files = store.SystemFiles()
	s, err := Open(filepath.Join(file, "state"), r.opts)
	if err != nil {
		t.Fatal(err)
	}
	d, err := start(s)
	if err != nil || d.Layer != LayerLocal || len(s.Status().Warnings) == 0 {
		t.Errorf("%s, %v, %q", d, err, s.Status().Warnings)
	}
}

// strange puts something that is not a regular file, or not ours, in the place of a file.
var strange = map[string]func(name string) error{
	"directory":        func(name string) error { return os.MkdirAll(filepath.Join(name, "x"), 0o700) },
	"file":             func(name string) error { return os.WriteFile(name, []byte("garbage"), 0o600) },
	"named pipe":       func(name string) error { return syscall.Mkfifo(name, 0o600) },
	"socket":           socket,
	"dangling symlink": func(name string) error { return os.Symlink("nowhere", name) },
	"symlink to self":  func(name string) error { return os.Symlink(filepath.Base(name), name) },
	"device":           func(name string) error { return os.Symlink("/dev/zero", name) },
	"huge file": func(name string) error {
		return errors.Join(os.WriteFile(name, nil, 0o600),
			os.Truncate(name, 1<<40))
	},
}

// socket makes one in a parent directory with a short path, since the kernel limits the length.
func socket(name string) error {
	parent := filepath.Dir(name)
	for len(parent) > 80 {
		parent = filepath.Dir(parent)
	}
	short := filepath.Join(parent, "socket")
	l, err := net.ListenUnix("unix", &net.UnixAddr{Name: short, Net: "unix"})
	if err != nil {
		return err
	}
	defer l.Close()
	return os.Rename(short, name)
}

// TestStrangeFiles: nothing in the place of a file or directory of the state makes a start hang or fail, and the next
// assignment repairs the directory.
func TestStrangeFiles(t *testing.T) {
	digest, prepared := string(payload(t, "a").Digest()), filepath.Join(fastDir(t), "state")
	confirm(&ours{t: t, dir: prepared, clock: &fakeClock{}}, "a", "a")
	for name, make := range strange {
		for file, used := range map[string]string{
			store.AssignedFile: "a", store.GoodFile: "a", store.LedgerFile: "a", store.QuarantineDir: "a",
			store.RequestDir: "a", store.TempPrefix + store.LedgerFile: "a",
			store.CheckpointDir: "", filepath.Join(store.CheckpointDir, digest): "",
		} {
			t.Run(name+"/"+file, func(t *testing.T) {
				dir := filepath.Join(fastDir(t), "state")
				must(os.CopyFS(dir, os.DirFS(prepared)))
				must(os.RemoveAll(filepath.Join(dir, file)))
				must(make(filepath.Join(dir, file)))
				o := &ours{t: t, dir: dir, clock: &fakeClock{}}
				if name == "directory" && file == store.CheckpointDir {
					used = "" // It looks like an empty directory.
				}
				if got, err := o.start(); err != nil || got != used {
					t.Errorf("used %q, %v", got, err)
				}
				if err := o.assign("b", "b"); err != nil {
					t.Errorf("the directory is not repaired: %v", err)
				}
				o.crash()
				if used, err := o.start(); err != nil || used != "b" {
					t.Errorf("used %q, %v", used, err)
				}
				// An operator who does not own the directory can leave a request.
				if pending, err := must2(inspect(dir, o.options())).Clear(""); !pending || err != nil {
					t.Errorf("clear: %t, %v", pending, err)
				}
				o.crash()
			})
		}
	}
}

// TestStrangeLock: what cannot be locked makes a start that only reads, and reports that. It is not moved: it might
// belong to somebody.
func TestStrangeLock(t *testing.T) {
	for name, make := range strange {
		t.Run(name, func(t *testing.T) {
			dir := filepath.Join(fastDir(t), "state")
			o := &ours{t: t, dir: dir, clock: &fakeClock{}}
			confirm(o, "a", "a")
			must(os.Remove(filepath.Join(dir, store.LockFile)))
			must(make(filepath.Join(dir, store.LockFile)))
			if used, err := o.start(); err != nil || used != "a" {
				t.Errorf("used %q, %v", used, err)
			}
			st := o.controller.Status()
			if o.controller.journal.readOnly != nil && (len(st.Warnings) == 0 ||
				!strings.Contains(st.Warnings[0], "cannot be locked") || st.Condition.Reason != "ReadOnly") {
				t.Errorf("status %+v", st)
			}
			if err := o.assign("b", "b"); (err != nil) != (o.controller.journal.readOnly != nil) {
				t.Errorf("assigned: %v", err)
			}
			o.crash()
		})
	}
}

// TestStateDirectoryIsALink: a link to a directory works as the directory does; a link that leads nowhere is a
// directory that cannot be created.
func TestStateDirectoryIsALink(t *testing.T) {
	dir := filepath.Join(fastDir(t), "state")
	must(os.Mkdir(dir+".real", 0o700))
	must(os.Symlink("state.real", dir))
	o := &ours{t: t, dir: dir, clock: &fakeClock{}}
	confirm(o, "a", "a")
	must(os.Rename(dir+".real", dir+".other"))
	if used, err := o.start(); err != nil || used != "" || o.controller.journal.readOnly == nil {
		t.Errorf("used %q, %v, read-only: %v", used, err, o.controller.journal.readOnly)
	}
	o.crash()
	must(os.Rename(dir+".other", dir+".real"))
	if used, err := o.start(); err != nil || used != "a" {
		t.Errorf("used %q, %v", used, err)
	}
	o.crash()
}

// TestTwoProcesses runs a second, real process on the directory of this one.
func TestTwoProcesses(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "state")
	o := &ours{t: t, dir: dir, clock: &fakeClock{}}
	confirm(o, "a", "a")
	must(o.assign("b", "b"))
	o.crash()
	if used, err := o.start(); err != nil || used != "b" {
		t.Fatal(used, err)
	}
	before := must2(os.ReadFile(o.file(store.LedgerFile)))
	out := component(t, dir, "start")
	if !strings.Contains(out, "using the last-known-good configuration") ||
		!strings.Contains(out, "does not own the state directory: process") {
		t.Errorf("the second process says: %s", out)
	}
	if out := component(t, dir, "assign c"); !strings.Contains(out, "does not own the state directory: process") {
		t.Errorf("the second process says: %s", out)
	}
	if string(before) != string(must2(os.ReadFile(o.file(store.LedgerFile)))) {
		t.Error("the second process wrote")
	}
	component(t, dir, "clear")
	if names := must2(os.ReadDir(filepath.Join(dir, store.RequestDir))); len(names) != 1 {
		t.Errorf("%d requests, want 1", len(names))
	}
	o.controller.housekeeping()
	if names := must2(os.ReadDir(filepath.Join(dir, store.RequestDir))); len(names) != 0 {
		t.Errorf("%d requests are left", len(names))
	}
	o.crash()
	if out := component(t, dir, "start"); !strings.Contains(out, "using the assigned configuration") {
		t.Errorf("the directory is free and the process says: %s", out)
	}
}

func TestClear(t *testing.T) {
	r := newRig(t)
	r.next()
	r.assign("kills", accepted)
	for range 3 {
		r.next()
	}
	r.uses(r.next(), LayerLocal, "")
	if _, err := r.controller.Clear("../../etc"); err == nil {
		t.Error("a path was taken for a digest")
	}
	if pending, err := r.controller.Clear(payload(t, "kills").Digest()); pending || err != nil {
		t.Fatal(pending, err)
	}
	for range 3 {
		r.uses(r.next(), LayerAssigned, "kills")
	}
	r.uses(r.next(), LayerLocal, "")
	other, err := inspect(stateDir, r.opts)
	if err != nil {
		t.Fatal(err)
	}
	if pending, err := other.Clear(""); !pending || err != nil {
		t.Fatal(pending, err)
	}
	r.uses(r.next(), LayerAssigned, "kills")
}
