package componentconfig_test

import (
	"context"
	"errors"
	"runtime"
	"sync/atomic"
	"testing"
	"time"

	"k8s.io/apimachinery/pkg/util/validation/field"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/binding"
	"github.com/configgen/configgen/componentconfig/internal/filewatch"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

// TestReloadWithoutWatch: nothing is activated, and the status says what takes effect after a restart.
func TestReloadWithoutWatch(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "timeout: 1s\nport: 1\n"})
	l := loader()
	if _, err := l.Reload(t.Context()); err == nil {
		t.Error("nothing was loaded, and a reload has no error")
	}
	if _, err := l.Load(s.args(files[:1])); err != nil {
		t.Fatal(err)
	}
	first := l.Status().Digest
	for _, c := range []struct{ rest, want string }{
		{"timeout: 2s\nport: 1\n", `pending restart [timeout hot $D/config.yaml:3:1 "1s" "2s"] []`},
		{"timeout: 1s\nprot: 1\n", "failed invalid [timeout hot $D/config.yaml:3:1 \"1s\" \"2s\"] [prot unknown-field: " +
			"prot: unknown field; did you mean \"port\"?]"},
		{"timeout: 1s\nport: 1\n", "current recovered [] []"},
		{"timeout: 1s\nport: 1\ndataDir: /b\n",
			"failed immutable [] [dataDir immutable: dataDir: is immutable (/var/lib/relay -> /b): restore the old value]"},
		{"timeout: 1s\nport: 1\n# a comment\n", "current committed [] []"},
	} {
		s.replace("config.yaml", v1Header+c.rest)
		now, err := l.Reload(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if got := s.hide(statusText(t, l)); got != c.want || (now.Digest != first) != (now.Result == "committed") {
			t.Errorf("%s: the status is\n%s, want\n%s", c.rest, got, c.want)
		}
	}
}

// TestRefusedIsOfTheLastFiles: files with the mistake of the ones before are refused on their own, the same files once.
func TestRefusedIsOfTheLastFiles(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "port: 1\n"})
	reports := 0
	l := loader(componentconfig.WithObserver(func(componentconfig.Status) error { reports++; return nil }))
	if _, err := l.Load(s.args(files[:1])); err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	var last componentconfig.Refused
	for i, rest := range []string{"prot: 1\n", "prot: 1\n", "prot: 1 # again\n", "prot: 2\n"} {
		s.replace("config.yaml", v1Header+rest)
		now, err := l.Reload(t.Context())
		if err != nil || now.Refused == nil {
			t.Fatalf("%q: got %+v, %v", rest, now, err)
		}
		same := i == 1 // as the files before
		if seen[now.Refused.Digest] != same || now.Refused.At.After(last.At) == same {
			t.Errorf("%q: refused is %+v, after %+v", rest, *now.Refused, last)
		}
		seen[now.Refused.Digest], last = true, *now.Refused
	}
	if reports != 4 { // one is of the start
		t.Errorf("got %d reports", reports)
	}
}

// TestReloadOfAWatch: the activation of the watch gets the change before the reload returns.
func TestReloadOfAWatch(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "timeout: 1s\n"})
	never := filewatch.Timing{Settle: time.Hour, Bound: time.Hour, Poll: time.Hour}
	l := loader(componentconfig.WithTiming(never, time.Hour))
	held, release := make(chan bool), make(chan bool)
	outcomes := s.watchWith(l, func(next *componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) {
		if next.Config.Timeout.Seconds() == 3 {
			close(held)
			<-release
		}
		return nil, nil
	}, files[0])
	for !componentconfig.Watched(l) {
		runtime.Gosched()
	}
	s.replace("config.yaml", v1Header+"timeout: 2s\n")
	now, err := l.Reload(t.Context())
	if err != nil || now.Result != componentconfig.OutcomeCommitted || !(<-outcomes).Committed {
		t.Errorf("got %+v, %v", now, err)
	}
	s.replace("config.yaml", v1Header+"timeout: 3s\n")
	ctx, cancel := context.WithCancel(t.Context())
	go func() {
		<-held
		cancel()
	}()
	if _, err := l.Reload(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("a client that does not wait gets %v", err)
	}
	close(release)
	if !(<-outcomes).Committed {
		t.Error("the reload ended with its client")
	}
}

// TestReloadsTogether: many who ask while files are read wait for one more reading, which has the newest files.
func TestReloadsTogether(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "timeout: 1s\n"})
	never := filewatch.Timing{Settle: time.Hour, Bound: time.Hour, Poll: time.Hour}
	var reads atomic.Int32
	l := changedLoader(func(root *binding.Root[relay.RelayConfiguration]) {
		root.Validate = func(*relay.RelayConfiguration) field.ErrorList {
			reads.Add(1)
			return nil
		}
	}, componentconfig.WithTiming(never, time.Hour))
	held, release := make(chan bool), make(chan bool)
	outcomes := s.watchWith(l, func(next *componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) {
		if next.Config.Timeout.Seconds() == 2 {
			close(held)
			<-release
		}
		return nil, nil
	}, files[0])
	for !componentconfig.Watched(l) {
		runtime.Gosched()
	}
	s.replace("config.yaml", v1Header+"timeout: 2s\n")
	gone, cancel := context.WithCancel(t.Context())
	cancel()
	ask := func() {
		if _, err := l.Reload(gone); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	ask()
	<-held
	s.replace("config.yaml", v1Header+"timeout: 3s\n")
	before := reads.Load()
	for range 100 {
		ask()
	}
	close(release)
	if now, err := l.Reload(t.Context()); err != nil || len(now.Changes) != 1 || now.Changes[0].New != `"3s"` {
		t.Errorf("got %+v, %v", now, err)
	}
	if n := reads.Load() - before; n > 2 { // The last one may have come too late for the one of the others.
		t.Errorf("the files were read %d times", n)
	}
	<-outcomes
	<-outcomes
}

// TestDigestOfContents: files have one digest wherever they are. Another name is a change all the same, because of the
// sources of the values.
func TestDigestOfContents(t *testing.T) {
	digest := func(names ...string) string {
		s := newSite(t, map[string]string{names[0]: v1Header + "port: 1\n", "conf.d/" + names[1]: v1Header + "port: 2\n"})
		l := loader()
		if _, err := l.Load(s.args([]string{"--config=$D/" + names[0], files[1]})); err != nil {
			t.Fatal(err)
		}
		before := l.Status().Digest
		s.write("conf.d/90.conf", s.read("conf.d/"+names[1]))
		s.remove("conf.d/" + names[1])
		now, err := l.Reload(t.Context())
		if err != nil || now.Result != componentconfig.OutcomeCommitted || now.Digest != before {
			t.Errorf("the status is %+v, %v", now, err)
		}
		return before
	}
	if one, other := digest("a.yaml", "10.conf"), digest("b/b.yaml", "20.conf"); one != other {
		t.Errorf("the digests are %s and %s", one, other)
	}
}
