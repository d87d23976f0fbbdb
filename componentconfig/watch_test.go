package componentconfig_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/filewatch"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

// replace replaces a file as editors and ConfigMaps do.
func (s site) replace(name, text string) {
	s.Helper()
	s.write(name+".tmp", text)
	if err := os.Rename(filepath.Join(s.dir, name+".tmp"), filepath.Join(s.dir, name)); err != nil {
		s.Fatal(err)
	}
}

// watch watches the usual files and returns the results.
func (s site) watch(prepare func(*componentconfig.Loaded[relay.RelayConfiguration]) (func(), error),
	option componentconfig.Option, args ...string) <-chan componentconfig.ReloadResult {
	s.Helper()
	return s.watchWith(loader(option, componentconfig.WithTiming(filewatch.Timing{Settle: time.Millisecond,
		Poll: time.Hour}, time.Millisecond)), prepare, args...)
}

// watchWith watches with a loader.
func (s site) watchWith(l *componentconfig.Loader[relay.RelayConfiguration],
	prepare func(*componentconfig.Loaded[relay.RelayConfiguration]) (func(), error),
	args ...string) <-chan componentconfig.ReloadResult {
	s.Helper()
	current, err := l.Load(s.args(args))
	if err != nil {
		s.Fatal(err)
	}
	outcomes := make(chan componentconfig.ReloadResult, 10)
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error, 1)
	go func() {
		done <- l.Watch(ctx, s.args(args), current, componentconfig.Activation[relay.RelayConfiguration]{
			Prepare: func(_ context.Context, next *componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) {
				return prepare(next)
			},
			Report: func(o componentconfig.ReloadResult) { outcomes <- o },
		})
	}()
	s.Cleanup(func() {
		cancel()
		if err := <-done; err != nil {
			s.Error(err)
		}
	})
	return outcomes
}

func TestWatch(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "timeout: 1s\nport: 1\ndataDir: /a\n",
		"conf.d/a.conf": v1Header})
	inUse := make(chan string, 10)
	refuse := errors.New("not now")
	outcomes := s.watch(func(next *componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) {
		timeout := next.Config.Timeout.Duration.String()
		if timeout == "13s" {
			return nil, refuse
		}
		return func() { inUse <- timeout }, nil
	}, componentconfig.WithConfigDir(""), append([]string{"--max-queries=5"}, files...)...)

	s.replace("config.yaml", v1Header+"timeout: 2s\nport: 1\ndataDir: /a\nmaxQueries: 9\n")
	if o := <-outcomes; !o.Committed || o.Err != nil ||
		fmt.Sprint(o.Changes) != "[timeout: 1s -> 2s (hot, config.yaml:3)]" {
		t.Errorf("hot fields may differ, the command line stays on top: got %+v", o)
	}
	if got := <-inUse; got != "2s" {
		t.Errorf("got %s, want 2s", got)
	}

	s.replace("conf.d/a.conf", v1Header+"timeout: 3s\nport: 2\n")
	o := <-outcomes
	var restart *componentconfig.RestartRequiredError
	if o.Committed || !errors.As(o.Err, &restart) || o.Err.Error() != "the changed configuration takes effect after a "+
		"restart: port: 1 -> 2 (restart, a.conf:4)" {
		t.Errorf("a change elsewhere is reported as needing a restart: got %+v", o)
	}

	s.replace("conf.d/a.conf", v1Header+"dataDir: /b\n")
	o = <-outcomes
	var refused *componentconfig.ImmutableFieldError
	if o.Committed || !errors.As(o.Err, &refused) || o.Err.Error() != "immutable fields were changed: dataDir: /a "+
		"-> /b (immutable, a.conf:3)" {
		t.Errorf("immutable ones are refused: got %+v", o)
	}

	s.replace("conf.d/a.conf", v1Header+"timeout: soon\n")
	if o := <-outcomes; o.Committed || s.hide(o.Err.Error()) != `$D/conf.d/a.conf:3:10: timeout: must be a duration `+
		`such as "30s" or "5m", not "soon"` {
		t.Errorf("what fails in prepare changes nothing: got %+v", o)
	}

	s.replace("conf.d/a.conf", v1Header+"timeout: 13s\n")
	if o := <-outcomes; o.Committed || !errors.Is(o.Err, refuse) {
		t.Errorf("what Prepare refuses changes nothing: got %+v", o)
	}

	s.replace("conf.d/b.conf", v1Header+"timeout: 4s\n")
	if o := <-outcomes; !o.Committed {
		t.Errorf("a new drop-in: got %+v", o)
	}
	if got := <-inUse; got != "4s" || len(inUse) > 0 || len(outcomes) > 0 {
		t.Errorf("got %s, and %d more, %d outcomes", got, len(inUse), len(outcomes))
	}
}

// TestObserver checks what an observer, the status and the log say of changes, and what is pending.
func TestObserver(t *testing.T) {
	const secret = "tls: {keyPassword: " + sentinel + "}\n"
	s := newSite(t, map[string]string{"config.yaml": v1Header + secret + "timeout: 1s\nport: 1\n"})
	o := &observed{}
	l := loader(componentconfig.WithObserver(o.observe), componentconfig.WithTiming(filewatch.Timing{
		Settle: time.Millisecond, Poll: time.Hour}, time.Hour))
	outcomes := s.watchWith(l, func(next *componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) {
		if next.Config.Timeout.Seconds() == 13 {
			return nil, errors.New("not now, " + next.Config.TLS.KeyPassword)
		}
		return nil, nil
	}, files[0])
	if got := o.take(); got != "v1  []" {
		t.Errorf("at the start: got %s", got)
	}
	const both = `[port restart $D/config.yaml:5:1 1 2 timeout hot $D/config.yaml:4:1 "2s" "3s"]`
	const notInUse = `"The changed configuration is not in use" err=`
	for _, c := range []struct{ rest, want, status, log string }{
		{"timeout: 2s\nport: 1\n", "v1 committed []", "current committed [] []",
			`"Reloaded the configuration" digest count=1 changes=` +
				`[{path="timeout" class="hot" origin="$D/config.yaml:4:1" old="1s" new="2s"}]`},
		{"timeout: 3s\nport: 2\n", "v1 restart [port restart timeout hot]", "pending restart " + both + " []",
			`"The changed configuration takes effect after a restart; none of it is in use" digest count=2 ` +
				`pending=[{path="port" class="restart" origin="$D/config.yaml:5:1" old="1" new="2"} ` +
				`{path="timeout" class="hot" origin="$D/config.yaml:4:1" old="2s" new="3s"}]`},
		{"timeout: soon\n", "v1 invalid [port restart timeout hot]", "failed invalid " + both +
			` [timeout wrong-type: timeout: must be a duration such as "30s" or "5m", not "soon"]`,
			notInUse + `"$D/config.yaml:4:10: timeout: must be a duration such as \"30s\" or \"5m\", not \"soon\"" digest ` +
				`findings=[{file="$D/config.yaml" line=4 column=10 field="timeout" code="wrong-type" message="timeout: ` +
				`must be a duration such as \"30s\" or \"5m\", not \"soon\""}]`},
		{"timeout: 13s\nport: 1\n", "v1 refused [port restart timeout hot]", "failed refused " + both +
			" [ component: not now, ***]",
			notInUse + `"not now, ***" digest findings=[{code="component" message="not now, ***"}]`},
		{"timeout: 2s\nport: 1\n", "v1 recovered []", "current recovered [] []",
			`"The configuration files are again those in use"`},
		{"timeout: 2s\nport: 1\ndataDir: /b\n", "v1 immutable []",
			"failed immutable [] [dataDir immutable: dataDir: is immutable (/var/lib/relay -> /b): restore the old value]",
			notInUse + `"immutable fields were changed: dataDir: /var/lib/relay -> /b (immutable, config.yaml:6)" digest ` +
				`findings=[{file="$D/config.yaml" line=6 column=1 field="dataDir" code="immutable" message="dataDir: is ` +
				`immutable (/var/lib/relay -> /b): restore the old value"}]`},
	} {
		s.replace("config.yaml", v1Header+secret+c.rest)
		result := <-outcomes
		if got := o.take(); got != c.want {
			t.Errorf("%s: got %s, want %s", c.rest, got, c.want)
		}
		if got := s.hide(statusText(t, l)); got != c.status {
			t.Errorf("%s: the status is\n%s, want\n%s", c.rest, got, c.status)
		}
		if got := digests.ReplaceAllString(s.hide(logOf(result.Log)), "digest"); got != c.log {
			t.Errorf("%s: the log is\n%s, want\n%s", c.rest, got, c.log)
		}
	}
}

// observed is an observer that remembers.
type observed struct {
	mu   sync.Mutex
	text []string
	last componentconfig.Status
}

func (o *observed) observe(now componentconfig.Status) error {
	o.mu.Lock()
	defer o.mu.Unlock()
	pending := make([]string, len(now.Pending))
	for i, change := range now.Pending {
		pending[i] = change.Path + " " + string(change.Reload)
	}
	o.last, o.text = now, append(o.text, fmt.Sprintf("%s %s %s", now.Version, now.Result, pending))
	return nil
}

func (o *observed) take() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	text := strings.Join(o.text, ", ")
	o.text = nil
	return text
}

func TestWatchSeesADirectoryThatIsCreatedLater(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "timeout: 1s\n"})
	l := componentconfig.WithConfigDir(filepath.Join(s.dir, "later/conf.d")) // a default, which need not exist
	outcomes := s.watch(func(*componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) { return nil, nil }, l,
		files[0])
	s.replace("later/conf.d/a.conf", v1Header+"timeout: 2s\n")
	if o := <-outcomes; !o.Committed {
		t.Errorf("got %+v", o)
	}
	s.replace("later/conf.d/a.conf", v1Header+"timeout: 3s\n")
	if o := <-outcomes; !o.Committed || o.Changes[0].Origin.String() != "a.conf:3" {
		t.Errorf("got %+v", o)
	}
}

func TestWatchSeesAConfigMapSwap(t *testing.T) {
	s := newSite(t, map[string]string{"..1/config.yaml": v1Header + "timeout: 1s\n",
		"..2/config.yaml": v1Header + "timeout: 2s\n"})
	link := func(target, name string) {
		if err := os.Symlink(target, filepath.Join(s.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	link("..1", "..data")
	link("..data/config.yaml", "config.yaml")
	outcomes := s.watch(func(*componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) { return nil, nil },
		componentconfig.WithConfigDir(""), files[0])
	link("..2", "..tmp")
	if err := os.Rename(filepath.Join(s.dir, "..tmp"), filepath.Join(s.dir, "..data")); err != nil {
		t.Fatal(err)
	}
	if o := <-outcomes; !o.Committed || len(o.Changes) != 1 || !strings.HasPrefix(o.Changes[0].Path, "timeout") {
		t.Errorf("got %+v", o)
	}
}

// A truncated file must not become the defaults. What is in use is reported when it is back.
func TestWatchRefusesTruncatedFilesAndReportsRecovery(t *testing.T) {
	first := v1Header + "timeout: 1s\n"
	s := newSite(t, map[string]string{"config.yaml": first, "conf.d/a.conf": "# nothing\n", "conf.d/b.conf": v1Header})
	outcomes := s.watch(func(*componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) { return nil, nil },
		componentconfig.WithConfigDir(""), files...)
	for _, text := range []string{"", "# only a comment\n", "---\n"} {
		s.replace("config.yaml", text)
		const want = "$D/config.yaml: the file is empty, and it had content when it was loaded: write it as a whole, or " +
			"remove it"
		if o := <-outcomes; o.Committed || o.Err == nil || s.hide(o.Err.Error()) != want {
			t.Errorf("%q: got %+v, want %s", text, o, want)
		}
		s.replace("config.yaml", first)
		if o := <-outcomes; !o.Recovered || o.Committed || o.Err != nil {
			t.Errorf("back to what is in use: got %+v", o)
		}
	}
	s.replace("conf.d/b.conf", v1Header+"port: 9\n")
	if o := <-outcomes; o.Err == nil {
		t.Errorf("a restart is required: got %+v", o)
	}
	s.replace("conf.d/b.conf", v1Header)
	if o := <-outcomes; !o.Recovered {
		t.Errorf("no restart is required: got %+v", o)
	}
	// A file that was empty may stay so, and one that is removed is not truncated.
	if err := os.Remove(filepath.Join(s.dir, "conf.d/b.conf")); err != nil {
		t.Fatal(err)
	}
	if o := <-outcomes; !o.Committed || o.Recovered {
		t.Errorf("a removed file: got %+v", o)
	}
}

func TestWatchTriesPrepareAgain(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "timeout: 1s\n"})
	var attempts atomic.Int32
	outcomes := s.watch(func(*componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) {
		switch n := attempts.Add(1); {
		case n < 4:
			return nil, errors.New("the port is in use")
		case n == 4:
			return nil, errors.New("still not")
		}
		return nil, nil
	}, componentconfig.WithConfigDir(""), files[0])
	s.replace("config.yaml", v1Header+"timeout: 2s\n")
	for _, want := range []string{"the port is in use", "still not"} {
		if o := <-outcomes; o.Committed || o.Err == nil || o.Err.Error() != want {
			t.Errorf("got %+v, want %s, once", o, want)
		}
	}
	if o := <-outcomes; !o.Committed || o.Err != nil || len(o.Changes) != 1 || attempts.Load() != 5 {
		t.Errorf("got %+v after %d attempts", o, attempts.Load())
	}
}

func TestWithoutEmptyFiles(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header, "conf.d/a.conf": "# nothing\n"})
	const want = "$D/conf.d/a.conf: the file is empty: write apiVersion and kind, or remove it"
	if got := s.problems(loader(componentconfig.WithoutEmptyFiles()), files...); got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	if _, err := loader(componentconfig.WithoutEmptyFiles()).Load(s.args(files[:1])); err != nil {
		t.Errorf("a file with content: %v", err)
	}
}
