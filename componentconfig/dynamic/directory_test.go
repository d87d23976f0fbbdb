package dynamic

import (
	"errors"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// foreign is a disk on which some directories belong to another user: they can be renamed where they are, but neither
// moved to another parent nor written to.
type foreign struct {
	store.Files
	names []string
}

func (f foreign) Within(dir string) store.Files { return foreign{f.Files.Within(dir), f.names} }

func (f foreign) Rename(from, to string) error {
	moves := slices.Contains(f.names, from) && path.Dir(from) != path.Dir(to)
	if moves || slices.Contains(f.names, path.Dir(from)) || slices.Contains(f.names, path.Dir(to)) {
		return syscall.EACCES
	}
	return f.Files.Rename(from, to)
}

// TestDirectoriesOfAnotherUser: what cannot be moved to quarantine is renamed where it is, and prevents nothing.
func TestDirectoriesOfAnotherUser(t *testing.T) {
	r := newRig(t)
	assigned, quarantined := path.Join(stateDir, store.AssignedFile), path.Join(stateDir, store.QuarantineDir)
	ledger := path.Join(stateDir, store.LedgerFile)
	must(errors.Join(r.disk.Mkdir(assigned), r.disk.Mkdir(quarantined)))
	r.confirmedOn(foreign{r.disk, []string{assigned}}, "a")
	r.disk.Find(ledger).Data = []byte("garbage")
	r.confirmedOn(foreign{r.disk, []string{quarantined}}, "b")
	got := must2(inspect(stateDir, r.opts)).journal.dir.InQuarantine()
	if !slices.Equal(got, []string{assigned + ".quarantined", ledger + ".quarantined"}) {
		t.Errorf("%q", got)
	}
}

// confirmedOn assigns something on a disk and has it confirmed.
func (r *rig) confirmedOn(disk store.Files, content string) {
	r.t.Helper()
	r.opts.system.files = disk
	r.next()
	r.confirmed(content)
}

// TestModeOfTheStateDirectory: its owner may use it again.
func TestModeOfTheStateDirectory(t *testing.T) {
	if runtime.GOOS == "windows" {
		return // It has no such modes.
	}
	dir := t.TempDir()
	must(os.Chmod(dir, 0o040))
	o := &ours{t: t, dir: dir, clock: &fakeClock{}}
	confirm(o, "a", "a")
	if mode := must2(os.Stat(dir)).Mode().Perm(); mode != 0o740 {
		t.Errorf("%v", mode)
	}
}

// TestRemovedStateDirectory: a running process creates the directory again, and the configuration in use is not lost.
// If only the lock file was removed, so that two processes could have a lock, nothing else changes.
func TestRemovedStateDirectory(t *testing.T) {
	for _, removed := range []string{"", store.LockFile} {
		o := &ours{t: t, dir: filepath.Join(t.TempDir(), "state"), clock: &fakeClock{}}
		confirm(o, "a", "a")
		remove := func() {
			t.Helper()
			if o.controller.glance() {
				t.Error("there is something to do")
			}
			must(os.RemoveAll(filepath.Join(o.dir, removed)))
			if !o.controller.glance() {
				t.Error("nobody has noticed it")
			}
			o.controller.housekeeping()
			other := must2(inspect(o.dir, o.options()))
			if st := o.controller.Status(); len(st.Warnings) != 1 || !strings.Contains(st.Warnings[0], "was removed") ||
				other.owning.other == nil {
				t.Errorf("%q, owned by %+v", st.Warnings, other.owning.other)
			}
		}
		must2(o.start())
		remove()
		o.crash()
		if used := must2(o.start()); used != "a" {
			t.Errorf("uses %q", used)
		}
		must(o.assign("b", "b"))
		o.crash()
		must2(o.start())
		remove()
		must(o.assign("b", "b"))
		if trial := o.controller.Status().Trial; trial == nil || trial.Used != 1 {
			t.Errorf("%+v", trial)
		}
		must(o.controller.Confirm())
		if c := o.controller.Status().Condition; c.Status != metav1.ConditionTrue || c.Reason != ReasonAssigned {
			t.Errorf("%+v", c)
		}
		o.crash()
		if used := must2(o.start()); used != "b" {
			t.Errorf("uses %q", used)
		}
		o.crash()
	}
}
