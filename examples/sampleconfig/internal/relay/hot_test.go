package relay

import (
	"context"
	"net"
	"net/http/httptest"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/configgen/configgen/componentconfig"
	"github.com/configgen/configgen/componentconfig/configtest"
	"github.com/configgen/configgen/componentconfig/running"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config"
	"github.com/configgen/configgen/examples/sampleconfig/apis/config/options"
	"github.com/configgen/configgen/examples/sampleconfig/internal/answercache"
	"github.com/configgen/configgen/examples/sampleconfig/internal/features"
	"github.com/configgen/configgen/examples/sampleconfig/internal/querylog"
)

// later is a relay whose cache believes that a query comes two hours after the one before.
type later struct {
	*Relay
	now time.Time
}

func (l *later) clock() time.Time { return l.now }

// started is a relay that loads its configuration.
var started = configtest.Component[config.RelayConfiguration, *later]{
	Loader: func() *componentconfig.Loader[config.RelayConfiguration] {
		known, err := features.New()
		if err != nil {
			panic(err)
		}
		return componentconfig.New("relay", options.RelayConfigurationRoot(), componentconfig.WithConfigFile(),
			componentconfig.WithFeatureGates("FeatureGates", known.Set))
	},
	Args: []string{"--feature-gates=ServeStale=true,RandomForwarding=true"},
	Start: func(t testing.TB, now *componentconfig.Loaded[config.RelayConfiguration]) (*later,
		configtest.Prepare[config.RelayConfiguration]) {
		gates, err := features.New()
		if err != nil {
			t.Fatal(err)
		}
		r, err := New(now.Config, &config.RelayInstanceConfiguration{ServerID: "edge-7"}, gates)
		if err != nil {
			t.Fatal(err)
		}
		l := &later{Relay: r, now: time.Unix(0, 0)}
		l.cache = answercache.New(&now.Config.Cache, l.clock)
		return l, func(_ context.Context, next *componentconfig.Loaded[config.RelayConfiguration]) (func(), error) {
			return r.Reconfigure(next.Config)
		}
	},
}

// TestHotFields shows for each field with +reload=hot that the relay follows it.
func TestHotFields(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"old": "192.0.2.1 nas\n", "new": "192.0.2.2 nas\n", "ads": "ads.example\n", "none": "\n",
		"token.1": "first\n", "token.2": "second\n",
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	log := filepath.Join(dir, "log")
	servers := func(_ testing.TB, l *later) any { return l.hot.Load().servers }
	change := func(before, after string, observe func(testing.TB, *later) any,
		with ...string) configtest.Change[*later] {
		base := "\nhosts: {records: {a: [192.0.2.9]}}" // A relay needs something to answer queries from.
		if strings.HasPrefix(before, "hosts:") {
			base = ""
		}
		return configtest.Change[*later]{Before: before + base, After: after + base, Observe: observe, With: with}
	}
	configtest.Hot(t, started, map[string]configtest.Change[*later]{
		"listen.allowFrom": change("listen: {allowFrom: [192.0.2.0/24]}", "listen: {allowFrom: [198.51.100.0/24]}",
			func(_ testing.TB, l *later) any { return l.hot.Load().admits(netip.MustParseAddr("192.0.2.1")) }),
		"forwarding.upstreams": change("forwarding: {upstreams: ['192.0.2.1:53']}",
			"forwarding: {upstreams: ['192.0.2.2:53']}", servers),
		"forwarding.policy":   change("forwarding: {policy: Ordered}", "forwarding: {policy: Random}", servers),
		"forwarding.timeout":  change("forwarding: {timeout: 1s}", "forwarding: {timeout: 3s}", servers),
		"forwarding.attempts": change("forwarding: {attempts: 1}", "forwarding: {attempts: 3}", servers),
		"forwarding.zones": change("forwarding: {zones: [{name: a, upstreams: ['192.0.2.1:53']}]}",
			"forwarding: {zones: [{name: b, upstreams: ['192.0.2.1:53']}]}", servers),
		"forwarding.aliases": change("forwarding: {aliases: {a.example: b.example}}",
			"forwarding: {aliases: {a.example: c.example}}",
			func(_ testing.TB, l *later) any { return l.hot.Load().config.Forwarding.Aliases["a.example"] }),
		"hosts.files":   change("hosts: {files: ["+dir+"/old]}", "hosts: {files: ["+dir+"/new]}", resolves("nas")),
		"hosts.records": change("hosts: {records: {a: [192.0.2.1]}}", "hosts: {records: {a: [192.0.2.2]}}", resolves("a")),
		"hosts.blocklists": change("hosts: {files: ["+dir+"/old], blocklists: {ads: "+dir+"/ads}}",
			"hosts: {files: ["+dir+"/old], blocklists: {ads: "+dir+"/none}}",
			func(_ testing.TB, l *later) any { return l.hot.Load().names.BlockedBy("ads.example") }),
		"cache.serveStale": change("cache: {serveStale: 1h}", "cache: {serveStale: 3h}", stale),
		"queryLog.sample": change("queryLog: {file: "+log+", sample: 100%}", "queryLog: {file: "+log+", sample: 2147483647}",
			logs(log)),
		"queryLog.exclude": change("queryLog: {file: "+log+", exclude: []}", "queryLog: {file: "+log+", exclude: ['^nas']}",
			logs(log)),
		"admin.token": change("admin: {token: first}", "admin: {token: second}", admitted),
		"admin.tokenFile": change("admin: {tokenFile: "+dir+"/token.1}", "admin: {tokenFile: "+dir+"/token.2}", admitted,
			"admin.token"),
	})
}

// resolves observes the first address of a name.
func resolves(name string) func(testing.TB, *later) any {
	return func(_ testing.TB, l *later) any {
		addresses, _ := l.hot.Load().names.Addresses(name)
		return addresses
	}
}

// stale observes whether an answer of two hours ago is used.
func stale(t testing.TB, l *later) any {
	asked := question("far.example.", dnsmessage.TypeA, dnsmessage.ClassINET)
	answer := reply(asked, dnsmessage.RCodeSuccess)
	answer.Answers = []dnsmessage.Resource{record(asked, &dnsmessage.AResource{A: [4]byte{203, 0, 113, 1}})}
	l.cache.Put(asked.Questions[0], answer, 100)
	l.now = l.now.Add(2 * time.Hour)
	_, used := l.cache.GetStale(asked.Questions[0])
	return used
}

// logs observes whether a query is logged.
func logs(file string) func(testing.TB, *later) any {
	return func(t testing.TB, l *later) any {
		size := func() int64 {
			info, err := os.Stat(file)
			if err != nil {
				t.Fatal(err)
			}
			return info.Size()
		}
		before := size()
		if err := l.log.Record(querylog.Entry{Name: "nas"}); err != nil {
			t.Fatal(err)
		}
		return size() > before
	}
}

// admitted observes whether the endpoint for operators accepts the first token.
func admitted(_ testing.TB, l *later) any {
	request, response := httptest.NewRequest("GET", "/stats", nil), httptest.NewRecorder()
	request.Header.Set("Authorization", "Bearer first")
	l.adminHandler(&net.TCPAddr{}, &running.Mux{}).ServeHTTP(response, request)
	return response.Code
}
