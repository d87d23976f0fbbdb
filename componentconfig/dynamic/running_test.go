package dynamic

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"testing"

	"github.com/configgen/configgen/componentconfig"
	form "github.com/configgen/configgen/componentconfig/internal/running"
	"github.com/configgen/configgen/componentconfig/running"
	"github.com/configgen/configgen/componentconfig/testdata/relay"
)

// TestSourcesOfAPushedConfiguration: a process shows which layer it uses, and the pushed file as the source of a value.
func TestSourcesOfAPushedConfiguration(t *testing.T) {
	m, digests := newMachine(t), map[string]string{}
	shown := func(out *componentconfig.Loaded[relay.RelayConfiguration], want string) {
		page := httptest.NewRecorder()
		running.NewMux(out).ServeHTTP(page, httptest.NewRequest(http.MethodGet, form.OriginsPath, nil))
		var doc form.Document
		var status struct{ Digest string }
		if err := errors.Join(json.Unmarshal(page.Body.Bytes(), &doc), json.Unmarshal(doc.Status, &status)); err != nil {
			t.Fatal(err, page.Body)
		}
		d, fields := doc.Dynamic, doc.Roots[0].Fields
		port := fields[slices.IndexFunc(fields, func(f form.Field) bool { return f.Path == "port" })]
		got := fmt.Sprintf("%s, assigned: %t, confirmed: %t, ConfigOK %s: port %s %s", d.Layer,
			d.Digest != "" && d.Digest == d.Assigned, d.Digest != "" && d.Digest == d.LastKnownGood, d.ConfigOK, port.Value,
			port.Source.Text)
		if digests[d.Layer] = status.Digest; got != want {
			t.Errorf("got  %s\nwant %s", got, want)
		}
	}
	m.start(func(out *componentconfig.Loaded[relay.RelayConfiguration]) {
		shown(out, "local, assigned: false, confirmed: false, ConfigOK True: port 1 config.yaml:3")
	})
	const pushed = "dynamic configuration sha256:360eef06871b (pushed.yaml):3"
	m.source.push(v1Header + "port: 2\n")
	m.start(func(out *componentconfig.Loaded[relay.RelayConfiguration]) {
		shown(out, "assigned, assigned: true, confirmed: false, ConfigOK True: port 2 "+pushed)
		confirmLoaded(out)
		shown(out, "assigned, assigned: true, confirmed: true, ConfigOK True: port 2 "+pushed)
	})
	if digests["local"] == digests["assigned"] {
		t.Errorf("the digest of the configuration does not tell a pushed configuration from the local one: %q", digests)
	}
}
