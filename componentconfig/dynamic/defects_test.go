package dynamic

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/configgen/configgen/componentconfig/dynamic/internal/store"
)

const trialPeriod = 10 * time.Minute

// mechanism is the subject of the stories below. Content that begins with "bad" is invalid, content that begins with
// "kills" ends the process.
type mechanism interface {
	assign(uid, content string) error
	// start is one start of the process; it returns the content in use, "" for the local configuration.
	start() (string, error)
	crash()
	// uptime lets the process live, healthy, for d.
	uptime(d time.Duration)
	// downtime lets only the wall clock advance.
	downtime(d time.Duration)
	good() string
	file(name string) string
	checkpoint(uid, content string) string
	// life is one start with a source that wants this, ended by the configuration if that kills.
	life(uid, wanted string) (string, error)
	report(send func() error)
}

// ours is the controller of this package behind the same interface.
type ours struct {
	t          *testing.T
	dir        string
	clock      *fakeClock
	controller *Controller
}

func (o *ours) options() Options {
	return Options{
		TrialParameters: &TrialParameters{TrialPeriod: trialPeriod, CrashLoopThreshold: 2}, Build: "build",
		system: system{clock: o.clock, boot: func() string { return "boot" }},
		Check: func(p Payload) error {
			if strings.HasPrefix(text(p), "bad") {
				return errors.New("spec.port: out of range")
			}
			return nil
		},
	}
}

func text(p Payload) string {
	if len(p.Files()) == 0 {
		return ""
	}
	return string(p.stored.Files()[0].Data)
}

func payload(t *testing.T, content string) Payload {
	t.Helper()
	p, err := NewPayload(map[string][]byte{"config": []byte(content)})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func (o *ours) open() *Controller {
	if o.controller == nil {
		s, err := Open(o.dir, o.options())
		if err != nil {
			o.t.Fatal(err)
		}
		o.controller = s
	}
	return o.controller
}

func (o *ours) assign(uid, content string) error {
	out, err := o.open().Assign(payload(o.t, content), uid)
	if err == nil && verdictOf(out) == rejected {
		err = errors.New(out.Rejected)
	}
	return err
}

func (o *ours) start() (string, error) {
	p, err := o.open().Start(Payload{})
	return text(p), err
}

func (o *ours) crash() {
	if o.controller != nil {
		o.controller.Close()
		o.controller = nil
	}
}

func (o *ours) uptime(d time.Duration) {
	o.clock.wall = o.clock.wall.Add(d)
	if d >= trialPeriod {
		o.controller.graduate(context.Background(), AfterUptime(), sleeper{o.clock})
	}
}

func (o *ours) downtime(d time.Duration) { o.clock.wall = o.clock.wall.Add(d) }

func (o *ours) good() string {
	var g store.Good
	d := store.New(store.SystemFiles(), o.dir)
	if d.Read(store.GoodFile, &g) != nil {
		return ""
	}
	p, _ := d.ReadCheckpoint(g.Digest)
	return text(Payload{p})
}

func (o *ours) file(name string) string { return filepath.Join(o.dir, name) }

func (o *ours) checkpoint(_, content string) string {
	return filepath.Join(o.dir, store.CheckpointDir, string(payload(o.t, content).Digest()))
}

func (o *ours) life(uid, wanted string) (string, error) {
	src := &fakeSource{payload: payload(o.t, wanted), origin: uid}
	o.open().syncOnce(context.Background(), src)
	used, err := o.start()
	o.crash()
	return used, err
}

func (o *ours) report(send func() error) {
	ctx, cancel := context.WithCancel(context.Background())
	src := &fakeSource{report: func(Status) error {
		err := send()
		if err == nil {
			cancel()
		}
		return err
	}}
	o.open().Start(Payload{})
	o.controller.run(ctx, src, ByApplication())
}

// must ends a story with a failed preparation, which no mechanism may have.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

// TestDefects tells each story of the list of upstream's defects to our mechanism, which must pass, and to the naive
// one, which must not.
func TestDefects(t *testing.T) {
	for _, d := range []struct {
		id    string
		story func(mechanism) error
	}{
		{"D1 the same assignment restarts the trial", storyD1},
		{"D2 a crash loop becomes last-known-good", storyD2},
		{"D3 a checkpoint directory is replaced", storyD3},
		{"D4 an empty state file means local", storyD4},
		{"D5 garbage in the state file", func(m mechanism) error { return storyDamage(m, "}garbage{") }},
		{"D6 a newer schema in the state file", func(m mechanism) error {
			return storyDamage(m,
				`{"Version":"v9","UID":"b"}`)
		}},
		{"D7 everything but local is broken", storyD7},
		{"D8 an edited checkpoint is accepted", storyD8},
		{"D9 a UID leads out of the directory", storyD9},
		{"D10 a failed status write is not repeated", storyD10},
		{"D11 a mistake is found at the next start", storyD11},
		{"D12 a crash loop goes on for ever", storyD12},
		{"D13 what kills start-up cannot be replaced", storyD13},
	} {
		t.Run(d.id, func(t *testing.T) {
			clock := &fakeClock{wall: time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)}
			o := &ours{t: t, dir: filepath.Join(t.TempDir(), "state"), clock: clock}
			if err := d.story(o); err != nil {
				t.Errorf("ours: %v", err)
			}
			o.crash()
			n := &naive{dir: filepath.Join(t.TempDir(), "state"), clock: &fakeClock{wall: clock.wall}}
			must(os.MkdirAll(n.dir, 0o700))
			if err := d.story(n); err == nil {
				t.Error("the naive mechanism passes, too, so the test shows nothing")
			} else {
				t.Logf("naive: %v", err)
			}
		})
	}
}

func expect(what, got, want string) error {
	if got != want {
		return fmt.Errorf("%s is %q, not %q", what, got, want)
	}
	return nil
}

// confirm assigns content and lets it pass its trial.
func confirm(m mechanism, uid, content string) {
	must(m.assign(uid, content))
	m.crash()
	_, err := m.start()
	must(err)
	m.uptime(trialPeriod)
	m.crash()
	_, err = m.start()
	must(err)
	m.crash()
}

func storyD1(m mechanism) error {
	must(m.assign("a", "a"))
	before := must2(os.ReadFile(m.file(store.AssignedFile)))
	stamp := must2(os.Stat(m.file(store.AssignedFile))).ModTime()
	m.downtime(trialPeriod)
	must(m.assign("a", "a"))
	after := must2(os.ReadFile(m.file(store.AssignedFile)))
	if !must2(os.Stat(m.file(store.AssignedFile))).ModTime().Equal(stamp) || string(before) != string(after) {
		return errors.New("an identical assignment was written")
	}
	return nil
}

func must2[T any](v T, err error) T {
	must(err)
	return v
}

func storyD2(m mechanism) error {
	must(m.assign("a", "kills"))
	m.crash()
	for range 3 {
		if _, err := m.start(); err != nil {
			return err
		}
		m.crash()
		m.downtime(trialPeriod)
	}
	return expect("last-known-good after ten minutes of crashes", m.good(), "")
}

func storyD3(m mechanism) error {
	must(m.assign("a", "one"))
	if err := m.assign("a", "two"); err != nil {
		return err
	}
	m.crash()
	used, err := m.start()
	return errors.Join(err, expect("used", used, "two"))
}

func storyD4(m mechanism) error {
	confirm(m, "a", "a")
	must(os.WriteFile(m.file(store.AssignedFile), nil, 0o600))
	used, err := m.start()
	return errors.Join(err, expect("used", used, "a"))
}

func storyDamage(m mechanism, garbage string) error {
	confirm(m, "a", "a")
	must(os.WriteFile(m.file(store.AssignedFile), []byte(garbage), 0o600))
	used, err := m.start()
	return errors.Join(err, expect("used", used, "a"))
}

func storyD7(m mechanism) error {
	confirm(m, "a", "a")
	must(m.assign("b", "b"))
	m.crash()
	must(os.WriteFile(m.checkpoint("b", "b"), []byte("bad"), 0o600))
	must(os.WriteFile(m.file(store.GoodFile), []byte("garbage"), 0o600))
	used, err := m.start()
	return errors.Join(err, expect("used", used, ""))
}

func storyD8(m mechanism) error {
	must(m.assign("a", "port: 1"))
	m.crash()
	name := m.checkpoint("a", "port: 1")
	edited := strings.Replace(string(must2(os.ReadFile(name))), "port: 1", "port: 2", 1)
	must(os.WriteFile(name, []byte(edited), 0o600))
	used, err := m.start()
	return errors.Join(err, expect("used", used, ""))
}

func storyD9(m mechanism) error {
	if err := m.assign("../../../evil", "a"); err != nil {
		return err
	}
	outside := filepath.Dir(filepath.Dir(m.file(store.AssignedFile)))
	for _, e := range must2(os.ReadDir(outside)) {
		if strings.Contains(e.Name(), "evil") {
			return fmt.Errorf("%s was written outside the directory", e.Name())
		}
	}
	for dir := outside; dir != "/"; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "evil")); err == nil {
			os.RemoveAll(filepath.Join(dir, "evil"))
			return fmt.Errorf("%s/evil was written outside the directory", dir)
		}
	}
	return nil
}

func storyD10(m mechanism) error {
	calls, done := 0, false
	m.report(func() error {
		if calls++; calls < 4 {
			return errors.New("the API server is away")
		}
		done = true
		return nil
	})
	if !done {
		return fmt.Errorf("the status was sent %d times and never arrived", calls)
	}
	return nil
}

func storyD11(m mechanism) error {
	if m.assign("a", "bad") == nil {
		return errors.New("it was accepted")
	}
	return nil
}

func storyD12(m mechanism) error {
	confirm(m, "a", "a")
	must(m.assign("b", "kills"))
	m.crash()
	for i := range 10 {
		used, err := m.start()
		if err != nil {
			return err
		}
		if used == "a" {
			return expect("the number of crashes", fmt.Sprint(i), "3")
		}
		m.crash()
	}
	return errors.New("ten starts, and it is still tried")
}

func storyD13(m mechanism) error {
	must(m.assign("a", "kills"))
	m.crash()
	if _, err := m.start(); err != nil {
		return err
	}
	m.crash()
	for range 3 {
		if used, err := m.life("b", "b"); err != nil || used == "b" {
			return err
		}
	}
	return errors.New("the repair was never taken up")
}
