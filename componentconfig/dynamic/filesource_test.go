package dynamic

import (
	"cmp"
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

// mount does what the kubelet does: a directory with ..data, which is switched by a rename, and links to what is in it.
type mount struct {
	t       *testing.T
	dir     string
	version int
}

func (m *mount) write(files map[string]string) {
	m.t.Helper()
	m.version++
	name := filepath.Join(m.dir, "..2026_"+string(rune('a'+m.version)))
	must(os.Mkdir(name, 0o700))
	for file, content := range files {
		must(os.WriteFile(filepath.Join(name, file), []byte(content), 0o600))
		os.Symlink(filepath.Join(dataLink, file), filepath.Join(m.dir, file))
	}
	must(os.Symlink(filepath.Base(name), filepath.Join(m.dir, "..data_tmp")))
	must(os.Rename(filepath.Join(m.dir, "..data_tmp"), filepath.Join(m.dir, dataLink)))
}

func fetch(t *testing.T, path string) (string, error) {
	t.Helper()
	a, err := (&fileSource{path: path, clock: &fakeClock{}}).Fetch(context.Background())
	var parts []string
	for _, f := range a.Payload.stored.Files() {
		parts = append(parts, f.Name+"="+string(f.Data))
	}
	return strings.Join(parts, " "), err
}

func TestFileSource(t *testing.T) {
	t.Run("file", func(t *testing.T) {
		name := filepath.Join(t.TempDir(), "config.yaml")
		if _, err := fetch(t, name); !errors.Is(err, ErrInvalidSource) {
			t.Errorf("a missing file: %v", err)
		}
		must(os.WriteFile(name, []byte("a: 1"), 0o600))
		if got, err := fetch(t, name); got != "config.yaml=a: 1" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		must(os.Truncate(name, 0))
		if got, err := fetch(t, name); got != "" || err != nil {
			t.Errorf("an empty file: %q, %v", got, err)
		}
		must(os.WriteFile(name, make([]byte, store.MaxPayload+1), 0o600))
		if _, err := fetch(t, name); !errors.Is(err, ErrInvalidSource) {
			t.Errorf("a file that is too large: %v", err)
		}
	})
	t.Run("directory", func(t *testing.T) {
		dir := t.TempDir()
		if _, err := fetch(t, dir); !errors.Is(err, ErrInvalidSource) {
			t.Errorf("a directory without files: %v", err)
		}
		for name, content := range map[string]string{"20-b": "b", "10-a": "a", ".hidden": "x", "..odd": "x"} {
			must(os.WriteFile(filepath.Join(dir, name), []byte(content), 0o600))
		}
		must(os.Mkdir(filepath.Join(dir, "sub"), 0o700))
		if got, err := fetch(t, dir); got != "10-a=a 20-b=b" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		must(os.Symlink("nowhere", filepath.Join(dir, "30-c")))
		if _, err := fetch(t, dir); err == nil || !strings.Contains(err.Error(), "30-c") {
			t.Errorf("a dangling symlink: %v", err)
		}
	})
	t.Run("mount", func(t *testing.T) {
		m := &mount{t: t, dir: t.TempDir()}
		m.write(map[string]string{"a": "1", "b": "1"})
		if got, err := fetch(t, m.dir); got != "a=1 b=1" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		if got, err := fetch(t, filepath.Join(m.dir, "a")); got != "a=1" || err != nil {
			t.Errorf("one key: %q, %v", got, err)
		}
		m.write(map[string]string{"a": "2"})
		if got, err := fetch(t, m.dir); got != "a=2" || err != nil {
			t.Errorf("%q, %v", got, err)
		}
		// A deleted key leaves a dangling link.
		if _, err := fetch(t, filepath.Join(m.dir, "b")); !errors.Is(err, ErrInvalidSource) {
			t.Errorf("a missing key: %v", err)
		}
		m.write(nil)
		if got, err := fetch(t, m.dir); got != "" || err != nil {
			t.Errorf("a ConfigMap without keys: %q, %v", got, err)
		}
	})
}

// writing is a clock that somebody writes in place by: what is waited for happens meanwhile.
type writing struct {
	fakeClock
	meanwhile func()
}

func (w *writing) After(d time.Duration) <-chan time.Time {
	if w.meanwhile != nil {
		w.meanwhile()
	}
	return w.fakeClock.After(d)
}

// TestWritingInPlace: an editor or a shell empties a file before it writes it. That is not a decision, and does not
// cost the last-known-good configuration.
func TestWritingInPlace(t *testing.T) {
	name := filepath.Join(t.TempDir(), "config")
	r := newRig(t)
	r.confirmed("a")
	must(os.WriteFile(name, nil, 0o600))
	clock := &writing{meanwhile: func() { must(os.WriteFile(name, []byte("b"), 0o600)) }}
	src := &fileSource{path: name, clock: clock}
	if out, err := r.controller.syncOnce(t.Context(), src); err != nil || verdictOf(out) != accepted {
		t.Fatalf("%+v, %v", out, err)
	}
	r.uses(r.next(), LayerAssigned, "b")
	if st := r.controller.Status(); st.LastKnownGood == nil || st.LastKnownGood.Digest != payload(t, "a").Digest() {
		t.Errorf("last-known-good is %+v", st.LastKnownGood)
	}
	// A start does not wait beyond its deadline, and changes nothing then.
	must(os.Truncate(name, 0))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	src.clock = &never{}
	if _, err := r.controller.syncOnce(ctx, src); err == nil ||
		!strings.Contains(err.Error(), "the source does not answer: context canceled") {
		t.Errorf("got %v", err)
	}
	// A file that stays empty is meant to be, after a second or at the next reading.
	for _, every := range []time.Duration{0, 10 * time.Millisecond} {
		clock := &fakeClock{}
		a, err := (&fileSource{path: name, clock: clock, every: every}).Fetch(t.Context())
		if want := min(settles, cmp.Or(every, settles)); err != nil || a.Payload.Digest() != "" || clock.mono != want {
			t.Errorf("%+v, %v, after %v, want %v", a, err, clock.mono, want)
		}
	}
}

// never is a clock with waits that do not end.
type never struct{ fakeClock }

func (*never) After(time.Duration) <-chan time.Time { return nil }

// TestWhoMayWrite: root does not use a file that anyone may write, unless it is allowed.
func TestWhoMayWrite(t *testing.T) {
	name := filepath.Join(t.TempDir(), "f")
	must(os.WriteFile(name, nil, 0o600))
	must(os.Chmod(name, 0o646))
	for _, c := range []struct {
		user  int
		allow bool
		want  bool
	}{{1000, false, true}, {0, true, true}, {0, false, false}} {
		err := (&fileSource{allowWorldWritable: c.allow}).trusts(name, c.user)
		if (err == nil) != c.want {
			t.Errorf("as %d: %v", c.user, err)
		}
	}
	if err := admits("f", os.ModeNamedPipe|0o600); err == nil || err.Error() != "read f: it is not a regular file" {
		t.Error(err)
	}
}

// TestMissingKeyChangesNothing expects that the mistake is reported when it is made, and what is assigned
// stays.
func TestMissingKeyChangesNothing(t *testing.T) {
	r := newRig(t)
	r.confirmed("a")
	_, err := r.controller.syncOnce(context.Background(), &fileSource{path: filepath.Join(t.TempDir(), "missing-key")})
	if err == nil || !strings.Contains(err.Error(), "missing-key") {
		t.Errorf("error %v", err)
	}
	r.condition(metav1.ConditionUnknown, "SourceUnavailable")
	r.uses(r.next(), LayerAssigned, "a")
}

// TestSlowReadingIsSuperseded: what an earlier reading of the source has found does not replace what a later one has.
func TestSlowReadingIsSuperseded(t *testing.T) {
	r := newRig(t)
	if _, err := r.controller.apply(2, Assignment{Payload: payload(t, "new")}); err != nil {
		t.Fatal(err)
	}
	for _, old := range []Payload{payload(t, "old"), {}} {
		if _, err := r.controller.apply(1, Assignment{Payload: old}); !errors.Is(err, errSuperseded) {
			t.Errorf("%v", err)
		}
	}
	r.uses(r.next(), LayerAssigned, "new")
}

// toldSource tells a test of each status.
type toldSource struct {
	*fileSource
	told func(Status)
}

func (s *toldSource) Report(_ context.Context, now Status) error {
	s.told(now)
	return nil
}

// TestRunFollowsAFile runs a process from the push of a configuration to its restart, on a clock that never waits.
func TestRunFollowsAFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "config")
	must(os.WriteFile(name, []byte("one"), 0o600))
	r := newRig(t)
	var restarted string
	r.opts.Restart = func(reason string) { restarted = reason }
	r.disk.Reap()
	r.open()
	var seen []string
	src := &toldSource{fileSource: &fileSource{path: name, clock: r.clock}, told: func(s Status) {
		seen = append(seen, string(s.Condition.Reason))
	}}
	if _, err := r.controller.syncOnce(context.Background(), src); err != nil {
		t.Fatal(err)
	}
	d, err := start(r.controller)
	if err != nil {
		t.Fatal(err)
	}
	r.uses(d, LayerAssigned, "one")
	pushed := false
	src.told = func(s Status) {
		seen = append(seen, string(s.Condition.Reason))
		if s.Condition.Reason == "Assigned" && !pushed {
			pushed = true
			// As a whole: on this clock, a file that is empty for a moment stays so for a second.
			must(errors.Join(os.WriteFile(name+".new", []byte("two"), 0o600), os.Rename(name+".new", name)))
		}
	}
	if err := r.controller.run(context.Background(), src, AfterUptime()); err != nil {
		t.Fatal(err)
	}
	if want := "configuration " + payload(t, "two").Digest().Short() + " is assigned"; restarted != want {
		t.Errorf("restarted because %q, want %q", restarted, want)
	}
	if last := seen[len(seen)-1]; last != "RestartPending" {
		t.Errorf("statuses %q", seen)
	}
	r.uses(r.next(), LayerAssigned, "two")
	if known := r.controller.Status().LastKnownGood; known == nil || known.Digest != payload(t, "one").Digest() {
		t.Errorf("last-known-good is %+v", known)
	}
}
