package componentconfig_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"k8s.io/component-base/configz"

	"github.com/configgen/configgen/componentconfig"
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

// TestRequestsDuringReloads: every answer is that of one configuration, whatever is reloaded meanwhile.
func TestRequestsDuringReloads(t *testing.T) {
	s := newSite(t, map[string]string{"config.yaml": v1Header + "timeout: 1s\ncache: {size: 1}\n"})
	t.Cleanup(func() { configz.Delete("relay.config.example.io") })
	l, args := loader(componentconfig.WithConfigz()), s.args(files[:1])
	loaded, err := l.Load(args)
	if err != nil {
		t.Fatal(err)
	}
	reload := componentconfig.Reloads(l, args, loaded, func(*componentconfig.Loaded[relay.RelayConfiguration]) {})
	pages := http.NewServeMux()
	running.Install(pages, loaded)
	var left atomic.Int64
	left.Store(int64(*requests))
	var clients sync.WaitGroup
	for range 4 {
		clients.Go(func() {
			for left.Add(-1) >= 0 {
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
		if result := reload(); result == nil || !result.Committed {
			t.Fatalf("reload %d: %+v", n, result)
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
	pages := http.NewServeMux()
	running.Install(pages, loaded)
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
