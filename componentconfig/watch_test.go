package componentconfig_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/configgen/configgen/componentconfig"
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
	l := loader(option)
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
	if o := <-outcomes; !o.Committed || o.Err != nil || fmt.Sprint(o.Changes) != "[{timeout hot config.yaml:3}]" {
		t.Errorf("hot fields may differ, the command line stays on top: got %+v", o)
	}
	if got := <-inUse; got != "2s" {
		t.Errorf("got %s, want 2s", got)
	}

	s.replace("conf.d/a.conf", v1Header+"timeout: 3s\nport: 2\n")
	o := <-outcomes
	var restart *componentconfig.RestartRequiredError
	if o.Committed || !errors.As(o.Err, &restart) || o.Err.Error() != "the changed configuration takes effect after a "+
		"restart: port (restart, a.conf:4)" {
		t.Errorf("a change elsewhere is reported as needing a restart: got %+v", o)
	}

	s.replace("conf.d/a.conf", v1Header+"dataDir: /b\n")
	o = <-outcomes
	var refused *componentconfig.ImmutableFieldError
	if o.Committed || !errors.As(o.Err, &refused) || o.Err.Error() != "immutable fields were changed: dataDir "+
		"(immutable, a.conf:3)" {
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

func TestWatchSeesADirectoryThatIsCreatedLater(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "timeout: 1s\n"})
	l := componentconfig.WithConfigDir(filepath.Join(s.dir, "later/conf.d")) // a default, which need not exist
	outcomes := s.watch(func(*componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) { return nil, nil }, l,
		files[0])
	s.write("later/conf.d/a.conf", v1Header+"timeout: 2s\n")
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
