package componentconfig_test

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/internal/filewatch"
	form "github.com/configgen/configgen/componentconfig/internal/running"
	"github.com/configgen/configgen/componentconfig/running"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

var requests = flag.Int("requests", 200, "requests for the sources of a configuration while it is reloaded")

// shownFields returns the fields that a process shows, by their paths, and the digests of its files.
func shownFields(t testing.TB, pages http.Handler) (fields map[string]form.Field, digests map[string]string) {
	page := httptest.NewRecorder()
	pages.ServeHTTP(page, httptest.NewRequest(http.MethodGet, form.OriginsPath, nil))
	var doc form.Document
	if err := json.Unmarshal(page.Body.Bytes(), &doc); err != nil {
		t.Error(err, page.Body)
	}
	fields, digests = map[string]form.Field{}, map[string]string{}
	for _, root := range doc.Roots {
		for _, f := range root.Fields {
			fields[f.Path] = f
		}
	}
	for _, f := range doc.Files {
		digests[f.Name] = f.Digest
	}
	return fields, digests
}

// TestRequestsDuringReloads: every answer shows one configuration, whatever is reloaded meanwhile. Every third request
// asks for a reload itself.
func TestRequestsDuringReloads(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "timeout: 1s\ncache: {size: 1}\n"})
	t.Cleanup(func() { configz.Delete("relay.config.example.io") })
	never := filewatch.Timing{Settle: time.Hour, Bound: time.Hour, Poll: time.Hour}
	l, args := loader(componentconfig.WithConfigz(), componentconfig.WithTiming(never, time.Hour)), s.args(files[:1])
	loaded, err := l.Load(args)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	var watch, clients sync.WaitGroup
	defer watch.Wait()
	defer cancel()
	watch.Go(func() {
		activate := func(context.Context, *componentconfig.Loaded[relay.RelayConfiguration]) (func(), error) {
			return nil, nil
		}
		if err := l.Watch(ctx, args, loaded, componentconfig.Activation[relay.RelayConfiguration]{
			Prepare: activate}); err != nil {
			t.Error(err)
		}
	})
	for !componentconfig.Watched(l) {
		runtime.Gosched()
	}
	pages := running.NewMux(loaded)
	reload := func() {
		page := httptest.NewRecorder()
		pages.ServeHTTP(page, httptest.NewRequest(http.MethodPost, form.ReloadPath, nil))
		if page.Code != http.StatusOK || !strings.HasPrefix(page.Body.String(), `{"state":"current"`) {
			t.Errorf("a reload answers %d %s", page.Code, page.Body)
		}
	}
	var left atomic.Int64
	left.Store(int64(*requests))
	for range 4 {
		clients.Go(func() {
			for n := left.Add(-1); n >= 0; n = left.Add(-1) {
				if n%3 == 0 {
					reload()
					continue
				}
				fields, digests := shownFields(t, pages)
				timeout, size := fields["timeout"], fields["cache.size"]
				if string(timeout.Value) != strings.TrimSuffix(string(size.Value), `"`)+`s"` ||
					timeout.Source.Digest != digests[timeout.Source.File] || size.Source.Digest != timeout.Source.Digest {
					t.Errorf("one answer has %+v and %+v of %v", timeout, size, digests)
				}
			}
		})
	}
	for n := 2; left.Load() > 0; n++ {
		s.replace("config.yaml", v1Header+fmt.Sprintf("timeout: %ds\ncache: {size: %d}\n", n%50+1, n%50+1))
		reload()
		want := fmt.Sprintf(`"%ds"`, n%50+1)
		if fields, _ := shownFields(t, pages); string(fields["timeout"].Value) != want {
			t.Fatalf("reload %d: the timeout is %s, want %s", n, fields["timeout"].Value, want)
		}
	}
	clients.Wait()
}

// TestPendingInThePage: a field has the value that waits for a restart, also one that is not set yet.
func TestPendingInThePage(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "port: 1\nlabels: {a: x}\n"})
	l := loader()
	loaded, err := l.Load(s.args(files[:1]))
	if err != nil {
		t.Fatal(err)
	}
	pages := running.NewMux(loaded)
	s.replace("config.yaml", v1Header+"port: 2\nlabels: {b: z}\n")
	if _, err := l.Reload(t.Context()); err != nil {
		t.Fatal(err)
	}
	fields, _ := shownFields(t, pages)
	for path, want := range map[string]string{
		"port":      "1 config.yaml:3, then 2 config.yaml:3",
		"labels[a]": `"x" config.yaml:4, then  default`,
		"labels[b]": ` default, then "z" config.yaml:4`,
	} {
		f := fields[path]
		if f.Pending == nil {
			t.Errorf("%s: nothing is pending", path)
			continue
		}
		got := fmt.Sprintf("%s %s, then %s %s", f.Value, f.Source.Text, f.Pending.Value, f.Pending.Source.Text)
		if got != want {
			t.Errorf("%s: %s, want %s", path, got, want)
		}
	}
}
